/** Direct upload: `upload/init`, the post to the storage, and `upload/complete`. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { changePanel, makePanel, RECORDS, refused, type StoredFile, setFolders, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { announce, announcement, complete, post, postSuccessfully, sendTo } from './direct-uploads.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '2' });
const MEGABYTE = 2 ** 20;
/** Creates a panel with its own owner, so that nothing else uses the quota. */
const createPanel = async () => makePanel(service, await service.person());
const HOUR_MS = 60 * 60 * 1000;
const NOT_UPLOADED = 'the file was not uploaded';

suite('a direct upload', () => {
  test('returns exactly what the specification describes for each step', async () => {
    const panel = await createPanel();
    const record = await panel.record();
    const more = { path: 'docs/sub/', filename: '灯泡.txt', metadata: { a: 1 }, record };
    const before = Date.now();
    const announced = await announce(panel, 'héllo', more);
    assert.deepEqual(Object.keys(announced).sort(), ['expires_at', 'fields', 'upload_id', 'url']);
    assert.ok(announced.expires_at >= before + HOUR_MS && announced.expires_at <= Date.now() + HOUR_MS);
    assert.ok(announced.url.startsWith(service.url));
    for (const value of Object.values(announced.fields)) assert.equal(typeof value, 'string');
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, reserved: 6, announced: 1 });

    await postSuccessfully(announced, 'héllo');
    await panel.refuse(404, 'file not found', 'get', { path: 'docs/sub/灯泡.txt' });
    assert.deepEqual(await panel.ask('list'), { files: [], folders: [] });

    const file = succeeded(await complete(panel, announced)) as StoredFile;
    const { id, created, updated, url, download_url, ...rest } = file;
    assert.deepEqual(rest, {
      path: 'docs/sub/灯泡.txt',
      folder: 'docs',
      name: '灯泡.txt',
      size: 6,
      content_type: 'text/plain',
      sha256: createHash('sha256').update('héllo').digest('hex'),
      metadata: { a: 1 },
      record,
      owner: null,
      expires_at: null,
    });
    assert.ok(url && download_url && created >= before && updated === created);
    assert.equal(await (await fetch(url)).text(), 'héllo');
    assert.deepEqual(await panel.ask('get', { id }), file);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 6 });
  });

  test('accepts an empty file and a file of the maximum size', async () => {
    const panel = await createPanel();
    for (const bytes of [0, 2 * MEGABYTE]) {
      const content = new Uint8Array(bytes).fill(97);
      const announced = await announce(panel, content, { path: `docs/${bytes}` });
      await postSuccessfully(announced, content);
      assert.equal((succeeded(await complete(panel, announced)) as StoredFile).size, bytes);
    }
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 2, bytes: 2 * MEGABYTE });
  });

  test('prefers the type of the content, and otherwise stores the announced type', async () => {
    const panel = await createPanel();
    const OCTETS = 'application/octet-stream';
    const cases: [content: string, announced: string, posted: string, stored: string][] = [
      ['a,b', 'text/csv', 'text/csv', 'text/csv'],
      ['a,b', 'Text/CSV; header=present', 'text/csv', 'text/csv; header=present'],
      ['a,b', 'text/csv', OCTETS, 'text/csv'],
      ['a,b', OCTETS, OCTETS, 'text/plain'], // The name determines the type.
      ['%PDF-1.7\n', 'text/plain', 'text/plain', 'application/pdf'],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/plain', 'text/plain', 'image/svg+xml'],
    ];
    for (const [content, content_type, type, stored] of cases) {
      const announced = await announce(panel, content, { content_type, rename: true });
      assert.equal((await post(announced, content, { type })).status, 204);
      assert.equal((succeeded(await complete(panel, announced)) as StoredFile).content_type, stored);
    }
  });

  test('uses the last of several posts, and refuses posts after its completion', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, 'one');
    await postSuccessfully(announced, 'one');
    await postSuccessfully(announced, 'two');
    refused(await post(announced, 'three'), 422, 'the uploaded file has another size than announced');
    const { url } = succeeded(await complete(panel, announced)) as StoredFile;
    refused(await post(announced, 'six'), 404, 'upload not found');
    refused(await complete(panel, announced), 404, 'upload not found');
    assert.equal(await (await fetch(url ?? '')).text(), 'two');
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 3 });
  });

  test('overwrites or renames only when it is completed', async () => {
    const panel = await createPanel();
    const first = await panel.upload({ path: 'docs/a.txt' }, { content: 'first' });
    const renamed = await announce(panel, 'second', { rename: true });
    const written = await announce(panel, 'overwritten', { overwrite: true });
    await postSuccessfully(renamed, 'second');
    await postSuccessfully(written, 'overwritten');
    const second = succeeded(await complete(panel, renamed)) as StoredFile;
    const third = succeeded(await complete(panel, written)) as StoredFile;
    assert.deepEqual([second.path, third.path], ['docs/a (1).txt', 'docs/a.txt']);
    assert.deepEqual([third.id, third.created, third.size], [first.id, first.created, 11]);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 2, bytes: 17 });
  });

  test('accepts posts from a browser of another origin, which may read the answer', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, 'x');
    const origin = 'https://app.example.org';
    const preflight = await fetch(announced.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-requested-with',
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /\bPOST\b/);
    assert.equal(preflight.headers.get('access-control-allow-headers'), '*');
    const wrong = await post(announced, 'xy');
    const right = await post(announced, 'x');
    const unknown = await sendTo(announced.url.replace(announced.upload_id, randomUUID()), new FormData());
    assert.deepEqual([wrong.status, right.status, unknown.status], [422, 204, 404]);
    for (const { headers } of [wrong, right, unknown]) {
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
  });

  test('causes no warnings with many posts on one connection', async t => {
    const warnings: string[] = [];
    const listen = ({ message }: Error) => warnings.push(message);
    process.on('warning', listen);
    t.after(() => process.off('warning', listen));
    const panel = await createPanel();
    const announced = await announce(panel, 'x');
    for (let count = 0; count < 30; count++) await postSuccessfully(announced, 'x');
    await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(warnings, []);
  });
});

