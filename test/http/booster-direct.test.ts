/** Direct upload: `upload/init`, the post past the API, `upload/complete`. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { changePanel, makePanel, RECORDS, refused, type StoredFile, setFolders, succeeded } from './booster-panels.ts';
import { heldBy, nothing } from './booster-remains.ts';
import { announce, announcement, complete, post, postRight, sendTo } from './direct-uploads.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '2' });
const MEGABYTE = 2 ** 20;
/** Of an owner of its own, whose quota nothing else takes. */
const newPanel = async () => makePanel(service, await service.person());
const HOUR_MS = 60 * 60 * 1000;
const NOT_UPLOADED = 'the file was not uploaded';

suite('from the announcement to the file', () => {
  test('with exactly what the specification tells of each step', async () => {
    const panel = await newPanel();
    const record = await panel.record();
    const more = { path: 'docs/sub/', filename: '灯泡.txt', metadata: { a: 1 }, record };
    const before = Date.now();
    const announced = await announce(panel, 'héllo', more);
    assert.deepEqual(Object.keys(announced).sort(), ['expires_at', 'fields', 'upload_id', 'url']);
    assert.ok(announced.expires_at >= before + HOUR_MS && announced.expires_at <= Date.now() + HOUR_MS);
    assert.ok(announced.url.startsWith(service.url));
    for (const value of Object.values(announced.fields)) assert.equal(typeof value, 'string');
    assert.deepEqual(await heldBy(panel), { ...nothing, reserved: 6, announced: 1 });

    await postRight(announced, 'héllo');
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
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: 6 });
  });

  test('of nothing, and of as much as there may be', async () => {
    const panel = await newPanel();
    for (const bytes of [0, 2 * MEGABYTE]) {
      const content = new Uint8Array(bytes).fill(97);
      const announced = await announce(panel, content, { path: `docs/${bytes}` });
      await postRight(announced, content);
      assert.equal((succeeded(await complete(panel, announced)) as StoredFile).size, bytes);
    }
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 2, bytes: 2 * MEGABYTE });
  });

  test('the type of the content wins, and one that is told is kept', async () => {
    const panel = await newPanel();
    const OCTETS = 'application/octet-stream';
    const cases: [content: string, announced: string, posted: string, stored: string][] = [
      ['a,b', 'text/csv', 'text/csv', 'text/csv'],
      ['a,b', 'Text/CSV; header=present', 'text/csv', 'text/csv; header=present'],
      ['a,b', 'text/csv', OCTETS, 'text/csv'],
      ['a,b', OCTETS, OCTETS, 'text/plain'], // by the name
      ['%PDF-1.7\n', 'text/plain', 'text/plain', 'application/pdf'],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/plain', 'text/plain', 'image/svg+xml'],
    ];
    for (const [content, content_type, type, stored] of cases) {
      const announced = await announce(panel, content, { content_type, rename: true });
      assert.equal((await post(announced, content, { type })).status, 204);
      assert.equal((succeeded(await complete(panel, announced)) as StoredFile).content_type, stored);
    }
  });

  test('posted twice, the last one counts; completed, none does any more', async () => {
    const panel = await newPanel();
    const announced = await announce(panel, 'one');
    await postRight(announced, 'one');
    await postRight(announced, 'two');
    refused(await post(announced, 'three'), 422, 'the uploaded file has another size than announced');
    const { url } = succeeded(await complete(panel, announced)) as StoredFile;
    refused(await post(announced, 'six'), 404, 'upload not found');
    refused(await complete(panel, announced), 404, 'upload not found');
    assert.equal(await (await fetch(url ?? '')).text(), 'two');
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: 3 });
  });

  test('overwrite and rename are done when it is completed', async () => {
    const panel = await newPanel();
    const first = await panel.upload({ path: 'docs/a.txt' }, { content: 'first' });
    const renamed = await announce(panel, 'second', { rename: true });
    const written = await announce(panel, 'overwritten', { overwrite: true });
    await postRight(renamed, 'second');
    await postRight(written, 'overwritten');
    const second = succeeded(await complete(panel, renamed)) as StoredFile;
    const third = succeeded(await complete(panel, written)) as StoredFile;
    assert.deepEqual([second.path, third.path], ['docs/a (1).txt', 'docs/a.txt']);
    assert.deepEqual([third.id, third.created, third.size], [first.id, first.created, 11]);
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 2, bytes: 17 });
  });

  test('a browser of another origin may post, and reads the answer', async () => {
    const panel = await newPanel();
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

  test('many posts on one connection', async t => {
    const warnings: string[] = [];
    const listen = ({ message }: Error) => warnings.push(message);
    process.on('warning', listen);
    t.after(() => process.off('warning', listen));
    const panel = await newPanel();
    const announced = await announce(panel, 'x');
    for (let count = 0; count < 30; count++) await postRight(announced, 'x');
    await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(warnings, []);
  });
});

