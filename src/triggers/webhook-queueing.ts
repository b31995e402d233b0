/** The two statements that accept webhook calls: one sees what there is room for, the other queues the runs. */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Query } from '../database.ts';
import type { PreparedFile } from '../files/store.ts';
import type { TraceContext } from '../platform/traces/tracer.ts';
import type { RequestKey } from '../runs/starting/idempotency.ts';
import { insertQueued, QUEUE_CHANNEL, queuedInAll } from '../runs/store/queueing.ts';
import { type CallLimits, countCalls, type WindowRow, windowColumns } from './webhook-rates.ts';
import type { WebhookTrigger } from './webhook-triggers.ts';

export interface WebhookCall {
  /** Of the run that it is to start. */
  runId: string;
  /** As it was looked up. */
  trigger: WebhookTrigger;
  /** JSON. */
  input: string;
  files: readonly PreparedFile[];
  key: RequestKey | undefined;
  traceContext: TraceContext | null;
}

export interface AcceptingLimits {
  /** Runs that wait in one workflow. */
  queued: number;
  /** Runs that wait on behalf of one user. */
  queuedPerUser: number;
  /** Undefined: rates are not limited. */
  calls: CallLimits | undefined;
}

/** Where the calls of a batch are accepted. */
export interface Accepting {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig<unknown[]>): Promise<{ rows: Row[] }>;
  /** The same transaction for typed queries, where there are keys or files to be kept. */
  typed: Query | undefined;
}

export interface TriggerState extends WindowRow {
  id: string;
  /** Runs that wait in its workflow, as far as that matters. */
  queued: number;
  /** Runs that wait on behalf of its workflow's user, as far as that matters. */
  queuedOfUser: number;
}

/** Each is one text for any number of calls, so that PostgreSQL plans it once. */
export interface Statements {
  see: Statement;
  queue: Statement;
}

interface Statement {
  name: string;
  text: string;
}

export function statementsOf(db: Query, { calls }: AcceptingLimits): Statements {
  const isCounted = calls !== undefined;
  return {
    see: { name: 'webhooks.see', text: seeStatement().compile(db).sql },
    queue: { name: `webhooks.queue-${isCounted}`, text: queueStatement(isCounted).compile(db).sql },
  };
}

/**
 * Behind the lock, so that everything that was accepted before is seen. The workflows' rows are held as the runs that
 * refer to them will: before the triggers' own, as those do who change or delete a workflow.
 */
function seeStatement() {
  return sql`
    WITH users_called AS (
      SELECT DISTINCT run_as FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
      WHERE workflow_triggers.id = ANY (${sql.raw('$1')}::uuid[])
    ),
    queues AS MATERIALIZED (
      SELECT run_as, ${queuedInAll(sql`users_called.run_as`, sql.raw('$3'))} AS waiting FROM users_called
    )
    SELECT triggers.id, ${windowColumns('calls')}, coalesce(queues.waiting, 0) AS "queuedOfUser",
      (SELECT count(*)::integer FROM (
        SELECT FROM runs WHERE runs.workflow_id = workflows.id AND runs.status = 'queued' LIMIT ${sql.raw('$2')}
      ) AS waiting) AS queued
    FROM workflow_triggers AS triggers
    JOIN workflows ON workflows.id = triggers.workflow_id
    LEFT JOIN queues ON queues.run_as = workflows.run_as
    LEFT JOIN webhook_calls AS calls ON calls.trigger_id = triggers.id
    WHERE triggers.id = ANY (${sql.raw('$1')}::uuid[])
    FOR KEY SHARE OF workflows`;
}

export async function seeTriggers(
  accepting: Accepting,
  { see }: Statements,
  calls: readonly WebhookCall[],
  { queued, queuedPerUser }: AcceptingLimits,
): Promise<Map<string, TriggerState>> {
  const ids = [...new Set(calls.map(({ trigger }) => trigger.id))];
  const { rows } = await accepting.query<TriggerState>({ ...see, values: [ids, queued, queuedPerUser] });
  return new Map(rows.map(row => [row.id, row]));
}

/**
 * A trigger that is not what it was starts no run: the files of its call would belong to somebody else, or its URL is
 * dead. Only what is queued counts as a call.
 */
function queueStatement(isCounted: boolean) {
  return sql`
    WITH given AS (
      SELECT * FROM unnest(${sql.raw('$1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::text[]')})
        AS given (id, trigger_id, input, secret, run_as, organization_id, trace_context)
    ),
    unchanged AS (
      SELECT given.id, given.trigger_id, given.input, 0 AS trigger_depth, given.trace_context FROM given
      JOIN workflow_triggers AS triggers ON triggers.id = given.trigger_id AND triggers.secret = given.secret
      JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = given.run_as
        AND workflows.organization_id IS NOT DISTINCT FROM given.organization_id
    ),
    queued AS (${insertQueued(sql`unchanged`, { hasTraces: true })}),
    called AS (SELECT trigger_id, count(*)::integer AS calls FROM queued JOIN given USING (id) GROUP BY trigger_id),
    counted AS (${isCounted ? countCalls(sql`called`) : sql`SELECT`}),
    fired AS (
      -- Who publishes holds triggers in an order of their own: waiting for them could be waiting for each other.
      UPDATE workflow_triggers SET last_fired_at = now() WHERE id IN (
        SELECT id FROM workflow_triggers JOIN called ON called.trigger_id = id
        FOR NO KEY UPDATE OF workflow_triggers SKIP LOCKED
      )
    )
    SELECT id, pg_notify(${sql.lit(QUEUE_CHANNEL)}, '') FROM queued`;
}

/** Which of them are runs now. */
export async function queueCalls(
  accepting: Accepting,
  { queue }: Statements,
  calls: readonly WebhookCall[],
): Promise<ReadonlySet<string>> {
  if (calls.length === 0) return new Set();
  const { rows } = await accepting.query<{ id: string }>({
    ...queue,
    values: [
      calls.map(({ runId }) => runId),
      calls.map(({ trigger }) => trigger.id),
      calls.map(({ input }) => input),
      calls.map(({ trigger }) => trigger.secret),
      calls.map(({ trigger }) => trigger.runAs),
      calls.map(({ trigger }) => trigger.organizationId),
      calls.map(({ traceContext }) => traceContext),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}
