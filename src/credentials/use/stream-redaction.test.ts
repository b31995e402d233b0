/** A stream is redacted as the whole is, wherever its chunks end. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import { Redactor } from './redactor.ts';

const slice = () => new TimeSlice('ann');

async function redactChunks(redactor: Redactor, content: Buffer, sizes: readonly number[]): Promise<Buffer> {
  async function* chunks() {
    let start = 0;
    for (let part = 0; start < content.length; part++) {
      const end = start + (sizes[part % sizes.length] ?? 1);
      yield content.subarray(start, end);
      start = end;
    }
  }
  return Buffer.concat(await Array.fromAsync(redactor.redactStream(chunks(), slice())));
}

suite('a redacted stream', () => {
  const redactor = new Redactor();
  redactor.add(['unknown-value-of-nobody', 'abababababab']);
  redactor.add(['a-value-that-ends-with-unknown-value', 'of-nobody-begins-this'], { isKnown: true });
  const piece = fc.oneof(
    fc.constantFrom(
      'unknown-value-of-nobody',
      'abababababab',
      'ab',
      'a-value-that-ends-with-unknown-value',
      'a-value-that-ends-with-unknown-value-of-nobody-begins-this',
      'unknown-value-of-nobody-begins-this',
      Buffer.from('unknown-value-of-nobody').toString('base64'),
    ),
    fc.nat(70_000).map(length => '.'.repeat(length)),
  );

  test('is the redacted whole', async () => {
    const contents = fc.array(piece, { maxLength: 40 }).map(pieces => Buffer.from(pieces.join('')));
    const sizes = fc.array(fc.integer({ min: 1000, max: 200_000 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(contents, sizes, async (content, chunkSizes) => {
        const whole = await redactor.redactBytes(content, slice());
        assert.ok((await redactChunks(redactor, content, chunkSizes)).equals(whole));
      }),
      { numRuns: 60 },
    );
  });

  test('of one value after the other keeps nothing in memory and ends', async () => {
    const content = Buffer.from('abababababab'.repeat(100_000));
    const whole = await redactor.redactBytes(content, slice());
    assert.equal((await redactChunks(redactor, content, [65_536])).toString(), Buffer.from(whole).toString());
  });

  test('without values is the stream', async () => {
    const content = Buffer.from('unknown-value-of-nobody');
    assert.ok((await redactChunks(new Redactor(), content, [5])).equals(content));
  });
});
