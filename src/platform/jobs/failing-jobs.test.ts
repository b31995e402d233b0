/** Tests of jobs that fail, and of jobs whose process stops or dies. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import pg from 'pg';
import { NEVER_MS, type Note, note, recorder, setUp, until } from '../../../test/fixtures/jobs.ts';
import { newId } from '../ids.ts';
import { defineJob, JobFailed } from './jobs.ts';

test('a failed job is retried and finally dead, and does not affect the jobs that were claimed with it', async t => {
  const { open } = await setUp(t);
  const fragile = defineJob<Note>('fragile', { attempts: 3, delaySeconds: 0.01 });
  const enqueuer = await open([fragile, note], { work: false });
  const worker = await open([fragile, note], { pollMs: 20 });
  await enqueuer.jobs.enqueueMany(fragile, [{ text: 'good' }, { text: 'bad' }, { text: 'better' }]);
  const attempts = recorder<string>();
  worker.jobs.work(fragile, { concurrency: 3 }, async ({ text }, { attempt }) => {
    attempts.add(`${text} ${attempt}`);
    if (text === 'bad') throw new Error('it broke');
  });
  await attempts.reach(5);
  await worker.jobs.stop({ drainMs: NEVER_MS });

  assert.deepEqual(attempts.all.toSorted(), ['bad 1', 'bad 2', 'bad 3', 'better 1', 'good 1']);
  const reported = worker.errors.map(error => error instanceof JobFailed && [error.kind, error.attempt, error.dead]);
  assert.deepEqual(reported, [
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

test('the delay of a failed job doubles after each failure', async t => {
  const { open } = await setUp(t);
  const patient = defineJob<Note>('patient', { delaySeconds: 1_000, maxDelaySeconds: 10_000 });
  const { jobs, database } = await open([patient]);
  const attempts = recorder<number>();
  await jobs.enqueue(patient, { text: 'no' });
  jobs.work(patient, { concurrency: 1 }, async (_, { attempt }) => {
    attempts.add(attempt);
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
  await attempts.reach(1);
  // The delays are at least 500 and 1,000 seconds. A busy machine may need a minute of them to answer.
  const first = await waitSeconds();
  assert.ok(first > 440 && first <= 1_000, `${first}`);

  await database.pool.query('UPDATE jobs SET start_at = now()');
  await attempts.reach(2);
  const second = await waitSeconds();
  assert.ok(second > 940 && second <= 2_000, `${second}`);
  assert.deepEqual(attempts.all, [1, 2]);
});

test('the error of a dead job is stored for 14 days, whatever its text', async t => {
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

test('a running job is released to other processes when its process stops', async t => {
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

test('a stopping process waits for its jobs', async t => {
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

suite('a job whose process is gone', () => {
  const gone = newId();

  test('is retried at once, or is dead after its last attempt', async t => {
    const { open } = await setUp(t);
    const twice = defineJob<Note>('twice', { attempts: 2, delaySeconds: 1_000 });
    const { jobs, database, errors } = await open([twice], { pollMs: NEVER_MS, silenceSeconds: 4 });
    await jobs.enqueueMany(twice, [{ text: 'first' }, { text: 'last' }]);
    await database.pool.query(
      `UPDATE jobs SET state = 'active', runner_id = $1, attempts = CASE payload ->> 'text' WHEN 'first' THEN 1 ELSE 2 END`,
      [gone],
    );
    const attempts = recorder<string>();
    jobs.work(twice, { concurrency: 2 }, async ({ text }, { attempt }) => attempts.add(`${text} ${attempt}`));
    await attempts.reach(1);
    await jobs.stop({ drainMs: NEVER_MS });
    assert.deepEqual(attempts.all, ['first 2']);
    assert.equal((await jobs.statistics())[0]?.dead, 1);
    assert.equal(errors.length, 2);
    assert.match(String(errors[0]), /process that worked on job twice [0-9a-f-]+ has gone away/);
  });

  test('is left alone while that process lives', async t => {
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

  test('is also retried when the process lives but never received the reply to its claim', async t => {
    const { open } = await setUp(t);
    const { jobs, database, id } = await open([note], { silenceSeconds: 4 });
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const attempts = recorder<string>();
    await jobs.enqueue(note, { text: 'known' });
    jobs.work(note, { concurrency: 2 }, async ({ text }, { attempt }) => {
      attempts.add(`${text} ${attempt}`);
      await finished;
    });
    await attempts.reach(1);
    await database.pool.query(
      `INSERT INTO jobs (id, kind, payload, state, attempts, runner_id, started_at)
       VALUES ($1, 'note', '{"text": "unknown"}', 'active', 1, $2, now() - interval '5 s')`,
      [newId(), id],
    );
    await database.pool.query("UPDATE jobs SET started_at = now() - interval '5 s'");
    await attempts.reach(2);
    finish();
    await jobs.stop({ drainMs: NEVER_MS });
    assert.deepEqual(attempts.all, ['known 1', 'unknown 2']);
  });
});

test('an attempt that lost its job to another process changes nothing', async t => {
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

test('work continues after every connection was cut', async t => {
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
      // These are the errors of a query on a connection that is being cut.
      if (!/terminat|EPIPE|ECONNRESET/.test(String(error))) throw error;
    }
  }
}
