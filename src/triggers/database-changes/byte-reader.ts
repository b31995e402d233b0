/** Reads numbers and texts as PostgreSQL sends them. Throws a RangeError at the end of the bytes. */

/** PostgreSQL counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#advance(1));
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2));
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4));
  }

  uint64(): bigint {
    return this.#bytes.readBigUInt64BE(this.#advance(8));
  }

  time(): Date {
    const microseconds = this.#bytes.readBigInt64BE(this.#advance(8));
    return new Date(EPOCH_MS + Number(microseconds / 1000n));
  }

  letter(): string {
    return String.fromCharCode(this.uint8());
  }

  /** A text that ends with a zero. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#offset);
    if (end < 0) throw new RangeError('a text does not end');
    const text = this.#bytes.toString('utf8', this.#offset, end);
    this.#offset = end + 1;
    return text;
  }

  /** A text after its length. */
  sizedText(): string {
    const length = this.uint32();
    const start = this.#advance(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#advance(this.#bytes.length - this.#offset));
  }

  requireEnd(): void {
    if (this.#offset !== this.#bytes.length) throw new RangeError('there are bytes after the end');
  }

  /** Returns where the next bytes begin. */
  #advance(length: number): number {
    const start = this.#offset;
    if (start + length > this.#bytes.length) throw new RangeError('the bytes end too early');
    this.#offset = start + length;
    return start;
  }
}
