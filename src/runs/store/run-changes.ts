/** Changes runs from outside of their execution: cancels and deletes them. */
import { sql } from 'kysely';
import { findGroupIds } from '../../accounts/memberships.ts';
import { recordAudit, type Subject } from '../../audit/record.ts';
import { explainLockConflict, type Query } from '../../database.ts';
import { entityNotFound, runLocked, runNotCancellable, runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { calculateAccess } from '../../workflows/access.ts';
import { CANCELLED } from '../executing/run-records.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run } from '../schemas.ts';
import { endAwaiting, lockParentForNoKeyUpdate } from './child-ends.ts';
import { failOpenSteps, RUN_COLUMNS, toRuns, visibleRuns } from './runs.ts';

/** Ends a run that waits or is queued. Its waiting steps fail. */
export async function cancelRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<Run> {
  return db.transaction().execute(async transaction => {
    await requireRunControl(transaction, caller, id);
    const isAwaited = await lockParentForNoKeyUpdate(transaction, id);
    const locked = await lockRunForUpdate(transaction, id);
    if (!locked) throw runNotFound();
    const { status } = locked;
    if (status !== 'waiting' && status !== 'queued') throw runNotCancellable(status);
    const row = await transaction
      .updateTable('runs')
      .set({
        status: 'cancelled',
        finished_at: sql<Date>`now()`,
        settled_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
        definition: null,
        steps: await stringifyJson(await failOpenSteps(transaction, limits, id, CANCELLED)),
      })
      .where('id', '=', id)
      .returning(RUN_COLUMNS)
      .executeTakeFirstOrThrow();
    if (isAwaited) await endAwaiting(transaction, id, { status: 'cancelled' });
    await recordCancellation(transaction, caller, row);
    const [run] = await toRuns(transaction, limits, [row]);
    if (!run) throw runNotFound();
    return run;
  });
}

export async function recordCancellation(
  transaction: Query,
  caller: Caller,
  { id, workflow_id }: { id: string; workflow_id: string },
): Promise<void> {
  await recordAudit(transaction, caller, { action: 'run.cancel', subject: runSubject(id), details: { workflow_id } });
}

/** How the audit log names a run. */
export function runSubject(id: string): Subject {
  return { kind: 'run', id, name: id };
}

/**
 * The user for whom a run executes may cancel and replay it, and so may everybody who may change the workflow. To anybody
 * else the run does not exist.
 */
export async function requireRunControl(
  db: Query,
  caller: Caller,
  id: string,
): Promise<{ id: string; workflow_id: string }> {
  const found = await db
    .selectFrom('runs')
    .innerJoin('workflows', 'workflows.id', 'runs.workflow_id')
    .select(['workflows.created_by', 'workflows.group_id', 'workflows.sharing', 'workflows.group_sharing'])
    .select(['runs.id', 'runs.workflow_id', 'runs.created_by as run_user'])
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
    if (!seen || (await lockRunForUpdate(transaction, id)) === undefined) throw entityNotFound();
    if (isAwaited) await endAwaiting(transaction, id, { status: 'deleted' });
    await transaction.deleteFrom('runs').where('id', '=', id).execute();
    const details = { workflow_id: seen.workflow_id, status: seen.status };
    await recordAudit(transaction, caller, { action: 'run.delete', subject: runSubject(id), details });
    return id;
  });
}

/** Does not wait for another transaction: the second of two requests gets 423. */
async function lockRunForUpdate(transaction: Query, id: string): Promise<{ status: string } | undefined> {
  const { rows } = await sql<{ status: string }>`SELECT status FROM runs WHERE id = ${id} FOR UPDATE NOWAIT`
    .execute(transaction)
    .catch(explainLockConflict(runLocked));
  return rows[0];
}
