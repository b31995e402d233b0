/** Changes runs from outside of their execution: says who may, and deletes them. `cancelling.ts` cancels them. */
import { sql } from 'kysely';
import { findGroupIds } from '../../accounts/memberships.ts';
import { recordAudit, type Subject } from '../../audit/record.ts';
import { explainLockConflict, type Query } from '../../database.ts';
import { entityNotFound, runLocked, runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { calculateAccess } from '../../workflows/access.ts';
import { endAwaiting, lockParentForNoKeyUpdate } from './child-ends.ts';
import { visibleRuns } from './runs.ts';
import type { RunStatus } from './tables.ts';

/** How the audit log names a run. */
export function runSubject(id: string): Subject {
  return { kind: 'run', id, name: id };
}

/**
 * The user for whom a run executes may cancel and replay it, and so may everybody who may change the workflow. To anybody
 * else the run does not exist.
 */
export async function requireRunControl(db: Query, caller: Caller, id: string): Promise<{ workflow_id: string }> {
  const found = await db
    .selectFrom('runs')
    .innerJoin('workflows', 'workflows.id', 'runs.workflow_id')
    .select(['workflows.created_by', 'workflows.group_id', 'workflows.sharing', 'workflows.group_sharing'])
    .select(['runs.workflow_id', 'runs.created_by as run_user'])
    .where('runs.id', '=', id)
    .where('workflows.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw runNotFound();
  if (found.run_user === caller.userId) return found;
  if (!calculateAccess(found, caller, await findGroupIds(db, caller))?.write) throw runNotFound();
  return found;
}

/** Deletes a run with everything that belongs to it. A process that executes it notices, and abandons it. */
export async function deleteRun(db: Query, caller: Caller, id: string): Promise<string> {
  return db.transaction().execute(async transaction => {
    const seen = await visibleRuns(transaction, caller).where('runs.id', '=', id).executeTakeFirst();
    const isAwaited = seen && (await lockParentForNoKeyUpdate(transaction, id));
    if (!seen || (await lockRunForUpdate(transaction, id, { atOnce: true })) === undefined) throw entityNotFound();
    if (isAwaited) await endAwaiting(transaction, id, { status: 'deleted' });
    await transaction.deleteFrom('runs').where('id', '=', id).execute();
    const details = { workflow_id: seen.workflow_id, status: seen.status };
    await recordAudit(transaction, caller, { action: 'run.delete', subject: runSubject(id), details });
    return id;
  });
}

/** With `atOnce`, it does not wait for another transaction: the second of two requests gets 423. */
export async function lockRunForUpdate(
  transaction: Query,
  id: string,
  { atOnce }: { atOnce: boolean },
): Promise<RunStatus | undefined> {
  const { rows } = await sql<{ status: RunStatus }>`
    SELECT status FROM runs WHERE id = ${id} FOR UPDATE ${atOnce ? sql`NOWAIT` : sql``}`
    .execute(transaction)
    .catch(error => (atOnce ? explainLockConflict(runLocked)(error) : Promise.reject(error)));
  return rows[0]?.status;
}
