import { type Db, fromKysely, type KyselyTransactionLike, PgBoss } from 'pg-boss';
import { newId } from '../ids.ts';
import type { Database, PostgresTarget } from '../postgres/database.ts';
import type { Listener } from '../postgres/listener.ts';
import { openPool } from '../postgres/pool.ts';
import { bossDatabase } from './boss-database.ts';
import { keepClaims } from './claims.ts';
import type { JobKind } from './job-kind.ts';
import { addActiveIndex, type JobCounts, jobTable } from './job-table.ts';
import { prepareQueues, removeForeignSchedules } from './queues.ts';
import { repeat } from './repeat.ts';
import { rescueAbandoned } from './rescue.ts';
import { type JobHandler, startWorker, type Worker } from './worker.ts';

export { defineJob, type JobKind, type JobOptions } from './job-kind.ts';
export type { JobCounts } from './job-table.ts';
export { type JobContext, JobFailed, type JobHandler } from './worker.ts';

/** A dead worker's job is another's after the 15 s of its claim, at most such a pause, and a poll. */
const RESCUE_MS = 4_000;

export interface EnqueueOptions {
  /** The job exists exactly when this transaction commits. Of any schema. */
  transaction?: KyselyTransactionLike;
  startAfter?: Date;
  /** Higher is sooner. */
  priority?: number;
}

