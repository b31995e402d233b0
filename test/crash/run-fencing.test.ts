/**
 * A process stops for longer than its lease and continues after another has finished its run. It saves nothing, starts
 * no new effect, answers with the result of the other process, and stays alive.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  awaitEndedRun,
  beginRun,
  ENVIRONMENT,
  openWorld,
  repeatRun,
  runInDatabase,
  type Way,
  type World,
} from '../support/disturbed-runs.ts';
import { stoppingAt } from '../support/points.ts';
import { inReverse, temporaryFolder, until } from '../support/process.ts';
import type { Shape } from '../support/run-shapes.ts';
import { COMPLETE_ONLY, casesOf, firstPer } from '../support/tiers.ts';

interface Case {
  point: string;
  passing: number;
  shape: Shape;
  way: Way;
  /** The number of effects in progress, which the outside server may see once more. */
  again: number;
}

/** The quick tier stops one process that has done nothing yet, and one with effects in progress. */
const cases = casesOf<Case>(
  [
    { point: 'run.accepting', passing: 1, shape: 'sequence', way: 'key', again: 0 },
    { point: 'run.accepted', passing: 1, shape: 'parallel', way: 'key', again: 0 },
    { point: 'run.saving', passing: 2, shape: 'long', way: 'stream', again: 0 },
    { point: 'run.saved', passing: 1, shape: 'sequence', way: 'key', again: 0 },
    { point: 'step.starting', passing: 1, shape: 'parallel', way: 'key', again: 1 },
    { point: 'step.starting', passing: 2, shape: 'loop', way: 'stream', again: 2 },
    { point: 'step.performed', passing: 1, shape: 'parallel', way: 'stream', again: 0 },
    { point: 'step.performed', passing: 2, shape: 'sequence', way: 'key', again: 0 },
    { point: 'run.ending', passing: 1, shape: 'loop', way: 'key', again: 0 },
  ],
  firstPer(({ again }) => again > 0),
);

const hooks = inReverse({ after });
let world: World;
let folder: string;
before(async () => {
  world = await openWorld(hooks);
  folder = await temporaryFolder(hooks);
});

suite('a process that continues too late changes nothing', { concurrency: true }, () => {
  for (const { point, passing, shape, way, again } of cases) {
    test(`of a run (${shape}, ${way}) after ${point}, passing ${passing}`, async () => {
      const { heddle, runs, survivor, outside, client } = world;
      const still = stoppingAt(folder, point, passing);
      const { process: late, url } = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...still.environment },
      });
      const disturbed = await runs.create(survivor, shape);
      const asked = beginRun(url, disturbed, way);
      await still.reached(late);
      // Before the run is saved, no process can take it over: the client loses patience and asks another process.
      const left = await runInDatabase(client, disturbed);
      const run = left ? await awaitEndedRun(survivor, left.id) : await repeatRun(survivor, disturbed);
      runs.check(run, disturbed, left);
      const row = await readRow(run.id);
      const seenBefore = outside.under(`/${disturbed.name}/`).length;

      await still.release();
      assert.deepEqual(await asked, { id: run.id, ended: true }, 'its client is told what the other process did');
      const next = await runs.create(survivor, shape);
      const { id: nextId = '' } = await beginRun(url, next, way);
      runs.check(await awaitEndedRun(url, nextId), next);
      assert.equal((await late.end('SIGTERM')).code, 0);
      assert.deepEqual(await readRow(run.id), row);
      runs.check(await awaitEndedRun(survivor, run.id), disturbed);
      const seenAfterwards = outside.under(`/${disturbed.name}/`).length - seenBefore;
      assert.ok(seenAfterwards <= again, `it did ${seenAfterwards} effects afterwards`);
    });
  }
});

suite('a process that continues while its successor works changes nothing', { concurrency: true }, () => {
  // At these points it still has to save a step, or the end of the run.
  for (const [point, effect] of [
    ['run.saving', 'first'],
    ['run.ending', 'third'],
  ] as const) {
    test(`after ${point}`, COMPLETE_ONLY, async () => {
      const { heddle, runs, survivor, outside, client } = world;
      const still = stoppingAt(folder, point, 1);
      const { process: late, url } = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...still.environment },
      });
      const disturbed = await runs.create(survivor, 'sequence');
      const asked = beginRun(url, disturbed, 'key');
      await still.reached(late);
      const path = `/${disturbed.name}/${effect}`;
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      outside.delayAnswers(path, answered);
      await until(() => outside.under(path).length === 2, 'its successor is at the same step');
      const before = await runInDatabase(client, disturbed);
      assert.equal(before?.lease, 2);

      await still.release();
      const next = await runs.create(survivor, 'sequence');
      const { id: nextId = '' } = await beginRun(url, next, 'key');
      runs.check(await awaitEndedRun(url, nextId), next);
      assert.deepEqual(await runInDatabase(client, disturbed), before);
      answer();
      assert.deepEqual(await asked, { id: before.id, ended: true });
      const run = await awaitEndedRun(survivor, before.id);
      runs.check(run, disturbed, before);
      const successors = outside.under(path)[1]?.nonce ?? '';
      assert.ok(run.steps.some(({ output_json }) => output_json.includes(successors)));
      assert.equal((await late.end('SIGTERM')).code, 0);
    });
  }
});

async function readRow(id: string): Promise<unknown> {
  const { rows } = await world.client.query(
    'SELECT runs.*, (SELECT count(*) FROM run_steps WHERE run_id = runs.id) AS steps_kept FROM runs WHERE id = $1',
    [id],
  );
  assert.equal(rows.length, 1);
  return rows[0];
}
