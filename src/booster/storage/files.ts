/** Files of a panel's storage, as rows and in the form that the API has. */

import type { Selectable } from 'kysely';
import type { Account } from '../../accounts/account.ts';
import { payingAccount } from '../../accounts/reservations.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { fileNotFound } from '../../errors.ts';
import type { BlobKey, Blobs } from '../../platform/blobs/blobs.ts';
import type { PanelActor } from '../actor.ts';
import type { Announce } from '../events.ts';
import type { OpenLinkSecret } from '../panel-secrets.ts';
import type { BoosterTables, PanelRow } from '../tables.ts';
import { folderSettings } from './folders.ts';
import type { FileRecord, StoredFile } from './stored-file.ts';

export interface StorageServices {
  database: HeddleDatabase;
  blobs: Blobs;
  announce: Announce;
  actor: PanelActor;
  /** The beginning of every link. */
  publicUrl(): string;
  limits: StorageLimits;
  openLinkSecret: OpenLinkSecret;
}

export interface StorageLimits {
  fileBytes: number;
  /** The same for files that steps store or read as streams, where the settings of a folder allow more. */
  runFileBytes: number;
  /** Set for steps. */
  folderFileBytes?: number | undefined;
  metadataBytes: number;
  ids: number;
  listedFiles: { default: number; most: number };
  linkMinutes: number;
  directUploadMinutes: number;
  /** Whether clients may post files past the API. */
  directUpload: boolean;
}

export type StoredFileRow = Selectable<BoosterTables['booster_files']>;

/** The result has no links yet. */
export function toStoredFile(row: StoredFileRow, { file_storage }: Pick<PanelRow, 'file_storage'>): StoredFile {
  return {
    id: row.id,
    path: row.path,
    folder: row.folder,
    name: row.name,
    size: row.size,
    content_type: row.content_type,
    sha256: row.sha256,
    metadata: row.metadata,
    record: toRecordReference(row),
    owner: null,
    created: row.created_at.getTime(),
    updated: row.updated_at.getTime(),
    expires_at: calculateExpiry(row, folderSettings(file_storage, row.folder).keep_days),
    url: null,
    download_url: null,
  };
}

export function toRecordReference(row: Pick<StoredFileRow, 'record_collection' | 'record_key'>): FileRecord | null {
  if (row.record_collection === null || row.record_key === null) return null;
  return { collection: row.record_collection, key: row.record_key };
}

/** Finds a file of this panel. A file of another panel counts as missing. */
export async function findStoredFile(db: Query, panel: PanelRow, by: { id: string } | { path: string }) {
  const files = db.selectFrom('booster_files').selectAll().where('panel_id', '=', panel.id);
  return 'id' in by
    ? files.where('id', '=', by.id).executeTakeFirst()
    : files.where('path', '=', by.path).executeTakeFirst();
}

export async function requireStoredFile(db: Query, panel: PanelRow, by: { id: string } | { path: string }) {
  const file = await findStoredFile(db, panel, by);
  if (!file) throw fileNotFound();
  return file;
}

/** The account whose quota the files of the panel take. */
export function panelAccount({
  organization_id,
  created_by,
}: Pick<PanelRow, 'organization_id' | 'created_by'>): Account {
  return payingAccount(created_by, organization_id);
}

export async function findStoredFileBlobKeys(db: Query, keys: readonly BlobKey[]): Promise<string[]> {
  const rows = await db.selectFrom('booster_files').select('blob_key').where('blob_key', 'in', keys).execute();
  return rows.map(row => row.blob_key);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function calculateExpiry({ kept_since }: StoredFileRow, keepDays: number | undefined): string | null {
  return keepDays === undefined ? null : new Date(kept_since.getTime() + keepDays * DAY_MS).toISOString();
}
