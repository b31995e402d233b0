/** Checks that a panel and its folders stay within their limits. */
import { sql } from 'kysely';
import { MEGABYTE } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { folderFileLimitReached, folderFull, panelStorageFull } from '../../errors.ts';
import type { PanelRow } from '../tables.ts';
import { folderSettings } from './folders.ts';

interface Growth {
  folder: string;
  /** Additional files in the folder. */
  files: number;
  /** Additional bytes in the folder. */
  bytes: number;
  /** Additional bytes in the panel; none for a file that moves from another folder. */
  panelBytes: number;
}

/**
 * Exact only while the panel is locked. Without the lock, it refuses early what will probably not fit later. Direct
 * uploads that are not completed yet count with their announced size.
 */
export async function requireCapacity(db: Query, panel: PanelRow, growth: Growth): Promise<void> {
  const { folder, files, bytes, panelBytes } = growth;
  const { max_files = 0, max_total_mb = 0 } = folderSettings(panel.file_storage, folder);
  const panelLimit = panelLimitBytes(panel);
  if (max_files === 0 && max_total_mb === 0 && panelLimit === 0) return;
  const used = await readUsedCapacity(db, panel, folder);
  if (max_files > 0 && files > 0 && used.folderFiles + files > max_files)
    throw folderFileLimitReached(folder, max_files);
  if (max_total_mb > 0 && bytes > 0 && used.folderBytes + bytes > max_total_mb * MEGABYTE) throw folderFull(folder);
  if (panelLimit > 0 && panelBytes > 0 && used.panelBytes + panelBytes > panelLimit) throw panelStorageFull();
}

/** Zero when the panel has no limit of its own. */
export function panelLimitBytes({ file_storage }: Pick<PanelRow, 'file_storage'>): number {
  return file_storage.limit_mb * MEGABYTE;
}

async function readUsedCapacity(db: Query, { id }: PanelRow, folder: string) {
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
  const used = rows[0];
  if (!used) throw new Error('a query without FROM returned no row');
  return used;
}
