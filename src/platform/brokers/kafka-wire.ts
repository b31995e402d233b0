/** The basic types of the protocol of Kafka: numbers with the highest byte first, and texts and bytes with their length. */
import { BrokerError } from './broker.ts';

export class WireWriter {
  readonly #parts: Buffer[] = [];

  int8(value: number): this {
    return this.#add(1, part => part.writeInt8(value));
  }
  int16(value: number): this {
    return this.#add(2, part => part.writeInt16BE(value));
  }
  int32(value: number): this {
    return this.#add(4, part => part.writeInt32BE(value));
  }
  uint32(value: number): this {
    return this.#add(4, part => part.writeUInt32BE(value));
  }
  int64(value: number): this {
    return this.#add(8, part => part.writeBigInt64BE(BigInt(value)));
  }

  text(value: string | null): this {
    if (value === null) return this.int16(-1);
    const bytes = Buffer.from(value);
    return this.int16(bytes.length).raw(bytes);
  }

  bytes(value: Buffer): this {
    return this.int32(value.length).raw(value);
  }

  /** A number of one to five bytes, the sign in the lowest bit. */
  varint(value: number): this {
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    const bytes: number[] = [];
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    return this.raw(Buffer.from([...bytes, rest]));
  }

  /** Bytes whose length is such a number. Null has the length -1. */
  varbytes(value: Buffer | null): this {
    return value === null ? this.varint(-1) : this.varint(value.length).raw(value);
  }

  list<Item>(items: readonly Item[], write: (item: Item) => void): this {
    this.int32(items.length);
    for (const item of items) write(item);
    return this;
  }

  raw(part: Buffer): this {
    this.#parts.push(part);
    return this;
  }

  end(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #add(length: number, write: (part: Buffer) => void): this {
    const part = Buffer.alloc(length);
    write(part);
    return this.raw(part);
  }
}

/** Reads what a broker sent, which may be anything: whatever goes beyond the end is an error. */
export class WireReader {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get left(): number {
    return this.#data.length - this.#at;
  }

  int8(): number {
    return this.take(1).readInt8();
  }
  int16(): number {
    return this.take(2).readInt16BE();
  }
  int32(): number {
    return this.take(4).readInt32BE();
  }
  uint32(): number {
    return this.take(4).readUInt32BE();
  }
  int64(): number {
    return Number(this.take(8).readBigInt64BE());
  }

  text(): string {
    return this.nullableText() ?? '';
  }

  nullableText(): string | null {
    const length = this.int16();
    return length < 0 ? null : this.take(length).toString();
  }

  bytes(): Buffer {
    const length = this.int32();
    return length < 0 ? Buffer.alloc(0) : this.take(length);
  }

  /** Offsets and times of records have more than 32 bits. */
  varint(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.take(1).readUInt8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number((value >> 1n) ^ -(value & 1n));
    }
    throw new BrokerError('The broker sent a number that is too long');
  }

  varbytes(): Buffer | null {
    const length = this.varint();
    return length < 0 ? null : this.take(length);
  }

  list<Item>(read: () => Item): Item[] {
    const count = this.int32();
    // Each item has at least a byte, so a wrong count can not make this long.
    if (count > this.left) throw new BrokerError('The broker sent a reply that ends too early');
    return Array.from({ length: Math.max(count, 0) }, read);
  }

  take(length: number): Buffer {
    if (length < 0 || length > this.left) throw new BrokerError('The broker sent a reply that ends too early');
    this.#at += length;
    return this.#data.subarray(this.#at - length, this.#at);
  }
}

/** Sends a request, and resolves with the reply. */
export type Ask = (api: number, version: number, body: Buffer, waits?: number) => Promise<WireReader>;
