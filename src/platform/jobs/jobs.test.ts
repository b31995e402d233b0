import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NEVER_MS, note, recorder, setUp } from '../../../test/fixtures/jobs.ts';
import { defineJob } from './jobs.ts';

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

  // A worker may find the first job when it starts. After that, it learns of jobs by notifications alone.
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

test('a process that only enqueues executes no jobs', async t => {
  const { open } = await setUp(t);
  const enqueuer = await open([note], { work: false });
  enqueuer.jobs.work(note, { concurrency: 1 }, () => assert.fail('worked'));
  const worker = await open([note]);
  await enqueuer.jobs.enqueue(note, { text: 'for the other' });
  const texts = recorder<string>();
  worker.jobs.work(note, { concurrency: 1 }, async ({ text }) => texts.add(text));
  await texts.reach(1);
});

test('two processes together execute each of 500 jobs once', async t => {
  const { open } = await setUp(t);
  const both = [await open([note]), await open([note])];
  const texts = recorder<string>();
  const workedBy = new Set<number>();
  // Each waits for the other, because a fast one could execute all of them alone.
  const bothWork = Promise.withResolvers<void>();
  for (const [index, { jobs }] of both.entries()) {
    jobs.work(note, { concurrency: 10 }, async ({ text }) => {
      workedBy.add(index);
      if (workedBy.size === 2) bothWork.resolve();
      await bothWork.promise;
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

test('a slow job does not delay the others, and the concurrency is never exceeded', async t => {
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

test('only one job of a key waits, with the payload that was enqueued last', async t => {
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
  // A running job does not see later changes, so one more job of the key may wait and start beside it.
  await jobs.enqueue(note, { text: 'newest' }, { key: 'a' });
  await texts.reach(5);
  finish();
  assert.equal(texts.all[4], 'newest');
});

test('many transactions that enqueue one key at once leave one job', async t => {
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

test('a waiting job does not start while a transaction that enqueued its key again is open', async t => {
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
  const { jobs, database } = await open([note], { pollMs: 20 });
  await jobs.enqueue(note, { text: 'later' }, { startAfter: new Date(Date.now() + NEVER_MS) });
  await jobs.enqueue(note, { text: 'usual' });
  const texts = recorder<string>();
  jobs.work(note, { concurrency: 1 }, async ({ text }) => texts.add(text));
  await texts.reach(1);
  assert.deepEqual(texts.all, ['usual']);
  await database.pool.query(`UPDATE jobs SET start_at = now() WHERE payload ->> 'text' = 'later'`);
  await texts.reach(2);
  assert.deepEqual(texts.all, ['usual', 'later']);
});

test('an unknown kind and a duplicate name are refused', async t => {
  const { open } = await setUp(t);
  const { jobs } = await open([note]);
  assert.throws(() => jobs.work(defineJob('unknown'), { concurrency: 1 }, async () => {}), /not among the kinds/);
  await assert.rejects(open([note, defineJob('note')]), /one name/);
});
