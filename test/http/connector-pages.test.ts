/** Calls that read all pages of a list, and rates that hold for all processes together. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { type Answer, json, openPlaces, type SeenRequest } from '../support/outside-places.ts';
import { createWorkflow, findStep, readStepOutput } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';
import { ConnectorTests, LOOPBACK } from './connector-documents.ts';

const service = await testService(LOOPBACK);
const open = await openPlaces();
const connectors = new ConnectorTests(service);
const ann = await service.person();

const queryOf = ({ path }: SeenRequest) => new URL(path, 'http://x').searchParams;
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
const text = { type: 'string' };
const number = { type: 'integer' };
const listOf = (schema: object) => ({ 200: { description: 'a list', content: { 'application/json': { schema } } } });
const integers = { type: 'array', items: number };
const query = (...params: [name: string, schema: object][]) =>
  params.map(([name, schema]) => ({ name, in: 'query', schema }));
const get = (operationId: string, parameters: object[], schema: object, more: object = {}) => ({
  get: { operationId, parameters, responses: { 200: { ...listOf(schema)[200], ...more } } },
});

const PATHS = {
  '/cursor': get('byCursor', query(['cursor', text]), {
    type: 'object',
    properties: { data: integers, meta: { type: 'object', properties: { next_cursor: text } } },
  }),
  '/last': get('byLast', query(['starting_after', text]), {
    type: 'object',
    properties: { data: { type: 'array', items: { type: 'object' } }, has_more: { type: 'boolean' } },
  }),
  '/page': get('byPage', query(['page', number]), integers),
  '/offset': get('byOffset', query(['offset', number], ['limit', number]), {
    type: 'object',
    properties: { results: integers },
  }),
  '/link': get('byLink', query(['size', number]), integers, { headers: { Link: { schema: text } } }),
  '/search': {
    post: {
      operationId: 'search',
      requestBody: {
        content: { 'application/json': { schema: { type: 'object', properties: { text, after: number } } } },
      },
      responses: listOf({ type: 'object' }),
    },
  },
  '/own': get('byRule', query(['token', text]), { type: 'object' }),
};

async function openLists(answer: Answer, body: Record<string, unknown> = {}) {
  const place = open(answer);
  const connector = await connectors.createShop(ann, place.url, body, { paths: PATHS });
  const run = (operation: string, params: object, more: object = {}) =>
    connectors.run(ann, `${connector.name}_${operation}`, params, more);
  const list = async (operation: string, params: object) => readStepOutput(await run(operation, params), 'call');
  return { place, connector, run, list };
}

const all = { all: true };

suite('all pages of a list are read', () => {
  test('by a cursor', async () => {
    const { place, list } = await openLists((request, response) => {
      const cursor = queryOf(request).get('cursor');
      const start = Number(cursor ?? 0);
      const next = start < 6 ? String(start + 3) : null;
      json({ data: range(start, start + 3), meta: { next_cursor: next } })(request, response);
    });
    assert.deepEqual(await list('by_cursor', { page: all }), range(0, 9));
    assert.deepEqual(
      place.seen.map(request => queryOf(request).get('cursor')),
      [null, '3', '6'],
    );
    assert.deepEqual(await list('by_cursor', { page: { all: true, most: 4 } }), range(0, 4));
    assert.equal(place.seen.length, 5);
    assert.deepEqual(await list('by_cursor', { cursor: '6', page: all }), range(6, 9));
    // Without `all`, a page is a page.
    assert.deepEqual(await list('by_cursor', {}), { data: range(0, 3), meta: { next_cursor: '3' } });
  });

  test('by the last item, as long as there is more', async () => {
    const { list } = await openLists((request, response) => {
      const start = Number(queryOf(request).get('starting_after') ?? 0);
      const data = range(start + 1, start + 3).map(id => ({ id: String(id) }));
      json({ data, has_more: start < 4 })(request, response);
    });
    const found = (await list('by_last', { page: all })) as { id: string }[];
    assert.deepEqual(
      found.map(({ id }) => id),
      range(1, 7).map(String),
    );
  });

  test('by numbers of pages, until one is empty', async () => {
    const { place, list } = await openLists((request, response) => {
      const page = Number(queryOf(request).get('page') ?? 1);
      json(page > 3 ? [] : range(page * 10, page * 10 + 2))(request, response);
    });
    // The API has a param `page` itself.
    assert.deepEqual(await list('by_page', { pages: all }), [10, 11, 20, 21, 30, 31]);
    assert.equal(place.seen.length, 4);
    assert.deepEqual(await list('by_page', { page: 3, pages: all }), [30, 31]);
  });

  test('by an offset', async () => {
    const { list } = await openLists((request, response) => {
      const offset = Number(queryOf(request).get('offset') ?? 0);
      json({ results: range(offset, Math.min(offset + 4, 10)) })(request, response);
    });
    assert.deepEqual(await list('by_offset', { limit: 4, page: all }), range(0, 10));
    assert.deepEqual(await list('by_offset', { limit: 4, offset: 7, page: all }), range(7, 10));
  });

  test('by links, but not to another address', async () => {
    const openElsewhere = await openPlaces();
    const elsewhere = openElsewhere(json([99]));
    const { place, list } = await openLists((request, response) => {
      const at = Number(queryOf(request).get('at') ?? 0);
      const { pathname } = new URL(request.path, 'http://x');
      const next = at < 2 ? `${pathname}?at=${at + 1}` : `${elsewhere.url}/?at=9`;
      json([at], 200, { link: `<${pathname}?at=0>; rel="first", <${next}>; rel="next"` })(request, response);
    });
    assert.deepEqual(await list('by_link', { page: all }), [0, 1, 2]);
    assert.deepEqual([place.seen.length, elsewhere.seen.length], [3, 0]);
  });

  test('by the rule of the connector', async () => {
    const pagination = { kind: 'cursor', param: 'token', next: 'paging[-1].after' };
    const { list } = await openLists(
      (request, response) => {
        const start = Number(queryOf(request).get('token') ?? 0);
        json({ entries: [start], paging: [{}, { after: start < 2 ? start + 1 : null }] })(request, response);
      },
      { pagination },
    );
    assert.deepEqual(await list('by_rule', { page: all }), [0, 1, 2]);
  });

  test('by a field of the body, each with its own idempotency key', async () => {
    const pagination = { kind: 'cursor', param: 'after', next: 'next' };
    const { place, list } = await openLists(
      (request, response) => {
        const { after = 0 } = JSON.parse(request.body);
        json({ results: [after], next: after < 2 ? after + 1 : null })(request, response);
      },
      { pagination },
    );
    assert.deepEqual(await list('search', { body: { text: 'x' }, page: all }), [0, 1, 2]);
    assert.deepEqual(
      place.seen.map(({ body }) => JSON.parse(body)),
      [{ text: 'x' }, { text: 'x', after: 1 }, { text: 'x', after: 2 }],
    );
    assert.equal(new Set(place.seen.map(({ headers }) => headers['idempotency-key'])).size, 3);
  });

  test('with pauses that the service asks for', async () => {
    const { place, list } = await openLists((request, response) => {
      const page = Number(queryOf(request).get('page') ?? 1);
      const isRefused = place.seen.length % 2 === 0;
      json(page > 2 ? [] : [page], isRefused ? 429 : 200, { 'retry-after': '0' })(request, response);
    });
    assert.deepEqual(await list('by_page', { pages: all }), [1, 2]);
    assert.equal(place.seen.length, 5);
  });

  test('also when one looks like an earlier one', async () => {
    const pages = [[1], [2], [1], []];
    const { list } = await openLists((request, response) =>
      json(pages[Number(queryOf(request).get('page') ?? 1) - 1])(request, response),
    );
    assert.deepEqual(await list('by_page', { pages: all }), [1, 2, 1]);
  });

  test('also when a page has more items than a call may have arguments', async () => {
    const { run } = await openLists((request, response) =>
      json(queryOf(request).get('page') === '2' ? [] : range(0, 200_000))(request, response),
    );
    const { error, steps } = await run('by_page', { pages: { all: true, most: 10_000 } });
    assert.equal(error, '');
    assert.equal(steps.at(-1)?.text, 'Read 10,000 items');
  });

  test('and a service that repeats itself ends it', async () => {
    const { place, list, run } = await openLists(json([1, 2]));
    assert.deepEqual(await list('by_page', { pages: all }), [1, 2]);
    assert.equal(place.seen.length, 2);
    const { text } = findStep(await run('by_page', { pages: all }), 'call');
    assert.equal(text, 'Read 2 items: then the service repeated a page');
    const stuck = await openLists(json({ data: [1], meta: { next_cursor: 'same' } }));
    assert.deepEqual(await stuck.list('by_cursor', { page: all }), [1]);
    const urls = await openLists((request, response) =>
      json({ data: [1], meta: { next_cursor: 'http://127.0.0.1:1/next' } })(request, response),
    );
    const { status, error } = await urls.run('by_cursor', { page: all });
    assert.deepEqual(
      { status, error },
      {
        status: 'failed',
        error: 'The next page is at another address than the first',
      },
    );
  });
});

suite('a rate', () => {
  const WINDOW_MS = 1000;

  test('holds for the calls of two processes together', async () => {
    const second = await serviceOn(service.database, LOOPBACK);
    try {
      const { place, connector } = await openLists(json([]), { rate: { calls: 4, seconds: WINDOW_MS / 1000 } });
      const definition = chain(node('call', 'tool.call', { tool: `${connector.name}_by_page` }));
      const workflow_id = await createWorkflow(service, definition, ann.key);
      const startedAt = performance.now();
      const runs = await Promise.all(
        [service, second].flatMap(each =>
          range(0, 7).map(() => each.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key)),
        ),
      );
      assert.deepEqual(new Set(runs.map(({ status }) => status)), new Set(['success']));
      const { rows } = await readSlots(connector.id);
      assert.ok(rows.length <= 4);
      assert.equal(place.seen.length, 14);
      // Three windows are full before the last calls may be sent. Timers may be a millisecond early.
      const lastMs = (place.seen.at(-1)?.atMs ?? 0) - startedAt;
      assert.ok(lastMs > 2.9 * WINDOW_MS, `14 calls in ${lastMs} ms`);
    } finally {
      await second.stopService();
    }
  });

  const readSlots = async (id: string) => {
    const { default: pg } = await import('pg');
    const client = new pg.Client(service.database.address);
    await client.connect();
    try {
      return await client.query('SELECT unnest(slots) AS slot FROM connector_rates WHERE connector_id = $1', [id]);
    } finally {
      await client.end();
    }
  };

  test('is paused for all when the service asks for it', async () => {
    const { place, run } = await openLists(
      (request, response) => json([], place.seen.length === 1 ? 429 : 200, { 'retry-after': '1' })(request, response),
      { rate: { calls: 100, seconds: 1 } },
    );
    assert.equal((await run('by_page', {})).status, 'failed');
    assert.equal((await run('by_page', {})).status, 'success');
    const [refused, answered] = place.seen;
    assert.ok(Number(answered?.atMs) - Number(refused?.atMs) > 900, 'the second call came during the pause');
  });

  test('does not keep a step beyond its time', async () => {
    const { run } = await openLists(json([]), { rate: { calls: 1, seconds: 3600 } });
    assert.equal((await run('by_page', {})).status, 'success');
    const { status, error } = await run('by_page', {}, { timeout_seconds: 0.3 });
    assert.equal(status, 'failed');
    assert.match(error, /0\.3 seconds/);
  });
});
