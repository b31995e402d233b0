/** What happens to jobs whose process dies, stops or takes long. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createLiveness } from '../../src/platform/heartbeat/liveness.ts';
import { defineJob, openJobs } from '../../src/platform/jobs/jobs.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { openListener } from '../../src/platform/postgres/listener.ts';
import { createTestDatabase } from '../support/database.ts';

const WORKER = path.join(import.meta.dirname, 'jobs-worker.ts');
const held = defineJob<object>('held');
/** The time of silence after which a process counts as dead. In production it is 15 s. */
const SILENCE_SECONDS = 3;
suite('jobs', { concurrency: true }, () => {
  test('another process runs the job of a killed one', async t => {
    const { open, startWorker } = await setUp(t);
    const { jobs } = await open();
    const child = await startWorker();
    await jobs.enqueue(held, {});
    await once(child, 'message');
    child.kill('SIGKILL');
    const { promise: attempted, resolve } = Promise.withResolvers<number>();
    jobs.work(held, { concurrency: 1 }, async (_, { attempt }) => resolve(attempt));
    assert.equal(await attempted, 2);
  });

  test('a process that was stopped gives up the job that another one has taken', async t => {
    const { open, startWorker } = await setUp(t);
    const { jobs } = await open();
    const child = await startWorker();
    await jobs.enqueue(held, {});
    await once(child, 'message');
    child.kill('SIGSTOP');
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    jobs.work(held, { concurrency: 1 }, async () => {
      take();
      await finished;
    });
    await taken;
    child.kill('SIGCONT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    // The handler of the other process has returned, yet the job is not done, because it belongs to this process now.
    assert.deepEqual(await jobs.statistics(), [{ kind: 'held', waiting: 0, active: 1, dead: 0 }]);
    finish();
  });

  test('a job that takes longer than the allowed silence runs once', async t => {
    // The promise holds for a process that is heard in time, and a busy machine may let one stand still for so long.
    for (let silenceSeconds = SILENCE_SECONDS, wasHeard = false; !wasHeard; silenceSeconds *= 2) {
      const { open } = await setUp(t, silenceSeconds);
      const both = [await open(), await open()];
      let starts = 0;
      const { promise: ended, resolve: end } = Promise.withResolvers<boolean>();
      for (const { jobs, liveness } of both) {
        // A process that finds nothing to claim has no heartbeat, and would not count as heard.
        await liveness.register();
        jobs.work(held, { concurrency: 1 }, async (_, { signal }) => {
          starts++;
          await delay(silenceSeconds * 2_000);
          end(signal.aborted);
        });
      }
      await both[0]?.jobs.enqueue(held, {});
      const wasAborted = await ended;
      wasHeard = both.every(({ liveness }) => liveness.isAlive && liveness.lapses === 0);
      if (wasHeard) assert.deepEqual({ wasAborted, starts }, { wasAborted: false, starts: 1 });
    }
  });
});

async function setUp(t: TestContext, silenceSeconds = SILENCE_SECONDS) {
  const { address, drop } = await createTestDatabase();
  const closings: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closings.reverse()) await close();
    await drop();
  });

  async function open() {
    const database = openDatabase(address, { maxConnections: 5 });
    closings.push(() => database.close());
    const listener = await openListener(address);
    closings.push(() => listener.close());
    const onError = () => {};
    const liveness = createLiveness({ database, silenceSeconds, hungSeconds: 60, onError });
    closings.push(() => liveness.leave());
    const jobs = await openJobs({ database, listener, liveness, kinds: [held], onError });
    closings.push(() => jobs.stop({ drainMs: 1_000 }));
    return { jobs, liveness };
  }

  async function startWorker(): Promise<ChildProcess> {
    const child = fork(WORKER, [JSON.stringify(address), `${silenceSeconds}`], { execArgv: [] });
    await once(child, 'spawn');
    closings.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    return child;
  }
  return { open, startWorker };
}
