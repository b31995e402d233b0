import type { Db } from 'pg-boss';
import type { Pool } from '../postgres/pool.ts';
import { DEAD_LETTERS } from './queues.ts';

export interface JobCounts {
  kind: string;
  waiting: number;
  active: number;
  dead: number;
}

export interface JobReference {
  kind: string;
  id: string;
}

/**
 * What pg-boss has no call for, or only one that reads the whole queue, as statements on its table. `state` runs
 * created < retry < active < completed, and a dead letter keeps the kind it came from.
 */
export interface JobTable {
  /** Those of the kinds that have a job to start now. One statement for all of them. */
  dueKinds(kinds: string[]): Promise<string[]>;
  /** Replaces what the waiting job of a key carries, and keeps it from being started before the transaction ends. */
  replaceWaiting(db: Db, job: WaitingJob): Promise<boolean>;
  /** Renews the claims on jobs and answers the ids of those that are still claimed. */
  renew(jobs: JobReference[]): Promise<Set<string>>;
  /** Puts jobs back to be started at once, as if they had not been started this time. */
  handOn(kind: string, ids: string[]): Promise<void>;
  hasAbandoned(): Promise<boolean>;
  /** Jobs whose claims have run out, locked so that only one process deals with each. */
  lockAbandoned(db: Db): Promise<JobReference[]>;
  counts(): Promise<JobCounts[]>;
}

export interface WaitingJob {
  kind: string;
  key: string;
  payload: object;
  startAfter: Date | undefined;
  priority: number;
}

/** Where pg-boss tells of jobs of its schema `pgboss`. */
const CHANNEL = "'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)";

const ABANDONED = "state = 'active' AND heartbeat_on + heartbeat_seconds * interval '1 s' < now()";

export function jobTable(pool: Pool): JobTable {
  return {
    async dueKinds(kinds) {
      // The limit makes it stop at the first due job of each kind, where an EXISTS reads them all.
      const { rows } = await pool.query<{ name: string }>(
        `SELECT kind.name FROM unnest($1::text[]) AS kind (name), LATERAL (
           SELECT FROM pgboss.job
           WHERE job.name = kind.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now()
           LIMIT 1) AS due`,
        [kinds],
      );
      return rows.map(row => row.name);
    },

    async replaceWaiting(db, { kind, key, payload, startAfter, priority }) {
      // As the unique index of waiting jobs is written, so that it is used.
      const { rows } = await db.executeSql(
        `WITH replaced AS (
           UPDATE pgboss.job SET data = $3, start_after = coalesce($4::timestamptz, now()), priority = $5
           WHERE name = $1 AND coalesce(singleton_key, '') = $2 AND state = 'created' AND policy = 'short'
           RETURNING start_after)
         SELECT CASE WHEN start_after <= now() THEN pg_notify(${CHANNEL}, $1)::text END FROM replaced`,
        [kind, key, JSON.stringify(payload), startAfter ?? null, priority],
      );
      return rows.length > 0;
    },

    async renew(jobs) {
      const { rows } = await pool.query<{ id: string }>(
        `UPDATE pgboss.job SET heartbeat_on = now() FROM unnest($1::text[], $2::uuid[]) AS held (name, id)
         WHERE job.name = held.name AND job.id = held.id AND job.state = 'active' RETURNING job.id`,
        [jobs.map(job => job.kind), jobs.map(job => job.id)],
      );
      return new Set(rows.map(row => row.id));
    },

    // 'retry' and not 'created', of which there may be another with the same key. Without `started_on` the next
    // start counts as the same try.
    async handOn(kind, ids) {
      await pool.query(
        `WITH handed AS (
           UPDATE pgboss.job SET state = 'retry', started_on = NULL, heartbeat_on = NULL, start_after = now()
           WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active' RETURNING 1)
         SELECT pg_notify(${CHANNEL}, $1) FROM handed LIMIT 1`,
        [kind, ids],
      );
    },

    async hasAbandoned() {
      const { rows } = await pool.query(`SELECT FROM pgboss.job WHERE ${ABANDONED} LIMIT 1`);
      return rows.length > 0;
    },

    async lockAbandoned(db) {
      const { rows } = await db.executeSql(
        `SELECT name AS kind, id FROM pgboss.job WHERE ${ABANDONED} FOR UPDATE SKIP LOCKED`,
      );
      return rows;
    },

    async counts() {
      // Apart, because each part then reads one index of just these jobs.
      const { rows } = await pool.query<{ kind: string; state: 'waiting' | 'active' | 'dead'; count: number }>(
        `SELECT name AS kind, 'waiting' AS state, count(*) FROM pgboss.job
           WHERE state < 'active' AND NOT blocked AND name <> $1 GROUP BY name
         UNION ALL
         SELECT name, 'active', count(*) FROM pgboss.job WHERE state = 'active' GROUP BY name
         UNION ALL
         SELECT source_name, 'dead', count(*) FROM pgboss.job
           WHERE state < 'active' AND NOT blocked AND name = $1 GROUP BY source_name`,
        [DEAD_LETTERS],
      );
      const counts = new Map<string, JobCounts>();
      for (const { kind, state, count } of rows) {
        counts.set(kind, { ...(counts.get(kind) ?? { kind, waiting: 0, active: 0, dead: 0 }), [state]: count });
      }
      return [...counts.values()];
    },
  };
}

const INDEX_LOCK = 0x4845_444a; // 'HEDJ'

/**
 * pg-boss has no index by which to find active jobs, and reads all that wait to find those of dead workers. Looked for
 * first, because the statement waits for every open transaction that has enqueued, even when there is nothing to do.
 */
export async function addActiveIndex(pool: Pool): Promise<void> {
  const { rows } = await pool.query("SELECT to_regclass('pgboss.job_common_active') AS index");
  if (rows[0].index !== null) return;
  await pool.query(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${INDEX_LOCK});
    CREATE INDEX IF NOT EXISTS job_common_active ON pgboss.job_common (name) WHERE state = 'active';
    COMMIT`);
}
