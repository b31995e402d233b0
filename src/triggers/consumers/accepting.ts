/**
 * Makes runs of messages, in one transaction: the runs, the ids of the messages as request keys, and the position. So each
 * message starts one run, whatever dies and however often it is delivered. The source is told afterwards.
 *
 *   messages ── known as request keys ─────────▶ dropped
 *            ── longer than an input may be ───▶ refused
 *            ── the condition is not met ──────▶ counted for a day
 *            ── the queue of the user is full ─▶ they wait here, and the source gives no more meanwhile
 *            ── otherwise ─────────────────────▶ queued runs
 */
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { Release } from '../../platform/concurrency/semaphore.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { newId } from '../../platform/ids.ts';
import { jsonb, toStorableJson } from '../../platform/postgres/storable-text.ts';
import { type QueueRules, queueRuns } from '../../runs/store/queueing.ts';
import type { AcceptedMessages, ConsumedMessage, TakenConsumer } from './consumer-kind.ts';
import { lockConsumer } from './leases.ts';

export interface AcceptingServices {
  database: HeddleDatabase;
  limits: QueueRules & { inputCharacters: number };
}

const { messages: mostMessages, fullSeconds } = fixedLimits.consumer;
const { keyCharacters, keyHours } = fixedLimits.run;

interface ReadyMessage {
  key: string;
  /** JSON. */
  input: string;
}

interface Progress {
  position: unknown;
  refused: ReadonlySet<string>;
  /** A source without messages may still have a position to save. */
  hasCome: boolean;
}

interface AcceptOptions {
  position: unknown;
  signal: AbortSignal;
  /** Waits until the transaction may begin. What waits for the queue of its user keeps nobody else from it. */
  enter(): Promise<Release>;
}

/** Throws `ConsumerLost`, or the reason of the signal. */
export async function acceptMessages(
  services: AcceptingServices,
  consumer: TakenConsumer,
  messages: readonly ConsumedMessage[],
  { position, signal, enter }: AcceptOptions,
): Promise<AcceptedMessages> {
  const refused = new Set<string>();
  const ready = new Map<string, ReadyMessage>();
  for (const { id, input } of messages) {
    const text = input && JSON.stringify(input);
    const key = toKey(id);
    if (text === undefined || text.length > services.limits.inputCharacters) refused.add(id);
    else ready.set(key, { key, input: text });
  }
  let waiting = [...ready.values()];
  for (;;) {
    signal.throwIfAborted();
    const isLast = waiting.length <= mostMessages;
    const some = waiting.slice(0, mostMessages);
    const release = await enter();
    const progress = { position: isLast ? position : undefined, refused, hasCome: messages.length > 0 };
    const left = await acceptSome(services, consumer, some, progress).finally(release);
    waiting = [...left, ...waiting.slice(mostMessages)];
    if (waiting.length === 0) break;
    if (left.length > 0) await delay(fullSeconds * 1000, undefined, { signal });
  }
  return { refused };
}

/** Returns the messages for which the queue has no room. The position is saved when there are none. */
function acceptSome(
  { database, limits }: AcceptingServices,
  consumer: TakenConsumer,
  messages: readonly ReadyMessage[],
  { position, ...progress }: Progress,
): Promise<ReadyMessage[]> {
  return database.query
    .transaction()
    .execute(async transaction => {
      await lockConsumer(transaction, consumer);
      const known = await readKnownKeys(transaction, consumer, messages);
      const fresh = messages.filter(({ key }) => !known.has(key));
      const left = await startRuns(transaction, consumer, fresh, limits);
      await moveOn(transaction, consumer, { position: left.length === 0 ? position : undefined, ...progress });
      passPoint('consumer.queueing');
      return left;
    })
    .then(left => {
      passPoint('consumer.queued');
      return left;
    });
}

/** Queues runs in the order of the messages. Runs that are queued in one transaction are executed in that of their ids. */
async function startRuns(
  transaction: Query,
  { id: triggerId, workflow_id }: TakenConsumer,
  messages: readonly ReadyMessage[],
  rules: QueueRules,
): Promise<ReadyMessage[]> {
  if (messages.length === 0) return [];
  const ids = messages.map(() => newId()).sort();
  const runs = messages.map((message, position) => ({
    ...{ message, input: message.input, triggerId, triggerDepth: 0, rootId: null },
    id: ids[position] ?? newId(),
  }));
  const outcomes = await queueRuns(transaction, runs, rules);
  const left: ReadyMessage[] = [];
  const keys: { key: string; runId: string }[] = [];
  for (const { id, message } of runs) {
    const queued = outcomes.get(id);
    if (!queued || queued.outcome === 'full') left.push(message);
    else if (queued.outcome !== 'filtered') keys.push({ key: message.key, runId: queued.runId ?? id });
  }
  await rememberKeys(transaction, { triggerId, workflowId: workflow_id }, keys);
  return left;
}

/** Ids that are too long for a key, or that PostgreSQL can not store, are known by their hash. */
function toKey(id: string): string {
  const isUsable = id.length > 0 && id.length <= keyCharacters && !id.includes('\0') && id.isWellFormed();
  return isUsable ? id : hash('sha256', id, 'hex');
}

async function readKnownKeys(
  transaction: Query,
  { id, workflow_id }: TakenConsumer,
  messages: readonly ReadyMessage[],
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM run_keys WHERE workflow_id = ${workflow_id} AND sender_id = ${id}
      AND key = ANY (${messages.map(({ key }) => key)}::text[])
      AND created_at > now() - make_interval(hours => ${keyHours})`.execute(transaction);
  return new Set(rows.map(({ key }) => key));
}

const NO_HASH = hash('sha256', '', 'buffer');

/** Only the consumer, whose row is locked, writes keys of its trigger. So what is there already has expired. */
async function rememberKeys(
  transaction: Query,
  { triggerId, workflowId }: { triggerId: string; workflowId: string },
  keys: readonly { key: string; runId: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    INSERT INTO run_keys (workflow_id, sender_id, key, request_hash, run_id)
    SELECT ${workflowId}::uuid, ${triggerId}::uuid, key, ${NO_HASH}::bytea, run_id
    FROM unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ runId }) => runId)}::uuid[]) AS given (key, run_id)
    ON CONFLICT (workflow_id, sender_id, key) DO UPDATE SET run_id = excluded.run_id, created_at = now()`.execute(
    transaction,
  );
}

async function moveOn(
  transaction: Query,
  { id }: TakenConsumer,
  { position, refused, hasCome }: Progress,
): Promise<void> {
  const problem = refusalProblem(refused);
  await sql`UPDATE consumers SET last_message_at = ${hasCome ? sql`now()` : sql`last_message_at`},
      position = ${position === undefined ? sql`position` : jsonb(toStorableJson(position))},
      last_error = ${problem} WHERE trigger_id = ${id}`.execute(transaction);
  if (hasCome) await sql`UPDATE workflow_triggers SET last_fired_at = now() WHERE id = ${id}`.execute(transaction);
}

function refusalProblem(refused: ReadonlySet<string>): string | null {
  const [first] = refused;
  if (first === undefined) return null;
  const others = refused.size === 1 ? '' : ` and ${refused.size - 1} more`;
  return `The message '${first.slice(0, 200)}'${others} started no run, because it is longer than the input of a run may be`;
}
