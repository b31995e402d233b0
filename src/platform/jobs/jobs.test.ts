import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { suite, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createLiveness } from '../heartbeat/liveness.ts';
import { newId } from '../ids.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { openListener } from '../postgres/listener.ts';
import { defineJob, JobFailed, type JobKind, type Jobs, openJobs } from './jobs.ts';

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
        `SELECT extract(epoch FROM start_at - now()) AS seconds FROM jobs WHERE state = 'waiting'`,
      );
      if (rows.length > 0) return rows[0].seconds;
    }
  };
  await tries.reach(1);
  const first = await waitSeconds();
  assert.ok(first > 490 && first <= 1_000, `${first}`);

  await database.pool.query('UPDATE jobs SET start_at = now()');
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
  assert.deepEqual((await database.pool.query('SELECT FROM jobs')).rows, []);
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

test('a delayed job starts when it is due', async t => {
  const { open } = await setUp(t);
  const { jobs } = await open([note], { pollMs: 20 });
  const dueAt = new Date(Date.now() + 300);
  await jobs.enqueue(note, { text: 'later' }, { startAfter: dueAt });
  await jobs.enqueue(note, { text: 'usual' });
  const starts = recorder<{ text: string; at: number }>();
  jobs.work(note, { concurrency: 1 }, async ({ text }) => starts.add({ text, at: Date.now() }));
  await starts.reach(2);
  assert.deepEqual(
    starts.all.map(({ text }) => text),
    ['usual', 'later'],
  );
  assert.ok((starts.all[1]?.at ?? 0) >= dueAt.getTime());
});

test('a kind that repeats makes one job for each time, however many processes there are', async t => {
  const { open } = await setUp(t);
  const hourly = defineJob<object>('hourly', { repeat: { everyMinutes: 60, offsetMinutes: 17 } });
  const both = [await open([hourly], { pollMs: 20 }), await open([hourly], { pollMs: 20 })];
  const payloads = recorder<object>();
  for (const { jobs } of both) jobs.work(hourly, { concurrency: 5 }, async payload => payloads.add(payload));
  const pool = both[0]?.database.pool;
  assert.ok(pool);
  for (let round = 1; round <= 5; round++) {
    await pool.query("UPDATE job_schedules SET next_at = now() - interval '3 hours'");
    await payloads.reach(round);
  }
  for (const { jobs } of both) await jobs.stop({ drainMs: NEVER_MS });
  assert.deepEqual(
    payloads.all,
    Array.from({ length: 5 }, () => ({})),
  );
  const { rows } = await pool.query(
    `SELECT extract(minute FROM next_at) AS minute, next_at > now() AND next_at <= now() + interval '1 hour' AS is_next
     FROM job_schedules`,
  );
  assert.deepEqual(rows, [{ minute: 17, is_next: true }]);
});

test('a time that comes while a job of the last one waits adds none', async t => {
  const { open } = await setUp(t);
  const often = defineJob<object>('often', { repeat: { everyMinutes: 1 } });
  const { jobs, database } = await open([often], { pollMs: 20 });
  for (const _ of [1, 2, 3]) {
    await database.pool.query('UPDATE job_schedules SET next_at = now()');
    await until(database, 'SELECT FROM job_schedules WHERE next_at > now()');
  }
  assert.deepEqual(await jobs.statistics(), [{ kind: 'often', waiting: 1, active: 0, dead: 0 }]);
});

test('schedules are those of the kinds that repeat now', async t => {
  const { open } = await setUp(t);
  const often = { everyMinutes: 10 };
  await open([defineJob('slower', { repeat: often }), defineJob('gone', { repeat: often })]);
  const daily = { everyMinutes: 24 * 60, offsetMinutes: 3 * 60 + 17 };
  const { database } = await open([defineJob('slower', { repeat: daily }), defineJob('new', { repeat: daily }), note]);
  const { rows } = await database.pool.query(
    `SELECT kind, every_minutes, next_at <= now() + interval '10 min' AS is_soon, to_char(next_at AT TIME ZONE 'UTC', 'HH24:MI') = '03:17' AS is_daily
     FROM job_schedules ORDER BY kind`,
  );
  // The time that was already set stays, and the next one follows the new rule.
  assert.deepEqual(rows, [
    { kind: 'new', every_minutes: 1440, is_soon: rows[0].is_soon, is_daily: true },
    { kind: 'slower', every_minutes: 1440, is_soon: true, is_daily: rows[1].is_daily },
  ]);
});

test('a kind that was not opened is refused', async t => {
  const { open } = await setUp(t);
  const { jobs } = await open([note]);
  await assert.rejects(jobs.enqueue(defineJob('unknown'), {}), /not among the kinds/);
  assert.throws(() => jobs.work(defineJob('unknown'), { concurrency: 1 }, async () => {}), /not among the kinds/);
  await assert.rejects(open([note, defineJob('note')]), /one name/);
});

