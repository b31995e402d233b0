/** The files and folders of a panel's storage: `list`, `count` and `usage` by folder, and the pages of a listing. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { insertFileRows, makePanel, type PanelUser, type StoredFile } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();

interface Listing {
  files: StoredFile[];
  folders: string[];
}

async function createPanelWith(paths: string[], folders: Record<string, object> = {}): Promise<PanelUser> {
  const panel = await makePanel(service, owner, folders);
  for (const path of paths) await panel.upload({ path }, { content: path });
  return panel;
}

/** Lists paths and sub-folders, each in the order of the answer. */
async function listPaths(panel: PanelUser, place: object): Promise<[paths: string[], folders: string[]]> {
  const { files, folders } = await panel.ask<Listing>('list', place);
  return [files.map(({ path }) => path), folders];
}

suite('listing a folder', async () => {
  const paths = [
    'images/a.png.txt',
    'images/2026/q1/x.txt',
    'images/2026/q10/x.txt',
    'images/2026/q1.txt',
    'images/2026/Q1/x.txt',
    'images/20260/x.txt',
    'images2/b.txt',
    'image/c.txt',
    'Images/d.txt',
    'docs/1/2/3/4/5/6/deep.txt',
  ];
  const panel = await createPanelWith(paths);

  const places: [place: object, paths: string[], folders: string[]][] = [
    [{}, [], ['Images', 'docs', 'image', 'images', 'images2']],
    [{ recursive: true }, [], ['Images', 'docs', 'image', 'images', 'images2']],
    [{ folder: 'images' }, ['images/a.png.txt'], ['2026', '20260']],
    [{ folder: 'images', prefix: '' }, ['images/a.png.txt'], ['2026', '20260']],
    [{ folder: 'images', prefix: '2026' }, ['images/2026/q1.txt'], ['Q1', 'q1', 'q10']],
    [{ folder: 'images', prefix: '2026/' }, ['images/2026/q1.txt'], ['Q1', 'q1', 'q10']],
    [{ folder: 'images', prefix: '2026/q1' }, ['images/2026/q1/x.txt'], []],
    [{ folder: 'images', prefix: '2026/q1', recursive: true }, ['images/2026/q1/x.txt'], []],
    [{ folder: 'images', prefix: '2026/q' }, [], []],
    [{ folder: 'images', prefix: '202', recursive: true }, [], []],
    [{ folder: 'images2' }, ['images2/b.txt'], []],
    [{ folder: 'images2', recursive: true }, ['images2/b.txt'], []],
    [{ folder: 'image', recursive: true }, ['image/c.txt'], []],
    [{ folder: 'Images', recursive: true }, ['Images/d.txt'], []],
    [{ folder: 'docs' }, [], ['1']],
    [{ folder: 'docs', recursive: true }, ['docs/1/2/3/4/5/6/deep.txt'], ['1']],
    [{ folder: 'docs', prefix: '1/2/3/4/5/6' }, ['docs/1/2/3/4/5/6/deep.txt'], []],
    [{ folder: 'docs', prefix: '1/2/3/4/5/6/7' }, [], []],
    [{ folder: 'docs', prefix: '1/2/3/4/5/6/deep.txt', recursive: true }, [], []],
    [{ folder: 'docs', prefix: 'a/'.repeat(5000) }, [], []],
    [{ folder: 'nothing-here' }, [], []],
    [{ folder: 'images', prefix: '%', recursive: true }, [], []],
    [{ folder: 'images', prefix: '202_', recursive: true }, [], []],
    [{ folder: 'images', prefix: '20\\26', recursive: true }, [], []],
    [{ folder: 'images', prefix: '../docs', recursive: true }, [], []],
    [{ folder: 'images', prefix: '..', recursive: true }, [], []],
    [{ folder: 'images', prefix: '/2026', recursive: true }, [], []],
    [{ folder: '_', recursive: true }, [], []],
    [{ folder: 'x'.repeat(5000) }, [], []],
  ];
  for (const [place, files, folders] of places) {
    test(JSON.stringify(place).slice(0, 70), async () => {
      assert.deepEqual(await listPaths(panel, place), [files, folders]);
    });
  }

  test('recursively returns all of its files, newest first', async () => {
    const inImages = paths.filter(path => path.startsWith('images/')).toReversed();
    assert.deepEqual(await listPaths(panel, { folder: 'images', recursive: true }), [inImages, ['2026', '20260']]);
    const inSubfolder = inImages.filter(path => path.startsWith('images/2026/'));
    const place = { folder: 'images', prefix: '2026', recursive: true };
    assert.deepEqual(await listPaths(panel, place), [inSubfolder, ['Q1', 'q1', 'q10']]);
  });

  test('returns as many files as counting it, with or without sub-folders', async () => {
    for (const [place] of places.filter(([place]) => 'folder' in place)) {
      for (const recursive of [true, false]) {
        const [files] = await listPaths(panel, { ...place, recursive });
        assert.equal(await panel.ask('count', { ...place, recursive }), files.length, JSON.stringify(place));
        const byFilter = { params: { filters: [['size', '>=', 0]] } };
        assert.equal(await panel.ask('count', { ...place, recursive, ...byFilter }), files.length, 'with a filter');
      }
    }
    assert.equal(await panel.ask('count', { folder: 'images' }), 6);
    assert.equal(await panel.ask('count', { folder: 'images', recursive: false }), 1);
    assert.equal(await panel.ask('count'), paths.length);
    assert.equal(await panel.ask('count', { params: { filters: [['name', '==', 'x.txt']] } }), 4);
  });

  test('with a prefix needs the name of the folder', async () => {
    await panel.refuse(422, 'validation error', 'list', { prefix: '2026' });
    await panel.refuse(422, 'validation error', 'count', { prefix: '2026' });
  });

  test('that is refused names the field in a header, because the text is specified', async () => {
    const field = async (body: unknown) => (await panel.call('list', body)).headers.get('x-validation-error');
    assert.match((await field({ folder: 7 })) ?? '', /^folder: must be string/);
    assert.match((await field({ params: { filters: [['n\u00e4me', '==', 1]] } })) ?? '', /n\?me/);
  });

  // A folder name with several segments would mean one folder to the settings and another one to the files.
  for (const folder of ['', 'images/2026', 'images/', '/images', '*', '%', 'a b', '..', 'ï', '\0', 7]) {
    test(`is refused for the invalid name ${JSON.stringify(folder).slice(0, 20)}`, async () => {
      for (const path of ['list', 'count']) await panel.refuse(422, 'validation error', path, { folder });
    });
  }
});

