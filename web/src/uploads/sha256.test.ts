import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { hashInPieces } from './sha256.ts';

suite('the hash of a file', () => {
  for (const bytes of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1_000, 200_000]) {
    test(`of ${bytes} bytes is that of the service`, async () => {
      const content = randomBytes(bytes);
      assert.equal(await hashInPieces(new Blob([content])), hash('sha256', content));
    });
  }

  test('does not depend on the pieces in which the file is read', async () => {
    const content = randomBytes(100_000);
    const pieces = [1, 64, 100, 63, 9_999].reduce<{ rest: Buffer; cut: Buffer<ArrayBuffer>[] }>(
      ({ rest, cut }, length) => ({
        rest: rest.subarray(length),
        cut: [...cut, Buffer.from(rest.subarray(0, length))],
      }),
      { rest: content, cut: [] },
    );
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const piece of [...pieces.cut, Buffer.from(pieces.rest)]) controller.enqueue(new Uint8Array(piece));
        controller.close();
      },
    });
    const file = Object.assign(new Blob([]), { stream: () => stream });
    assert.equal(await hashInPieces(file), hash('sha256', content));
  });
});
