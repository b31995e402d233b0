/**
 * Ends the steps that wait for another run, the child. The transaction that ends a child also ends the step:
 *
 *   the parent is locked ── the child ends ──▶ the step has its result, and the parent is queued if it is paused
 *                                          ──▶ the step asks for another try: a job starts the next child
 *
 * Locks go from parent to child, everywhere. A parent that is just about to pause would otherwise miss the end of its
 * child. What slips through, such as a child that was deleted with its workflow, is found by a reconciliation.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { readRetryPolicy } from '../../nodes/retry.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { insertJobs } from '../../platform/jobs/job-table.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { transactionConflict } from '../../platform/postgres/connection-error.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import { stepKey } from '../executing/run-records.ts';
import type { RunParent } from '../executing/run-state.ts';
import type { StepKey, WaitingEnd } from '../executing/saved-run.ts';
import type { StepTry } from '../schemas.ts';
import { shareFiles } from './replays.ts';
import { endRuns, type RunToEnd, within } from './run-store.ts';
import { endWaiting, lockRunForNoKeyUpdate } from './waiting.ts';

/** How a child ended. */
export type ChildEnd =
  | { status: 'success' }
  | { status: 'failed'; error: string }
  | { status: 'cancelled' }
  | { status: 'deleted' }
  /** The next try could not begin. */
  | { status: 'refused'; error: string };

/** Which try of a waiting step is to begin. */
export interface NextTry {
  run_id: string;
  node_id: string;
  iteration: number[];
  attempt: number;
}

export const startNextTryJob = defineJob<NextTry>('runs.start-next-try', { attempts: 10, maxDelaySeconds: 60 });

/** Ends a child under its lease, and the step that waits for it. Returns false when the lease is lost. */
export async function endChild(db: Query, run: RunToEnd, parent: RunParent): Promise<boolean> {
  const hasEnded = await inTree(db, async transaction => {
    await lockRunForNoKeyUpdate(transaction, parent.runId);
    const ended = await endRuns(within(transaction), [run]);
    if (!ended.has(run.id)) return false;
    const { status, error } = run.end;
    await endAwaiting(transaction, run.id, status === 'success' ? { status } : { status, error });
    passPoint('child.ending');
    return true;
  });
  passPoint('child.ended');
  return hasEnded;
}

/** The number of attempts at a transaction that locks runs of a tree. */
const TREE_ATTEMPTS = 5;

/**
 * Repeats the transaction when it met another one. A batch cancels many runs in one transaction, in the order in which they
 * were chosen, and may lock a child before its parent.
 */
export async function inTree<Result>(db: Query, act: (transaction: Query) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(act);
    } catch (error) {
      if (attempt === TREE_ATTEMPTS || transactionConflict(error) === undefined) throw error;
    }
  }
}

/**
 * Locks the parent of a run that is to be ended from outside, before the run itself is locked. Returns false when no step
 * waits for the run. Otherwise `endAwaiting` must be called when the run has ended.
 */
export async function lockParentForNoKeyUpdate(transaction: Query, runId: string): Promise<boolean> {
  const run = await transaction
    .selectFrom('runs')
    .select(['parent_run_id', 'is_awaited'])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run?.is_awaited || run.parent_run_id === null) return false;
  await lockRunForNoKeyUpdate(transaction, run.parent_run_id);
  return true;
}

/** Ends the step that waits for this child, whose parent is locked. Does nothing when no step waits. */
export async function endAwaiting(transaction: Query, childId: string, end: ChildEnd): Promise<void> {
  const row = await transaction
    .selectFrom('run_children')
    .selectAll()
    .where('child_id', '=', childId)
    .where('is_open', '=', true)
    .executeTakeFirst();
  // While the next try is on its way, the last one has been dealt with.
  if (!row || (row.retry_at !== null && end.status !== 'refused')) return;
  const child = `Run ${childId} of '${row.workflow_name}'`;
  const error = describeFailure(end, child, row.workflow_name);
  const tries = end.status === 'refused' ? row.tries : [...row.tries, await readTry(transaction, childId, row, error)];
  const { attempts, delayMs } = readRetryPolicy({ retry: row.retry });
  const key = { nodeId: row.node_id, iteration: row.iteration };
  if (end.status === 'failed' && row.attempt < attempts) {
    await askForNextTry(transaction, row.run_id, key, { tries, delayMs: delayMs(row.attempt) });
    return;
  }
  const { run_id: runId, position, started_at: startedAt } = row;
  const step = { ...key, runId, nodeType: 'workflow.run', position, startedAt, tries };
  if (end.status === 'success') await shareFiles(transaction, { runId, from: childId });
  const result: WaitingEnd = error === '' ? { status: 'success', resultOf: childId } : { status: 'failed', error };
  await endWaiting(transaction, step, result);
  await transaction
    .updateTable('run_children')
    .set({ is_open: false, retry_at: null })
    .where('child_id', '=', childId)
    .execute();
}

/** Returns '' when the child succeeded. */
function describeFailure(end: ChildEnd, child: string, workflowName: string): string {
  switch (end.status) {
    case 'success':
      return '';
    case 'failed':
      return `${child} failed: ${end.error}`;
    case 'cancelled':
      return `${child} was cancelled`;
    case 'deleted':
      return `The run of '${workflowName}' was deleted`;
    case 'refused':
      return end.error;
  }
}

async function readTry(
  transaction: Query,
  childId: string,
  step: { started_at: Date },
  error: string,
): Promise<StepTry> {
  const child = await transaction
    .selectFrom('runs')
    .select(['created_at', 'finished_at'])
    .where('id', '=', childId)
    .executeTakeFirst();
  const { created_at: startedAt = step.started_at, finished_at: finishedAt } = child ?? {};
  return { started_at: startedAt.getTime(), finished_at: (finishedAt ?? new Date()).getTime(), error };
}

async function askForNextTry(
  transaction: Query,
  runId: string,
  step: StepKey,
  { tries, delayMs }: { tries: readonly StepTry[]; delayMs: number },
): Promise<void> {
  const { rows } = await sql<{ attempt: number; retry_at: Date }>`
    UPDATE run_children SET attempt = attempt + 1, tries = ${toStorableJson(tries)},
      retry_at = now() + make_interval(secs => ${delayMs / 1000})
    WHERE run_id = ${runId} AND node_id = ${step.nodeId} AND iteration = ${[...step.iteration]}::integer[]
    RETURNING attempt, retry_at`.execute(transaction);
  const [row] = rows;
  if (row) await enqueueNextTry(transaction, runId, step, { attempt: row.attempt, startAfter: row.retry_at });
}

export async function enqueueNextTry(
  transaction: Query,
  runId: string,
  step: StepKey,
  { attempt, startAfter }: { attempt: number; startAfter: Date },
): Promise<void> {
  const payload: NextTry = { run_id: runId, node_id: step.nodeId, iteration: [...step.iteration], attempt };
  const key = `${runId} ${stepKey(step)} ${attempt}`;
  await insertJobs(transaction, { kind: startNextTryJob.name, payloads: [payload], key, startAfter });
}
