/**
 * The two statements of a transaction that accepts runs for the queue: the first reads how much room there is, the second
 * inserts the runs. Most calls need no transaction (`accept-calls.ts`).
 */
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Query } from '../../database.ts';
import type { StorableJson } from '../../platform/postgres/storable-text.ts';
import type { TraceContext } from '../../platform/traces/tracer.ts';
import type { VariableValues } from '../../variables/reading.ts';
import type { RunEnd } from '../executing/saved-run.ts';
import { type CallLimits, countCalls, type WindowRow, windowColumns } from './call-windows.ts';
import type { StartCondition } from './decisions.ts';
import { countQueuedRuns, countQueuedRunsOf, insertQueuedRuns, type QueueRules } from './queueing.ts';
import { type RunControl, selectControl } from './start-row.ts';

/** The trigger that was called, as the call found it. */
export interface CalledTrigger {
  id: string;
  /** The hash of the secret in its URL. */
  secretHash: Buffer;
  workflowId: string;
  /** The user on whose behalf the trigger starts runs, and who owns their files. */
  runAs: string;
  organizationId: string | null;
  /** Undefined when every call starts a run. */
  condition?: StartCondition | undefined;
}

/** A run that began before it is inserted, because its caller waits for it. It is in no queue. */
export interface BegunRun {
  /** The process that executes it. */
  runnerId: string;
  version: number;
  startedAt: Date;
  variables: VariableValues | null;
  /** Undefined while it is being executed. */
  end: RunEnd | undefined;
}

/** A run that is to be queued, unless it has begun already. */
export interface RunToQueue {
  runId: string;
  trigger: CalledTrigger;
  /** JSON. */
  input: string;
  traceContext: TraceContext | null;
  /** What the settings of the workflow say about the run (`toStartJson`). Undefined for most runs. */
  start?: StorableJson | null;
  begun?: BegunRun | undefined;
}

export interface QueueLimits extends QueueRules {
  /** How many runs of one workflow may be queued. Those that are held do not count. */
  queued: number;
  /** How often one trigger may be called. Undefined when rates are not limited. */
  calls: CallLimits | undefined;
}

/** The transaction in which a batch of runs is accepted. */
export interface AcceptTransaction {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig<unknown[]>): Promise<{ rows: Row[] }>;
  execute<Row>(statement: RawBuilder<Row>): Promise<{ rows: Row[] }>;
  /** The same transaction for typed queries. Undefined when no run of the batch has a request key or files. */
  typed: Query | undefined;
}

export interface TriggerState extends WindowRow {
  id: string;
  /** The number of queued runs of the trigger's workflow, counted up to the limit. */
  queued: number;
  /** The number of queued runs of the trigger's user, counted up to the limit. */
  queuedOfUser: number;
  /** Set when the settings of the workflow or the params of the trigger say how its runs are queued. */
  control: RunControl | null;
}

export interface AcceptStatements {
  readTriggers: Statement;
  insertRuns: Statement;
  /** For runs that the settings of their workflow concern. */
  insertControlledRuns: Statement;
}

interface Statement {
  name: string;
  text: string;
}

export function compileAcceptStatements(db: Query, { calls }: QueueLimits): AcceptStatements {
  const areCallsCounted = calls !== undefined;
  return {
    readTriggers: { name: 'webhooks.see', text: readTriggersSql().compile(db).sql },
    insertRuns: {
      name: `webhooks.insert-${areCallsCounted}`,
      text: insertRunsSql(areCallsCounted).compile(db).sql,
    },
    insertControlledRuns: {
      name: `webhooks.queue-controlled-${areCallsCounted}`,
      text: insertControlledRunsSql(areCallsCounted).compile(db).sql,
    },
  };
}

/**
 * This statement runs after the advisory lock was acquired, so it sees everything that was accepted before. It locks
 * the rows of the workflows in the mode that the foreign keys of the new runs need. It does so before the rows of the
 * triggers are locked, which is the order in which workflows are changed and deleted.
 */
function readTriggersSql() {
  return sql`
    WITH users_called AS (
      SELECT DISTINCT run_as FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
      WHERE workflow_triggers.id = ANY (${sql.raw('$1')}::uuid[])
    ),
    queues AS MATERIALIZED (
      SELECT run_as, ${countQueuedRuns(sql`users_called.run_as`, sql.raw('$3'))} AS waiting FROM users_called
    )
    SELECT triggers.id, ${windowColumns('calls')}, coalesce(queues.waiting, 0) AS "queuedOfUser",
      ${countQueuedRunsOf(sql`workflows.id`, sql.raw('$2'))} AS queued, ${selectControl('triggers')} AS control
    FROM workflow_triggers AS triggers
    JOIN workflows ON workflows.id = triggers.workflow_id
    LEFT JOIN queues ON queues.run_as = workflows.run_as
    LEFT JOIN webhook_calls AS calls ON calls.trigger_id = triggers.id
    WHERE triggers.id = ANY (${sql.raw('$1')}::uuid[])
    FOR KEY SHARE OF workflows`;
}

/** Maps the id of each trigger that still exists to its state. */
export async function readTriggers(
  transaction: AcceptTransaction,
  statements: AcceptStatements,
  runs: readonly RunToQueue[],
  { queued, queuedPerUser }: QueueLimits,
): Promise<Map<string, TriggerState>> {
  const ids = [...new Set(runs.map(({ trigger }) => trigger.id))];
  const values = [ids, queued, queuedPerUser];
  const { rows } = await transaction.query<TriggerState>({ ...statements.readTriggers, values });
  return new Map(rows.map(row => [row.id, row]));
}

