/**
 * Kills processes with `kill -9` in the middle of loops that read their items from a file. Another process continues with the
 * window that was under way: no item is lost or counted twice, and only the effects that were under way may be repeated.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { dyingAt } from '../support/points.ts';
import { call, FIRST_KEY, inReverse, until } from '../support/process.ts';

const hooks = inReverse({ after });
const openPlace = await openPlaces();
/** One test after the other uses it, because the worker of one would continue the runs of another. */
let world: CrashWorld;
before(async () => {
  world = await openCrashWorld(hooks);
});

const AT_ONCE = 3;

function loopOver(params: object, body: Definition): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { file: '{{ input.file }}', ...params }),
      ...body.nodes,
      node('done', 'output', { value: '{{ steps.each.output }}' }),
    ],
    edges: [edge('start', 'each'), ...body.edges, edge('each', 'done', 'done')],
  };
}

async function upload(lines: readonly unknown[]): Promise<string> {
  const form = new FormData();
  const content = lines.map(line => `${JSON.stringify(line)}\n`).join('');
  form.append('file', new Blob([content], { type: 'application/x-ndjson' }), 'items.ndjson');
  const headers = { 'uni-api-key': FIRST_KEY };
  const reply = await fetch(`${world.url}/api/v1/file/upload`, { method: 'POST', headers, body: form });
  assert.equal(reply.status, 200);
  return ((await reply.json()) as { file_id: string }).file_id;
}

const readRun = (id: string) => world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {});

/** Begins a run in a process that dies at a point, and lets another one finish it. */
async function runThroughCrash(point: string, passing: number, definition: Definition, lines: readonly unknown[]) {
  const { id: workflow_id } = await world.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Loop', definition });
  const environment = { ...ENVIRONMENT, ...dyingAt(point, passing) };
  const file = await upload(lines);
  const victim = await world.heddle.serve({ words: ['--no-worker'], environment });
  await call(victim.url, '/api/v3/workflow/run', { workflow_id, input: { file } }).catch(() => undefined);
  await assertKilled(victim.process);
  const found = 'SELECT id FROM runs WHERE workflow_id = $1';
  const id = (await world.client.query<{ id: string }>(found, [workflow_id])).rows[0]?.id ?? '';
  return world.withWorker(async () => {
    await until(async () => ['success', 'failed'].includes((await readRun(id)).status), 'the run has ended');
    return readRun(id);
  });
}

suite('a loop over a file whose process is killed', () => {
  const effects: [point: string, passing: number, repeated: number][] = [
    ['step.performed', 120, AT_ONCE],
    ['run.saved', 60, AT_ONCE],
    ['cursor.moving', 1, 0],
    ['cursor.moved', 1, 0],
  ];
  for (const [point, passing, repeated] of effects) {
    test(`at ${point} (${passing}) repeats at most ${repeated} requests`, async () => {
      const asked = new Map<string, number>();
      const place = openPlace((request, response) => {
        const item = request.path.split('/').at(-1) ?? '';
        asked.set(item, (asked.get(item) ?? 0) + 1);
        json({})(request, response);
      });
      const body = {
        nodes: [
          node('ask', 'http.request', { url: `${place.url}/{{ loop.item }}` }),
          node('after', 'transform', { value: '{{ steps.ask.output.status }}' }),
        ],
        edges: [edge('each', 'ask', 'item'), edge('ask', 'after')],
      };
      const lines = Array.from({ length: 230 }, (_, item) => item);
      const run = await runThroughCrash(point, passing, loopOver({ concurrency: AT_ONCE }, body), lines);
      assert.equal(run.status, 'success', run.error);
      assert.deepEqual(JSON.parse(run.output_json), { count: 230, succeeded: 230, failed: 0, failures: [] });
      assert.equal(run.steps.length, 3);
      assert.equal(asked.size, 230);
      const again = [...asked.values()].reduce((sum, times) => sum + times - 1, 0);
      assert.ok(again <= repeated, `${again} requests were repeated`);
    });
  }

  test('over records that are deleted in its middle goes on with the same items', async () => {
    const { id: panel_id } = await world.ask<{ id: string }>('/api/v1/panel/create', {
      ...{ name: 'Panel', file_storage: { limit_mb: 1, folders: {} } },
    });
    await world.client.query(
      `INSERT INTO booster_records (panel_id, key, collection, data)
       SELECT $1, gen_random_uuid(), 'orders', jsonb_build_object('n', n) FROM generate_series(1, 230) AS n`,
      [panel_id],
    );
    const asked = new Set<string>();
    const place = openPlace(async (request, response) => {
      const key = request.path.split('/').at(-1) ?? '';
      asked.add(key);
      await world.client.query('DELETE FROM booster_records WHERE key = $1', [key]);
      json({})(request, response);
    });
    const body = {
      nodes: [node('ask', 'http.request', { url: `${place.url}/{{ loop.item.key }}` })],
      edges: [edge('each', 'ask', 'item')],
    };
    const source = { file: undefined, records: { panel_id, collection: 'orders' } };
    const run = await runThroughCrash('run.saved', 60, loopOver({ ...source, concurrency: AT_ONCE }, body), []);
    assert.equal(run.status, 'success', run.error);
    assert.deepEqual(JSON.parse(run.output_json), { count: 230, succeeded: 230, failed: 0, failures: [] });
    assert.equal(asked.size, 230);
  });

  for (const [point, passing] of [['cursor.moving', 2]] as const) {
    test(`at ${point} (${passing}) computes every item, and lists each failure once`, async () => {
      const body = {
        nodes: [
          node('half', 'transform', { value: '{{ 10 / loop.item }}' }),
          node('after', 'transform', { value: '{{ steps.half.output + 1 }}' }),
        ],
        edges: [edge('each', 'half', 'item'), edge('half', 'after')],
      };
      const lines = Array.from({ length: 2_500 }, (_, item) => (item % 1_000 === 400 ? 0 : 2));
      const run = await runThroughCrash(point, passing, loopOver({}, body), lines);
      assert.equal(run.status, 'success', run.error);
      const { failures, ...counts } = JSON.parse(run.output_json);
      assert.deepEqual(counts, { count: 2_500, succeeded: 2_497, failed: 3 });
      const indexes = [400, 1_400, 2_400];
      assert.deepEqual(
        failures.map(({ index }: { index: number }) => index),
        indexes,
      );
      // Those of the windows before the crash were saved by the process that died.
      const kept = run.steps.filter(({ node_id }) => node_id === 'half').map(({ iteration: [index = 0] }) => index);
      assert.deepEqual(
        kept.toSorted((one, other) => one - other),
        indexes,
      );
    });
  }
});
