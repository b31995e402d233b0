/** How much more a panel and its folders may hold. */
import { sql } from 'kysely';
import { MEGABYTE } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { folderFileLimitReached, folderFull, panelStorageFull } from '../../errors.ts';
import type { PanelRow } from '../tables.ts';
import { folderSettings } from './folders.ts';

export interface Growth {
  folder: string;
  /** More files in the folder. */
  files: number;
  /** More bytes in the folder. */
  bytes: number;
  /** More bytes in the panel: none for what comes from another folder. */
  panelBytes: number;
}

/**
 * Exact while the panel is held; a first look without that refuses early what will hardly fit later. Direct uploads
 * that are not completed count as what they will be.
 */
export async function requireCapacity(db: Query, panel: PanelRow, growth: Growth): Promise<void> {
  const { folder, files, bytes, panelBytes } = growth;
  const { max_files = 0, max_total_mb = 0 } = folderSettings(panel.file_storage, folder);
  const panelLimit = panelLimitBytes(panel);
  if (max_files === 0 && max_total_mb === 0 && panelLimit === 0) return;
  const held = await heldIn(db, panel, folder);
  if (max_files > 0 && files > 0 && held.folderFiles + files > max_files)
    throw folderFileLimitReached(folder, max_files);
  if (max_total_mb > 0 && bytes > 0 && held.folderBytes + bytes > max_total_mb * MEGABYTE) throw folderFull(folder);
  if (panelLimit > 0 && panelBytes > 0 && held.panelBytes + panelBytes > panelLimit) throw panelStorageFull();
}

/** In bytes; 0: none. */
export function panelLimitBytes({ file_storage }: Pick<PanelRow, 'file_storage'>): number {
  return file_storage.limit_mb * MEGABYTE;
}

async function heldIn(db: Query, { id }: PanelRow, folder: string) {
  const { rows } = await sql<{ folderFiles: number; folderBytes: number; panelBytes: number }>`
    WITH stored AS (
      SELECT path, files_below, bytes_below FROM booster_directories WHERE panel_id = ${id} AND path IN ('', ${folder})
    ), announced AS (
      SELECT folder, reserved_files, reserved_bytes FROM booster_uploads WHERE panel_id = ${id} AND expires_at > now()
    )
    SELECT
      (SELECT coalesce(sum(files_below), 0) FROM stored WHERE path = ${folder})
        + (SELECT coalesce(sum(reserved_files), 0) FROM announced WHERE folder = ${folder}) AS "folderFiles",
      (SELECT coalesce(sum(bytes_below), 0) FROM stored WHERE path = ${folder})
        + (SELECT coalesce(sum(reserved_bytes), 0) FROM announced WHERE folder = ${folder}) AS "folderBytes",
      (SELECT coalesce(sum(bytes_below), 0) FROM stored WHERE path = '')
        + (SELECT coalesce(sum(reserved_bytes), 0) FROM announced) AS "panelBytes"`.execute(db);
  const held = rows[0];
  if (!held) throw new Error('a query without FROM answered no row');
  return held;
}
