/**
 * A cluster of Kafka for tests: two brokers that speak its protocol, with an encoding of their own, so that a mistake of the
 * client is not made twice. What is produced is kept as the bytes that came, and given out as such.
 */
import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

interface Log {
  leader: number;
  first: number;
  end: number;
  batches: { base: number; last: number; bytes: Buffer }[];
}

export interface TestMessage {
  key?: string;
  value: string | null;
  headers?: Record<string, string>;
}

export interface PublishOptions {
  codec?: 'gzip' | 'snappy';
  /** Of a transaction; `abort` and `commit` are the markers at its end. */
  producer?: number;
  marker?: 'abort' | 'commit';
}

interface Session {
  node: number;
  mechanism?: string;
  scram?: { first: string; server: string; salt: Buffer };
  user?: string;
}

const ROUNDS = 4096;

export class TestKafka {
  readonly ports: number[] = [];
  readonly topics = new Map<string, Log[]>();
  /** What was committed, by group, topic and partition. */
  readonly committed = new Map<string, number>();
  readonly seen: string[] = [];
  /** What metadata says about the brokers. */
  hosts = ['127.0.0.1', '127.0.0.1'];
  users: Record<string, string> | undefined;
  mechanisms = ['PLAIN', 'SCRAM-SHA-256'];
  readonly aborted: { producer: number; first: number }[] = [];
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #sockets = new Set<net.Socket>();

  static async open(hooks: { after(act: () => unknown): void }): Promise<TestKafka> {
    const kafka = new TestKafka();
    for (const node of [0, 1]) {
      const server = net.createServer(socket => kafka.#serve(socket, { node })).listen(0, '127.0.0.1');
      await once(server, 'listening');
      kafka.ports.push((server.address() as AddressInfo).port);
      hooks.after(() => {
        kafka.breakConnections();
        server.close();
      });
    }
    return kafka;
  }

  topic(name: string, partitions: number): void {
    const logs = this.topics.get(name) ?? [];
    while (logs.length < partitions) logs.push({ leader: logs.length % 2, first: 0, end: 0, batches: [] });
    this.topics.set(name, logs);
  }

  log(topic: string, partition: number): Log {
    const log = this.topics.get(topic)?.[partition];
    if (!log) throw new Error(`no partition ${partition} of ${topic}`);
    return log;
  }

  publish(topic: string, partition: number, messages: TestMessage[], options: PublishOptions = {}): void {
    this.#append(this.log(topic, partition), encodeBatch(messages, options), messages.length);
  }

  move(topic: string, partition: number, leader: number): void {
    this.log(topic, partition).leader = leader;
    this.#changes.emit('change');
  }

  breakConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The values that are in a partition, with keys and headers, decoded anew. */
  stored(topic: string, partition: number): TestMessage[] {
    return this.log(topic, partition).batches.flatMap(({ bytes }) => decodeBatch(bytes));
  }

  #append(log: Log, bytes: Buffer, count: number): number {
    const base = log.end;
    bytes.writeBigInt64BE(BigInt(base), 0);
    log.batches.push({ base, last: base + count - 1, bytes });
    log.end += count;
    this.#changes.emit('change');
    return base;
  }

