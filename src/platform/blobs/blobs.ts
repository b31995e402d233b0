import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The key of a blob: a random name that does not reveal the owner or the file name of the bytes. */
export type BlobKey = string & { readonly __brand: 'BlobKey' };

export interface StoredBlob {
  key: BlobKey;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Both ends are inclusive, as in HTTP. The caller must check that they lie within the blob. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface BlobReader {
  /** Keeps a file or a connection open, so it must be read to its end or destroyed. */
  stream: Readable;
  /** The size of the whole blob, even when only a range of it is read. */
  sizeBytes: number;
}

export interface ListedBlob {
  key: BlobKey;
  sizeBytes: number;
  modifiedAt: Date;
}

export interface PutOptions {
  limitBytes: number;
  signal?: AbortSignal;
}

export interface GetOptions {
  range?: ByteRange;
  signal?: AbortSignal;
}

export interface PostConditions {
  sizeBytes: number;
  contentType: string;
  expiresAt: Date;
}

/** A form to be posted as `multipart/form-data`: all fields unchanged, followed by the bytes as the file `file`. */
export interface PostForm {
  url: string;
  fields: Record<string, string>;
}

/** Every driver passes the same suite in `test/contract/blobs.test.ts`. */
export interface Blobs {
  /**
   * Stores the source under the key, as a whole or not at all, in constant memory. When it resolves, the blob is
   * durable. A source that is too large, throws or is aborted leaves nothing behind. The source must not reuse the
   * memory of a chunk, because chunks are kept until they are written.
   */
  put(key: BlobKey, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;

  /** Throws BlobNotFound before any byte is read. A blob that is deleted meanwhile can still be read to its end. */
  get(key: BlobKey, options?: GetOptions): Promise<BlobReader>;

  /** Reads a whole blob of known size into memory. Throws BlobNotFound. */
  read(key: BlobKey, sizeBytes: number): Promise<Uint8Array>;

  /** Throws BlobNotFound. */
  stat(key: BlobKey): Promise<{ sizeBytes: number }>;

  /** Deleting a missing blob is no error. */
  delete(key: BlobKey): Promise<void>;

  /** Lists every blob in any order. Blobs that are stored or deleted meanwhile may be listed or not. */
  list(): AsyncIterable<ListedBlob>;

  /**
   * Removes what killed processes left behind (temporary files, unfinished uploads), and returns the number of them. An
   * upload in progress differs only in its age, so the age must exceed the longest upload.
   */
  sweepTemporary(olderThanMs: number): Promise<number>;

  /**
   * Creates a form with which a client can store this blob, of exactly this size and type, without any other
   * permission. A driver without an address that clients could post to has no such method.
   *
   * The form can be used any number of times until it expires: a later post replaces the bytes of an earlier one, and
   * restores a blob that was deleted. Content that must not change any more has to be stored under another key.
   */
  presignPost?(key: BlobKey, conditions: PostConditions): Promise<PostForm>;

  /** The origin that those forms are posted to. */
  readonly postOrigin?: string;

  /** Throws when storage cannot be reached or written. */
  check(options?: { signal?: AbortSignal }): Promise<void>;

  close(): Promise<void>;
}

export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound';
  readonly key: BlobKey;

  constructor(key: BlobKey, options?: ErrorOptions) {
    super(`There is no blob ${key}`, options);
    this.key = key;
  }
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`The blob is larger than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

export function newBlobKey(): BlobKey {
  return requireBlobKey(randomBytes(16).toString('hex'));
}

export function isBlobKey(text: string): text is BlobKey {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * Drivers build paths and object names only from keys that passed this check, so that a key that was cast to the type
 * cannot lead out of their folder.
 */
export function requireBlobKey(text: string): BlobKey {
  if (!isBlobKey(text)) throw new TypeError('This is not a blob key');
  return text;
}