suite('a failed completion leaves the upload open', () => {
  test('before the file was posted', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, 'x');
    refused(await complete(panel, announced), 422, NOT_UPLOADED);
    await postSuccessfully(announced, 'x');
    assert.equal((await complete(panel, announced)).status, 200);
  });

  test('when the content is not what was announced', async () => {
    const panel = await createPanel();
    const page = '<!doctype html><p>hello</p>';
    const image = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'.padEnd(page.length, '\0'), 'latin1');
    const announced = await announce(panel, page, { content_type: 'image/gif' });
    await postSuccessfully(announced, page);
    refused(await complete(panel, announced), 422, 'the file content is text/html, not image/gif');
    await postSuccessfully(announced, 'x'.repeat(page.length));
    refused(await complete(panel, announced), 422, 'the file content is not image/gif');
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, reserved: page.length, announced: 1 });
    await postSuccessfully(announced, Uint8Array.from(image));
    assert.equal((succeeded(await complete(panel, announced)) as StoredFile).content_type, 'image/gif');
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: page.length });
  });

  test('when the path is in use, the permission or the record is gone, or the folder is full', async () => {
    const panel = await createPanel();
    const record = await panel.record();
    const announced = await announce(panel, 'x', { record });
    await postSuccessfully(announced, 'x');
    const other = await panel.upload({ path: 'docs/a.txt' });
    refused(await complete(panel, announced), 409, "a file 'docs/a.txt' already exists");
    await panel.ask('delete', { id: other.id });

    await setFolders(panel, { docs: { upload: 'none' } });
    refused(await complete(panel, announced), 403, "operation 'upload' is disabled for folder 'docs'");
    await setFolders(panel, { docs: { types: ['image/*'] } });
    refused(await complete(panel, announced), 422, "folder 'docs' does not accept text/plain files");
    await setFolders(panel, { docs: { max_files: 1 } });
    const filling = await panel.send({ path: 'docs/b' });
    assert.equal(filling.status, 403, 'the announced file counts already');
    await changePanel(panel, { database: false });
    refused(await complete(panel, announced), 403, 'database access is not allowed for this panel');
    await changePanel(panel, { database: true });
    await panel.ask('delete', { key: record.key }, RECORDS);
    refused(await complete(panel, announced), 404, 'Database record not found');
    await panel.ask('create', { collection: 'elsewhere', data: {}, key: record.key }, RECORDS);
    refused(await complete(panel, announced), 422, `record '${record.key}' is not in collection 'things'`);
    await panel.ask('delete', { key: record.key }, RECORDS);
    await panel.ask('create', { collection: 'things', data: {}, key: record.key }, RECORDS);

    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, reserved: 1, announced: 1 });
    assert.equal((await complete(panel, announced)).status, 200);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 1 });
  });
});