suite('permissions', async () => {
  const settings = { closed: { list: 'none' }, unread: { read: 'none' }, open: {} };
  const panel = await createPanelWith(
    ['closed/sub/a.txt', 'closed/a.txt', 'open/a.txt', 'unread/a.txt', 'x/a.txt'],
    settings,
  );

  test('prevent listing and counting a folder with the level none', async () => {
    const disabled = "operation 'list' is disabled for folder 'closed'";
    for (const path of ['list', 'count']) {
      await panel.refuse(403, disabled, path, { folder: 'closed' });
      await panel.refuse(403, disabled, path, { folder: 'closed', prefix: 'sub' });
      const params = { filters: [['name', '==', 'a.txt']] };
      await panel.refuse(403, disabled, path, { folder: 'closed', recursive: true, params });
    }
  });

  test('hide such a folder from the listing and count of the panel', async () => {
    assert.deepEqual(await listPaths(panel, {}), [[], ['open', 'unread', 'x']]);
    assert.equal(await panel.ask('count'), 3);
    assert.equal(await panel.ask('count', { params: { filters: [['path', 'contains', 'a']] } }), 3);
  });

  test('can close all folders except some', async () => {
    const inverse = await createPanelWith(['a/1.txt', 'b/1.txt', 'c/1.txt'], { '*': { list: 'none' }, a: {}, b: {} });
    assert.deepEqual(await listPaths(inverse, {}), [[], ['a', 'b']]);
    assert.equal(await inverse.ask('count'), 2);
    await inverse.refuse(403, "operation 'list' is disabled for folder 'c'", 'list', { folder: 'c' });
  });

  test('of every other level let the API list the folder', async () => {
    for (const list of ['owner', 'users', 'public']) {
      const one = await createPanelWith(['docs/a.txt'], { docs: { list } });
      assert.deepEqual(await listPaths(one, { folder: 'docs' }), [['docs/a.txt'], []]);
    }
  });

  test('without read access list files without links', async () => {
    const { files } = await panel.ask<Listing>('list', { folder: 'unread' });
    assert.deepEqual(
      files.map(({ path, url, download_url }) => [path, url, download_url]),
      [['unread/a.txt', null, null]],
    );
  });
});

