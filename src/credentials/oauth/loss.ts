/** Tells those who can repair a credential that its authorization server gives no tokens any more. */
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import type { CredentialRow } from '../tables.ts';

const MOST_RECIPIENTS = 50;

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

/** The owner: a user, the members of a group, or those who may write in an organization. */
async function findManagers(db: Query, { created_by, group_id, organization_id }: CredentialRow): Promise<string[]> {
  if (group_id !== null) {
    const members = db.selectFrom('group_members').select('user_id').where('group_id', '=', group_id);
    return (await members.orderBy('user_id').limit(MOST_RECIPIENTS).execute()).map(({ user_id }) => user_id);
  }
  if (organization_id !== null) {
    const members = db
      .selectFrom('organization_members')
      .select('user_id')
      .where('organization_id', '=', organization_id);
    const writers = members.where('write', '=', true).orderBy('user_id').limit(MOST_RECIPIENTS);
    return (await writers.execute()).map(({ user_id }) => user_id);
  }
  return [created_by];
}
