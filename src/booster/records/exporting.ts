/**
 * Lists collections, and reads whole ones page by page. A page begins after the last record of the one before, which
 * takes the same time at the beginning and after a million records, and neither repeats nor misses a record while others
 * are created and deleted.
 */
import { sql } from 'kysely';
import { fixedLimits, MEGABYTE } from '../../configuration/limits.ts';
import { LargeResponse, type ResponseChunk } from '../../http/large-response.ts';
import type { RowBatch } from '../../query/batches.ts';
import { compileQuery } from '../../query/compile.ts';
import { withQuerySlot } from '../../query/slow-queries.ts';
import type { PanelRow } from '../tables.ts';
import type { CollectionSummary, ExportBody } from './console-schemas.ts';
import { findRecordTexts, type RecordText, recordFields, stringifyRecord } from './finding.ts';
import { type RecordServices, requireDatabase } from './store.ts';

type ReadingServices = Pick<RecordServices, 'database'>;

export async function listCollections(
  { database: { query } }: ReadingServices,
  panel: PanelRow,
): Promise<CollectionSummary[]> {
  const { id } = requireDatabase(panel);
  // Counting reads all entries of an index, so it waits its turn like other queries that do.
  const rows = await withQuerySlot(query, compileQuery(recordFields, { sort_key: 'created' }), db =>
    db
      .selectFrom('booster_records')
      .select(['collection', sql<string>`count(*)`.as('records'), sql<Date>`max(updated_at)`.as('updated')])
      .where('panel_id', '=', id)
      .groupBy('collection')
      .orderBy('collection')
      .limit(fixedLimits.record.listedCollections)
      .execute(),
  );
  return rows.map(({ collection, records, updated }) => ({
    collection,
    records: Number(records),
    updated: updated.getTime(),
  }));
}

type Cursor = NonNullable<ExportBody['after']>;

/** Pages with more text end early, so that a client never has to hold much of it. */
const PAGE_BYTES = 4 * MEGABYTE;
const BEFORE_ALL: Cursor = { created: 0, key: '00000000-0000-0000-0000-000000000000' };

export function exportRecords(
  { database: { query } }: ReadingServices,
  panel: PanelRow,
  { collection, filters, after, limit = fixedLimits.record.exportedRecords }: ExportBody,
): LargeResponse {
  const selection = compileQuery(recordFields, {
    ...(filters && { filters }),
    sort_key: 'created',
    limit_from: 0,
    limit_to: limit,
  });
  return new LargeResponse(writePage(findRecordTexts(query, panel, { collection, selection, after }), after));
}

async function* writePage(
  batches: AsyncIterable<RowBatch<RecordText>>,
  after: Cursor = BEFORE_ALL,
): AsyncGenerator<ResponseChunk> {
  let next: Cursor | null = null;
  let separator = '';
  let total = 0;
  yield { bytes: 12, text: async () => '{"records":[' };
  for await (const { bytes, read } of batches) {
    // All records of a batch may have been deleted since it was found. There may be others behind it.
    next ??= after;
    total += bytes;
    yield {
      bytes,
      async text() {
        const records = await read();
        const last = records.at(-1);
        if (!last) return '';
        next = { created: last.created_at.getTime(), key: last.key };
        const text = separator + (await Promise.all(records.map(stringifyRecord))).join(',');
        separator = ',';
        return text;
      },
    };
    if (total > PAGE_BYTES) break;
  }
  yield { bytes: 100, text: async () => `],"next":${JSON.stringify(next)}}` };
}
