/** The statements on `jobs` and `job_schedules`. Whoever makes a job due wakes the workers: the table has a trigger. */
import { type QueryExecutorProvider, sql } from 'kysely';
import { newId } from '../ids.ts';
import { toStorableText } from '../postgres/storable-text.ts';
import type { JobKind } from './job-kind.ts';

/** Where the trigger notifies of kinds that have due jobs. */
export const JOBS_CHANNEL = 'jobs';

type Connection = QueryExecutorProvider;

export interface NewJobs {
  kind: string;
  payloads: readonly object[];
  /** Of one job: replaces the one that waits under it, and keeps that from being claimed before the transaction ends. */
  key?: string | undefined;
  startAfter?: Date | undefined;
}

export async function insertJobs(db: Connection, { kind, payloads, key, startAfter }: NewJobs): Promise<void> {
  const ids = payloads.map(() => newId());
  const texts = payloads.map(payload => JSON.stringify(payload));
  await sql`
    INSERT INTO jobs (id, kind, key, payload, start_at)
    SELECT given.id, ${kind}, ${key ?? null}, given.payload, coalesce(${startAfter ?? null}::timestamptz, now())
    FROM unnest(${ids}::uuid[], ${texts}::jsonb[]) AS given (id, payload)
    ON CONFLICT (kind, key) WHERE key IS NOT NULL
    DO UPDATE SET payload = excluded.payload, start_at = excluded.start_at`.execute(db);
}

/** One attempt. Its number and its process tell it from every other attempt at the job. */
export interface Attempt {
  id: string;
  attempts: number;
}

export interface ClaimedJob extends Attempt {
  kind: string;
  /** JSON. */
  payload: string;
}

export interface Room {
  kind: string;
  room: number;
}