suite('links', async () => {
  const panel = await createPanelWith(['docs/a.txt']);

  test('are included unless the request declines them', async () => {
    const { files } = await panel.ask<Listing>('list', { folder: 'docs' });
    const [file] = files;
    assert.ok(file);
    const links = [file.url, file.download_url].map(String);
    assert.equal(new Set(links).size, 2);
    for (const link of links) {
      assert.ok(link.startsWith(`${service.url}/api/v3/booster/storage/file/`), link);
      assert.equal(await (await fetch(link)).text(), 'docs/a.txt');
    }
    const without = await panel.ask<Listing>('list', { folder: 'docs', links: false });
    assert.deepEqual(without, { files: [{ ...file, url: null, download_url: null }], folders: [] });
  });
});

suite('names of built-in properties', () => {
  test('work as folders: __proto__, constructor and toString', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const panel = await createPanelWith(names.map(name => `${name}/${name}/a.txt`));
    assert.deepEqual(await listPaths(panel, {}), [[], names]);
    for (const folder of names) {
      assert.deepEqual(await listPaths(panel, { folder }), [[], [folder]]);
      assert.equal(await panel.ask('count', { folder }), 1);
    }
    const { folders } = await panel.ask<{ folders: object }>('usage');
    assert.deepEqual(
      Object.entries(folders),
      names.map(name => [name, `${name}/${name}/a.txt`.length]),
    );
  });
});

suite('pages', async () => {
  const panel = await makePanel(service, owner);
  // All files have the same time, so only their ids determine the order.
  await insertFileRows(panel, 'many', 1501);
  const listPage = async (params: object) => (await listPaths(panel, { folder: 'many', links: false, params }))[0];

  test('have a hundred files by default and at most a thousand', COMPLETE_ONLY, async () => {
    assert.equal((await listPage({})).length, 100);
    assert.equal((await listPage({ limit_from: 0 })).length, 100);
    assert.equal((await listPage({ limit_to: 1000 })).length, 1000);
    assert.equal((await listPage({ limit_from: 500, limit_to: 1500 })).length, 1000);
    assert.equal((await listPage({ limit_from: 1400, limit_to: 2000 })).length, 101);
    assert.deepEqual(await listPage({ limit_from: 9_000_000 }), []);
    assert.deepEqual(await listPage({ limit_from: 5, limit_to: 5 }), []);
    const place = { folder: 'many' };
    for (const params of [
      { limit_to: 1001 },
      { limit_from: 1, limit_to: 1002 },
      { limit_from: -1 },
      { limit_from: 3, limit_to: 2 },
      { limit_from: 0.5 },
      { limit_to: '10' },
      { limit_to: 1e300 },
      { limit_from: Number.MAX_SAFE_INTEGER + 1 },
    ]) {
      await panel.refuse(422, 'validation error', 'list', { ...place, params });
    }
  });

  test('together contain every file once, whatever the sort order', COMPLETE_ONLY, async () => {
    for (const sort of [{}, { sort_key: 'size' }, { sort_key: 'content_type', sort_order: -1 }, { sort_key: 'name' }]) {
      const pages: string[] = [];
      for (let from = 0; from < 1600; from += 400) {
        pages.push(...(await listPage({ ...sort, limit_from: from, limit_to: from + 400 })));
      }
      assert.deepEqual([pages.length, new Set(pages).size], [1501, 1501], JSON.stringify(sort));
    }
  });

  test('do not affect the count', async () => {
    assert.equal(await panel.ask('count', { folder: 'many' }), 1501);
    const params = { filters: [['name', 'regex', '^1']], limit_to: 5 };
    assert.equal(await panel.ask('count', { folder: 'many', params }), 1 + 10 + 100 + 502);
  });
});
