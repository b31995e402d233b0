/**
 * Reads all partitions of a topic. Each broker that leads some of them is asked on its own, so that one without messages
 * does not hold up the others; what they give is handled one after the other. When a partition has moved, or there are
 * more of them, the connections are closed and everything begins anew where it was.
 */
import { isUtf8 } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type BrokerAddress, type BrokerDelivery, BrokerError, type BrokerServer, type Receiving } from './broker.ts';
import { type KafkaAddress, KafkaCluster } from './kafka-cluster.ts';
import { type KafkaRecord, readRecords } from './kafka-records.ts';
import {
  checkError,
  commitOffsets,
  type Fetched,
  fetchRecords,
  findCoordinator,
  LeaderMoved,
  listOffsets,
  OFFSET_OUT_OF_RANGE,
  type TopicMetadata,
} from './kafka-requests.ts';

/** How often it is asked whether there are further partitions. */
const LAYOUT_MS = 30_000;
/** The same while a partition has no leader. */
const ELECTION_MS = 1_000;

/** How far was read: the next offset of each partition. Offsets of another cluster or topic say nothing. */
interface Position {
  cluster: string;
  topic: string;
  offsets: Record<string, number>;
}

export class KafkaReading {
  readonly #server: BrokerServer;
  readonly #address: BrokerAddress;
  readonly #topic: string;
  readonly #receiving: Receiving;
  #position: Position | undefined;
  #committing: Promise<void> | undefined;
  #committed: Readonly<Record<string, number>> | undefined;
  #isReady = false;

  constructor(server: BrokerServer, address: BrokerAddress, receiving: Receiving) {
    this.#server = server;
    this.#address = address;
    this.#topic = address.topic ?? '';
    this.#receiving = receiving;
    this.#position = toPosition(receiving.position);
  }

