import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTurns, jsonValue, longTexts } from '../../../test/fixtures/json.ts';
import { casesOf, runsOf } from '../../../test/support/tiers.ts';
import { JsonTooDeep, JsonTooLarge } from './errors.ts';
import { SlicedStringify } from './sliced-stringify.ts';
import { stringifyJson } from './stringify.ts';

/** From a piece into which nothing fits to one that is larger than most values. */
const pieceCharacters = fc.oneof(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 2, max: 500 }));

test('any value is written as JSON.stringify writes it, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(jsonValue, pieceCharacters, async (value, piece) => {
      assert.equal(await stringifyJson(value, { pieceCharacters: piece }), JSON.stringify(value));
    }),
    runsOf(700),
  );
});

test('a text is written up to the limit, and refused when it is longer', async () => {
  await fc.assert(
    fc.asyncProperty(jsonValue, pieceCharacters, async (value, piece) => {
      const text = JSON.stringify(value);
      const limitCharacters = text.length;
      assert.equal(await stringifyJson(value, { limitCharacters, pieceCharacters: piece }), text);
      await assert.rejects(
        stringifyJson(value, { limitCharacters: limitCharacters - 1, pieceCharacters: piece }),
        new JsonTooLarge(limitCharacters - 1),
      );
    }),
    runsOf(500),
  );
});

test('a value that is too large is refused before all of it is written', () => {
  const numbers = Array.from({ length: 100_000 }, (_, index) => index);
  const stringify = new SlicedStringify(numbers, { limitCharacters: 50_000, depth: 1_000, pieceCharacters: 1_000 });
  let steps = 0;
  assert.throws(() => {
    while (stringify.step()) steps++;
  }, JsonTooLarge);
  // Each step writes about 100 numbers of 5 digits and a comma.
  assert.ok(steps < 200, `${steps} steps`);

  const string = new SlicedStringify('x'.repeat(10_000), {
    limitCharacters: 5_000,
    depth: 1_000,
    pieceCharacters: 100,
  });
  assert.throws(() => string.step(), JsonTooLarge);
});

test('values without JSON are treated as JSON.stringify treats them, and are null at the top', async () => {
  const nothing = [undefined, () => 1, Symbol('nothing')];
  const values = [
    nothing,
    { a: undefined, b: 1, c: () => 1, d: [undefined, { e: undefined }], f: Symbol('f') },
    { a: undefined },
    new Array(3),
    [Number.NaN, Number.POSITIVE_INFINITY, -0, new Date(0)],
  ];
  for (const value of values) {
    for (const piece of [2, 10, 1_000]) {
      assert.equal(await stringifyJson(value, { pieceCharacters: piece }), JSON.stringify(value));
    }
  }
  for (const value of nothing) assert.equal(await stringifyJson(value), 'null');
  await assert.rejects(stringifyJson([1n]), TypeError);
});

test('nesting is limited, even when it is endless', async () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 'innermost';
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
    return value;
  };
  for (const piece of [2, 100, 100_000]) {
    assert.equal(await stringifyJson(nested(1_000), { pieceCharacters: piece }), JSON.stringify(nested(1_000)));
    await assert.rejects(stringifyJson(nested(1_001), { pieceCharacters: piece }), new JsonTooDeep(1_000));
  }
  await assert.rejects(stringifyJson(nested(1_000_000)), new JsonTooDeep(1_000));
  const endless: unknown[] = [];
  endless.push(endless);
  await assert.rejects(stringifyJson(endless), new JsonTooDeep(1_000));
});

test('an aborted stringify ends', async () => {
  const controller = new AbortController();
  const value = Array.from({ length: 2_000_000 }, (_, index) => ({ index }));
  const writing = stringifyJson(value, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await assert.rejects(writing, /enough/);
  await assert.rejects(stringifyJson(1, { signal: controller.signal }), /enough/);
});

for (const { name, makeText } of casesOf(longTexts, (_, index) => index === 0)) {
  test(`the event loop makes turns while ${name} is written`, async () => {
    const text = makeText();
    const value: unknown = JSON.parse(text);
    const { turns, result } = await countTurns(() => stringifyJson(value));
    assert.ok(result === text);
    assert.ok(turns >= 3, `${turns} turns`);
  });

  test(`no step takes more than its share of ${name}`, () => {
    const text = makeText();
    const value: unknown = JSON.parse(text);
    const options = { limitCharacters: Number.POSITIVE_INFINITY, depth: 1_000, pieceCharacters: 100_000 };
    const stringify = new SlicedStringify(value, options);
    let steps = 1;
    while (stringify.step()) steps++;
    // The estimate may be lower than the real length, but hardly by half.
    assert.ok(steps >= text.length / 200_000, `${steps} steps`);
  });
}
