/**
 * Deletes a user who has nothing that others use. What belongs to the user alone may be much, so it goes in small
 * batches, with the user disabled before; the user's row goes last. Should this break off, deleting again goes on.
 */
import { sql } from 'kysely';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import { entityNotFound, stillInUse } from '../errors.ts';

/** A user who is named in one of these can not be deleted. */
export const REFERRING = [
  ['panels', 'created_by'],
  ['workflows', 'created_by'],
  ['workflows', 'run_as'],
  ['workflows', 'updated_by'],
  ['workflow_revisions', 'created_by'],
  ['workflow_versions', 'created_by'],
  ['runs', 'created_by'],
  ['assistants', 'created_by'],
  ['assistants', 'updated_by'],
] as const;

/** There may be many of these. */
export const OWNED = ['files', 'notifications', 'approval_assignees', 'conversations'] as const;

/** In one transaction. */
const BATCH = 500;

export async function deleteUser(db: Query, id: string): Promise<string> {
  for (const [table, column] of REFERRING) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id} LIMIT 1`.execute(db);
    if (rows.length > 0) throw stillInUse(table);
  }
  const disabled = await db
    .updateTable('users')
    .set({ enabled: false, updated_at: new Date() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!disabled) throw entityNotFound();
  for (const table of OWNED) while (await deleteSome(db, table, id));
  await db.deleteFrom('users').where('id', '=', id).execute().catch(explainForeignKeyViolation);
  return disabled.id;
}

/** Whether there may be more. */
async function deleteSome(db: Query, table: (typeof OWNED)[number], userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE user_id = ${userId} LIMIT ${BATCH}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}
