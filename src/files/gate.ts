/**
 * The one gate: whatever way a file comes in (uploads of users and panels, run input, webhook bodies, forms, results
 * of steps), its bytes pass here, and nowhere else. Here its size is limited, its type is found by its content, and
 * its place in the quota is reserved.
 *
 *   takeIn ──▶ taken in: the blob is durable, but nobody can see it
 *                ── its row is inserted and its reservation settled, in one transaction ──▶ a file
 *                ── discardContents, or its process dies ──▶ nothing
 *
 * So there is never a row without its bytes. Bytes without a row, of processes that died, are found by the daily
 * sweep.
 *
 * Storage is reserved before the first byte is read, as far as the size is known by then, and exactly when the last
 * one was: each time in one conditional statement, so that of any number of files at once as many come in as there is
 * room for, and none more.
 */

import type { Account, Reservation } from '../accounts/account.ts';
import { release, reserve } from '../accounts/reservations.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError, fileTooLarge } from '../errors.ts';
import { type BlobKey, type Blobs, BlobTooLarge, newBlobKey } from '../platform/blobs/blobs.ts';
import { passPoint } from '../platform/crash-points.ts';
import { HEAD_BYTES, recogniseContentType, decideContentType } from './content-type.ts';

export interface ContentServices {
  database: HeddleDatabase;
  blobs: Blobs;
}

export interface IncomingContent {
  filename: string;
  /** As its sender says, if at all. */
  declaredType: string | undefined;
  content: AsyncIterable<Uint8Array> | Uint8Array;
  /** What is known of the size of a stream: it is refused before it is read when there is no room for so much. */
  atLeastBytes?: number;
  limitBytes: number;
  /** Whose quota it takes, or what was reserved for it before. */
  room: Account | Reservation;
  /** Of a file whose place it takes: they come back when it is stored. */
  replacedBytes?: number;
  /** Refuses what is not wanted here, as soon as its type is known. */
  admit?(contentType: string): void;
  signal: AbortSignal;
}

export interface AcceptedContent {
  blobKey: BlobKey;
  sizeBytes: number;
  sha256: string;
  contentType: string;
  reservation: Reservation;
}

/** Which of these keys a table names. Every table that names blobs has one. */
export type FindReferencedKeys = (db: Query, keys: readonly BlobKey[]) => Promise<string[]>;

/** What comes of it must be stored or discarded. Whatever it throws, nothing is left behind. */
export async function acceptContent({ database, blobs }: ContentServices, incoming: IncomingContent): Promise<AcceptedContent> {
  const { content, limitBytes, room, replacedBytes = 0, signal } = incoming;
  const knownBytes = content instanceof Uint8Array ? content.byteLength : (incoming.atLeastBytes ?? 0);
  if (knownBytes > limitBytes) throw fileTooLarge(limitBytes);
  const moreBytes = (bytes: number) => Math.max(0, bytes - replacedBytes);
  const isReserved = 'amount' in room;
  let reservation = isReserved ? room : await reserve(database.query, room, 'storage', moreBytes(knownBytes));
  passPoint('gate.reserved');
  const head = new Head(incoming);
  const blobKey = newBlobKey();
  try {
    const { sizeBytes, sha256 } = await blobs.put(blobKey, head.watch(chunksOf(content)), { limitBytes, signal });
    if (!isReserved) reservation = await resized(database.query, reservation, moreBytes(sizeBytes));
    return { blobKey, sizeBytes, sha256, contentType: head.contentType(), reservation };
  } catch (error) {
    await blobs.delete(blobKey).catch(() => {});
    if (!isReserved) await release(database.query, reservation).catch(() => {});
    throw error instanceof BlobTooLarge ? fileTooLarge(limitBytes) : error;
  }
}

/**
 * Gives back what was taken in, unless it was stored after all: a commit whose answer was lost may have happened.
 * Never throws: it follows on an error that the caller is to hear of, and what can not be given back now is found by
 * the sweeps.
 */
export async function discardContents(
  { database: { query: db }, blobs }: ContentServices,
  taken: readonly Pick<AcceptedContent, 'blobKey' | 'reservation'>[],
  referenced: FindReferencedKeys,
): Promise<void> {
  for (const { blobKey, reservation } of taken) {
    try {
      // Waits for a transaction that has used up the reservation, so that the row is there by then or never will be.
      await release(db, reservation);
      passPoint('gate.released');
      const kept = await referenced(db, [blobKey]);
      if (kept.length === 0) await blobs.delete(blobKey);
    } catch {}
  }
}

/** The first bytes of a file on their way, and what they tell. */
class Head {
  readonly #incoming: IncomingContent;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #found: string | undefined;

  constructor(incoming: IncomingContent) {
    this.#incoming = incoming;
  }

  async *watch(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of content) {
      if (!this.#found) this.#see(chunk);
      yield chunk;
    }
    this.contentType();
  }

  contentType(): string {
    this.#found ??= this.#judge();
    return this.#found;
  }

  #see(chunk: Uint8Array): void {
    this.#chunks.push(chunk.subarray(0, HEAD_BYTES - this.#bytes));
    this.#bytes += chunk.byteLength;
    if (this.#bytes >= HEAD_BYTES) this.contentType();
  }

  #judge(): string {
    const { declaredType: declared, filename, admit } = this.#incoming;
    const recognised = recogniseContentType(Buffer.concat(this.#chunks));
    this.#chunks.length = 0;
    const contentType = decideContentType({ declared, filename, recognised });
    admit?.(contentType);
    return contentType;
  }
}

/**
 * When there is no room, what was reserved is given back in the same moment: were it held any longer, others that
 * still fit would be refused for it.
 */
async function resized(db: Query, reservation: Reservation, bytes: number): Promise<Reservation> {
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

/** In slices, as hashing all of a large one at once would hold up everything else. */
const SLICE_BYTES = 256 * 1024;

async function* chunksOf(content: AsyncIterable<Uint8Array> | Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  if (!(content instanceof Uint8Array)) return yield* content;
  for (let start = 0; start < content.byteLength; start += SLICE_BYTES) {
    yield content.subarray(start, start + SLICE_BYTES);
  }
}
