/** The retries that failed runs wait for. `failures/retrying.ts` plans and starts them. */
import type { Query } from '../../database.ts';

/** Drops the retry of a run that is replayed instead. What becomes of the replay counts. */
export async function dropRetry(transaction: Query, runId: string): Promise<void> {
  await clearRetry(transaction, runId);
}

/** Drops the retry of a run, whose failure counts from now on. Returns false when it had none. */
export async function giveUpRetry(transaction: Query, runId: string): Promise<boolean> {
  if (!(await clearRetry(transaction, runId))) return false;
  await transaction.insertInto('run_events').values({ run_id: runId, is_final: true }).execute();
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
