/**
 * Creates many records at once. Rows that are wrong are refused one by one; all others are committed together, with
 * their events. A client that got no answer repeats the request: rows whose key exists with the same data count as
 * unchanged.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import {
  ApiError,
  keyInEarlierRow,
  recordAlreadyExists,
  recordInOtherCollection,
  validationError,
} from '../../errors.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { StorableJson } from '../../platform/postgres/storable-text.ts';
import { lockEnabledPanelForKeyShare } from '../access.ts';
import type { BoosterEvent } from '../events.ts';
import { panelSubject } from '../panel-audit.ts';
import type { PanelRow } from '../tables.ts';
import type { ImportBody, ImportReply } from './console-schemas.ts';
import { type RecordRow, toRecord } from './records.ts';
import { advancedTime, type RecordServices, requireDatabase, stringifyData } from './store.ts';

interface Row {
  /** Its index in the request. */
  index: number;
  key: string;
  data: RecordRow['data'];
  /** The data as JSON. */
  text: StorableJson;
}

type Target = Pick<ImportBody, 'collection' | 'existing'>;
type Refusals = ImportReply['refused'];

export async function importRecords(
  { database, announce, actor }: RecordServices,
  panel: PanelRow,
  { collection, rows, existing = 'refuse' }: Omit<ImportBody, 'panel_id'>,
): Promise<ImportReply> {
  requireDatabase(panel);
  const { accepted, refused } = await readRows(rows);
  if (accepted.length === 0) return { created: 0, updated: 0, unchanged: 0, refused };
  return database.query.transaction().execute(async transaction => {
    const current = requireDatabase(await lockEnabledPanelForKeyShare(transaction, panel.id));
    const target = { panelId: panel.id, collection, userId: actor.userId };
    const created = await insertRows(transaction, target, accepted);
    const present = accepted.filter(({ key }) => !created.has(key));
    const found = await lockPresentRows(transaction, panel.id, present);
    const different = present.filter(row => !isUnchanged(found.get(row.key), { collection, existing }));
    const { changed, unmergeable } =
      existing === 'update'
        ? await updateRows(transaction, target, different, found)
        : {
            changed: new Map<string, RecordRow>(),
            unmergeable: different.map(({ index, key }) => toRefusal(index, recordAlreadyExists(key))),
          };
    await announce(transaction, current, toEvents(accepted, created, changed, found));
    const counts = { created: created.size, updated: changed.size };
    if (counts.created + counts.updated > 0) {
      const details = { collection, ...counts };
      await actor.record(transaction, { action: 'record.import', subject: panelSubject(current), details });
    }
    return {
      ...counts,
      unchanged: present.length - different.length,
      refused: [...refused, ...unmergeable].toSorted((one, other) => one.row - other.row),
    };
  });
}

async function readRows(rows: readonly unknown[]): Promise<{ accepted: Row[]; refused: Refusals }> {
  const accepted: Row[] = [];
  const refused: Refusals = [];
  const keys = new Set<string>();
  for (const [index, value] of rows.entries()) {
    try {
      const row = await readRow(index, value);
      if (keys.has(row.key)) throw keyInEarlierRow(row.key);
      keys.add(row.key);
      accepted.push(row);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push(toRefusal(index, error));
    }
  }
  // Requests that insert or lock the same keys in the same order never wait for each other in a circle.
  return { accepted: accepted.toSorted((one, other) => (one.key < other.key ? -1 : 1)), refused };
}

async function readRow(index: number, value: unknown): Promise<Row> {
  if (!isObject(value)) throw validationError('row', 'must be an object with `data`');
  const { key = newId(), data } = value;
  if (!isUuid(key)) throw validationError('key', 'must be a UUID');
  if (!isObject(data)) throw validationError('data', 'must be an object');
  return { index, key: key.toLowerCase(), data, text: await stringifyData(data) };
}

/** Where rows go, and who sends them. */
interface Destination {
  panelId: string;
  collection: string;
  userId: string | null;
}

