/** Changes runs from outside of their execution: cancels and deletes them. */
import { type RawBuilder, sql } from 'kysely';
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
import { listRowDeletions } from './partitions.ts';
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

/** Finding expired runs reads much of the table, so many are found at once. */
const FOUND_RUNS = 20_000;
/** The number of runs that one transaction deletes. It is short enough that nobody waits for it. */
const DELETED_RUNS = 500;

/**
 * Deletes runs that ended longer ago than the retention time, of the installation or of their workflow. Paused runs stay
 * until they end, and those of a partition until it is dropped as a whole (`partitions.ts`).
 */
export async function deleteOldRuns(db: Query, retentionDays: number, signal?: AbortSignal): Promise<void> {
  for (const { table, endedBefore } of await listRowDeletions(db, retentionDays)) {
    await deleteFound(db, sql`${table} WHERE finished_at < ${endedBefore}`, signal);
  }
  const { rows: workflows } = await sql<{ id: string; days: number }>`
    SELECT id, (settings ->> 'keep_days')::integer AS days FROM workflows
    WHERE settings ? 'keep_days' AND deleted_at IS NULL`.execute(db);
  for (const { id, days } of workflows) {
    // The index of the workflow gives these runs, and those that pause have no end.
    const old = sql`runs WHERE workflow_id = ${id} AND settled_at < now() - make_interval(days => ${days}) AND finished_at IS NOT NULL`;
    if (days < retentionDays) await deleteFound(db, old, signal);
  }
}

async function deleteFound(db: Query, old: RawBuilder<unknown>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ id: string }>`SELECT id FROM ${old} LIMIT ${FOUND_RUNS}`.execute(db);
    let deleted = 0;
    for (let from = 0; from < rows.length; from += DELETED_RUNS) {
      signal?.throwIfAborted();
      const ids = rows.slice(from, from + DELETED_RUNS).map(({ id }) => id);
      // Skips runs that another transaction is deleting at the moment.
      const { numAffectedRows } = await sql`
        DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE id = ANY (${ids}::uuid[]) FOR UPDATE SKIP LOCKED)`.execute(
        db,
      );
      deleted += Number(numAffectedRows ?? 0);
    }
    if (rows.length < FOUND_RUNS || deleted === 0) return;
  }
}

/** Deletes the steps that ended runs have kept for replays. The runs themselves show what they always show. */
export async function deleteOldSteps(db: Query, replayDays: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    // A replay that adopts steps at this moment has locked its run. It is left for the next time.
    const { rows } = await sql<{ id: string }>`
      WITH old AS (
        SELECT id FROM runs
        WHERE id IN (SELECT run_id FROM run_steps) AND finished_at < now() - make_interval(days => ${replayDays})
        LIMIT ${DELETED_RUNS} FOR UPDATE SKIP LOCKED
      ),
      gone AS (DELETE FROM run_steps WHERE run_id IN (SELECT id FROM old))
      SELECT id FROM old`.execute(db);
    if (rows.length < DELETED_RUNS) return;
  }
}
