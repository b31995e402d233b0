/**
 * Queues the runs that triggers start, in the transaction of what started them. Any process that has room executes them.
 * They execute the version that is published at that moment, on behalf of its `run_as`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../../database.ts';
import { notifyAfterCommit } from '../../platform/postgres/notifier.ts';
import { jsonb, type StorableJson } from '../../platform/postgres/storable-text.ts';
import { admit, type Candidate, type Statements } from './admitting.ts';
import { conditionOf, type Decide, type MadeDecision, recordDecisions } from './decisions.ts';
import {
  type RunControl,
  START_COLUMNS,
  type StartColumns,
  type StartOf,
  selectControl,
  startValues,
} from './start-row.ts';

export interface QueuedRun {
  id: string;
  /** An id of `workflow_triggers`. */
  triggerId: string;
  /** JSON. */
  input: string;
  /** The number of runs before this one in a chain in which booster triggers started one from the other. */
  triggerDepth: number;
  /** The root cause of the first run in the chain. Null when this run is the first. */
  rootId: string | null;
}

export interface QueueRules {
  /** How many runs of one user may be queued. */
  queuedPerUser: number;
  startOf: StartOf;
  decide: Decide;
}

export type QueueOutcome =
  | 'queued'
  /** The call was merged with a run that waits: the id of that run is `runId`. */
  | 'merged'
  /** No run is made, because all places are taken. The run that has the first of them is `runId`. */
  | 'skipped'
  /** No run is made, because the condition of the trigger is not met. */
  | 'filtered'
  /** The queue of the user is full. */
  | 'full'
  /** The run exists already. */
  | 'known';

/**
 * The channel on which runners are notified that there is something in the queue. The payload may be the id of a process
 * that needs no notification. Runners poll as well.
 */
export const QUEUE_CHANNEL = 'runs_queued';
/** What is said on the channel when places have become free, or somebody asks for one (`free_slots`). */
export const PLACES_FREED = 'slots';

export interface Queued {
  outcome: QueueOutcome;
  userId: string;
  /** The run that the call belongs to, where it is another one. */
  runId?: string;
}

/**
 * Returns the outcome of each run by its id. Runs whose trigger no longer exists, or whose workflow is not active, have
 * no outcome.
 */
export async function queueRuns(
  transaction: Query,
  runs: readonly QueuedRun[],
  rules: QueueRules,
): Promise<ReadonlyMap<string, Queued>> {
  const rows = await insertRequested(transaction, runs, rules);
  const controlled = runs.flatMap(run => {
    const row = rows.get(run.id);
    return row?.control ? { ...run, control: row.control, userId: row.userId } : [];
  });
  const outcomes = new Map<string, Queued>();
  for (const [id, { outcome, userId, control }] of rows) if (!control) outcomes.set(id, { outcome, userId });
  for (const [id, queued] of await queueControlledRuns(transaction, controlled, rules)) outcomes.set(id, queued);
  if ([...outcomes.values()].some(({ outcome }) => outcome === 'queued')) await notifyRunners(transaction);
  return outcomes;
}

interface ControlledRun extends QueuedRun {
  control: RunControl;
  userId: string;
}

