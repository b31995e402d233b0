/** Tests loops over the rows of a query. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { openDatabasePort } from './database-port.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const [ann, bob] = [await service.person(), await service.person()];
const port = await openDatabasePort(service.database.address);
const { user, password, database } = service.database.address;
const credential = `account_${randomUUID().replaceAll('-', '')}`;
await service.ask(
  '/api/v1/credential/create',
  { name: credential, kind: 'basic', hosts: [`http://127.0.0.1:${port}`], fields: { username: user, password } },
  ann.key,
);

function loopOver(query: object, params: object = {}, value = '{{ 10 / loop.item.n }}'): Definition {
  const server = { host: '127.0.0.1', port, database, credential, tls: false };
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { query: { ...server, key: 'n', ...query }, ...params }),
      node('half', 'transform', { value }),
      node('done', 'output', { value: '{{ steps.each.output }}' }),
    ],
    edges: [edge('start', 'each'), edge('each', 'half', 'item'), edge('each', 'done', 'done')],
  };
}

async function run(definition: Definition, input = {}, who = ann): Promise<Run> {
  const workflow_id = await createWorkflow(service, definition, who.key);
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, who.key);
}

async function itemsOf(query: object, input = {}): Promise<unknown[]> {
  const ended = await run(loopOver(query, { keep: 'all', concurrency: 1 }, '{{ loop.item }}'), input);
  readResult(ended);
  return ended.steps.filter(({ node_id }) => node_id === 'half').map(({ output_json }) => JSON.parse(output_json));
}

suite('a loop over a query', () => {
  test('has all rows in the order of its key, and says which have failed', async () => {
    const query = 'SELECT 2500 - n AS n FROM generate_series(1, 2500) AS n;';
    const ended = await run(loopOver({ query }));
    const { failures, ...counts } = readResult(ended) as { failures: unknown[] };
    assert.deepEqual(counts, { count: 2_500, succeeded: 2_499, failed: 1 });
    assert.partialDeepStrictEqual(failures, [{ index: 0, key: '0', step: 'half' }]);
    assert.equal(findStep(ended, 'each').items?.done, 2_500);
  });

  test('takes params, and any column that has an order', async () => {
    const query = `SELECT n, 'é' || lpad(n::text, 5, '0') AS "the ""key""" FROM generate_series(1, $1::int) AS n -- all`;
    const rows = await itemsOf({ query, params: ['{{ input.most }}'], key: 'the "key"' }, { most: 3 });
    assert.deepEqual(
      rows,
      [1, 2, 3].map(n => ({ n, 'the "key"': `é0000${n}` })),
    );
    const times = `SELECT n, timestamptz '2026-01-01Z' + n * interval '1 microsecond' AS at FROM generate_series(1, 1500) AS n`;
    const ended = await run(loopOver({ query: times, key: 'at' }));
    assert.equal((readResult(ended) as { succeeded: number }).succeeded, 1_500);
  });

  test('leaves out rows without a key', async () => {
    assert.deepEqual(await itemsOf({ query: 'VALUES (1), (NULL), (2)', key: 'column1' }), [
      { column1: 1 },
      { column1: 2 },
    ]);
  });

  test('reads large rows a few at a time', async () => {
    const query = "SELECT n, repeat('x', 500000) AS text FROM generate_series(1, 60) AS n";
    assert.equal((readResult(await run(loopOver({ query }))) as { succeeded: number }).succeeded, 60);
  });
});

suite('a loop over a query fails', () => {
  const cases: [name: string, query: object, error: string | RegExp][] = [
    [
      'when its key is not unique',
      { query: 'SELECT n / 2 AS n FROM generate_series(1, 5) AS n' },
      "'query.key' must name a unique column, but several rows have the same 'n'",
    ],
    ['without its key', { query: 'SELECT 1 AS m' }, 'The database answered: column items.n does not exist'],
    ['when it writes', { query: 'CREATE TABLE t (n int)' }, /^The database answered: syntax error/],
    [
      'with a second statement',
      { query: 'SELECT 1 AS n) AS x; DROP TABLE runs; --' },
      /^The database answered: syntax error/,
    ],
    [
      'with an unknown credential',
      { query: 'SELECT 1 AS n', credential: '{{ input.other }}' },
      /^The credential 'other' does not/,
    ],
    ['with params that do not fit', { query: '{{ [1] }}' }, "'query.query' must be a string"],
  ];
  for (const [name, query, error] of cases) {
    test(name, async () => {
      const ended = await run(loopOver(query), { other: 'other' });
      assert.equal(ended.status, 'failed');
      if (typeof error === 'string') assert.equal(ended.error, error);
      else assert.match(ended.error, error);
      assert.doesNotMatch(JSON.stringify(ended), new RegExp(password));
    });
  }

  test('with a credential of somebody else', async () => {
    const ended = await run(
      loopOver({ query: 'SELECT 1 AS n', credential: '{{ input.name }}' }),
      { name: credential },
      bob,
    );
    assert.equal(ended.error, `The credential '${credential}' does not exist or may not be used by this user`);
  });
});
