/**
 * Kills processes with `kill -9` in a round of a repeat, between two rounds and during the delay between them. Another process
 * continues with the round that was under way: no finished round is repeated, and none is left out.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { dyingAt } from '../support/points.ts';
import { call, inReverse, until } from '../support/process.ts';
import { casesOf, firstPer } from '../support/tiers.ts';

const hooks = inReverse({ after });
const openPlace = await openPlaces();
/** One test after the other uses it, because the worker of one would continue the runs of another. */
let world: CrashWorld;
before(async () => {
  world = await openCrashWorld(hooks);
});

/** Asks another system in three rounds, which tells how often it was asked in each. */
async function createRepeat(delay_seconds: number) {
  const asked: string[] = [];
  const place = openPlace((request, response) => {
    asked.push(request.path.split('/').at(-1) ?? '');
    json({ n: asked.length })(request, response);
  });
  const definition = {
    nodes: [
      node('start', 'trigger.manual'),
      node('again', 'repeat', { until: 'round == 3', result: '{{ (last or []) + [round] }}', delay_seconds }),
      node('ask', 'http.request', { url: `${place.url}/{{ round }}` }),
      node('done', 'output', { value: '{{ steps.again.output }}' }),
    ],
    edges: [edge('start', 'again'), edge('again', 'ask', 'round'), edge('again', 'done', 'done')],
  };
  const { id } = await world.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Repeat', definition });
  return { workflow_id: id, asked };
}

const readRun = (id: string) => world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {});

async function awaitStatus(id: string, ...statuses: string[]): Promise<Run> {
  await until(async () => statuses.includes((await readRun(id)).status), `the run is ${statuses.join(' or ')}`);
  return readRun(id);
}

async function beginAndDieAt(point: string, passing: number, workflow_id: string): Promise<string> {
  const environment = { ...ENVIRONMENT, ...dyingAt(point, passing) };
  const victim = await world.heddle.serve({ words: ['--no-worker'], environment });
  await call(victim.url, '/api/v3/workflow/run', { workflow_id }).catch(() => undefined);
  await assertKilled(victim.process);
  const found = 'SELECT id FROM runs WHERE workflow_id = $1';
  return (await world.client.query<{ id: string }>(found, [workflow_id])).rows[0]?.id ?? '';
}

function assertWhole(run: Run): void {
  assert.equal(run.status, 'success', run.error);
  assert.deepEqual(JSON.parse(run.output_json), { rounds: 3, last: [1, 2, 3], ended: 'until' });
  const rounds = run.steps.filter(({ node_id }) => node_id === 'ask').map(({ iteration }) => iteration);
  assert.deepEqual(rounds, [[0], [1], [2]]);
}

const isFirst = (_point: string, index: number) => index === 0;

suite('a repeat whose process is killed', () => {
  // A round that was under way may have been asked for already, so it may be asked for twice.
  const cases: [point: string, passing: number, delaySeconds: number, expected: string[]][] = [
    ['step.starting', 2, 0, ['1', '2', '3']],
    ['step.performed', 2, 0, ['1', '2', '2', '3']],
    ['run.saved', 2, 0, ['1', '2', '3']],
    ['wait.opening', 1, 0.5, ['1', '2', '3']],
    ['wait.opened', 1, 0.5, ['1', '2', '3']],
    ['wait.opened', 2, 0.5, ['1', '2', '3']],
    ['step.performed', 2, 0.5, ['1', '2', '3']],
  ];
  const firstOfDelay = firstPer<(typeof cases)[number]>(([, , delaySeconds]) => delaySeconds);
  for (const [point, passing, delaySeconds, expected] of casesOf(cases, firstOfDelay)) {
    test(`at ${point} (${passing}) with a delay of ${delaySeconds} s repeats no finished round`, async () => {
      const { workflow_id, asked } = await createRepeat(delaySeconds);
      const id = await beginAndDieAt(point, passing, workflow_id);
      assertWhole(await world.withWorker(() => awaitStatus(id, 'success', 'failed')));
      assert.deepEqual(asked, expected);
    });
  }

  for (const point of casesOf(['run.pausing', 'run.paused'], isFirst)) {
    test(`at ${point} waits for the rest of a long delay`, async () => {
      const { workflow_id, asked } = await createRepeat(3600);
      const id = await beginAndDieAt(point, 1, workflow_id);
      await finishByWorkers(id, 0);
      assert.deepEqual(asked, ['1', '2', '3']);
    });
  }

  for (const point of casesOf(['wait.ending', 'wait.ended', 'run.claimed'], isFirst)) {
    test(`at ${point} after a long delay begins the next round once`, async () => {
      const { workflow_id, asked } = await createRepeat(3600);
      const { id } = await world.ask<Run>('/api/v3/workflow/run', { workflow_id });
      await endDelay(id);
      await world.workUntilKilled(point);
      await finishByWorkers(id, point === 'wait.ending' ? 0 : 1);
      assert.deepEqual(asked, ['1', '2', '3']);
    });
  }

  /** Ends the delays that are left, so many of which are over. */
  async function finishByWorkers(id: string, over: number): Promise<void> {
    await world.withWorker(async () => {
      for (let delay = over; delay < 2; delay++) {
        await until(
          async () => (await countPauses(id, 'waiting')) === 1 && (await countPauses(id, 'success')) === delay,
          'the run waits',
        );
        await awaitStatus(id, 'waiting');
        await endDelay(id);
      }
      assertWhole(await awaitStatus(id, 'success', 'failed'));
    });
  }

  async function countPauses(id: string, status: string): Promise<number> {
    const { steps } = await readRun(id);
    return steps.filter(step => step.node_id === 'again' && step.iteration.length === 1 && step.status === status)
      .length;
  }

  const endDelay = (id: string) => world.client.query('UPDATE run_waits SET due_at = now() WHERE run_id = $1', [id]);
});
