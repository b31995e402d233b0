/**
 * Works through the runs of a batch, in the order in which they were chosen.
 *
 *   running ── a chunk of runs is replayed, cancelled or made ──▶ running, further on ── the last chunk ──▶ done
 *           ── its user cancels it ──▶ cancelled
 *
 * One transaction deals with a chunk and saves the position, so a process that dies leaves a batch that another process
 * continues, and no run is dealt with twice. A run that can not be replayed or cancelled is refused, and the batch goes on.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { ApiError } from '../../errors.ts';
import { discardFiles } from '../../files/store.ts';
import { type Caller, requireWorkflowPermission } from '../../http/caller.ts';
import { runAsOwner } from '../../platform/concurrency/owner-context.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { defineJob, type JobQueue } from '../../platform/jobs/jobs.ts';
import { NO_LONG_TEXTS } from '../../platform/memory/long-text.ts';
import {
  type BatchOptions,
  type BatchRow,
  findBatch,
  insertBatch,
  lockBatchForUpdate,
  lockBatchPlans,
  type NewBatch,
  recordBatch,
  saveBatch,
} from '../store/batches.ts';
import { cancelOpenRun } from '../store/cancelling.ts';
import { requireRunControl } from '../store/run-changes.ts';
import { findBackfillRoom, queueBackfilled, shareOfQueue } from './backfill.ts';
import { type PreparedReplay, prepareReplay, queueReplay, type ReplayServices } from './replay.ts';

export interface BatchServices extends ReplayServices {
  jobs: JobQueue;
  /** How many runs of one workflow may be queued before its webhooks accept no more. */
  queuedPerWorkflow: number;
}

/** Each attempt continues where the last one ended. */
export const workOnBatchJob = defineJob<{ batch_id: string }>('runs.batch', { attempts: 20, maxDelaySeconds: 60 });

/**
 * Inserts a batch together with the job that works through it. Batches are planned one after another, and each plan
 * sees what the batches before it have done and will do. So clicking twice does nothing twice.
 */
export async function createBatch(
  { database, jobs }: BatchServices,
  caller: Caller,
  plan: (transaction: Query) => Promise<NewBatch>,
): Promise<BatchRow> {
  return database.query.transaction().execute(async transaction => {
    await lockBatchPlans(transaction);
    const inserted = await insertBatch(transaction, caller, await plan(transaction));
    await jobs.enqueue(workOnBatchJob, { batch_id: inserted.id }, { transaction, key: inserted.id });
    await recordBatch(transaction, caller, 'batch.create', inserted);
    return inserted;
  });
}

export async function workOnBatch(services: BatchServices, batchId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const batch = await findBatch(services.database.query, batchId);
    if (batch?.status !== 'running') return;
    const pauseMs = await runAsOwner(batch.created_by, () => workOnChunk(services, batch, signal));
    if (pauseMs === 0) continue;
    const startAfter = new Date(Date.now() + pauseMs);
    await services.jobs.enqueue(workOnBatchJob, { batch_id: batchId }, { startAfter, key: batchId });
    return;
  }
}

/** What happens to one run of a chunk. */
interface Item {
  runId: string;
  /** Does it, in the transaction of the chunk. */
  act(transaction: Query): Promise<void>;
  /** Called when it was not done after all. */
  discard?(): Promise<void>;
}

/** How long a batch waits for the queue to have room. */
const FULL_QUEUE_MS = 1_000;

/** Returns how long to wait before the next chunk. */
async function workOnChunk(services: BatchServices, batch: BatchRow, signal: AbortSignal): Promise<number> {
  const { query: db } = services.database;
  const options = batch.options as BatchOptions;
  const { perMinute = Number.POSITIVE_INFINITY } = options;
  const size = Math.min(fixedLimits.run.batch.chunk, perMinute);
  const chosen = batch.run_ids.slice(batch.position, batch.position + size);
  const runIds = await findFitting(services, batch, chosen);
  if (runIds.length === 0 && chosen.length > 0) return FULL_QUEUE_MS;
  const caller = await findCaller(db, batch.created_by);
  const prepared: (Item | ApiError)[] = [];
  for (const [index, runId] of runIds.entries()) {
    const item = createItem(services, caller, batch, { runId, index: batch.position + index }, signal);
    prepared.push(await item.catch(keepRefusal));
  }
  const dealtWith = await dealWithChunk(db, batch, runIds, prepared).catch(async error => {
    for (const item of prepared) if (!(item instanceof ApiError)) await item.discard?.();
    throw error;
  });
  passPoint('batch.saved');
  if (dealtWith < runIds.length || runIds.length < chosen.length) return FULL_QUEUE_MS;
  return Number.isFinite(perMinute) ? Math.ceil((60_000 * dealtWith) / perMinute) : 0;
}