suite('a job whose process is gone', () => {
  const gone = newId();

  test('is tried again at once, and is dead when that was its last try', async t => {
    const { open } = await setUp(t);
    const twice = defineJob<Note>('twice', { attempts: 2, delaySeconds: 1_000 });
    const { jobs, database, errors } = await open([twice], { pollMs: NEVER_MS, silenceSeconds: 4 });
    await jobs.enqueueMany(twice, [{ text: 'first' }, { text: 'last' }]);
    await database.pool.query(
      `UPDATE jobs SET state = 'active', runner_id = $1, attempts = CASE payload ->> 'text' WHEN 'first' THEN 1 ELSE 2 END`,
      [gone],
    );
    const tries = recorder<string>();
    jobs.work(twice, { concurrency: 2 }, async ({ text }, { attempt }) => tries.add(`${text} ${attempt}`));
    await tries.reach(1);
    await jobs.stop({ drainMs: NEVER_MS });
    assert.deepEqual(tries.all, ['first 2']);
    assert.equal((await jobs.statistics())[0]?.dead, 1);
    assert.equal(errors.length, 2);
    assert.match(String(errors[0]), /process that worked on job twice [0-9a-f-]+ has gone away/);
  });

  test('is not touched while that process lives', async t => {
    const { open } = await setUp(t);
    const { jobs, database } = await open([note], { silenceSeconds: 4 });
    await jobs.enqueueMany(note, [{ text: 'of a living process' }, { text: 'of a dead one' }]);
    await database.pool.query("INSERT INTO runners VALUES ($1, now() + interval '1 hour')", [gone]);
    await database.pool.query(
      `UPDATE jobs SET state = 'active', attempts = 1, runner_id = CASE payload ->> 'text' WHEN 'of a dead one' THEN $1::uuid ELSE $2 END`,
      [newId(), gone],
    );
    const texts = recorder<string>();
    jobs.work(note, { concurrency: 2 }, async ({ text }) => texts.add(text));
    await texts.reach(1);
    await jobs.stop({ drainMs: NEVER_MS });
    assert.deepEqual(texts.all, ['of a dead one']);
    assert.deepEqual(await jobs.statistics(), [{ kind: 'note', waiting: 0, active: 1, dead: 0 }]);
  });

  test('is found, too, when the process lives and never got the answer to its claim', async t => {
    const { open } = await setUp(t);
    const { jobs, database, id } = await open([note], { silenceSeconds: 4 });
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const tries = recorder<string>();
    await jobs.enqueue(note, { text: 'known' });
    jobs.work(note, { concurrency: 2 }, async ({ text }, { attempt }) => {
      tries.add(`${text} ${attempt}`);
      await finished;
    });
    await tries.reach(1);
    await database.pool.query(
      `INSERT INTO jobs (id, kind, payload, state, attempts, runner_id, started_at)
       VALUES ($1, 'note', '{"text": "unknown"}', 'active', 1, $2, now() - interval '5 s')`,
      [newId(), id],
    );
    await database.pool.query("UPDATE jobs SET started_at = now() - interval '5 s'");
    await tries.reach(2);
    finish();
    await jobs.stop({ drainMs: NEVER_MS });
    assert.deepEqual(tries.all, ['known 1', 'unknown 2']);
  });
});

test('an attempt that was taken away ends nothing', async t => {
  const { open } = await setUp(t);
  const { jobs, database } = await open([note]);
  const started = recorder<string>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  await jobs.enqueueMany(note, [{ text: 'returns' }, { text: 'throws' }]);
  jobs.work(note, { concurrency: 2 }, async ({ text }) => {
    started.add(text);
    await finished;
    if (text === 'throws') throw new Error('too late');
  });
  await started.reach(2);
  const other = newId();
  await database.pool.query("INSERT INTO runners VALUES ($1, now() + interval '1 hour')", [other]);
  await database.pool.query('UPDATE jobs SET runner_id = $1, attempts = 2', [other]);
  finish();
  await jobs.stop({ drainMs: NEVER_MS });
  const { rows } = await database.pool.query('SELECT state, attempts, runner_id, error FROM jobs');
  const untouched = { state: 'active', attempts: 2, runner_id: other, error: null };
  assert.deepEqual(rows, [untouched, untouched]);
});

test('why a job failed is kept for 14 days, whatever the text', async t => {
  const { open } = await setUp(t);
  const once = defineJob<Note>('once', { attempts: 1 });
  const { jobs, database } = await open([once], { silenceSeconds: 4 });
  jobs.work(once, { concurrency: 2 }, async ({ text }) => {
    throw new Error(`${text}\0`);
  });
  await jobs.enqueueMany(once, [{ text: 'new' }, { text: 'old' }]);
  await until(database, "SELECT FROM jobs HAVING count(*) FILTER (WHERE state = 'dead') = 2");
  await database.pool.query("UPDATE jobs SET started_at = now() - interval '15 days' WHERE payload ->> 'text' = 'old'");
  await until(database, 'SELECT FROM jobs HAVING count(*) = 1');
  const { rows } = await database.pool.query('SELECT error FROM jobs');
  assert.deepEqual(rows, [{ error: 'new\ufffd' }]);
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

interface Process {
  jobs: Jobs;
  database: Database<unknown>;
  /** As which it claims jobs. */
  id: string;
  errors: unknown[];
}

/** A database of one's own, and what stands for processes that share it. */
async function setUp(t: TestContext) {
  const { address, drop } = await createTestDatabase();
  const closings: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closings.reverse()) await close();
    await drop();
  });

  async function open(
    kinds: readonly JobKind<object>[],
    { work = true, pollMs = 1_000, silenceSeconds = 15 } = {},
  ): Promise<Process> {
    const database = openDatabase(address, { maxConnections: 10 });
    closings.push(() => database.close());
    const listener = await openListener(address);
    closings.push(() => listener.close());
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const liveness = createLiveness({ database, silenceSeconds, hungSeconds: 60, onError });
    closings.push(() => liveness.leave());
    const jobs = await openJobs({ database, listener, ...(work && { liveness }), kinds, onError, pollMs });
    closings.push(() => jobs.stop({ drainMs: 0 }));
    return { jobs, database, id: liveness.id, errors };
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

/** Until a query gives a row. */
async function until({ pool }: Database<unknown>, query: string): Promise<void> {
  while ((await pool.query(query)).rows.length === 0) await pool.query('SELECT pg_sleep(0.05)');
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
