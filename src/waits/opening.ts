/**
 * Opens the waits of steps.
 *
 *   for up to a minute ──▶ held: this process waits, and after a crash another waits for the rest
 *   longer ──▶ open ── its time comes, a call, an event, or somebody resumes it ──▶ over (`ending.ts`, `calls.ts`)
 *   the call or the event came before ──▶ over at once
 *
 * A step that is executed again, by any process, finds what it opened before. So no crash makes a wait longer. All times
 * are those of the database.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { type OpenedWait, StepError, type WaitRequest } from '../nodes/step.ts';
import { passPoint } from '../platform/crash-points.ts';
import { toStorableText } from '../platform/postgres/storable-text.ts';
import type { RunFacts } from '../runs/executing/run-state.ts';
import type { StepWaits, WaitingPlace } from '../runs/executing/step-capabilities.ts';
import { lockRunForNoKeyUpdate } from '../runs/store/waiting.ts';
import { takeEarlyCall } from './calls.ts';
import { eventScope, lockEventName, takeKeptEvent } from './events.ts';
import type { OpenLinks } from './links.ts';

export interface WaitOpeningServices {
  database: HeddleDatabase;
  openLinks: OpenLinks;
}

interface Wait {
  startedAt: Date;
  dueAt: Date;
  isHeld: boolean;
  /** Of a wait that is held. */
  leftMs: number;
}

const { heldSeconds, days, open: mostOpen } = fixedLimits.wait;

export function createWaitOpening({ database, openLinks }: WaitOpeningServices): StepWaits['open'] {
  const db = database.query;
  return async (run, place, asked, signal): Promise<OpenedWait & { startedAt: Date }> => {
    const request = toStorable(asked);
    // An unreachable database must not fail the step. A retry finds what an earlier attempt opened.
    const wait = await database.retry(() => openOnce(db, run, place, request), { signal });
    passPoint('wait.opened');
    const url =
      request.kind === 'call' ? (await openLinks(signal)).url(run.id, place.nodeId, place.iteration) : undefined;
    if (wait.isHeld) await hold(database, wait, signal);
    return { until: wait.dueAt.getTime(), isOver: wait.isHeld, url, startedAt: wait.startedAt };
  };
}

/** Events are sent and waited for with the same texts. */
function toStorable(request: WaitRequest): WaitRequest {
  if (request.kind !== 'event') return request;
  const { name, key } = request.event;
  return { ...request, event: { name: toStorableText(name), key: toStorableText(key) } };
}

/** Timers are not exact, and clocks differ a little. Only the database says that the time has come. */
async function hold(database: HeddleDatabase, { leftMs, dueAt }: Wait, signal: AbortSignal): Promise<void> {
  for (let left = leftMs; left > 0; ) {
    await delay(Math.ceil(left), undefined, { signal }).catch(() => signal.throwIfAborted());
    left = await database.retry(() => readTimeLeft(database.query, dueAt), { signal });
  }
}

async function readTimeLeft(db: Query, dueAt: Date): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM ${dueAt}::timestamptz - clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
  return rows[0]?.ms ?? 0;
}

async function openOnce(db: Query, run: RunFacts, place: WaitingPlace, request: WaitRequest): Promise<Wait> {
  return db.transaction().execute(async transaction => {
    // Those who send the event take the same lock first, and lock runs only afterwards.
    if (request.kind === 'event') await lockEventName(transaction, request.event);
    if ((await lockRunForNoKeyUpdate(transaction, run.id)) !== 'running') {
      throw new Error(`the run ${run.id} is not running any more`);
    }
    const opened =
      (await findWait(transaction, run.id, place)) ??
      (await findEnded(transaction, run.id, place)) ??
      (await open(transaction, run, place, request));
    passPoint('wait.opening');
    return opened;
  });
}

async function findWait(transaction: Query, runId: string, place: WaitingPlace): Promise<Wait | undefined> {
  const row = await transaction
    .selectFrom('run_waits')
    .select(['started_at', 'due_at', 'is_held', leftMs])
    .where('run_id', '=', runId)
    .where('node_id', '=', place.nodeId)
    .where(sql<SqlBool>`iteration = ${place.iteration}::integer[]`)
    .executeTakeFirst();
  return row && { startedAt: row.started_at, dueAt: row.due_at, isHeld: row.is_held, leftMs: row.left_ms };
}

const leftMs = sql<number>`(extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8`.as('left_ms');

/** The wait of an earlier attempt may be over. Its result is there, so the run finds it instead of pausing. */
async function findEnded(transaction: Query, runId: string, place: WaitingPlace): Promise<Wait | undefined> {
  const row = await transaction
    .selectFrom('run_steps')
    .select(sql<Date>`now()::timestamptz(3)`.as('now'))
    .where('run_id', '=', runId)
    .where('node_id', '=', place.nodeId)
    .where(sql<SqlBool>`iteration = ${place.iteration}::integer[]`)
    .executeTakeFirst();
  return row && { startedAt: place.startedAt, dueAt: row.now, isHeld: false, leftMs: 0 };
}

async function open(transaction: Query, run: RunFacts, place: WaitingPlace, request: WaitRequest): Promise<Wait> {
  await requireRoomForWait(transaction, run.id);
  const dueAt = await readDueTime(transaction, request);
  const isHeld = request.kind === 'time' && dueAt.leftSeconds <= heldSeconds;
  const wait: Wait = { startedAt: place.startedAt, dueAt: dueAt.time, isHeld, leftMs: dueAt.leftSeconds * 1000 };
  if (isHeld && dueAt.leftSeconds <= 0) return wait;
  const step = { ...place, runId: run.id, nodeType: 'wait' };
  if (request.kind === 'call' && (await takeEarlyCall(transaction, step))) return wait;
  if (request.kind === 'event' && (await takeKeptEvent(transaction, step, eventScope(run), request.event))) return wait;
  const event = request.kind === 'event' ? request.event : undefined;
  await transaction
    .insertInto('run_waits')
    .values({
      run_id: run.id,
      node_id: place.nodeId,
      iteration: place.iteration,
      position: place.position,
      started_at: place.startedAt,
      kind: request.kind,
      due_at: dueAt.time,
      is_held: isHeld,
      timeout_continues: place.timeoutContinues,
      event_scope: event ? eventScope(run).id : null,
      event_name: event?.name ?? null,
      event_key: event?.key ?? null,
    })
    .execute();
  return wait;
}

async function requireRoomForWait(transaction: Query, runId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('run_waits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    // What is left of a wait that the process held is over.
    .where(sql<SqlBool>`(NOT is_held OR due_at > now())`)
    .executeTakeFirstOrThrow();
  if (count >= mostOpen) throw new StepError(`Too many steps of the run wait at once (at most ${mostOpen})`);
}

async function readDueTime(transaction: Query, request: WaitRequest): Promise<{ time: Date; leftSeconds: number }> {
  // Stored times have milliseconds. Rounding must not make the wait shorter.
  const due =
    'until' in request
      ? sql`${request.until}::timestamptz`
      : sql`now() + make_interval(secs => ${request.seconds === 0 ? 0 : request.seconds + 0.0005})`;
  const { rows } = await sql<{ time: Date; leftSeconds: number }>`
    SELECT due::timestamptz(3) AS time, extract(epoch FROM due - now())::float8 AS "leftSeconds"
    FROM (SELECT ${due} AS due) AS wait`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('the database has no time');
  if (row.leftSeconds > days * 86_400) {
    throw new StepError(`A step waits for at most ${days} days`, { kind: 'params' });
  }
  return row;
}
