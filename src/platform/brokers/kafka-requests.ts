/** The requests to Kafka that are needed, each in a version that all brokers since 1.0 understand. */
import { BrokerError } from './broker.ts';
import type { KafkaConnection } from './kafka-connection.ts';
import type { AbortedTransaction } from './kafka-records.ts';
import { type WireReader, WireWriter } from './kafka-wire.ts';

export interface TopicMetadata {
  cluster: string;
  brokers: ReadonlyMap<number, { host: string; port: number }>;
  /** The leader of each partition. Undefined where none is elected. */
  leaders: ReadonlyMap<number, number | undefined>;
}

export type Offsets = ReadonlyMap<number, number>;

export interface Fetched {
  partition: number;
  error: number;
  aborted: AbortedTransaction[];
  data: Buffer;
}

export const OFFSET_OUT_OF_RANGE = 1;
const UNKNOWN_TOPIC = 3;
/** Another broker has the partition now, or will have it soon. Nothing was read or written. */
const MOVED = new Set([UNKNOWN_TOPIC, 5, 6, 9, 74, 75]);

const ERRORS: Readonly<Record<number, string>> = {
  7: 'The broker has not written the message in time',
  10: 'The broker refused the message, because it is too long',
  17: 'The name of the topic is not allowed',
  19: 'Too few copies of the partition are in reach to write to it',
  20: 'Too few copies of the partition have written the message in time',
  29: 'The user of the credential may not use the topic',
  30: 'The user of the credential may not use the group',
  76: 'The messages are compressed with zstd. Only gzip is supported',
  87: 'The broker refused the message, because the topic demands others (such as those with a key)',
};
const FOR_GOOD = new Set([10, 17, 29, 30, 76, 87]);

/** Another broker leads the partition. */
export class LeaderMoved extends BrokerError {}

export function checkError(error: number, topic: string): void {
  if (error === 0) return;
  if (MOVED.has(error)) throw new LeaderMoved(`No broker leads the topic '${topic}' at the moment (error ${error})`);
  const text = ERRORS[error] ?? `The broker refused the topic '${topic}' (error ${error})`;
  throw new BrokerError(text, { retryable: !FOR_GOOD.has(error) });
}

/** A topic that does not exist is not made. */
export async function readMetadata(connection: KafkaConnection, topic: string): Promise<TopicMetadata> {
  const body = new WireWriter().int32(1).text(topic).int8(0);
  const reply = await connection.ask(3, 4, body.end());
  reply.int32();
  const brokers = reply.list(() => {
    const [id, host, port] = [reply.int32(), reply.text(), reply.int32()];
    reply.nullableText();
    return [id, { host, port }] as const;
  });
  const cluster = reply.text();
  reply.int32();
  const leaders = new Map<number, number | undefined>();
  reply.list(() => {
    const error = reply.int16();
    reply.text();
    reply.int8();
    if (error === UNKNOWN_TOPIC) throw new BrokerError(`There is no topic '${topic}'`);
    checkError(error, topic);
    reply.list(() => {
      reply.int16();
      const [partition, leader] = [reply.int32(), reply.int32()];
      reply.list(() => reply.int32());
      reply.list(() => reply.int32());
      leaders.set(partition, leader < 0 ? undefined : leader);
    });
  });
  return { cluster, brokers: new Map(brokers), leaders };
}

/** Where partitions begin or end now. */
export async function listOffsets(
  connection: KafkaConnection,
  topic: string,
  partitions: readonly number[],
  which: 'first' | 'end',
): Promise<Offsets> {
  const body = new WireWriter().int32(-1);
  body.list([topic], () =>
    body.text(topic).list(partitions, partition => void body.int32(partition).int64(which === 'first' ? -2 : -1)),
  );
  const reply = await connection.ask(2, 1, body.end());
  const offsets = new Map<number, number>();
  readPartitions(reply, partition => {
    checkError(reply.int16(), topic);
    reply.int64();
    offsets.set(partition, reply.int64());
  });
  return offsets;
}

/** How long a broker waits for messages. */
const FETCH_MS = 5_000;
const FETCH_BYTES = 8 * 2 ** 20;
const PARTITION_BYTES = 2 ** 20;
const COMMITTED_ONLY = 1;

export async function fetchRecords(connection: KafkaConnection, topic: string, offsets: Offsets): Promise<Fetched[]> {
  const body = new WireWriter().int32(-1).int32(FETCH_MS).int32(1).int32(FETCH_BYTES).int8(COMMITTED_ONLY);
  body.list([topic], () =>
    body
      .text(topic)
      .list([...offsets], ([partition, offset]) => void body.int32(partition).int64(offset).int32(PARTITION_BYTES)),
  );
  const reply = await connection.ask(1, 4, body.end(), FETCH_MS);
  reply.int32();
  const fetched: Fetched[] = [];
  readPartitions(reply, partition => {
    const error = reply.int16();
    reply.take(16);
    const aborted = reply.list(() => ({ producerId: reply.int64(), firstOffset: reply.int64() }));
    fetched.push({ partition, error, aborted, data: reply.bytes() });
  });
  return fetched;
}

/** How long the copies of a partition may take. */
const WRITE_MS = 8_000;
const ALL_COPIES = -1;

/** Resolves with the offset of the record when all copies that are in sync have it. */
export async function produce(
  connection: KafkaConnection,
  { topic, partition, batch }: { topic: string; partition: number; batch: Buffer },
): Promise<number> {
  const body = new WireWriter().text(null).int16(ALL_COPIES).int32(WRITE_MS);
  body.list([topic], () => body.text(topic).list([partition], () => void body.int32(partition).bytes(batch)));
  const reply = await connection.ask(0, 3, body.end(), WRITE_MS);
  let offset = -1;
  readPartitions(reply, () => {
    checkError(reply.int16(), topic);
    offset = reply.int64();
    reply.int64();
  });
  return offset;
}

/** Finds the broker that keeps the offsets of a group. */
export async function findCoordinator(connection: KafkaConnection, group: string) {
  const reply = await connection.ask(10, 0, new WireWriter().text(group).end());
  checkError(reply.int16(), group);
  reply.int32();
  return { host: reply.text(), port: reply.int32() };
}

/** Tells Kafka how far a group has read. The group has no members. */
export async function commitOffsets(
  connection: KafkaConnection,
  { group, topic, offsets }: { group: string; topic: string; offsets: Offsets },
): Promise<void> {
  const body = new WireWriter().text(group).int32(-1).text('').int64(-1);
  body.list([topic], () =>
    body.text(topic).list([...offsets], ([partition, offset]) => void body.int32(partition).int64(offset).text(null)),
  );
  const reply = await connection.ask(8, 2, body.end());
  readPartitions(reply, () => checkError(reply.int16(), topic));
}

function readPartitions(reply: WireReader, read: (partition: number) => void): void {
  reply.list(() => {
    reply.text();
    reply.list(() => read(reply.int32()));
  });
}
