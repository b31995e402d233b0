/**
 * Kills processes with `kill -9` while they start and execute replays, work through batches, and cancel runs. Every replay
 * exists once or not at all, adopted steps are never executed again, and a cancelled run stays cancelled.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { RunBatch } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { type Outside, openOutside } from '../support/outside.ts';
import { stoppingAt } from '../support/points.ts';
import { call, inReverse, temporaryFolder, until } from '../support/process.ts';
import { COMPLETE_ONLY, casesOf, firstPer, test as testOnce } from '../support/tiers.ts';

const requestReplay = (run: Run) => ({ run_id: run.id, from: 'failed', version: 'draft' });

/** The number of runs in a batch. */
const RUNS = 60;

const hooks = inReverse({ after });
let outside: Outside;
/** One test after the other uses it, because the worker of one would do the work of another. */
let world: CrashWorld;
let names = 0;
before(async () => {
  outside = await openOutside(hooks);
  world = await openCrashWorld(hooks);
});

function define(name: string, middle: string): Definition {
  const request = (id: string) => node(id, 'http.request', { url: `${outside.url}/${name}/${id}` });
  return chain(
    request('first'),
    node('middle', 'transform', { value: middle }),
    request('second'),
    node('done', 'output', { value: '{{ steps.first.output.body.nonce }} {{ steps.second.output.body.nonce }}' }),
  );
}

/** A run that failed after its first effect, and whose draft was mended since. */
async function createFailedRun(): Promise<{ name: string; run: Run }> {
  const name = `replay-${++names}`;
  const { id } = await world.ask<{ id: string }>('/api/v3/workflow/create', {
    name,
    definition: define(name, '{{ 1 / 0 }}'),
  });
  const run = await world.ask<Run>('/api/v3/workflow/run', { workflow_id: id });
  assert.equal(run.status, 'failed');
  await world.ask('/api/v3/workflow/update', { id, definition: define(name, 'fine') });
  return { name, run };
}

async function findReplays(run: Run): Promise<string[]> {
  const { rows } = await world.client.query<{ id: string }>('SELECT id FROM runs WHERE replay_of = $1', [run.id]);
  return rows.map(({ id }) => id);
}

