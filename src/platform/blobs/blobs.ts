import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Where a blob is kept: a random name that says nothing of whose bytes they are or what they were called. */
export type BlobKey = string & { readonly __brand: 'BlobKey' };

export interface StoredBlob {
  key: BlobKey;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Both ends inclusive, as in HTTP; the caller has checked that they lie within the blob. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface BlobReader {
  /** Holds a file or a connection: read it to its end or destroy it. */
  stream: Readable;
  /** The size of the whole blob, also where only a range of it is read. */
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

/** To be posted as `multipart/form-data`: every field as it is, and then, last, the bytes as the file `file`. */
export interface PostForm {
  url: string;
  fields: Record<string, string>;
}

/** Every driver passes the one suite in `test/contract/blobs.test.ts`. */
export interface Blobs {
  /**
   * Stores the source under the key, whole or not at all, in constant memory. When it answers, the blob is durable.
   * A source that is too large, throws or is aborted leaves nothing behind. The source must not reuse a chunk's
   * memory: chunks are held until they are written.
   */
  put(key: BlobKey, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;

  /** Throws BlobNotFound before any byte is read. A blob deleted while it is read still reads to its end. */
  get(key: BlobKey, options?: GetOptions): Promise<BlobReader>;

  /** The whole of a blob whose size is known, in one piece of memory. Throws BlobNotFound. */
  read(key: BlobKey, sizeBytes: number): Promise<Uint8Array>;

  /** Throws BlobNotFound. */
  stat(key: BlobKey): Promise<{ sizeBytes: number }>;

  /** Deleting what is not there is fine. */
  delete(key: BlobKey): Promise<void>;

  /** Every blob, in no order that may be relied on. Those put or deleted meanwhile may be listed or not. */
  list(): AsyncIterable<ListedBlob>;

  /**
   * Removes what puts left behind whose process was killed (temporary files, unfinished uploads), and answers how
   * many. An upload that is under way looks the same but for its age, so the age must exceed the longest upload.
   */
  sweepTemporary(olderThanMs: number): Promise<number>;

  /**
   * A form by which whoever has it can store this blob, of exactly this size and type, without any other right. Missing
   * where there is no address that clients could post to.
   *
   * It serves any number of times until it expires: a later post replaces the bytes of an earlier one, and also brings
   * back a blob that was deleted. What must not change any more has to be put under a key of its own.
   */
  presignPost?(key: BlobKey, conditions: PostConditions): Promise<PostForm>;

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
 * Drivers build paths and object names only from what passed here, so that a key that reached them through a cast
 * cannot lead out of their folder.
 */
export function requireBlobKey(text: string): BlobKey {
  if (!isBlobKey(text)) throw new TypeError('This is not a blob key');
  return text;
}
