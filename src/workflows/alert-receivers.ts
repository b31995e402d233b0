/** The users whom the settings of a workflow name as those who hear of failures. */
import { sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import { quote } from '../engine/definition.ts';
import type { ParamIssue } from '../engine/issue.ts';
import { readSettings } from '../engine/settings.ts';
import { isUuid } from '../platform/ids.ts';
import { calculateAccess } from './access.ts';

/** Returns the ids of those who may read the workflow, out of users that are named by ids or addresses. */
export async function findReaderIds(db: Query, workflowId: string, names: readonly string[]): Promise<string[]> {
  return (await findReaders(db, workflowId, names)).map(({ id }) => id);
}

/** Warns of each user whom an alert would not reach, in one text whether there is such a user or not. */
export async function findAlertIssues(
  db: Query,
  workflowId: string | undefined,
  definition: unknown,
): Promise<ParamIssue[]> {
  const { alert } = readSettings(definition);
  const names = (typeof alert === 'object' && alert.users) || [];
  if (workflowId === undefined || names.length === 0) return [];
  const readers = await findReaders(db, workflowId, names);
  return names
    .filter(name => !readers.some(({ id, email }) => [id, email.toLowerCase()].includes(name.toLowerCase())))
    .map(name => ({
      severity: 'warning',
      message: `Settings: 'alert.users' names ${quote(name)}, but no user of that name may read this workflow, so they will hear nothing. Share it with them, or write the address into 'alert.emails'`,
      node_id: null,
      edge: null,
      param: 'settings',
    }));
}

async function findReaders(db: Query, workflowId: string, names: readonly string[]) {
  if (names.length === 0) return [];
  const workflow = await db
    .selectFrom('workflows')
    .select(['created_by', 'group_id', 'sharing', 'group_sharing'])
    .where('id', '=', workflowId)
    .executeTakeFirst();
  if (!workflow) return [];
  const { rows: users } = await sql<{ id: string; email: string }>`
    SELECT id, email FROM users WHERE enabled AND (id = ANY (${names.filter(isUuid)}::uuid[])
      OR lower(email) = ANY (${names.map(name => name.toLowerCase())}::text[]))`.execute(db);
  const readers: typeof users = [];
  for (const { id, email } of users) {
    const user = { userId: id, email };
    if (calculateAccess(workflow, user, await findGroupIds(db, user))) readers.push({ id, email });
  }
  return readers;
}
