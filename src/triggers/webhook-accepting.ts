/**
 * Accepting webhook calls: what is answered with 200 is durable by then, its run, its files and its key.
 *
 *   called ── the workflow is held, the trigger is what it was, there is room ──▶ accepted: a run, queued
 *          ── no room in the queue, or in the trigger's windows ──▶ refused, and counted nowhere
 *          ── the trigger is not what it was when it was looked up ──▶ to be looked up again
 *
 * Calls that come at the same time are accepted in one transaction: they share its round trips and its flush to the
 * disk. All processes accept for one workflow one after the other, by an advisory lock, so that limits are held
 * exactly, and so that one key makes one run. Who changes the workflow is not held up by that.
 */
import { sql } from 'kysely';
import { lockAccounts } from '../accounts/reservations.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError, idempotencyKeyReused, tooManyQueuedRuns, tooManyRequests } from '../errors.ts';
import { insertFiles, type PreparedFile } from '../files/store.ts';
import { gathering } from '../platform/gathering.ts';
import { pass } from '../platform/points.ts';
import { connectionProblem } from '../platform/postgres/database.ts';
import { persistently } from '../platform/postgres/persistence.ts';
import { findKeptRun, keepKey, type RequestKey } from '../runs/idempotency.ts';
import { insertQueued, tellRunners } from '../runs/queueing.ts';
import type { RunStatus } from '../runs/tables.ts';
import { type CallLimits, CallWindows, countCalls, type WindowRow, windowColumns, windowsOf } from './webhook-rates.ts';
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
}

export interface AcceptedCall {
  run_id: string;
  status: RunStatus;
}

/** The trigger is not what it was when it was looked up. */
export class TriggerChanged extends Error {
  override readonly name = 'TriggerChanged';
}

export interface AcceptingLimits {
  /** Runs that wait in one workflow. */
  queued: number;
  /** Undefined: rates are not limited. */
  calls: CallLimits | undefined;
}

export interface AcceptingOptions {
  database: HeddleDatabase;
  limits: AcceptingLimits;
  /** Aborts when this process stops: then a call waits for no database any more. */
  handingOn: AbortSignal;
}

export type AcceptCall = (call: WebhookCall) => Promise<AcceptedCall>;

