/**
 * Pages of runs, newest first, without their steps, inputs and outputs.
 *
 * A page begins behind a run, and not after a number of runs, so that new runs move nothing. When a filter has no index,
 * the runs are looked through in growing chunks. After a second and a half the page ends where the search has come to,
 * also when it is empty, and its `next` goes on from there: any search ends, and none keeps the database busy for long.
 */

import { type Expression, type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import type { SelectedRow } from '../../platform/postgres/column-types.ts';
import { type Position, readCursor, toCursor } from '../../query/page-cursor.ts';
import { SLOW_SEARCH, withQuerySlot } from '../../query/slow-queries.ts';
import { withoutWorkingLinks } from '../../workflows/working-links.ts';
import { toAncestry } from '../store/runs.ts';
import { isOfOther } from '../store/runs-of-others.ts';
import type { RunStatus, RunTables } from '../store/tables.ts';
import { withFailures } from './failure-lists.ts';
import type { RunFilters, RunListRequest, RunPage, RunSummary } from './list-schemas.ts';
import {
  type FewRuns,
  findFew,
  findNewestOfTeam,
  indexedStatuses,
  isBefore,
  isMerged,
  otherConditions,
  type RunScope,
  readRunScope,
  selectIndexed,
} from './run-filters.ts';

const { searchMs: SEARCH_MS, errorCharacters } = fixedLimits.run.list;
const DEFAULT_ITEMS = 50;

/** The first chunk may be enough, and a later one must not take much longer than the time of a search. */
const CHUNK_ROWS = { first: 200, most: 4_000, mostWithText: 1_000, mostMerged: 400 };

export async function listRuns(db: Query, caller: Caller, request: RunListRequest): Promise<RunPage> {
  const { limit = DEFAULT_ITEMS, before, ...filters } = request;
  const start = before === undefined ? undefined : readCursor(before);
  const scope = await readRunScope(db, caller, filters);
  const found = await findFew(db, scope, filters);
  const list: List = { db, caller, scope, filters, statuses: indexedStatuses(filters), found };
  const selectsStatus = list.statuses[0] !== undefined;
  const conditions = otherConditions(filters, { selectsStatus, found });
  if (conditions.length === 0) return readPage(list, { limit, start });
  return withQuerySlot(db, SLOW_SEARCH, db => searchPage({ ...list, db }, conditions, { limit, start }));
}

/** The runs that the indexes give. */
interface List {
  db: Query;
  caller: Caller;
  scope: RunScope;
  filters: RunFilters;
  statuses: readonly (RunStatus | undefined)[];
  /** The runs that have the labels or the failures, if these are few. */
  found: FewRuns | undefined;
}

interface PageOptions {
  limit: number;
  start: Position | undefined;
}

async function readPage(list: List, { limit, start }: PageOptions): Promise<RunPage> {
  const rows = await readNewest(list, { limit: limit + 1, start }, runs =>
    runs.select(SUMMARY_COLUMNS).select(shortError).execute(),
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const shown = items.map(row => toRunSummary(row, list.caller));
  return { items: await withFailures(list.db, shown), next: rows.length > limit && last ? toCursor(last) : null };
}

async function searchPage(list: List, conditions: readonly Expression<SqlBool>[], page: PageOptions): Promise<RunPage> {
  const { ids, end } = await search(list, conditions, page);
  const { db, caller, scope } = list;
  const rows = await newestFirst(selectIndexed(db, scope, {}), undefined)
    .select(SUMMARY_COLUMNS)
    .select(shortError)
    .where(isOneOf(ids))
    .execute();
  const items = rows.map(row => toRunSummary(row, caller));
  return { items: await withFailures(db, items), next: end ? toCursor(end) : null };
}

/** Returns the ids of matching runs, and where the search ended. Without an end, there are no more runs. */
async function search(
  list: List,
  conditions: readonly Expression<SqlBool>[],
  { limit, start }: PageOptions,
): Promise<{ ids: string[]; end: Position | undefined }> {
  const deadline = performance.now() + SEARCH_MS;
  const mostRows = chunkLimit(list);
  const matches = sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
  const ids: string[] = [];
  let end = start;
  for (let chunkRows = CHUNK_ROWS.first; ; chunkRows = Math.min(2 * chunkRows, mostRows)) {
    const rows = await readNewest(list, { limit: chunkRows, start: end }, runs =>
      runs.select(['runs.id', 'runs.created_at', matches.as('matches')]).execute(),
    );
    for (const row of rows) {
      end = row;
      if (row.matches) ids.push(row.id);
      if (ids.length === limit) return { ids, end };
    }
    if (rows.length < chunkRows) return { ids, end: undefined };
    if (performance.now() > deadline) return { ids, end };
  }
}

/** A chunk of a merged list reads as many runs of each of as many workflows. */
function chunkLimit({ scope, filters, found }: List): number {
  if (!found && isMerged(scope, filters)) return CHUNK_ROWS.mostMerged;
  return filters.text === undefined ? CHUNK_ROWS.most : CHUNK_ROWS.mostWithText;
}

/** Merges the newest runs of each status, and those of the caller with those of the team. */
async function readNewest<Row extends Position>(
  { db, scope, filters, statuses, found }: List,
  { limit, start }: PageOptions,
  read: (runs: ReturnType<typeof newestFirst>) => Promise<Row[]>,
): Promise<Row[]> {
  const isTeamMerged = !found && isMerged(scope, filters);
  const own = isTeamMerged ? { ...scope, teamWorkflowIds: [] } : scope;
  const rows = new Map<string, Row>();
  for (const status of statuses) {
    const selected = selectIndexed(db, own, filters, status);
    const runs = found ? selected.where(isOneOf(found.ids)) : selected;
    for (const row of await read(newestFirst(runs, start).limit(limit))) rows.set(row.id, row);
    if (!isTeamMerged) continue;
    const ids = await findNewestOfTeam(db, scope, filters, { status, limit, start });
    const others = ids.filter(id => !rows.has(id));
    if (others.length === 0) continue;
    for (const row of await read(newestFirst(db.selectFrom('runs').where(isOneOf(others)), undefined)))
      rows.set(row.id, row);
  }
  const newest = [...rows.values()];
  return statuses.length === 1 && !isTeamMerged ? newest : newest.toSorted(compareNewestFirst).slice(0, limit);
}

function isOneOf(ids: readonly string[]) {
  return sql<SqlBool>`runs.id = ANY (${ids}::uuid[])`;
}

function newestFirst(runs: ReturnType<typeof selectIndexed>, start: Position | undefined) {
  const rest = start ? runs.where(isBefore(start)) : runs;
  return rest.orderBy('runs.created_at', 'desc').orderBy('runs.id', 'desc');
}

function compareNewestFirst(one: Position, other: Position): number {
  const byTime = other.created_at.getTime() - one.created_at.getTime();
  if (byTime !== 0) return byTime;
  return one.id < other.id ? 1 : -1;
}

export const SUMMARY_COLUMNS = [
  'runs.id',
  'runs.created_at',
  'runs.created_by',
  'runs.workflow_id',
  'runs.workflow_name',
  'runs.version',
  'runs.revision_id',
  'runs.trigger_node_id',
  'runs.trigger_type',
  'runs.automatic',
  'runs.status',
  'runs.started_at',
  'runs.finished_at',
  'runs.credits',
  'runs.replay_of',
  'runs.parent_run_id',
  'runs.parent_node_id',
  'runs.parent_iteration',
  'runs.root_run_id',
  'runs.depth',
  'runs.is_test',
  'runs.labels',
  'runs.next_retry_at',
  'runs.held',
  'runs.due_at',
] as const;

const shortError = sql<string>`left(runs.error, ${sql.lit(errorCharacters)})`.as('error');

type SummaryRow = SelectedRow<RunTables['runs'], typeof SUMMARY_COLUMNS> & { error: string };

export function toRunSummary(row: SummaryRow, caller: Caller): RunSummary {
  return {
    id: row.id,
    created: { timestamp: row.created_at.getTime(), user_id: row.created_by },
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    version: row.version,
    revision_id: row.revision_id,
    trigger_node_id: row.trigger_node_id,
    trigger_type: row.trigger_type,
    automatic: row.automatic,
    status: row.status,
    started_at: row.started_at?.getTime() ?? null,
    finished_at: row.finished_at?.getTime() ?? null,
    credits: row.credits,
    error: isOfOther(caller, row) ? withoutWorkingLinks(row.error) : row.error,
    replay_of: row.replay_of,
    is_test: row.is_test,
    ...toAncestry(row),
    ...(row.labels && { labels: row.labels }),
    ...(row.held && row.status === 'queued' && { held: row.held }),
    ...(row.due_at && { due_at: row.due_at.getTime() }),
    ...(row.next_retry_at && { next_retry_at: row.next_retry_at.getTime() }),
    ...(row.parent_node_id !== null && { parent_node_id: row.parent_node_id }),
    ...(row.parent_iteration !== null && { parent_iteration: row.parent_iteration }),
  };
}
