/**
 * Long strings of a JSON body, such as files in base64: kept in a temporary file instead of memory. The file has no
 * name, so nothing of it is left when the process dies.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../ids.ts';
import { findEscapeBoundary } from '../json/string-literal.ts';
import type { MemoryBudget, MemoryReservation } from './memory-budget.ts';

export interface LongText {
  /** Its first characters. */
  readonly head: string;
  /** As it stood in the JSON text, escapes included. */
  readonly bytes: number;
  /**
   * The whole, piece by piece. Bytes beyond ASCII come as Latin-1 characters: this is for base64. Throws a SyntaxError
   * where it is no JSON string.
   */
  read(): AsyncGenerator<string, void, undefined>;
}

export interface LongTextStore {
  /** For the long strings of one request. */
  open(owner: string): LongTexts;
}

/** How the JSON of a request that has no long strings is read. */
export const NO_LONG_TEXTS: LongTextLookup = { size: 0, get: () => undefined, withDigests: text => text };

/** The long strings of one request, by what stands for them in its JSON. */
export interface LongTextLookup {
  /** The long string that a string of the parsed JSON stands for. */
  get(placeholder: string): LongText | undefined;
  /**
   * How many there are. Who uses fewer must refuse the request: otherwise a placeholder would be stored in the place of
   * what was sent, which is too long in any case.
   */
  readonly size: number;
  /** A text with a digest of each long string in the place of what stands for it: equal for equal requests. */
  withDigests(text: string): string;
}

/** The long strings of a request that is being read. */
export class LongTexts implements LongTextLookup {
  readonly #folder: string;
  readonly #disk: MemoryReservation;
  /** Nobody can guess what stands for a long string, and send it. */
  readonly #prefix = `long-text-${newId()}-`;
  readonly #texts = new Map<string, StoredText>();
  #current: StoredText | undefined;

  constructor(folder: string, disk: MemoryReservation) {
    this.#folder = folder;
    this.#disk = disk;
  }

  get size(): number {
    return this.#texts.size;
  }

  get(placeholder: string): LongText | undefined {
    return this.#texts.get(placeholder);
  }

  withDigests(text: string): string {
    let replaced = text;
    for (const [placeholder, { sha256 }] of this.#texts) replaced = replaced.replace(placeholder, sha256);
    return replaced;
  }

  /** Adds to the current one, which is stored by `flush`. */
  add(bytes: Buffer): void {
    this.#current ??= new StoredText(this.#folder);
    this.#current.add(bytes);
    this.#disk.grow(bytes.length);
  }

  /** Answers what stands for it. */
  end(): string {
    const placeholder = `${this.#prefix}${this.#texts.size}.`;
    this.#current?.end();
    if (this.#current) this.#texts.set(placeholder, this.#current);
    this.#current = undefined;
    return placeholder;
  }

  async flush(): Promise<void> {
    for (const text of this.#texts.values()) await text.flush();
    await this.#current?.flush();
  }

  async close(): Promise<void> {
    this.#disk.release();
    await Promise.all([...this.#texts.values(), this.#current].map(text => text?.close()));
  }
}

const HEAD_BYTES = 4096;
const PIECE_BYTES = 256 * 1024;

class StoredText implements LongText {
  readonly #folder: string;
  #file: Promise<FileHandle> | undefined;
  #unwritten: Buffer[] = [];
  #head = Buffer.alloc(0);
  #isClosed = false;
  readonly #hash = createHash('sha256');
  sha256 = '';
  bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get head(): string {
    const literal = this.#head.toString('latin1');
    return unescaped(literal.slice(0, findEscapeBoundary(literal, literal.length, 0)));
  }

  add(bytes: Buffer): void {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    this.bytes += bytes.length;
    this.#hash.update(bytes);
    this.#unwritten.push(bytes);
  }

  end(): void {
    this.sha256 = this.#hash.digest('hex');
  }

  async flush(): Promise<void> {
    if (this.#unwritten.length === 0) return;
    const file = await this.#open();
    await file.writev(this.#unwritten.splice(0));
  }

  #open(): Promise<FileHandle> {
    if (this.#isClosed) return Promise.reject(new Error('the long text was closed'));
    this.#file ??= openNamelessFile(this.#folder);
    return this.#file;
  }

  async *read(): AsyncGenerator<string, void, undefined> {
    const buffer = Buffer.alloc(PIECE_BYTES);
    let rest = '';
    for (let position = 0; position < this.bytes; ) {
      const file = await this.#open();
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw new Error('the long text is not complete');
      position += bytesRead;
      const piece = rest + buffer.toString('latin1', 0, bytesRead);
      const end = position < this.bytes ? findEscapeBoundary(piece, piece.length, 0) : piece.length;
      rest = piece.slice(end);
      yield unescaped(piece.slice(0, end));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // It may be about to be opened: the client left while it was.
    const file = await this.#file?.catch(() => undefined);
    await file?.close();
  }
}

async function openNamelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, newId());
  const file = await open(name, 'wx+', 0o600);
  await unlink(name);
  return file;
}

/** What a part of a JSON string says that cuts no escape in two. */
function unescaped(literal: string): string {
  return JSON.parse(`"${literal}"`);
}

export interface LongTextStoreOptions {
  folder: string;
  /** Bounds what all requests together have on disk. */
  disk: MemoryBudget;
}

export function createLongTextStore({ folder, disk }: LongTextStoreOptions): LongTextStore {
  return { open: owner => new LongTexts(folder, disk.open(owner)) };
}
