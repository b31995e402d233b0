/** The tools with which runs use the files of panels. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import { chain, node } from '../support/definitions.ts';
import { findStep, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { makePanel, type StoredFile, setFolders } from './booster-panels.ts';
import { callTool, refuseTool, runTool } from './booster-tools.ts';

const service = await testService();
const ann = await service.person();
const bob = await service.person();
const panel = await makePanel(service, ann, {
  images: { types: ['image/*'] },
  none: { upload: 'none', read: 'none', list: 'none' },
  fixed: { delete: 'none' },
  small: { max_files: 1 },
  tied: { record_required: true },
});
const panel_id = panel.id;

interface ReadFile {
  file: Attachment;
  text: string | null;
  stored: StoredFile;
}

const call = <Output = StoredFile>(tool: string, params: object, input = {}) =>
  callTool<Output>(service, ann, tool, { panel_id, ...params }, input);
const refuse = (error: string | RegExp, tool: string, params: object, input = {}) =>
  refuseTool(service, ann, error, tool, { panel_id, ...params }, input);
const readContent = async (url: string | null) => (await fetch(url ?? '')).text();

async function ownFile(name: string, content: string, type: string, key = ann.key): Promise<Attachment> {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  const headers = { 'uni-api-key': key };
  const { status, body } = await service.send('/api/v1/file/upload', { headers, body: form });
  assert.equal(status, 200, JSON.stringify(body));
  return body as Attachment;
}

suite('save', () => {
  test('stores a text, with the type that its name indicates', async () => {
    const run = await runTool(service, ann, 'booster_file_save', { panel_id, path: 'docs/a/table.csv', text: 'ä;b\n' });
    const stored = readStepOutput(run, 'call') as StoredFile;
    const { url, download_url } = await panel.ask('get', { id: stored.id });
    assert.deepEqual({ ...stored, url, download_url }, await panel.ask('get', { path: 'docs/a/table.csv' }));
    assert.equal(stored.content_type, 'text/csv');
    assert.equal(await readContent(stored.url), 'ä;b\n');
    assert.equal(findStep(run, 'call').text, 'Stored docs/a/table.csv (5 bytes)');
    assert.equal((await call('booster_file_save', { path: 'docs/plain', text: '' })).content_type, 'text/plain');
    const typed = { path: 'docs/typed', text: 'x', content_type: 'text/markdown' };
    assert.equal((await call('booster_file_save', typed)).content_type, 'text/markdown');
  });

  test('stores a file of the user or of the run, under its own name if the path ends with a slash', async () => {
    const own = await ownFile('report.txt', 'own', 'text/plain');
    const byId = await call('booster_file_save', { path: 'docs/', file: own.file_id });
    assert.deepEqual(
      [byId.path, byId.content_type, await readContent(byId.url)],
      ['docs/report.txt', 'text/plain', 'own'],
    );
    const made = node('make', 'tool.call', { tool: 'csv_write', params: { rows: [{ a: 1 }], filename: 'made.csv' } });
    const params = { panel_id, path: 'docs/copy.csv', file: '{{ steps.make.output.file }}' };
    const save = node('save', 'tool.call', { tool: 'booster_file_save', params });
    const run = await runOnce(service, chain(made, save), {}, ann.key);
    const stored = readStepOutput(run, 'save') as StoredFile;
    assert.deepEqual([stored.path, stored.content_type], ['docs/copy.csv', 'text/csv']);
    const others = await ownFile('other.txt', 'other', 'text/plain', bob.key);
    await refuse(/was not found or is not accessible/, 'booster_file_save', { path: 'docs/', file: others.file_id });
  });

  test('stores metadata and record, and obeys overwrite and rename', async () => {
    const record = await panel.record('things');
    const given = { path: 'docs/once.txt', text: 'first' };
    const more = { metadata: { n: [1] }, record: { ...record, key: record.key.toUpperCase() } };
    const first = await call('booster_file_save', { ...given, ...more });
    assert.deepEqual([first.metadata, first.record], [{ n: [1] }, record]);
    await refuse("a file 'docs/once.txt' already exists", 'booster_file_save', given);
    const second = await call('booster_file_save', { ...given, text: 'second', overwrite: true });
    assert.deepEqual([second.id, second.metadata, second.record], [first.id, {}, null]);
    assert.equal(await readContent(second.url), 'second');
    assert.equal((await call('booster_file_save', { ...given, rename: true })).path, 'docs/once (1).txt');
    await refuse('validation error: overwrite: can not go with rename', 'booster_file_save', {
      ...given,
      overwrite: true,
      rename: true,
    });
  });

  test('obeys the settings of the folder, and refuses what the endpoints refuse', async () => {
    const save = (error: string | RegExp, params: object) =>
      refuse(error, 'booster_file_save', { text: 'x', ...params });
    await save("operation 'upload' is disabled for folder 'none'", { path: 'none/a.txt' });
    await save("folder 'images' does not accept text/plain files", { path: 'images/a.txt' });
    await save('files in this folder must belong to a database record', { path: 'tied/a.txt' });
    await save('Database record not found', { path: 'docs/r', record: { collection: 'c', key: randomUUID() } });
    await call('booster_file_save', { path: 'small/a', text: '' });
    await save("folder 'small' has reached the maximum of 1 files", { path: 'small/b' });
    await call('booster_file_save', { path: 'fixed/a', text: '' });
    await save("operation 'delete' is disabled for folder 'fixed'", { path: 'fixed/a', overwrite: true });
    await save("path segments cannot be '.' or '..'", { path: 'docs/../a' });
    await save("path must start with a folder: '<folder>/<name>'", { path: 'a' });
    await save('path segments cannot be empty', { path: 'docs/' });
    await save('validation error: body: NUL characters are not allowed', {
      path: 'docs/m',
      metadata: { nul: '{{ "%c" | format(0) }}' },
    });
    await save('metadata is larger than 4096 bytes', { path: 'docs/m', metadata: { big: '{{ "x" * 5000 }}' } });
    await save("metadata keys cannot start with '$' or contain '.'", { path: 'docs/m', metadata: { 'a.b': 1 } });
    await save('the file content is not image/png', { path: 'docs/a.png', content_type: 'image/png' });
    await refuse("'file' or 'text' is required", 'booster_file_save', { path: 'docs/a' });
    await save("Only one of 'file' or 'text' can be given", { path: 'docs/a', file: randomUUID() });
  });

  test('uses the quota of the owner of the panel', async () => {
    const poor = await service.person({ storage_quota: 10 });
    const own = await makePanel(service, poor);
    const params = { panel_id: own.id, path: 'docs/a', text: '12345678901' };
    await refuseTool(service, poor, 'storage quota exceeded', 'booster_file_save', params);
    assert.deepEqual(await own.ask('usage'), { files: 0, size: 0, limit: 1024 * 2 ** 20, folders: {} });
  });
});

suite('read', () => {
  test('returns an attachment that later steps can use, and the text of a short text file', async () => {
    const sent = await panel.upload(
      { path: 'docs/read.json', metadata: '{"n":1}' },
      { content: '{"a":1}', name: 'x', type: '' },
    );
    const read = node('read', 'tool.call', { tool: 'booster_file_read', params: { panel_id, path: 'docs/read.json' } });
    const hash = node('hash', 'tool.call', { tool: 'hash', params: { file: '{{ steps.read.output.file }}' } });
    const run = await runOnce(service, chain(read, hash), {}, ann.key);
    const { file, text, stored } = readStepOutput(run, 'read') as ReadFile;
    assert.deepEqual([file.filename, file.content_type, file.size], ['read.json', 'application/json', 7]);
    assert.equal(text, '{"a":1}');
    assert.deepEqual([stored.id, stored.metadata], [sent.id, { n: 1 }]);
    assert.equal(await readContent(file.file_url), '{"a":1}');
    assert.deepEqual(readStepOutput(run, 'hash'), { hash: sent.sha256 });
    assert.deepEqual(findStep(run, 'read').file_ids, [file.file_id]);
  });

  test('returns no text for long or binary files', async () => {
    const long = await panel.upload({ path: 'docs/long.txt' }, { content: 'x'.repeat(256 * 1024 + 1) });
    assert.equal((await call<ReadFile>('booster_file_read', { id: long.id })).text, null);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const image = await panel.upload(
      { path: 'images/a.png' },
      { content: Uint8Array.from(png), name: 'a.png', type: 'image/png' },
    );
    const { file, text } = await call<ReadFile>('booster_file_read', { id: image.id });
    assert.deepEqual([file.content_type, text], ['image/png', null]);
  });

  test('needs a file of this panel, and the right to read it', async () => {
    await refuse('file not found', 'booster_file_read', { path: 'docs/missing' });
    await refuse('file not found', 'booster_file_read', { id: randomUUID() });
    const elsewhere = await (await makePanel(service, ann)).upload({ path: 'docs/a' });
    await refuse('file not found', 'booster_file_read', { id: elsewhere.id });
    await refuse("'id' or 'path' is required", 'booster_file_read', {});
    await refuse("Only one of 'id' or 'path' can be given", 'booster_file_read', { id: randomUUID(), path: 'docs/a' });
    const closed = await makePanel(service, ann);
    const { id } = await closed.upload({ path: 'docs/a' });
    await setFolders(closed, { docs: { read: 'none' } });
    await refuse("operation 'read' is disabled for folder 'docs'", 'booster_file_read', { panel_id: closed.id, id });
    await refuseTool(service, bob, 'permission denied', 'booster_file_read', {
      panel_id: `{{ "${panel_id}" }}`,
      path: 'docs/a',
    });
  });
});

suite('link', () => {
  test('makes a link that works for so many hours, and only to what may be read', async () => {
    const stored = await call('booster_file_save', { path: 'docs/linked.txt', text: 'linked' });
    const before = Date.now();
    for (const by of [{ id: stored.id }, { path: 'docs/linked.txt' }]) {
      const link = await call<{ url: string; expires_at: number }>('booster_file_link', { ...by, hours: 72 });
      assert.equal(await readContent(link.url), 'linked');
      // Links end at full seconds.
      assert.ok(link.expires_at > before + 72 * 3_600_000 - 1_000, String(link.expires_at));
    }
    const { url } = await call<{ url: string }>('booster_file_link', { id: stored.id, hours: 1, download: true });
    assert.match((await fetch(url)).headers.get('content-disposition') ?? '', /^attachment/);
    await refuse("'id' or 'path' is required", 'booster_file_link', { hours: 1 });
    const closed = await makePanel(service, ann);
    const params = { panel_id: closed.id, path: 'docs/a.txt' };
    await callTool(service, ann, 'booster_file_save', { ...params, text: 'a' });
    await setFolders(closed, { docs: { read: 'none' } });
    const disabled = "operation 'read' is disabled for folder 'docs'";
    await refuseTool(service, ann, disabled, 'booster_file_link', { ...params, hours: 1 });
  });
});

suite('list', () => {
  test('returns files and folders as the endpoint does', async () => {
    const own = await makePanel(service, ann, { none: { list: 'none' } });
    for (const path of ['docs/1.txt', 'docs/2.txt', 'docs/deep/3.txt', 'more/4.txt']) {
      await own.upload({ path, metadata: JSON.stringify({ path }) });
    }
    const list = async (params: object) => {
      const given = { panel_id: own.id, ...params };
      const { files, folders } = await call<{ files: StoredFile[]; folders: string[] }>('booster_file_list', given);
      return { paths: files.map(({ path }) => path), folders, files };
    };
    assert.deepEqual(await list({}), { paths: [], folders: ['docs', 'more'], files: [] });
    const { files, ...docs } = await list({ folder: 'docs' });
    assert.deepEqual(docs, { paths: ['docs/2.txt', 'docs/1.txt'], folders: ['deep'] });
    assert.equal(await readContent(files[0]?.url ?? null), 'x');
    assert.equal((await list({ folder: 'docs', links: false })).files[0]?.url, null);
    assert.deepEqual((await list({ folder: 'docs', prefix: 'deep' })).paths, ['docs/deep/3.txt']);
    assert.equal((await list({ folder: 'docs', recursive: true })).paths.length, 3);
    const params = { filters: [['metadata.path', 'contains', 'docs']], sort_key: 'name', limit_from: 1, limit_to: 2 };
    assert.deepEqual((await list({ folder: 'docs', recursive: true, params })).paths, ['docs/2.txt']);
  });

  test('refuses what the endpoint refuses', async () => {
    await refuse("operation 'list' is disabled for folder 'none'", 'booster_file_list', { folder: 'none' });
    await refuse(/needs a folder/, 'booster_file_list', { prefix: 'a' });
    await refuse(/is no name of a folder/, 'booster_file_list', { folder: 'a/b' });
    await refuse(/unknown/, 'booster_file_list', { folder: 'docs', params: { filters: [['unknown', '==', 1]] } });
  });
});
