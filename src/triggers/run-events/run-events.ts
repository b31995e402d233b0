/**
 * Deals with the ends of runs, which a trigger of the database announces in the transaction that ends the run.
 *
 *   run_events ── the run is to be tried again ──▶ its next_retry_at is set
 *              ── otherwise ──▶ people are told, and the workflows that listen are queued ──▶ deleted
 *              ── the queue of a user is full ──▶ kept until there is room, for a day at most
 *              ── it went wrong ──▶ kept, and dealt with again after a growing delay
 *
 * One transaction deals with an event, so whatever dies, each of its consequences happens once. Retries and alerts whose
 * time has come are looked for here as well, because both are due by the clock of the database.
 */
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import { runAsService } from '../../platform/concurrency/owner-context.ts';
import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Listener } from '../../platform/postgres/listener.ts';
import { type AlertServices, alertAboutFailure, checkDueAlerts } from '../../runs/failures/alerts.ts';
import { readEndedRun } from '../../runs/failures/ended-run.ts';
import { planRetry, startDueRetries } from '../../runs/failures/retrying.ts';
import type { ReplayServices } from '../../runs/starting/replay.ts';
import { type RunEventLimits, startListeningWorkflows } from './starting.ts';

export interface RunEventServices extends AlertServices {
  /** The connections of background work. */
  database: HeddleDatabase;
  replaying: ReplayServices;
  listener: Listener;
  limits: RunEventLimits;
  log: Logger;
}

export interface RunEvents {
  /** Waits until the events that are being dealt with are done. */
  stop(): Promise<void>;
}

/** The channel that the trigger of the database notifies. */
const CHANNEL = 'run_events';
/** The interval of polling, which also finds what is due and what has lost its notification. */
const POLL_MS = 1_000;
/** How long an event waits for the queue of a user to have room. */
const FULL_SECONDS = 10;
const KEPT = '1 day';
const MOST_ATTEMPTS = 20;
const LONGEST_DELAY_SECONDS = 3_600;

export function startRunEvents(services: RunEventServices): RunEvents {
  const { database, replaying, listener, log } = services;
  const onError = (err: unknown) => log.error({ err }, 'while dealing with the ends of runs');
  let isStopped = false;
  let isWanted = false;
  let working: Promise<void> | undefined;

  /** What is announced meanwhile is dealt with afterwards. */
  function work(): Promise<void> {
    isWanted = true;
    working ??= workWhileWanted().finally(() => {
      working = undefined;
    });
    return working;
  }

  async function workWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      if (!(await isAnythingDue(database.query))) continue;
      while (!isStopped && (await handleNextEvent(services))) {}
      while (!isStopped && (await checkDueAlerts(services, database.query))) {}
      while (!isStopped && (await startDueRetries({ ...replaying, database, log }))) {}
    }
  }

  const wake = () => void runAsService(work).catch(onError);
  const subscribing = listener.subscribe(CHANNEL, wake, wake);
  subscribing.catch(onError);
  const polling = runPeriodically(POLL_MS, work, onError);
  return {
    async stop() {
      isStopped = true;
      await Promise.all([polling.stop(), working?.catch(() => {})]);
      await subscribing.then(
        subscription => subscription.close(),
        () => {},
      );
    },
  };
}

/** Most polls find nothing, and ask only this. */
async function isAnythingDue(db: Query): Promise<boolean> {
  const { rows } = await sql<{ isAny: boolean }>`
    SELECT EXISTS (SELECT FROM run_events WHERE due_at <= now())
      OR EXISTS (SELECT FROM workflow_alerts WHERE check_at <= now())
      OR EXISTS (SELECT FROM runs WHERE next_retry_at <= now()) AS "isAny"`.execute(db);
  return rows[0]?.isAny ?? false;
}

interface EventRow {
  id: number;
  runId: string;
  isFinal: boolean;
  triggerIds: string[] | null;
  isOld: boolean;
}

/** Returns whether there was an event. */
async function handleNextEvent(services: RunEventServices): Promise<boolean> {
  const { query: db } = services.database;
  let eventId: number | undefined;
  try {
    await db.transaction().execute(async transaction => {
      const event = await lockNextEventForUpdate(transaction);
      eventId = event?.id;
      if (event) await handleEvent(services, transaction, event);
    });
    if (eventId !== undefined) passPoint('run-event.handled');
  } catch (err) {
    if (eventId === undefined) throw err;
    services.log.error({ err, event: eventId }, 'the end of a run could not be dealt with');
    await postpone(db, eventId);
  }
  return eventId !== undefined;
}

async function lockNextEventForUpdate(transaction: Query): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    SELECT id, run_id AS "runId", is_final AS "isFinal", trigger_ids AS "triggerIds",
      created_at < now() - ${KEPT}::interval AS "isOld"
    FROM run_events WHERE due_at <= now() ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(transaction);
  return rows[0];
}

async function handleEvent(services: RunEventServices, transaction: Query, event: EventRow): Promise<void> {
  const waiting = await findConsequences(services, transaction, event);
  if (waiting.length > 0 && !event.isOld) {
    await sql`
      UPDATE run_events SET trigger_ids = ${waiting}::uuid[], due_at = now() + make_interval(secs => ${FULL_SECONDS})
      WHERE id = ${event.id}`.execute(transaction);
  } else await transaction.deleteFrom('run_events').where('id', '=', event.id).execute();
  passPoint('run-event.handling');
}

/** Returns the triggers that have to wait for the queue of their user. */
async function findConsequences(
  services: RunEventServices,
  transaction: Query,
  { id, runId, isFinal, triggerIds }: EventRow,
): Promise<string[]> {
  const run = await readEndedRun(transaction, runId);
  if (!run) return [];
  if (triggerIds === null && run.status === 'failed') {
    if (!isFinal && (await planRetry(transaction, run, services.replaying))) return [];
    await alertAboutFailure(services, transaction, run);
  }
  return startListeningWorkflows(services, transaction, run, { eventId: id, only: triggerIds });
}

async function postpone(db: Query, id: number): Promise<void> {
  await sql`DELETE FROM run_events WHERE id = ${id} AND attempts >= ${MOST_ATTEMPTS}`.execute(db);
  await sql`
    UPDATE run_events SET attempts = attempts + 1,
      due_at = now() + make_interval(secs => least(${LONGEST_DELAY_SECONDS}, power(2, attempts)))
    WHERE id = ${id}`.execute(db);
}
