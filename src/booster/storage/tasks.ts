/** Background tasks: deleting files whose retention has ended, and uploads that were announced but never completed. */
import { sql } from 'kysely';
import { passPoint } from '../../platform/crash-points.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';
import { lockPanelForNoKeyUpdate } from '../access.ts';
import type { FileStorage } from '../panel-schemas.ts';
import { deleteRows } from './changes.ts';
import { discardExpiredUploads } from './direct.ts';
import type { StorageServices } from './files.ts';
import { folderSettings } from './folders.ts';

type RetentionServices = Pick<StorageServices, 'database' | 'announce'>;

export function storageTasks(services: RetentionServices): Task[] {
  return [
    defineTask({
      kind: defineJob('booster.delete-expired-files', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: (_payload, { signal }) => deleteExpiredFiles(services, signal),
    }),
    defineTask({
      kind: defineJob('booster.discard-expired-uploads', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: () => discardExpiredUploads(services.database.query),
    }),
  ];
}

const BATCH = 500;

export async function deleteExpiredFiles(services: RetentionServices, signal: AbortSignal): Promise<void> {
  const db = services.database.query;
  // A folder has a row only while it contains a file, so these are all folders that may have files to delete.
  const folders = await db
    .selectFrom('booster_directories')
    .innerJoin('panels', 'panels.id', 'booster_directories.panel_id')
    .select(['panels.id', 'panels.file_storage', 'booster_directories.path as folder'])
    .where('booster_directories.parent', '=', '')
    .where(sql<boolean>`jsonb_path_exists(panels.file_storage, '$.folders.*.keep_days')`)
    .execute();
  for (const { id, file_storage, folder } of folders) {
    if (!retentionDays(file_storage, folder)) continue;
    while ((await deleteBatch(services, id, folder)) === BATCH) signal.throwIfAborted();
    passPoint('retention.deleted');
  }
}

function retentionDays(storage: FileStorage, folder: string): number | undefined {
  return folderSettings(storage, folder).keep_days;
}

/** Returns how many files were deleted. Disabled panels are included. */
async function deleteBatch(services: RetentionServices, panelId: string, folder: string): Promise<number> {
  return services.database.query.transaction().execute(async transaction => {
    const panel = await lockPanelForNoKeyUpdate(transaction, panelId);
    const days = panel && retentionDays(panel.file_storage, folder);
    if (!panel || days === undefined) return 0;
    const expired = await transaction
      .selectFrom('booster_files')
      .select('id')
      .where('panel_id', '=', panelId)
      .where('folder', '=', folder)
      .where('kept_since', '<', sql<Date>`now() - make_interval(days => ${days})`)
      .orderBy('kept_since')
      .limit(BATCH)
      .execute();
    const ids = expired.map(({ id }) => id);
    await deleteRows(services, transaction, panel, ids, 'retention');
    passPoint('retention.deleting');
    return ids.length;
  });
}
