/**
 * Partitions of `runs` by their ids, which begin with the milliseconds of their creation.
 *
 *   (none) ─ made ahead ─▶ takes the runs of its days ─ all of them have expired ─▶ dropped as a whole
 *
 * The default partition has every other id: those of runs from before there were partitions, those that are derived from a
 * name, and those of a time for which no partition was made. So an insertion never fails for want of a partition, and a
 * missing one only means that its runs are deleted row by row.
 *
 * **The order of locks.** When a partition comes or goes, PostgreSQL locks `runs`, every table that it refers to and every
 * table that refers to it, each when it gets there. Whoever accepts a call locks its workflow and then inserts a run; a
 * plain insertion locks `runs` and then, to check its references, the workflow. So there is no order that suits everybody,
 * and two rules take its place:
 *
 * - We take all locks before the first change, in one order (`listLockedTables`), and wait for nobody afterwards.
 * - We give up before PostgreSQL looks for deadlocks, let everybody pass and try again. So nobody who waits for us, while we
 *   wait for them, is ever ended as the victim of a deadlock, and nobody waits for longer than that.
 *
 * With a default partition, PostgreSQL can not detach another one concurrently.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { isStatementTimeout, transactionConflict } from '../../platform/postgres/connection-error.ts';
import { deleteInBatches } from '../../platform/postgres/delete-in-batches.ts';

export interface Partition {
  name: string;
  /** The ids from `from` to before `to`. Null in the default partition. */
  range: { from: string; to: string } | null;
}

const DAY_MS = 86_400_000;
/** How many periods there are after the one of today. */
const PERIODS_AHEAD = 2;
/** The time limit for all locks together. Everybody waits behind us while we wait for them. */
const LOCK_MS = 300;
/** The same as a share of the time after which PostgreSQL looks for deadlocks, which somebody may have shortened. */
const LOCK_SHARE = 0.3;
const LOCK_ATTEMPTS = 20;
const PAUSE_MS = 100;
/** While we have the locks everybody waits, and a request waits no longer than this. */
const CHANGE_MS = fixedLimits.database.lockSeconds * 1000;
/** The number of runs that one transaction deletes. */
const DELETED_RUNS = 500;