/** Queues runs of workflows with limits, and of triggers that merge calls. */
export async function queueControlledRuns(
  transaction: Query,
  runs: readonly ControlledRun[],
  rules: QueueRules,
): Promise<ReadonlyMap<string, Queued>> {
  const outcomes = new Map<string, Queued>();
  if (runs.length === 0) return outcomes;
  // A job that is repeated after a crash must not merge an event with its own run.
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM runs WHERE id = ANY (${runs.map(({ id }) => id)}::uuid[])`.execute(transaction);
  const known = new Set(rows.map(({ id }) => id));
  for (const { id, userId } of runs) if (known.has(id)) outcomes.set(id, { outcome: 'known', userId });
  const fresh = runs.filter(({ id }) => !known.has(id));
  const candidates = (await selectWanted(transaction, fresh, rules, outcomes)).map(run => {
    const start = rules.startOf(run.control, run.input) ?? NO_CONTROL;
    return { runId: run.id, workflowId: run.control.workflow.id, input: run.input, start, run };
  });
  const statements: Statements = { execute: statement => statement.execute(transaction) };
  await admit<Candidate & { run: ControlledRun }>(statements, candidates, {
    insert: async some => {
      const started = some.map(({ candidate, input, start }) => ({ ...candidate.run, input, start }));
      const inserted = await insertRequested(transaction, started, rules);
      for (const [id, { outcome, userId }] of inserted) outcomes.set(id, { outcome, userId });
      return new Set(started.filter(({ id }) => inserted.get(id)?.outcome === 'full').map(({ id }) => id));
    },
    withoutRun: ({ run: { id, userId } }, outcome) => {
      if (outcome.kind === 'full') outcomes.set(id, { outcome: 'full', userId });
      else outcomes.set(id, { outcome: outcome.kind, userId, runId: outcome.runId });
    },
  });
  return outcomes;
}

/** Returns the runs that meet the conditions of their triggers. Adds the outcome of the others to `outcomes`. */
async function selectWanted(
  transaction: Query,
  runs: readonly ControlledRun[],
  { decide }: QueueRules,
  outcomes: Map<string, Queued>,
): Promise<readonly ControlledRun[]> {
  const decisions: MadeDecision[] = [];
  const wanted = runs.filter(({ id, userId, control, triggerId, input }) => {
    const condition = conditionOf(control);
    if (!condition) return true;
    const decision = decide(condition, input);
    decisions.push({ triggerId, decision });
    if (decision === 'filtered') outcomes.set(id, { outcome: 'filtered', userId });
    return decision !== 'filtered';
  });
  await recordDecisions(transaction, decisions);
  return wanted;
}

/** For runs whose settings turn out to say nothing about them. */
export const NO_CONTROL: StartColumns = {
  concurrency: [],
  keepsPlace: false,
  headStartSeconds: 0,
  labels: null,
  collect: null,
  throttle: null,
};

interface InsertedRow {
  userId: string;
  outcome: QueueOutcome;
  /** Set instead of inserting the run, unless the run says how it starts. */
  control: RunControl | null;
}

async function insertRequested(
  transaction: Query,
  runs: readonly (QueuedRun & { start?: StorableJson | null })[],
  { queuedPerUser }: QueueRules,
): Promise<ReadonlyMap<string, InsertedRow>> {
  if (runs.length === 0) return new Map();
  const rows = sql.join(
    runs.map(
      ({ id, triggerId, input, triggerDepth, rootId, start }) =>
        sql`(${id}::uuid, ${triggerId}::uuid, ${input}::text, ${triggerDepth}::integer, ${rootId}::uuid, ${
          start === undefined
        }::boolean, ${jsonb(start ?? null)})`,
    ),
  );
  const { rows: outcomes } = await sql<InsertedRow & { id: string }>`
    WITH requested (id, trigger_id, input, trigger_depth, root_id, is_new, start) AS (VALUES ${rows}),
    ${selectFittingRuns(sql`requested`, queuedPerUser)},
    queued AS (${insertQueuedRuns(sql`fitting`, { hasRoots: true, hasStart: runs.some(({ start }) => start) })})
    SELECT starting.id, starting.user_id AS "userId", starting.control,
      CASE WHEN queued.id IS NOT NULL THEN 'queued' WHEN fitting.id IS NULL THEN 'full' ELSE 'known' END AS outcome
    FROM starting LEFT JOIN fitting ON fitting.id = starting.id LEFT JOIN queued ON queued.id = starting.id`.execute(
    transaction,
  );
  return new Map(outcomes.map(({ id, ...rest }) => [id, rest]));
}

/**
 * Parts of a WITH clause that read rows of `id, trigger_id, is_new` and further columns. `starting` contains the runs that
 * may start, with their user and with what controls them, if they are new. `fitting` contains those that nothing controls,
 * or nothing any longer, and for which the queue of that user has room. Transactions that
 * queue runs at the same moment do not see each other, so a queue may exceed its limit by some runs.
 */
export function selectFittingRuns(source: RawBuilder<unknown>, queuedPerUser: number): RawBuilder<unknown> {
  return sql`
    starting AS MATERIALIZED (
      SELECT source.*, workflows.run_as AS user_id,
        CASE WHEN source.is_new THEN ${selectControl('workflow_triggers', { withCondition: true })} END AS control
      FROM ${source} AS source
      JOIN workflow_triggers ON workflow_triggers.id = source.trigger_id
      JOIN workflows ON workflows.id = workflow_triggers.workflow_id
      WHERE workflows.active AND workflows.run_as IS NOT NULL
    ),
    queues AS MATERIALIZED (
      SELECT user_id, ${countQueuedRuns(sql`users.user_id`, sql`${queuedPerUser}`)} AS waiting
      FROM (SELECT DISTINCT user_id FROM starting) AS users
    ),
    fitting AS MATERIALIZED (
      SELECT numbered.* FROM (
        SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY id) AS place FROM starting
        WHERE control IS NULL
      ) AS numbered JOIN queues ON queues.user_id = numbered.user_id
      WHERE waiting + place <= ${queuedPerUser}
    )`;
}

/** Counts the queued runs of a user, up to a limit. Those that are held count as well. Each part has its own index. */
export function countQueuedRuns(userId: RawBuilder<unknown>, limit: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = sql`runs.created_by = ${userId} AND runs.status = 'queued'`;
  return sql`(SELECT count(*)::integer FROM (
    SELECT FROM runs WHERE ${own} AND runs.held IS NULL
    UNION ALL SELECT FROM runs WHERE ${own} AND runs.held IS NOT NULL LIMIT ${limit}
  ) AS waiting)`;
}

/** Counts the queued runs of a workflow, up to a limit, without those that are held. */
export function countQueuedRunsOf(workflowId: RawBuilder<unknown>, limit: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT count(*)::integer FROM (
    SELECT FROM runs WHERE runs.workflow_id = ${workflowId} AND runs.status = 'queued' AND runs.held IS NULL LIMIT ${limit}
  ) AS waiting)`;
}

