/**
 * This is where a call of a webhook becomes a run: a row in `runs` with the status `queued`. When the caller gets its
 * answer, the run, its files and its request key are durable.
 *
 *   called ── the trigger is unchanged and its limits have room ──▶ accepted: a queued run
 *          ── the queue or a rate window of the trigger is full ──▶ refused, and counted nowhere
 *          ── the trigger has changed since it was looked up ─────▶ TriggerChanged: the caller looks it up again
 *          ── the condition of the trigger is not met ────────────▶ CallFiltered: no run, and counted for a day
 *
 * Runs that are requested at the same time are accepted together: they share round trips and a flush to the disk. Most
 * need one statement (`../store/accept-calls.ts`). Runs with files or a request key, those that are refused, and those
 * whose queue something else controls need a transaction. There an advisory lock per workflow lets only one process at a
 * time accept runs for it, so that limits are exact and one request key makes one run. The lock does not delay anybody
 * who changes the workflow.
 *
 * The runners are notified when the runs are durable, and not within the transaction.
 */
import { CompiledQuery, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { lockAccounts } from '../../accounts/reservations.ts';
import type { HeddleDatabase } from '../../database.ts';
import { ApiError } from '../../errors.ts';
import { discardFiles, type FileServices, insertFiles } from '../../files/store.ts';
import { createBatcher } from '../../platform/concurrency/batching.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { newId } from '../../platform/ids.ts';
import { connectionFailure } from '../../platform/postgres/connection-error.ts';
import { createAcceptPlainCalls } from '../store/accept-calls.ts';
import {
  type AcceptStatements,
  type AcceptTransaction,
  compileAcceptStatements,
  insertAcceptedRuns,
  type QueueLimits,
  type RunToQueue,
  readTriggers,
} from '../store/accept-statements.ts';
import { MAX_BATCH_CHARACTERS, weighEnd } from '../store/batched-writes.ts';
import { QUEUE_CHANNEL } from '../store/queueing.ts';
import { acceptControlledRuns, splitControlled } from './accept-controlled-runs.ts';
import {
  type AcceptedRun,
  type AdmissionOutcome,
  admitRuns,
  findTwinOutcome,
  type PreparedQueuedRun,
  TriggerChanged,
} from './admission.ts';
import { createRequireCondition } from './decide.ts';
import { findRunByRequestKey, type RequestKey, saveRequestKey } from './idempotency.ts';
import { type CallToPrepare, ownerOf, prepareCall } from './prepare-call.ts';

/** What a trigger asks for. */
export interface QueuedRunRequest extends CallToPrepare, Omit<RunToQueue, 'runId' | 'input'> {
  key: RequestKey | undefined;
  /** By default, a new id. */
  runId?: string;
}

interface AcceptOptions {
  database: HeddleDatabase;
  /** Called when runs are queued and durable. By default, all processes are notified. */
  announceQueued?(): void;
  limits: QueueLimits;
  /** Aborts when this process shuts down: from then on, no call waits for the database. */
  shutdownSignal: AbortSignal;
}

export interface AcceptServices extends AcceptOptions {
  files: FileServices;
  limits: QueueLimits & { inputCharacters: number };
}

export type AcceptQueuedRun = (request: QueuedRunRequest) => Promise<AcceptedRun>;

/**
 * The function stores the files of the input and queues the run. It throws a refusal, TriggerChanged or CallFiltered. A request whose
 * key was used before gets the run that the key made.
 */
export function createAcceptQueuedRun(services: AcceptServices): AcceptQueuedRun {
  const { database, files: fileServices } = services;
  const accept = createBatchedAccept(services);
  const requireCondition = createRequireCondition(database, services.limits.decide);

  return async request => {
    const earlier = await findEarlierRun(database, request);
    if (earlier) return earlier;
    const { trigger, key, traceContext, runId = newId() } = request;
    const { text: input, files } = await prepareCall(services, request, ownerOf(request), runId);
    try {
      await requireCondition(request, input);
      const accepted = await accept({ runId, trigger, input, files, key, traceContext });
      // Another request with the same key has made its run in the meantime.
      if (accepted.run_id !== runId) await discardFiles(fileServices, files);
      return accepted;
    } catch (error) {
      await discardFiles(fileServices, files);
      throw error;
    }
  };
}

/** When a key was used before, its files are stored already. Without files, that is found out when the run is inserted. */
export async function findEarlierRun(
  { query: db }: HeddleDatabase,
  { key, files }: Pick<QueuedRunRequest, 'key' | 'files'>,
): Promise<AcceptedRun | undefined> {
  const run_id = key && files.length > 0 ? await findRunByRequestKey(db, key) : undefined;
  if (run_id === undefined) return undefined;
  const run = await db.selectFrom('runs').select('status').where('id', '=', run_id).executeTakeFirst();
  return run && { run_id, status: run.status };
}

interface Attempt extends PreparedQueuedRun {
  /** The connection broke during an earlier attempt, so the run may exist although nobody was told. */
  isRepeated: boolean;
}

const MAX_BATCH = 32;
/** While one batch waits for the disk, the next one is on its way. */
const PLAIN_BATCHES = 2;
/** How long a run waits for a database that does not respond. */
const PATIENCE_MS = 5_000;

/** What both batches of runs have in common. */
const BATCH = {
  maxBatchSize: MAX_BATCH,
  maxBatchWeight: MAX_BATCH_CHARACTERS,
  weigh: ({ input, begun }: RunToQueue) => input.length + weighEnd(begun?.end),
  failsWholeBatch: (error: unknown) => connectionFailure(error) !== undefined,
};

/** Accepts runs whose files are prepared. Exported for tests. */
export function createBatchedAccept(options: AcceptOptions): (run: PreparedQueuedRun) => Promise<AcceptedRun> {
  const { database, shutdownSignal } = options;
  const announceQueued = options.announceQueued ?? (() => database.pool.notify(QUEUE_CHANNEL));
  const acceptPlain = createPlainAccept(options, announceQueued);
  const acceptInTransaction = createTransactionalAccept(options, announceQueued);

  async function accept(run: Attempt): Promise<AdmissionOutcome> {
    const isPlain = !run.key && run.files.length === 0 && !run.isRepeated;
    const isAccepted = isPlain && (await acceptPlain(run));
    return isAccepted ? toAccepted(run) : acceptInTransaction(run);
  }

  return async run => {
    let isRepeated = false;
    const outcome = await database.retry(
      () => {
        const attempt = accept({ ...run, isRepeated });
        isRepeated = true;
        return attempt;
      },
      { signal: shutdownSignal, patienceMs: PATIENCE_MS },
    );
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}

/** Returns false for a run that must be decided about in a transaction. */
function createPlainAccept({ database, limits }: AcceptOptions, announceQueued: () => void) {
  const acceptCalls = createAcceptPlainCalls(database.pool, limits);
  return createBatcher<Attempt, boolean>({
    ...BATCH,
    atOnce: PLAIN_BATCHES,
    gathers: true,
    async execute(runs) {
      passPoint('webhook.accepting');
      const accepted = await acceptCalls(runs);
      if (accepted.size > 0) {
        passPoint('webhook.accepted');
        if (runs.some(({ begun }) => !begun)) announceQueued();
      }
      return runs.map(({ runId }) => accepted.has(runId));
    },
  });
}

function createTransactionalAccept({ database, limits }: AcceptOptions, announceQueued: () => void) {
  const statements = compileAcceptStatements(database.query, limits);
  return createBatcher<Attempt, AdmissionOutcome>({
    ...BATCH,
    async execute(runs) {
      passPoint('webhook.accepting');
      const outcomes = await inTransaction(database, runs, limits.calls !== undefined, transaction =>
        acceptBatch(transaction, statements, runs, limits),
      );
      passPoint('webhook.accepted');
      if (outcomes.some(isQueued)) announceQueued();
      return outcomes;
    },
  });
}

function toAccepted({ runId, begun }: RunToQueue): AcceptedRun {
  return { run_id: runId, status: begun ? (begun.end?.status ?? 'running') : 'queued' };
}

function isQueued(outcome: AdmissionOutcome): boolean {
  return !(outcome instanceof Error) && outcome.status === 'queued';
}

/**
 * For runs that have neither a request key nor files, all statements are prepared, and the transaction takes as few
 * round trips as possible.
 */
async function inTransaction<Result>(
  { query: db, pool }: HeddleDatabase,
  runs: readonly Attempt[],
  areCallsLimited: boolean,
  act: (transaction: AcceptTransaction) => Promise<Result>,
): Promise<Result> {
  if (runs.some(({ key, files, isRepeated }) => key || files.length > 0 || isRepeated)) {
    return db.transaction().execute(async typed => {
      await typed.executeQuery(CompiledQuery.raw(lockWorkflows(runs)));
      if (areCallsLimited) await typed.executeQuery(CompiledQuery.raw(lockWindows(runs)));
      return act({
        typed,
        query: ({ text, values }) => typed.executeQuery(CompiledQuery.raw(text, values)),
        execute: statement => statement.execute(typed),
      });
    });
  }
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${lockWorkflows(runs)}; ${areCallsLimited ? lockWindows(runs) : ''}`);
    const result = await act({
      typed: undefined,
      query: statement => client.query(statement),
      execute<Row>(statement: RawBuilder<Row>) {
        const { sql: text, parameters } = statement.compile(db);
        return client.query<Row & pg.QueryResultRow>({ text, values: [...parameters] });
      },
    });
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is discarded.
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** The first of the two numbers of our advisory locks. No other lock of the service uses it. */
const ADVISORY_LOCK_SPACE = 0x68656464;

/** Acquires one advisory lock per workflow, in ascending order everywhere, so that two batches cannot deadlock. */
function lockWorkflows(runs: readonly RunToQueue[]): string {
  // The end of an id is random. Two workflows that happen to share a lock only wait for each other.
  const locks = new Set(runs.map(({ trigger }) => Number.parseInt(trigger.workflowId.slice(-8), 16) | 0));
  const ordered = [...locks].sort((one, other) => one - other);
  return `SELECT pg_advisory_xact_lock(${ADVISORY_LOCK_SPACE}, lock) FROM unnest(ARRAY[${ordered.join()}]) AS lock`;
}

/** The windows may be counted in `accept_calls` at the same moment. */
function lockWindows(runs: readonly RunToQueue[]): string {
  const ids = new Set(runs.map(({ trigger }) => `'${trigger.id}'`));
  return `SELECT lock_call_windows(ARRAY[${[...ids].join()}]::uuid[])`;
}

async function acceptBatch(
  transaction: AcceptTransaction,
  statements: AcceptStatements,
  runs: readonly Attempt[],
  limits: QueueLimits,
): Promise<AdmissionOutcome[]> {
  const triggers = await readTriggers(transaction, statements, runs, limits);
  const outcomes = await findEarlierRuns(transaction, runs);
  const admitted = admitRuns(runs, outcomes, triggers, limits);
  const { plain, controlled } = splitControlled(admitted, triggers);
  const inserted = await insertAcceptedRuns(transaction, statements, plain);
  await saveKeysAndFiles(
    transaction,
    plain.filter(({ runId }) => inserted.has(runId)),
  );
  if (controlled.length > 0) await acceptControlledRuns(transaction, statements, controlled, limits, outcomes);
  passPoint('webhook.queued');
  for (const run of plain) {
    outcomes.set(run, inserted.has(run.runId) ? toAccepted(run) : new TriggerChanged(run.trigger.id));
  }
  return runs.map(run => outcomes.get(run) ?? findTwinOutcome(run, admitted, outcomes));
}

/** Requests whose run exists already. They count against no limit. */
async function findEarlierRuns(
  { typed: transaction }: AcceptTransaction,
  runs: readonly Attempt[],
): Promise<Map<PreparedQueuedRun, AdmissionOutcome>> {
  const outcomes = new Map<PreparedQueuedRun, AdmissionOutcome>();
  if (!transaction) return outcomes;
  const runIds = new Map<PreparedQueuedRun, string>();
  for (const run of runs) {
    if (run.isRepeated) runIds.set(run, run.runId);
    if (!run.key) continue;
    try {
      const runId = await findRunByRequestKey(transaction, run.key);
      if (runId !== undefined) runIds.set(run, runId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.set(run, error);
    }
  }
  if (runIds.size === 0) return outcomes;
  const rows = await transaction
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('id', 'in', [...runIds.values()])
    .execute();
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const [run, run_id] of runIds) {
    const status = statuses.get(run_id);
    if (status) outcomes.set(run, { run_id, status });
  }
  return outcomes;
}

async function saveKeysAndFiles(
  { typed: transaction }: AcceptTransaction,
  runs: readonly PreparedQueuedRun[],
): Promise<void> {
  if (!transaction) return;
  const files = runs.flatMap(run => run.files);
  for (const { key, runId } of runs) if (key) await saveRequestKey(transaction, key, runId);
  await lockAccounts(
    transaction,
    files.map(({ content }) => content.reservation.account),
  );
  await insertFiles(transaction, files);
}