export interface Jobs {
  /**
   * With a `key` there is at most one waiting job of that key: what is enqueued while one waits replaces its payload
   * and its time. That one starts only after the transaction has committed, so it sees what the transaction wrote;
   * until then other transactions that enqueue the same key wait.
   */
  enqueue<Payload extends object>(
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions & { key?: string },
  ): Promise<void>;
  enqueueMany<Payload extends object>(
    kind: JobKind<Payload>,
    payloads: readonly Payload[],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Begins to work jobs of a kind, so many at a time. Does nothing in a process that does not work. */
  work<Payload extends object>(
    kind: JobKind<Payload>,
    options: { concurrency: number },
    handler: JobHandler<Payload>,
  ): void;
  /**
   * A job at each time that the cron expression (five fields, UTC) names, however many processes say so. While one
   * waits no other is added, and times that passed while no process worked make one job together.
   */
  schedule<Payload extends object>(kind: JobKind<Payload>, cron: string, payload: Payload): Promise<void>;
  statistics(): Promise<JobCounts[]>;
  /**
   * Starts no more jobs and waits for those under way. What still runs after the drain is aborted and handed on, to
   * be started by another process at once.
   */
  stop(options: { drainMs: number }): Promise<void>;
}

export interface JobsOptions<Schema> {
  database: Database<Schema>;
  listener: Listener;
  /** Every kind there is. Schedules of others are taken down. */
  kinds: readonly JobKind<object>[];
  /** Whether this process works jobs, and looks after those of dead processes. Otherwise it only enqueues. */
  work: boolean;
  /** Told what went wrong in the background, a `JobFailed` for each failed try among it. */
  onError(error: unknown): void;
  /** How often due jobs are looked for that no notification told of: retries, delayed ones, lost notifications. */
  pollMs?: number;
}

/** Creates or upgrades the tables. Any number of processes may do so at once. */
export async function installJobs(target: PostgresTarget): Promise<void> {
  const pool = openPool(target, { maxConnections: 1 });
  const boss = new PgBoss({ db: bossDatabase(pool), supervise: false, schedule: false });
  const problems: Error[] = [];
  boss.on('error', error => problems.push(error));
  try {
    await boss.start();
    await boss.stop({ graceful: false, close: false });
    await addActiveIndex(pool);
  } finally {
    await pool.end();
  }
  if (problems.length > 0) throw problems[0];
}

export async function openJobs<Schema>(options: JobsOptions<Schema>): Promise<Jobs> {
  const { database, listener, kinds, onError, pollMs = 1_000 } = options;
  const known = new Set(kinds.map(kind => kind.name));
  if (known.size < kinds.length) throw new Error('two kinds of jobs have one name');
  const workers = new Map<string, Worker>();
  const table = jobTable(database.pool);
  const db = bossDatabase(database.pool, {
    listener,
    onKind: name => workers.get(name)?.wake(),
    onMissed: () => void wakeDue().catch(onError),
  });
  const boss = await startBoss(db, options);
  const inTransaction = (act: (transaction: KyselyTransactionLike) => Promise<void>) =>
    database.query.transaction().execute(act);
  const tools = { boss, table, claims: keepClaims(table.renew, onError), inTransaction, onError };
  const repetitions = options.work
    ? [repeat(pollMs, wakeDue, onError), repeat(RESCUE_MS, () => rescueAbandoned(tools), onError)]
    : [];

  async function wakeDue(): Promise<void> {
    if (workers.size === 0) return;
    for (const kind of await table.dueKinds([...workers.keys()])) workers.get(kind)?.wake();
  }

  function check(kind: JobKind<object>): void {
    if (!known.has(kind.name)) throw new Error(`${kind.name} is not among the kinds that the jobs were opened with`);
  }

  return {
    async enqueue(kind, payload, { transaction, startAfter, priority = 0, key } = {}) {
      check(kind);
      const within = transaction ? fromKysely(transaction) : db;
      const send = (id: string, singletonKey: string) =>
        boss.send(kind.name, payload, { id, singletonKey, startAfter, priority, db: within });
      const id = newId();
      if (key === undefined) return void (await send(id, id));
      // When it waits no more by the time that it should be replaced, it has started, and there is room for another.
      while (!(await send(id, key))) {
        if (await table.replaceWaiting(within, { kind: kind.name, key, payload, startAfter, priority })) return;
      }
    },

    async enqueueMany(kind, payloads, { transaction, startAfter, priority = 0 } = {}) {
      check(kind);
      if (payloads.length === 0) return;
      const jobs = payloads.map(data => {
        const id = newId();
        return { id, singletonKey: id, data, startAfter, priority };
      });
      await boss.insert(kind.name, jobs, { db: transaction ? fromKysely(transaction) : db });
    },

    work(kind, { concurrency }, handler) {
      check(kind);
      if (workers.has(kind.name)) throw new Error(`${kind.name} is worked already`);
      if (options.work) workers.set(kind.name, startWorker(kind, concurrency, handler, tools));
    },

    async schedule(kind, cron, payload) {
      check(kind);
      if (cron.trim().split(/\s+/).length !== 5) throw new Error(`${JSON.stringify(cron)} has not five fields`);
      await boss.schedule(kind.name, cron, payload, { tz: 'UTC', missed: 'once' });
    },

    async statistics() {
      const counts = new Map((await table.counts()).map(count => [count.kind, count]));
      return kinds.map(({ name }) => counts.get(name) ?? { kind: name, waiting: 0, active: 0, dead: 0 });
    },

    async stop({ drainMs }) {
      await Promise.all([...workers.values()].map(worker => worker.stop(drainMs)));
      await Promise.all(repetitions.map(repetition => repetition.stop()));
      await tools.claims.close();
      await boss.stop({ graceful: false, close: false });
    },
  };
}

async function startBoss<Schema>(db: Db, { kinds, work, onError }: JobsOptions<Schema>): Promise<PgBoss> {
  const boss = new PgBoss({
    db,
    useListenNotify: work,
    supervise: work,
    schedule: work,
    maintenanceIntervalSeconds: 60,
    cronMonitorIntervalSeconds: 5,
    flowIntervalSeconds: 86_400, // jobs here do not depend on each other
    warningQueueSize: Number.MAX_SAFE_INTEGER, // a long queue is told by the statistics
  });
  // Some of its errors are copies that are no Error any more.
  boss.on('error', error => onError(error instanceof Error ? error : new Error(String(Object(error).message))));
  boss.on('warning', warning => onError(new Error(warning.message)));
  // Before the start, which reads the queues into the cache: enqueueing in a transaction must not need a second
  // connection to look one up.
  await prepareQueues(boss, kinds);
  await removeForeignSchedules(boss, kinds);
  try {
    return await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false, close: false });
    throw error;
  }
}