/** For a process that need not show that it lives before there is a job for it. */
export async function isAnyDue(db: Connection, wanted: readonly Room[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM jobs WHERE state = 'waiting' AND kind = ANY (${wanted.map(({ kind }) => kind)}) AND start_at <= now()
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Takes due jobs, of each kind at most as many as there is room for. */
export async function claimJobs(db: Connection, runnerId: string, wanted: readonly Room[]): Promise<ClaimedJob[]> {
  // A query for each kind: in one over all of them the limit would be no constant, and PostgreSQL would sort every job.
  const due = wanted.map(
    ({ kind, room }) => sql`ARRAY(
      SELECT id FROM jobs WHERE state = 'waiting' AND kind = ${kind} AND start_at <= now()
      ORDER BY start_at LIMIT ${room} FOR UPDATE SKIP LOCKED)`,
  );
  const { rows } = await sql<ClaimedJob>`
    UPDATE jobs SET state = 'active', key = NULL, attempts = attempts + 1, runner_id = ${runnerId}, started_at = now()
    WHERE id = ANY (${sql.join(due, sql` || `)})
    RETURNING id, kind, payload::text, attempts`.execute(db);
  return rows;
}

export async function completeJobs(db: Connection, runnerId: string, done: readonly Attempt[]): Promise<void> {
  await sql`DELETE FROM jobs ${ofAttempts(runnerId, done)}`.execute(db);
}

/** Others may begin at once, and it is as if these attempts had not been made. */
export async function releaseJobs(db: Connection, runnerId: string, left: readonly Attempt[]): Promise<void> {
  await sql`
    UPDATE jobs SET state = 'waiting', runner_id = NULL, start_at = now(), attempts = attempts - 1
    ${ofAttempts(runnerId, left)}`.execute(db);
}

export interface Failure {
  error: string;
  /** Undefined after the last attempt. */
  retrySeconds: number | undefined;
}

export async function failJob(
  db: Connection,
  runnerId: string,
  failed: Attempt,
  { error, retrySeconds }: Failure,
): Promise<void> {
  await sql`
    UPDATE jobs SET state = ${retrySeconds === undefined ? 'dead' : 'waiting'}, runner_id = NULL,
      start_at = now() + make_interval(secs => ${retrySeconds ?? 0}), error = ${toStorableText(error)}
    ${ofAttempts(runnerId, [failed])}`.execute(db);
}

/** So that the end of an attempt is written only while the job is still that attempt's. */
function ofAttempts(runnerId: string, attempts: readonly Attempt[]) {
  const ids = attempts.map(({ id }) => id);
  const numbers = attempts.map(attempt => attempt.attempts);
  return sql`WHERE runner_id = ${runnerId}
    AND (id, attempts) IN (SELECT * FROM unnest(${ids}::uuid[], ${numbers}::integer[]))`;
}

export interface RescueOptions {
  kinds: readonly JobKind<object>[];
  runnerId: string;
  /** What this process works on. A claim whose answer got lost is its own, and yet unknown to it. */
  running: readonly string[];
  silenceSeconds: number;
}

export interface RescuedJob {
  id: string;
  kind: string;
}

/** Lets the jobs of dead processes be tried again at once. Those whose last attempt it was are dead. */
export async function rescueJobs(db: Connection, options: RescueOptions): Promise<RescuedJob[]> {
  const { kinds, runnerId, running, silenceSeconds } = options;
  const { rows } = await sql<RescuedJob>`
    UPDATE jobs SET state = CASE WHEN attempts < most_attempts THEN 'waiting' ELSE 'dead' END, runner_id = NULL,
      start_at = now(), error = 'The process that worked on it has gone away'
    FROM (
      SELECT jobs.id, known.attempts AS most_attempts FROM jobs
      JOIN unnest(${kinds.map(({ name }) => name)}::text[], ${kinds.map(({ attempts }) => attempts)}::integer[])
        AS known (kind, attempts) ON known.kind = jobs.kind
      LEFT JOIN runners ON runners.id = runner_id
      WHERE state = 'active' AND (
        runners.id IS NULL OR alive_until < now()
        OR runner_id = ${runnerId} AND jobs.id <> ALL (${running}::uuid[])
          AND started_at < now() - make_interval(secs => ${silenceSeconds}))
      FOR UPDATE OF jobs SKIP LOCKED) AS abandoned
    WHERE jobs.id = abandoned.id RETURNING jobs.id, kind`.execute(db);
  return rows;
}

const DEAD_KEPT_FOR = '14 days';

export async function deleteOldDeadJobs(db: Connection): Promise<void> {
  await sql`DELETE FROM jobs WHERE state = 'dead' AND started_at < now() - ${DEAD_KEPT_FOR}::interval`.execute(db);
}

const EVERY = sql`make_interval(mins => every_minutes)`;
/** The next time of a schedule, from now on. */
const NEXT_AT = sql`date_bin(${EVERY}, now(), 'epoch'::timestamptz + make_interval(mins => offset_minutes)) + ${EVERY}`;

/** Makes the schedules those of the kinds that repeat. One that is there already keeps its time, or comes sooner. */
export async function saveSchedules(db: Connection, kinds: readonly JobKind<object>[]): Promise<void> {
  const repeated = kinds.flatMap(({ name, repeat }) => (repeat ? [{ name, ...repeat }] : []));
  const names = repeated.map(({ name }) => name);
  await sql`
    WITH removed AS (DELETE FROM job_schedules WHERE kind <> ALL (${names}::text[]))
    INSERT INTO job_schedules (kind, every_minutes, offset_minutes, next_at)
    SELECT kind, every_minutes, offset_minutes, ${NEXT_AT}
    FROM unnest(${names}::text[], ${repeated.map(({ everyMinutes }) => everyMinutes)}::integer[],
      ${repeated.map(({ offsetMinutes = 0 }) => offsetMinutes)}::integer[])
      AS given (kind, every_minutes, offset_minutes)
    ORDER BY kind -- processes that start at once wait for each other, in no circle
    ON CONFLICT (kind) DO UPDATE SET every_minutes = excluded.every_minutes, offset_minutes = excluded.offset_minutes,
      next_at = least(job_schedules.next_at, excluded.next_at)`.execute(db);
}

/** A due schedule moves on and makes a job, both or neither: one job however many processes look. */
export async function fireSchedules(db: Connection): Promise<void> {
  await sql`
    WITH due AS MATERIALIZED (SELECT kind FROM job_schedules WHERE next_at <= now() FOR UPDATE SKIP LOCKED),
    fired AS (
      UPDATE job_schedules SET next_at = ${NEXT_AT} FROM due WHERE job_schedules.kind = due.kind
      RETURNING job_schedules.kind)
    INSERT INTO jobs (id, kind, key, payload) SELECT gen_random_uuid(), kind, 'schedule', '{}' FROM fired
    ON CONFLICT (kind, key) WHERE key IS NOT NULL DO NOTHING`.execute(db);
}

export interface JobCounts {
  kind: string;
  waiting: number;
  active: number;
  dead: number;
}

export async function countJobs(db: Connection, kinds: readonly JobKind<object>[]): Promise<JobCounts[]> {
  const { rows } = await sql<{ kind: string; state: 'waiting' | 'active' | 'dead'; count: number }>`
    SELECT kind, state, count(*) FROM jobs GROUP BY state, kind`.execute(db);
  const count = (kind: string, state: string) => rows.find(row => row.kind === kind && row.state === state)?.count ?? 0;
  return kinds.map(({ name: kind }) => ({
    kind,
    waiting: count(kind, 'waiting'),
    active: count(kind, 'active'),
    dead: count(kind, 'dead'),
  }));
}
