/** Files of panels on S3: storing them, serving them, and uploads that clients post directly to the bucket. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, suite, test } from 'node:test';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { discardExpiredUploads } from '../../src/booster/storage/direct.ts';
import { deleteTombstonedBlobs } from '../../src/files/tasks.ts';
import { type S3Bucket, s3Client, startS3 } from '../support/s3.ts';
import { serviceOn, type TestService, testService } from '../support/service.ts';
import { agePending, ageTombstones } from '../support/storage-sweeps.ts';
import { PanelUser, refused, type StoredFile, succeeded } from './booster-panels.ts';
import { announce, complete, post, postSuccessfully } from './direct-uploads.ts';
import { poll } from './poll.ts';
import { attacks, CONTENT, FIELDS, NOT_UPLOADED } from './s3-attacks.ts';
import {
  createS3Settings,
  downloadText,
  findBlobKey,
  hashSha256,
  newPanel,
  readUsedBytes,
  sendWithoutEnd,
  sweepBucket,
} from './s3-storage.ts';

const MEGABYTE = 2 ** 20;
const UNAVAILABLE = 'the service can not reach its database or storage';

const s3 = await startS3();
if ('unavailable' in s3) test('panels on S3', { skip: s3.unavailable });
else {
  const service = await testService(createS3Settings(s3));
  const client = s3Client(s3);
  after(async () => {
    client.destroy();
    await s3.stop();
  });
  suite('panels on S3', () => testsOn(service));
  suite('direct uploads to S3', () => directUploadsOn(service, s3));
  suite('posts that S3 refuses', () => attacksOn(service));

  test('an aborted upload leaves nothing in the bucket', async () => {
    const panel = await newPanel(service);
    const abort = new AbortController();
    const sent = sendWithoutEnd(panel, 'docs/big', 12 * MEGABYTE, abort.signal);
    const unfinished = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket }))).Uploads?.length ?? 0;
    await poll(async () => (await unfinished()) || undefined);
    abort.abort();
    await assert.rejects(sent);
    await poll(async () => ((await unfinished()) === 0 && (await readUsedBytes(panel)) === 0) || undefined);
    assert.deepEqual(await panel.ask('usage'), { files: 0, size: 0, limit: 1024 * MEGABYTE, folders: {} });
  });

  test('after the cleanup tasks, the bucket contains exactly the blobs of files', async () => {
    await sweepBucket(service);
  });

  test('while S3 cannot be reached, nothing is stored and nothing is lost', async () => {
    const away = await serviceOn(service.database, {
      ...createS3Settings(s3),
      HEDDLE_S3_ENDPOINT: 'http://127.0.0.1:9',
    });
    const panel = await newPanel(service);
    const [kept, gone] = [await panel.upload({ path: 'docs/kept' }), await panel.upload({ path: 'docs/gone' })];
    const { system } = away.service;
    try {
      const there = new PanelUser(away, panel.id, panel.key);
      refused(await there.send({ path: 'docs/new' }), 503, UNAVAILABLE);
      refused(await there.send({ path: 'docs/kept', overwrite: 'true' }, { content: 'other' }), 503, UNAVAILABLE);
      assert.equal(await readUsedBytes(panel), 2);
      assert.equal((await fetch(away.url + new URL(String(kept.url)).pathname)).status, 503);
      succeeded(await there.call('delete', { id: gone.id }));
      await ageTombstones(system.database);
      await assert.rejects(deleteTombstonedBlobs(system.database.query, system.blobs, AbortSignal.timeout(60_000)));
    } finally {
      await away.stopService();
    }
    assert.equal(await downloadText(kept), 'x');
    await sweepBucket(service);
  });
}

function testsOn(service: TestService): void {
  test('a file is stored, read whole and in part, replaced and deleted', async () => {
    const panel = await newPanel(service);
    const file = await panel.upload({ path: 'docs/a.txt' }, { content: CONTENT });
    assert.equal(file.sha256, hashSha256(CONTENT));
    assert.equal(await downloadText(file), CONTENT);
    const ranges = [
      ['bytes=0-0', 206, '0'],
      ['bytes=-1', 206, '9'],
      ['bytes=5-5', 206, '5'],
      ['bytes=8-99', 206, '89'],
      ['items=0-1', 200, CONTENT],
    ] as const;
    for (const [range, status, text] of ranges) {
      const response = await fetch(String(file.url), { headers: { range } });
      assert.deepEqual([response.status, await response.text()], [status, text], range);
    }
    assert.equal((await fetch(String(file.url), { headers: { range: 'bytes=10-' } })).status, 416);
    const data = Buffer.from('another').toString('base64');
    const replaced = await panel.ask('upload-b64', { path: 'docs/a.txt', data, overwrite: true });
    assert.equal(replaced.id, file.id);
    assert.equal(await downloadText(file), 'another');
    await panel.ask('delete', { id: file.id });
    assert.equal((await fetch(String(file.url))).status, 404);
    assert.equal(await readUsedBytes(panel), 0);
  });

  test('a file of several parts is returned unchanged', async () => {
    const panel = await newPanel(service);
    const content = new Uint8Array(11 * MEGABYTE).map((_, index) => index % 251);
    const file = await panel.upload({ path: 'docs/big' }, { content });
    assert.deepEqual([file.size, file.sha256], [content.byteLength, hashSha256(content)]);
    const whole = await fetch(String(file.url));
    assert.equal(hashSha256(new Uint8Array(await whole.arrayBuffer())), file.sha256);
    const [start, end] = [5 * MEGABYTE - 3, 5 * MEGABYTE + 3];
    const part = await fetch(String(file.url), { headers: { range: `bytes=${start}-${end}` } });
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), content.slice(start, end + 1));
  });

  test('an image is resized', async () => {
    const panel = await newPanel(service);
    const image = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
    const file = await panel.upload({ path: 'docs/a.png' }, { content: new Uint8Array(await image.png().toBuffer()) });
    const response = await fetch(`${file.url}?w=10`);
    const { width, height } = await sharp(await response.arrayBuffer()).metadata();
    assert.deepEqual([width, height], [10, 5]);
  });
}

function directUploadsOn(service: TestService, { endpoint, bucket }: S3Bucket): void {
  test('the form points to the bucket, and the posted content becomes a file', async () => {
    const panel = await newPanel(service);
    const announced = await announce(panel, CONTENT);
    assert.equal(announced.url, `${endpoint}/${bucket}`);
    refused(await complete(panel, announced), 422, NOT_UPLOADED);
    await postSuccessfully(announced, CONTENT);
    await panel.refuse(404, 'file not found', 'get', { path: 'docs/a.txt' });
    // The form grants the right to post, but not to read.
    assert.equal((await fetch(`${announced.url}/${announced.fields.key}`)).status, 403);
    const file = succeeded(await complete(panel, announced)) as StoredFile;
    assert.deepEqual([file.size, file.sha256, file.content_type], [10, hashSha256(CONTENT), 'text/plain']);
    assert.equal(await downloadText(file), CONTENT);
    assert.equal(await readUsedBytes(panel), 10);
    refused(await complete(panel, announced), 404, 'upload not found');
  });

  test('a post after completion does not change the file', async () => {
    const panel = await newPanel(service);
    const announced = await announce(panel, CONTENT);
    await postSuccessfully(announced, CONTENT);
    const file = succeeded(await complete(panel, announced)) as StoredFile;
    await postSuccessfully(announced, 'evil bytes');
    refused(await complete(panel, announced), 404, 'upload not found');
    assert.equal(await downloadText(file), CONTENT);
    assert.deepEqual(await panel.ask('get', { id: file.id }), file);
    await sweepBucket(service);
    await postSuccessfully(announced, 'evil bytes');
    assert.equal(await downloadText(file), CONTENT);
  });

  test('a post during completion gives one content or the other, with the matching checksum', async () => {
    const panel = await newPanel(service);
    const contents = ['a'.repeat(MEGABYTE), 'b'.repeat(MEGABYTE)] as const;
    for (let round = 0; round < 5; round++) {
      const announced = await announce(panel, contents[0], { path: `docs/${round}` });
      await postSuccessfully(announced, contents[0]);
      const [completed] = await Promise.all([complete(panel, announced), postSuccessfully(announced, contents[1])]);
      const file = succeeded(completed) as StoredFile;
      assert.ok(contents.some(content => hashSha256(content) === file.sha256));
      assert.equal(hashSha256(await downloadText(file)), file.sha256);
    }
  });

  test('two completions at the same time give one file', async () => {
    const panel = await newPanel(service);
    const announced = await announce(panel, CONTENT);
    await postSuccessfully(announced, CONTENT);
    const replies = await Promise.all([complete(panel, announced), complete(panel, announced)]);
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 404]);
    assert.equal(await readUsedBytes(panel), 10);
  });

  test('content of another size or type than announced is refused, and can be posted again', async () => {
    const panel = await newPanel(service);
    const html = '<!DOCTYPE html><script>alert(1)</script>'.padEnd(100);
    const announced = await announce(panel, html, { path: 'docs/a.png', content_type: 'image/png' });
    await postSuccessfully(announced, html);
    refused(await complete(panel, announced), 422, 'the file content is text/html, not image/png');
    const { blobs } = service.service.system;
    const key = await findBlobKey(panel, announced);
    await blobs.put(key, Readable.from([Buffer.from('short')]), { limitBytes: 100 });
    refused(await complete(panel, announced), 422, 'the uploaded file has another size than announced');
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(92)]);
    await postSuccessfully(announced, new Uint8Array(png));
    assert.equal((succeeded(await complete(panel, announced)) as StoredFile).content_type, 'image/png');
  });

  test('an upload that has expired is deleted, also from the bucket', async () => {
    const panel = await newPanel(service);
    const announced = await announce(panel, CONTENT);
    await postSuccessfully(announced, CONTENT);
    const key = await findBlobKey(panel, announced);
    const { database, blobs } = service.service.system;
    assert.equal(await readUsedBytes(panel), 10);
    await agePending(database);
    refused(await complete(panel, announced), 404, 'upload not found');
    await discardExpiredUploads(database.query);
    assert.equal(await readUsedBytes(panel), 0);
    assert.equal((await blobs.stat(key)).sizeBytes, 10);
    await ageTombstones(database);
    await deleteTombstonedBlobs(database.query, blobs, AbortSignal.timeout(60_000));
    await assert.rejects(blobs.stat(key), { name: 'BlobNotFound' });
  });

  test('the upload route of the service itself refuses forms for S3', async () => {
    const panel = await newPanel(service);
    const announced = await announce(panel, CONTENT);
    const url = `${service.url}/api/v3/booster/storage/upload/${announced.upload_id}`;
    refused(await post(announced, CONTENT, { url }), 404, 'upload not found');
  });
}

function attacksOn(service: TestService): void {
  for (const [name, attack] of Object.entries(attacks)) {
    test(name, async () => {
      const panel = await newPanel(service);
      const announced = await announce(panel, CONTENT);
      assert.deepEqual(Object.keys(announced.fields).toSorted(), FIELDS.toSorted());
      const { status } = await attack(announced, panel);
      assert.ok(status === 400 || status === 403, `S3 answers ${status}`);
      refused(await complete(panel, announced), 422, NOT_UPLOADED);
      await postSuccessfully(announced, CONTENT);
      succeeded(await complete(panel, announced));
    });
  }
}
