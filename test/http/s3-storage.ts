/** Panels whose files are stored on S3, and the content of their bucket. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { discardExpiredUploads } from '../../src/booster/storage/direct.ts';
import { deleteTombstonedBlobs } from '../../src/files/tasks.ts';
import { type BlobKey, type Blobs, requireBlobKey } from '../../src/platform/blobs/blobs.ts';
import type { S3Bucket } from '../support/s3.ts';
import type { TestService } from '../support/service.ts';
import { agePending, ageTombstones, checkBlobs, sweepAll } from '../support/storage-sweeps.ts';
import { makePanel, type PanelUser, STORAGE, type StoredFile } from './booster-panels.ts';
import type { Announced } from './direct-uploads.ts';

export function createS3Settings({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Bucket) {
  return {
    HEDDLE_S3_ENDPOINT: endpoint,
    HEDDLE_S3_REGION: region,
    HEDDLE_S3_BUCKET: bucket,
    HEDDLE_S3_ACCESS_KEY_ID: accessKeyId,
    HEDDLE_S3_SECRET_ACCESS_KEY: secretAccessKey,
    HEDDLE_S3_PREFIX: 'heddle/files/',
  };
}

/** Creates a panel with its own owner, so that nothing else uses the owner's quota. */
export async function newPanel(service: TestService): Promise<PanelUser> {
  return makePanel(service, await service.person());
}

/** Reads how many bytes count as used by the panel's owner, reserved or stored. */
export async function readUsedBytes({ service, id }: PanelUser): Promise<number> {
  const { storage_used } = await service.service.system.database.query
    .selectFrom('users')
    .innerJoin('panels', 'panels.created_by', 'users.id')
    .select('storage_used')
    .where('panels.id', '=', id)
    .executeTakeFirstOrThrow();
  return storage_used;
}

/** Finds the key of the blob with the bytes of an upload that is not completed. */
export async function findBlobKey({ service }: PanelUser, { upload_id }: Announced): Promise<BlobKey> {
  const { blob_key } = await service.service.system.database.query
    .selectFrom('booster_uploads')
    .select('blob_key')
    .where('id', '=', upload_id)
    .executeTakeFirstOrThrow();
  return requireBlobKey(blob_key);
}

export async function downloadText({ url }: StoredFile): Promise<string> {
  const response = await fetch(String(url));
  assert.equal(response.status, 200);
  return response.text();
}

export function hashSha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** Starts an upload that never ends by itself: it sends this many bytes of a file and keeps the form open. */
export function sendWithoutEnd(panel: PanelUser, path: string, bytes: number, signal: AbortSignal): Promise<unknown> {
  const before = [
    '--form\r\ncontent-disposition: form-data; name="path"\r\n\r\n',
    `${path}\r\n--form\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`,
  ];
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(before.join('')));
      controller.enqueue(new Uint8Array(bytes));
    },
  });
  const headers = { ...panel.headers, 'content-type': 'multipart/form-data; boundary=form' };
  return panel.service.send(`${STORAGE}/upload`, { headers, body, duplex: 'half', signal });
}

/** Lets everything unused expire and deletes it. Fails unless exactly the blobs of files are left in the bucket. */
export async function sweepBucket({ service }: TestService): Promise<void> {
  const { database, blobs } = service.system;
  await agePending(database);
  await discardExpiredUploads(database.query);
  await ageTombstones(database);
  await deleteTombstonedBlobs(database.query, blobs, AbortSignal.timeout(60_000));
  await sweepAll(database, makeOld(blobs));
  await checkBlobs(database, blobs);
}

/** Makes all blobs look old, because the times of objects on S3 can not be changed. */
function makeOld(blobs: Blobs): Blobs {
  async function* list() {
    for await (const blob of blobs.list()) yield { ...blob, modifiedAt: new Date(0) };
  }
  return { ...blobs, list, delete: key => blobs.delete(key) };
}
