/**
 * Ends the waits whose time has come. Every process with a worker looks each second.
 *
 *   open ── due ──▶ the row is deleted, the step has its result, and the run is queued: one transaction
 *
 * A process that dies before its commit leaves the waits to the others; after it, the runs are queued. Two processes
 * never end the same wait, because each ends only waits of runs that it has locked. None waits for the locks of others.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { runPeriodically } from '../platform/concurrency/run-periodically.ts';
import { passPoint } from '../platform/crash-points.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { WaitingEnd } from '../runs/executing/saved-run.ts';
import { endWaiting } from '../runs/store/waiting.ts';
import { takeWait } from './calls.ts';
import { eventEnd } from './events.ts';

const POLL_MS = 1_000;
const { batch: BATCH } = fixedLimits.wait;

export function startEndingWaits(database: HeddleDatabase, log: Logger): { stop(): Promise<void> } {
  return runPeriodically(
    POLL_MS,
    () => endDueWaits(database.query),
    err => log.error({ err }, 'due waits could not be ended'),
  );
}

/** Ends all due waits but those of runs that others have locked. */
export async function endDueWaits(db: Query): Promise<void> {
  let ended: number;
  do {
    ended = await endBatch(db, BATCH).catch(async error => {
      // A wait that can not be ended must not keep the others from ending.
      await endOneByOne(db);
      throw error;
    });
  } while (ended === BATCH);
}

/** Ends as many as one transaction ends. */
export async function endSomeDueWaits(db: Query): Promise<void> {
  await endBatch(db, BATCH);
}

interface DueRow {
  run_id: string;
  node_id: string;
  iteration: number[];
  kind: 'time' | 'call' | 'event';
  timeout_continues: boolean;
  event_id: string | null;
  data: string | null;
}

/** Returns how many waits it found. They are gone afterwards. */
async function endBatch(db: Query, most: number, runId?: string): Promise<number> {
  const ended = await db.transaction().execute(async transaction => {
    const rows = await lockDue(transaction, most, runId);
    for (const row of rows) await endDue(transaction, row);
    if (rows.length > 0) passPoint('wait.ending');
    return rows.length;
  });
  if (ended > 0) passPoint('wait.ended');
  return ended;
}

async function endOneByOne(db: Query): Promise<void> {
  const { rows } = await sql<{ run_id: string }>`
    SELECT run_id FROM run_waits WHERE NOT is_held AND due_at <= now() ORDER BY due_at LIMIT ${BATCH}`.execute(db);
  for (const { run_id } of rows) await endBatch(db, 1, run_id).catch(() => 0);
}

/**
 * Locks runs that have due waits, and then reads these waits again: before the lock, they may have been ended. Both
 * statements skip what others have locked, so this waits for nobody and can not deadlock.
 */
async function lockDue(transaction: Query, most: number, runId?: string): Promise<DueRow[]> {
  const only = runId === undefined ? sql`` : sql`AND run_waits.run_id = ${runId}`;
  const { rows: runs } = await sql<{ id: string }>`
    SELECT runs.id FROM run_waits JOIN runs ON runs.id = run_waits.run_id
    WHERE NOT is_held AND run_waits.due_at <= now() ${only}
    ORDER BY run_waits.due_at LIMIT ${most} FOR NO KEY UPDATE OF runs SKIP LOCKED`.execute(transaction);
  if (runs.length === 0) return [];
  const ids = [...new Set(runs.map(({ id }) => id))];
  const { rows } = await sql<DueRow>`
    SELECT run_id, node_id, iteration, kind, timeout_continues, event_id,
      (SELECT data FROM sent_events WHERE id = event_id) AS data
    FROM run_waits WHERE run_id = ANY (${ids}::uuid[]) AND NOT is_held AND due_at <= now()
    ORDER BY due_at LIMIT ${most} FOR UPDATE OF run_waits SKIP LOCKED`.execute(transaction);
  return rows;
}

async function endDue(transaction: Query, row: DueRow): Promise<void> {
  const wait = await takeWait(transaction, { runId: row.run_id, nodeId: row.node_id, iteration: row.iteration });
  if (wait) await endWaiting(transaction, wait, dueEnd(row, wait));
}

function dueEnd(
  { kind, event_id, data, timeout_continues }: DueRow,
  { dueAt, event }: { dueAt: Date; event: { name: string; key: string } },
): WaitingEnd {
  const output = { until: dueAt.getTime() };
  if (kind === 'time') {
    const text = `Waited until ${dueAt.toISOString().replace('T', ' ').slice(0, 16)} UTC`;
    return { status: 'success', handle: null, output, text, fileIds: [] };
  }
  if (event_id !== null) return eventEnd(event, data ?? 'null');
  const problem = kind === 'call' ? 'Nobody called in time' : `The event '${event.name}' did not come in time`;
  if (!timeout_continues) return { status: 'failed', error: problem };
  return { status: 'success', handle: 'timeout', output, text: problem, fileIds: [] };
}

/** Deletes what is left of waits that a process held, when their runs have ended. */
export async function deleteLeftWaits(db: Query): Promise<void> {
  await sql`
    DELETE FROM run_waits USING runs WHERE runs.id = run_waits.run_id AND is_held
      AND run_waits.due_at < now() - interval '1 minute' AND runs.finished_at IS NOT NULL`.execute(db);
}
