/**
 * Runs that triggers start: queued in the transaction of what started them, and executed by whichever process is
 * free. They are of the version that is published at that moment, and execute on behalf of its `run_as`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../database.ts';

export interface QueuedRun {
  id: string;
  /** In `workflow_triggers`. */
  triggerId: string;
  /** JSON. */
  input: string;
  /** Runs that booster triggers started one from the other before this one. */
  triggerDepth: number;
}

/** Runners listen on it: there is something in the queue. */
export const QUEUE_CHANNEL = 'runs_queued';

/**
 * Which of them are queued now: not those whose trigger is gone or whose workflow is not active, and not those that
 * are there already.
 */
export async function queueRuns(transaction: Query, runs: readonly QueuedRun[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const rows = sql.join(
    runs.map(
      ({ id, triggerId, input, triggerDepth }) =>
        sql`(${id}::uuid, ${triggerId}::uuid, ${input}::text, ${triggerDepth}::integer)`,
    ),
  );
  const { rows: queued } = await sql<{ id: string }>`
    WITH given (id, trigger_id, input, trigger_depth) AS (VALUES ${rows}),
    queued AS (${insertQueued(sql`given`)})
    SELECT id FROM queued`.execute(transaction);
  if (queued.length > 0) await tellRunners(transaction);
  return new Set(queued.map(({ id }) => id));
}

/**
 * From rows of `id, trigger_id, input, trigger_depth`, and of `trace_context` where requests start the runs. Whoever
 * executes it is to `tellRunners` as well.
 */
export function insertQueued(
  source: RawBuilder<unknown>,
  { hasTraces = false }: { hasTraces?: boolean } = {},
): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
      trigger_depth, automatic, input, status, created_by, trace_context)
    SELECT source.id, workflows.id, workflows.name, workflows.organization_id, workflows.published_version,
      workflow_triggers.node_id, workflow_triggers.type, source.trigger_depth, true, source.input, 'queued',
      workflows.run_as, ${hasTraces ? sql`source.trace_context` : sql`NULL`}
    FROM ${source} AS source
    JOIN workflow_triggers ON workflow_triggers.id = source.trigger_id
    JOIN workflows ON workflows.id = workflow_triggers.workflow_id
    WHERE workflows.active AND workflows.run_as IS NOT NULL
    ON CONFLICT (id) DO NOTHING RETURNING id`;
}

/** In the transaction that put something into the queue: they hear of it when that commits. */
export async function tellRunners(transaction: Query): Promise<void> {
  await sql`SELECT pg_notify(${QUEUE_CHANNEL}, '')`.execute(transaction);
}
