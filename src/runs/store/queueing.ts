/**
 * Runs that triggers start: queued in the transaction of what started them, and executed by whichever process is
 * free. They are of the version that is published at that moment, and execute on behalf of its `run_as`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../../database.ts';

export interface QueuedRun {
  id: string;
  /** In `workflow_triggers`. */
  triggerId: string;
  /** JSON. */
  input: string;
  /** Runs that booster triggers started one from the other before this one. */
  triggerDepth: number;
  /** What the first of them goes back to. Null: this run itself. */
  rootId: string | null;
}

/** What became of a run that was to be queued. */
export type Queueing =
  | 'queued'
  /** The queue of the user is full. */
  | 'full'
  /** It is there already. */
  | 'known';

/** Runners listen on it: there is something in the queue. */
export const QUEUE_CHANNEL = 'runs_queued';

/** By their ids. Of those whose trigger is gone, or whose workflow is not active, nothing is told. */
export async function queueRuns(
  transaction: Query,
  runs: readonly QueuedRun[],
  { queuedPerUser }: { queuedPerUser: number },
): Promise<ReadonlyMap<string, { outcome: Queueing; userId: string }>> {
  if (runs.length === 0) return new Map();
  const rows = sql.join(
    runs.map(
      ({ id, triggerId, input, triggerDepth, rootId }) =>
        sql`(${id}::uuid, ${triggerId}::uuid, ${input}::text, ${triggerDepth}::integer, ${rootId}::uuid)`,
    ),
  );
  const { rows: outcomes } = await sql<{ id: string; userId: string; outcome: Queueing }>`
    WITH given (id, trigger_id, input, trigger_depth, root_id) AS (VALUES ${rows}),
    ${selectFittingRuns(sql`given`, queuedPerUser)},
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
 * From rows of `id, trigger_id` and more, as parts of a WITH clause: `starting`, those that may start, with the user on
 * whose behalf; and of them `fitting`, for which the queue of that user has room. Runs that are queued at the same
 * moment do not see each other, so a queue may get longer than it should by some of them.
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

/** How many runs of a user wait, as far as that matters. */
export function countQueuedRuns(userId: RawBuilder<unknown>, most: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT count(*)::integer FROM (
    SELECT FROM runs WHERE runs.created_by = ${userId} AND runs.status = 'queued' LIMIT ${most}
  ) AS waiting)`;
}

/**
 * From rows of `id, trigger_id, input, trigger_depth`, and of more where the options say so. Whoever executes it is to
 * `notifyRunners` as well.
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

/** In the transaction that put something into the queue: they hear of it when that commits. */
export async function notifyRunners(transaction: Query): Promise<void> {
  await sql`SELECT pg_notify(${QUEUE_CHANNEL}, '')`.execute(transaction);
}
