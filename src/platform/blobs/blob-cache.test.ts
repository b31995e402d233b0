import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheSmallBlobs } from './blob-cache.ts';
import { type BlobKey, newBlobKey } from './blobs.ts';

test('small blobs that were read lately are kept, within the limit of all together', async () => {
  const reads: BlobKey[] = [];
  const blobs = cacheSmallBlobs(
    {
      get: () => assert.fail('nothing is streamed'),
      async read(key, sizeBytes) {
        reads.push(key);
        return Buffer.alloc(sizeBytes, key);
      },
    },
    { limitBytes: 25, largestBytes: 10 },
  );
  const [first, second, third, large] = [newBlobKey(), newBlobKey(), newBlobKey(), newBlobKey()];
  const content = await blobs.read(first, 10);
  await blobs.read(second, 10);
  assert.deepEqual(await blobs.read(first, 10), content);
  assert.deepEqual(reads.splice(0), [first, second]);

  await blobs.read(third, 10);
  await blobs.read(first, 10);
  await blobs.read(second, 10);
  assert.deepEqual(reads.splice(0), [third, second], 'the one that was used longest ago is read again');

  await blobs.read(large, 11);
  await blobs.read(large, 11);
  assert.deepEqual(reads, [large, large]);
});
