/** What the addresses of the pages of credentials say. */

import type { CredentialKind } from '../../../src/credentials/kinds.ts';
import { readPage, readText } from '../look/address.ts';

export const PAGE_SIZE = 50;

/** All kinds, so that the address can be checked before the service is asked. */
const KINDS: Readonly<Record<CredentialKind, true>> = {
  header: true,
  query: true,
  basic: true,
  bearer: true,
  oauth2_client: true,
  oauth2_code: true,
  hmac: true,
  jwt: true,
  tls: true,
  slack: true,
  incoming_webhook: true,
  generic: true,
};

export interface CredentialsSearch {
  text?: string;
  kind?: CredentialKind;
  page?: number;
}

export function readCredentialsSearch(raw: Record<string, unknown>): CredentialsSearch {
  const text = readText(raw.text);
  return {
    ...(text !== '' && { text }),
    ...(isKind(raw.kind) && { kind: raw.kind }),
    ...readPage(raw.page),
  };
}

/** The kind that somebody chose, and hosts that another page already knows. */
export interface NewCredentialSearch {
  kind?: CredentialKind;
  host?: string;
  name?: string;
}

export function readNewCredentialSearch(raw: Record<string, unknown>): NewCredentialSearch {
  const host = readText(raw.host);
  const name = readText(raw.name);
  return {
    ...(isKind(raw.kind) && { kind: raw.kind }),
    ...(host !== '' && { host }),
    ...(name !== '' && { name }),
  };
}

function isKind(value: unknown): value is CredentialKind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value);
}
