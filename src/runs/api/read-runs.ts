/** Streams runs to clients as JSON. A run may have tens of megabytes, and a page may have ten thousand runs. */
import { type SqlBool, sql } from 'kysely';
import type { Query } from '../../database.ts';
import { entityNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { LargeResponse, type ResponseChunk } from '../../http/large-response.ts';
import { JSON_PLACEHOLDER, spliceJson } from '../../platform/json/splice.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { findBatches, jsonArray } from '../../query/batches.ts';
import { compileQuery } from '../../query/compile.ts';
import type { QueryBody } from '../../query/query-body.ts';
import { type RowSize, rowSize, whenSmall } from '../../query/row-size.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run } from '../schemas.ts';
import type { SettledRun, StartServices } from '../starting/start.ts';
import { combineSteps, type RunRow, readSettledSteps, SHORT_COLUMNS, toRun, visibleRuns } from '../store/runs.ts';
import { runFields } from './fields.ts';

export function findRuns(db: Query, limits: RunLimits, caller: Caller, body: QueryBody): LargeResponse {
  const size = measureRuns(limits);
  const batches = findBatches(db, compileQuery(runFields, body), {
    visible: db => visibleRuns(db, caller),
    small: db =>
      visibleRuns(db, caller)
        .clearSelect()
        .select(SHORT_COLUMNS)
        .select([
          whenSmall(size, sql<string>`runs.input`).as('input'),
          whenSmall(size, sql<string>`runs.steps`).as('steps'),
          whenSmall(size, sql<string>`runs.output`).as('output'),
          whenSmall(size, sql<string>`runs.error`).as('error'),
        ]),
    size,
  });
  return new LargeResponse(jsonArray(batches, rows => serialiseRuns(db, limits, rows)));
}

/** Up to this size, a run is read without a query for its size. */
const SMALL_BYTES = 64 * 1024;

export async function getRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<LargeResponse> {
  const { known, exact } = measureRuns(limits);
  const found = visibleRuns(db, caller).where('runs.id', '=', id);
  const small = await found.where(sql<SqlBool>`${known} <= ${SMALL_BYTES}`).execute();
  if (small.length > 0) return new LargeResponse(streamRun(db, limits, SMALL_BYTES, async () => small));
  const sizes = await found.clearSelect().select(sql<number>`${exact}`.as('bytes')).execute();
  const [size] = sizes;
  if (!size) throw entityNotFound();
  return new LargeResponse(streamRun(db, limits, size.bytes, () => found.execute()));
}

/** Answers with a run that a request has started. A large one is read as the client receives it. */
export async function settledReply(
  { database, limits }: Pick<StartServices, 'database' | 'limits'>,
  caller: Caller,
  { run, isLarge }: SettledRun,
): Promise<Run | LargeResponse> {
  return isLarge ? getRun(database.query, limits, caller, run.id) : run;
}

async function* streamRun(
  db: Query,
  limits: RunLimits,
  bytes: number,
  read: () => Promise<RunRow[]>,
): AsyncGenerator<ResponseChunk> {
  yield {
    bytes,
    async text() {
      const [text] = await serialiseRuns(db, limits, await read());
      if (text === undefined) throw entityNotFound();
      return text;
    },
  };
}

/** The steps of a run that has not ended are in rows of their own, which are measured only when it is necessary. */
export function measureRuns({ shownCharacters }: RunLimits): RowSize {
  const { known: row } = rowSize({ texts: ['runs.steps', 'runs.input', 'runs.output', 'runs.error'] });
  return {
    known: sql<number | null>`CASE WHEN runs.finished_at IS NOT NULL THEN ${row} END`,
    exact: sql<number>`${row} + coalesce((
      SELECT sum(octet_length(step) + least(octet_length(output), ${shownCharacters}::integer))
      FROM run_steps WHERE run_id = runs.id), 0)`,
  };
}

/** The steps of a run that has ended are stored as JSON, which is inserted without being parsed. */
async function serialiseRuns(db: Query, limits: RunLimits, rows: readonly RunRow[]): Promise<string[]> {
  const settled = await readSettledSteps(db, limits, rows);
  const texts: string[] = [];
  for (const row of rows) {
    const isEnded = row.finished_at !== null;
    const steps = isEnded ? row.steps : await stringifyJson(await combineSteps(row, settled, limits));
    texts.push(await spliceJson({ ...toRun(row, []), steps: JSON_PLACEHOLDER }, steps));
  }
  return texts;
}
