/**
 * The statements on `jobs` and `job_schedules`. Whatever makes jobs due notifies the workers: new jobs after the commit of
 * their transaction, because they are many, and the others, which are rare, within their statement.
 */
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { newId } from '../ids.ts';
import { notifyAfterCommit } from '../postgres/notifier.ts';
import { toStorableJson, toStorableText } from '../postgres/storable-text.ts';
import type { JobKind } from './job-kind.ts';

/** The channel for the kinds that have due jobs. */
export const JOBS_CHANNEL = 'jobs';

type Connection = QueryExecutorProvider;

interface NewJobs {
  kind: string;
  payloads: readonly object[];
  /**
   * Only for a single job. The new job replaces the waiting job of the same key, which can not be claimed before the
   * transaction ends.
   */
  key?: string | undefined;
  startAfter?: Date | undefined;
}

export async function insertJobs(db: Connection, { kind, payloads, key, startAfter }: NewJobs): Promise<void> {
  const ids = payloads.map(() => newId());
  const texts = payloads.map(payload => toStorableJson(payload));
  await sql`
    INSERT INTO jobs (id, kind, key, payload, start_at)
    SELECT new.id, ${kind}, ${key ?? null}, new.payload, coalesce(${startAfter ?? null}::timestamptz, now())
    FROM unnest(${ids}::uuid[], ${texts}::jsonb[]) AS new (id, payload)
    ${key === undefined ? sql`` : REPLACE_WAITING}`.execute(db);
  // A job for later is found by polling, as is one whose notification gets lost.
  if (!startAfter || startAfter.getTime() <= Date.now()) await notifyAfterCommit(JOBS_CHANNEL, kind).execute(db);
}

/** Only for jobs with a key, because a conflict that can not be takes time as well. */
const REPLACE_WAITING = sql`ON CONFLICT (kind, key) WHERE key IS NOT NULL
  DO UPDATE SET payload = excluded.payload, start_at = excluded.start_at`;

/** Runs a statement that makes jobs due and returns their kinds, and notifies the workers when it commits. */
const notifyDue = (statement: RawBuilder<unknown>) => sql`
  WITH due AS (${statement}) SELECT pg_notify(${JOBS_CHANNEL}, kind) FROM (SELECT DISTINCT kind FROM due) AS kinds`;

/** One attempt at a job. Its number and its process distinguish it from every other attempt at the same job. */
export interface JobAttempt {
  id: string;
  attempts: number;
}

export interface ClaimedJob extends JobAttempt {
  kind: string;
  /** JSON. */
  payload: string;
}

/** The number of jobs of a kind that a worker can start now. */
interface Capacity {
  kind: string;
  freeSlots: number;
}