/** Only calls whose run is inserted are counted. */
function insertRunsSql(areCallsCounted: boolean) {
  const parameters = sql.raw(listParameters(CALLED_PARAMETERS));
  return sql`
    WITH requested AS (SELECT * FROM unnest(${sql.raw('$1::uuid[], $2::uuid[]')}) AS requested (id, trigger_id)),
    inserted AS (SELECT id FROM insert_called_runs(${parameters}) AS id),
    ${countAndFire(areCallsCounted)}
    SELECT id FROM inserted`;
}

/**
 * A trigger that has changed since it was called starts no run, because the files of the call would belong to another
 * user, or the called URL no longer exists.
 */
function insertControlledRunsSql(areCallsCounted: boolean) {
  return sql`
    WITH requested AS (
      SELECT * FROM unnest(${sql.raw(REQUESTED_TYPES)}, ${sql.raw('$8::jsonb[]')})
        AS requested (${sql.raw(REQUESTED_COLUMNS)}, start)
    ),
    unchanged AS (
      SELECT requested.id, requested.trigger_id, requested.input, 0 AS trigger_depth, requested.trace_context, requested.start
      FROM requested
      JOIN workflow_triggers AS triggers
        ON triggers.id = requested.trigger_id AND triggers.secret_hash = requested.secret_hash
      JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = requested.run_as
        AND workflows.organization_id IS NOT DISTINCT FROM requested.organization_id
    ),
    inserted AS (${insertQueuedRuns(sql`unchanged`, { hasTraces: true, hasStart: true })}),
    ${countAndFire(areCallsCounted)}
    SELECT id FROM inserted`;
}

/** Parts of a WITH clause that read `requested` and `inserted`. */
function countAndFire(areCallsCounted: boolean): RawBuilder<unknown> {
  return sql`
    called AS (
      -- In the order in which \`accept_calls\` locks the rows of the windows.
      SELECT trigger_id, count(*)::integer AS calls FROM inserted JOIN requested USING (id) GROUP BY trigger_id ORDER BY 1
    ),
    counted AS (${areCallsCounted ? countCalls(sql`called`) : sql`SELECT`}),
    fired AS (
      -- To the second. Publishing a workflow locks its triggers in another order, so waiting here could end in a deadlock.
      UPDATE workflow_triggers SET last_fired_at = now() WHERE id IN (
        SELECT id FROM workflow_triggers JOIN called ON called.trigger_id = id
        WHERE last_fired_at IS NULL OR last_fired_at < now() - interval '1 second'
        FOR NO KEY UPDATE OF workflow_triggers SKIP LOCKED
      )
    )`;
}

const REQUESTED_TYPES = '$1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::uuid[], $6::uuid[], $7::text[]';
const REQUESTED_COLUMNS = 'id, trigger_id, input, secret_hash, run_as, organization_id, trace_context';

function requestedValues(runs: readonly RunToQueue[]): unknown[] {
  return [
    runs.map(({ runId }) => runId),
    runs.map(({ trigger }) => trigger.id),
    runs.map(({ input }) => input),
    runs.map(({ trigger }) => trigger.secretHash),
    runs.map(({ trigger }) => trigger.runAs),
    runs.map(({ trigger }) => trigger.organizationId),
    runs.map(({ traceContext }) => traceContext),
  ];
}

/** The number of `requestedValues` and, with those of runs that have begun, of `calledValues`. */
const REQUESTED_PARAMETERS = 7;
export const CALLED_PARAMETERS = 17;

/** Returns `$1,$2,…`. */
export function listParameters(count: number): string {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`).join();
}

/** The parameters of `insert_called_runs`, which are also the first ones of `accept_calls`. */
export function calledValues(runs: readonly RunToQueue[]): unknown[] {
  const begun = runs.find(run => run.begun)?.begun;
  if (!begun) return [...requestedValues(runs), ...Array(CALLED_PARAMETERS - REQUESTED_PARAMETERS).fill(null)];
  const each = <Value>(read: (begun: BegunRun) => Value) => runs.map(run => (run.begun ? read(run.begun) : null));
  const ofEnd = <Value>(read: (end: RunEnd) => Value) => each(({ end }) => (end ? read(end) : null));
  return [
    ...requestedValues(runs),
    begun.runnerId,
    each(({ version }) => version),
    each(({ end }) => end?.status ?? 'running'),
    each(({ startedAt }) => startedAt.toISOString()),
    ofEnd(({ finishedAt }) => finishedAt.toISOString()),
    ofEnd(({ stepsText }) => stepsText),
    ofEnd(({ output }) => output),
    ofEnd(({ error }) => error),
    ofEnd(({ credits }) => credits),
    // Nobody continues a run that has ended.
    each(({ end, variables }) => (end || variables === null ? null : JSON.stringify(variables))),
  ];
}

/** Returns the ids of the runs that were inserted. */
export async function insertAcceptedRuns(
  transaction: AcceptTransaction,
  { insertRuns, insertControlledRuns }: AcceptStatements,
  runs: readonly RunToQueue[],
): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const isControlled = runs.some(({ start }) => start !== undefined);
  const { rows } = await transaction.query<{ id: string }>(
    isControlled
      ? { ...insertControlledRuns, values: [...requestedValues(runs), runs.map(({ start = null }) => start)] }
      : { ...insertRuns, values: calledValues(runs) },
  );
  return new Set(rows.map(({ id }) => id));
}