/** All partitions, the oldest first and the default partition last. */
export async function listPartitions(db: Query): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    SELECT pg_class.relname AS name, pg_get_expr(pg_class.relpartbound, pg_class.oid) AS bound
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'runs'::regclass`.execute(db);
  return rows
    .map(({ name, bound }) => ({ name, range: parseBound(bound) }))
    .toSorted((one, other) => ((one.range?.from ?? '~') < (other.range?.from ?? '~') ? -1 : 1));
}

function parseBound(bound: string): Partition['range'] {
  const [, from, to] = /^FOR VALUES FROM \('([0-9a-f-]{36})'\) TO \('([0-9a-f-]{36})'\)$/.exec(bound) ?? [];
  return from && to ? { from, to } : null;
}

/** The first id of a millisecond. */
export function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * Makes the partitions of a new installation, before its first run. Later ones are made ahead, so a start does not wait until
 * PostgreSQL has read the default partition.
 */
export async function makeFirstPartitions(db: Query, partitionDays: number): Promise<void> {
  if (await hasNoRuns(db)) await makePartitions(db, partitionDays);
}

async function hasNoRuns(db: Query): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`SELECT NOT EXISTS (SELECT FROM runs) AS "isEmpty"`.execute(db);
  return rows[0]?.isEmpty ?? false;
}

/**
 * Makes the partitions of this period and of the next ones. The first partition of an installation that has runs already
 * begins after tomorrow, so that no process inserts runs into it while it is made. With 0 days there are no partitions.
 *
 * Validating reads all of the default partition, which may take minutes: the connection must allow that.
 */
export async function makePartitions(db: Query, partitionDays: number, now = Date.now()): Promise<void> {
  await dropLeftRange(db);
  if (partitionDays === 0) return;
  const partitions = await listPartitions(db);
  const last = partitions.findLast(({ range }) => range !== null)?.range;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const firstMs = (await hasNoRuns(db)) ? today : today + 2 * DAY_MS;
  // After a long pause of the service there is a gap, which the default partition fills.
  let fromMs = last && timeOfId(last.to) >= today ? Math.ceil(timeOfId(last.to) / DAY_MS) * DAY_MS : firstMs;
  while (fromMs <= today + PERIODS_AHEAD * partitionDays * DAY_MS) {
    const toMs = fromMs + partitionDays * DAY_MS;
    await makePartition(db, firstIdAt(fromMs), firstIdAt(toMs), `runs_${toDate(fromMs)}`);
    fromMs = toMs;
  }
}

function toDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * PostgreSQL checks that the default partition has no run of the new one, and would read all of it while nobody can use it.
 * A constraint that was validated before, while everybody works, says that already.
 */
async function makePartition(db: Query, lowest: string, highest: string, name: string): Promise<void> {
  const range = await findFreeRange(db, lowest, highest);
  const [from, to] = [sql.lit(range.from), sql.lit(range.to)];
  await withLocks(db, ['runs_default'], async transaction => {
    await sql`ALTER TABLE runs_default DROP CONSTRAINT IF EXISTS runs_default_range`.execute(transaction);
    await sql`ALTER TABLE runs_default ADD CONSTRAINT runs_default_range CHECK (id < ${from} OR id >= ${to}) NOT VALID`.execute(
      transaction,
    );
  });
  try {
    await sql`ALTER TABLE runs_default VALIDATE CONSTRAINT runs_default_range`.execute(db);
    const table = sql.table(name);
    await withLocks(db, await listLockedTables(db), async transaction => {
      // The storage parameter is that of the first migration of runs.
      await sql`CREATE TABLE ${table} (LIKE runs INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (toast_tuple_target = 8160)`.execute(
        transaction,
      );
      await sql`CREATE UNIQUE INDEX ON ${table} (call_key)
        WHERE status = 'queued' AND held = 'time' AND call_key IS NOT NULL`.execute(transaction);
      await sql`ALTER TABLE runs ATTACH PARTITION ${table} FOR VALUES FROM (${from}) TO (${to})`.execute(transaction);
    });
  } finally {
    await dropLeftRange(db);
  }
}

/**
 * With the constraint, a run that belongs to the default partition again would be refused once the partition is dropped. So
 * whoever makes or drops partitions first removes what a process that died, or did not get the lock, has left.
 */
async function dropLeftRange(db: Query): Promise<void> {
  const { rows } = await sql`
    SELECT FROM pg_constraint WHERE conrelid = 'runs_default'::regclass AND conname = 'runs_default_range'`.execute(db);
  if (rows.length === 0) return;
  await withLocks(db, ['runs_default'], async transaction => {
    await sql`ALTER TABLE runs_default DROP CONSTRAINT IF EXISTS runs_default_range`.execute(transaction);
  });
}

/**
 * Ids that are derived from a name can lie anywhere, even in a range of the future: about one in 200,000 lies in that
 * of two weeks. The partition gets the widest range between them.
 */
async function findFreeRange(db: Query, lowest: string, highest: string): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM runs_default WHERE id >= ${lowest} AND id < ${highest} ORDER BY id LIMIT 1000`.execute(db);
  const borders = [...rows.map(({ id }) => id), highest];
  let widest = { from: lowest, to: borders[0] ?? highest };
  for (const [index, { id }] of rows.entries()) {
    // The next millisecond is beyond every id of this one.
    const gap = { from: firstIdAt(timeOfId(id) + 1), to: borders[index + 1] ?? highest };
    if (timeOfId(gap.to) - timeOfId(gap.from) > timeOfId(widest.to) - timeOfId(widest.from)) widest = gap;
  }
  return widest;
}