/** Throws a refusal, or TriggerChanged. A call whose key was used before is answered with the run that it made. */
export function createAcceptCall({ database: { query: db }, limits, handingOn }: AcceptingOptions): AcceptCall {
  const acceptTogether = gathering<TriedCall, Outcome>({
    most: AT_ONCE,
    async act(calls) {
      pass('webhook.accepting');
      const outcomes = await db.transaction().execute(transaction => accept(transaction, calls, limits));
      pass('webhook.accepted');
      return outcomes;
    },
    isForAll: error => connectionProblem(error) !== undefined,
  });

  return async call => {
    let isTriedBefore = false;
    const outcome = await persistently(
      () => {
        const tried = acceptTogether({ ...call, isTriedBefore });
        isTriedBefore = true;
        return tried;
      },
      { signal: handingOn, patienceMs: PATIENCE_MS },
    );
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}

const AT_ONCE = 32;
/** How long a call waits for a database that does not answer. */
const PATIENCE_MS = 5_000;

interface TriedCall extends WebhookCall {
  /** The connection broke: its run may be there although nobody was told. */
  isTriedBefore: boolean;
}

type Outcome = AcceptedCall | ApiError | TriggerChanged;

async function accept(transaction: Query, calls: readonly TriedCall[], limits: AcceptingLimits): Promise<Outcome[]> {
  await holdWorkflows(transaction, calls);
  const triggers = await seeTriggers(transaction, calls, limits);
  const outcomes = await answeredBefore(transaction, calls);
  const granted = grant(calls, outcomes, triggers, limits);
  const queued = await queueCalls(transaction, granted, limits);
  await keep(
    transaction,
    granted.filter(({ runId }) => queued.has(runId)),
  );
  pass('webhook.queued');
  for (const call of granted) {
    outcomes.set(call, queued.has(call.runId) ? { run_id: call.runId, status: 'queued' } : changed(call));
  }
  return calls.map(call => outcomes.get(call) ?? outcomeOfTwin(call, granted, outcomes));
}

/** Of the locks that PostgreSQL keeps for two numbers: no other has this for its first. */
const ACCEPTING = 0x68656464;

/** In one order everywhere, whichever workflows come together. */
async function holdWorkflows(transaction: Query, calls: readonly WebhookCall[]): Promise<void> {
  // The end of an id is random; two workflows that share a lock wait for each other, and that is all.
  const locks = new Set(calls.map(({ trigger }) => Number.parseInt(trigger.workflowId.slice(-8), 16) | 0));
  const ordered = [...locks].sort((one, other) => one - other);
  await sql`SELECT pg_advisory_xact_lock(${ACCEPTING}, lock) FROM unnest(${ordered}::integer[]) AS lock`.execute(
    transaction,
  );
}

interface TriggerState extends WindowRow {
  id: string;
  /** Runs that wait in its workflow, as far as that matters. */
  queued: number;
}

/**
 * Behind the lock, so that everything that was accepted before is seen. The workflows' rows are held as the runs that
 * refer to them will: before the triggers' own, as those do who change or delete a workflow.
 */
async function seeTriggers(
  transaction: Query,
  calls: readonly WebhookCall[],
  { queued }: AcceptingLimits,
): Promise<Map<string, TriggerState>> {
  const ids = [...new Set(calls.map(({ trigger }) => trigger.id))];
  const { rows } = await sql<TriggerState>`
    SELECT triggers.id, ${windowColumns('calls')},
      (SELECT count(*)::integer FROM (
        SELECT FROM runs WHERE runs.workflow_id = workflows.id AND runs.status = 'queued' LIMIT ${queued}
      ) AS waiting) AS queued
    FROM workflow_triggers AS triggers
    JOIN workflows ON workflows.id = triggers.workflow_id
    LEFT JOIN webhook_calls AS calls ON calls.trigger_id = triggers.id
    WHERE triggers.id = ANY (${ids}::uuid[])
    FOR KEY SHARE OF workflows`.execute(transaction);
  return new Map(rows.map(row => [row.id, row]));
}

/** Calls whose run is there already: they count against no limit. */
async function answeredBefore(transaction: Query, calls: readonly TriedCall[]): Promise<Map<WebhookCall, Outcome>> {
  const outcomes = new Map<WebhookCall, Outcome>();
  const runs = new Map<WebhookCall, string>();
  for (const call of calls) {
    if (call.isTriedBefore) runs.set(call, call.runId);
    if (!call.key) continue;
    try {
      const kept = await findKeptRun(transaction, call.key);
      if (kept !== undefined) runs.set(call, kept);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.set(call, error);
    }
  }
  if (runs.size === 0) return outcomes;
  const rows = await transaction
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('id', 'in', [...runs.values()])
    .execute();
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const [call, run_id] of runs) {
    const status = statuses.get(run_id);
    if (status) outcomes.set(call, { run_id, status });
  }
  return outcomes;
}

/** Those that there is room for, in the order in which they came. Who is refused is told so. */
function grant(
  calls: readonly TriedCall[],
  outcomes: Map<WebhookCall, Outcome>,
  triggers: ReadonlyMap<string, TriggerState>,
  limits: AcceptingLimits,
): WebhookCall[] {
  const granted: WebhookCall[] = [];
  const queued = new Map<string, number>();
  const windows = new Map<string, CallWindows>();
  for (const call of calls) {
    const { trigger } = call;
    const state = triggers.get(trigger.id);
    if (outcomes.has(call) || granted.some(other => isTwin(call, other))) continue;
    if (!state) {
      outcomes.set(call, changed(call));
      continue;
    }
    const waiting = queued.get(trigger.workflowId) ?? state.queued;
    if (waiting >= limits.queued) {
      outcomes.set(call, tooManyQueuedRuns(waiting));
      continue;
    }
    const own = limits.calls && (windows.get(trigger.id) ?? new CallWindows(limits.calls, windowsOf(state)));
    const full = own?.take();
    if (own) windows.set(trigger.id, own);
    if (full) {
      outcomes.set(call, tooManyRequests(full.retryAfterSeconds));
      continue;
    }
    queued.set(trigger.workflowId, waiting + 1);
    granted.push(call);
  }
  return granted;
}

