/** What the console reads and does beyond `/api/v3`: parts of large directories, folders with counts, many files at once. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { FileIds, FileOutcome, FilePage } from '../../src/booster/storage/browsing-schemas.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { insertFileRows, makePanel, type PanelUser } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();
const PANEL = '/api/v1/panel';

async function read<Answer>(panel: PanelUser, path: string, body: object): Promise<Answer> {
  return panel.ask<Answer>(path, { panel_id: panel.id, ...body }, PANEL);
}

async function refuse(panel: PanelUser, path: string, body: object, status: number, detail: string): Promise<void> {
  await panel.refuse(status, detail, path, { panel_id: panel.id, ...body }, PANEL);
}

async function readNames(panel: PanelUser, body: object): Promise<string[]> {
  const { files } = await read<FilePage>(panel, 'files', { directory: 'docs', ...body });
  return files.map(({ name }) => name);
}

suite('a part of a directory', async () => {
  const panel = await makePanel(service, owner);
  for (const [name, content] of [
    ['b.txt', 'xxx'],
    ['a.json', '{}'],
    ['C.txt', 'xxxxx'],
    ['d.txt', 'x'],
  ] as const) {
    await panel.upload(
      { path: `docs/${name}` },
      { content, name, type: name.endsWith('json') ? 'application/json' : 'text/plain' },
    );
  }
  await panel.upload({ path: 'docs/2026/e.txt' });

  const orders: [body: object, names: string[]][] = [
    [{}, ['C.txt', 'a.json', 'b.txt', 'd.txt']],
    [{ descending: true }, ['d.txt', 'b.txt', 'a.json', 'C.txt']],
    [{ sort: 'size' }, ['d.txt', 'a.json', 'b.txt', 'C.txt']],
    [{ sort: 'size', descending: true }, ['C.txt', 'b.txt', 'a.json', 'd.txt']],
    [{ sort: 'created' }, ['b.txt', 'a.json', 'C.txt', 'd.txt']],
    [{ sort: 'updated', descending: true }, ['d.txt', 'C.txt', 'a.json', 'b.txt']],
    [{ sort: 'type', limit: 1 }, ['a.json']],
    [{ from: 1, limit: 2 }, ['a.json', 'b.txt']],
    [{ from: 3, limit: 2 }, ['d.txt']],
    [{ from: 4 }, []],
    [{ from: 9_000_000_000 }, []],
    [{ text: 'TXT' }, ['C.txt', 'b.txt', 'd.txt']],
    [{ text: 'txt', sort: 'size', descending: true, from: 1, limit: 1 }, ['b.txt']],
    [{ text: '%' }, []],
    [{ directory: 'docs/2026' }, ['e.txt']],
    [{ directory: 'docs/none' }, []],
  ];
  for (const [body, names] of orders) {
    test(`${JSON.stringify(body)} gives ${names.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await readNames(panel, body), names);
    });
  }

  test('says how many files match, and has the files as the API has them', async () => {
    const { total, files } = await read<FilePage>(panel, 'files', { directory: 'docs', limit: 1 });
    assert.equal(total, 4);
    const { url: _url, download_url: _download, ...file } = await panel.ask('get', { path: 'docs/C.txt' });
    assert.partialDeepStrictEqual(files, [file]);
    assert.equal(await (await fetch(String(files[0]?.url))).text(), 'xxxxx');
    assert.equal((await read<FilePage>(panel, 'files', { directory: 'docs', text: 'b', limit: 1 })).total, 1);
  });

  test('is refused when it is none, or when the folder can not be listed', async () => {
    await refuse(
      panel,
      'files',
      { directory: '' },
      422,
      'validation error: directory: must begin with the name of a folder',
    );
    await refuse(
      panel,
      'files',
      { directory: 'a b' },
      422,
      'validation error: directory: must begin with the name of a folder',
    );
    const closed = await makePanel(service, owner, { docs: { list: 'none' } });
    for (const path of ['files', 'files/ids', 'folders']) {
      await refuse(closed, path, { directory: 'docs/2026' }, 403, "operation 'list' is disabled for folder 'docs'");
    }
  });
});

test(
  'any position of a large directory is read in every order, without gaps and repetitions',
  COMPLETE_ONLY,
  async () => {
    const panel = await makePanel(service, owner);
    const directory = 'docs/large';
    await insertFileRows(panel, directory, 2000);
    for (const sort of ['name', 'type', 'size', 'created', 'updated']) {
      for (const descending of [false, true]) {
        const names: string[] = [];
        for (let from = 0; from < 2000; from += 200) {
          const page = await read<FilePage>(panel, 'files', { directory, sort, descending, from, limit: 200 });
          assert.equal(page.total, 2000);
          names.push(...page.files.map(({ id }) => id));
        }
        assert.equal(new Set(names).size, 2000, `${sort} ${descending}`);
      }
    }
    const { ids, next } = await read<FileIds>(panel, 'files/ids', { directory });
    assert.equal(new Set(ids).size, 2000);
    assert.equal(next, null);
    const later = await read<FileIds>(panel, 'files/ids', { directory, after: ids[1499] });
    assert.deepEqual(later.ids, ids.slice(1500));
  },
);

test('folders have counts and sizes, and say whether they have sub-folders', async () => {
  const panel = await makePanel(service, owner);
  for (const path of ['docs/a.txt', 'docs/2026/b.txt', 'docs/2026/q1/c.txt', 'images/d.txt']) {
    await panel.upload({ path }, { content: 'xx' });
  }
  assert.deepEqual(await read(panel, 'folders', {}), {
    folders: [
      { name: 'docs', path: 'docs', files: 3, size: 6, has_folders: true },
      { name: 'images', path: 'images', files: 1, size: 2, has_folders: false },
    ],
  });
  assert.deepEqual(await read(panel, 'folders', { directory: 'docs' }), {
    folders: [{ name: '2026', path: 'docs/2026', files: 2, size: 4, has_folders: true }],
  });
  assert.deepEqual(await read(panel, 'folders', { directory: 'docs/2026/q1' }), { folders: [] });
});

suite('many files', () => {
  test('are deleted, except those that can not be', async () => {
    const panel = await makePanel(service, owner, { '*': {}, kept: { delete: 'none' } });
    const [first, second, kept] = await Promise.all([
      panel.upload({ path: 'docs/a.txt' }),
      panel.upload({ path: 'docs/b.txt' }),
      panel.upload({ path: 'kept/c.txt' }),
    ]);
    const missing = '00000000-0000-4000-8000-000000000000';
    const ids = [first.id, kept.id, missing, second.id, second.id];
    assert.deepEqual(await read<FileOutcome>(panel, 'files/delete', { ids }), {
      done: 2,
      failed: [
        { id: kept.id, code: 'operation_disabled', error: "operation 'delete' is disabled for folder 'kept'" },
        { id: missing, code: 'file_not_found', error: 'file not found' },
      ],
      started_runs: [],
    });
    assert.equal(await panel.ask<number>('count'), 1);
  });

  test('are moved, except those whose place is taken', async () => {
    const panel = await makePanel(service, owner);
    const [first, second] = await Promise.all([
      panel.upload({ path: 'docs/a.txt' }),
      panel.upload({ path: 'docs/b.txt' }),
      panel.upload({ path: 'old/2026/a.txt' }),
    ]);
    const move = { ids: [first.id, second.id], directory: 'old/2026' };
    assert.deepEqual(await read<FileOutcome>(panel, 'files/move', move), {
      done: 1,
      failed: [{ id: first.id, code: 'file_already_exists', error: "a file 'old/2026/a.txt' already exists" }],
      started_runs: [],
    });
    assert.equal((await panel.ask('get', { id: second.id })).path, 'old/2026/b.txt');
    await refuse(
      panel,
      'files/move',
      { ...move, directory: 'o d' },
      422,
      "folder name can only contain letters, digits, '_' and '-'",
    );
    await refuse(panel, 'files/move', { ...move, directory: 'old/../x' }, 422, "path segments cannot be '.' or '..'");
  });
});

test('strangers get the same answer as for a panel that does not exist', async () => {
  const panel = await makePanel(service, owner);
  const { id } = await panel.upload({ path: 'docs/a.txt' });
  const stranger = panel.as(await service.person());
  const bodies = {
    folders: {},
    files: { directory: 'docs' },
    'files/ids': { directory: 'docs' },
    'files/delete': { ids: [id] },
    'files/move': { ids: [id], directory: 'other' },
  };
  for (const [path, body] of Object.entries(bodies)) await refuse(stranger, path, body, 404, 'panel not found');
  assert.equal((await panel.ask('get', { id })).path, 'docs/a.txt');
});
