/** Tests how long texts are written to clients. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { suite, test } from 'node:test';
import { sliceText, writeWithBackpressure } from './large-response.ts';

/** A client that has taken everything as soon as it is written, without a turn of the event loop. */
function createFastClient(): { raw: ServerResponse; received: () => string } {
  const chunks: Buffer[] = [];
  const raw = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      process.nextTick(done);
    },
  });
  return { raw: raw as unknown as ServerResponse, received: () => Buffer.concat(chunks).toString() };
}

const memory = {
  idleMs: 60_000,
  acquire: async () => () => {},
  tryAcquire: () => () => {},
};

suite('a long text', () => {
  test('leaves time for others while a fast client reads it', async () => {
    const { raw, received } = createFastClient();
    const pieces = Array.from({ length: 300 }, (_, index) => String(index % 10).repeat(200_000));
    let turns = 0;
    const count = () => {
      turns++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    assert.equal(await writeWithBackpressure(raw, pieces, memory), true);
    clearImmediate(immediate);
    assert.ok(turns > 0, 'the event loop did nothing else');
    assert.equal(received(), pieces.join(''));
  });

  test('is cut into slices, small pieces together, and never within a surrogate pair', () => {
    const slices = (pieces: string[]) => [...sliceText(pieces, 4)];
    assert.deepEqual(slices([]), []);
    assert.deepEqual(slices(['', 'a', '', 'bcd', 'e']), ['abcd', 'e']);
    assert.deepEqual(slices(['abcdefghij']), ['abcd', 'efgh', 'ij']);
    assert.deepEqual(slices(['abc😀def']), ['abc😀', 'def']);
    assert.deepEqual(slices(['abcd', '😀😀😀']), ['abcd', '😀😀', '😀']);
  });
});
