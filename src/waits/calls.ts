/**
 * Calls of the URLs of waiting steps. The first call of a URL wins, whenever it comes:
 *
 *   before the step waits ──▶ kept ── the step opens its wait ──▶ taken
 *   while it waits ──▶ taken: the call, the result of the step and the next turn of the run are one transaction
 *   later ──▶ refused, unless it is the same request again
 *
 * Whoever opens or ends a wait, or saves a call, has locked the run. So a call is never missed.
 */
import { type SqlBool, sql } from 'kysely';
import { lockAccounts } from '../accounts/reservations.ts';
import type { Query } from '../database.ts';
import { idempotencyKeyReused, runLinkEnded, runLinkNotFound, runLinkOver, runLinkUsed } from '../errors.ts';
import { insertFiles, type PreparedFile } from '../files/store.ts';
import { passPoint } from '../platform/crash-points.ts';
import type { WaitingStep } from '../runs/executing/saved-run.ts';
import { isOpen } from '../runs/store/cancelling.ts';
import { endWaiting, lockRunForNoKeyUpdate } from '../runs/store/waiting.ts';
import type { StepAddress } from './links.ts';

export interface StepCall extends StepAddress {
  id: string;
  /** JSON {body, query, headers}. */
  input: string;
  files: readonly PreparedFile[];
  key: CallKey | undefined;
}

export interface CallKey {
  key: string;
  hash: Buffer;
}

/** A call that comes before its step waits is `kept`. */
export interface CallStatus {
  status: 'resumed' | 'kept';
}

export interface SavedCall extends CallStatus {
  /** The call that was saved: this one, or the same request before. */
  id: string;
}

/** Finds the call that is sent again. Undefined when it is the first of its URL. */
export async function findEarlierCall(
  db: Query,
  { runId, nodeId, iteration }: StepAddress,
  { id, key }: { id?: string; key: CallKey | undefined },
): Promise<SavedCall | undefined> {
  const earlier = await db
    .selectFrom('run_calls')
    .select(['id', 'request_key', 'request_hash', sql<boolean>`input IS NULL`.as('isTaken')])
    .where('run_id', '=', runId)
    .where('node_id', '=', nodeId)
    .where(sql<SqlBool>`iteration = ${iteration}::integer[]`)
    .executeTakeFirst();
  if (!earlier) return undefined;
  const isSame = earlier.id === id || (key !== undefined && key.key === earlier.request_key);
  if (!isSame) throw runLinkUsed();
  if (earlier.id !== id && !earlier.request_hash?.equals(key?.hash ?? EMPTY)) throw idempotencyKeyReused();
  return { id: earlier.id, status: earlier.isTaken ? 'resumed' : 'kept' };
}

const EMPTY = Buffer.alloc(0);

/** Saves a call, and ends the wait of its step if that is open. Throws when the step waits no more. */
export async function saveCall(transaction: Query, call: StepCall): Promise<SavedCall> {
  const status = await lockRunForNoKeyUpdate(transaction, call.runId);
  if (status === undefined) throw runLinkNotFound();
  // A connection that broke may hide that this call was saved.
  const earlier = await findEarlierCall(transaction, call, call);
  if (earlier) return earlier;
  if (!isOpen(status)) throw runLinkEnded();
  if (await isSettled(transaction, call)) throw runLinkOver();
  await lockAccounts(
    transaction,
    call.files.map(({ content }) => content.reservation.account),
  );
  const stored = await insertFiles(transaction, call.files);
  await transaction
    .insertInto('run_calls')
    .values({
      id: call.id,
      run_id: call.runId,
      node_id: call.nodeId,
      iteration: call.iteration,
      input: call.input,
      file_ids: stored.map(({ id }) => id),
      request_key: call.key?.key ?? null,
      request_hash: call.key?.hash ?? null,
    })
    .execute();
  const wait = await takeWait(transaction, call);
  if (wait) await takeEarlyCall(transaction, wait);
  passPoint('wait.calling');
  return { id: call.id, status: wait ? 'resumed' : 'kept' };
}

async function isSettled(transaction: Query, { runId, nodeId, iteration }: StepAddress): Promise<boolean> {
  const step = await transaction
    .selectFrom('run_steps')
    .select('node_id')
    .where('run_id', '=', runId)
    .where('node_id', '=', nodeId)
    .where(sql<SqlBool>`iteration = ${iteration}::integer[]`)
    .executeTakeFirst();
  return step !== undefined;
}

/** A wait that is over now, and what it was for. */
export interface TakenWait extends WaitingStep {
  kind: 'time' | 'call' | 'event';
  dueAt: Date;
  event: { name: string; key: string };
}

/** Deletes the open wait of a step and returns it. The run must be locked. */
export async function takeWait(
  transaction: Query,
  { runId, nodeId, iteration }: StepAddress,
): Promise<TakenWait | undefined> {
  const row = await transaction
    .deleteFrom('run_waits')
    .where('run_id', '=', runId)
    .where('node_id', '=', nodeId)
    .where(sql<SqlBool>`iteration = ${iteration}::integer[]`)
    .where('is_held', '=', false)
    .returning(['kind', 'position', 'started_at', 'due_at', 'event_name', 'event_key'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { kind, position, started_at: startedAt, due_at: dueAt, event_name, event_key } = row;
  const event = { name: event_name ?? '', key: event_key ?? '' };
  return { runId, nodeId, nodeType: 'wait', iteration, position, startedAt, kind, dueAt, event };
}

/** Ends a step with the call that was kept for it. Returns false when there is none. The run must be locked. */
export async function takeEarlyCall(transaction: Query, step: WaitingStep): Promise<boolean> {
  const call = await transaction
    .selectFrom('run_calls')
    .select(['id', 'input', 'file_ids'])
    .where('run_id', '=', step.runId)
    .where('node_id', '=', step.nodeId)
    .where(sql<SqlBool>`iteration = ${step.iteration}::integer[]`)
    .executeTakeFirst();
  if (!call || call.input === null) return false;
  await transaction.updateTable('run_calls').set({ input: null }).where('id', '=', call.id).execute();
  return endWaiting(transaction, step, {
    status: 'success',
    handle: null,
    output: JSON.parse(call.input),
    text: 'Called',
    fileIds: call.file_ids,
  });
}
