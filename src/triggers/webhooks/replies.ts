/**
 * The answers that steps give to webhook calls.
 *
 *   (none) ── a step answers ──▶ stored ── every process that has a call of this run ──▶ sent
 *
 * The answer is stored first: a call that is repeated with its key, also at another process, gets it again.
 */
import { sql } from 'kysely';
import { fixedLimits, MEGABYTE } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { type CallReply, StepError } from '../../nodes/step.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { SharedPoll } from '../../platform/concurrency/shared-poll.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';
import { deleteInBatches } from '../../platform/postgres/delete-in-batches.ts';
import type { Listener } from '../../platform/postgres/listener.ts';
import { notifyAfterCommit } from '../../platform/postgres/notifier.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import type { ReplyToCall } from '../../runs/executing/step-capabilities.ts';

/** Notifies the processes that a run has its answer. The payload is the id of the run. */
const REPLIES_CHANNEL = 'webhook_replied';

/** A step that is executed again finds the answer that it gave before. Any other step has come too late. */
export function createReplyToCall(database: HeddleDatabase): ReplyToCall {
  return async (run, step, reply, signal) => {
    const store = () =>
      database.query.transaction().execute(async transaction => {
        await insertReply(transaction, run.id, step, reply);
        passPoint('webhook.replying');
      });
    await database.retry(store, { signal });
    passPoint('webhook.replied');
  };
}

async function insertReply(
  transaction: Query,
  runId: string,
  { nodeId, iteration }: { nodeId: string; iteration: readonly number[] },
  { status, headers, body }: CallReply,
): Promise<void> {
  const inserted = await transaction
    .insertInto('webhook_replies')
    .values({
      run_id: runId,
      node_id: nodeId,
      iteration: [...iteration],
      status,
      headers: toStorableJson(headers),
      body,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('run_id')
    .executeTakeFirst();
  if (inserted) {
    await notifyAfterCommit(REPLIES_CHANNEL, runId).execute(transaction);
    return;
  }
  const earlier = await transaction
    .selectFrom('webhook_replies')
    .select(['node_id', 'iteration'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  const isOwn = earlier?.node_id === nodeId && earlier.iteration.join() === iteration.join();
  if (!isOwn) throw new StepError(`The call was answered already, by step '${earlier?.node_id ?? nodeId}'`);
}

export interface StoredReply {
  status: number;
  headers: readonly (readonly [string, string])[];
  body: Buffer;
}

export interface StoredReplies {
  /** Resolves with the answer of a run when it is stored, and with undefined when the signal aborts. */
  wait(runId: string, signal: AbortSignal): Promise<StoredReply | undefined>;
  find(runId: string): Promise<StoredReply | undefined>;
  /** Counts the memory of an answer until it is sent. */
  holdMemory(owner: string, reply: StoredReply, signal: AbortSignal): Promise<() => void>;
  close(): Promise<void>;
}

/** Finds answers whose notification was lost. */
const POLL_MS = 2_000;
const ANSWER_BYTES = { total: 64 * MEGABYTE, perOwner: 32 * MEGABYTE };

export async function openStoredReplies(database: HeddleDatabase, listener: Listener): Promise<StoredReplies> {
  const memory = createSemaphore(ANSWER_BYTES);
  const read = (runIds: readonly string[]) => readReplies(database.query, runIds);
  const poll = new SharedPoll<StoredReply>({ pauseMs: { first: POLL_MS, longest: POLL_MS }, read });
  const subscription = await listener.subscribe(
    REPLIES_CHANNEL,
    runId => poll.hurry(runId),
    () => poll.hurryAll(),
  );

  return {
    wait: (runId, signal) => poll.until(runId, signal, reply => reply),
    find: async runId => (await read([runId])).get(runId),
    holdMemory: (owner, { body }, signal) => memory.acquire(owner, body.length, signal),
    close: () => subscription.close(),
  };
}

async function readReplies(db: Query, runIds: readonly string[]): Promise<ReadonlyMap<string, StoredReply>> {
  const rows = await db
    .selectFrom('webhook_replies')
    .select(['run_id', 'status', 'headers', 'body'])
    .where('run_id', 'in', runIds)
    .execute();
  return new Map(rows.map(({ run_id, ...reply }) => [run_id, reply]));
}

/** Nobody can ask for an answer again when the key of the call has expired. */
export function webhookReplyTasks({ query: db }: HeddleDatabase): Task[] {
  return [
    defineTask({
      kind: defineJob('webhooks.delete-replies', { repeat: { everyMinutes: 60, offsetMinutes: 41 } }),
      concurrency: 1,
      run: (_payload, { signal }) => deleteOldReplies(db, signal),
    }),
  ];
}

async function deleteOldReplies(db: Query, signal: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - make_interval(hours => ${fixedLimits.run.keyHours})`;
  await deleteInBatches(db, { table: 'webhook_replies', where, order: 'created_at' }, signal);
}
