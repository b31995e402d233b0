/** Passes on the rows of a CSV file of any size, as the bytes that they are. Their cells are not read. */
import { StepError } from '../../nodes/step.ts';

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];
/** What may stand before the quote at which a quoted cell begins: a line end or one of the usual delimiters. */
const BEFORE_CELL = new Set([LINE_FEED, RETURN, ...Buffer.from(',;\t|')]);
const MARK = Buffer.from('\ufeff');
const UTF_16 = [Buffer.of(0xff, 0xfe), Buffer.of(0xfe, 0xff)];
const HEADER_BYTES = 2 ** 20;

export class CsvRows {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array | undefined;
  #isQuoted = false;
  /** Whether the last byte was the quote that closed a cell. */
  #isClosed = false;
  #previous: number = LINE_FEED;
  /** Whether the row that is being read has any content. */
  #isBegun = false;
  /** The rows that were read. Empty lines do not count. */
  count = 0;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#chunks = content[Symbol.asyncIterator]();
  }

  /** Whether anything is left. */
  async hasMore(): Promise<boolean> {
    return (await this.#next()) !== undefined;
  }

  /** What stands before the first row so that programs know the encoding. Must be read first. */
  async readMark(): Promise<Uint8Array> {
    const beginning = Buffer.from((await this.#next()) ?? []);
    if (UTF_16.some(mark => beginning.subarray(0, mark.length).equals(mark))) {
      throw new StepError('The file is written in UTF-16, which can not be read as a stream');
    }
    if (!beginning.subarray(0, MARK.length).equals(MARK)) return Buffer.alloc(0);
    this.#rest = beginning.subarray(MARK.length);
    return MARK;
  }

  /** The first row with its line end. */
  async readHeader(): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of this.take(1)) {
      bytes += part.byteLength;
      if (bytes > HEADER_BYTES) throw new StepError('The first row is longer than 1 MB');
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** At most so many rows. */
  async *take(rows: number): AsyncGenerator<Uint8Array, void, undefined> {
    const last = this.count + rows;
    while (this.count < last) {
      const chunk = await this.#next();
      if (chunk === undefined) return;
      const end = this.#findEnd(chunk, last);
      this.#rest = end < chunk.byteLength ? chunk.subarray(end) : undefined;
      yield chunk.subarray(0, end);
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #next(): Promise<Uint8Array | undefined> {
    while (this.#rest === undefined || this.#rest.byteLength === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) {
        // The last row may have no line end.
        if (this.#isBegun) this.count++;
        this.#isBegun = false;
        return undefined;
      }
      this.#rest = value;
    }
    return this.#rest;
  }

  /** Returns where the last of the rows ends, or the end of the chunk. */
  #findEnd(chunk: Uint8Array, last: number): number {
    for (let position = 0; position < chunk.byteLength; position++) {
      const byte = chunk[position] ?? 0;
      if (byte === QUOTE) this.#readQuote();
      else this.#isClosed = false;
      if (byte !== LINE_FEED && byte !== RETURN) this.#isBegun = true;
      const isEnd = byte === LINE_FEED && !this.#isQuoted && this.#isBegun;
      this.#previous = byte;
      if (!isEnd) continue;
      this.#isBegun = false;
      if (++this.count === last) return position + 1;
    }
    return chunk.byteLength;
  }

  /** A quote within a cell that has none at its beginning is text. A doubled one closes the cell and opens it again. */
  #readQuote(): void {
    const opens = this.#isClosed || !this.#isBegun || BEFORE_CELL.has(this.#previous);
    this.#isClosed = this.#isQuoted;
    this.#isQuoted = !this.#isQuoted && opens;
  }
}
