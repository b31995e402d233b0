/** Tells those who can repair a credential that its authorization server gives no tokens any more. */
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import { findManagers } from '../managers.ts';
import type { CredentialRow } from '../tables.ts';

export async function announceLoss(transaction: Query, notify: Notify, row: CredentialRow): Promise<void> {
  const { id, kind, name, tokens_generation } = row;
  const isClient = kind === 'oauth2_client';
  await notify(transaction, await findManagers(transaction, row), {
    event: `credential-lost/${id}/${tokens_generation}`,
    kind: 'credential',
    title: isClient ? `The credential '${name}' is refused` : `The credential '${name}' must be connected again`,
    text: isClient
      ? 'Its authorization server does not accept the client id and secret any more. Steps that use it fail until they are corrected.'
      : 'Its authorization server does not accept the connection any more. Steps that use it fail until somebody connects it again.',
    link: `/credentials/${id}`,
  });
}
