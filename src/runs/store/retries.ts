/** The retries that failed runs wait for. `failures/retrying.ts` starts them. */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { WorkflowSettings } from '../../engine/settings.ts';
import type { RunVariation } from '../executing/run-variation.ts';
import { retryDelaySeconds } from './retry-rules.ts';
import { endRuns, type RunToEnd, within } from './run-store.ts';

/**
 * Returns after how many seconds a run is tried again that is about to fail in an effect. Undefined when its failure
 * counts, or when it is over already.
 */
export async function findRetryDelay(db: Query, { id, lease }: RunToEnd): Promise<number | undefined> {
  const { rows } = await sql<{ settings: WorkflowSettings; options: string | null }>`
    SELECT workflows.settings, runs.options FROM runs JOIN workflows ON workflows.id = runs.workflow_id
    WHERE runs.id = ${id} AND runs.lease = ${lease} AND runs.status = 'running' AND runs.automatic AND NOT runs.is_test
      AND workflows.active AND workflows.deleted_at IS NULL AND workflows.settings ? 'retry'`.execute(db);
  const [row] = rows;
  if (!row?.settings.retry) return undefined;
  const variation: RunVariation | null = row.options === null ? null : JSON.parse(row.options);
  return retryDelaySeconds(row.settings.retry, variation?.attempt ?? 1);
}

/** Ends a failed run that is tried again: nobody sees the one without the other. Returns false when the lease is lost. */
export async function endUntilRetry(db: Query, run: RunToEnd, delaySeconds: number): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    await sql`
      UPDATE runs SET next_retry_at = now() + make_interval(secs => ${delaySeconds})
      WHERE id = ${run.id} AND lease = ${run.lease} AND status = 'running'`.execute(transaction);
    return (await endRuns(within(transaction), [run])).has(run.id);
  });
}

/** Drops the retry of a run that is replayed instead. What becomes of the replay counts. */
export async function dropRetry(transaction: Query, runId: string): Promise<void> {
  await clearRetry(transaction, runId);
}

/** Drops the retry of a run, whose failure counts from now on. Returns false when it had none. */
export async function giveUpRetry(transaction: Query, runId: string): Promise<boolean> {
  if (!(await clearRetry(transaction, runId))) return false;
  await transaction.insertInto('run_events').values({ run_id: runId, is_final: true }).execute();
  await sql`SELECT open_run_failure(runs) FROM runs WHERE id = ${runId}`.execute(transaction);
  return true;
}

async function clearRetry(transaction: Query, runId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('runs')
    .set({ next_retry_at: null })
    .where('id', '=', runId)
    .where('next_retry_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
