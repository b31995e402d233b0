/** Moving and renaming the files of a panel. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { FOLDER, NO_FOLDER } from '../fixtures/booster-paths.ts';
import { testService } from '../support/service.ts';
import { makePanel, setFolders } from './booster-panels.ts';
import { checkPanelUsage } from './booster-remains.ts';

const service = await testService();
const owner = await service.person();
const MEGABYTE = 2 ** 20;

suite('a new path', async () => {
  const panel = await makePanel(service, owner);

  test('is all that changes, and existing links still work', async () => {
    const file = await panel.upload({ path: 'docs/a.txt', metadata: '{"n":1}' }, { content: 'moved' });
    const moved = await panel.ask('update', { id: file.id, path: 'docs/sub/b.csv' });
    const { url, download_url, updated } = moved;
    assert.deepEqual(moved, { ...file, path: 'docs/sub/b.csv', name: 'b.csv', url, download_url, updated });
    assert.ok(updated > file.updated);
    assert.deepEqual({ ...(await panel.ask('get', { id: file.id })), url, download_url }, moved);
    await panel.refuse(404, 'file not found', 'get', { path: 'docs/a.txt' });
    for (const link of [url, file.url]) {
      const reply = await fetch(String(link));
      assert.deepEqual([await reply.text(), reply.headers.get('content-type')], ['moved', 'text/plain']);
      assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="b.csv"');
    }
  });

  test('may be in another folder', async () => {
    const file = await panel.upload({ path: 'docs/to-move.txt' });
    const { path, folder, name } = await panel.ask('update', { id: file.id, path: 'elsewhere/1/2/moved.txt' });
    assert.deepEqual(
      { path, folder, name },
      { path: 'elsewhere/1/2/moved.txt', folder: 'elsewhere', name: 'moved.txt' },
    );
  });

  test('that ends with a slash names a directory, and the file keeps its name', async () => {
    const file = await panel.upload({ path: 'docs/kept-name.txt' });
    assert.equal((await panel.ask('update', { id: file.id, path: 'other/sub/' })).path, 'other/sub/kept-name.txt');
  });

  test('that is the same as before changes nothing', async () => {
    const file = await panel.upload({ path: 'docs/itself.txt' });
    const { url, download_url, ...same } = await panel.ask('update', { id: file.id, path: 'docs/itself.txt' });
    assert.deepEqual({ ...same, url: file.url, download_url: file.download_url }, file);
    assert.ok(url && download_url);
  });

  test('that is taken is refused, but one in other letter case is free', async () => {
    const [one] = [await panel.upload({ path: 'docs/one.txt' }), await panel.upload({ path: 'docs/two.txt' })];
    const taken = "a file 'docs/two.txt' already exists";
    await panel.refuse(409, taken, 'update', { id: one.id, path: 'docs/two.txt' });
    await panel.refuse(409, taken, 'update', { id: one.id, path: 'docs/two.txt', metadata: { n: 1 } });
    const { path, metadata } = await panel.ask('get', { id: one.id });
    assert.deepEqual([path, metadata], ['docs/one.txt', {}], 'nothing of it was applied');
    assert.equal((await panel.ask('update', { id: one.id, path: 'docs/Two.txt' })).path, 'docs/Two.txt');
  });

  test('may equal the path of a directory, or lie below the path of a file', async () => {
    const [one, two] = [await panel.upload({ path: 'tree/a/b.txt' }), await panel.upload({ path: 'tree/c.txt' })];
    await panel.ask('update', { id: two.id, path: 'tree/a' });
    await panel.ask('update', { id: one.id, path: 'tree/a/b/c/d.txt' });
    const place = { folder: 'tree', recursive: true, params: { sort_key: 'path' } };
    const { files, folders } = await panel.ask<{ files: { path: string }[]; folders: string[] }>('list', place);
    assert.deepEqual([files.map(({ path }) => path), folders], [['tree/a', 'tree/a/b/c/d.txt'], ['a']]);
    await checkPanelUsage(panel);
  });

  const names: [path: string, detail: string][] = [
    ['docs', NO_FOLDER],
    ['', NO_FOLDER],
    ['/docs/x', FOLDER],
    ['do cs/x', FOLDER],
    ['../x', FOLDER],
    ['1/2/3/4/5/6/7/8/9', 'validation error'],
    [`docs/${'x'.repeat(508)}`, 'validation error'],
    ['docs/a\0', 'validation error'],
  ];
  for (const [path, detail] of names) {
    test(`is refused if it is ${JSON.stringify(path).slice(0, 20)}`, async () => {
      const { id } = await panel.upload({ path: `docs/${randomUUID()}` });
      await panel.refuse(422, detail, 'update', { id, path });
    });
  }

  for (const path of [
    'docs/../x',
    'docs/..',
    'docs//x',
    'docs/a\\..\\b',
    'docs/%2e%2e/x',
    'docs/a\nb',
    'docs/ a',
    "docs/'",
  ]) {
    test(`is refused if it is ${JSON.stringify(path)}`, async () => {
      const { id } = await panel.upload({ path: `docs/${randomUUID()}` });
      const { status, body } = await panel.call('update', { id, path });
      assert.equal(status, 422);
      assert.match(String(Object(body).detail), /^path segments cannot /);
    });
  }

  test('may have eight levels and 512 characters', async () => {
    const { id } = await panel.upload({ path: `docs/${randomUUID()}` });
    for (const path of ['1/2/3/4/5/6/7/8', `docs/${'é'.repeat(507)}`, `docs/${'🎉'.repeat(507)}`]) {
      assert.equal((await panel.ask('update', { id, path })).path, path);
    }
  });
});

suite('the rights to move files', () => {
  const disabled = (operation: string, folder: string) => `operation '${operation}' is disabled for folder '${folder}'`;

  test('a change needs `update` in the folder that the file is in', async () => {
    const panel = await makePanel(service, owner);
    const { id } = await panel.upload({ path: 'docs/a.txt' });
    await setFolders(panel, { docs: { update: 'none' }, '*': {} });
    for (const change of [{ path: 'docs/b.txt' }, { path: 'other/a.txt' }, { metadata: {} }, { unlink_record: true }]) {
      await panel.refuse(403, disabled('update', 'docs'), 'update', { id, ...change });
    }
    await setFolders(panel, { '*': { update: 'none' }, docs: {} });
    await panel.ask('update', { id, path: 'other/a.txt' });
    await panel.refuse(403, disabled('update', 'other'), 'update', { id, path: 'docs/a.txt' });
  });

  test('a move to another folder needs `upload` there and `delete` here, a rename neither', async () => {
    const panel = await makePanel(service, owner);
    const { id } = await panel.upload({ path: 'from/a.txt' });
    const refuse = (operation: string, folder: string) =>
      panel.refuse(403, disabled(operation, folder), 'update', { id, path: 'to/a.txt' });
    await setFolders(panel, { to: { upload: 'none' } });
    await refuse('upload', 'to');
    await setFolders(panel, { from: { delete: 'none' } });
    await refuse('delete', 'from');
    const most = { read: 'none', list: 'none', update: 'none', delete: 'none' };
    await setFolders(panel, { from: { upload: 'none', delete: 'none', read: 'none', list: 'none' }, to: most });
    assert.equal((await panel.ask('update', { id, path: 'from/sub/b.txt' })).path, 'from/sub/b.txt');
    await setFolders(panel, { from: { upload: 'none', read: 'none', list: 'none' }, to: most });
    const { path, url } = await panel.ask('update', { id, path: 'to/a.txt' });
    assert.deepEqual([path, url], ['to/a.txt', null], 'where nobody reads there is no link');
  });

  test('the settings of `*` apply to folders without settings of their own', async () => {
    const panel = await makePanel(service, owner, { '*': { upload: 'none' }, docs: {} });
    const { id } = await panel.upload({ path: 'docs/a.txt' });
    await panel.refuse(403, disabled('upload', 'new'), 'update', { id, path: 'new/a.txt' });
  });
});

suite('the rules of the new folder', () => {
  test('restrict the types of files', async () => {
    const panel = await makePanel(service, owner, { tables: { types: ['text/csv'] }, endings: { types: ['.md'] } });
    const { id } = await panel.upload({ path: 'docs/a.txt' });
    const refusal = (folder: string) => `folder '${folder}' does not accept text/plain files`;
    await panel.refuse(422, refusal('tables'), 'update', { id, path: 'tables/a.csv' });
    await panel.refuse(422, refusal('endings'), 'update', { id, path: 'endings/a.txt' });
    const { path } = await panel.ask('update', { id, path: 'endings/a.MD' });
    assert.equal(path, 'endings/a.MD');
    await panel.refuse(422, refusal('endings'), 'update', { id, path: 'endings/a.txt' });
  });

  test('restrict the size of one file', async () => {
    const panel = await makePanel(service, owner, { small: { max_file_mb: 1 } });
    const large = await panel.upload({ path: 'docs/a.bin' }, { content: new Uint8Array(MEGABYTE + 1) });
    await panel.refuse(422, 'the file is larger than 1 MB', 'update', { id: large.id, path: 'small/a.bin' });
    const exact = await panel.upload({ path: 'docs/b.bin' }, { content: new Uint8Array(MEGABYTE) });
    await panel.ask('update', { id: exact.id, path: 'small/a.bin' });
  });

  test('restrict the number of files and their total size', async () => {
    const panel = await makePanel(
      service,
      owner,
      { few: { max_files: 1 }, full: { max_total_mb: 1 } },
      { limit_mb: 3 },
    );
    const half = { content: new Uint8Array(MEGABYTE * 0.6) };
    const [one, two] = [await panel.upload({ path: 'docs/1' }, half), await panel.upload({ path: 'docs/2' }, half)];
    await panel.ask('update', { id: one.id, path: 'few/1' });
    const few = "folder 'few' has reached the maximum of 1 files";
    await panel.refuse(403, few, 'update', { id: two.id, path: 'few/2' });
    assert.equal((await panel.ask('update', { id: one.id, path: 'few/sub/renamed' })).path, 'few/sub/renamed');
    await panel.ask('update', { id: one.id, path: 'full/1' });
    await panel.refuse(403, "folder 'full' is full", 'update', { id: two.id, path: 'full/2' });
    await panel.ask('update', { id: two.id, path: 'few/2' });
  });

  test('allow a move within a full panel, which needs no more space', async () => {
    const panel = await makePanel(service, owner, {}, { limit_mb: 1 });
    const { id } = await panel.upload({ path: 'docs/1' }, { content: new Uint8Array(MEGABYTE) });
    assert.equal((await panel.ask('update', { id, path: 'other/1' })).path, 'other/1');
  });

  test('may require that files belong to records', async () => {
    const panel = await makePanel(service, owner, { bound: { record_required: true } });
    const record = await panel.record();
    const { id } = await panel.upload({ path: 'docs/a' });
    const required = 'files in this folder must belong to a database record';
    await panel.refuse(422, required, 'update', { id, path: 'bound/a' });
    await panel.refuse(422, required, 'update', { id, path: 'bound/a', unlink_record: true });
    const moved = await panel.ask('update', { id, path: 'bound/a', record });
    assert.deepEqual([moved.path, moved.record], ['bound/a', record]);
    await panel.refuse(422, required, 'update', { id, unlink_record: true });
    const free = await panel.ask('update', { id, path: 'docs/a', unlink_record: true });
    assert.deepEqual([free.path, free.record], ['docs/a', null]);
  });

  test('leave the file unchanged if they refuse the move', async () => {
    const panel = await makePanel(service, owner, { small: { max_files: 1 } });
    await panel.upload({ path: 'small/first' });
    const file = await panel.upload({ path: 'docs/a' });
    const before = await checkPanelUsage(panel);
    const detail = "folder 'small' has reached the maximum of 1 files";
    await panel.refuse(403, detail, 'update', { id: file.id, path: 'small/a', metadata: { n: 1 } });
    const { url, download_url, ...same } = await panel.ask('get', { id: file.id });
    assert.deepEqual({ ...same, url, download_url }, { ...file, url, download_url });
    assert.deepEqual(await checkPanelUsage(panel), before);
  });
});

suite('at the same time', () => {
  test('only one of many moves to one path succeeds', async () => {
    const panel = await makePanel(service, owner);
    const files = await Promise.all(Array.from({ length: 10 }, (_, n) => panel.upload({ path: `docs/${n}` })));
    const replies = await Promise.all(files.map(({ id }) => panel.call('update', { id, path: 'to/one' })));
    const refusals = replies.filter(({ status }) => status !== 200).map(({ status, body }) => ({ status, body }));
    assert.deepEqual(refusals, Array(9).fill({ status: 409, body: { detail: "a file 'to/one' already exists" } }));
    assert.equal(await panel.ask('count', { folder: 'to' }), 1);
    assert.equal((await checkPanelUsage(panel)).files, 10);
  });

  test('two files cannot swap their paths', async () => {
    const panel = await makePanel(service, owner);
    const [one, two] = [await panel.upload({ path: 'a/1' }), await panel.upload({ path: 'b/2' })];
    const replies = await Promise.all([
      panel.call('update', { id: one.id, path: two.path }),
      panel.call('update', { id: two.id, path: one.path }),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [409, 409],
    );
  });

  test('only three of ten moves into a folder for three files succeed', async () => {
    const panel = await makePanel(service, owner, { few: { max_files: 3 } });
    const files = await Promise.all(Array.from({ length: 10 }, (_, n) => panel.upload({ path: `docs/${n}` })));
    const replies = await Promise.all(files.map(({ id, name }) => panel.call('update', { id, path: `few/${name}` })));
    assert.equal(replies.filter(({ status }) => status === 200).length, 3);
    assert.equal(await panel.ask('count', { folder: 'few' }), 3);
    await checkPanelUsage(panel);
  });

  test('a move and a deletion of the same file leave nothing behind', async () => {
    const panel = await makePanel(service, owner);
    for (let time = 0; time < 5; time++) {
      const { id } = await panel.upload({ path: `docs/${time}` });
      const [moved, deleted] = await Promise.all([
        panel.call('update', { id, path: `to/${time}` }),
        panel.call('delete', { id }),
      ]);
      assert.equal(deleted.status, 200);
      assert.ok(moved.status === 200 || moved.status === 404, String(moved.status));
    }
    assert.deepEqual(await panel.ask('list'), { files: [], folders: [] });
    await checkPanelUsage(panel);
  });
});
