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
import { CompiledQuery } from 'kysely';
import { lockAccounts } from '../accounts/reservations.ts';
import type { HeddleDatabase } from '../database.ts';
import {
  ApiError,
  idempotencyKeyReused,
  tooManyQueuedRuns,
  tooManyQueuedRunsOfUser,
  tooManyRequests,
} from '../errors.ts';
import { insertFiles } from '../files/store.ts';
import { batching } from '../platform/batching.ts';
import { passPoint } from '../platform/points.ts';
import { connectionProblem } from '../platform/postgres/connection-error.ts';
import { findRunByRequestKey, saveRequestKey } from '../runs/starting/idempotency.ts';
import type { RunStatus } from '../runs/store/tables.ts';
import {
  type Accepting,
  type AcceptingLimits,
  queueCalls,
  type Statements,
  seeTriggers,
  statementsOf,
  type TriggerState,
  type WebhookCall,
} from './webhook-queueing.ts';
import { CallWindows, windowsOf } from './webhook-rates.ts';

export interface AcceptedCall {
  run_id: string;
  status: RunStatus;
}

/** The trigger is not what it was when it was looked up. */
export class TriggerChanged extends Error {
  override readonly name = 'TriggerChanged';
}

export interface AcceptingOptions {
  database: HeddleDatabase;
  limits: AcceptingLimits;
  /** Aborts when this process stops: then a call waits for no database any more. */
  handingOn: AbortSignal;
}

export type AcceptCall = (call: WebhookCall) => Promise<AcceptedCall>;

/** Throws a refusal, or TriggerChanged. A call whose key was used before is answered with the run that it made. */
export function createAcceptCall({ database, limits, handingOn }: AcceptingOptions): AcceptCall {
  const statements = statementsOf(database.query, limits);
  const acceptTogether = batching<TriedCall, Outcome>({
    most: AT_ONCE,
    async act(calls) {
      passPoint('webhook.accepting');
      const outcomes = await inTransaction(database, calls, accepting => accept(accepting, statements, calls, limits));
      passPoint('webhook.accepted');
      return outcomes;
    },
    isForAll: error => connectionProblem(error) !== undefined,
  });

  return async call => {
    let isTriedBefore = false;
    const outcome = await database.retry(
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

/** Most calls have neither a key nor files: for them everything is planned before, in as few round trips as can be. */
async function inTransaction<Result>(
  { query: db, pool }: HeddleDatabase,
  calls: readonly TriedCall[],
  act: (accepting: Accepting) => Promise<Result>,
): Promise<Result> {
  if (calls.some(({ key, files, isTriedBefore }) => key || files.length > 0 || isTriedBefore)) {
    return db.transaction().execute(async typed => {
      await typed.executeQuery(CompiledQuery.raw(holdWorkflows(calls)));
      return act({ typed, query: ({ text, values }) => typed.executeQuery(CompiledQuery.raw(text, values)) });
    });
  }
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${holdWorkflows(calls)}`);
    const result = await act({ typed: undefined, query: statement => client.query(statement) });
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that can not even take back what it did is given up.
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

async function accept(
  accepting: Accepting,
  statements: Statements,
  calls: readonly TriedCall[],
  limits: AcceptingLimits,
): Promise<Outcome[]> {
  const triggers = await seeTriggers(accepting, statements, calls, limits);
  const outcomes = await answeredBefore(accepting, calls);
  const granted = grant(calls, outcomes, triggers, limits);
  const queued = await queueCalls(accepting, statements, granted);
  await keep(
    accepting,
    granted.filter(({ runId }) => queued.has(runId)),
  );
  passPoint('webhook.queued');
  for (const call of granted) {
    outcomes.set(call, queued.has(call.runId) ? { run_id: call.runId, status: 'queued' } : changed(call));
  }
  return calls.map(call => outcomes.get(call) ?? outcomeOfTwin(call, granted, outcomes));
}

/** Of the locks that PostgreSQL keeps for two numbers: no other has this for its first. */
const ACCEPTING = 0x68656464;

/** In one order everywhere, whichever workflows come together. */
function holdWorkflows(calls: readonly WebhookCall[]): string {
  // The end of an id is random; two workflows that share a lock wait for each other, and that is all.
  const locks = new Set(calls.map(({ trigger }) => Number.parseInt(trigger.workflowId.slice(-8), 16) | 0));
  const ordered = [...locks].sort((one, other) => one - other);
  return `SELECT pg_advisory_xact_lock(${ACCEPTING}, lock) FROM unnest(ARRAY[${ordered.join()}]) AS lock`;
}

/** Calls whose run is there already: they count against no limit. */
async function answeredBefore(
  { typed: transaction }: Accepting,
  calls: readonly TriedCall[],
): Promise<Map<WebhookCall, Outcome>> {
  const outcomes = new Map<WebhookCall, Outcome>();
  if (!transaction) return outcomes;
  const runs = new Map<WebhookCall, string>();
  for (const call of calls) {
    if (call.isTriedBefore) runs.set(call, call.runId);
    if (!call.key) continue;
    try {
      const kept = await findRunByRequestKey(transaction, call.key);
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
  const queuedOfUsers = new Map<string, number>();
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
    const waitingOfUser = queuedOfUsers.get(trigger.runAs) ?? state.queuedOfUser;
    if (waitingOfUser >= limits.queuedPerUser) {
      outcomes.set(call, tooManyQueuedRunsOfUser(waitingOfUser));
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
    queuedOfUsers.set(trigger.runAs, waitingOfUser + 1);
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

async function keep({ typed: transaction }: Accepting, calls: readonly WebhookCall[]): Promise<void> {
  if (!transaction) return;
  const files = calls.flatMap(call => call.files);
  for (const { key, runId } of calls) if (key) await saveRequestKey(transaction, key, runId);
  await lockAccounts(
    transaction,
    files.map(({ taken }) => taken.reservation.account),
  );
  await insertFiles(transaction, files);
}

function changed({ trigger }: WebhookCall): TriggerChanged {
  return new TriggerChanged(`trigger ${trigger.id} has changed`);
}