/** What PostgreSQL locks when a partition comes or goes: what runs refer to, the runs, and what refers to them. */
async function listLockedTables(db: Query): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM (
      SELECT 1 AS place, confrelid AS id FROM pg_constraint WHERE contype = 'f' AND conrelid = 'runs'::regclass
      UNION SELECT 2, 'runs'::regclass
      UNION SELECT 3, conrelid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'runs'::regclass
    ) AS related JOIN pg_class ON pg_class.oid = id ORDER BY place, relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Tries for some seconds to get the locks on all tables, without making anybody wait for long. */
async function withLocks(
  db: Query,
  tables: readonly string[],
  change: (transaction: Query) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    let isLocked = false;
    try {
      await db.transaction().execute(async transaction => {
        await lock(transaction, tables);
        isLocked = true;
        await limit(transaction, 'statement_timeout', CHANGE_MS);
        await change(transaction);
      });
      return;
    } catch (error) {
      const isTaken = transactionConflict(error) !== undefined || isStatementTimeout(error);
      if (isLocked || !isTaken) throw error;
      if (attempt === LOCK_ATTEMPTS) throw new Error('the tables of runs were in use all the time', { cause: error });
    }
    await delay(PAUSE_MS * (1 + Math.random()));
  }
}

async function lock(transaction: Query, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    SELECT setting::integer AS ms FROM pg_settings WHERE name = 'deadlock_timeout'`.execute(transaction);
  const deadlockMs = rows[0]?.ms ?? 1000;
  const all = sql.join(tables.map(name => sql.table(name)));
  // This keeps out only vacuums. PostgreSQL cancels a vacuum that already has a table, but not before it looks for
  // deadlocks.
  await limit(transaction, 'lock_timeout', 3 * deadlockMs);
  await sql`LOCK TABLE ${all} IN SHARE UPDATE EXCLUSIVE MODE`.execute(transaction);
  // The time limit of a statement counts for all locks together; that of locks would count for each.
  await limit(transaction, 'statement_timeout', Math.min(LOCK_MS, LOCK_SHARE * deadlockMs));
  await sql`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`.execute(transaction);
}

async function limit(transaction: Query, setting: 'lock_timeout' | 'statement_timeout', ms: number): Promise<void> {
  await sql`SELECT set_config(${setting}, ${`${Math.ceil(ms)}ms`}, true)`.execute(transaction);
}

/** Whether its runs are left for the moment at which all of them have expired. */
function isWaitingToBeDropped({ range }: Partition, retentionDays: number, now: number): boolean {
  if (range === null) return false;
  // What could not be dropped for a day is deleted row by row.
  return now < timeOfId(range.to) + (retentionDays + 1) * DAY_MS;
}

/** Drops the partitions in which every run ended longer ago than the retention time. */
export async function dropExpiredPartitions(
  db: Query,
  retentionDays: number,
  { signal, now = Date.now() }: { signal?: AbortSignal; now?: number } = {},
): Promise<string[]> {
  const dropped: string[] = [];
  const errors: unknown[] = [];
  const isOld = ({ range }: Partition) => range !== null && now >= timeOfId(range.to) + retentionDays * DAY_MS;
  const old = (await listPartitions(db)).filter(isOld);
  if (old.length > 0) await dropLeftRange(db);
  for (const { name, range } of old) {
    if (range === null) continue;
    const expiry = new Date(now - retentionDays * DAY_MS);
    try {
      if (await hasKeptRuns(db, name, expiry)) continue;
      await deleteReferredRuns(db, range, signal);
      const isDropped = await dropPartition(db, name, expiry);
      if (isDropped) dropped.push(name);
    } catch (error) {
      signal?.throwIfAborted();
      errors.push(error);
    }
  }
  // One that can not be dropped keeps no other.
  if (errors.length > 0) throw errors[0];
  return dropped;
}

/** Whether a run of the partition is open, or ended within the retention time. */
async function hasKeptRuns(db: Query, name: string, expiry: Date): Promise<boolean> {
  const table = sql.table(name);
  const { rows } = await sql<{ isKept: boolean }>`
    SELECT EXISTS (SELECT FROM ${table} WHERE status IN ('queued', 'running'))
      OR EXISTS (SELECT FROM ${table} WHERE status = 'waiting')
      OR EXISTS (SELECT FROM ${table} WHERE finished_at >= ${expiry}) AS "isKept"`.execute(db);
  return rows[0]?.isKept ?? true;
}

/** What refers to a run, by an index on the id of the run. */
const REFERRERS: readonly string[] = [
  ...[
    'approvals',
    'conversations',
    'files',
    'run_calls',
    'run_children',
    'run_cursors',
    'run_files',
    'run_keys',
    'run_steps',
  ],
  ...['run_waits', 'webhook_replies'],
];

/**
 * Deletes the runs that have files, approvals or anything else that goes with them, row by row: the triggers pass files on
 * to replays that still need them, and leave tombstones for the blobs of the others.
 */
async function deleteReferredRuns(
  db: Query,
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): Promise<void> {
  for (const referrer of REFERRERS) {
    for (;;) {
      signal?.throwIfAborted();
      const { rows } = await sql<{ id: string }>`
        WITH referred AS (
          SELECT DISTINCT run_id AS id FROM (
            SELECT run_id FROM ${sql.table(referrer)} WHERE run_id >= ${from} AND run_id < ${to}
            ORDER BY run_id LIMIT ${DELETED_RUNS}
          ) AS first
        )
        DELETE FROM runs WHERE id IN (SELECT id FROM referred) RETURNING id`.execute(db);
      if (rows.length === 0) break;
    }
  }
  // These refer to runs without a foreign key.
  const where = sql`run_id >= ${from} AND run_id < ${to}`;
  await deleteInBatches(db, { table: 'booster_effects', where, order: 'run_id' }, signal);
  // Every failed run may have one, and these have nothing that must outlive the run.
  await deleteInBatches(db, { table: 'run_failures', where, order: 'run_id' }, signal);
}

/** Returns false when a run is to be kept after all. */
async function dropPartition(db: Query, name: string, expiry: Date): Promise<boolean> {
  let isDropped = false;
  await withLocks(db, await listLockedTables(db), async transaction => {
    isDropped = !(await hasKeptRuns(transaction, name, expiry));
    if (!isDropped) return;
    const table = sql.table(name);
    // PostgreSQL makes sure that nothing refers to a run of the partition. Both sides have an index, and what refers to
    // later runs is not even read when they are merged.
    await sql`
      SELECT set_config(plan, 'off', true) FROM unnest(ARRAY[
        'enable_hashjoin', 'enable_nestloop', 'enable_seqscan', 'enable_bitmapscan']) AS plan`.execute(transaction);
    await sql`ALTER TABLE runs DETACH PARTITION ${table}`.execute(transaction);
    await sql`DROP TABLE ${table}`.execute(transaction);
  });
  return isDropped;
}

/**
 * What selects the runs of each partition, of which the expired ones are deleted row by row, with the time before which they
 * must have ended. It names the ids instead of the partition, which somebody may drop meanwhile.
 */
export async function listRowDeletions(
  db: Query,
  retentionDays: number,
  now = Date.now(),
): Promise<{ runs: RawBuilder<unknown>; endedBefore: Date }[]> {
  const expiry = now - retentionDays * DAY_MS;
  return (await listPartitions(db)).map(partition => {
    const beginning = partition.range === null ? expiry : timeOfId(partition.range.from);
    // A run that ended before its partition began does not wait until the partition is dropped.
    const endedBefore = isWaitingToBeDropped(partition, retentionDays, now) ? Math.min(expiry, beginning) : expiry;
    return { runs: runsOf(partition), endedBefore: new Date(endedBefore) };
  });
}

function runsOf({ name, range }: Partition): RawBuilder<unknown> {
  if (range === null) return sql`${sql.table(name)} WHERE true`;
  // As constants, they let PostgreSQL leave out the other partitions when it makes the plan.
  return sql`runs WHERE id >= ${sql.lit(range.from)} AND id < ${sql.lit(range.to)}`;
}
