/** A user's own files: uploading, finding and deleting them, and the storage that they use. */
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { type Person, testService } from '../support/service.ts';
import { createFileForm, nothing, remains, type StoredFile, send, UPLOAD, upload } from './file-uploads.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '2' });
const MEGABYTE = 2 ** 20;

async function download({ file_url }: StoredFile): Promise<string> {
  const response = await fetch(file_url);
  assert.equal(response.status, 200);
  return response.text();
}

suite('an upload', () => {
  test('returns the attachment, which can be downloaded', async () => {
    const ada = await service.person();
    const before = Date.now();
    const file = await upload(service, ada, createFileForm('héllo', 'greeting.txt'));
    const { id, created, file_url, ...rest } = file;
    assert.deepEqual(rest, { file_id: id, filename: 'greeting.txt', content_type: 'text/plain', size: 6 });
    assert.equal(created.user_id, ada.id);
    assert.ok(created.timestamp >= before - 1 && created.timestamp <= Date.now());
    const url = new URL(file_url);
    assert.equal(url.origin + url.pathname, `${service.url}/file`);
    assert.deepEqual([...url.searchParams.keys()], ['id', 'secret']);
    assert.equal(url.searchParams.get('id'), id);
    assert.ok((url.searchParams.get('secret') ?? '').length >= 40);
    assert.equal(await download(file), 'héllo');
    assert.deepEqual(await remains(service, ada), { ...nothing, storageUsed: 6, files: 1, bytes: 6 });
  });

  test('may be a file of zero bytes', async () => {
    const file = await upload(
      service,
      await service.person(),
      createFileForm('', 'empty.bin', 'application/octet-stream'),
    );
    assert.equal(file.size, 0);
    assert.equal(await download(file), '');
  });

  test('may be exactly as large as the limit, but not a byte larger', async () => {
    const ada = await service.person();
    assert.equal((await upload(service, ada, createFileForm(new Uint8Array(2 * MEGABYTE)))).size, 2 * MEGABYTE);
    const refused = { status: 422, body: { detail: 'the file is larger than 2 MB' } };
    for (const bytes of [2 * MEGABYTE + 1, 12 * MEGABYTE]) {
      const { status, body } = await send(service, ada, createFileForm(new Uint8Array(bytes)));
      assert.deepEqual({ status, body }, refused);
    }
    const expected = { storageUsed: 2 * MEGABYTE, files: 1, bytes: 2 * MEGABYTE };
    assert.deepEqual(await remains(service, ada), { ...nothing, ...expected });
  });

  test('may have a body of unannounced length', async () => {
    const ada = await service.person();
    const form = new Response(createFileForm(new Uint8Array(MEGABYTE), 'a.bin', 'font/woff2'));
    const headers = { 'uni-api-key': ada.key, 'content-type': form.headers.get('content-type') ?? '' };
    const reply = await service.send(UPLOAD, { headers, body: form.body, duplex: 'half' });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.partialDeepStrictEqual(reply.body, { size: MEGABYTE, content_type: 'font/woff2' });
  });

  const names: [sent: string, stored: string][] = [
    ['灯泡 – ü.jpeg', '灯泡 – ü.jpeg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['..', 'file'],
    ['a;b=c.txt', 'a;b=c.txt'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(251)}.txt`],
  ];
  for (const [sent, stored] of names) {
    test(`cleans the name of a file called ${JSON.stringify(sent.slice(0, 20))}`, async () => {
      assert.equal((await upload(service, await service.person(), createFileForm('x', sent))).filename, stored);
    });
  }

  test('ignores other fields of the form', async () => {
    const form = createFileForm('x');
    form.append('note', 'after');
    const before = new FormData();
    before.append('note', 'before');
    before.append('file', new Blob(['y']), 'b.txt');
    const ada = await service.person();
    assert.equal((await upload(service, ada, form)).filename, 'a.txt');
    assert.equal((await upload(service, ada, before)).filename, 'b.txt');
  });
});

suite('the storage of a user', () => {
  test('takes exactly five of twenty concurrent uploads if it has room for five', async () => {
    const ada = await service.person({ storage_quota: 5 * MEGABYTE });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(service, ada, createFileForm(new Uint8Array(MEGABYTE)))),
    );
    const refused = replies.filter(({ status }) => status !== 200).map(({ status, body }) => ({ status, body }));
    assert.deepEqual(refused, Array(15).fill({ status: 422, body: { detail: 'storage quota exceeded' } }));
    const expected = { storageUsed: 5 * MEGABYTE, files: 5, bytes: 5 * MEGABYTE };
    assert.deepEqual(await remains(service, ada), { ...nothing, ...expected });
  });

  test('takes exactly five of twenty concurrent small uploads', async () => {
    const ada = await service.person({ storage_quota: 50 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(service, ada, createFileForm('0123456789'))),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 5);
    assert.deepEqual(await remains(service, ada), { ...nothing, storageUsed: 50, files: 5, bytes: 50 });
  });

  test('becomes free again when files are deleted, even concurrently', async () => {
    const ada = await service.person({ storage_quota: 30 });
    const files = await Promise.all(
      Array.from({ length: 3 }, () => upload(service, ada, createFileForm('0123456789'))),
    );
    assert.equal((await send(service, ada, createFileForm('x'))).status, 422);
    await Promise.all(files.map(({ id }) => service.ask(`/api/v1/file/delete?entity_id=${id}`, {}, ada.key)));
    assert.deepEqual(await remains(service, ada), nothing);
    assert.equal((await upload(service, ada, createFileForm('x'.repeat(30)))).size, 30);
  });

  test('is deleted with the user', async () => {
    const ada = await service.person();
    const file = await upload(service, ada, createFileForm('x'));
    await service.ask(`/api/v1/user/delete?entity_id=${ada.id}`);
    assert.equal((await fetch(file.file_url)).status, 404);
    const { query: db } = service.service.system.database;
    assert.deepEqual(await db.selectFrom('files').select('id').where('id', '=', file.id).execute(), []);
    assert.ok((await db.selectFrom('blob_tombstones').select('blob_key').execute()).length > 0);
  });
});

suite('finding, getting and deleting files', () => {
  let ada: Person;
  let bob: Person;
  const files: StoredFile[] = [];
  let bobs: StoredFile;
  before(async () => {
    [ada, bob] = [await service.person(), await service.person()];
    for (const [name, type] of [
      ['a.txt', 'text/plain'],
      ['b.csv', 'text/csv'],
      ['c.txt', 'text/plain'],
    ] as const) {
      files.push(await upload(service, ada, createFileForm(name.repeat(files.length + 1), name, type)));
    }
    bobs = await upload(service, bob, createFileForm('x', 'bob.txt'));
  });
  const find = (query: object, person: Person = ada) =>
    service.ask<StoredFile[]>('/api/v1/file/find', query, person.key);

  test('lists only the caller’s own files, newest first', async () => {
    assert.deepEqual(await find({}), files.toReversed());
    assert.deepEqual(await find({}, bob), [bobs]);
    assert.equal(await service.ask('/api/v1/file/count', {}, ada.key), 3);
    assert.deepEqual(await service.ask('/api/v1/file/find'), [], 'not even administrators see those of others');
  });

  test('filters by every field', async () => {
    const [first, second] = files;
    assert.ok(first && second);
    for (const filter of [
      ['id', '==', second.id],
      ['file_id', 'in', [second.id]],
      ['filename', 'regex', '^b'],
      ['content_type', '==', 'text/csv'],
      ['size', '==', 10],
    ]) {
      assert.deepEqual(await find({ filters: [filter] }), [second], JSON.stringify(filter));
    }
    const since = ['created.timestamp', '>=', first.created.timestamp];
    assert.equal(await service.ask('/api/v1/file/count', { filters: [since] }, ada.key), 3);
    assert.deepEqual(await find({ sort_key: 'filename', limit_to: 1 }), [first]);
  });

  test('gets a file by its id', async () => {
    for (const file of files) {
      assert.deepEqual(await service.ask(`/api/v1/file/get?entity_id=${file.id}`, {}, ada.key), file);
    }
  });

  test('does not find the files of others', async () => {
    for (const action of ['get', 'delete']) {
      await service.refuse(404, 'entity not found', `/api/v1/file/${action}?entity_id=${bobs.id}`, {}, ada.key);
    }
    assert.equal(await download(bobs), 'x');
  });

  test('removes a deleted file and its link', async () => {
    const file = await upload(service, bob, createFileForm('x'));
    const at = `/api/v1/file/delete?entity_id=${file.id}`;
    assert.equal(await service.ask(at, {}, bob.key), file.id);
    await service.refuse(404, 'entity not found', at, {}, bob.key);
    assert.equal((await fetch(file.file_url)).status, 404);
  });
});
