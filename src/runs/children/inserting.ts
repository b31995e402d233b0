/** Inserts the runs that steps start, within the limits of the tree of runs to which they belong. */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { StepError } from '../../nodes/step.ts';
import { deriveId } from '../../platform/ids.ts';
import { jsonb } from '../../platform/postgres/storable-text.ts';
import type { TraceContext } from '../../platform/traces/tracer.ts';
import { stepKey } from '../executing/run-records.ts';
import type { StepKey } from '../executing/saved-run.ts';
import { notifyRunners, type QueueRules } from '../store/queueing.ts';
import { requireRoomInQueue } from '../store/requested-runs.ts';
import { type RunControl, START_COLUMNS, startValues, toStartJson } from '../store/start-row.ts';
import type { RunStatus } from '../store/tables.ts';
import { lockRunForNoKeyUpdate } from '../store/waiting.ts';
import type { ParentRun } from './parent.ts';
import type { PreparedChild } from './preparing.ts';

export interface NewChild {
  parent: ParentRun;
  step: StepKey;
  /** The number of the try, counted from 1. */
  attempt: number;
  isAwaited: boolean;
  child: PreparedChild;
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
export async function insertChild(transaction: Query, run: NewChild, rules: QueueRules): Promise<string> {
  const { parent, step, attempt, isAwaited, child } = run;
  await requireRoomInTree(transaction, parent);
  await requireRoomInQueue(transaction, parent.user.id, rules);
  const start = child.settings && toStartJson(rules.startOf(toControl(child), run.input));
  const id = childId(parent.id, step, attempt);
  const { rows } = await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, definition, revision_id,
      trigger_node_id, trigger_type, trigger_depth, root_id, automatic, input, status, created_by, trace_context,
      parent_run_id, parent_node_id, parent_iteration, is_awaited, root_run_id, depth, ${START_COLUMNS})
    SELECT ${id}::uuid, workflows.id, workflows.name, workflows.organization_id, ${child.version}::integer,
      ${child.definition}::text, ${child.revisionId}::uuid, ${child.triggerNodeId}::text, ${child.triggerType}::text,
      ${parent.nextTriggerDepth}::integer, coalesce(parent.root_id, parent.id), ${parent.automatic}::boolean,
      ${run.input}::text, 'queued', ${parent.user.id}::uuid, ${run.traceContext}::text,
      parent.id, ${step.nodeId}::text, ${[...step.iteration]}::integer[], ${isAwaited}::boolean,
      ${parent.rootRunId}::uuid, ${parent.depth + 1}::integer, ${startValues(jsonb(start))}
    FROM workflows, runs AS parent
    WHERE workflows.id = ${child.workflowId} AND workflows.deleted_at IS NULL AND parent.id = ${parent.id}
    ON CONFLICT DO NOTHING RETURNING id`.execute(transaction);
  if (rows.length > 0) await notifyRunners(transaction);
  return id;
}

function toControl({
  settings,
  triggerNodeId,
  triggerType,
  workflowId,
  workflowName,
  organizationId,
}: PreparedChild): RunControl {
  const workflow = { id: workflowId, name: workflowName };
  return { settings, trigger: null, nodeId: triggerNodeId, type: triggerType, workflow, organizationId };
}

/** Lets a run use these files. */
export async function giveFiles(transaction: Query, runId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`
    INSERT INTO run_files (run_id, file_id)
    SELECT ${runId}::uuid, id FROM files WHERE id = ANY (${fileIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(transaction);
}
