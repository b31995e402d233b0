/**
 * Starts the next try of a step whose child has failed. The end of a child asks for it (`store/child-ends.ts`), and a job
 * does it after the delay: no process has to live that long.
 */
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import { refusalToStepError, StepError } from '../../nodes/step.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { isOpen } from '../store/cancelling.ts';
import { endAwaiting, type NextTry } from '../store/child-ends.ts';
import type { QueueRules } from '../store/queueing.ts';
import { shareFiles } from '../store/replays.ts';
import { lockRunForNoKeyUpdate } from '../store/waiting.ts';
import { insertChild, lockTree, type NewChild } from './inserting.ts';
import { findParentRun, type ParentRun } from './parent.ts';
import { type PreparingServices, prepareChild } from './preparing.ts';

export interface NextTryServices extends PreparingServices {
  database: HeddleDatabase;
  rules: QueueRules;
}

export async function startNextTry(services: NextTryServices, wanted: NextTry): Promise<void> {
  const { query: db } = services.database;
  const [waiting, parent] = [await findWaiting(db, wanted), await findParentRun(db, wanted.run_id)];
  if (!waiting || !parent) return;
  try {
    const last = await findLast(db, waiting);
    const { workflow_id: workflowId, draft: isDraft } = waiting;
    const prepared = await prepareChild(services, db, parent, { workflowId, isDraft });
    const step = { nodeId: wanted.node_id, iteration: wanted.iteration };
    const { input, trace_context: traceContext } = last;
    const run = { parent, step, attempt: wanted.attempt, isAwaited: true, prepared, input, traceContext };
    await db.transaction().execute(transaction => start(services, transaction, wanted, run));
    passPoint('child.tried-again');
  } catch (error) {
    const refusal = refusalToStepError(error);
    if (!(refusal instanceof StepError)) throw error;
    await refuse(db, parent, waiting.child_id, refusal.message);
  }
}

async function start({ rules }: NextTryServices, transaction: Query, wanted: NextTry, run: NewChild): Promise<void> {
  const status = await lockTree(transaction, run.parent);
  const waiting = await findWaiting(transaction, wanted);
  if (!waiting) return;
  if (status === undefined || !isOpen(status)) return closeWait(transaction, waiting.child_id);
  const runId = await insertChild(transaction, run, rules);
  await shareFiles(transaction, { runId, from: waiting.child_id });
  await transaction
    .updateTable('run_children')
    .set({ child_id: runId, retry_at: null })
    .where('child_id', '=', waiting.child_id)
    .execute();
  passPoint('child.trying-again');
}

/** The run has ended, and nobody waits any more. */
async function closeWait(transaction: Query, childId: string): Promise<void> {
  await transaction
    .updateTable('run_children')
    .set({ is_open: false, retry_at: null })
    .where('child_id', '=', childId)
    .execute();
}

/** Returns undefined when the step does not wait for this try. */
async function findWaiting(db: Query, { run_id, node_id, iteration, attempt }: NextTry) {
  return db
    .selectFrom('run_children')
    .select(['child_id', 'workflow_id', 'workflow_name', 'draft'])
    .where('run_id', '=', run_id)
    .where('node_id', '=', node_id)
    .where('iteration', '=', sql<number[]>`${iteration}::integer[]`)
    .where('attempt', '=', attempt)
    .where('is_open', '=', true)
    .where('retry_at', 'is not', null)
    .executeTakeFirst();
}

/** The new try has the input of the one before. */
async function findLast(db: Query, waiting: { child_id: string; workflow_name: string }) {
  const last = await db
    .selectFrom('runs')
    .select(['input', 'trace_context'])
    .where('id', '=', waiting.child_id)
    .executeTakeFirst();
  if (!last) throw new StepError(`The run of '${waiting.workflow_name}' was deleted`);
  return last;
}

async function refuse(db: Query, parent: ParentRun, childId: string, error: string): Promise<void> {
  await db.transaction().execute(async transaction => {
    await lockRunForNoKeyUpdate(transaction, parent.id);
    await endAwaiting(transaction, childId, { status: 'refused', error });
  });
}
