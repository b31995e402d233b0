/** Forms with which clients post blobs directly to S3: what they store, and everything that they refuse. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { CreateBucketCommand, DeleteBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import {
  type BlobKey,
  type Blobs,
  newBlobKey,
  type PostConditions,
  type PostForm,
} from '../../src/platform/blobs/blobs.ts';
import { openS3Blobs, type S3Settings } from '../../src/platform/blobs/s3.ts';
import {
  assertNothingLeft,
  assertSameBytes,
  describeOnS3,
  hourMs,
  listed,
  mebibyte,
  readContent,
} from './blobs-fixture.ts';

describe('the address to post to on S3', () => {
  const account = { region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  const own = 'https://s3.example:8443';
  const addresses: [string, Pick<S3Settings, 'bucket' | 'endpoint' | 'forcePathStyle'>][] = [
    ['https://s3.example:8443/files', { bucket: 'files', endpoint: own, forcePathStyle: true }],
    ['https://s3.example:8443/files', { bucket: 'files', endpoint: `${own}/`, forcePathStyle: true }],
    ['https://s3.example:8443/base/files', { bucket: 'files', endpoint: `${own}/base/`, forcePathStyle: true }],
    ['https://files.s3.example:8443/', { bucket: 'files', endpoint: own, forcePathStyle: false }],
    ['https://files.s3.eu-central-1.amazonaws.com/', { bucket: 'files', forcePathStyle: false }],
    ['https://s3.eu-central-1.amazonaws.com/files', { bucket: 'files', forcePathStyle: true }],
    // A certificate for *.s3.eu-central-1.amazonaws.com does not cover a name with dots.
    ['https://s3.eu-central-1.amazonaws.com/our.files', { bucket: 'our.files', forcePathStyle: false }],
  ];
  for (const [url, settings] of addresses) {
    test(`is ${url} for ${JSON.stringify(settings)}`, async t => {
      const blobs = openS3Blobs({ ...account, ...settings });
      t.after(() => blobs.close());
      assert.equal((await presign(blobs, newBlobKey())).url, url);
    });
  }
});

await describeOnS3('forms on S3', ({ bucket, client, settings, open }) => {
  for (const sizeBytes of [0, 1, 6 * mebibyte + 7]) {
    test(`stores ${sizeBytes} bytes that a client posts`, async t => {
      const on = settings();
      const { blobs, leftovers } = await open(t, on);
      const content = randomBytes(sizeBytes);
      const key = newBlobKey();
      const contentType = 'text/plain; charset="utf-8"';

      const form = await presign(blobs, key, { sizeBytes, contentType });
      assert.equal(await post(form, content), 204);

      assert.deepEqual(await blobs.stat(key), { sizeBytes });
      assert.deepEqual(await listed(blobs), new Map([[key, sizeBytes]]));
      assertSameBytes(await readContent(blobs, key), content);
      const found = await client.send(new HeadObjectCommand({ Bucket: on.bucket, Key: `${on.prefix}${key}` }));
      assert.equal(found.ContentType, contentType);
      assert.deepEqual(await leftovers(), []);
    });
  }

  test('accepts a form several times and stores the last content', async t => {
    const { blobs } = await open(t, settings());
    const key = newBlobKey();
    const form = await presign(blobs, key);
    assert.equal(await post(form, Buffer.alloc(10, 'a')), 204);
    assert.equal(await post(form, Buffer.alloc(10, 'b')), 204);
    assertSameBytes(await readContent(blobs, key), Buffer.alloc(10, 'b'));
  });

  /** Posts ten bytes with a form for ten after this change. Only the change may be the reason of the refusal. */
  const assertRefused = async (t: TestContext, change: (form: PostForm, prefix: string) => PostForm) => {
    const on = settings();
    const storage = await open(t, on);
    const key = newBlobKey();
    const form = await presign(storage.blobs, key);
    assertRefusal(await post(change(form, on.prefix ?? ''), randomBytes(10)));
    await assertNothingLeft(storage, key);
    assert.equal(await post(form, randomBytes(10)), 204);
  };
  const without = (form: PostForm, left: string): PostForm => ({
    ...form,
    fields: Object.fromEntries(Object.entries(form.fields).filter(([name]) => name !== left)),
  });
  const withField = (form: PostForm, name: string, value: string): PostForm => ({
    ...form,
    fields: { ...form.fields, [name]: value },
  });

  for (const sentBytes of [0, 9, 11, 8 * mebibyte]) {
    test(`refuses ${sentBytes} bytes with a form for ten`, async t => {
      const storage = await open(t, settings());
      const key = newBlobKey();
      assertRefusal(await post(await presign(storage.blobs, key), randomBytes(sentBytes)));
      await assertNothingLeft(storage, key);
    });
  }

  test('refuses a byte with a form for zero bytes', async t => {
    const storage = await open(t, settings());
    const key = newBlobKey();
    assertRefusal(await post(await presign(storage.blobs, key, { sizeBytes: 0 }), randomBytes(1)));
    await assertNothingLeft(storage, key);
  });

  const sentFields = [
    'key',
    'Content-Type',
    'policy',
    'x-amz-algorithm',
    'x-amz-credential',
    'x-amz-date',
    'x-amz-signature',
  ];
  for (const name of sentFields) {
    test(`refuses a form without its ${name}`, t => assertRefused(t, form => without(form, name)));
    test(`refuses a form with another ${name}`, t =>
      assertRefused(t, form => withField(form, name, `${form.fields[name]}0`)));
  }

  test('makes no form for an invalid key', async t => {
    const { blobs } = await open(t, settings());
    await assert.rejects(presign(blobs, '../other' as BlobKey), TypeError);
  });

  test('makes forms with exactly these fields', async t => {
    const { blobs } = await open(t, settings());
    assert.deepEqual(Object.keys((await presign(blobs, newBlobKey())).fields).sort(), sentFields.sort());
  });

  const addedFields = {
    acl: 'public-read',
    'Content-Disposition': 'inline',
    'Content-Encoding': 'gzip',
    success_action_redirect: 'http://127.0.0.1/',
    success_action_status: '201',
    tagging: '<Tagging><TagSet></TagSet></Tagging>',
    'x-amz-meta-note': 'mine',
    'x-amz-storage-class': 'STANDARD',
    anything: 'else',
  };
  for (const [name, value] of Object.entries(addedFields)) {
    test(`refuses a form with ${name} added`, t => assertRefused(t, form => withField(form, name, value)));
  }

  test('refuses a form under the key of another upload', t =>
    assertRefused(t, (form, prefix) => withField(form, 'key', prefix + newBlobKey())));

  test('refuses a form whose policy allows more than was signed', t =>
    assertRefused(t, form => {
      const signed = Buffer.from(form.fields.policy ?? '', 'base64').toString();
      const widened = signed.replace('["content-length-range",10,10]', '["content-length-range",0,1000]');
      assert.notEqual(widened, signed);
      return withField(form, 'policy', Buffer.from(widened).toString('base64'));
    }));

  test('refuses a form that was signed with another secret', async t => {
    const on = settings();
    const storage = await open(t, on);
    const forger = await open(t, { ...on, secretAccessKey: 'wrong' });
    const key = newBlobKey();
    assertRefusal(await post(await presign(forger.blobs, key), randomBytes(10)));
    await assertNothingLeft(storage, key);
  });

  test('refuses a form that has expired', async t => {
    const storage = await open(t, settings());
    const key = newBlobKey();
    const form = await presign(storage.blobs, key, { expiresAt: new Date(Date.now() - 1_000) });
    assertRefusal(await post(form, randomBytes(10)));
    await assertNothingLeft(storage, key);
  });

  test('refuses a form in another bucket', async t => {
    const other = { ...settings(), bucket: `heddle-test-${newBlobKey()}` };
    await client.send(new CreateBucketCommand({ Bucket: other.bucket }));
    t.after(() => client.send(new DeleteBucketCommand({ Bucket: other.bucket })));
    const elsewhere = await open(t, other);
    const { blobs } = await open(t, { ...other, bucket });
    const key = newBlobKey();
    const { url } = await presign(elsewhere.blobs, key);

    assertRefusal(await post({ ...(await presign(blobs, key)), url }, randomBytes(10)));

    await assertNothingLeft(elsewhere, key);
  });
});

/** Makes a form for ten bytes of an image that is valid for an hour, with changes where given. */
async function presign(blobs: Blobs, key: BlobKey, wanted: Partial<PostConditions> = {}): Promise<PostForm> {
  const expiresAt = new Date(Date.now() + hourMs);
  const form = await blobs.presignPost?.(key, { sizeBytes: 10, contentType: 'image/png', expiresAt, ...wanted });
  return form ?? assert.fail('this driver has no forms');
}

/** Returns the status. The file has its own name and type, as from a browser, and these must not matter. */
async function post({ url, fields }: PostForm, content: Buffer<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'text/html' }), 'page.html');
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  await response.bytes();
  return response.status;
}

function assertRefusal(status: number): void {
  assert.ok(status >= 400 && status < 500, `answered ${status}`);
}
