/**
 * Users' files and the files of runs. A file is a row and the blob that the row refers to.
 *
 *   prepareFile ──▶ prepared: the gate has accepted its content, but nobody can see it
 *                     ── insertFiles, in the transaction of what it belongs to ──▶ a file
 *                     ── discardFiles, or the process dies ──▶ nothing
 *
 * When a row is deleted, the database itself gives its storage back and leaves a tombstone for the blob
 * (`bury_file_contents` in the migrations).
 */
import { type Insertable, type Selectable, sql } from 'kysely';
import { chargeReservation, payingAccount } from '../accounts/reservations.ts';
import type { Query } from '../database.ts';
import type { Attachment } from '../nodes/step.ts';
import type { BlobKey } from '../platform/blobs/blobs.ts';
import { newId, newSecret } from '../platform/ids.ts';
import {
  type AcceptedContent,
  acceptContent,
  ContentDiscarded,
  type ContentServices,
  discardContents,
  type IncomingContent,
} from './accept-content.ts';
import { cleanFilename } from './names.ts';
import type { FileTables } from './tables.ts';

export interface FileServices extends ContentServices {
  /** The beginning of every link. */
  publicUrl(): string;
  /** The size of the largest file. */
  fileBytes: number;
  /** The same for a file that a step stores as a stream. */
  runFileBytes: number;
}

export interface FileOwner {
  userId: string;
  /** The organization whose storage the file takes, if not the user's. */
  organizationId: string | null;
}

export interface IncomingFile extends Pick<IncomingContent, 'content' | 'atLeastBytes' | 'limitBytes' | 'signal'> {
  /** Set by steps, which may be retried: an earlier file of the same id, run and user gets the new content. */
  id?: string;
  owner: FileOwner;
  /** The run that the file belongs to; null for a file of the user's own. */
  runId: string | null;
  /** As the client sent it, before it is cleaned. */
  filename: string;
  /** As the client sent it, if at all. */
  contentType: string | undefined;
}

export type FileRow = Selectable<FileTables['files']>;

export interface PreparedFile {
  row: Insertable<FileTables['files']>;
  content: AcceptedContent;
}

/** When this throws, nothing is left behind. */
export async function createFile(services: FileServices, file: IncomingFile): Promise<FileRow> {
  return savePreparedFile(services, await prepareFile(services, file));
}

/** Inserts a file that needs no other rows, in a transaction of its own. When this throws, nothing is left behind. */
export async function savePreparedFile(services: FileServices, prepared: PreparedFile): Promise<FileRow> {
  try {
    return await services.database.query.transaction().execute(transaction => insertFile(transaction, prepared));
  } catch (error) {
    await discardFiles(services, [prepared]);
    throw error;
  }
}

/** The caller must insert or discard the result. */
export async function prepareFile(services: FileServices, file: IncomingFile): Promise<PreparedFile> {
  const { id = newId(), owner, runId, contentType: declaredType } = file;
  const filename = cleanFilename(file.filename);
  const content = await acceptContent(services, {
    ...file,
    filename,
    declaredType,
    chargeTo: payingAccount(owner.userId, owner.organizationId),
  });
  const row = {
    id,
    user_id: owner.userId,
    organization_id: owner.organizationId,
    run_id: runId,
    filename,
    content_type: content.contentType,
    size: content.sizeBytes,
    sha256: content.sha256,
    secret: newSecret(),
    blob_key: content.blobKey,
  };
  return { row, content };
}

/** Runs in the transaction of what the files belong to. When that fails, the caller must discard the files. */
export async function insertFiles(transaction: Query, prepared: readonly PreparedFile[]): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const one of prepared) rows.push(await insertFile(transaction, one));
  return rows;
}

/** Leaves files alone that were inserted after all. Never throws. */
export async function discardFiles(services: FileServices, prepared: readonly PreparedFile[]): Promise<void> {
  await discardContents(
    services,
    prepared.map(({ content }) => content),
    findFileBlobKeys,
  );
}

export async function findFileBlobKeys(db: Query, keys: readonly BlobKey[]): Promise<string[]> {
  const rows = await db.selectFrom('files').select('blob_key').where('blob_key', 'in', keys).execute();
  return rows.map(row => row.blob_key);
}

/** Maps the ids to their files, as far as these belong to the user. */
export async function findUserFiles(
  { database, publicUrl }: Pick<FileServices, 'database' | 'publicUrl'>,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, Attachment>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(row => [row.id, toAttachment(row, publicUrl())]));
}

/** A condition on files: whether they belong to the run, or to a run that it repeats. */
export function isFileOfRun(runId: string | null) {
  return sql<boolean>`(${runId}::uuid IS NOT NULL AND (files.run_id = ${runId} OR EXISTS (
    SELECT FROM run_files WHERE run_files.file_id = files.id AND run_files.run_id = ${runId})) IS TRUE)`;
}

/** A file in the form that the API has. */
export function toAttachment(
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

/**
 * Whoever gives up waiting for this transaction discards the content with its reservation. The transaction must not
 * succeed then, unless an earlier attempt has stored the content, whose answer was lost.
 */
async function insertFile(transaction: Query, { row, content }: PreparedFile): Promise<FileRow> {
  const isCharged = await chargeReservation(transaction, content.reservation, content.sizeBytes);
  if (!isCharged && (await findFileBlobKeys(transaction, [content.blobKey])).length === 0) throw new ContentDiscarded();
  return insertRow(transaction, row);
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
        .whereRef('files.run_id', 'is not distinct from', 'excluded.run_id')
        .whereRef('files.user_id', '=', 'excluded.user_id'),
    )
    .returningAll()
    .executeTakeFirst();
  if (!inserted) throw new Error(`the file ${row.id} belongs to another run or user`);
  return inserted;
}
