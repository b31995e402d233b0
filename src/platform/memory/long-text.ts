/**
 * Stores long strings of a JSON body, such as files in base64, in temporary files instead of memory. The files have no
 * names, so nothing is left of them when the process dies.
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
  /** The size in the JSON text, including escapes. */
  readonly bytes: number;
  /**
   * Reads the whole string in pieces. Bytes beyond ASCII are returned as Latin-1 characters, because this is meant for
   * base64. Throws a SyntaxError where it is not a valid JSON string.
   */
  read(): AsyncGenerator<string, void, undefined>;
}

export interface LongTextStore {
  /** Creates the collection for the long strings of one request. */
  open(owner: string): LongTexts;
}

/** The lookup for a request without long strings. */
export const NO_LONG_TEXTS: LongTextLookup = { size: 0, get: () => undefined, withDigests: text => text };

/** The long strings of one request, by the placeholders that replace them in its JSON. */
export interface LongTextLookup {
  /** Returns the long string that a placeholder replaces. */
  get(placeholder: string): LongText | undefined;
  /**
   * The number of long strings. Code that uses fewer of them must refuse the request: otherwise a placeholder would be
   * stored instead of the string that was sent, which is too long in any case.
   */
  readonly size: number;
  /** Replaces each placeholder by a digest of its string, so that equal requests give equal texts. */
  withDigests(text: string): string;
}

/** The long strings of a request that is being read. */
export class LongTexts implements LongTextLookup {
  readonly #folder: string;
  readonly #disk: MemoryReservation;
  /** Random, so that nobody can guess a placeholder and send it. */
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

  /** Adds bytes to the current string. `flush` writes them to the file. */
  add(bytes: Buffer): void {
    this.#current ??= new StoredText(this.#folder);
    this.#current.add(bytes);
    this.#disk.grow(bytes.length);
  }

  /** Ends the current string and returns its placeholder. */
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
    return unescapeJson(literal.slice(0, findEscapeBoundary(literal, literal.length, 0)));
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
      yield unescapeJson(piece.slice(0, end));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // The file may still be opening when the client disconnects.
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

/** Decodes a part of a JSON string that ends at no incomplete escape. */
function unescapeJson(literal: string): string {
  return JSON.parse(`"${literal}"`);
}

interface LongTextStoreOptions {
  folder: string;
  /** Limits the disk space of all requests together. */
  disk: MemoryBudget;
}

export function createLongTextStore({ folder, disk }: LongTextStoreOptions): LongTextStore {
  return { open: owner => new LongTexts(folder, disk.open(owner)) };
}
