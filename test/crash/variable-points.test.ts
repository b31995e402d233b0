/** Kills processes whose runs have read variables. Whoever continues the runs sees the same values, although they changed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { awaitEndedRun } from '../support/disturbed-runs.ts';
import { openOutside } from '../support/outside.ts';
import { call, inReverse, until } from '../support/process.ts';

/** Creates a variable, and returns what changes it. */
async function createColor(world: CrashWorld, value: string): Promise<(value: string) => Promise<unknown>> {
  const { id } = await world.ask<{ id: string }>('/api/v1/variable/create', { name: 'color', type: 'text', value });
  return next => world.ask('/api/v1/variable/update', { id, value: next });
}

/** A pure step, which is computed again after a crash, an effect, and a step after it. */
function defineSteps(outsideUrl: string) {
  return [
    node('first', 'transform', { value: '{{ vars.color }}' }),
    node('effect', 'http.request', { method: 'POST', url: `${outsideUrl}/{{ vars.color }}`, body: {} }),
    node('done', 'output', { value: '{{ steps.first.output }} {{ vars.color }} {{ vars["col" ~ "or"] }}' }),
  ];
}

/** Where the process that first claims a queued run dies, and what the next one sees. */
const QUEUED = [
  ['run.claimed', 'blue'],
  ['run.variables-saved', 'red'],
] as const;

suite('variables', { concurrency: 3 }, () => {
  test('a run that is killed between two steps sees the same variables after it', async t => {
    const ends = inReverse(t);
    const outside = await openOutside(ends);
    const world = await openCrashWorld(ends);
    const victim = await world.serveDyingAt('step.performed');
    const change = await createColor(world, 'red');
    const definition = chain(...defineSteps(outside.url));
    const { id: workflow_id } = await world.ask<{ id: string }>('/api/v3/workflow/create', {
      name: 'Colors',
      definition,
    });
    await call(victim.url, '/api/v3/workflow/run', { workflow_id, input: {} }).catch(() => undefined);
    await assertKilled(victim.process);
    await change('blue');
    const found = 'SELECT id FROM runs WHERE workflow_id = $1';
    const { rows } = await world.client.query<{ id: string }>(found, [workflow_id]);
    const run = await world.withWorker(() => awaitEndedRun(world.url, rows[0]?.id ?? ''));
    assert.deepEqual([run.status, run.output_json], ['success', '"red red red"']);
    assert.deepEqual(new Set(outside.seen.map(({ path }) => path)), new Set(['/red']));
  });

  for (const [point, seen] of QUEUED) {
    test(`a queued run whose process is killed at ${point} sees the variables of its beginning`, async t => {
      const ends = inReverse(t);
      const outside = await openOutside(ends);
      const world = await openCrashWorld(ends);
      const change = await createColor(world, 'red');
      const steps = defineSteps(outside.url);
      const nodes = [node('hook', 'trigger.webhook'), ...steps];
      const edges = steps.map((step, index) => edge(nodes[index]?.id ?? '', step.id));
      const definition: Definition = { nodes, edges };
      const { id: workflow_id } = await world.ask<{ id: string }>('/api/v3/workflow/create', {
        name: 'Hook',
        definition,
      });
      const { triggers } = await world.ask<Deployment>('/api/v3/workflow/publish', { workflow_id });
      const path = new URL(triggers[0]?.url ?? '').pathname;
      const { run_id } = await world.ask<{ run_id: string }>(path, {});
      await world.workUntilKilled(point);
      await change('blue');
      const read = () => world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run_id}`, {});
      const isOver = async () => !['queued', 'running'].includes((await read()).status);
      await world.withWorker(() => until(isOver, 'the run ends'));
      const run = await read();
      assert.deepEqual([run.status, run.output_json], ['success', `"${seen} ${seen} ${seen}"`], run.error);
    });
  }
});
