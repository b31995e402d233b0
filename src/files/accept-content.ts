/**
 * The gate: the one way by which bytes become a stored file, whether they come from an upload, the input of a run, a
 * webhook, a form or a step. The gate limits their size, finds their type by their content and reserves storage for
 * them.
 *
 *   acceptContent ──▶ accepted: the blob is durable, but nobody can see it
 *                       ── one transaction inserts the row and charges the reservation ──▶ a file
 *                       ── discardContents, or the process dies ──▶ nothing
 *
 * So a row never exists without its bytes. The daily sweep finds bytes without a row, which dying processes leave
 * behind.
 *
 * Storage is reserved before the first byte is read, for the size that is known by then, again whenever a stream has
 * brought more, and after the last byte, for the exact size. Each reservation is one conditional statement, so that
 * simultaneous files can not exceed a quota together, and a stream without an end stops where the quota is full.
 */

import type { Account, Reservation } from '../accounts/account.ts';
import { release, reserve } from '../accounts/reservations.ts';
import { MEGABYTE } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError, fileTooLarge } from '../errors.ts';
import { type BlobKey, type Blobs, BlobTooLarge, newBlobKey } from '../platform/blobs/blobs.ts';
import { passPoint } from '../platform/crash-points.ts';
import { type AcceptedTypes, requireAcceptedType } from './accepted-types.ts';
import { decideContentType, HEAD_BYTES, recogniseContentType } from './content-type.ts';

export interface ContentServices {
  database: HeddleDatabase;
  blobs: Blobs;
}

export interface IncomingContent {
  filename: string;
  /** The type that the sender declares, if any. */
  declaredType: string | undefined;
  content: AsyncIterable<Uint8Array> | Uint8Array;
  /** The known part of a stream's size. The gate refuses a stream unread when there is no room for so much. */
  atLeastBytes?: number;
  limitBytes: number;
  /** The account whose quota the content takes, or storage that was reserved for it before. */
  chargeTo: Account | Reservation;
  /** The size of the file that this one replaces, which becomes free when this one is stored. */
  replacedBytes?: number;
  /** Undefined: every type is accepted. */
  acceptedTypes?: AcceptedTypes | undefined;
  signal: AbortSignal;
}

export interface AcceptedContent {
  blobKey: BlobKey;
  sizeBytes: number;
  sha256: string;
  contentType: string;
  reservation: Reservation;
}

/** The content was given back before its row was inserted. */
export class ContentDiscarded extends Error {
  override readonly name = 'ContentDiscarded';

  constructor() {
    super('the content was discarded before it was stored');
  }
}

/** Finds which of these keys a table refers to. Every table that refers to blobs has such a function. */
export type FindReferencedKeys = (db: Query, keys: readonly BlobKey[]) => Promise<string[]>;

/** The caller must store or discard the result. When this throws, nothing is left behind. */
export async function acceptContent(
  { database, blobs }: ContentServices,
  incoming: IncomingContent,
): Promise<AcceptedContent> {
  const { content, limitBytes, chargeTo, replacedBytes = 0, signal } = incoming;
  const minimumBytes = knownBytes(incoming);
  if (minimumBytes > limitBytes) throw fileTooLarge(limitBytes);
  const additionalBytes = (bytes: number) => Math.max(0, bytes - replacedBytes);
  const isReserved = 'amount' in chargeTo;
  let reservation = isReserved
    ? chargeTo
    : await reserve(database.query, chargeTo, 'storage', additionalBytes(minimumBytes));
  passPoint('gate.reserved');
  const resizeTo = async (bytes: number) => {
    reservation = await resize(database.query, reservation, additionalBytes(bytes));
    passPoint('gate.grown');
  };
  let growing = Promise.resolve();
  const detector = new TypeDetector(incoming);
  const blobKey = newBlobKey();
  try {
    const grow = (bytes: number) => {
      growing = isReserved ? growing : resizeTo(bytes);
      return growing;
    };
    const stream = content instanceof Uint8Array ? splitIntoChunks(content) : reserving(content, minimumBytes, grow);
    const chunks = detector.watch(stream);
    const { sizeBytes, sha256 } = await blobs.put(blobKey, chunks, { limitBytes, signal });
    if (!isReserved) reservation = await resize(database.query, reservation, additionalBytes(sizeBytes));
    return { blobKey, sizeBytes, sha256, contentType: detector.contentType(), reservation };
  } catch (error) {
    await blobs.delete(blobKey).catch(() => {});
    // A stream may be aborted while more is reserved for it.
    await growing.catch(() => {});
    if (!isReserved) await release(database.query, reservation).catch(() => {});
    throw error instanceof BlobTooLarge ? fileTooLarge(limitBytes) : error;
  }
}