/** Whether both were sent with one key. */
function isTwin({ key }: WebhookCall, { key: other }: WebhookCall): boolean {
  return key !== undefined && other !== undefined && key.senderId === other.senderId && key.key === other.key;
}

function outcomeOfTwin(call: WebhookCall, granted: readonly WebhookCall[], outcomes: Map<WebhookCall, Outcome>) {
  const twin = granted.find(other => isTwin(call, other));
  const outcome = twin && outcomes.get(twin);
  if (!outcome) throw new Error(`the call for run ${call.runId} was not decided`);
  const isSame = call.key !== undefined && twin.key?.hash.equals(call.key.hash);
  return isSame || outcome instanceof Error ? outcome : idempotencyKeyReused();
}

/**
 * Which of them are runs now. A trigger that is not what it was starts none: the files of its call would belong to
 * somebody else, or its URL is dead. Only what is queued counts as a call.
 */
async function queueCalls(
  transaction: Query,
  calls: readonly WebhookCall[],
  limits: AcceptingLimits,
): Promise<ReadonlySet<string>> {
  if (calls.length === 0) return new Set();
  const rows = calls.map(
    ({ runId, input, trigger: { id, secret, runAs, organizationId } }) =>
      sql`(${runId}::uuid, ${id}::uuid, ${input}::text, ${secret}::text, ${runAs}::uuid, ${organizationId}::uuid)`,
  );
  const { rows: queued } = await sql<{ id: string }>`
    WITH given (id, trigger_id, input, secret, run_as, organization_id) AS (VALUES ${sql.join(rows)}),
    unchanged AS (
      SELECT given.id, given.trigger_id, given.input, 0 AS trigger_depth FROM given
      JOIN workflow_triggers AS triggers ON triggers.id = given.trigger_id AND triggers.secret = given.secret
      JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = given.run_as
        AND workflows.organization_id IS NOT DISTINCT FROM given.organization_id
    ),
    queued AS (${insertQueued(sql`unchanged`)}),
    called AS (SELECT trigger_id, count(*)::integer AS calls FROM queued JOIN given USING (id) GROUP BY trigger_id),
    counted AS (${limits.calls ? countCalls(sql`called`) : sql`SELECT`}),
    fired AS (
      -- Who publishes holds triggers in an order of their own: waiting for them could be waiting for each other.
      UPDATE workflow_triggers SET last_fired_at = now() WHERE id IN (
        SELECT id FROM workflow_triggers JOIN called ON called.trigger_id = id
        FOR NO KEY UPDATE OF workflow_triggers SKIP LOCKED
      )
    )
    SELECT id FROM queued`.execute(transaction);
  if (queued.length > 0) await tellRunners(transaction);
  return new Set(queued.map(({ id }) => id));
}

async function keep(transaction: Query, calls: readonly WebhookCall[]): Promise<void> {
  for (const { key, runId } of calls) if (key) await keepKey(transaction, key, runId);
  const files = calls.flatMap(call => call.files);
  if (files.length === 0) return;
  await lockAccounts(
    transaction,
    files.map(({ taken }) => taken.reservation.account),
  );
  await insertFiles(transaction, files);
}

function changed({ trigger }: WebhookCall): TriggerChanged {
  return new TriggerChanged(`trigger ${trigger.id} has changed`);
}
