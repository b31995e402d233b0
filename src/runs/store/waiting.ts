/**
 * Ends steps that wait for something outside of their run.
 *
 *   running ── the step opens what it waits for ──▶ waiting ── endWaiting ──▶ success or failed
 *
 * A waiting step is over when its result is in `run_steps`, like that of any other settled step. The transaction of the
 * decision inserts the result while it has a lock on the run. When the run has paused, the same transaction queues it
 * again. A run that is still executing finds the result by itself, at the latest when it is about to pause.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { toSavedResult } from '../executing/run-records.ts';
import type { SavedStep, WaitingEnd, WaitingStep } from '../executing/saved-run.ts';
import { notifyRunners } from './queueing.ts';
import type { RunStatus } from './tables.ts';

/**
 * Locks the run until the transaction ends, and waits for other locks. A decision locks the run first, and then what the
 * step waits for. Returns undefined when the run does not exist.
 */
export async function lockRunForNoKeyUpdate(transaction: Query, runId: string): Promise<RunStatus | undefined> {
  const { rows } = await sql<{ status: RunStatus }>`
    SELECT status FROM runs WHERE id = ${runId} FOR NO KEY UPDATE`.execute(transaction);
  return rows[0]?.status;
}

/** Returns false when the run has ended, or when the step no longer waits. */
export async function endWaiting(transaction: Query, step: WaitingStep, end: WaitingEnd): Promise<boolean> {
  const status = await lockRunForNoKeyUpdate(transaction, step.runId);
  if (status !== 'running' && status !== 'waiting' && status !== 'queued') return false;
  const { nodeId, iteration, position, ...saved } = toSavedResult(step, end);
  const { rows } = await sql`
    INSERT INTO run_steps (run_id, node_id, iteration, position, step, output, output_characters, output_key)
    SELECT ${step.runId}::uuid, ${nodeId}::text, ${iteration}::integer[], ${position}::integer, ${saved.step}::text,
      ${outputColumns(saved, end)}
    ON CONFLICT DO NOTHING RETURNING run_id`.execute(transaction);
  if (rows.length === 0) return false;
  if (status === 'waiting') {
    await transaction
      .updateTable('runs')
      .set({ status: 'queued', updated_at: sql<Date>`now()` })
      .where('id', '=', step.runId)
      .execute();
    await notifyRunners(transaction);
  }
  return true;
}

/** The result of another run is copied as it is, however long it is. */
function outputColumns({ output, outputCharacters }: Pick<SavedStep, 'output' | 'outputCharacters'>, end: WaitingEnd) {
  if (!('resultOf' in end)) return sql`${output}::text, ${outputCharacters}::integer, NULL`;
  return sql`result.output, length(result.output), NULL
    FROM (SELECT coalesce(nullif(output, ''), 'null') AS output FROM runs WHERE id = ${end.resultOf}) AS result`;
}
