import type { CredentialKind } from '../../../../src/credentials/kinds.ts';
import { Icon, type IconName } from '../../look/icons.tsx';

const ICONS: Readonly<Record<CredentialKind, IconName>> = {
  header: 'tag',
  query: 'link',
  basic: 'user',
  bearer: 'key',
  oauth2_client: 'server',
  oauth2_code: 'user-check',
  hmac: 'shield-check',
  jwt: 'scroll-text',
  tls: 'lock',
  slack: 'message-square',
  incoming_webhook: 'link',
  generic: 'braces',
};

export function KindIcon({ kind, size }: { kind: CredentialKind; size?: number }) {
  return <Icon name={ICONS[kind]} {...(size !== undefined && { size })} />;
}