suite('an announcement is refused:', () => {
  const right = announcement('hello');
  const INVALID = 'validation error';
  const cases: [name: string, changes: Record<string, unknown>, detail?: string][] = [
    ['no path', { path: undefined }],
    ['no type', { content_type: undefined }],
    ['no size', { size: undefined }],
    ['a negative size', { size: -1 }],
    ['a fractional size', { size: 0.5 }],
    ['a size that is a string', { size: '5' }],
    ['a size of null', { size: null }],
    ['one byte too many', { size: 2 * MEGABYTE + 1 }, 'the file is larger than 2 MB'],
    ['very many bytes', { size: 1e300 }, 'the file is larger than 2 MB'],
    ['an empty type', { content_type: '' }],
    ['a malformed type', { content_type: 'pdf' }],
    ['a wildcard type', { content_type: 'image/*' }],
    ['a type with a line break', { content_type: 'text/plain\r\nx-evil: 1' }],
    ['a type that is a megabyte long', { content_type: `text/${'x'.repeat(MEGABYTE)}` }],
    ['a type with NUL', { content_type: 'text/plain\0' }],
    ['a directory without a name', { path: 'docs/' }, 'path segments cannot be empty'],
    ['a name that is a number', { path: 'docs/', filename: 7 }],
    ['a name that leaves the directory', { path: 'docs/', filename: '..' }, "path segments cannot be '.' or '..'"],
    ['metadata that is not an object', { metadata: [] }, 'metadata must be a JSON object'],
    ['a record that is not an object', { record: 'x' }],
    ['both overwrite and rename', { overwrite: true, rename: true }],
    ['rename that is a string', { rename: 'true' }],
  ];
  for (const [name, changes, detail = INVALID] of cases) {
    test(name, async () => {
      const panel = await createPanel();
      await panel.refuse(422, detail, 'upload/init', { ...right, ...changes });
      assert.deepEqual(await checkPanelUsage(panel), nothing);
    });
  }

  test('with a missing record or a record of another collection', async () => {
    const panel = await createPanel();
    const record = { collection: 'things', key: randomUUID() };
    await panel.refuse(404, 'Database record not found', 'upload/init', { ...right, record });
    const { key } = await panel.record();
    const elsewhere = { collection: 'others', key };
    await panel.refuse(422, `record '${key}' is not in collection 'others'`, 'upload/init', {
      ...right,
      record: elsewhere,
    });
    await changePanel(panel, { database: false });
    await panel.refuse(403, 'database access is not allowed for this panel', 'upload/init', { ...right, record });
    assert.deepEqual(await checkPanelUsage(panel), nothing);
  });
});

test('direct upload is refused if the installation disables it', async () => {
  const off = await testService({ HEDDLE_DIRECT_UPLOAD: 'off' });
  const panel = await makePanel(off, await off.person());
  const detail = 'direct upload is not available, use the upload route';
  await panel.refuse(409, detail, 'upload/init', announcement('x'));
  await panel.refuse(404, 'upload not found', 'upload/complete', { upload_id: randomUUID() });
  assert.deepEqual(await checkPanelUsage(panel), nothing);
});
