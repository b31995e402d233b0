import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { openListener } from '../postgres/listener.ts';
import { defineJob, installJobs, JobFailed, type JobKind, type Jobs, openJobs } from './jobs.ts';

const NEVER_MS = 3_600_000;

interface Note {
  text: string;
}

const note = defineJob<Note>('note');

test('a job exists exactly when its transaction commits', async t => {
  const { open } = await setUp(t);
  const { jobs, database } = await open([note], { work: false });

  await assert.rejects(
    database.query.transaction().execute(async transaction => {
      await jobs.enqueue(note, { text: 'undone' }, { transaction });
      await jobs.enqueueMany(note, [{ text: 'undone too' }], { transaction });
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  assert.deepEqual(await jobs.statistics(), [{ kind: 'note', waiting: 0, active: 0, dead: 0 }]);

  await database.query.transaction().execute(async transaction => {
    await jobs.enqueue(note, { text: 'done' }, { transaction });
    await jobs.enqueueMany(note, [{ text: 'done too' }], { transaction });
    assert.deepEqual(await jobs.statistics(), [{ kind: 'note', waiting: 0, active: 0, dead: 0 }]);
  });
  assert.deepEqual(await jobs.statistics(), [{ kind: 'note', waiting: 2, active: 0, dead: 0 }]);
});

test('a commit in one process wakes the workers of another', async t => {
  const { open } = await setUp(t);
  const enqueuer = await open([note], { work: false });
  const worker = await open([note], { pollMs: NEVER_MS });
  const texts = recorder<string>();
  worker.jobs.work(note, { concurrency: 1 }, async ({ text }) => texts.add(text));

  // The first may have been found by the look that every worker begins with; after it only a notification is left.
  await enqueuer.jobs.enqueue(note, { text: 'first' });
  await texts.reach(1);
  await enqueuer.database.query.transaction().execute(async transaction => {
    await enqueuer.jobs.enqueue(note, { text: 'second' }, { transaction });
  });
  await texts.reach(2);
  await enqueuer.jobs.enqueueMany(note, [{ text: 'third' }, { text: 'fourth' }]);
  await texts.reach(4);
  assert.deepEqual(texts.all.toSorted(), ['first', 'fourth', 'second', 'third']);
});

test('a process that only enqueues works nothing', async t => {
  const { open } = await setUp(t);
  const enqueuer = await open([note], { work: false });
  enqueuer.jobs.work(note, { concurrency: 1 }, () => assert.fail('worked'));
  const worker = await open([note]);
  await enqueuer.jobs.enqueue(note, { text: 'for the other' });
  const texts = recorder<string>();
  worker.jobs.work(note, { concurrency: 1 }, async ({ text }) => texts.add(text));
  await texts.reach(1);
});

test('a failed job is tried again and then kept as dead, and the jobs claimed with it are not touched', async t => {
  const { open } = await setUp(t);
  const fragile = defineJob<Note>('fragile', { attempts: 3, delaySeconds: 0.01 });
  const enqueuer = await open([fragile, note], { work: false });
  const worker = await open([fragile, note], { pollMs: 20 });
  await enqueuer.jobs.enqueueMany(fragile, [{ text: 'good' }, { text: 'bad' }, { text: 'better' }]);
  const tries = recorder<string>();
  worker.jobs.work(fragile, { concurrency: 3 }, async ({ text }, { attempt }) => {
    tries.add(`${text} ${attempt}`);
    if (text === 'bad') throw new Error('it broke');
  });
  await tries.reach(5);
  await worker.jobs.stop({ drainMs: NEVER_MS });

  assert.deepEqual(tries.all.toSorted(), ['bad 1', 'bad 2', 'bad 3', 'better 1', 'good 1']);
  const told = worker.errors.map(error => error instanceof JobFailed && [error.kind, error.attempt, error.dead]);
  assert.deepEqual(told, [
    ['fragile', 1, false],
    ['fragile', 2, false],
    ['fragile', 3, true],
  ]);
  assert.match(String(worker.errors[2]), /^Error: job fragile [0-9a-f-]+ failed at try 3, its last: it broke$/);
  assert.deepEqual(await enqueuer.jobs.statistics(), [
    { kind: 'fragile', waiting: 0, active: 0, dead: 1 },
    { kind: 'note', waiting: 0, active: 0, dead: 0 },
  ]);
});

test('a failed job waits, twice as long after each failure', async t => {
  const { open } = await setUp(t);
  const patient = defineJob<Note>('patient', { delaySeconds: 1_000, maxDelaySeconds: 10_000 });
  const { jobs, database } = await open([patient]);
  const tries = recorder<number>();
  await jobs.enqueue(patient, { text: 'no' });
  jobs.work(patient, { concurrency: 1 }, async (_, { attempt }) => {
    tries.add(attempt);
    throw new Error('not yet');
  });
  const waitSeconds = async () => {
    for (;;) {
      const { rows } = await database.pool.query(
        `SELECT extract(epoch FROM start_after - now()) AS seconds FROM pgboss.job WHERE name = 'patient' AND state = 'retry'`,
      );
      if (rows.length > 0) return rows[0].seconds;
    }
  };
  await tries.reach(1);
  const first = await waitSeconds();
  assert.ok(first > 490 && first <= 1_000, `${first}`);

  await database.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'patient'`);
  await tries.reach(2);
  const second = await waitSeconds();
  assert.ok(second > 990 && second <= 2_000, `${second}`);
  assert.deepEqual(tries.all, [1, 2]);
});

test('two processes work each of 500 jobs once', async t => {
  const { open } = await setUp(t);
  const both = [await open([note]), await open([note])];
  const texts = recorder<string>();
  const workedBy = new Set<number>();
  for (const [index, { jobs }] of both.entries()) {
    jobs.work(note, { concurrency: 10 }, async ({ text }) => {
      workedBy.add(index);
      texts.add(text);
    });
  }
  const wanted = Array.from({ length: 500 }, (_, index) => `${index}`);
  for (let start = 0; start < 500; start += 50) {
    await both[0]?.jobs.enqueueMany(
      note,
      wanted.slice(start, start + 50).map(text => ({ text })),
    );
  }
  await texts.reach(500);
  for (const { jobs } of both) await jobs.stop({ drainMs: NEVER_MS });
  assert.deepEqual(texts.all.toSorted(), wanted.toSorted());
  assert.equal(workedBy.size, 2);
});

test('a slow job does not hold up the others, and no more than allowed run at once', async t => {
  const { open } = await setUp(t);
  const { jobs } = await open([note], { pollMs: NEVER_MS });
  const { promise: slow, resolve: finishSlow } = Promise.withResolvers<void>();
  const texts = recorder<string>();
  let running = 0;
  let mostRunning = 0;
  await jobs.enqueueMany(note, [{ text: 'slow' }, ...Array.from({ length: 20 }, (_, index) => ({ text: `${index}` }))]);
  jobs.work(note, { concurrency: 3 }, async ({ text }) => {
    mostRunning = Math.max(mostRunning, ++running);
    await (text === 'slow' ? slow : nextTurn());
    running--;
    texts.add(text);
  });
  await texts.reach(20);
  assert.ok(!texts.all.includes('slow'));
  finishSlow();
  await texts.reach(21);
  assert.equal(mostRunning, 3);
});

test('a job under way is handed on when its process stops', async t => {
  const { open } = await setUp(t);
  const leaving = await open([note]);
  const staying = await open([note], { pollMs: NEVER_MS });
  const started = recorder<string>();
  await leaving.jobs.enqueueMany(note, [{ text: 'heeds' }, { text: 'ignores' }, { text: 'finishes' }]);
  leaving.jobs.work(note, { concurrency: 3 }, async ({ text }, { signal }) => {
    started.add(text);
    await once(signal, 'abort');
    if (text === 'heeds') throw signal.reason;
    if (text === 'ignores') await new Promise(() => {});
  });
  await started.reach(3);
  const taken = recorder<string>();
  staying.jobs.work(note, { concurrency: 3 }, async ({ text }, { attempt }) => taken.add(`${text} ${attempt}`));

  await leaving.jobs.stop({ drainMs: 0 });
  await taken.reach(2);
  await staying.jobs.stop({ drainMs: NEVER_MS });
  assert.deepEqual(taken.all.toSorted(), ['heeds 1', 'ignores 1']);
  assert.deepEqual(leaving.errors, []);
  const { jobs } = await open([note], { work: false });
  assert.deepEqual(await jobs.statistics(), [{ kind: 'note', waiting: 0, active: 0, dead: 0 }]);
});

test('a stopping process lets its jobs finish', async t => {
  const { open } = await setUp(t);
  const { jobs, database } = await open([note]);
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const started = recorder<AbortSignal>();
  await jobs.enqueue(note, { text: 'wait for me' });
  jobs.work(note, { concurrency: 1 }, async (_, { signal }) => {
    started.add(signal);
    await finished;
  });
  await started.reach(1);
  const stopped = jobs.stop({ drainMs: NEVER_MS });
  finish();
  await stopped;
  assert.equal(started.all[0]?.aborted, false);
  const { rows } = await database.pool.query(`SELECT state FROM pgboss.job WHERE name = 'note'`);
  assert.deepEqual(rows, [{ state: 'completed' }]);
});

test('of a key one job waits, with what was enqueued last', async t => {
  const { open } = await setUp(t);
  const { jobs } = await open([note], { pollMs: NEVER_MS });
  await jobs.enqueue(note, { text: 'old' }, { key: 'a' });
  await jobs.enqueue(note, { text: 'new' }, { key: 'a' });
  await jobs.enqueue(note, { text: 'other' }, { key: 'b' });
  await jobs.enqueue(note, { text: 'free' });
  await jobs.enqueue(note, { text: 'free' });
  assert.equal((await jobs.statistics())[0]?.waiting, 4);

  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const texts = recorder<string>();
  jobs.work(note, { concurrency: 10 }, async ({ text }) => {
    texts.add(text);
    await finished;
  });
  await texts.reach(4);
  assert.deepEqual(texts.all.toSorted(), ['free', 'free', 'new', 'other']);
  // What runs does not see what happens now: one more may wait, and start, beside it.
  await jobs.enqueue(note, { text: 'newest' }, { key: 'a' });
  await texts.reach(5);
  finish();
  assert.equal(texts.all[4], 'newest');
});

test('many that enqueue one key at once leave one job', async t => {
  const { open } = await setUp(t);
  const { jobs, database } = await open([note], { work: false });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      database.query
        .transaction()
        .execute(transaction => jobs.enqueue(note, { text: `${index}` }, { transaction, key: 'same' })),
    ),
  );
  assert.equal((await jobs.statistics())[0]?.waiting, 1);
});

test('a waiting job does not start while a transaction that enqueued its key is open', async t => {
  const { open } = await setUp(t);
  const { jobs, database } = await open([note], { pollMs: NEVER_MS });
  const texts = recorder<string>();
  await jobs.enqueue(note, { text: 'before' }, { key: 'a' });
  await database.query.transaction().execute(async transaction => {
    await jobs.enqueue(note, { text: 'within' }, { key: 'a', transaction });
    jobs.work(note, { concurrency: 1 }, async ({ text }) => texts.add(text));
    await jobs.enqueue(note, { text: 'behind it in the queue' });
    await texts.reach(1);
  });
  await texts.reach(2);
  assert.deepEqual(texts.all, ['behind it in the queue', 'within']);
});

test('a delayed job starts when it is due, and a more important one before others', async t => {
  const { open } = await setUp(t);
  const { jobs } = await open([note], { pollMs: 20 });
  const dueAt = new Date(Date.now() + 300);
  await jobs.enqueue(note, { text: 'later' }, { startAfter: dueAt });
  await jobs.enqueue(note, { text: 'usual' });
  await jobs.enqueue(note, { text: 'important' }, { priority: 1 });
  const starts = recorder<{ text: string; at: number }>();
  jobs.work(note, { concurrency: 1 }, async ({ text }) => starts.add({ text, at: Date.now() }));
  await starts.reach(3);
  assert.deepEqual(
    starts.all.map(({ text }) => text),
    ['important', 'usual', 'later'],
  );
  assert.ok((starts.all[2]?.at ?? 0) >= dueAt.getTime());
});

test('a schedule makes one job for each time, however many processes have it', async t => {
  const { open } = await setUp(t);
  const minutely = defineJob<Note>('minutely');
  const both = [await open([minutely]), await open([minutely])];
  const runs = recorder<string>();
  for (const { jobs } of both) {
    await jobs.schedule(minutely, '* * * * *', { text: 'tick' });
    jobs.work(minutely, { concurrency: 5 }, async ({ text }) => runs.add(text));
  }
  // The minute that has just begun is due, so the next pass over the schedules fires it.
  await runs.reach(1);
  const pool = both[0]?.database.pool;
  assert.ok(pool);
  const passes = async () => (await pool.query('SELECT cron_on FROM pgboss.version')).rows[0].cron_on.getTime();
  for (let round = 0, seen = await passes(); round < 2; ) {
    await pool.query('SELECT pg_sleep(0.1)');
    const now = await passes();
    if (now > seen) round++;
    seen = now;
  }
  // Told by the firings themselves, for a minute may have passed meanwhile.
  const { rows } = await pool.query(
    `SELECT count(*) AS firings, count(DISTINCT singleton_on) AS minutes FROM pgboss.job WHERE name = '__pgboss__send-it'`,
  );
  await runs.reach(rows[0].firings);
  for (const { jobs } of both) await jobs.stop({ drainMs: NEVER_MS });
  assert.equal(rows[0].firings, rows[0].minutes);
  assert.ok(rows[0].minutes <= 2);
  assert.equal(runs.all.length, rows[0].firings);
  assert.deepEqual(new Set(runs.all), new Set(['tick']));
});

test('schedules of kinds that are no more go away', async t => {
  const { open } = await setUp(t);
  const first = await open([note, defineJob('gone')], { work: false });
  await first.jobs.schedule(note, '0 3 * * *', { text: 'kept' });
  await first.jobs.schedule(defineJob('gone'), '0 3 * * *', {});
  const { database } = await open([note], { work: false });
  const { rows } = await database.pool.query('SELECT name, cron FROM pgboss.schedule');
  assert.deepEqual(rows, [{ name: 'note', cron: '0 3 * * *' }]);
  await assert.rejects(first.jobs.schedule(note, '0 0 3 * * *', { text: '' }), /five fields/);
  await assert.rejects(first.jobs.schedule(note, '61 3 * * *', { text: '' }));
});

test('a kind that changed is changed in the database', async t => {
  const { open } = await setUp(t);
  await open([defineJob<Note>('note', { attempts: 3 })], { work: false });
  const { jobs, database } = await open([defineJob<Note>('note', { attempts: 7 })], { work: false });
  await jobs.enqueue(note, { text: 'tried seven times' });
  const { rows } = await database.pool.query(`SELECT retry_limit FROM pgboss.job WHERE name = 'note'`);
  assert.deepEqual(rows, [{ retry_limit: 6 }]);
});

test('a kind that was not opened is refused', async t => {
  const { open } = await setUp(t);
  const { jobs } = await open([note]);
  await assert.rejects(jobs.enqueue(defineJob('unknown'), {}), /not among the kinds/);
  assert.throws(() => jobs.work(defineJob('unknown'), { concurrency: 1 }, async () => {}), /not among the kinds/);
  await assert.rejects(open([note, defineJob('note')]), /one name/);
});

test('work goes on after every connection was cut', async t => {
  const { open, address } = await setUp(t);
  const { jobs } = await open([note]);
  const { promise: cut, resolve: afterCut } = Promise.withResolvers<void>();
  const texts = recorder<string>();
  jobs.work(note, { concurrency: 2 }, async ({ text }) => {
    texts.add(text);
    if (text === 'across') await cut;
  });
  await jobs.enqueue(note, { text: 'across' });
  await texts.reach(1);
  await cutConnections(address);
  afterCut();
  await untilItSucceeds(() => jobs.enqueue(note, { text: 'after' }));
  await texts.reach(2);
  await jobs.stop({ drainMs: NEVER_MS });
  assert.deepEqual(texts.all, ['across', 'after']);
});

test('several processes may install at once, and again', async t => {
  const { address } = await setUp(t, { install: false });
  const database = openDatabase(address, { maxConnections: 1 });
  await database.pool.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
  await Promise.all([1, 2, 3, 4].map(() => installJobs(address)));
  await installJobs(address);
  const { rows } = await database.pool.query('SELECT count(*) AS versions FROM pgboss.version');
  await closeDatabase(database);
  assert.deepEqual(rows, [{ versions: 1 }]);
});

interface Process {
  jobs: Jobs;
  database: Database<unknown>;
  errors: unknown[];
}

/** A database of one's own, and what stands for processes that share it. */
async function setUp(t: TestContext, { install = true } = {}) {
  const { address, drop } = await createTestDatabase();
  const closings: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closings.reverse()) await close();
    await drop();
  });
  if (install) await installJobs(address);

  async function open(
    kinds: readonly JobKind<object>[],
    { work = true, pollMs }: { work?: boolean; pollMs?: number } = {},
  ): Promise<Process> {
    const database = openDatabase(address, { maxConnections: 10 });
    closings.push(() => closeDatabase(database));
    const listener = await openListener(address);
    closings.push(() => listener.close());
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const jobs = await openJobs({ database, listener, kinds, work, onError, ...(pollMs !== undefined && { pollMs }) });
    closings.push(() => jobs.stop({ drainMs: 0 }));
    return { jobs, database, errors };
  }
  return { open, address };
}

/** Keeps what handlers tell, and lets a test await it. */
function recorder<Item>() {
  const all: Item[] = [];
  const added = new EventEmitter();
  return {
    all,
    add(item: Item) {
      all.push(item);
      added.emit('added');
    },
    async reach(count: number) {
      while (all.length < count) await once(added, 'added');
    },
  };
}

/** Kysely ends only a pool that it was used on. */
async function closeDatabase({ close, pool }: Database<unknown>): Promise<void> {
  await close();
  if (!pool.ended) await pool.end();
}

async function cutConnections(address: { database: string }): Promise<void> {
  const admin = new pg.Client({ ...address, database: 'postgres' });
  await admin.connect();
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [address.database]);
  await admin.end();
}

async function untilItSucceeds(act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      // What a query is told on a connection that is being cut.
      if (!/terminat|EPIPE|ECONNRESET/.test(String(error))) throw error;
    }
  }
}
