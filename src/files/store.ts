/**
 * Files: a row, and the blob that it names.
 *
 *   prepareFile ──▶ prepared: the blob is durable and its bytes are reserved, but nobody can see it
 *                     ── insertFiles, in the transaction of what it belongs to ──▶ a file
 *                     ── discardFiles, or its process dies ──▶ nothing
 *
 * So there is never a row without its bytes. Bytes without a row, of processes that died, are found by the daily
 * sweep; what a row took is given back by the database itself when the row goes (`bury_file_contents`).
 *
 * Storage is reserved before the first byte is read as far as the size is known by then, and exactly when the last
 * one was: each time in one conditional statement, so that of any number of uploads at once as many succeed as there
 * is room for, and none more.
 */
import type { Insertable, Selectable } from 'kysely';
import { type Account, type Reservation, release, reserve, settle } from '../accounts/reservations.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError, fileTooLarge } from '../errors.ts';
import type { Attachment } from '../nodes/step.ts';
import { type Blobs, BlobTooLarge, newBlobKey, requireBlobKey } from '../platform/blobs/blobs.ts';
import { newId, newSecret } from '../platform/ids.ts';
import { cleanFilename, contentTypeOf } from './names.ts';
import type { FileTables } from './tables.ts';

export interface FileServices {
  database: HeddleDatabase;
  blobs: Blobs;
  /** What links start with. */
  publicUrl(): string;
  /** The largest file. */
  fileBytes: number;
}

export interface FileOwner {
  userId: string;
  /** Whose storage it takes, if not the user's. */
  organizationId: string | null;
}

export interface NewFileContent {
  /** Of a step that may be tried again: an earlier file of the same id, run and user gets the new content. */
  id?: string;
  owner: FileOwner;
  /** The run that it belongs to; null: the user's own. */
  runId: string | null;
  /** As it was sent: it is cleaned here. */
  filename: string;
  /** As it was sent, if at all: what is no content type is guessed by the name. */
  contentType: string | undefined;
  content: AsyncIterable<Uint8Array> | Uint8Array;
  /** What is known of the size of a stream: it is refused before it is read when there is no room for so much. */
  atLeastBytes?: number;
  limitBytes: number;
  signal: AbortSignal;
}

export type FileRow = Selectable<FileTables['files']>;

export interface PreparedFile {
  row: Insertable<FileTables['files']>;
  /** Of exactly its size. */
  reservation: Reservation;
}

/** Throws `fileTooLarge` and the errors of quotas; whatever it throws, nothing is left behind. */
export async function storeFile(services: FileServices, given: NewFileContent): Promise<FileRow> {
  return keepFile(services, await prepareFile(services, given));
}

/** Of a file that belongs to nothing that is inserted with it. */
export async function keepFile(services: FileServices, prepared: PreparedFile): Promise<FileRow> {
  try {
    return await services.database.query.transaction().execute(transaction => insertFile(transaction, prepared));
  } catch (error) {
    await discardFiles(services, [prepared]);
    throw error;
  }
}

/** What comes of it must be inserted or discarded. */
export async function prepareFile(services: FileServices, given: NewFileContent): Promise<PreparedFile> {
  const { database, blobs } = services;
  const { content, limitBytes, signal } = given;
  const knownBytes = content instanceof Uint8Array ? content.byteLength : (given.atLeastBytes ?? 0);
  if (knownBytes > limitBytes) throw fileTooLarge(limitBytes);
  const row = { ...describe(given), blob_key: newBlobKey() };
  let reservation = await reserve(database.query, accountOf(given.owner), 'storage', knownBytes);
  try {
    const { sizeBytes, sha256 } = await blobs.put(row.blob_key, chunksOf(content), { limitBytes, signal });
    reservation = await resized(database.query, reservation, sizeBytes);
    return { row: { ...row, size: sizeBytes, sha256 }, reservation };
  } catch (error) {
    await discardFiles(services, [{ row, reservation }]);
    throw error instanceof BlobTooLarge ? fileTooLarge(limitBytes) : error;
  }
}

/** In the transaction of what the files belong to. When that fails in whatever way, they are to be discarded. */
export async function insertFiles(transaction: Query, prepared: readonly PreparedFile[]): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const one of prepared) rows.push(await insertFile(transaction, one));
  return rows;
}

/**
 * Gives back what was prepared, unless it was inserted after all: a commit whose answer was lost may have happened.
 * Never throws: it follows on an error that the caller is to hear of, and what can not be given back now is found by
 * the sweeps.
 */
export async function discardFiles(
  { database: { query: db }, blobs }: FileServices,
  prepared: readonly { row: { blob_key: string }; reservation: Reservation }[],
): Promise<void> {
  for (const { row, reservation } of prepared) {
    try {
      // Waits for a transaction that has used up the reservation, so that the row is there by then or never will be.
      await release(db, reservation);
      const kept = await db.selectFrom('files').select('id').where('blob_key', '=', row.blob_key).executeTakeFirst();
      if (!kept) await blobs.delete(requireBlobKey(row.blob_key));
    } catch {}
  }
}

/** The wire's form of a file. */
export function attachmentOf(
  file: Pick<FileRow, 'id' | 'filename' | 'content_type' | 'secret' | 'size'>,
  publicUrl: string,
): Attachment {
  return {
    file_id: file.id,
    filename: file.filename,
    content_type: file.content_type,
    file_url: `${publicUrl}/file?id=${file.id}&secret=${file.secret}`,
    size: file.size,
  };
}

function describe({ id = newId(), owner, runId, filename, contentType }: NewFileContent) {
  const cleaned = cleanFilename(filename);
  return {
    id,
    user_id: owner.userId,
    organization_id: owner.organizationId,
    run_id: runId,
    filename: cleaned,
    content_type: contentTypeOf(contentType, cleaned),
    secret: newSecret(),
  };
}

async function insertFile(transaction: Query, { row, reservation }: PreparedFile): Promise<FileRow> {
  const inserted = await insertRow(transaction, row);
  await settle(transaction, reservation, reservation.amount);
  return inserted;
}

async function insertRow(transaction: Query, row: PreparedFile['row']): Promise<FileRow> {
  const inserted = await transaction
    .insertInto('files')
    .values(row)
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          organization_id: ref('excluded.organization_id'),
          filename: ref('excluded.filename'),
          content_type: ref('excluded.content_type'),
          size: ref('excluded.size'),
          sha256: ref('excluded.sha256'),
          blob_key: ref('excluded.blob_key'),
          updated_at: new Date(),
        }))
        .whereRef('files.run_id', '=', 'excluded.run_id')
        .whereRef('files.user_id', '=', 'excluded.user_id'),
    )
    .returningAll()
    .executeTakeFirst();
  if (!inserted) throw new Error(`the file ${row.id} belongs to another run or user`);
  return inserted;
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

function accountOf({ userId, organizationId }: FileOwner): Account {
  return organizationId === null ? { kind: 'user', id: userId } : { kind: 'organization', id: organizationId };
}

/** In slices, as hashing all of a large one at once would hold up everything else. */
const SLICE_BYTES = 256 * 1024;

async function* chunksOf(content: AsyncIterable<Uint8Array> | Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  if (!(content instanceof Uint8Array)) return yield* content;
  for (let start = 0; start < content.byteLength; start += SLICE_BYTES) {
    yield content.subarray(start, start + SLICE_BYTES);
  }
}
