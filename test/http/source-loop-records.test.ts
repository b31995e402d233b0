/** Tests loops over the records of a panel: with whose rights they read, and that changes meanwhile move nothing. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pg from 'pg';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { makePanel, RECORDS } from './booster-panels.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const [ann, bob] = [await service.person(), await service.person()];
const panel = await makePanel(service, ann);

function loopOver(records: object, body: Definition, params: object = {}): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { records: { panel_id: panel.id, ...records }, ...params }),
      ...body.nodes,
      node('done', 'output', { value: '{{ steps.each.output }}' }),
    ],
    edges: [edge('start', 'each'), ...body.edges, edge('each', 'done', 'done')],
  };
}

const HALF = {
  nodes: [node('half', 'transform', { value: '{{ 10 / loop.item.data.n }}' })],
  edges: [edge('each', 'half', 'item')],
};

async function run(definition: Definition, input = {}, who = ann): Promise<Run> {
  const workflow_id = await createWorkflow(service, definition, who.key);
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, who.key);
}

async function insert(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ ...service.database.address });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}

/** The keys of these records begin with their numbers. */
const keyOf = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;

async function fill(collection: string, count: number, from: number): Promise<void> {
  await insert(
    `INSERT INTO booster_records (panel_id, key, collection, data)
     SELECT $1, (lpad(n::text, 8, '0') || '-0000-4000-8000-000000000000')::uuid, $2, jsonb_build_object('n', n - $3::int)
     FROM generate_series($3::int, $3::int + $4::int - 1) AS n`,
    [panel.id, collection, from, count],
  );
}

suite('a loop over records', () => {
  test('has all of a collection in the order of their keys, and says which have failed', async () => {
    await fill('many', 2_500, 100_000);
    await fill('others', 5, 200_000);
    const ended = await run(loopOver({ collection: 'many' }, HALF));
    const error = 'params.value: {{ 10 / loop.item.data.n }}: division by zero';
    const { failures, ...counts } = readResult(ended) as { failures: { error: string }[] };
    assert.deepEqual(counts, { count: 2_500, succeeded: 2_499, failed: 1 });
    assert.partialDeepStrictEqual(failures, [{ index: 0, key: keyOf(100_000), step: 'half' }]);
    assert.ok(failures[0]?.error, error);
    assert.equal(findStep(ended, 'each').items?.done, 2_500);
  });

  test('has those that its filters leave, as templates give them', async () => {
    const records = {
      collection: '{{ input.collection }}',
      filters: [
        ['data.n', '>=', '{{ input.from }}'],
        ['data.n', '<', 4],
      ],
    };
    const body = {
      nodes: [node('row', 'transform', { value: '{{ [loop.item.data.n, loop.index, loop.count] }}' })],
      edges: [edge('each', 'row', 'item')],
    };
    const input = { collection: 'others', from: 2 };
    const ended = await run(loopOver(records, body, { keep: 'all' }), input);
    const rows = ended.steps
      .filter(({ node_id }) => node_id === 'row')
      .map(({ output_json }) => JSON.parse(output_json));
    assert.deepEqual(rows, [
      [2, 0, null],
      [3, 1, null],
    ]);
  });

  test('neither repeats nor loses any when others are added and deleted meanwhile', async () => {
    await fill('busy', 450, 300_000);
    const place = openPlace(async (request, response) => {
      const n = Number(request.path.split('/').at(-1));
      // Some add another before all of them, and some are deleted when they are done.
      if (n % 50 === 0) await fill('busy', 1, 290_000 + n);
      if (n % 9 === 0) await panel.ask('delete', { key: keyOf(300_000 + n) }, RECORDS);
      json({})(request, response);
    });
    const body = {
      nodes: [node('call', 'http.request', { url: `${place.url}/{{ loop.item.data.n }}` })],
      edges: [edge('each', 'call', 'item')],
    };
    const ended = await run(loopOver({ collection: 'busy' }, body));
    assert.deepEqual(readResult(ended), { count: 450, succeeded: 450, failed: 0, failures: [] });
    assert.equal(new Set(place.seen.map(({ path }) => path)).size, 450);
    assert.equal(place.seen.length, 450);
  });

  test('reads large ones a few at a time', async () => {
    await insert(
      `INSERT INTO booster_records (panel_id, key, collection, data)
       SELECT $1, gen_random_uuid(), 'large', jsonb_build_object('n', n, 'text', repeat('x', 900000))
       FROM generate_series(1, 40) AS n`,
      [panel.id],
    );
    assert.equal(
      (readResult(await run(loopOver({ collection: 'large' }, HALF))) as { succeeded: number }).succeeded,
      40,
    );
  });

  test('has no items without records', async () => {
    const ended = await run(loopOver({ collection: 'nothing' }, HALF));
    assert.deepEqual(readResult(ended), { count: 0, succeeded: 0, failed: 0, failures: [] });
  });
});

suite('a loop over records fails', () => {
  test('with a panel that its user may not use', async () => {
    const body = loopOver({ panel_id: '{{ input.panel }}', collection: 'many' }, HALF);
    const ended = await run(body, { panel: panel.id }, bob);
    assert.equal(ended.status, 'failed');
    assert.equal(ended.error, 'permission denied');
    const missing = { panel: '00000000-0000-7000-8000-000000000000' };
    assert.equal((await run(body, missing)).error, 'panel not found');
  });

  test('with params that do not fit', async () => {
    const body = loopOver({ collection: '{{ input.collection }}' }, HALF);
    assert.equal((await run(body, { collection: ['x'] })).error, "'records.collection' must be a string");
    const filtered = loopOver({ collection: 'many', filters: [['data.n', '~', 1]] }, HALF);
    assert.match((await run(filtered)).error, /~/);
  });
});