/** Lets a process check for work before it registers as alive. */
export async function isAnyDue(db: Connection, wanted: readonly Capacity[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM jobs WHERE state = 'waiting' AND kind = ANY (${wanted.map(({ kind }) => kind)}) AND start_at <= now()
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Claims due jobs, of each kind at most as many as there are free slots. */
export async function claimJobs(db: Connection, runnerId: string, wanted: readonly Capacity[]): Promise<ClaimedJob[]> {
  // Each kind has a query of its own: in one query over all kinds the limit would not be a constant, and PostgreSQL
  // would sort every job.
  const due = wanted.map(
    ({ kind, freeSlots }) => sql`ARRAY(
      SELECT id FROM jobs WHERE state = 'waiting' AND kind = ${kind} AND start_at <= now()
      ORDER BY start_at LIMIT ${freeSlots} FOR UPDATE SKIP LOCKED)`,
  );
  const { rows } = await sql<ClaimedJob>`
    UPDATE jobs SET state = 'active', key = NULL, attempts = attempts + 1, runner_id = ${runnerId}, started_at = now()
    WHERE id = ANY (${sql.join(due, sql` || `)})
    RETURNING id, kind, payload::text, attempts`.execute(db);
  return rows;
}

export async function completeJobs(db: Connection, runnerId: string, done: readonly JobAttempt[]): Promise<void> {
  await sql`DELETE FROM jobs ${whereAttempts(runnerId, done)}`.execute(db);
}

/** Returns jobs to the queue as if these attempts had not been made. Other processes may start them at once. */
export async function releaseJobs(db: Connection, runnerId: string, left: readonly JobAttempt[]): Promise<void> {
  await notifyDue(sql`
    UPDATE jobs SET state = 'waiting', runner_id = NULL, start_at = now(), attempts = attempts - 1
    ${whereAttempts(runnerId, left)} RETURNING kind`).execute(db);
}

export interface JobFailure {
  error: string;
  /** One word, which may be shown where the text may not. */
  errorKind: string;
  /** Undefined after the last attempt. */
  retrySeconds: number | undefined;
}

export async function failJob(
  db: Connection,
  runnerId: string,
  failed: JobAttempt,
  { error, errorKind, retrySeconds }: JobFailure,
): Promise<void> {
  await sql`
    UPDATE jobs SET state = ${retrySeconds === undefined ? 'dead' : 'waiting'}, runner_id = NULL,
      start_at = now() + make_interval(secs => ${retrySeconds ?? 0}), error = ${toStorableText(error)},
      error_kind = ${toStorableText(errorKind)}
    ${whereAttempts(runnerId, [failed])}`.execute(db);
}

/** Limits a statement to jobs that these attempts still own. */
function whereAttempts(runnerId: string, attempts: readonly JobAttempt[]) {
  const ids = attempts.map(({ id }) => id);
  const numbers = attempts.map(attempt => attempt.attempts);
  return sql`WHERE runner_id = ${runnerId}
    AND (id, attempts) IN (SELECT * FROM unnest(${ids}::uuid[], ${numbers}::integer[]))`;
}

interface RescueOptions {
  kinds: readonly JobKind<object>[];
  runnerId: string;
  /**
   * The jobs that this process works on. When the reply to a claim got lost, the database assigns jobs to this process
   * that it does not know of.
   */
  running: readonly string[];
  silenceSeconds: number;
}

interface RescuedJob {
  id: string;
  kind: string;
}

/** Returns the jobs of dead processes to the queue. Jobs that have no attempts left become dead. */
export async function rescueJobs(db: Connection, options: RescueOptions): Promise<RescuedJob[]> {
  const { kinds, runnerId, running, silenceSeconds } = options;
  const { rows } = await sql<RescuedJob>`
    WITH rescued AS (UPDATE jobs SET state = CASE WHEN attempts < most_attempts THEN 'waiting' ELSE 'dead' END, runner_id = NULL,
      start_at = now(), error = 'The process that worked on it has gone away', error_kind = 'process_gone'
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
    WHERE jobs.id = abandoned.id RETURNING jobs.id, kind),
    -- Referred to below, because PostgreSQL would not execute it otherwise.
    notified AS (SELECT pg_notify(${JOBS_CHANNEL}, kind) FROM (SELECT DISTINCT kind FROM rescued) AS kinds)
    SELECT id, kind FROM rescued WHERE (SELECT count(*) FROM notified) > 0`.execute(db);
  return rows;
}

const DEAD_JOB_RETENTION = '14 days';

export async function deleteOldDeadJobs(db: Connection): Promise<void> {
  await sql`DELETE FROM jobs WHERE state = 'dead' AND started_at < now() - ${DEAD_JOB_RETENTION}::interval`.execute(db);
}

const EVERY = sql`make_interval(mins => every_minutes)`;
/** The next time of a schedule after now. */
const NEXT_AT = sql`date_bin(${EVERY}, now(), 'epoch'::timestamptz + make_interval(mins => offset_minutes)) + ${EVERY}`;

/**
 * Stores the schedules of the kinds that repeat, and deletes all others. An existing schedule never moves to a later
 * time.
 */
export async function saveSchedules(db: Connection, kinds: readonly JobKind<object>[]): Promise<void> {
  const repeated = kinds.flatMap(({ name, repeat }) => (repeat ? [{ name, ...repeat }] : []));
  const names = repeated.map(({ name }) => name);
  await sql`
    WITH removed AS (DELETE FROM job_schedules WHERE kind <> ALL (${names}::text[]))
    INSERT INTO job_schedules (kind, every_minutes, offset_minutes, next_at)
    SELECT kind, every_minutes, offset_minutes, ${NEXT_AT}
    FROM unnest(${names}::text[], ${repeated.map(({ everyMinutes }) => everyMinutes)}::integer[],
      ${repeated.map(({ offsetMinutes = 0 }) => offsetMinutes)}::integer[])
      AS new (kind, every_minutes, offset_minutes)
    ORDER BY kind -- processes that start together lock the rows in the same order, so there is no deadlock
    ON CONFLICT (kind) DO UPDATE SET every_minutes = excluded.every_minutes, offset_minutes = excluded.offset_minutes,
      next_at = least(job_schedules.next_at, excluded.next_at)`.execute(db);
}

/**
 * Advances the due schedules and enqueues their jobs in one statement, so each time gives one job in all processes
 * together.
 */
export async function fireSchedules(db: Connection): Promise<void> {
  await sql`
    WITH due AS MATERIALIZED (SELECT kind FROM job_schedules WHERE next_at <= now() FOR UPDATE SKIP LOCKED),
    fired AS (
      UPDATE job_schedules SET next_at = ${NEXT_AT} FROM due WHERE job_schedules.kind = due.kind
      RETURNING job_schedules.kind),
    added AS (
      INSERT INTO jobs (id, kind, key, payload) SELECT gen_random_uuid(), kind, 'schedule', '{}' FROM fired
      ON CONFLICT (kind, key) WHERE key IS NOT NULL DO NOTHING RETURNING kind)
    SELECT pg_notify(${JOBS_CHANNEL}, kind) FROM added`.execute(db);
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