/** The size of the content as far as it is known before the content is read. */
export function knownBytes({ content, atLeastBytes = 0 }: Pick<IncomingContent, 'content' | 'atLeastBytes'>): number {
  return content instanceof Uint8Array ? content.byteLength : atLeastBytes;
}

/**
 * Gives back what was accepted, unless it was stored after all: a commit whose answer was lost may have happened.
 * Never throws, because it follows on an error that the caller reports; the sweeps find what can not be given back now.
 */
export async function discardContents(
  { database: { query: db }, blobs }: ContentServices,
  contents: readonly Pick<AcceptedContent, 'blobKey' | 'reservation'>[],
  findReferencedKeys: FindReferencedKeys,
): Promise<void> {
  for (const { blobKey, reservation } of contents) {
    try {
      // Waits for a transaction that has used up the reservation: afterwards the row either exists or never will.
      await release(db, reservation);
      passPoint('gate.released');
      const referenced = await findReferencedKeys(db, [blobKey]);
      if (referenced.length === 0) await blobs.delete(blobKey);
    } catch {}
  }
}

/** Finds the type of a file from its first bytes while they pass, and refuses types that are not accepted. */
class TypeDetector {
  readonly #incoming: IncomingContent;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #contentType: string | undefined;

  constructor(incoming: IncomingContent) {
    this.#incoming = incoming;
  }

  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      if (!this.#contentType) this.#add(chunk);
      yield chunk;
    }
    this.contentType();
  }

  contentType(): string {
    this.#contentType ??= this.#detect();
    return this.#contentType;
  }

  #add(chunk: Uint8Array): void {
    this.#head.push(chunk.subarray(0, HEAD_BYTES - this.#headBytes));
    this.#headBytes += chunk.byteLength;
    if (this.#headBytes >= HEAD_BYTES) this.contentType();
  }

  #detect(): string {
    const { declaredType: declared, filename, acceptedTypes } = this.#incoming;
    const recognised = recogniseContentType(Buffer.concat(this.#head));
    this.#head.length = 0;
    const contentType = decideContentType({ declared, filename, recognised });
    if (acceptedTypes) requireAcceptedType(acceptedTypes, filename, contentType);
    return contentType;
  }
}

/**
 * When there is no room, the same transaction gives back what was reserved: others that still fit would be refused if
 * it stayed reserved any longer.
 */
async function resize(db: Query, reservation: Reservation, bytes: number): Promise<Reservation> {
  if (bytes === reservation.amount) return reservation;
  const outcome = await db.transaction().execute(async transaction => {
    await release(transaction, reservation);
    return reserve(transaction, reservation.account, 'storage', bytes).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** What a stream may bring before storage is reserved for it. A reservation of so much takes about a millisecond. */
const GROWTH_BYTES = 16 * MEGABYTE;

async function* reserving(
  content: AsyncIterable<Uint8Array>,
  reservedBytes: number,
  grow: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  let reserved = reservedBytes;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > reserved + GROWTH_BYTES) {
      reserved = bytes;
      await grow(reserved);
    }
    yield chunk;
  }
}

/** Hashing a large buffer at once would block the event loop. */
const CHUNK_BYTES = 256 * 1024;

async function* splitIntoChunks(content: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < content.byteLength; start += CHUNK_BYTES) {
    yield content.subarray(start, start + CHUNK_BYTES);
  }
}
