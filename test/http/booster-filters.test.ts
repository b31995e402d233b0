/** Filtering and sorting the files of a panel. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, type StoredFile } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);
const record = await panel.record('invoices');

/** Maps names to files that differ in size, type, record, metadata and time. */
const files = new Map<string, StoredFile>();
async function add(name: string, content: string, type: string, fields: Record<string, string> = {}): Promise<void> {
  files.set(name, await panel.upload({ path: `docs/${name}`, ...fields }, { content, type }));
}
await add('a.txt', 'x', 'text/plain', {
  metadata: JSON.stringify({ n: 1, tags: ['red', 'blue'], deep: { on: true } }),
});
await add('B.csv', 'x'.repeat(10), 'text/csv', { metadata: JSON.stringify({ n: '1', tags: [], deep: { on: false } }) });
await add('c_d.md', 'x'.repeat(100), 'text/markdown', { metadata: JSON.stringify({ n: 20, nil: null }) });
await add('é.json', '{}', 'application/json', { record_collection: record.collection, record_key: record.key });
const getFile = (name: string): StoredFile => {
  const file = files.get(name);
  assert.ok(file, name);
  return file;
};
const [A, B, C, D] = [...files.keys()] as [string, string, string, string];

async function listNames(params: object): Promise<string[]> {
  const { files } = await panel.ask<{ files: StoredFile[] }>('list', { folder: 'docs', links: false, params });
  return files.map(({ name }) => name);
}

async function findMatching(...filter: unknown[]): Promise<string[]> {
  const params = { filters: [filter], sort_key: 'created' };
  const found = await listNames(params);
  assert.equal(await panel.ask('count', { folder: 'docs', params }), found.length);
  assert.equal(await panel.ask('count', { params }), found.length, 'in the whole panel');
  return found;
}

suite('filters', () => {
  const created = (name: string) => getFile(name).created;
  const cases: [field: string, operator: string, value: unknown, expected: string[]][] = [
    ['name', '==', A, [A]],
    ['name', '==', A.toUpperCase(), []],
    ['name', '!=', A, [B, C, D]],
    ['name', '<', 'a', [B]],
    ['name', '<=', 'a.txt', [A, B]],
    ['name', '>', 'c', [C, D]],
    ['name', '>=', D, [D]],
    ['name', 'in', [A, D, 'nothing'], [A, D]],
    ['name', 'in', [], []],
    ['name', 'not_in', [A, D], [B, C]],
    ['name', 'not_in', [], [A, B, C, D]],
    ['name', 'contains', '.', [A, B, C, D]],
    ['name', 'contains', '_', [C]],
    ['name', 'contains', '%', []],
    ['name', 'contains', '', [A, B, C, D]],
    ['name', 'regex', '^b', []],
    ['name', 'regex', '(?i)^b', [B]],
    ['name', 'regex', '^\\w\\.txt$', [A]],
    ['name', '==', null, []],
    ['name', '!=', null, [A, B, C, D]],
    ['path', '==', `docs/${A}`, [A]],
    ['path', 'contains', 'docs/a', [A]],
    ['path', 'regex', '^docs/', [A, B, C, D]],
    ['path', '==', A, []],
    ['size', '==', 10, [B]],
    ['size', '!=', 10, [A, C, D]],
    ['size', '<', 10, [A, D]],
    ['size', '<=', 10, [A, B, D]],
    ['size', '>', 10, [C]],
    ['size', '>=', 9_007_199_254_740_991, []],
    ['size', 'in', [1, 100, -5], [A, C]],
    ['size', 'not_in', [1, 100], [B, D]],
    ['content_type', '==', 'text/csv', [B]],
    ['content_type', 'regex', '^text/', [A, B, C]],
    ['content_type', 'contains', 'json', [D]],
    ['owner', '==', null, [A, B, C, D]],
    ['owner', '!=', null, []],
    ['owner', '==', owner.id, []],
    ['owner', '!=', owner.id, [A, B, C, D]],
    ['owner', 'in', [owner.id, null], [A, B, C, D]],
    ['owner', 'not_in', [owner.id], [A, B, C, D]],
    ['created', '>=', created(A), [A, B, C, D]],
    ['created', '>=', created(C), [C, D]],
    ['created', '<', created(C), [A, B]],
    ['created', '==', created(B), [B]],
    ['created', 'in', [created(A), created(D)], [A, D]],
    ['created', '<', -8.64e15, []],
    ['created', '<', Number.MAX_SAFE_INTEGER, [A, B, C, D]],
    ['updated', '<=', created(B), [A, B]],
    ['updated', '!=', created(B), [A, C, D]],
    ['record.collection', '==', 'invoices', [D]],
    ['record.collection', '!=', 'invoices', [A, B, C]],
    ['record.collection', '==', null, [A, B, C]],
    ['record.collection', 'regex', 'voice', [D]],
    ['record.key', '==', record.key, [D]],
    ['record.key', '==', record.key.toUpperCase(), [D]],
    ['record.key', '!=', null, [D]],
    ['record.key', 'in', [record.key], [D]],
    ['record.key', '==', randomUUID(), []],
    ['metadata.n', '==', 1, [A]],
    ['metadata.n', '==', '1', [B]],
    ['metadata.n', '==', null, [D]],
    ['metadata.n', '!=', 1, [B, C, D]],
    ['metadata.n', '>', 1, [C]],
    ['metadata.n', '>=', 1, [A, C]],
    ['metadata.n', 'in', [1, '1'], [A, B]],
    ['metadata.n', 'not_in', [1, '1'], [C, D]],
    ['metadata.nil', '==', null, [A, B, C, D]],
    ['metadata.deep.on', '==', true, [A]],
    ['metadata.deep.on', '!=', true, [B, C, D]],
    ['metadata.deep', '==', { on: false }, [B]],
    ['metadata.tags', 'contains', 'red', [A]],
    ['metadata.tags', 'contains', 're', []],
    ['metadata.tags', '==', [], [B]],
    ['metadata.tags.1', '==', 'blue', [A]],
    ['metadata.nothing.there', '!=', null, []],
    ["metadata.o'; DROP TABLE booster_files; --", '==', null, [A, B, C, D]],
    ['metadata.n".x', '==', null, [A, B, C, D]],
  ];
  for (const [field, operator, value, expected] of cases) {
    test(`${field} ${operator} ${JSON.stringify(value)}`.slice(0, 80), async () => {
      assert.deepEqual(await findMatching(field, operator, value), expected);
    });
  }

  test('are combined with a logical and', async () => {
    const filters = [
      ['size', '<', 50],
      ['content_type', 'regex', '^text/'],
      ['metadata.n', '!=', 1],
    ];
    assert.deepEqual(await listNames({ filters }), [B]);
  });
});

