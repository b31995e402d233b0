/**
 * How a file comes to its path, whichever way it was uploaded.
 *
 *   examine ──▶ takeIn (the gate) ──▶ storeFile: hold the panel, examine again, row + usage + event, one transaction
 *
 * The first look refuses early what can be refused before a byte is read; the second, while the panel is held, is the
 * truth. What is replaced is buried by the database in the same transaction.
 */
import { sql } from 'kysely';
import type { Reservation } from '../../accounts/account.ts';
import { giveBackStorage, release, reserve, settle } from '../../accounts/reservations.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { fileTooLarge, fileAlreadyExists, recordRequired, validationError } from '../../errors.ts';
import { decideContentType } from '../../files/content-type.ts';
import { discardContents, type IncomingContent, type AcceptedContent, acceptContent } from '../../files/gate.ts';
import { UNKNOWN_TYPE } from '../../files/names.ts';
import { newId } from '../../platform/ids.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { lockEnabledPanelForNoKeyUpdate } from '../access.ts';
import { requireRecord } from '../records/store.ts';
import type { PanelRow } from '../tables.ts';
import { panelAccount, toStoredFile, findStoredFile, findStoredFileBlobKeys, type StorageServices, type StoredFileRow } from './files.ts';
import { maxFileBytes, requireAcceptedFile, requireRight, requireType, folderSettings } from './folders.ts';
import type { Metadata } from './metadata.ts';
import { getFolder, getName, numberedPath } from './paths.ts';
import { requireCapacity } from './room.ts';
import type { RecordReference } from './stored-file.ts';

/** Where a file is to be, and what with. */
export interface Placement {
  path: string;
  metadata: Metadata;
  record: RecordReference | null;
  overwrite: boolean;
  rename: boolean;
}

export interface Stored {
  panel: PanelRow;
  row: StoredFileRow;
}

type Sent = Pick<IncomingContent, 'declaredType' | 'content' | 'atLeastBytes' | 'signal'>;

/** From the first look to the stored file. */
export async function uploadFile(
  services: StorageServices,
  panel: PanelRow,
  placement: Placement,
  sent: Sent,
): Promise<Stored> {
  await checkPlacement(services.database.query, panel, placement);
  const taken = await acceptUploadAt(services, panel, placement.path, sent);
  return storeUpload(services, panel, taken, () => placement);
}

/**
 * Takes in the bytes of a file for this path. It may take the place of the one that is there: whether it is allowed to
 * may not be known yet, as in a form whose other fields follow on the file.
 */
export async function acceptUploadAt(
  services: StorageServices,
  panel: PanelRow,
  path: string,
  sent: Sent,
): Promise<AcceptedContent> {
  const { database, limits } = services;
  const { file_storage } = panel;
  requireRight(file_storage, getFolder(path), 'upload');
  const inPlace = await findStoredFile(database.query, panel, { path });
  const knownBytes = sent.content instanceof Uint8Array ? sent.content.byteLength : (sent.atLeastBytes ?? 0);
  const limitBytes = maxFileBytes(file_storage, getFolder(path), limits.fileBytes);
  if (knownBytes > limitBytes) throw fileTooLarge(limitBytes);
  await requireCapacity(database.query, panel, calculateGrowth(path, knownBytes, inPlace));
  return acceptContent(services, {
    ...sent,
    filename: getName(path),
    limitBytes,
    room: panelAccount(panel),
    replacedBytes: inPlace?.size ?? 0,
    admit: contentType => requireType(file_storage, path, contentType),
  });
}

/** Where the path is not known before the bytes: all but their size and truth is asked later, and what its name says. */
export async function acceptUploadWithoutPath(services: StorageServices, panel: PanelRow, sent: Sent): Promise<AcceptedContent> {
  const { atLeastBytes: _, ...unsized } = sent;
  const limitBytes = services.limits.fileBytes;
  // It may take the place of a file of whatever size, so nothing is reserved for it yet.
  const replacedBytes = limitBytes;
  return acceptContent(services, { ...unsized, filename: '', limitBytes, room: panelAccount(panel), replacedBytes });
}

