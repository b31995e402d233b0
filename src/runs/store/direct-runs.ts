/**
 * Inserts the runs of calls that wait for their result: they begin in the process that has the connection, under its
 * first lease, and never stand in the queue. When this process dies, others take them over like any run.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import {
  type AcceptTransaction,
  type QueueLimits,
  REQUESTED_COLUMNS,
  REQUESTED_TYPES,
  type RunToQueue,
  requestedValues,
} from './accept-statements.ts';
import { countCalls } from './call-windows.ts';
import { type ClaimedRun, type RunRow, toClaimedRun } from './claims.ts';

export type InsertDirectRuns = (
  transaction: AcceptTransaction,
  runs: readonly RunToQueue[],
) => Promise<readonly ClaimedRun[]>;

export function compileDirectInsert(db: Query, { calls }: QueueLimits, runnerId: string): InsertDirectRuns {
  const areCallsCounted = calls !== undefined;
  const statement = {
    name: `webhooks.begin-${areCallsCounted}`,
    text: insertSql(areCallsCounted).compile(db).sql,
  };
  return async (transaction, runs) => {
    if (runs.length === 0) return [];
    const { rows } = await transaction.query<RunRow>({
      ...statement,
      values: [...requestedValues(runs), runnerId],
    });
    return rows.map(row => toClaimedRun(row, false));
  };
}

/** The same rules as for queued calls: a trigger that has changed since starts nothing, and only runs are counted. */
function insertSql(areCallsCounted: boolean) {
  return sql`
    WITH requested AS (
      SELECT * FROM unnest(${sql.raw(REQUESTED_TYPES)}) AS requested (${sql.raw(REQUESTED_COLUMNS)})
    ),
    begun AS (
      INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
        trigger_depth, automatic, input, status, created_by, trace_context, runner_id, lease, started_at, active_since)
      SELECT requested.id, workflows.id, workflows.name, workflows.organization_id, workflows.published_version,
        triggers.node_id, triggers.type, 0, true, requested.input, 'running', workflows.run_as, requested.trace_context,
        ${sql.raw('$8')}::uuid, 1, now(), now()
      FROM requested
      JOIN workflow_triggers AS triggers
        ON triggers.id = requested.trigger_id AND triggers.secret_hash = requested.secret_hash
      JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = requested.run_as
        AND workflows.organization_id IS NOT DISTINCT FROM requested.organization_id
      WHERE workflows.active
      ON CONFLICT DO NOTHING RETURNING *
    ),
    called AS (SELECT trigger_id, count(*)::integer AS calls FROM begun JOIN requested USING (id) GROUP BY trigger_id),
    counted AS (${areCallsCounted ? countCalls(sql`called`) : sql`SELECT`}),
    fired AS (
      UPDATE workflow_triggers SET last_fired_at = now() WHERE id IN (
        SELECT id FROM workflow_triggers JOIN called ON called.trigger_id = id
        FOR NO KEY UPDATE OF workflow_triggers SKIP LOCKED
      )
    )
    SELECT begun.*, 0 AS turn, 0 AS workflow_turn, version.definition::text AS executed, users.email, users.name,
      users.enabled, users.workflow_permission,
      begun.organization_id IS NULL AND workflows.created_by = users.id AND workflows.deleted_at IS NULL AS is_own
    FROM begun JOIN users ON users.id = begun.created_by JOIN workflows ON workflows.id = begun.workflow_id
    JOIN workflow_versions AS version
      ON version.workflow_id = begun.workflow_id AND version.version = begun.version`;
}