/**
 * Inserts runs from rows of `id, trigger_id, input, trigger_depth`, and of `root_id`, `trace_context` and `start` when the
 * options say so. The caller must notify the runners as well.
 */
export function insertQueuedRuns(
  source: RawBuilder<unknown>,
  {
    hasRoots = false,
    hasTraces = false,
    hasStart = false,
  }: { hasRoots?: boolean; hasTraces?: boolean; hasStart?: boolean } = {},
): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
      trigger_depth, root_id, automatic, input, status, created_by, trace_context${hasStart ? sql`, ${START_COLUMNS}` : sql``})
    SELECT source.id, workflows.id, workflows.name, workflows.organization_id, workflows.published_version,
      workflow_triggers.node_id, workflow_triggers.type, source.trigger_depth,
      ${hasRoots ? sql`source.root_id` : sql`NULL::uuid`}, true, source.input, 'queued', workflows.run_as,
      ${hasTraces ? sql`source.trace_context` : sql`NULL`}${hasStart ? sql`, ${startValues(sql`source.start`)}` : sql``}
    FROM ${source} AS source
    JOIN workflow_triggers ON workflow_triggers.id = source.trigger_id
    JOIN workflows ON workflows.id = workflow_triggers.workflow_id
    WHERE workflows.active AND workflows.run_as IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING id`;
}

/** Must be called in the transaction that queues runs. The runners are notified after its commit. */
export async function notifyRunners(transaction: Query): Promise<void> {
  await notifyAfterCommit(QUEUE_CHANNEL).execute(transaction);
}