/** Whatever it throws, nothing is left of what was taken in. */
export async function storeUpload(
  services: StorageServices,
  panel: PanelRow,
  taken: AcceptedContent,
  placementOf: () => Placement,
): Promise<Stored> {
  passPoint('storage.taken-in');
  try {
    const placement = placementOf();
    const stored = await services.database.query.transaction().execute(async transaction => {
      const held = await lockEnabledPanelForNoKeyUpdate(transaction, panel.id);
      return {
        panel: held,
        row: await insertStoredFile(services, transaction, held, placement, named(taken, placement.path)),
      };
    });
    passPoint('storage.stored');
    return stored;
  } catch (error) {
    await discardUpload(services, taken);
    throw error;
  }
}

/** Of what neither its sender nor its content told the type, the name tells it, wherever in a form it stands. */
function named(taken: AcceptedContent, path: string): AcceptedContent {
  if (taken.contentType !== UNKNOWN_TYPE) return taken;
  const contentType = decideContentType({ declared: undefined, filename: getName(path), recognised: undefined });
  return { ...taken, contentType };
}

export async function discardUpload(services: StorageServices, taken: AcceptedContent): Promise<void> {
  await discardContents(services, [taken], findStoredFileBlobKeys);
}

/** While the panel is held. */
export async function insertStoredFile(
  services: StorageServices,
  transaction: Query,
  panel: PanelRow,
  placement: Placement,
  taken: AcceptedContent,
): Promise<StoredFileRow> {
  const replaced = await checkPlacement(transaction, panel, placement);
  requireAcceptedFile(panel.file_storage, placement.path, taken, services.limits.fileBytes);
  if (placement.record) await requireRecord(transaction, panel, placement.record);
  await requireCapacity(transaction, panel, calculateGrowth(placement.path, taken.sizeBytes, replaced));
  const row = await writeRow(transaction, panel, placement, taken, replaced);
  passPoint('storage.row-written');
  await settleQuota(transaction, panel, taken, replaced);
  await services.announce(transaction, panel, [{ type: 'file.stored', reason: 'upload', file: toStoredFile(row, panel) }]);
  passPoint('storage.announced');
  return row;
}

/** The rules that need no content. Answers the file that would be replaced, if any. */
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
  placement: Placement,
  { blobKey, sizeBytes, sha256, contentType }: AcceptedContent,
  replaced: StoredFileRow | undefined,
): Promise<StoredFileRow> {
  const content = {
    size: sizeBytes,
    content_type: contentType,
    sha256,
    blob_key: blobKey,
    metadata: JSON.stringify(placement.metadata),
    record_collection: placement.record?.collection ?? null,
    record_key: placement.record?.key ?? null,
    owner: null,
  };
  if (!replaced) {
    const path = placement.rename ? await findFreePath(transaction, panel, placement.path) : placement.path;
    return transaction
      .insertInto('booster_files')
      .values({ id: newId(), panel_id: panel.id, path, ...content })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const now = new Date();
  return transaction
    .updateTable('booster_files')
    .set({ ...content, kept_since: now, updated_at: now })
    .where('id', '=', replaced.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** `path` itself, or the first of `name (1).ext`, `name (2).ext`, ... that is free. */
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

/** What was replaced has been given back by now. */
async function settleQuota(
  transaction: Query,
  panel: PanelRow,
  { reservation, sizeBytes }: AcceptedContent,
  replaced: StoredFileRow | undefined,
): Promise<void> {
  const current = await updateReservation(transaction, panel, reservation);
  if (!replaced || sizeBytes > replaced.size) return settle(transaction, current, sizeBytes);
  // What takes no more than before is not asked whether it fits: the quota may have been lowered below what is there.
  await release(transaction, current);
  await giveBackStorage(transaction, current.account, -sizeBytes);
}

/** The panel may have gone to another organization since the upload began. */
async function updateReservation(transaction: Query, panel: PanelRow, reservation: Reservation): Promise<Reservation> {
  const account = panelAccount(panel);
  if (account.id === reservation.account.id) return reservation;
  await release(transaction, reservation);
  return reserve(transaction, account, 'storage', 0);
}
