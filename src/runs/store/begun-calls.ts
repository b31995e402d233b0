/**
 * Inserts the runs of calls that have begun, because their callers wait for them: most of them together with their end.
 * One statement decides and inserts. Such a run stands in no queue, but a full queue refuses it like any other call. A call
 * that gets no run here must be decided about in a transaction, which can say why.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { RunEnd } from '../executing/saved-run.ts';
import {
  type AcceptTransaction,
  type BegunRun,
  fireTriggers,
  type QueueLimits,
  type RunToQueue,
} from './accept-statements.ts';
import { countCallsWithin } from './call-windows.ts';
import { countQueuedRuns, countQueuedRunsOf } from './queueing.ts';
import { sourceRows } from './run-store.ts';
import { selectControl } from './start-row.ts';

export interface BegunCall extends RunToQueue {
  begun: BegunRun;
}

/** Returns the ids of the runs that were inserted. */
export type InsertBegunCalls = (
  connection: Pick<AcceptTransaction, 'query'>,
  calls: readonly BegunCall[],
) => Promise<ReadonlySet<string>>;

export function createInsertBegunCalls(
  db: Query,
  { queued, queuedPerUser, calls: windows }: QueueLimits,
): InsertBegunCalls {
  /** The statements differ only in the number of calls. */
  const texts = new Map<number, string>();
  const limits = [queued, queuedPerUser, ...(windows ? [windows.minute, windows.hour, windows.day] : [])];

  function textFor(rows: number): string {
    const text = texts.get(rows) ?? insertSql(rows, windows !== undefined).compile(db).sql;
    texts.set(rows, text);
    return text;
  }

  return async (connection, calls) => {
    if (calls.length === 0) return new Set();
    const { rows } = await connection.query<{ id: string }>({
      name: `webhooks.begun-${calls.length}`,
      text: textFor(calls.length),
      values: [...limits, ...calls.flatMap(valuesOf)],
    });
    return new Set(rows.map(({ id }) => id));
  };
}

/** The columns of a call, in the order of `valuesOf`. */
const COLUMNS = {
  id: 'uuid',
  trigger_id: 'uuid',
  secret_hash: 'bytea',
  run_as: 'uuid',
  organization_id: 'uuid',
  input: 'text',
  trace_context: 'text',
  version: 'integer',
  runner_id: 'uuid',
  status: 'text',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
  steps: 'text',
  output: 'text',
  error: 'text',
  credits: 'numeric',
  variables: 'text',
};

function valuesOf({ runId, trigger, input, traceContext, begun }: BegunCall): unknown[] {
  const { version, runnerId, startedAt, variables, end } = begun;
  return [
    ...[runId, trigger.id, trigger.secretHash, trigger.runAs, trigger.organizationId, input, traceContext, version],
    ...(end ? endValues(startedAt, end) : [runnerId, 'running', startedAt.toISOString(), null, '[]', '', '', 0]),
    // Nobody continues a run that has ended.
    end || variables === null ? null : JSON.stringify(variables),
  ];
}

function endValues(startedAt: Date, { status, finishedAt, stepsText, output, error, credits }: RunEnd): unknown[] {
  return [null, status, startedAt.toISOString(), finishedAt.toISOString(), stepsText, output, error, credits];
}

/**
 * The rows of the workflows are locked in the mode that the foreign keys of the new runs need, before those of the windows
 * and triggers, which is the order in which workflows are changed and deleted.
 */
function insertSql(rows: number, areCallsCounted: boolean) {
  const [queued, queuedPerUser] = [sql`$1::integer`, sql`$2::integer`];
  const windows = { minute: sql`$3::integer`, hour: sql`$4::integer`, day: sql`$5::integer` };
  const source = sourceRows(Object.values(COLUMNS), rows, areCallsCounted ? 5 : 2, Object.keys(COLUMNS));
  const perTrigger = sql`(SELECT trigger_id, count(*)::integer AS calls FROM starting GROUP BY trigger_id ORDER BY trigger_id)`;
  return sql`
    WITH starting AS MATERIALIZED (
      SELECT source.*, workflows.id AS workflow_id, workflows.name, triggers.node_id, triggers.type
      FROM ${sql.raw(source)}
      JOIN workflow_triggers AS triggers ON triggers.id = source.trigger_id AND triggers.secret_hash = source.secret_hash
      JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = source.run_as
        AND workflows.organization_id IS NOT DISTINCT FROM source.organization_id
        AND workflows.published_version = source.version
      WHERE workflows.active AND ${selectControl('triggers')} IS NULL
        AND ${countQueuedRunsOf(sql`workflows.id`, queued)} < ${queued}
        AND ${countQueuedRuns(sql`workflows.run_as`, queuedPerUser)} < ${queuedPerUser}
      ORDER BY workflows.id FOR KEY SHARE OF workflows
    ),
    ${areCallsCounted ? sql`counted AS (${countCallsWithin(perTrigger, windows)}),` : sql``}
    inserted AS (
      INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
        trigger_depth, automatic, input, status, created_by, trace_context, created_at, updated_at, runner_id, lease,
        started_at, active_since, finished_at, settled_at, steps, output, error, credits, variables)
      SELECT id, workflow_id, name, organization_id, version, node_id, type, 0, true, input, status, run_as, trace_context,
        started_at, coalesce(finished_at, started_at), runner_id, 1, started_at, started_at, finished_at, finished_at,
        steps, output, error, credits, variables
      FROM starting ${areCallsCounted ? sql`WHERE trigger_id IN (SELECT trigger_id FROM counted)` : sql``}
      ON CONFLICT DO NOTHING RETURNING id
    ),
    fired AS (${fireTriggers(areCallsCounted ? sql`counted` : sql`starting`)})
    SELECT id FROM inserted`;
}
