/** The users whom the settings of a workflow name as those who hear of failures. */
import { sql } from 'kysely';
import { findGroupIds } from '../../accounts/memberships.ts';
import type { Query } from '../../database.ts';
import { isUuid } from '../../platform/ids.ts';
import { calculateAccess } from '../../workflows/access.ts';

/** Returns those of the users, who are named by their ids or addresses, that may read the workflow. */
export async function findReaderIds(db: Query, workflowId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const workflow = await db
    .selectFrom('workflows')
    .select(['created_by', 'group_id', 'sharing', 'group_sharing'])
    .where('id', '=', workflowId)
    .executeTakeFirst();
  if (!workflow) return [];
  const { rows: users } = await sql<{ id: string; email: string }>`
    SELECT id, email FROM users WHERE id = ANY (${names.filter(isUuid)}::uuid[])
      OR lower(email) = ANY (${names.map(name => name.toLowerCase())}::text[])`.execute(db);
  const readers: string[] = [];
  for (const { id, email } of users) {
    const user = { userId: id, email };
    if (calculateAccess(workflow, user, await findGroupIds(db, user))) readers.push(id);
  }
  return readers;
}
