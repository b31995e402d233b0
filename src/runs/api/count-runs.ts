/** Counts runs, in all and over time. */
import { sql } from 'kysely';
import { type Query, readDatabaseTime } from '../../database.ts';
import { validationError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { isOpen } from '../store/cancelling.ts';
import { withinTime } from './count-time.ts';
import type { RunFilters, RunStats, RunStatsRequest } from './list-schemas.ts';
import { otherConditions, type RunScope, readRunScope, selectIndexed } from './run-filters.ts';

const DEFAULT_BUCKETS = 60;

export async function countRuns(db: Query, caller: Caller, filters: RunFilters): Promise<number> {
  const scope = await readRunScope(db, caller, filters);
  return withinTime(db, async db => {
    const { runs } = await selectMatching(db, scope, filters)
      .select(({ fn }) => fn.countAll<number>().as('runs'))
      .executeTakeFirstOrThrow();
    return Number(runs);
  });
}

/** Counts the runs of each part of a time by how they ended. Without a time, it is that of all the runs that match. */
export async function readRunStats(db: Query, caller: Caller, request: RunStatsRequest): Promise<RunStats> {
  const { buckets = DEFAULT_BUCKETS, ...filters } = request;
  const scope = await readRunScope(db, caller, filters);
  return withinTime(db, async db => {
    const { from, to } = await readRange(db, scope, filters);
    const bucketMs = Math.max(1, Math.ceil((to - from) / buckets));
    const start = sql<Date>`date_bin(make_interval(secs => ${bucketMs / 1000}), runs.created_at, ${new Date(from)})`;
    const rows = await selectMatching(db, scope, { ...filters, from, to })
      .select(({ fn }) => [start.as('start'), 'runs.status', fn.countAll<number>().as('runs')])
      .groupBy(sql`1, 2`)
      .execute();
    const counts = Array.from({ length: buckets }, (_, bucket) => ({
      at: from + bucket * bucketMs,
      success: 0,
      failed: 0,
      cancelled: 0,
      open: 0,
    }));
    for (const { start, status, runs } of rows) {
      const count = counts[Math.round((start.getTime() - from) / bucketMs)];
      if (count) count[isOpen(status) ? 'open' : status] += Number(runs);
    }
    return { from, to, buckets: counts };
  });
}

async function readRange(db: Query, scope: RunScope, filters: RunFilters): Promise<{ from: number; to: number }> {
  if (filters.from !== undefined && filters.to !== undefined && filters.to <= filters.from) {
    throw validationError('to', 'must be later than from');
  }
  const to = filters.to ?? Math.max((await readDatabaseTime(db)).getTime(), (filters.from ?? 0) + 1);
  if (filters.from !== undefined) return { from: filters.from, to };
  const oldest = await selectIndexed(db, scope, { ...filters, to })
    .select('runs.created_at')
    .orderBy('runs.created_at')
    .orderBy('runs.id')
    .limit(1)
    .executeTakeFirst();
  return { from: Math.min(oldest?.created_at.getTime() ?? to - 1, to - 1), to };
}

export function selectMatching(db: Query, scope: RunScope, filters: RunFilters) {
  return otherConditions(filters, { selectsStatus: false }).reduce(
    (runs, condition) => runs.where(condition),
    selectIndexed(db, scope, filters),
  );
}