  /** Returns when the partitions must be looked up again, and why. */
  async readUntilMoved(): Promise<LeaderMoved> {
    const ends = new AbortController();
    const signal = AbortSignal.any([this.#receiving.signal, ends.signal]);
    const cluster = new KafkaCluster(this.#server, signal);
    const readers: Promise<never>[] = [];
    try {
      const metadata = await cluster.metadata(this.#topic);
      const leaders = groupByLeader(metadata);
      const position = await this.#begin(cluster, metadata, leaders);
      if (!this.#isReady) this.#receiving.onReady();
      this.#isReady = true;
      let handling = Promise.resolve();
      const inTurn = (act: () => Promise<void>): Promise<void> => {
        handling = handling.then(() => {
          signal.throwIfAborted();
          return act();
        });
        return handling;
      };
      for (const [leader, partitions] of leaders) {
        readers.push(this.#readLeader(cluster, { place: placeOf(metadata, leader), partitions, position, inTurn }));
      }
      readers.push(this.#watchLayout(cluster, metadata, signal));
      return await Promise.race(readers);
    } catch (error) {
      this.#receiving.signal.throwIfAborted();
      if (error instanceof LeaderMoved && this.#isReady) return error;
      throw error;
    } finally {
      ends.abort(new BrokerError('Kafka is looked at anew'));
      await Promise.allSettled(readers);
      await this.#committing;
      cluster.close();
    }
  }

  /** Finds where to begin in partitions that were not read yet, and saves that: what comes from now on is not lost. */
  async #begin(
    cluster: KafkaCluster,
    metadata: TopicMetadata,
    leaders: ReadonlyMap<number, readonly number[]>,
  ): Promise<Position> {
    const { cluster: name } = metadata;
    const known = this.#position;
    const isKnown = known?.cluster === name && known.topic === this.#topic;
    // A partition that was added later was empty when somebody began to listen.
    const which = isKnown || this.#address.start === 'all' ? 'first' : 'end';
    const offsets = isKnown ? { ...known.offsets } : {};
    let isNew = !isKnown;
    if (!isKnown && which === 'end' && [...metadata.leaders.values()].includes(undefined)) {
      throw new LeaderMoved(`Some partitions of the topic '${this.#topic}' have no leader`);
    }
    for (const [leader, partitions] of leaders) {
      const unread = partitions.filter(partition => offsets[partition] === undefined);
      if (unread.length === 0) continue;
      isNew = true;
      const connection = await cluster.connect(placeOf(metadata, leader));
      for (const [partition, offset] of await listOffsets(connection, this.#topic, unread, which)) {
        offsets[partition] = offset;
      }
    }
    this.#position = { cluster: name, topic: this.#topic, offsets };
    if (isNew) await this.#receiving.handle([], this.#position);
    return this.#position;
  }

  async #readLeader(cluster: KafkaCluster, { place, partitions, position, inTurn }: LeaderReading): Promise<never> {
    const connection = await cluster.connect(place);
    for (;;) {
      const offsets = new Map(partitions.map(partition => [partition, position.offsets[partition] ?? 0]));
      for (const fetched of await fetchRecords(connection, this.#topic, offsets)) {
        const from = offsets.get(fetched.partition);
        if (from === undefined) continue;
        if (fetched.error === OFFSET_OUT_OF_RANGE) {
          // The topic keeps its messages for some time only, or was made anew.
          const first = await listOffsets(connection, this.#topic, [fetched.partition], 'first');
          position.offsets[fetched.partition] = first.get(fetched.partition) ?? 0;
        } else await this.#handle(fetched, { from, position, inTurn });
      }
      this.#commit(cluster);
    }
  }

  async #handle(
    { partition, error, aborted, data }: Fetched,
    { from, position, inTurn }: Pick<LeaderReading, 'position' | 'inTurn'> & { from: number },
  ): Promise<void> {
    checkError(error, this.#topic);
    const { records, next } = await readRecords(data, from, aborted);
    const { most, handle } = this.#receiving;
    for (let at = 0; at < records.length; at += most) {
      const some = records.slice(at, at + most);
      const last = some.at(-1);
      const reached = at + most < records.length && last ? last.offset + 1 : next;
      await inTurn(async () => {
        const after = { ...position, offsets: { ...position.offsets, [partition]: reached } };
        await handle(
          some.map(record => toDelivery(this.#topic, partition, record)),
          after,
        );
        position.offsets[partition] = reached;
      });
    }
    // Markers of transactions, and messages that a compacted topic has dropped, have no runs.
    position.offsets[partition] = next;
  }

  /** Best effort: nothing depends on what Kafka knows. One request at a time, the next one has what came meanwhile. */
  #commit(cluster: KafkaCluster): void {
    const [group, topic, offsets] = [this.#address.consumer, this.#topic, { ...this.#position?.offsets }];
    if (this.#committing || isDeepStrictEqual(offsets, this.#committed)) return;
    this.#committed = offsets;
    const commit = async () => {
      const asked = await cluster.connect(this.#server);
      const coordinator = await cluster.connect(await findCoordinator(asked, group));
      const numbers = Object.entries(offsets).map(([partition, offset]) => [Number(partition), offset] as const);
      await commitOffsets(coordinator, { group, topic, offsets: new Map(numbers) });
    };
    this.#committing = commit()
      .catch(() => {})
      .finally(() => {
        this.#committing = undefined;
      });
  }

  async #watchLayout(cluster: KafkaCluster, { leaders }: TopicMetadata, signal: AbortSignal): Promise<never> {
    const has = (other: TopicMetadata) =>
      other.leaders.size === leaders.size &&
      [...other.leaders].every(([partition, at]) => leaders.get(partition) === at);
    for (;;) {
      await delay([...leaders.values()].includes(undefined) ? ELECTION_MS : LAYOUT_MS, undefined, { signal });
      if (!has(await cluster.metadata(this.#topic))) throw new LeaderMoved('The partitions are others now');
    }
  }
}

interface LeaderReading {
  place: KafkaAddress;
  partitions: readonly number[];
  position: Position;
  /** Does one thing after the other. */
  inTurn(act: () => Promise<void>): Promise<void>;
}

function groupByLeader({ leaders }: TopicMetadata): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [partition, leader] of leaders) {
    if (leader !== undefined) groups.set(leader, [...(groups.get(leader) ?? []), partition]);
  }
  return groups;
}

function placeOf({ brokers }: TopicMetadata, leader: number): KafkaAddress {
  const place = brokers.get(leader);
  if (!place) throw new LeaderMoved(`The broker ${leader} can not be reached at the moment`);
  return place;
}

function toPosition(position: unknown): Position | undefined {
  return typeof position === 'object' && position !== null && 'offsets' in position
    ? (position as Position)
    : undefined;
}

/** A topic that was deleted and made again counts anew, so the time belongs to the id. */
function toDelivery(topic: string, partition: number, record: KafkaRecord): BrokerDelivery {
  const { offset, timestamp, key, value, headers } = record;
  const place = { topic, partition: String(partition), offset: String(offset) };
  const named = new Map<string, string>();
  for (const [name, content] of headers) {
    const before = named.get(name);
    const text = content === null ? '' : toText(content);
    named.set(name, before === undefined ? text : `${before}, ${text}`);
  }
  return {
    id: `${topic}/${partition}/${offset}/${timestamp}`,
    source: place,
    ...(key && { key: toText(key) }),
    timestamp,
    headers: Object.fromEntries(named),
    body: value ?? Buffer.alloc(0),
  };
}

/** Bytes that are no text are told in Base64. */
function toText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : bytes.toString('base64');
}
