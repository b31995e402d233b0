/**
 * Deletes runs, and the steps that they keep, when their time is over. Every statement is bounded, however many runs there
 * are: it goes on by an index from where the one before it ended.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../../database.ts';
import {
  ENDED_STATUSES,
  type EndedStatus,
  type KeepDaysByStatus,
  type WorkflowSettings,
} from '../../engine/settings-schema.ts';
import { listRowDeletions } from './partitions.ts';

/** How many workflows one statement searches for expired runs, and how many runs of each it finds at most. */
const SEARCHED_WORKFLOWS = 50;
const FOUND_RUNS = 1000;
/** The number of runs that one transaction deletes. It is short enough that nobody waits for it. */
const DELETED_RUNS = 500;
/** No id is lower. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 86_400_000;

/** The last run of a workflow that was looked at. The index of ended runs begins there again. */
interface Position {
  workflowId: string;
  settledAt: Date;
  runId: string;
}

/**
 * Deletes runs that ended longer ago than the retention time, of the installation or of their workflow. Paused runs stay
 * until they end, and those of a partition until it is dropped as a whole (`partitions.ts`).
 *
 * The runs of each workflow have an index by their end, so every statement reads only what it finds, however many runs
 * there are.
 */
export async function deleteOldRuns(db: Query, retentionDays: number, signal?: AbortSignal): Promise<void> {
  const deletions = await listRowDeletions(db, retentionDays);
  let lastId = FIRST_ID;
  for (;;) {
    const { rows: workflows } = await sql<{ id: string; keepDays: WorkflowSettings['keep_days'] | null }>`
      SELECT id, CASE WHEN deleted_at IS NULL THEN settings -> 'keep_days' END AS "keepDays" FROM workflows
      WHERE id > ${lastId} ORDER BY id LIMIT ${SEARCHED_WORKFLOWS}`.execute(db);
    const ids = workflows.map(({ id }) => id);
    for (const { runs, endedBefore } of deletions) await deleteEnded(db, ids, runs, endedBefore, signal);
    for (const { id, keepDays } of workflows) {
      for (const [days, statuses] of listTimes(keepDays ?? {})) {
        if (days >= retentionDays) continue;
        await deleteEndedWith(db, id, statuses, new Date(Date.now() - days * DAY_MS), signal);
      }
    }
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < SEARCHED_WORKFLOWS) return;
  }
}

/** Returns the statuses of runs that are kept for the same number of days. */
function listTimes(keepDays: number | KeepDaysByStatus): Map<number, readonly EndedStatus[]> {
  if (typeof keepDays === 'number') return new Map([[keepDays, ENDED_STATUSES]]);
  const named = ENDED_STATUSES.flatMap(status => {
    const days = keepDays[status];
    return days === undefined ? [] : [{ status, days }];
  });
  const byDays = Map.groupBy(named, ({ days }) => days);
  return new Map([...byDays].map(([days, all]) => [days, all.map(({ status }) => status)]));
}

/**
 * Deletes the runs of a workflow that ended with one of these statuses before then.
 *
 * Runs of the other statuses may be kept for much longer, and their entries stand in the index between. So it first looks for
 * the oldest run that is to be deleted, in the index alone, which has the status as well, and begins there.
 */
async function deleteEndedWith(
  db: Query,
  workflowId: string,
  statuses: readonly EndedStatus[],
  endedBefore: Date,
  signal?: AbortSignal,
): Promise<void> {
  if (statuses.length === ENDED_STATUSES.length) {
    await deleteEnded(db, [workflowId], sql`runs WHERE true`, endedBefore, signal);
    return;
  }
  // As constants, they let PostgreSQL use the index of what people look for.
  const runs = sql`runs WHERE status IN (${sql.join(statuses.map(status => sql.lit(status)))})`;
  const { rows } = await sql<{ settledAt: Date }>`
    SELECT settled_at AS "settledAt" FROM ${runs} AND workflow_id = ${workflowId} AND settled_at < ${endedBefore}
    ORDER BY settled_at LIMIT 1`.execute(db);
  const [oldest] = rows;
  if (oldest) await deleteEnded(db, [workflowId], runs, endedBefore, signal, oldest.settledAt);
}

