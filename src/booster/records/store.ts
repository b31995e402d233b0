/**
 * Records of a panel's database: their rules and their SQL.
 *
 * A change is one transaction: it holds the record, so that changes of one record follow on each other, and tells of
 * itself before it ends. Locks are taken in one order, the panel before the record. A panel that is to stay is held
 * lightly (`FOR KEY SHARE`): that keeps it from being deleted, and nobody else from anything.
 */
import { sql } from 'kysely';
import { limits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import {
  databaseNotAllowed,
  panelNotFound,
  recordElsewhere,
  recordExists,
  recordNotFound,
  validationError,
} from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { JsonTooLarge } from '../../platform/json/errors.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { lockEnabledPanelForNoKeyUpdate } from '../access.ts';
import type { Announce } from '../events.ts';
import type { PanelInUse } from '../tables.ts';
import { type BoosterRecord, type RecordRow, recordOf } from './records.ts';
import type { RecordCreation, RecordUpdate } from './schemas.ts';

export interface RecordServices {
  database: HeddleDatabase;
  announce: Announce;
  deleteFilesOfRecord: DeleteFilesOfRecord;
}

/** Deletes, or takes from it, the files of a record that is about to be deleted, with their events. The panel is held. */
export type DeleteFilesOfRecord = (transaction: Query, panel: PanelInUse, key: string) => Promise<void>;

export async function createRecord(
  { database, announce }: RecordServices,
  panel: PanelInUse,
  { collection, data, key = newId() }: RecordCreation,
): Promise<BoosterRecord> {
  const text = await textOf(data);
  return database.query.transaction().execute(async transaction => {
    const current = await keepPanel(transaction, panel);
    const row = await transaction
      .insertInto('booster_records')
      .values({ panel_id: panel.id, key, collection, data: text })
      .onConflict(conflict => conflict.columns(['panel_id', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw recordExists(key.toLowerCase());
    const record = recordOf(row);
    await announce(transaction, current, [{ type: 'record.created', record, previous: null }]);
    return record;
  });
}

/** The fields that are sent replace those of the same name; the others stay. */
export async function updateRecord(
  { database, announce }: RecordServices,
  panel: PanelInUse,
  { key, data }: RecordUpdate,
): Promise<BoosterRecord> {
  const text = await textOf(data);
  return database.query.transaction().execute(async transaction => {
    const current = await keepPanel(transaction, panel);
    const previous = await rowOf(transaction, panel, key).forNoKeyUpdate().executeTakeFirst();
    if (!previous) throw recordNotFound();
    const row = await transaction
      .updateTable('booster_records')
      .set({
        data: sql`data || ${text}::jsonb`,
        // Also when two follow within a millisecond, or the clock was set back.
        updated_at: sql`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`,
      })
      .where('panel_id', '=', panel.id)
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirstOrThrow();
    // What no request may send, many together must not make either.
    await textOf(row.data);
    const record = recordOf(row);
    await announce(transaction, current, [{ type: 'record.changed', record, previous: recordOf(previous) }]);
    return record;
  });
}

export async function deleteRecord(
  { database, announce, deleteFilesOfRecord }: RecordServices,
  panel: PanelInUse,
  key: string,
): Promise<void> {
  await database.query.transaction().execute(async transaction => {
    // Whoever gives a file to the record holds the panel too, so none comes between.
    const held = requireDatabase(await lockEnabledPanelForNoKeyUpdate(transaction, panel.id));
    const row = await rowOf(transaction, panel, key).forUpdate().executeTakeFirst();
    if (!row) throw recordNotFound();
    await deleteFilesOfRecord(transaction, held, row.key);
    await transaction
      .deleteFrom('booster_records')
      .where('panel_id', '=', panel.id)
      .where('key', '=', row.key)
      .execute();
    await announce(transaction, held, [{ type: 'record.deleted', record: null, previous: recordOf(row) }]);
  });
}

export async function getRecord(
  { database }: Pick<RecordServices, 'database'>,
  panel: PanelInUse,
  key: string,
): Promise<BoosterRecord> {
  const row = await rowOf(database.query, requireDatabase(panel), key).executeTakeFirst();
  if (!row) throw recordNotFound();
  return recordOf(row);
}

/** In the transaction of a file that is to belong to it: the record stays until that ends. */
export async function requireRecord(
  transaction: Query,
  panel: PanelInUse,
  { collection, key }: { collection: string; key: string },
): Promise<void> {
  const row = await rowOf(transaction, requireDatabase(panel), key).forKeyShare().executeTakeFirst();
  if (!row) throw recordNotFound();
  if (row.collection !== collection) throw recordElsewhere(row.key, collection);
}

export function requireDatabase(panel: PanelInUse): PanelInUse {
  if (!panel.database) throw databaseNotAllowed();
  return panel;
}

/** The panel as it is now, which stays until the transaction ends. */
async function keepPanel(transaction: Query, { id }: PanelInUse): Promise<PanelInUse> {
  const panel = await transaction
    .selectFrom('panels')
    .selectAll()
    .where('id', '=', id)
    .where('enabled', '=', true)
    .forKeyShare()
    .executeTakeFirst();
  if (!panel) throw panelNotFound();
  return requireDatabase(panel);
}

function rowOf(db: Query, { id }: PanelInUse, key: string) {
  return db.selectFrom('booster_records').selectAll().where('panel_id', '=', id).where('key', '=', key);
}

async function textOf(data: RecordRow['data']): Promise<string> {
  try {
    return await stringifyJson(data, { limitCharacters: limits.record.dataCharacters });
  } catch (error) {
    if (!(error instanceof JsonTooLarge)) throw error;
    throw validationError('data', `must not be longer than ${limits.record.dataCharacters} characters of JSON`);
  }
}