  #serve(socket: net.Socket, session: Session): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => {});
    let data = Buffer.alloc(0);
    let turn = Promise.resolve();
    socket.on('data', (part: Buffer) => {
      data = Buffer.concat([data, part]);
      while (data.length >= 4 && data.length >= 4 + data.readInt32BE()) {
        const length = data.readInt32BE();
        const request = data.subarray(4, 4 + length);
        data = data.subarray(4 + length);
        turn = turn.then(async () => {
          const reply = await this.#answer(session, request);
          if (reply === undefined) socket.destroy();
          else socket.write(Buffer.concat([int32(reply.length + 4), request.subarray(4, 8), reply]));
        });
      }
    });
  }

  async #answer(session: Session, request: Buffer): Promise<Buffer | undefined> {
    const api = `${request.readInt16BE(0)}.${request.readInt16BE(2)}`;
    this.seen.push(api);
    const body = new Cursor(request, 8);
    body.text();
    if (this.users && session.user === undefined && api !== '17.1' && api !== '36.0') return undefined;
    if (api === '3.4') return this.#metadata(body);
    if (api === '2.1') return this.#listOffsets(body, session);
    if (api === '1.4') return this.#fetch(body, session);
    if (api === '0.3') return this.#produce(body, session);
    if (api === '10.0') return join(int16(0), int32(1), text('127.0.0.1'), int32(this.ports[1] ?? 0));
    if (api === '8.2') return this.#commit(body);
    if (api === '17.1') return this.#handshake(body, session);
    if (api === '36.0') return this.#authenticate(body, session);
    return undefined;
  }

  #metadata(body: Cursor): Buffer {
    const names = body.list(() => body.text() ?? '');
    const brokers = this.ports.map((port, node) => join(int32(node), text(this.hosts[node]), int32(port), text(null)));
    const topics = names.map(name => {
      const logs = this.topics.get(name);
      const partitions = (logs ?? []).map(({ leader }, partition) =>
        join(int16(leader < 0 ? 5 : 0), int32(partition), int32(leader), list([int32(0), int32(1)]), list([int32(0)])),
      );
      return join(int16(logs ? 0 : 3), text(name), Buffer.from([0]), list(partitions));
    });
    return join(int32(0), list(brokers), text('test-cluster'), int32(0), list(topics));
  }

  #listOffsets(body: Cursor, { node }: Session): Buffer {
    body.int32();
    return eachPartition(body, (topic, partition) => {
      const log = this.log(topic, partition);
      const offset = body.int64() === -2 ? log.first : log.end;
      return join(int16(log.leader === node ? 0 : 6), int64(-1), int64(offset));
    });
  }

  async #fetch(body: Cursor, { node }: Session): Promise<Buffer> {
    body.int32();
    const wait = body.int32();
    body.take(9);
    const asked: { topic: string; partition: number; offset: number }[] = [];
    eachPartition(body, (topic, partition) => {
      asked.push({ topic, partition, offset: body.int64() });
      body.int32();
      return Buffer.alloc(0);
    });
    const isDue = () =>
      asked.some(({ topic, partition, offset }) => {
        const log = this.log(topic, partition);
        return log.leader !== node || log.end > offset || offset < log.first;
      });
    const late = AbortSignal.timeout(wait);
    while (!isDue() && !late.aborted) await once(this.#changes, 'change', { signal: late }).catch(() => {});
    const partitions = asked.map(({ topic, partition, offset }) => {
      const log = this.log(topic, partition);
      const error = log.leader !== node ? 6 : offset < log.first || offset > log.end ? 1 : 0;
      const found = error === 0 ? log.batches.filter(({ last }) => last >= offset).map(({ bytes }) => bytes) : [];
      // The last batch is cut off, as brokers do where their limit is reached.
      const records = Buffer.concat([...found, ...(found[0] ? [found[0].subarray(0, 30)] : [])]);
      const aborted = this.aborted.map(({ producer, first }) => join(int64(producer), int64(first)));
      return join(
        ...[int32(partition), int16(error), int64(log.end), int64(log.end), list(aborted)],
        ...[int32(records.length), records],
      );
    });
    return join(int32(0), list([join(text(asked[0]?.topic), list(partitions))]));
  }

  #produce(body: Cursor, { node }: Session): Buffer {
    body.text();
    if (body.int16() !== -1) throw new Error('acks of all copies are expected');
    body.int32();
    const reply = eachPartition(body, (topic, partition) => {
      const log = this.log(topic, partition);
      const bytes = Buffer.from(body.take(body.int32()));
      if (log.leader !== node) return join(int16(6), int64(-1), int64(-1));
      return join(int16(0), int64(this.#append(log, bytes, decodeBatch(bytes).length)), int64(-1));
    });
    return join(reply, int32(0));
  }

  #commit(body: Cursor): Buffer {
    const group = body.text();
    if (body.int32() !== -1 || body.text() !== '' || body.int64() !== -1) throw new Error('the group has no members');
    return eachPartition(body, (topic, partition) => {
      this.committed.set(`${group} ${topic} ${partition}`, body.int64());
      body.text();
      return int16(0);
    });
  }

  #handshake(body: Cursor, session: Session): Buffer {
    session.mechanism = body.text() ?? '';
    const isKnown = this.mechanisms.includes(session.mechanism);
    return join(int16(isKnown ? 0 : 33), list(this.mechanisms.map(text)));
  }

  #authenticate(body: Cursor, session: Session): Buffer {
    const message = body.take(body.int32()).toString();
    const reply = session.mechanism === 'PLAIN' ? this.#plain(message, session) : this.#scram(message, session);
    if (reply === undefined) return join(int16(58), text('wrong'), int32(0));
    return join(int16(0), text(null), int32(reply.length), Buffer.from(reply));
  }

  #plain(message: string, session: Session): string | undefined {
    const [, name = '', password] = message.split('\0');
    if (this.users?.[name] !== password) return undefined;
    session.user = name;
    return '';
  }

  #scram(message: string, session: Session): string | undefined {
    if (!session.scram) {
      const first = message.replace(/^n,,/, '');
      const salt = randomBytes(8);
      const nonce = `${/r=(.*)$/.exec(first)?.[1]}xyz`;
      session.scram = { first, salt, server: `r=${nonce},s=${salt.toString('base64')},i=${ROUNDS}` };
      return session.scram.server;
    }
    const { first, salt, server } = session.scram;
    const name = /n=([^,]*)/.exec(first)?.[1] ?? '';
    const salted = pbkdf2Sync(this.users?.[name] ?? '', salt, ROUNDS, 32, 'sha256');
    const mac = (key: Buffer, content: string) => createHmac('sha256', key).update(content).digest();
    const [last = '', proof = ''] = message.split(',p=');
    const exchange = [first, server, last].join(',');
    const stored = hash('sha256', mac(salted, 'Client Key'), 'buffer');
    const signature = mac(stored, exchange);
    const key = Buffer.from(proof, 'base64').map((byte, at) => byte ^ (signature[at] ?? 0));
    if (!hash('sha256', Buffer.from(key), 'buffer').equals(stored)) return undefined;
    session.user = name;
    return `v=${mac(mac(salted, 'Server Key'), exchange).toString('base64')}`;
  }
}

