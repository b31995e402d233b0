/**
 * Creates, changes, deletes and reads records of a panel's database.
 *
 * A change is one transaction. It locks the record, so that changes of one record follow each other, and writes its
 * event. The panel is always locked before the record. Most changes need only that the panel stays: `FOR KEY SHARE`
 * keeps it from being deleted and blocks nobody else.
 */
import { type RawBuilder, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import {
  databaseAccessNotAllowed,
  recordAlreadyExists,
  recordInOtherCollection,
  recordNotFound,
  validationError,
} from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { JsonTooLarge } from '../../platform/json/errors.ts';
import { jsonb, type StorableJson, stringifyStorableJson } from '../../platform/postgres/storable-text.ts';
import { lockEnabledPanelForKeyShare, lockEnabledPanelForNoKeyUpdate } from '../access.ts';
import { type PanelActor, recordSubject } from '../actor.ts';
import type { Announce } from '../events.ts';
import type { PanelRow } from '../tables.ts';
import { type RecordRow, toRecord } from './records.ts';
import type { BoosterRecord, RecordCreation, RecordUpdate } from './schemas.ts';

export interface RecordServices {
  database: HeddleDatabase;
  announce: Announce;
  actor: PanelActor;
  deleteFilesOfRecord: DeleteFilesOfRecord;
}

/**
 * Deletes or unlinks the files of a record that is about to be deleted, and writes their events. The panel is locked.
 */
type DeleteFilesOfRecord = (
  services: Pick<RecordServices, 'announce'>,
  transaction: Query,
  panel: PanelRow,
  key: string,
) => Promise<void>;

/** The time also advances when two changes follow within a millisecond, or when the clock was set back. */
export const advancedTime = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;

export async function createRecord(
  { database, announce, actor: { userId } }: RecordServices,
  panel: PanelRow,
  { collection, data, key = newId() }: RecordCreation,
): Promise<BoosterRecord> {
  const text = await stringifyData(data);
  return database.query.transaction().execute(async transaction => {
    const current = requireDatabase(await lockEnabledPanelForKeyShare(transaction, panel.id));
    const row = await transaction
      .insertInto('booster_records')
      .values({ panel_id: panel.id, key, collection, data: text, created_by: userId, updated_by: userId })
      .onConflict(conflict => conflict.columns(['panel_id', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw recordAlreadyExists(key.toLowerCase());
    const record = toRecord(row);
    await announce(transaction, current, [{ type: 'record.created', record, previous: null }]);
    return record;
  });
}

/** Replaces the fields that are sent; the others stay. */
export async function updateRecord(
  services: RecordServices,
  panel: PanelRow,
  { key, data }: RecordUpdate,
): Promise<BoosterRecord> {
  const text = await stringifyData(data);
  return changeRecord(services, panel, key, { data: sql<StorableJson>`data || ${jsonb(text)}` });
}

interface RecordChange {
  /** The new data, in terms of the present row. */
  data: RawBuilder<StorableJson>;
  /** Throws when the present record must not be changed. */
  check?(present: RecordRow): void;
}

/** Changes a record, and announces it. */
export async function changeRecord(
  { database, announce, actor }: RecordServices,
  panel: PanelRow,
  key: string,
  { data, check }: RecordChange,
): Promise<BoosterRecord> {
  return database.query.transaction().execute(async transaction => {
    const current = requireDatabase(await lockEnabledPanelForKeyShare(transaction, panel.id));
    const previous = await selectRecord(transaction, panel, key).forNoKeyUpdate().executeTakeFirst();
    if (!previous) throw recordNotFound();
    check?.(previous);
    const row = await transaction
      .updateTable('booster_records')
      .set({ data, updated_at: advancedTime, updated_by: actor.userId })
      .where('panel_id', '=', panel.id)
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Several small changes together must not exceed the limit of one request either.
    await stringifyData(row.data);
    const record = toRecord(row);
    await announce(transaction, current, [{ type: 'record.changed', record, previous: toRecord(previous) }]);
    return record;
  });
}

export async function deleteRecord(
  { database, announce, actor, deleteFilesOfRecord }: RecordServices,
  panel: PanelRow,
  key: string,
): Promise<void> {
  await database.query.transaction().execute(async transaction => {
    // Linking a file to the record locks the panel too, so no file can be added meanwhile.
    const locked = requireDatabase(await lockEnabledPanelForNoKeyUpdate(transaction, panel.id));
    const row = await selectRecord(transaction, panel, key).forUpdate().executeTakeFirst();
    if (!row) throw recordNotFound();
    await deleteFilesOfRecord({ announce }, transaction, locked, row.key);
    await transaction
      .deleteFrom('booster_records')
      .where('panel_id', '=', panel.id)
      .where('key', '=', row.key)
      .execute();
    await announce(transaction, locked, [{ type: 'record.deleted', record: null, previous: toRecord(row) }]);
    const details = { panel_id: locked.id };
    await actor.record(transaction, { action: 'record.delete', subject: recordSubject(row), details });
  });
}

export async function getRecord(
  { database }: Pick<RecordServices, 'database'>,
  panel: PanelRow,
  key: string,
): Promise<BoosterRecord> {
  const row = await selectRecord(database.query, requireDatabase(panel), key).executeTakeFirst();
  if (!row) throw recordNotFound();
  return toRecord(row);
}

/** Runs in the transaction of a file that is to belong to the record, which can not be deleted until that ends. */
export async function requireRecord(
  transaction: Query,
  panel: PanelRow,
  { collection, key }: { collection: string; key: string },
): Promise<void> {
  const row = await selectRecord(transaction, requireDatabase(panel), key).forKeyShare().executeTakeFirst();
  if (!row) throw recordNotFound();
  if (row.collection !== collection) throw recordInOtherCollection(row.key, collection);
}

export function requireDatabase(panel: PanelRow): PanelRow {
  if (!panel.database) throw databaseAccessNotAllowed();
  return panel;
}

export function selectRecord(db: Query, { id }: PanelRow, key: string) {
  return db.selectFrom('booster_records').selectAll().where('panel_id', '=', id).where('key', '=', key);
}

export async function stringifyData(data: RecordRow['data']): Promise<StorableJson> {
  try {
    return await stringifyStorableJson(data, { limitCharacters: fixedLimits.record.dataCharacters });
  } catch (error) {
    if (!(error instanceof JsonTooLarge)) throw error;
    throw validationError('data', `must not be longer than ${fixedLimits.record.dataCharacters} characters of JSON`);
  }
}
