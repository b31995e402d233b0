/** Reads a stored file in records, from any position on. It has one part of the file in memory, however long the file is. */
import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { fixedLimits, MEGABYTE } from '../../../configuration/limits.ts';
import { StepError } from '../../../nodes/step.ts';
import { type BlobKey, BlobNotFound, type Blobs, type ByteRange } from '../../../platform/blobs/blobs.ts';
import { TimeSlice } from '../../../platform/concurrency/time-slice.ts';
import type { FilePosition } from './item-cursor.ts';
import { BYTE_ORDER_MARK, elements, type Splitter } from './splitters.ts';

export interface SourceRecord {
  text: string;
  line: number;
  next: FilePosition;
}

interface FileRecordsOptions {
  blobs: Pick<Blobs, 'get'>;
  key: BlobKey;
  sizeBytes: number;
  /** For errors. */
  filename: string;
  /** The user for whom the file is read. */
  owner: string;
  split: Splitter;
  signal: AbortSignal;
}

export const BEGINNING: FilePosition = { offset: 0, line: 1 };

const PART_BYTES = MEGABYTE;

export class FileRecords {
  readonly #options: FileRecordsOptions;
  /** The part of the file that begins at `#start`. */
  #part: Buffer = Buffer.alloc(0);
  #start = 0;
  readonly #slice: TimeSlice;

  constructor(options: FileRecordsOptions) {
    this.#options = options;
    this.#slice = new TimeSlice(options.owner, options.signal);
  }

  /** Returns the record at a position, or undefined at the end of the file. Empty records are left out. */
  async read(position: FilePosition): Promise<SourceRecord | undefined> {
    let { offset, line } = position;
    for (;;) {
      if (this.#slice.isOver) await this.#slice.next();
      const found = this.#find(offset) ?? (await this.#load(offset, line));
      if (!found || found === 'end') return undefined;
      if (found === 'broken') throw new StepError(`'${this.#options.filename}' is not a JSON list`);
      const { from, to, end, breaksBefore, breaks } = found;
      const bytes = withoutMark(this.#part.subarray(from, to), offset);
      const next = { offset: this.#start + end, line: line + breaks };
      if (bytes.length > 0 || this.#options.split === elements) {
        return { text: this.#decode(bytes, line + breaksBefore), line: line + breaksBefore, next };
      }
      ({ offset, line } = next);
    }
  }

  /** Returns undefined when the part does not contain the whole record. */
  #find(offset: number): ReturnType<Splitter> {
    const { sizeBytes, split } = this.#options;
    const from = offset - this.#start;
    if (from < 0 || from > this.#part.length) return undefined;
    const isRest = this.#start + this.#part.length >= sizeBytes;
    return split(this.#part, from, { isBeginning: offset === 0, isRest });
  }

  /** Loads further parts until they contain the whole record. Returns undefined at the end of the file. */
  async #load(offset: number, line: number): Promise<ReturnType<Splitter>> {
    const { sizeBytes, filename } = this.#options;
    for (;;) {
      const isWithin = offset >= this.#start && offset <= this.#start + this.#part.length;
      const known = isWithin ? this.#part.subarray(offset - this.#start) : Buffer.alloc(0);
      const start = offset + known.length;
      if (start >= sizeBytes) return undefined;
      if (known.length > fixedLimits.itemSource.itemBytes) {
        throw new StepError(`Line ${line} of '${filename}' is longer than ${fixedLimits.itemSource.itemBytes} bytes`);
      }
      const range = { start, end: Math.min(sizeBytes, start + PART_BYTES) - 1 };
      this.#part = Buffer.concat([known, await this.#fetch(range)]);
      this.#start = offset;
      const found = this.#find(offset);
      if (found) return found;
    }
  }

  async #fetch(range: ByteRange): Promise<Buffer> {
    const { blobs, key, signal, filename } = this.#options;
    try {
      const { stream } = await blobs.get(key, { range, signal });
      return await buffer(stream);
    } catch (error) {
      if (error instanceof BlobNotFound) throw new StepError(`The file '${filename}' was deleted`, { cause: error });
      throw error;
    }
  }

  #decode(bytes: Buffer, line: number): string {
    if (!isUtf8(bytes)) throw new StepError(`Line ${line} of '${this.#options.filename}' is not UTF-8`);
    return bytes.toString();
  }
}

function withoutMark(bytes: Buffer, offset: number): Buffer {
  return offset === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
}
