/** Changes records for the console: never over somebody else's change, and many at once. */
import { sql } from 'kysely';
import { ApiError, recordChangedSince } from '../../errors.ts';
import { jsonb, type StorableJson } from '../../platform/postgres/storable-text.ts';
import type { PanelRow } from '../tables.ts';
import type { DeletionReply, SaveBody } from './console-schemas.ts';
import type { BoosterRecord } from './schemas.ts';
import { changeRecord, deleteRecord, type RecordServices, requireDatabase, stringifyData } from './store.ts';

export async function saveRecord(
  services: RecordServices,
  panel: PanelRow,
  { key, updated, set = {}, remove = [] }: Omit<SaveBody, 'panel_id'>,
): Promise<BoosterRecord> {
  const text = await stringifyData(set);
  return changeRecord(services, panel, key, {
    data: sql<StorableJson>`(data - ${remove}::text[]) || ${jsonb(text)}`,
    check({ updated_at }) {
      if (updated_at.getTime() !== updated) throw recordChangedSince();
    },
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
  const distinct = new Set(keys.map(key => key.toLowerCase()));
  for (const key of distinct) {
    await deleteRecord(services, panel, key).catch(error => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      refused.push({ key, code: error.code, message: error.message });
    });
  }
  return { deleted: distinct.size - refused.length, refused };
}
