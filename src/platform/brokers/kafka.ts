/**
 * Kafka. The lease of the trigger decides who reads, so no group of Kafka does: all partitions are read, and how far each
 * was read is saved with the runs. Kafka is told the offsets afterwards, so that its tools show how far behind the trigger is.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Broker, type Outgoing, toBrokerError } from './broker.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { KafkaReading } from './kafka-reading.ts';
import { partitionOf, writeRecord } from './kafka-records.ts';
import { LeaderMoved, produce, type TopicMetadata } from './kafka-requests.ts';

export const ID_HEADER = 'idempotency-key';
/** An election of a leader takes moments. */
const ELECTION_MS = 500;
const ELECTIONS = 10;
/** Whoever has read for this long had leaders. */
const STEADY_MS = 10_000;

export const kafka: Broker = {
  port: tls => (tls ? 9093 : 9092),

  async receive(server, address, receiving) {
    const reading = new KafkaReading(server, address, receiving);
    try {
      for (let moves = 1; ; moves++) {
        const began = Date.now();
        const moved = await reading.readUntilMoved();
        if (Date.now() - began > STEADY_MS) moves = 0;
        else if (moves === ELECTIONS) throw moved;
        await delay(ELECTION_MS, undefined, { signal: receiving.signal });
      }
    } catch (error) {
      receiving.signal.throwIfAborted();
      throw toBrokerError(error, server);
    }
  },

  async send(server, { topic = '', key }, message, signal) {
    for (let attempt = 1; ; attempt++) {
      const cluster = new KafkaCluster(server, signal);
      try {
        return await sendOnce(cluster, { topic, key }, message);
      } catch (error) {
        signal.throwIfAborted();
        // Then nothing was written.
        if (!(error instanceof LeaderMoved) || attempt === ELECTIONS) throw toBrokerError(error, server);
      } finally {
        cluster.close();
      }
      await delay(ELECTION_MS, undefined, { signal });
    }
  },
};

async function sendOnce(
  cluster: KafkaCluster,
  { topic, key }: { topic: string; key: string | undefined },
  { id, body, contentType, headers }: Outgoing,
): Promise<Record<string, unknown>> {
  const metadata = await cluster.metadata(topic);
  const keyBytes = key === undefined ? null : Buffer.from(key);
  const partition = choosePartition(metadata, keyBytes);
  const leader = metadata.brokers.get(metadata.leaders.get(partition) ?? -1);
  if (!leader) throw new LeaderMoved(`No broker leads partition ${partition} of the topic '${topic}' at the moment`);
  const named = Object.entries({ 'content-type': contentType, ...headers, [ID_HEADER]: id });
  const batch = writeRecord({
    ...{ timestamp: Date.now(), key: keyBytes, value: body.length > 0 ? body : null },
    headers: named.map(([name, value]) => [name, Buffer.from(value)] as const),
  });
  const offset = await produce(await cluster.connect(leader), { topic, partition, batch });
  return { topic, partition, offset };
}

/** Without a key: any partition that can be written to. */
function choosePartition({ leaders }: TopicMetadata, key: Buffer | null): number {
  if (key) return partitionOf(key, leaders.size);
  const usable = [...leaders].filter(([, leader]) => leader !== undefined).map(([partition]) => partition);
  return usable[usable.length > 0 ? randomInt(usable.length) : 0] ?? 0;
}