async function insertRows(
  transaction: Query,
  { panelId, collection, userId }: Destination,
  rows: readonly Row[],
): Promise<Map<string, RecordRow>> {
  const inserted = await transaction
    .insertInto('booster_records')
    .values(
      rows.map(({ key, text }) => ({
        panel_id: panelId,
        key,
        collection,
        data: text,
        created_by: userId,
        updated_by: userId,
      })),
    )
    .onConflict(conflict => conflict.columns(['panel_id', 'key']).doNothing())
    .returningAll()
    .execute();
  return new Map(inserted.map(row => [row.key, row]));
}

interface FoundRow extends RecordRow {
  is_same: boolean;
  /** Whether replacing the fields of the import would change nothing. */
  is_covered: boolean;
}

/** Reads the records that exist already. They do not change until the transaction ends. */
async function lockPresentRows(
  transaction: Query,
  panelId: string,
  rows: readonly Row[],
): Promise<Map<string, FoundRow>> {
  if (rows.length === 0) return new Map();
  const keys = rows.map(({ key }) => key);
  const texts = rows.map(({ text }) => text);
  const { rows: found } = await sql<FoundRow>`
    select booster_records.*, booster_records.data = given.data::jsonb as is_same,
      booster_records.data || given.data::jsonb = booster_records.data as is_covered
    from booster_records
    join unnest(${keys}::uuid[], ${texts}::text[]) as given (key, data) on given.key = booster_records.key
    where panel_id = ${panelId}::uuid
    order by booster_records.key
    for no key update of booster_records`.execute(transaction);
  return new Map(found.map(row => [row.key, row]));
}

function isUnchanged(found: FoundRow | undefined, { collection, existing }: Target): boolean {
  if (found?.collection !== collection) return false;
  return existing === 'update' ? found.is_covered : found.is_same;
}

function toRefusal(row: number, { code, message }: ApiError): Refusals[number] {
  return { row, code, message };
}

async function updateRows(
  transaction: Query,
  { panelId, collection, userId }: Destination,
  rows: readonly Row[],
  found: ReadonlyMap<string, FoundRow>,
): Promise<{ changed: Map<string, RecordRow>; unmergeable: Refusals }> {
  const unmergeable: Refusals = [];
  const mergeable: Row[] = [];
  for (const row of rows) {
    const problem = await mergeProblem(row, found.get(row.key), collection);
    if (problem) unmergeable.push(toRefusal(row.index, problem));
    else mergeable.push(row);
  }
  if (mergeable.length === 0) return { changed: new Map(), unmergeable };
  const keys = mergeable.map(({ key }) => key);
  const texts = mergeable.map(({ text }) => text);
  const { rows: updated } = await sql<RecordRow>`
    update booster_records
    set data = booster_records.data || given.data::jsonb, updated_at = ${advancedTime}, updated_by = ${userId}::uuid
    from unnest(${keys}::uuid[], ${texts}::text[]) as given (key, data)
    where panel_id = ${panelId}::uuid and booster_records.key = given.key
    returning booster_records.*`.execute(transaction);
  return { changed: new Map(updated.map(row => [row.key, row])), unmergeable };
}

async function mergeProblem(
  { key, data }: Row,
  found: FoundRow | undefined,
  collection: string,
): Promise<ApiError | undefined> {
  // It was deleted after the attempt to insert it.
  if (!found) return recordAlreadyExists(key);
  if (found.collection !== collection) return recordInOtherCollection(key, collection);
  try {
    await stringifyData({ ...found.data, ...data });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** In the order of the request. */
function toEvents(
  rows: readonly Row[],
  created: ReadonlyMap<string, RecordRow>,
  changed: ReadonlyMap<string, RecordRow>,
  found: ReadonlyMap<string, FoundRow>,
): BoosterEvent[] {
  return rows
    .toSorted((one, other) => one.index - other.index)
    .flatMap(({ key }): BoosterEvent[] => {
      const [creation, change, previous] = [created.get(key), changed.get(key), found.get(key)];
      if (creation) return [{ type: 'record.created', record: toRecord(creation), previous: null }];
      if (!change || !previous) return [];
      return [{ type: 'record.changed', record: toRecord(change), previous: toRecord(previous) }];
    });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