suite('a complete that fails leaves the upload open', () => {
  test('before the file was posted', async () => {
    const panel = await newPanel();
    const announced = await announce(panel, 'x');
    refused(await complete(panel, announced), 422, NOT_UPLOADED);
    await postRight(announced, 'x');
    assert.equal((await complete(panel, announced)).status, 200);
  });

  test('when the content is not what was announced', async () => {
    const panel = await newPanel();
    const page = '<!doctype html><p>hello</p>';
    const image = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'.padEnd(page.length, '\0'), 'latin1');
    const announced = await announce(panel, page, { content_type: 'image/gif' });
    await postRight(announced, page);
    refused(await complete(panel, announced), 422, 'the file content is text/html, not image/gif');
    await postRight(announced, 'x'.repeat(page.length));
    refused(await complete(panel, announced), 422, 'the file content is not image/gif');
    assert.deepEqual(await heldBy(panel), { ...nothing, reserved: page.length, announced: 1 });
    await postRight(announced, Uint8Array.from(image));
    assert.equal((succeeded(await complete(panel, announced)) as StoredFile).content_type, 'image/gif');
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: page.length });
  });

  test('when the path was taken, the right went, the record went, or the folder is full', async () => {
    const panel = await newPanel();
    const record = await panel.record();
    const announced = await announce(panel, 'x', { record });
    await postRight(announced, 'x');
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

    assert.deepEqual(await heldBy(panel), { ...nothing, reserved: 1, announced: 1 });
    assert.equal((await complete(panel, announced)).status, 200);
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: 1 });
  });
});

suite('an announcement that is refused', () => {
  const right = announcement('hello');
  const INVALID = 'validation error';
  const cases: [name: string, changes: Record<string, unknown>, detail?: string][] = [
    ['no path', { path: undefined }],
    ['no type', { content_type: undefined }],
    ['no size', { size: undefined }],
    ['a negative size', { size: -1 }],
    ['half a byte', { size: 0.5 }],
    ['a size as a text', { size: '5' }],
    ['a size of null', { size: null }],
    ['one byte too many', { size: 2 * MEGABYTE + 1 }, 'the file is larger than 2 MB'],
    ['very many bytes', { size: 1e300 }, 'the file is larger than 2 MB'],
    ['an empty type', { content_type: '' }],
    ['a type that is none', { content_type: 'pdf' }],
    ['a type of many', { content_type: 'image/*' }],
    ['a type of two lines', { content_type: 'text/plain\r\nx-evil: 1' }],
    ['a type of a megabyte', { content_type: `text/${'x'.repeat(MEGABYTE)}` }],
    ['a type with NUL', { content_type: 'text/plain\0' }],
    ['a directory and no name', { path: 'docs/' }, 'path segments cannot be empty'],
    ['a name of another type', { path: 'docs/', filename: 7 }],
    ['a name that leads out', { path: 'docs/', filename: '..' }, "path segments cannot be '.' or '..'"],
    ['metadata that is none', { metadata: [] }, 'metadata must be a JSON object'],
    ['a record that is none', { record: 'x' }],
    ['overwrite and rename', { overwrite: true, rename: true }],
    ['rename as a text', { rename: 'true' }],
  ];
  for (const [name, changes, detail = INVALID] of cases) {
    test(name, async () => {
      const panel = await newPanel();
      await panel.refuse(422, detail, 'upload/init', { ...right, ...changes });
      assert.deepEqual(await heldBy(panel), nothing);
    });
  }

  test('for the records that it names', async () => {
    const panel = await newPanel();
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
    assert.deepEqual(await heldBy(panel), nothing);
  });
});

test('an installation without direct upload says so', async () => {
  const off = await testService({ HEDDLE_DIRECT_UPLOAD: 'off' });
  const panel = await makePanel(off, await off.person());
  const detail = 'direct upload is not available, use the upload route';
  await panel.refuse(409, detail, 'upload/init', announcement('x'));
  await panel.refuse(404, 'upload not found', 'upload/complete', { upload_id: randomUUID() });
  assert.deepEqual(await heldBy(panel), nothing);
});
