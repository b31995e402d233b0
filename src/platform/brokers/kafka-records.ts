/** Batches of records, as Kafka stores and sends them (format 2): with a checksum over everything behind it. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BrokerError } from './broker.ts';
import { WireReader, WireWriter } from './kafka-wire.ts';

export interface KafkaRecord {
  offset: number;
  timestamp: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: readonly (readonly [string, Buffer | null])[];
}

export interface AbortedTransaction {
  producerId: number;
  firstOffset: number;
}

export interface ReadRecords {
  records: KafkaRecord[];
  /** Where to go on. */
  next: number;
}

const FORMAT = 2;
const CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
/** Of one batch, without compression. */
const BATCH_BYTES = 64 * 2 ** 20;
const CODEC_BITS = 0x07;
const LOG_APPEND_TIME = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;

interface Batch {
  baseOffset: number;
  lastOffset: number;
  attributes: number;
  baseTimestamp: number;
  maxTimestamp: number;
  producerId: number;
  count: number;
  content: Buffer;
}

/** Reads the records from an offset on. The last batch may be cut off. Records of aborted transactions are left out. */
export async function readRecords(
  data: Buffer,
  from: number,
  aborted: readonly AbortedTransaction[],
): Promise<ReadRecords> {
  const reader = new WireReader(data);
  const open = [...aborted].sort((one, other) => one.firstOffset - other.firstOffset);
  const abortedProducers = new Set<number>();
  const records: KafkaRecord[] = [];
  let next = from;
  for (;;) {
    const batch = readBatch(reader);
    if (!batch) return { records, next };
    while (open[0] && open[0].firstOffset <= batch.lastOffset) abortedProducers.add(open.shift()?.producerId ?? -1);
    const isControl = (batch.attributes & CONTROL) !== 0;
    if (isControl) abortedProducers.delete(batch.producerId);
    else if ((batch.attributes & TRANSACTIONAL) === 0 || !abortedProducers.has(batch.producerId)) {
      for (const record of await readBatchRecords(batch)) if (record.offset >= from) records.push(record);
    }
    next = Math.max(next, batch.lastOffset + 1);
  }
}

/** Returns undefined at the end. */
function readBatch(reader: WireReader): Batch | undefined {
  if (reader.left < 17) return undefined;
  const baseOffset = reader.int64();
  const length = reader.int32();
  if (length > reader.left) return undefined;
  const inside = new WireReader(reader.take(length));
  inside.int32();
  const format = inside.int8();
  if (format !== FORMAT) {
    throw new BrokerError(`The topic has messages of the old format ${format}, which is not supported`);
  }
  const checksum = inside.uint32();
  const content = inside.take(inside.left);
  if (crc32c(content) !== checksum) throw new BrokerError('A batch of records has a wrong checksum');
  const fields = new WireReader(content);
  const attributes = fields.int16();
  const lastOffset = baseOffset + fields.int32();
  const [baseTimestamp, maxTimestamp, producerId] = [fields.int64(), fields.int64(), fields.int64()];
  fields.take(6);
  const count = fields.int32();
  return {
    ...{ baseOffset, lastOffset, attributes, baseTimestamp, maxTimestamp, producerId, count },
    content: fields.take(fields.left),
  };
}

const unzip = promisify(gunzip);

async function readBatchRecords({ attributes, count, content, ...batch }: Batch): Promise<KafkaRecord[]> {
  const codec = CODECS[attributes & CODEC_BITS] ?? 'unknown';
  if (codec !== 'none' && codec !== 'gzip') {
    throw new BrokerError(`The messages are compressed with ${codec}. Only gzip is supported`, { retryable: false });
  }
  const reader = new WireReader(codec === 'gzip' ? await unzip(content, { maxOutputLength: BATCH_BYTES }) : content);
  const records: KafkaRecord[] = [];
  for (let at = 0; at < count; at++) {
    const record = new WireReader(reader.varbytes() ?? Buffer.alloc(0));
    record.int8();
    const timestamp = batch.baseTimestamp + record.varint();
    const offset = batch.baseOffset + record.varint();
    const [key, value] = [record.varbytes(), record.varbytes()];
    const headers: [string, Buffer | null][] = [];
    for (let left = record.varint(); left > 0; left--) {
      headers.push([(record.varbytes() ?? Buffer.alloc(0)).toString(), record.varbytes()]);
    }
    records.push({
      ...{ offset, key, value, headers },
      timestamp: attributes & LOG_APPEND_TIME ? batch.maxTimestamp : timestamp,
    });
  }
  return records;
}

/** A batch of one record, as a producer sends it. */
export function writeRecord({ timestamp, key, value, headers }: Omit<KafkaRecord, 'offset'>): Buffer {
  const record = new WireWriter().int8(0).varint(0).varint(0).varbytes(key).varbytes(value).varint(headers.length);
  for (const [name, content] of headers) record.varbytes(Buffer.from(name)).varbytes(content);
  const content = new WireWriter();
  content.int16(0).int32(0).int64(timestamp).int64(timestamp);
  // Neither idempotent nor in a transaction.
  content.int64(-1).int16(-1).int32(-1);
  const checked = content.int32(1).varbytes(record.end()).end();
  const inside = new WireWriter().int32(-1).int8(FORMAT).uint32(crc32c(checked)).raw(checked).end();
  return new WireWriter().int64(0).bytes(inside).end();
}

const CASTAGNOLI = 0x82f63b78;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ CASTAGNOLI : value >>> 1;
  return value;
});

export function crc32c(data: Buffer): number {
  let value = 0xffffffff;
  for (const byte of data) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** The hash with which producers choose the partition of a key (murmur2), so that equal keys meet in one partition. */
export function partitionOf(key: Buffer, partitions: number): number {
  const factor = 0x5bd1e995;
  let hash = 0x9747b28c ^ key.length;
  const whole = key.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(key.readInt32LE(at), factor);
    word = Math.imul(word ^ (word >>> 24), factor);
    hash = Math.imul(hash, factor) ^ word;
  }
  if (whole < key.length) {
    for (let at = key.length - 1; at >= whole; at--) hash ^= (key[at] ?? 0) << (8 * (at - whole));
    hash = Math.imul(hash, factor);
  }
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  hash ^= hash >>> 15;
  return (hash & 0x7fffffff) % partitions;
}
