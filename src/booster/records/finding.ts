/**
 * Finds and counts records of a panel's database. A record may be as long as a megabyte, so they are read in batches.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { recordsTooLarge } from '../../errors.ts';
import { LargeResponse } from '../../http/large-response.ts';
import { JSON_PLACEHOLDER, spliceJson } from '../../platform/json/splice.ts';
import { findBatches, jsonArray, type RowBatch } from '../../query/batches.ts';
import { compileQuery, type Selection } from '../../query/compile.ts';
import { countRows } from '../../query/execute.ts';
import { defineFields } from '../../query/fields.ts';
import { rowSize, whenSmall } from '../../query/row-size.ts';
import type { PanelRow } from '../tables.ts';
import { type RecordRow, toRecord } from './records.ts';
import type { BoosterRecord, RecordQuery } from './schemas.ts';
import { type RecordServices, requireDatabase } from './store.ts';

/** The fields by which records can be filtered and sorted. */
const { default: defaultItems, most: maxItems } = fixedLimits.record.foundRecords;

export const recordFields = defineFields(
  {
    key: { type: 'uuid', column: 'booster_records.key' },
    created: { type: 'timestamp', column: 'booster_records.created_at' },
    updated: { type: 'timestamp', column: 'booster_records.updated_at' },
    data: { type: 'json', column: 'booster_records.data' },
    'data.*': { type: 'json', column: 'booster_records.data', containmentIndex: true },
  },
  { newest: ['booster_records.created_at', 'booster_records.key'], defaultItems, maxItems },
);

type FindingServices = Pick<RecordServices, 'database'>;

const recordSize = rowSize({ json: ['booster_records.data'] });

/** Finds records for a step, or those whose keys come after one. Together they must fit into the step's output. */
export async function findRecords(
  { database: { query: db } }: FindingServices,
  panel: PanelRow,
  { collection, params, after_key: after }: RecordQuery & { after_key?: string },
): Promise<BoosterRecord[]> {
  const most = fixedLimits.run.valueCharacters;
  const records: BoosterRecord[] = [];
  let total = 0;
  const all = selectRecords(panel, collection);
  const visible = (db: Query) => (after === undefined ? all(db) : all(db).where('key', '>', after));
  const batches = findBatches(db, compileQuery(recordFields, params), {
    visible,
    small: db => withData(visible(db), whenSmall(recordSize, sql<RecordRow['data']>`data`)),
    size: recordSize,
  });
  for await (const { bytes, read } of batches) {
    total += bytes;
    if (total > most) throw recordsTooLarge(most);
    records.push(...(await read()).map(toRecord));
  }
  return records;
}

/** Finds records for a client. Their data is passed on as the text that the database returns. */
export function findRecordsAnswer(
  { database: { query: db } }: FindingServices,
  panel: PanelRow,
  { collection, params }: RecordQuery,
): LargeResponse {
  const batches = findRecordTexts(db, panel, { collection, selection: compileQuery(recordFields, params) });
  return new LargeResponse(jsonArray(batches, found => Promise.all(found.map(stringifyRecord))));
}

interface TextQuery {
  collection: string;
  selection: Selection;
  /** Leaves out this record and all that were created before it. */
  after?: { created: number; key: string } | undefined;
}

/** Finds records without parsing their data. */
export function findRecordTexts(
  db: Query,
  panel: PanelRow,
  { collection, selection, after }: TextQuery,
): AsyncIterable<RowBatch<RecordText>> {
  const all = selectRecords(panel, collection);
  const visible = (db: Query) =>
    after ? all(db).where(sql<SqlBool>`(created_at, key) > (${new Date(after.created)}, ${after.key}::uuid)`) : all(db);
  const text = sql<string>`data::text`;
  return findBatches(db, selection, {
    visible: db => withData(visible(db), text),
    small: db => withData(visible(db), whenSmall(recordSize, text)),
    size: recordSize,
  });
}

export async function countRecords(
  { database: { query: db } }: FindingServices,
  panel: PanelRow,
  { collection, params }: RecordQuery,
): Promise<number> {
  return countRows(db, compileQuery(recordFields, params), selectRecords(panel, collection));
}

export interface RecordText {
  key: string;
  collection: string;
  /** JSON. */
  data: string;
  created_at: Date;
  updated_at: Date;
}

export async function stringifyRecord({ key, collection, data, created_at, updated_at }: RecordText): Promise<string> {
  const record = {
    key,
    collection,
    data: JSON_PLACEHOLDER,
    created: created_at.getTime(),
    updated: updated_at.getTime(),
  };
  return spliceJson(record, data);
}

function withData<Data>(rows: ReturnType<ReturnType<typeof selectRecords>>, data: RawBuilder<Data>) {
  return rows
    .clearSelect()
    .select(['panel_id', 'key', 'collection', 'created_at', 'updated_at'])
    .select(data.as('data'));
}

function selectRecords(panel: PanelRow, collection: string) {
  const { id } = requireDatabase(panel);
  return (db: Query) =>
    db
      .selectFrom('booster_records')
      .selectAll('booster_records')
      .where('panel_id', '=', id)
      .where('collection', '=', collection);
}
