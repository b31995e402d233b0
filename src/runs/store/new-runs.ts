/**
 * Queues the runs that are asked for one at a time: by a request, a step, a person who replays a run or waits for a call.
 * Calls and events, of which many come together, have statements of their own (`accept-statements.ts`, `queueing.ts`), and
 * so have runs that begin before they are stored (`run-store.ts`).
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { WorkflowSettings } from '../../engine/settings.ts';
import { tooManyQueuedRuns, tooManyQueuedRunsOfUser } from '../../errors.ts';
import { jsonb, type StorableJson } from '../../platform/postgres/storable-text.ts';
import type { TraceContext } from '../../platform/traces/tracer.ts';
import type { RunVariation } from '../executing/run-variation.ts';
import type { StepKey } from '../executing/saved-run.ts';
import { countQueuedRuns, countQueuedRunsOf, notifyRunners, type QueueRules } from './queueing.ts';
import { START_COLUMNS, type StartColumns, startValues, toStartJson } from './start-row.ts';

/** A run that is to be queued, whoever asks for it. */
export interface NewRun {
  id: string;
  workflow: {
    id: string;
    name: string;
    organizationId: string | null;
    /** Those that hold for the run: most often those of the published version. */
    settings: WorkflowSettings | null;
    /** The version that the row of the workflow must still have. By default any. */
    rowVersion?: number;
  };
  version: number | null;
  /** The draft that is executed, as JSON. Null for a published version. */
  definition: string | null;
  revisionId: string | null;
  trigger: { nodeId: string; type: string; depth: number };
  automatic: boolean;
  /** JSON. */
  input: string;
  userId: string;
  traceContext: TraceContext | null;
  /** The step that starts the run. */
  startedBy?: { runId: string; step: StepKey; isAwaited: boolean; rootRunId: string; depth: number };
  /** The run that is repeated, whose row must be locked. */
  repeats?: { runId: string; variation: RunVariation | null };
}

/** What the settings of its workflow say about the run. It is never merged with another one. */
export function startColumnsOf({ workflow, trigger, input }: NewRun, { startOf }: QueueRules): StartColumns | null {
  const { id, name, organizationId, settings } = workflow;
  const { nodeId, type } = trigger;
  return startOf({ settings, trigger: null, nodeId, type, workflow: { id, name }, organizationId }, input);
}

/**
 * Queues the run if the queue of its user has room, and returns false when the workflow has changed or is gone, or when
 * the run exists already. Without a free place the run waits for one.
 */
export async function queueNewRun(transaction: Query, run: NewRun, rules: QueueRules): Promise<boolean> {
  await requireRoomInQueue(transaction, run.userId, rules);
  return insertNewRun(transaction, run, toStartJson(startColumnsOf(run, rules)));
}

/** As above, for a run about whose room and start the caller has decided. */
export async function insertNewRun(transaction: Query, run: NewRun, start: StorableJson | null): Promise<boolean> {
  const { workflow, trigger, startedBy, repeats } = run;
  const { rowVersion = null } = workflow;
  const cause = startedBy?.runId ?? repeats?.runId ?? null;
  const variation = repeats?.variation ? JSON.stringify(repeats.variation) : null;
  // A replay has the first lease already, so that the process that claims it looks for steps to adopt.
  const lease = repeats ? 1 : 0;
  const { rows } = await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, definition, revision_id, trigger_node_id,
      trigger_type, trigger_depth, root_id, automatic, input, status, created_by, trace_context,
      parent_run_id, parent_node_id, parent_iteration, is_awaited, root_run_id, depth, replay_of, options, lease,
      ${START_COLUMNS})
    SELECT ${run.id}::uuid, workflows.id, workflows.name, workflows.organization_id, ${run.version}::integer,
      ${run.definition}::text, ${run.revisionId}::uuid, ${trigger.nodeId}::text, ${trigger.type}::text,
      ${trigger.depth}::integer,
      (SELECT coalesce(root_id, ${startedBy?.runId ?? null}::uuid) FROM runs WHERE id = ${cause}::uuid),
      ${run.automatic}::boolean, ${run.input}::text, 'queued', ${run.userId}::uuid, ${run.traceContext}::text,
      ${startedBy?.runId ?? null}::uuid, ${startedBy?.step.nodeId ?? null}::text,
      ${startedBy ? [...startedBy.step.iteration] : null}::integer[], ${startedBy?.isAwaited ?? null}::boolean,
      ${startedBy?.rootRunId ?? null}::uuid, ${startedBy?.depth ?? null}::integer,
      ${repeats?.runId ?? null}::uuid, ${variation}::text, ${lease}::integer, ${startValues(jsonb(start))}
    FROM workflows
    WHERE workflows.id = ${workflow.id} AND workflows.deleted_at IS NULL
      AND (${rowVersion}::bigint IS NULL OR workflows.row_version = ${rowVersion})
    ON CONFLICT DO NOTHING RETURNING id`.execute(transaction);
  if (rows.length === 1) await notifyRunners(transaction);
  return rows.length === 1;
}

/**
 * Throws when the queue of the user, or of a workflow, is full. Transactions that queue runs at the same moment do not see
 * each other, so a queue may exceed its limit by some runs.
 */
export async function requireRoomInQueue(
  transaction: Query,
  userId: string,
  { queuedPerUser }: Pick<QueueRules, 'queuedPerUser'>,
  workflow?: { id: string; queued: number },
): Promise<void> {
  const { rows } = await sql<{ ofUser: number; ofWorkflow: number }>`
    SELECT ${countQueuedRuns(sql`${userId}::uuid`, sql`${queuedPerUser}`)} AS "ofUser",
      ${countQueuedRunsOf(sql`${workflow?.id ?? null}::uuid`, sql`${workflow?.queued ?? 0}`)} AS "ofWorkflow"`.execute(
    transaction,
  );
  const { ofUser = 0, ofWorkflow = 0 } = rows[0] ?? {};
  if (workflow && ofWorkflow >= workflow.queued) throw tooManyQueuedRuns(ofWorkflow);
  if (ofUser >= queuedPerUser) throw tooManyQueuedRunsOfUser(ofUser);
}
