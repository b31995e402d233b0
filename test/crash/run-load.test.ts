/**
 * Starts many runs at two processes that are killed at random moments and started again. Every run ends as if nothing
 * had happened. `HEDDLE_TEST_SEED=<seed>` repeats the moments of an earlier run as far as possible.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { randomNumbers } from '../support/chaos-load.ts';
import { type Disturbed, ENVIRONMENT, insistOnRun, openWorld, runInDatabase } from '../support/disturbed-runs.ts';
import { inReverse } from '../support/process.ts';
import { SHAPES } from '../support/run-shapes.ts';

const RUNS = 70;
const CLIENTS = 30;
const KILLS = 4;
const LONGEST_ANSWER_MS = 150;
/** Processes are killed while both have effects in progress, however fast the machine is. */
const BETWEEN_KILLS_REQUESTS = { least: 10, most: 30 };

test('runs under load whose processes are killed at random end as if nothing had happened', async t => {
  const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  const random = randomNumbers(seed);
  const { outside, heddle, survivor, runs, client } = await openWorld(inReverse(t));
  let next = Promise.withResolvers<void>();
  let nextAt = Number.POSITIVE_INFINITY;
  outside.onSeen = () => {
    if (outside.seen.length >= nextAt) next.resolve();
    return delay(random() * LONGEST_ANSWER_MS);
  };
  const disturbed: Disturbed[] = [];
  for (let index = 0; index < RUNS; index++) {
    disturbed.push(await runs.create(survivor, SHAPES[index % SHAPES.length] ?? 'sequence'));
  }
  const serve = () => heddle.serve({ environment: ENVIRONMENT });
  const services = [await serve(), await serve()];

  const waiting = disturbed.entries();
  const runAll = async () => {
    for (const [index, each] of waiting) {
      const first = index % services.length;
      const urls = () => [...services.slice(first), ...services.slice(0, first)].map(({ url }) => url);
      runs.check(await insistOnRun(urls, each, random() < 0.5 ? 'key' : 'keyed stream'), each);
    }
  };
  const kill = async () => {
    for (let count = 0; count < KILLS; count++) {
      const { least, most } = BETWEEN_KILLS_REQUESTS;
      next = Promise.withResolvers();
      nextAt = outside.seen.length + least + Math.floor(random() * (most - least));
      await Promise.race([next.promise, over]);
      const index = Math.floor(random() * services.length);
      await services[index]?.process.end('SIGKILL');
      services[index] = await serve();
    }
  };
  const over = Promise.all(Array.from({ length: CLIENTS }, runAll));
  await Promise.all([kill(), over]);

  for (const each of disturbed) assert.equal((await runInDatabase(client, each))?.status, 'success');
  const { rows } = await client.query(
    'SELECT max(lease) AS most, count(*) FILTER (WHERE lease > 1) AS moved FROM runs',
  );
  t.diagnostic(`${rows[0].moved} runs changed hands, one of them ${rows[0].most - 1} times`);
  assert.ok(rows[0].moved > 0);
});
