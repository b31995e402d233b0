/**
 * Users' files and the files of runs: a row, and the blob that it names.
 *
 *   prepareFile ──▶ prepared: taken in through the gate, but nobody can see it
 *                     ── insertFiles, in the transaction of what it belongs to ──▶ a file
 *                     ── discardFiles, or its process dies ──▶ nothing
 *
 * What a row took is given back by the database itself when the row goes (`bury_file_contents`).
 */
import type { Insertable, Selectable } from 'kysely';
import { payingAccount, settle } from '../accounts/reservations.ts';
import type { Query } from '../database.ts';
import type { Attachment } from '../nodes/step.ts';
import type { BlobKey } from '../platform/blobs/blobs.ts';
import { newId, newSecret } from '../platform/ids.ts';
import { discardContents, type ContentServices, type IncomingContent, type AcceptedContent, acceptContent } from './gate.ts';
import { cleanFilename } from './names.ts';
import type { FileTables } from './tables.ts';

export interface FileServices extends ContentServices {
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

export interface NewFileContent extends Pick<IncomingContent, 'content' | 'atLeastBytes' | 'limitBytes' | 'signal'> {
  /** Of a step that may be tried again: an earlier file of the same id, run and user gets the new content. */
  id?: string;
  owner: FileOwner;
  /** The run that it belongs to; null: the user's own. */
  runId: string | null;
  /** As it was sent: it is cleaned here. */
  filename: string;
  /** As it was sent, if at all. */
  contentType: string | undefined;
}

export type FileRow = Selectable<FileTables['files']>;

export interface PreparedFile {
  row: Insertable<FileTables['files']>;
  taken: AcceptedContent;
}

/** Whatever it throws, nothing is left behind. */
export async function createFile(services: FileServices, given: NewFileContent): Promise<FileRow> {
  return savePreparedFile(services, await prepareFile(services, given));
}

/** Of a file that belongs to nothing that is inserted with it. */
export async function savePreparedFile(services: FileServices, prepared: PreparedFile): Promise<FileRow> {
  try {
    return await services.database.query.transaction().execute(transaction => insertFile(transaction, prepared));
  } catch (error) {
    await discardFiles(services, [prepared]);
    throw error;
  }
}

/** What comes of it must be inserted or discarded. */
export async function prepareFile(services: FileServices, given: NewFileContent): Promise<PreparedFile> {
  const { id = newId(), owner, runId, contentType: declaredType } = given;
  const filename = cleanFilename(given.filename);
  const taken = await acceptContent(services, {
    ...given,
    filename,
    declaredType,
    room: payingAccount(owner.userId, owner.organizationId),
  });
  const row = {
    id,
    user_id: owner.userId,
    organization_id: owner.organizationId,
    run_id: runId,
    filename,
    content_type: taken.contentType,
    size: taken.sizeBytes,
    sha256: taken.sha256,
    secret: newSecret(),
    blob_key: taken.blobKey,
  };
  return { row, taken };
}

/** In the transaction of what the files belong to. When that fails in whatever way, they are to be discarded. */
export async function insertFiles(transaction: Query, prepared: readonly PreparedFile[]): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const one of prepared) rows.push(await insertFile(transaction, one));
  return rows;
}

/** Unless they were inserted after all. Never throws. */
export async function discardFiles(services: FileServices, prepared: readonly PreparedFile[]): Promise<void> {
  await discardContents(
    services,
    prepared.map(({ taken }) => taken),
    findFileBlobKeys,
  );
}

export async function findFileBlobKeys(db: Query, keys: readonly BlobKey[]): Promise<string[]> {
  const rows = await db.selectFrom('files').select('blob_key').where('blob_key', 'in', keys).execute();
  return rows.map(row => row.blob_key);
}

/** The files of a user among these, by their ids. */
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

/** The wire's form of a file. */
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

async function insertFile(transaction: Query, { row, taken }: PreparedFile): Promise<FileRow> {
  const inserted = await insertRow(transaction, row);
  await settle(transaction, taken.reservation, taken.sizeBytes);
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
        .whereRef('files.run_id', 'is not distinct from', 'excluded.run_id')
        .whereRef('files.user_id', '=', 'excluded.user_id'),
    )
    .returningAll()
    .executeTakeFirst();
  if (!inserted) throw new Error(`the file ${row.id} belongs to another run or user`);
  return inserted;
}
