import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { JsonSplitter } from './json-splitter.ts';

/** Pushes the bytes in pieces of these lengths. */
function splitInPieces(bytes: Uint8Array, lengths: readonly number[]): string[] {
  const splitter = new JsonSplitter();
  const texts: string[] = [];
  let from = 0;
  for (const length of lengths) {
    texts.push(...splitter.push(bytes.subarray(from, from + length)));
    from += length;
  }
  texts.push(...splitter.push(bytes.subarray(from)));
  assert.equal(splitter.isIncomplete, false);
  return texts;
}

suite('a stream of JSON objects without separators', () => {
  test('is split into the same objects wherever its bytes are cut', () => {
    const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 4 }), {
      maxLength: 6,
    });
    const separators = fc.constantFrom('', '\n', ' \r\n');
    const lengths = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 60 });
    fc.assert(
      fc.property(objects, separators, lengths, (values, separator, pieces) => {
        const texts = values.map(value => JSON.stringify(value));
        const bytes = new TextEncoder().encode(texts.join(separator));
        assert.deepEqual(splitInPieces(bytes, pieces), texts);
      }),
      { seed: 18, numRuns: 300 },
    );
  });

  test('keeps characters whole whose bytes come one by one', () => {
    const text = '{"text":"Größe 😀 \\" \\\\"}';
    const bytes = new TextEncoder().encode(text + text);
    const oneByOne = Array.from(bytes, () => 1);
    assert.deepEqual(splitInPieces(bytes, oneByOne), [text, text]);
  });

  test('takes brackets in strings for what they are', () => {
    const text = '{"a":"}]{[\\"}","b":[{"c":"\\\\"}]}';
    assert.deepEqual(splitInPieces(new TextEncoder().encode(text), [3, 4, 5, 6]), [text]);
  });

  test('tells when an object was cut off', () => {
    const splitter = new JsonSplitter();
    assert.deepEqual(splitter.push(new TextEncoder().encode('{"a":1}{"b":')), ['{"a":1}']);
    assert.equal(splitter.isIncomplete, true);
  });
});
