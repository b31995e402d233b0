/** Who learns what happens to a credential: its owner. */
import type { Query } from '../database.ts';
import type { CredentialRow } from './tables.ts';

const MOST_MANAGERS = 50;

/** A user, the members of a group, or those who may write in an organization. */
export async function findManagers(
  db: Query,
  { created_by, group_id, organization_id }: Pick<CredentialRow, 'created_by' | 'group_id' | 'organization_id'>,
): Promise<string[]> {
  if (group_id !== null) {
    const members = db.selectFrom('group_members').select('user_id').where('group_id', '=', group_id);
    return toIds(await members.orderBy('user_id').limit(MOST_MANAGERS).execute());
  }
  if (organization_id !== null) {
    const members = db
      .selectFrom('organization_members')
      .select('user_id')
      .where('organization_id', '=', organization_id);
    return toIds(await members.where('write', '=', true).orderBy('user_id').limit(MOST_MANAGERS).execute());
  }
  return [created_by];
}

function toIds(rows: readonly { user_id: string }[]): string[] {
  return rows.map(({ user_id }) => user_id);
}
