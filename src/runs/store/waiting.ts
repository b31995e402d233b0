/**
 * Steps that wait for something outside of their run.
 *
 *   running ── the step opens what it waits for ──▶ waiting ── endWaiting ──▶ success or failed
 *
 * A step that waits is over when its result stands in `run_steps`, as that of any other step that is over: who
 * decides writes it there, in the transaction of the decision, while the run is held. A run that pauses because it
 * has nothing else to do is queued again by the same transaction; one that is still under way finds the result by
 * itself, at the latest when it is about to pause.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { toSavedResult } from '../executing/run-records.ts';
import type { WaitingEnd, WaitingStep } from '../executing/saved-run.ts';
import { notifyRunners } from './queueing.ts';
import type { RunStatus } from './tables.ts';

/**
 * Holds the run until the transaction ends: whoever decides what a step of it waits for does so first, and then holds
 * what it waits for. Waits for others. Undefined: there is no such run.
 */
export async function lockRunForNoKeyUpdate(transaction: Query, runId: string): Promise<RunStatus | undefined> {
  const { rows } = await sql<{ status: RunStatus }>`
    SELECT status FROM runs WHERE id = ${runId} FOR NO KEY UPDATE`.execute(transaction);
  return rows[0]?.status;
}

/** While the run is held. False: the run has ended, and the step does not wait any more. */
export async function endWaiting(transaction: Query, step: WaitingStep, end: WaitingEnd): Promise<boolean> {
  const status = await lockRunForNoKeyUpdate(transaction, step.runId);
  if (status !== 'running' && status !== 'waiting' && status !== 'queued') return false;
  const { nodeId, iteration, position, ...saved } = toSavedResult(step, end);
  const { rows } = await sql`
    INSERT INTO run_steps (run_id, node_id, iteration, position, step, output, output_characters, output_key)
    VALUES (${step.runId}, ${nodeId}, ${iteration}, ${position}, ${saved.step}, ${saved.output},
      ${saved.outputCharacters}, NULL)
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
