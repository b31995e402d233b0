/**
 * Stores an uploaded file, in a transaction that has locked the panel: checks the rules, writes the row, charges the
 * storage and announces the event. The database itself leaves a tombstone for content that is replaced.
 */
import { sql } from 'kysely';
import type { Reservation } from '../../accounts/account.ts';
import { chargeReservation, freeStorage, release, reserve } from '../../accounts/reservations.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { fileAlreadyExists, recordRequired, validationError } from '../../errors.ts';
import type { AcceptedContent } from '../../files/accept-content.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { newId } from '../../platform/ids.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import { fileSubject } from '../actor.ts';
import { requireRecord } from '../records/store.ts';
import type { PanelRow } from '../tables.ts';
import { requireCapacity } from './capacity.ts';
import { findStoredFile, panelAccount, type StorageServices, type StoredFileRow, toStoredFile } from './files.ts';
import { folderSettings, requireAcceptedFile, requireRight } from './folders.ts';
import type { Metadata } from './metadata.ts';
import { getFolder, numberedPath } from './paths.ts';
import type { FileRecord } from './stored-file.ts';

/** Where an upload is to be stored, and what is stored with it. */
export interface Placement {
  path: string;
  metadata: Metadata;
  record: FileRecord | null;
  overwrite: boolean;
  rename: boolean;
}

export interface Stored {
  panel: PanelRow;
  row: StoredFileRow;
}

/** The caller must have locked the panel. */
export async function writeStoredFile(
  services: StorageServices,
  transaction: Query,
  panel: PanelRow,
  placement: Placement,
  content: AcceptedContent,
): Promise<StoredFileRow> {
  const replaced = await checkPlacement(transaction, panel, placement);
  requireAcceptedFile(panel.file_storage, placement.path, content, services.limits);
  if (placement.record) await requireRecord(transaction, panel, placement.record);
  await requireCapacity(transaction, panel, calculateGrowth(placement.path, content.sizeBytes, replaced));
  const row = await writeRow(
    transaction,
    panel,
    { ...placement, uploadedBy: services.actor.userId },
    content,
    replaced,
  );
  passPoint('storage.row-written');
  await chargeStorage(transaction, panel, content, replaced);
  await services.announce(transaction, panel, [
    { type: 'file.stored', reason: 'upload', file: toStoredFile(row, panel) },
  ]);
  if (replaced) {
    const details = { panel_id: panel.id };
    await services.actor.record(transaction, { action: 'file.replace', subject: fileSubject(row), details });
  }
  passPoint('storage.announced');
  return row;
}

/** Checks the rules that need no content. Returns the file that the upload would replace, if any. */
export async function checkPlacement(
  db: Query,
  panel: PanelRow,
  { path, record, overwrite, rename }: Placement,
): Promise<StoredFileRow | undefined> {
  const folder = getFolder(path);
  requireRight(panel.file_storage, folder, 'upload');
  if (folderSettings(panel.file_storage, folder).record_required && !record) throw recordRequired();
  if (rename) return undefined;
  const found = await findStoredFile(db, panel, { path });
  if (found && !overwrite) throw fileAlreadyExists(path);
  if (found) requireRight(panel.file_storage, folder, 'delete');
  return found;
}

export function calculateGrowth(path: string, bytes: number, replaced: StoredFileRow | undefined) {
  const more = bytes - (replaced?.size ?? 0);
  return { folder: getFolder(path), files: replaced ? 0 : 1, bytes: more, panelBytes: more };
}

async function writeRow(
  transaction: Query,
  panel: PanelRow,
  placement: Placement & { uploadedBy: string | null },
  { blobKey, sizeBytes, sha256, contentType }: AcceptedContent,
  replaced: StoredFileRow | undefined,
): Promise<StoredFileRow> {
  const columns = {
    size: sizeBytes,
    content_type: contentType,
    sha256,
    blob_key: blobKey,
    uploaded_by: placement.uploadedBy,
    metadata: toStorableJson(placement.metadata),
    record_collection: placement.record?.collection ?? null,
    record_key: placement.record?.key ?? null,
  };
  if (!replaced) {
    const path = placement.rename ? await findFreePath(transaction, panel, placement.path) : placement.path;
    return transaction
      .insertInto('booster_files')
      .values({ id: newId(), panel_id: panel.id, path, ...columns })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const now = new Date();
  return transaction
    .updateTable('booster_files')
    .set({ ...columns, kept_since: now, updated_at: now })
    .where('id', '=', replaced.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns `path` itself, or the first of `name (1).ext`, `name (2).ext`, ... that is free. */
async function findFreePath(transaction: Query, panel: PanelRow, path: string): Promise<string> {
  for (let from = 0; ; from += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, index) =>
      from + index === 0 ? path : numberedPath(path, from + index),
    );
    const { rows } = await sql<{ path: string }>`
      SELECT candidate AS path FROM unnest(${candidates}::text[]) WITH ORDINALITY AS candidates (candidate, place)
      WHERE NOT EXISTS (SELECT FROM booster_files WHERE panel_id = ${panel.id} AND booster_files.path = candidate)
      ORDER BY place LIMIT 1`.execute(transaction);
    const free = rows[0]?.path;
    if (free === undefined) continue;
    if (Array.from(free).length > fixedLimits.storage.pathCharacters) throw validationError('path', 'is too long');
    return free;
  }
}

const CANDIDATES = 100;

/** By now the database has given back the storage of the file that was replaced. */
async function chargeStorage(
  transaction: Query,
  panel: PanelRow,
  { reservation, sizeBytes }: AcceptedContent,
  replaced: StoredFileRow | undefined,
): Promise<void> {
  const current = await updateReservation(transaction, panel, reservation);
  if (!replaced || sizeBytes > replaced.size) return void (await chargeReservation(transaction, current, sizeBytes));
  // A file that takes no more than the replaced one always fits, even when the quota was lowered below what is stored.
  await release(transaction, current);
  await freeStorage(transaction, current.account, -sizeBytes);
}

/** The panel may have moved to another organization since the upload began. */
async function updateReservation(transaction: Query, panel: PanelRow, reservation: Reservation): Promise<Reservation> {
  const account = panelAccount(panel);
  if (account.id === reservation.account.id) return reservation;
  await release(transaction, reservation);
  return reserve(transaction, account, 'storage', 0);
}
