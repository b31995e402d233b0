/** Kills processes whose runs have read variables. Whoever continues the runs sees the same values, although they changed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pg from 'pg';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { awaitEndedRun, ENVIRONMENT } from '../support/disturbed-runs.ts';
import { openOutside } from '../support/outside.ts';
import { dyingAt } from '../support/points.ts';
import { call, type Hooks, inReverse, newInstallationOnDatabase, until } from '../support/process.ts';
import { endSilenceAfterRun } from '../support/silence.ts';

async function ask<Answer>(url: string, endpoint: string, body: unknown = {}): Promise<Answer> {
  const reply = await call(url, endpoint, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Answer;
}

async function connect(ends: Hooks, address: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(address);
  await client.connect();
  ends.after(() => client.end());
  return client;
}

/** Creates a variable, and returns what changes it. */
async function createColor(url: string, value: string): Promise<(value: string) => Promise<unknown>> {
  const { id } = await ask<{ id: string }>(url, '/api/v1/variable/create', { name: 'color', type: 'text', value });
  return next => ask(url, '/api/v1/variable/update', { id, value: next });
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
    const { heddle, database } = await newInstallationOnDatabase(ends);
    const victim = await heddle.serve({
      words: ['--no-worker'],
      environment: { ...ENVIRONMENT, ...dyingAt('step.performed', 1) },
    });
    const survivor = await heddle.serve({ environment: ENVIRONMENT });
    const change = await createColor(survivor.url, 'red');
    const definition = chain(...defineSteps(outside.url));
    const { id: workflow_id } = await ask<{ id: string }>(survivor.url, '/api/v3/workflow/create', {
      name: 'Colors',
      definition,
    });
    await call(victim.url, '/api/v3/workflow/run', { workflow_id, input: {} }).catch(() => undefined);
    assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
    await change('blue');
    const client = await connect(ends, database.address);
    await endSilenceAfterRun(client, workflow_id);
    const { rows } = await client.query<{ id: string }>('SELECT id FROM runs WHERE workflow_id = $1', [workflow_id]);
    const run = await awaitEndedRun(survivor.url, rows[0]?.id ?? '');
    assert.deepEqual([run.status, run.output_json], ['success', '"red red red"']);
    assert.deepEqual(new Set(outside.seen.map(({ path }) => path)), new Set(['/red']));
  });

  for (const [point, seen] of QUEUED) {
    test(`a queued run whose process is killed at ${point} sees the variables of its beginning`, async t => {
      const ends = inReverse(t);
      const outside = await openOutside(ends);
      const { heddle, database } = await newInstallationOnDatabase(ends);
      const { url } = await heddle.serve({ words: ['--no-worker'], environment: ENVIRONMENT });
      const victim = heddle.start(['worker'], { environment: { ...ENVIRONMENT, ...dyingAt(point, 1) } });
      const change = await createColor(url, 'red');
      const steps = defineSteps(outside.url);
      const nodes = [node('hook', 'trigger.webhook'), ...steps];
      const edges = steps.map((step, index) => edge(nodes[index]?.id ?? '', step.id));
      const definition: Definition = { nodes, edges };
      const { id: workflow_id } = await ask<{ id: string }>(url, '/api/v3/workflow/create', {
        name: 'Hook',
        definition,
      });
      const { triggers } = await ask<Deployment>(url, '/api/v3/workflow/publish', { workflow_id });
      const path = new URL(triggers[0]?.url ?? '').pathname;
      const { run_id } = (await (await fetch(`${url}${path}`, { method: 'POST' })).json()) as { run_id: string };
      assert.equal((await victim.finished).signal, 'SIGKILL');
      await change('blue');
      const client = await connect(ends, database.address);
      await endSilenceAfterRun(client, workflow_id);
      heddle.start(['worker'], { environment: ENVIRONMENT });
      const read = () => ask<Run>(url, `/api/v3/workflow/runs/get?entity_id=${run_id}`);
      await until(async () => !['queued', 'running'].includes((await read()).status), 'the run ends');
      const run = await read();
      assert.deepEqual([run.status, run.output_json], ['success', `"${seen} ${seen} ${seen}"`], run.error);
    });
  }
});