async function awaitEnd(runId: string): Promise<Run> {
  const read = () => world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${runId}`, {});
  await until(async () => (await read()).finished_at !== null, 'the run has ended');
  return read();
}

async function checkReplay(name: string, run: Run, replayId: string): Promise<void> {
  const replay = await awaitEnd(replayId);
  assert.equal(replay.status, 'success', replay.error);
  const requests = outside.under(`/${name}/`);
  const firsts = requests.filter(({ path }) => path.endsWith('/first'));
  assert.equal(firsts.length, 1, 'the adopted step was not executed again');
  const seconds = requests.filter(({ path }) => path.endsWith('/second'));
  assert.deepEqual(new Set(seconds.map(({ key }) => key)), new Set([`${run.id}-second`]));
  const result = String(JSON.parse(replay.output_json));
  assert.ok(
    seconds.some(({ nonce }) => result === `${firsts[0]?.nonce} ${nonce}`),
    result,
  );
}

async function createFailedRuns(): Promise<string> {
  const definition = chain(node('bad', 'transform', { value: '{{ 1 / 0 }}' }));
  const { id } = await world.ask<{ id: string }>('/api/v3/workflow/create', { name: `batch-${++names}`, definition });
  await Promise.all(Array.from({ length: RUNS }, () => world.ask('/api/v3/workflow/run', { workflow_id: id })));
  return id;
}

async function countReplays(workflowId: string): Promise<Map<string, number>> {
  const { rows } = await world.client.query<{ replay_of: string; count: string }>(
    'SELECT replay_of, count(*) FROM runs WHERE workflow_id = $1 AND replay_of IS NOT NULL GROUP BY 1',
    [workflowId],
  );
  return new Map(rows.map(({ replay_of, count }) => [replay_of, Number(count)]));
}

/** Starts a run whose second effect is answered only when `release` is called. */
async function startBlocked(at: string) {
  const name = `cancel-${++names}`;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  hooks.after(async () => release());
  outside.delayAnswers(`/${name}/second`, released);
  const { id } = await world.ask<{ id: string }>('/api/v3/workflow/create', {
    name,
    definition: define(name, 'fine'),
  });
  const answer = call(at, '/api/v3/workflow/run', { workflow_id: id });
  answer.catch(() => {});
  await until(() => outside.under(`/${name}/`).length > 0, 'its first effect has begun');
  const find = async () => {
    const { rows } = await world.client.query<{ id: string; status: string; lease: number }>(
      'SELECT id, status, lease FROM runs WHERE workflow_id = $1',
      [id],
    );
    return rows[0] ?? assert.fail('the run is not there');
  };
  return { name, answer, release, find };
}

suite('a replay whose process is killed', () => {
  for (const [point, exists] of [
    ['replay.queueing', false],
    ['replay.queued', true],
  ] as const) {
    testOnce(`exists as a whole or not at all, at ${point}`, async () => {
      const { name, run } = await createFailedRun();
      const victim = await world.serveDyingAt(point);
      await assert.rejects(call(victim.url, '/api/v1/run/replay', requestReplay(run)));
      await assertKilled(victim.process);
      assert.equal((await findReplays(run)).length, exists ? 1 : 0);
      if (!exists) await world.ask('/api/v1/run/replay', requestReplay(run));
      const [replayId = ''] = await findReplays(run);
      await world.withWorker(() => checkReplay(name, run, replayId));
    });
  }

  // The quick tier has these points in `run-points.test.ts`.
  for (const point of ['run.claimed', 'run.saving', 'step.starting', 'step.performed', 'run.ending', 'run.ended']) {
    test(`while it is executed is continued with what it has adopted, at ${point}`, COMPLETE_ONLY, async () => {
      const { name, run } = await createFailedRun();
      await world.ask('/api/v1/run/replay', requestReplay(run));
      await world.workUntilKilled(point);
      const [replayId = ''] = await findReplays(run);
      await world.withWorker(() => checkReplay(name, run, replayId));
    });
  }
});

suite('a batch whose process is killed', () => {
  for (const [point, passing] of casesOf(
    [
      ['batch.saving', 1],
      ['batch.saved', 1],
      ['batch.saving', 2],
    ] as const,
    firstPer(([point]) => point),
  )) {
    test(`is continued, and deals with every run once, at ${point}, passing ${passing}`, async () => {
      const workflow_id = await createFailedRuns();
      const request = { filters: { workflow_id }, from: 'failed', version: 'same' };
      const batch = await world.ask<RunBatch>('/api/v1/run/replay_many', request);
      assert.equal(batch.total, RUNS);
      await world.workUntilKilled(point, passing);
      const left = await world.ask<RunBatch>('/api/v1/run/batch/get', { batch_id: batch.id });
      assert.equal((await countReplays(workflow_id)).size, left.done, 'the position is that of the replays');
      assert.ok(left.done < RUNS);
      await world.withWorker(() =>
        until(async () => {
          const { status } = await world.ask<RunBatch>('/api/v1/run/batch/get', { batch_id: batch.id });
          return status === 'done';
        }, 'the batch is done'),
      );
      const replays = await countReplays(workflow_id);
      assert.deepEqual([replays.size, new Set(replays.values())], [RUNS, new Set([1])]);
      const { succeeded, refusals } = await world.ask<RunBatch>('/api/v1/run/batch/get', { batch_id: batch.id });
      assert.deepEqual([succeeded, refusals], [RUNS, []]);
    });
  }
});

suite('a cancellation', () => {
  for (const [point, status] of [
    ['run.cancelling', 'running'],
    ['run.cancelled', 'cancelled'],
  ] as const) {
    testOnce(`happens as a whole or not at all when its process is killed at ${point}`, async () => {
      const { name, answer, release, find } = await startBlocked(world.url);
      await until(() => outside.under(`/${name}/second`).length > 0, 'its second effect has begun');
      const victim = await world.serveDyingAt(point);
      await assert.rejects(call(victim.url, '/api/v1/run/cancel', { run_id: (await find()).id }));
      await assertKilled(victim.process);
      assert.equal((await find()).status, status);
      if (status === 'running') release();
      const run = (await answer).body as Run;
      assert.equal(run.status, status === 'running' ? 'success' : 'cancelled');
      release();
    });
  }

  for (const [point, status] of [
    ['run.cancelling', 'waiting'],
    ['run.cancelled', 'cancelled'],
  ] as const) {
    test(`with /api/v3 does the same at ${point}`, COMPLETE_ONLY, async () => {
      const { id: workflow_id } = await world.ask<{ id: string }>('/api/v3/workflow/create', {
        name: `cancel-${++names}`,
        definition: chain(node('pause', 'wait', { seconds: 3_600 })),
      });
      const { id: run_id } = await world.ask<Run>('/api/v3/workflow/run', { workflow_id });
      const victim = await world.serveDyingAt(point);
      await assert.rejects(call(victim.url, '/api/v3/workflow/run/cancel', { run_id }));
      await assertKilled(victim.process);
      const left = await world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run_id}`, {});
      assert.equal(left.status, status);
    });
  }

  for (const point of ['run.saving', 'step.performed'] as const) {
    test(`holds although the process that executes the run stands still at ${point}`, COMPLETE_ONLY, async () => {
      const still = stoppingAt(await temporaryFolder(hooks), point, 1);
      const { process: late, url: lateUrl } = await world.heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...still.environment },
      });
      const { name, answer, find, release } = await startBlocked(lateUrl);
      release();
      await still.reached(late);
      const { id, lease } = await find();
      const cancelled = await world.ask<Run>('/api/v1/run/cancel', { run_id: id, reason: 'enough' });
      assert.equal(cancelled.status, 'cancelled');
      await still.release();
      const run = (await answer).body as Run;
      assert.deepEqual([run.id, run.status, run.error], [id, 'cancelled', 'enough']);
      assert.deepEqual(await find(), { id, status: 'cancelled', lease: lease + 1 });
      assert.equal(outside.under(`/${name}/second`).length, 0, 'no further effect began');
      // What only that process knew of the run is adopted by a replay.
      const replay = await world.ask<Run>('/api/v1/run/replay', { run_id: id, from: 'failed', version: 'same' });
      await world.withWorker(async () => assert.equal((await awaitEnd(replay.id)).status, 'success'));
      assert.equal(outside.under(`/${name}/first`).length, 1);
      assert.equal((await late.end('SIGTERM')).code, 0);
    });
  }
});
