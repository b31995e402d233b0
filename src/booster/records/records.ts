import type { Selectable } from 'kysely';
import type { BoosterTables } from '../tables.ts';
import type { BoosterRecord } from './schemas.ts';

export type RecordRow = Selectable<BoosterTables['booster_records']>;

type Shown = Pick<RecordRow, 'key' | 'collection' | 'data' | 'created_at' | 'updated_at'>;

export function toRecord({ key, collection, data, created_at, updated_at }: Shown): BoosterRecord {
  return { key, collection, data, created: created_at.getTime(), updated: updated_at.getTime() };
}
