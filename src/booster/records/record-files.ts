/** Finds the files that belong to a record, in whichever folders they are. */
import { fixedLimits } from '../../configuration/limits.ts';
import { allows, folderSettings } from '../storage/folders.ts';
import type { PanelRow } from '../tables.ts';
import type { FileOfRecord } from './console-schemas.ts';
import { type RecordServices, requireDatabase } from './store.ts';

/** Files in folders that may not be listed are left out, as in other lists. */
export async function listFilesOfRecord(
  { database: { query } }: Pick<RecordServices, 'database'>,
  panel: PanelRow,
  key: string,
): Promise<FileOfRecord[]> {
  const { id, file_storage } = requireDatabase(panel);
  if (!file_storage.enabled) return [];
  const rows = await query
    .selectFrom('booster_files')
    .select(['id', 'path', 'folder', 'size', 'content_type', 'updated_at'])
    .where('panel_id', '=', id)
    .where('record_key', '=', key)
    .orderBy('path')
    .limit(fixedLimits.record.listedFiles)
    .execute();
  return rows
    .filter(({ folder }) => allows(folderSettings(file_storage, folder), 'list'))
    .map(({ folder: _, updated_at, ...file }) => ({ ...file, updated: updated_at.getTime() }));
}
