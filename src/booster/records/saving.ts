/** Changes records as the console does: not over somebody else's change, and many at once. */
import { sql } from 'kysely';
import { ApiError, recordChangedSince, recordNotFound } from '../../errors.ts';
import { lockEnabledPanelForKeyShare } from '../access.ts';
import type { PanelRow } from '../tables.ts';
import type { DeletionReply, SaveBody } from './console-schemas.ts';
import { type BoosterRecord, toRecord } from './records.ts';
import {
  advancedTime,
  deleteRecord,
  type RecordServices,
  requireDatabase,
  selectRecord,
  stringifyData,
} from './store.ts';

export async function saveRecord(
  { database, announce }: RecordServices,
  panel: PanelRow,
  { key, updated, set = {}, remove = [] }: Omit<SaveBody, 'panel_id'>,
): Promise<BoosterRecord> {
  const text = await stringifyData(set);
  return database.query.transaction().execute(async transaction => {
    const current = requireDatabase(await lockEnabledPanelForKeyShare(transaction, panel.id));
    const previous = await selectRecord(transaction, panel, key).forNoKeyUpdate().executeTakeFirst();
    if (!previous) throw recordNotFound();
    if (previous.updated_at.getTime() !== updated) throw recordChangedSince();
    const row = await transaction
      .updateTable('booster_records')
      .set({ data: sql`(data - ${remove}::text[]) || ${text}::jsonb`, updated_at: advancedTime })
      .where('panel_id', '=', panel.id)
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirstOrThrow();
    await stringifyData(row.data);
    const record = toRecord(row);
    await announce(transaction, current, [{ type: 'record.changed', record, previous: toRecord(previous) }]);
    return record;
  });
}

/** Each record is deleted in its own transaction, because the panel is locked meanwhile. */
export async function deleteRecords(
  services: RecordServices,
  panel: PanelRow,
  keys: readonly string[],
): Promise<DeletionReply> {
  requireDatabase(panel);
  const refused: DeletionReply['refused'] = [];
  for (const key of new Set(keys.map(key => key.toLowerCase()))) {
    await deleteRecord(services, panel, key).catch(error => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      refused.push({ key, message: error.message });
    });
  }
  return { deleted: new Set(keys.map(key => key.toLowerCase())).size - refused.length, refused };
}