/** Deletes those of these runs that ended before then, some of each workflow at a time. */
async function deleteEnded(
  db: Query,
  workflowIds: readonly string[],
  runs: RawBuilder<unknown>,
  endedBefore: Date,
  signal?: AbortSignal,
  oldest = new Date(0),
): Promise<void> {
  let positions = workflowIds.map((workflowId): Position => ({ workflowId, settledAt: oldest, runId: FIRST_ID }));
  while (positions.length > 0) {
    signal?.throwIfAborted();
    const found = await findEnded(db, positions, runs, endedBefore);
    await deleteRuns(
      db,
      found.map(({ runId }) => runId),
      signal,
    );
    const ofWorkflow = Map.groupBy(found, ({ workflowId }) => workflowId);
    positions = [...ofWorkflow.values()].flatMap(all => (all.length === FOUND_RUNS ? all.slice(-1) : []));
  }
}

/** An ended run settled when it ended. Only those that pause have settled and not ended. */
async function findEnded(
  db: Query,
  positions: readonly Position[],
  runs: RawBuilder<unknown>,
  endedBefore: Date,
): Promise<Position[]> {
  const { rows } = await sql<Position>`
    SELECT position.workflow_id AS "workflowId", ended.settled_at AS "settledAt", ended.id AS "runId"
    FROM unnest(${positions.map(({ workflowId }) => workflowId)}::uuid[],
      ${positions.map(({ settledAt }) => settledAt)}::timestamptz[],
      ${positions.map(({ runId }) => runId)}::uuid[]) WITH ORDINALITY AS position (workflow_id, settled_at, run_id, place),
    LATERAL (
      SELECT id, settled_at FROM ${runs} AND workflow_id = position.workflow_id AND finished_at IS NOT NULL
        AND settled_at < ${endedBefore} AND (settled_at, id) > (position.settled_at, position.run_id)
      ORDER BY settled_at, id LIMIT ${FOUND_RUNS}
    ) AS ended ORDER BY place, ended.settled_at, ended.id`.execute(db);
  return rows;
}

async function deleteRuns(db: Query, ids: readonly string[], signal?: AbortSignal): Promise<void> {
  for (let from = 0; from < ids.length; from += DELETED_RUNS) {
    signal?.throwIfAborted();
    const some = ids.slice(from, from + DELETED_RUNS);
    // Skips runs that another transaction is deleting at the moment.
    await sql`
      DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE id = ANY (${some}::uuid[]) FOR UPDATE SKIP LOCKED)`.execute(
      db,
    );
  }
}

/**
 * Deletes the steps that ended runs have kept for replays. The runs themselves show what they always show. Walks through
 * the steps by the ids of their runs, so every statement looks at some runs only.
 */
export async function deleteOldSteps(db: Query, replayDays: number, signal?: AbortSignal): Promise<void> {
  let lastId = FIRST_ID;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ id: string }>`
      SELECT DISTINCT run_id AS id FROM run_steps WHERE run_id > ${lastId} ORDER BY run_id LIMIT ${DELETED_RUNS}`.execute(
      db,
    );
    const ids = rows.map(({ id }) => id);
    // A replay that adopts steps at this moment has locked its run. It is left for the next time.
    await sql`
      WITH old AS (
        SELECT id FROM runs
        WHERE id = ANY (${ids}::uuid[]) AND finished_at < now() - make_interval(days => ${replayDays})
        FOR UPDATE SKIP LOCKED
      )
      DELETE FROM run_steps WHERE run_id = ANY (${ids}::uuid[]) AND run_id IN (SELECT id FROM old)`.execute(db);
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < DELETED_RUNS) return;
  }
}
