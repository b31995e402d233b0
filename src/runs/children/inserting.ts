/** Inserts the runs that steps start, within the limits of the tree of runs to which they belong. */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { StepError } from '../../nodes/step.ts';
import { deriveId } from '../../platform/ids.ts';
import type { TraceContext } from '../../platform/traces/tracer.ts';
import { stepKey } from '../executing/run-records.ts';
import type { StepKey } from '../executing/saved-run.ts';
import { queueNewRun } from '../store/new-runs.ts';
import type { QueueRules } from '../store/queueing.ts';
import type { RunStatus } from '../store/tables.ts';
import { lockRunForNoKeyUpdate } from '../store/waiting.ts';
import type { ParentRun } from './parent.ts';
import type { PreparedChild } from './preparing.ts';

export interface NewChild {
  /** By default the step has one run for each try. */
  id?: string;
  parent: ParentRun;
  step: StepKey;
  /** The number of the try, counted from 1. */
  attempt: number;
  isAwaited: boolean;
  prepared: PreparedChild;
  /** JSON. */
  input: string;
  traceContext: TraceContext | null;
}

/** A step that is executed again after a crash finds its run by this id. */
export function childId(parentId: string, step: StepKey, attempt: number): string {
  return deriveId(`child\n${parentId}\n${stepKey(step)}\n${attempt}`);
}

/**
 * Locks the run with which it all began, and then the parent: in the order of a tree, from the top. So the runs of a tree
 * are counted exactly. Returns the status of the parent.
 */
export async function lockTree(transaction: Query, parent: ParentRun): Promise<RunStatus | undefined> {
  if (parent.rootRunId !== parent.id) await lockRunForNoKeyUpdate(transaction, parent.rootRunId);
  return lockRunForNoKeyUpdate(transaction, parent.id);
}

/** Throws when the tree can not have another run below the parent. */
async function requireRoomInTree(transaction: Query, { depth, rootRunId }: ParentRun): Promise<void> {
  const { depth: deepest, runs: most } = fixedLimits.run.tree;
  if (depth >= deepest) throw new StepError(`Runs can start one another at most ${deepest} levels deep`);
  const { rows } = await sql<{ runs: number }>`
    SELECT count(*)::integer AS runs FROM (
      SELECT FROM runs WHERE root_run_id = ${rootRunId} LIMIT ${most}
    ) AS tree`.execute(transaction);
  if ((rows[0]?.runs ?? 0) >= most) throw new StepError(`A run and those below it can start at most ${most} runs`);
}

/**
 * Queues the run, unless it exists already, and returns its id. The tree must be locked. Throws when the tree or the queue of
 * the user is full. The limits of its workflow hold for the run, but it is never left out: without a place it waits for
 * one, because its parent waits for it.
 */
export async function insertChild(transaction: Query, child: NewChild, rules: QueueRules): Promise<string> {
  const { parent, step, attempt, isAwaited, prepared, input, traceContext } = child;
  await requireRoomInTree(transaction, parent);
  const id = child.id ?? childId(parent.id, step, attempt);
  const startedBy = { runId: parent.id, step, isAwaited, rootRunId: parent.rootRunId, depth: parent.depth + 1 };
  const trigger = { ...prepared.trigger, depth: parent.nextTriggerDepth };
  const { automatic, user } = parent;
  const run = { id, ...prepared, trigger, automatic, input, userId: user.id, traceContext, startedBy };
  await queueNewRun(transaction, run, rules);
  return id;
}

/** Lets a run use these files. */
export async function giveFiles(transaction: Query, runId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`
    INSERT INTO run_files (run_id, file_id)
    SELECT ${runId}::uuid, id FROM files WHERE id = ANY (${fileIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(transaction);
}