/** Returns how many of the runs were dealt with. */
async function dealWithChunk(
  db: Query,
  batch: BatchRow,
  runIds: readonly string[],
  items: readonly (Item | ApiError)[],
): Promise<number> {
  return db.transaction().execute(async transaction => {
    if (!(await lockBatchForUpdate(transaction, batch))) return runIds.length;
    const refusals: BatchRow['refusals'] = [];
    let dealtWith = 0;
    for (const [index, item] of items.entries()) {
      const refusal = item instanceof ApiError ? item : await attempt(transaction, item);
      if (refusal?.status === TOO_MANY) break;
      if (refusal) refusals.push({ run_id: runIds[index] ?? '', code: refusal.code, detail: refusal.message });
      dealtWith++;
    }
    await saveBatch(transaction, batch, { dealtWith, refusals });
    passPoint('batch.saving');
    return dealtWith;
  });
}

/** The queue of the user is full. The run is dealt with later. */
const TOO_MANY = 429;

/** Returns why the run was refused. Whatever was written for it before that is undone. */
async function attempt(transaction: Query, item: Item): Promise<ApiError | undefined> {
  await sql`SAVEPOINT run`.execute(transaction);
  try {
    await item.act(transaction);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await sql`ROLLBACK TO SAVEPOINT run`.execute(transaction);
    return error;
  } finally {
    await sql`RELEASE SAVEPOINT run`.execute(transaction).catch(() => {});
  }
}

function keepRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

async function createItem(
  services: BatchServices,
  caller: Caller,
  batch: BatchRow,
  { runId, index }: { runId: string; index: number },
  signal: AbortSignal,
): Promise<Item> {
  const { replay, backfill, reason } = batch.options as BatchOptions;
  requireWorkflowPermission(caller, 'write');
  if (backfill)
    return { runId, act: transaction => queueBackfilled(transaction, services, backfill, { runId, index }) };
  if (!replay) {
    return {
      runId,
      async act(transaction) {
        await requireRunControl(transaction, caller, runId);
        await cancelOpenRun(transaction, services.limits, runId, { reason });
      },
    };
  }
  const request = { runId, ...replay, input: undefined };
  const prepared: PreparedReplay = await prepareReplay(services, caller, request, {
    signal,
    longTexts: NO_LONG_TEXTS,
  });
  return {
    runId,
    act: transaction => queueReplay(transaction, prepared, services),
    discard: () => discardFiles(services.files, prepared.files),
  };
}

/** Returns the first of the chosen runs that the queues have room for. */
async function findFitting(services: BatchServices, batch: BatchRow, chosen: string[]): Promise<string[]> {
  const { backfill } = batch.options as BatchOptions;
  if (backfill) return chosen.slice(0, await findBackfillRoom(services, backfill.workflowId));
  return batch.action === 'replay' ? findFittingRuns(services, chosen) : chosen;
}

/**
 * Returns the first of the runs for whose replays there is room. A batch uses only half of the queue of a workflow, so that
 * its webhooks accept calls meanwhile.
 */
async function findFittingRuns(
  { database, queuedPerWorkflow }: BatchServices,
  runIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; workflow_id: string; queued: number }>`
    WITH chosen AS (SELECT id, workflow_id FROM runs WHERE id = ANY (${runIds}::uuid[])),
    queues AS (
      SELECT workflow_id, (SELECT count(*)::integer FROM (
        SELECT FROM runs WHERE runs.workflow_id = workflows.workflow_id AND status = 'queued' AND held IS NULL
        UNION ALL
        SELECT FROM runs WHERE runs.workflow_id = workflows.workflow_id AND status = 'queued' AND held IS NOT NULL
      ) AS waiting) AS queued
      FROM (SELECT DISTINCT workflow_id FROM chosen) AS workflows
    )
    SELECT chosen.id, workflow_id, queued FROM chosen JOIN queues USING (workflow_id)`.execute(database.query);
  const most = shareOfQueue(queuedPerWorkflow);
  const workflows = new Map(rows.map(({ id, workflow_id }) => [id, workflow_id]));
  const room = new Map(rows.map(({ workflow_id, queued }) => [workflow_id, most - queued]));
  const fitting: string[] = [];
  for (const id of runIds) {
    const workflow = workflows.get(id);
    const left = workflow === undefined ? 1 : (room.get(workflow) ?? 0);
    if (left <= 0) break;
    if (workflow !== undefined) room.set(workflow, left - 1);
    fitting.push(id);
  }
  return fitting;
}

/** The user of the batch as they are now. */
async function findCaller(db: Query, userId: string): Promise<Caller> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  return {
    keyId: '',
    userId,
    email: user.email,
    name: user.name,
    admin: user.admin,
    scopes: new Set(['*']),
    workflowPermission: user.enabled ? user.workflow_permission : 'none',
  };
}