class Cursor {
  readonly #data: Buffer;
  #at: number;

  constructor(data: Buffer, at = 0) {
    this.#data = data;
    this.#at = at;
  }

  take(length: number): Buffer {
    this.#at += length;
    if (this.#at > this.#data.length) throw new RangeError('the request is too short');
    return this.#data.subarray(this.#at - length, this.#at);
  }
  int16 = () => this.take(2).readInt16BE();
  int32 = () => this.take(4).readInt32BE();
  int64 = () => Number(this.take(8).readBigInt64BE());
  text(): string | null {
    const length = this.int16();
    return length < 0 ? null : this.take(length).toString();
  }
  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.int32() }, read);
  }
  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.take(1).readUInt8();
      value += (byte & 127) * factor;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }
  varbytes(): Buffer | null {
    const length = this.varint();
    return length < 0 ? null : this.take(length);
  }
}

function eachPartition(body: Cursor, answer: (topic: string, partition: number) => Buffer): Buffer {
  const topics = body.list(() => {
    const topic = body.text() ?? '';
    const partitions = body.list(() => {
      const partition = body.int32();
      return join(int32(partition), answer(topic, partition));
    });
    return join(text(topic), list(partitions));
  });
  return list(topics);
}

const join = (...parts: Buffer[]) => Buffer.concat(parts);
const number = (bytes: number, write: (buffer: Buffer) => void) => {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return buffer;
};
const int16 = (value: number) => number(2, buffer => buffer.writeInt16BE(value));
const int32 = (value: number) => number(4, buffer => buffer.writeInt32BE(value));
const int64 = (value: number) => number(8, buffer => buffer.writeBigInt64BE(BigInt(value)));
const list = (items: Buffer[]) => join(int32(items.length), ...items);
const text = (value: string | null | undefined) =>
  typeof value === 'string' ? join(int16(Buffer.byteLength(value)), Buffer.from(value)) : int16(-1);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
const varbytes = (value: string | null | undefined) =>
  typeof value === 'string' ? join(varint(Buffer.byteLength(value)), Buffer.from(value)) : varint(-1);

function encodeBatch(messages: TestMessage[], { codec, producer = -1, marker }: PublishOptions): Buffer {
  const now = Date.now();
  const records = messages.map(({ key, value, headers = {} }, at) => {
    const named = Object.entries(headers).map(([name, content]) => join(varbytes(name), varbytes(content)));
    const content = marker ? join(int16(0), int16(marker === 'commit' ? 1 : 0)).toString() : undefined;
    const record = join(
      ...[Buffer.from([0]), varint(at), varint(at), varbytes(content ?? key), varbytes(value)],
      ...[varint(named.length), ...named],
    );
    return join(varint(record.length), record);
  });
  const attributes =
    (codec === 'gzip' ? 1 : codec === 'snappy' ? 2 : 0) | (producer >= 0 ? 16 : 0) | (marker === undefined ? 0 : 32);
  const content = codec === 'gzip' ? gzipSync(join(...records)) : join(...records);
  const checked = join(
    ...[int16(attributes), int32(messages.length - 1), int64(now), int64(now + messages.length - 1)],
    ...[int64(producer), int16(0), int32(0), int32(messages.length), content],
  );
  const checksum = number(4, buffer => buffer.writeUInt32BE(checksumOf(checked)));
  const inside = join(int32(0), Buffer.from([2]), checksum, checked);
  return join(int64(0), int32(inside.length), inside);
}

function decodeBatch(bytes: Buffer): TestMessage[] {
  const batch = new Cursor(bytes, 8);
  if (batch.int32() !== bytes.length - 12) throw new Error('the length of the batch is wrong');
  batch.int32();
  if (batch.take(1)[0] !== 2) throw new Error('the format of the batch is wrong');
  if (batch.take(4).readUInt32BE() !== checksumOf(bytes.subarray(21))) throw new Error('the checksum is wrong');
  batch.take(36);
  return batch.list(() => {
    const record = new Cursor(batch.varbytes() ?? Buffer.alloc(0), 1);
    record.varint();
    record.varint();
    const [key, value] = [record.varbytes()?.toString(), record.varbytes()?.toString() ?? null];
    const headers: Record<string, string> = {};
    for (let left = record.varint(); left > 0; left--) {
      headers[String(record.varbytes())] = String(record.varbytes());
    }
    return { ...(key !== undefined && { key }), value, headers };
  });
}

/** CRC-32C, bit by bit. */
function checksumOf(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  }
  return ~value >>> 0;
}
