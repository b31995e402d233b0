/**
 * Deletes a user who owns nothing that others use. The rows that belong to the user alone may be many, so the user is
 * disabled first, the rows are deleted in small batches, and the row of the user is deleted last. After an
 * interruption, the next deletion continues.
 */
import { sql } from 'kysely';
import { explainRemainingReference, type Query } from '../database.ts';
import { entityNotFound, stillInUse } from '../errors.ts';

/** The columns that refer to users: a user to whom one of them refers can not be deleted. */
export const REFERRING = [
  ['panels', 'created_by'],
  ['workflows', 'created_by'],
  ['workflows', 'run_as'],
  ['workflows', 'updated_by'],
  ['workflow_revisions', 'created_by'],
  ['workflow_versions', 'created_by'],
  ['runs', 'created_by'],
  ['connectors', 'created_by'],
  ['assistants', 'created_by'],
  ['assistants', 'updated_by'],
  ['credentials', 'created_by'],
  ['mcp_servers', 'created_by'],
] as const;

/** The tables that may have many rows of one user. */
export const OWNED = ['files', 'notifications', 'approval_assignees', 'conversations'] as const;

const BATCH = 500;

/** What belongs in the two transactions that disable and delete the user. */
interface DeletionSteps {
  beforeDisabling?(transaction: Query): Promise<void>;
  afterDeletion?(transaction: Query, user: { id: string; email: string; name: string }): Promise<void>;
}

export async function deleteUser(db: Query, id: string, steps: DeletionSteps = {}): Promise<string> {
  for (const [table, column] of REFERRING) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id} LIMIT 1`.execute(db);
    if (rows.length > 0) throw stillInUse(table);
  }
  const user = await db.transaction().execute(async transaction => {
    await steps.beforeDisabling?.(transaction);
    return transaction
      .updateTable('users')
      .set({ enabled: false, updated_at: new Date() })
      .where('id', '=', id)
      .returning(['id', 'email', 'name'])
      .executeTakeFirst();
  });
  if (!user) throw entityNotFound();
  for (const table of OWNED) while (await deleteBatch(db, table, id));
  await db.transaction().execute(async transaction => {
    const deletion = transaction.deleteFrom('users').where('id', '=', id).executeTakeFirst();
    const { numDeletedRows } = await deletion.catch(explainRemainingReference);
    // Another request that deletes the same user may have been faster.
    if (numDeletedRows > 0n) await steps.afterDeletion?.(transaction, user);
  });
  return user.id;
}

/** Returns false when there were no rows left. */
async function deleteBatch(db: Query, table: (typeof OWNED)[number], userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE user_id = ${userId} LIMIT ${BATCH}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}
