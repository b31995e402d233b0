/**
 * Queues the runs that triggers start, in the transaction of what started them. Any process that has room executes them.
 * They execute the version that is published at that moment, on behalf of its `run_as`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../../database.ts';

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

type QueueOutcome =
  | 'queued'
  /** The queue of the user is full. */
  | 'full'
  /** The run exists already. */
  | 'known';

/** The channel on which runners are notified that there is something in the queue. */
export const QUEUE_CHANNEL = 'runs_queued';

/**
 * Returns the outcome of each run by its id. Runs whose trigger no longer exists, or whose workflow is not active, have
 * no outcome.
 */
export async function queueRuns(
  transaction: Query,
  runs: readonly QueuedRun[],
  { queuedPerUser }: { queuedPerUser: number },
): Promise<ReadonlyMap<string, { outcome: QueueOutcome; userId: string }>> {
  if (runs.length === 0) return new Map();
  const rows = sql.join(
    runs.map(
      ({ id, triggerId, input, triggerDepth, rootId }) =>
        sql`(${id}::uuid, ${triggerId}::uuid, ${input}::text, ${triggerDepth}::integer, ${rootId}::uuid)`,
    ),
  );
  const { rows: outcomes } = await sql<{ id: string; userId: string; outcome: QueueOutcome }>`
    WITH requested (id, trigger_id, input, trigger_depth, root_id) AS (VALUES ${rows}),
    ${selectFittingRuns(sql`requested`, queuedPerUser)},
    queued AS (${insertQueuedRuns(sql`fitting`, { hasRoots: true })})
    SELECT starting.id, starting.user_id AS "userId",
      CASE WHEN queued.id IS NOT NULL THEN 'queued' WHEN fitting.id IS NULL THEN 'full' ELSE 'known' END AS outcome
    FROM starting LEFT JOIN fitting ON fitting.id = starting.id LEFT JOIN queued ON queued.id = starting.id`.execute(
    transaction,
  );
  if (outcomes.some(({ outcome }) => outcome === 'queued')) await notifyRunners(transaction);
  return new Map(outcomes.map(({ id, ...rest }) => [id, rest]));
}

/**
 * Parts of a WITH clause that read rows of `id, trigger_id` and further columns. `starting` contains the runs that may
 * start, with their user. `fitting` contains those of them for which the queue of that user has room. Transactions that
 * queue runs at the same moment do not see each other, so a queue may exceed its limit by some runs.
 */
export function selectFittingRuns(source: RawBuilder<unknown>, queuedPerUser: number): RawBuilder<unknown> {
  return sql`
    starting AS MATERIALIZED (
      SELECT source.*, workflows.run_as AS user_id FROM ${source} AS source
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
      ) AS numbered JOIN queues ON queues.user_id = numbered.user_id
      WHERE waiting + place <= ${queuedPerUser}
    )`;
}

/** Counts the queued runs of a user, up to a limit. */
export function countQueuedRuns(userId: RawBuilder<unknown>, limit: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT count(*)::integer FROM (
    SELECT FROM runs WHERE runs.created_by = ${userId} AND runs.status = 'queued' LIMIT ${limit}
  ) AS waiting)`;
}

/**
 * Inserts runs from rows of `id, trigger_id, input, trigger_depth`, and of `root_id` and `trace_context` when the options
 * say so. The caller must notify the runners as well.
 */
export function insertQueuedRuns(
  source: RawBuilder<unknown>,
  { hasRoots = false, hasTraces = false }: { hasRoots?: boolean; hasTraces?: boolean } = {},
): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
      trigger_depth, root_id, automatic, input, status, created_by, trace_context)
    SELECT source.id, workflows.id, workflows.name, workflows.organization_id, workflows.published_version,
      workflow_triggers.node_id, workflow_triggers.type, source.trigger_depth,
      ${hasRoots ? sql`source.root_id` : sql`NULL::uuid`}, true, source.input, 'queued', workflows.run_as,
      ${hasTraces ? sql`source.trace_context` : sql`NULL`}
    FROM ${source} AS source
    JOIN workflow_triggers ON workflow_triggers.id = source.trigger_id
    JOIN workflows ON workflows.id = workflow_triggers.workflow_id
    WHERE workflows.active AND workflows.run_as IS NOT NULL
    ON CONFLICT (id) DO NOTHING RETURNING id`;
}

/** Must be called in the transaction that queues runs. The runners are notified when it commits. */
export async function notifyRunners(transaction: Query): Promise<void> {
  await sql`SELECT pg_notify(${QUEUE_CHANNEL}, '')`.execute(transaction);
}