suite('invalid filters are refused:', () => {
  const wrong: unknown[] = [
    ['folder', '==', 'docs'],
    ['id', '==', randomUUID()],
    ['sha256', '==', 'x'],
    ['blob_key', '!=', null],
    ['panel_id', '!=', null],
    ['record', '==', null],
    ['metadata', '==', {}],
    ['metadata.', '==', 1],
    ['metadata..n', '==', 1],
    ["name'; --", '==', 'x'],
    ['name"', '==', 'x'],
    ['', '==', 'x'],
    ['name', '=', 'x'],
    ['name', 'like', '%'],
    ['name', '==', 5],
    ['name', '==', 'a\0'],
    ['name', 'regex', '('],
    ['name', 'regex', 'x'.repeat(100_000)],
    ['name', 'regex', 5],
    ['name', 'in', 'a.txt'],
    ['name', 'in', Array(10_001).fill('x')],
    ['size', '==', '10'],
    ['size', '==', 1.5],
    ['size', '==', 1e300],
    ['size', 'contains', 1],
    ['size', 'regex', '1'],
    ['owner', '==', 'me'],
    ['owner', '<', owner.id],
    ['created', '>=', '2026-01-01'],
    ['created', 'regex', '.'],
    ['record.key', '==', 'x'],
    ['record.key', 'regex', '.'],
    ['name', '=='],
    ['name', '==', 'x', 'y'],
    [['name'], '==', 'x'],
    'name == x',
    null,
  ];
  for (const filter of wrong) {
    test(JSON.stringify(filter).slice(0, 60), async () => {
      for (const path of ['list', 'count']) {
        await panel.refuse(422, 'validation error', path, { folder: 'docs', params: { filters: [filter] } });
      }
    });
  }

  test('ten thousand filters, or filters that are not a list', async () => {
    const filters = Array(10_000).fill(['name', '==', 'x']);
    await panel.refuse(422, 'validation error', 'list', { folder: 'docs', params: { filters } });
    await panel.refuse(422, 'validation error', 'list', { folder: 'docs', params: { filters: 'name' } });
  });

  test('even if only folders are listed', () =>
    panel.refuse(422, 'validation error', 'list', { params: { filters: [['nothing', '==', 1]] } }));

  test('a slow pattern gets an answer in any case', async () => {
    const place = { folder: 'docs', params: { filters: [['name', 'regex', '(a+)+$']] } };
    const { status } = await panel.call('list', place);
    assert.ok(status === 200 || status === 422);
  });
});

suite('sorting', () => {
  const orders: [params: object, expected: string[]][] = [
    [{}, [D, C, B, A]],
    [{ sort_order: 1 }, [A, B, C, D]],
    [{ sort_key: 'name' }, [B, A, C, D]],
    [{ sort_key: 'name', sort_order: -1 }, [D, C, A, B]],
    [{ sort_key: 'size' }, [A, D, B, C]],
    [{ sort_key: 'size', sort_order: -1 }, [C, B, D, A]],
    [{ sort_key: 'content_type' }, [D, B, C, A]],
    [{ sort_key: 'created' }, [A, B, C, D]],
    [{ sort_key: 'updated', sort_order: -1 }, [D, C, B, A]],
    [{ sort_key: 'owner' }, [A, B, C, D]],
    [{ sort_key: 'metadata.n' }, [B, A, C, D]],
    [{ sort_key: 'record.collection', limit_to: 1 }, [D]],
    [{ sort_key: 'size', limit_from: 1, limit_to: 3 }, [D, B]],
  ];
  for (const [params, expected] of orders) {
    test(JSON.stringify(params), async () => assert.deepEqual(await listNames(params), expected));
  }

  for (const params of [
    { sort_key: 'folder' },
    { sort_key: 'sha256' },
    { sort_key: 'name; DROP TABLE users' },
    { sort_key: 5 },
    { sort_order: 0 },
    { sort_order: 2 },
    { sort_order: '1' },
  ]) {
    test(`refuses ${JSON.stringify(params)}`, () =>
      panel.refuse(422, 'validation error', 'list', { folder: 'docs', params }));
  }
});

test('filters find no files of other panels or folders', async () => {
  const otherPanel: PanelUser = await makePanel(service, owner);
  await otherPanel.upload({ path: 'docs/a.txt' });
  await panel.upload({ path: 'other/a.txt' });
  assert.deepEqual(await listNames({ filters: [['name', '==', 'a.txt']] }), ['a.txt']);
  assert.equal(await otherPanel.ask('count', { params: { filters: [['name', 'contains', '']] } }), 1);
});
