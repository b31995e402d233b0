/** Tests uploads from the console straight to a bucket on S3. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { makePanel } from '../http/booster-panels.ts';
import { createS3Settings } from '../http/s3-storage.ts';
import { type S3Bucket, s3Client, startS3 } from '../support/s3.ts';
import { openConsole } from './support/browser.ts';

const s3 = await startS3();
if ('unavailable' in s3) test('uploads to S3', { skip: s3.unavailable });
else await testUploads(s3);

async function testUploads(bucket: S3Bucket): Promise<void> {
  after(() => bucket.stop());
  const app = await openConsole(createS3Settings(bucket));
  await allowOrigin(bucket, new URL(app.service.url).origin);

  suite('uploads to S3', { skip: app.skip }, () => {
    test('send large files past the service, and small ones through it', async t => {
      const ann = await app.person();
      const panel = await makePanel(app.service, ann);
      const page = await app.page(t, { as: ann, path: `/panels/${panel.id}/files?folder=docs` });
      const posted: string[] = [];
      page.on('request', request => {
        if (request.method() === 'POST' && request.url().startsWith(bucket.endpoint)) posted.push(request.url());
      });
      const large = Buffer.alloc(9_000_000, 'large');
      await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
      const opened = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: 'Files', exact: true }).click();
      await (await opened).setFiles([
        { name: 'large.bin', mimeType: 'application/octet-stream', buffer: large },
        { name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('small') },
      ]);
      const tray = page.getByRole('region', { name: 'Uploads', exact: true });
      await tray.getByText('2 of 2 files').waitFor();
      assert.deepEqual(posted, [`${bucket.endpoint}/${bucket.bucket}`]);
      const stored = await panel.ask('get', { path: 'docs/large.bin' });
      assert.deepEqual([stored.size, stored.sha256], [large.length, hash('sha256', large)]);
      assert.equal((await panel.ask('get', { path: 'docs/small.txt' })).size, 5);
    });
  });
}

/** As the administrator of an installation does once, so that browsers may post from its pages. */
async function allowOrigin(bucket: S3Bucket, origin: string): Promise<void> {
  const client = s3Client(bucket);
  try {
    await client.send(
      new PutBucketCorsCommand({
        Bucket: bucket.bucket,
        CORSConfiguration: {
          CORSRules: [{ AllowedOrigins: [origin], AllowedMethods: ['POST'], AllowedHeaders: ['*'] }],
        },
      }),
    );
  } finally {
    client.destroy();
  }
}
