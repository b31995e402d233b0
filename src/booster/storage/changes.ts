/** Moves and deletes stored files, and changes their metadata and their record. Their content never changes here. */
import { isDeepStrictEqual } from 'node:util';
import { type SqlBool, sql } from 'kysely';
import { changedFields } from '../../audit/record.ts';
import type { Query } from '../../database.ts';
import { fileAlreadyExists, fileNotFound, recordRequired } from '../../errors.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import { lockEnabledPanelForNoKeyUpdate } from '../access.ts';
import { fileSubject } from '../actor.ts';
import type { FileEventReason } from '../events.ts';
import { requireRecord } from '../records/store.ts';
import type { PanelRow } from '../tables.ts';
import { requireCapacity } from './capacity.ts';
import {
  findStoredFile,
  requireStoredFile,
  type StorageServices,
  type StoredFileRow,
  toRecordReference,
  toStoredFile,
} from './files.ts';
import { folderSettings, requireAcceptedFile, requireRight } from './folders.ts';
import type { Metadata } from './metadata.ts';
import { getFolder } from './paths.ts';
import type { FileRecord } from './stored-file.ts';
import type { Stored } from './storing.ts';

/** A record may have any number of files. They are not all in memory at the same time. */
export const FILES_AT_ONCE = 1_000;

interface FileChanges {
  path?: string;
  metadata?: Metadata;
  /** Null unlinks the file from its record. */
  record?: FileRecord | null;
}

export async function updateFile(
  services: StorageServices,
  panelId: string,
  id: string,
  changes: (file: StoredFileRow) => FileChanges,
): Promise<Stored> {
  return services.database.query.transaction().execute(async transaction => {
    const panel = await lockEnabledPanelForNoKeyUpdate(transaction, panelId);
    const file = await requireStoredFile(transaction, panel, { id });
    requireRight(panel.file_storage, file.folder, 'update');
    const { path = file.path, metadata = file.metadata, record: requested } = changes(file);
    if (path !== file.path) await requireMove(services, transaction, panel, file, path);
    // A record that the file already has is not checked: the panel's database may be disabled by now.
    if (requested) await requireRecord(transaction, panel, requested);
    const record = requested === undefined ? toRecordReference(file) : requested;
    if (!record && folderSettings(panel.file_storage, getFolder(path)).record_required) throw recordRequired();
    const row = await writeChanges(transaction, file, { path, metadata, record });
    if (!row) return { panel, row: file };
    passPoint('storage.row-changed');
    await services.announce(transaction, panel, [
      { type: 'file.changed', reason: 'update', file: toStoredFile(row, panel) },
    ]);
    const details = { panel_id: panel.id, changes: changedFields(file, row, ['path']) };
    await services.actor.record(transaction, { action: 'file.update', subject: fileSubject(row), details });
    return { panel, row };
  });
}

export async function deleteFile(services: StorageServices, panelId: string, id: string): Promise<void> {
  await services.database.query.transaction().execute(async transaction => {
    const panel = await lockEnabledPanelForNoKeyUpdate(transaction, panelId);
    const file = await requireStoredFile(transaction, panel, { id });
    requireRight(panel.file_storage, file.folder, 'delete');
    await deleteRows(services, transaction, panel, [file.id], 'delete');
    const details = { panel_id: panel.id };
    await services.actor.record(transaction, { action: 'file.delete', subject: fileSubject(file), details });
  });
  passPoint('storage.deleted');
}

/** The caller must have locked the panel. */
export async function deleteRows(
  { announce }: Pick<StorageServices, 'announce'>,
  transaction: Query,
  panel: PanelRow,
  ids: readonly string[],
  reason: FileEventReason,
): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await transaction.deleteFrom('booster_files').where(isOneOf(ids)).returningAll().execute();
  passPoint('storage.rows-deleted');
  await announce(
    transaction,
    panel,
    deleted.map(row => ({ type: 'file.deleted', reason, file: toStoredFile(row, panel) })),
  );
}

/**
 * Runs in the transaction that deletes the record, while the panel is locked. Files are deleted with their record, or
 * unlinked where the settings of the folder keep them.
 */
export async function releaseFilesOfRecord(
  services: Pick<StorageServices, 'announce'>,
  transaction: Query,
  panel: PanelRow,
  key: string,
): Promise<void> {
  for (;;) {
    // Whatever was dealt with no longer has the record.
    const files = await transaction
      .selectFrom('booster_files')
      .select(['id', 'folder'])
      .where('panel_id', '=', panel.id)
      .where('record_key', '=', key)
      .orderBy('id')
      .limit(FILES_AT_ONCE)
      .execute();
    if (files.length === 0) return;
    const kept = files.filter(({ folder }) => folderSettings(panel.file_storage, folder).keep_without_record === true);
    const toIds = (rows: typeof files) => rows.map(({ id }) => id);
    await unlink(services, transaction, panel, toIds(kept));
    await deleteRows(services, transaction, panel, toIds(files.filter(file => !kept.includes(file))), 'record');
  }
}

async function unlink(
  { announce }: Pick<StorageServices, 'announce'>,
  transaction: Query,
  panel: PanelRow,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const unlinked = await transaction
    .updateTable('booster_files')
    .set({ record_collection: null, record_key: null, updated_at: new Date() })
    .where(isOneOf(ids))
    .returningAll()
    .execute();
  passPoint('storage.rows-unlinked');
  await announce(
    transaction,
    panel,
    unlinked.map(row => ({ type: 'file.changed', reason: 'record', file: toStoredFile(row, panel) })),
  );
}

/** Passes the ids as one parameter, so that there is one plan however many there are. */
function isOneOf(ids: readonly string[]) {
  return sql<SqlBool>`id = ANY (${ids}::uuid[])`;
}

async function requireMove(
  { limits }: StorageServices,
  transaction: Query,
  panel: PanelRow,
  file: StoredFileRow,
  path: string,
): Promise<void> {
  const folder = getFolder(path);
  const { file_storage } = panel;
  if (folder !== file.folder) {
    requireRight(file_storage, folder, 'upload');
    requireRight(file_storage, file.folder, 'delete');
    await requireCapacity(transaction, panel, { folder, files: 1, bytes: file.size, panelBytes: 0 });
  }
  // A step may have stored it.
  const most = { ...limits, folderFileBytes: limits.runFileBytes };
  requireAcceptedFile(file_storage, path, { contentType: file.content_type, sizeBytes: file.size }, most);
  if (await findStoredFile(transaction, panel, { path })) throw fileAlreadyExists(path);
}

/** Returns undefined when the changes change nothing. */
async function writeChanges(
  transaction: Query,
  file: StoredFileRow,
  { path, metadata, record }: Required<FileChanges>,
): Promise<StoredFileRow | undefined> {
  const isSame =
    path === file.path && record?.key === toRecordReference(file)?.key && isDeepStrictEqual(metadata, file.metadata);
  if (isSame) return undefined;
  const now = new Date();
  const changed = await transaction
    .updateTable('booster_files')
    .set({
      path,
      metadata: toStorableJson(metadata),
      record_collection: record?.collection ?? null,
      record_key: record?.key ?? null,
      ...(getFolder(path) !== file.folder && { kept_since: now }),
      updated_at: sql`greatest(${now}::timestamptz, updated_at)`,
    })
    .where('id', '=', file.id)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw fileNotFound();
  return changed;
}
