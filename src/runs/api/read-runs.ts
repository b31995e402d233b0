/**
 * Streams runs to clients as JSON. A run may have tens of megabytes, and a page may have ten thousand runs. The steps of a
 * large run are read one by one: a text of tens of megabytes holds the event loop when it arrives from the database.
 */
import { type SqlBool, sql } from 'kysely';
import type { Query } from '../../database.ts';
import { entityNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { LargeResponse } from '../../http/large-response.ts';
import { JSON_PLACEHOLDER, splitJson } from '../../platform/json/splice.ts';
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
    visible: db => withoutLargeSteps(visibleRuns(db, caller)),
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
  const found = withoutLargeSteps(visibleRuns(db, caller)).where('runs.id', '=', id);
  const small = await found.where(sql<SqlBool>`${known} <= ${SMALL_BYTES}`).execute();
  if (small.length > 0) return toResponse(db, limits, SMALL_BYTES, async () => small);
  const sizes = await found.clearSelect().select(sql<number>`${exact}`.as('bytes')).execute();
  const [size] = sizes;
  if (!size) throw entityNotFound();
  return toResponse(db, limits, size.bytes, () => found.execute());
}

/** Answers with a run that a request has started. A large one is read as the client receives it. */
export async function settledReply(
  { database, limits }: Pick<StartServices, 'database' | 'limits'>,
  caller: Caller,
  { run, isLarge }: SettledRun,
): Promise<Run | LargeResponse> {
  return isLarge ? getRun(database.query, limits, caller, run.id) : run;
}

function toResponse(db: Query, limits: RunLimits, bytes: number, read: () => Promise<ReadRow[]>): LargeResponse {
  return LargeResponse.of({
    bytes,
    async text() {
      const [pieces] = await serialiseRuns(db, limits, await read());
      if (!pieces) throw entityNotFound();
      return pieces;
    },
  });
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

/** A run whose steps are null when they are to be read one by one. */
type ReadRow = Omit<RunRow, 'steps'> & { steps: string | null };

/** Longer steps of a run that has ended are read one by one. */
const LARGE_BYTES = 1_000_000;

function withoutLargeSteps(runs: ReturnType<typeof visibleRuns>) {
  return runs
    .clearSelect()
    .select([...SHORT_COLUMNS, 'runs.input', 'runs.output', 'runs.error'])
    .select(
      sql<string | null>`CASE WHEN runs.finished_at IS NULL OR octet_length(runs.steps) <= ${sql.lit(LARGE_BYTES)}
        THEN runs.steps END`.as('steps'),
    );
}

/** Returns the JSON of each run, in pieces. The steps of a run that has ended are JSON already, and are not parsed. */
async function serialiseRuns(db: Query, limits: RunLimits, rows: readonly ReadRow[]): Promise<(readonly string[])[]> {
  const settled = await readSettledSteps(db, limits, rows);
  const texts: (readonly string[])[] = [];
  for (const row of rows) {
    const [before, after] = await splitJson({ ...toRun(row, []), steps: JSON_PLACEHOLDER });
    texts.push([before, ...(await serialiseSteps(db, limits, row, settled)), after]);
  }
  return texts;
}

async function serialiseSteps(
  db: Query,
  limits: RunLimits,
  { id, finished_at, steps }: ReadRow,
  settled: Awaited<ReturnType<typeof readSettledSteps>>,
): Promise<readonly string[]> {
  if (steps === null) return toArray(await readStepTexts(db, id));
  if (finished_at !== null) return [steps];
  const texts: string[] = [];
  for (const step of await combineSteps({ id, steps }, settled, limits)) texts.push(await stringifyJson(step));
  return toArray(texts);
}

/** The text of an element of a JSON value is the one that was stored. A run that was deleted meanwhile has no steps. */
async function readStepTexts(db: Query, id: string): Promise<string[]> {
  const { rows } = await sql<{ step: string }>`
    SELECT json_array_elements(steps::json)::text AS step FROM runs WHERE id = ${id}`.execute(db);
  return rows.map(({ step }) => step);
}

/** Writes a JSON array in pieces. */
function toArray(texts: readonly string[]): string[] {
  return ['[', ...texts.flatMap((text, index) => (index === 0 ? text : [',', text])), ']'];
}
