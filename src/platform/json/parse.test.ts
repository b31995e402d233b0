import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTurns, jsonText, longTexts } from '../../../test/fixtures/json.ts';
import { casesOf, runsOf } from '../../../test/support/tiers.ts';
import { JsonTooDeep } from './errors.ts';
import { type ParseOptions, parseJson } from './parse.ts';
import { SlicedParse } from './sliced-parse.ts';

/** From the length of the longest escape, which is the shortest possible piece, to more than most texts have. */
const pieceCharacters = fc.oneof(fc.integer({ min: 6, max: 20 }), fc.integer({ min: 6, max: 400 }));

test('any JSON gives the same value as JSON.parse, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(jsonText, pieceCharacters, async (text, piece) => {
      await assertSame(text, { pieceCharacters: piece });
    }),
    runsOf(700),
  );
});

test('any malformed text fails as it fails in JSON.parse', async () => {
  const change = fc.record({
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.integer({ min: 0, max: 3 }),
    added: fc.oneof(
      fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', '\\', '\\u12', '\n', '\r\n', '1', '-', '01', '1.', '1e'),
      fc.constantFrom(
        'x',
        'tru',
        'nul',
        '\u0001',
        '\u00a0',
        '"\u0001"',
        ',,',
        '[]',
        '{}',
        '{"a"}',
        '"a":1',
        '😀',
        '//',
      ),
    ),
  });
  const context = fc.record({
    before: fc.array(jsonText, { maxLength: 3 }),
    after: fc.array(jsonText, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(jsonText, context, change, pieceCharacters, async (text, { before, after }, made, piece) => {
      const place = Math.floor(made.place * (text.length + 1));
      const changed = text.slice(0, place) + made.added + text.slice(place + made.removed);
      await assertSame(changed, { pieceCharacters: piece });
      await assertSame(`[${[...before, changed, ...after].join(',\r\n')}]`, { pieceCharacters: piece });
    }),
    runsOf(700),
  );
});

test('a truncated text fails as it fails in JSON.parse', async () => {
  const text =
    ' {"key" : [1, -2.5e3, "a\\u00e9\\"b", {"": {}, "__proto__": [[], true]}], "long": "0123456789abcdef"}\r\n ';
  for (let length = 0; length <= text.length; length++) {
    for (const piece of [6, 7, 11, 40]) await assertSame(text.slice(0, length), { pieceCharacters: piece });
  }
});

test('a key named __proto__ is a property like any other, whether its value is short or long', async () => {
  for (const value of ['1', '{"a":1}', '"a string that does not fit into one piece"', '[1,2,3,4,5,6,7,8,9,10,11,12]']) {
    const parsed = await assertSame(`{"a":0,"__proto__":${value},"b":[1,2,3,4,5,6]}`, { pieceCharacters: 6 });
    assert.ok(typeof parsed === 'object' && parsed !== null);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
    assert.deepEqual(Object.keys(parsed), ['a', '__proto__', 'b']);
  }
});

test('nesting is limited in short texts and in long ones', async () => {
  const nested = (levels: number, filling = '') => '['.repeat(levels) + filling + ']'.repeat(levels);
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const long = `"${'x'.repeat(500_000)}"`;

  for (const text of [nested(1_000), nested(1_000, long), objects(1_000), '"[[["', nested(2)]) await assertSame(text);
  assert.deepEqual(await parseJson('[[{}]]', { depth: 3 }), [[{}]]);

  for (const text of [nested(1_001), nested(1_001, long), objects(1_001), nested(10_000_000)]) {
    await assert.rejects(parseJson(text), new JsonTooDeep(1_000));
  }
  await assert.rejects(parseJson('[[{}]]', { depth: 2 }), new JsonTooDeep(2));
});

test('an error far into a long text is found, with its approximate position', async () => {
  const lines = `[${'{"some": "text"},\r\n{"more": [1, 2]},\n'.repeat(15_000)}`;
  for (const end of [
    '{"a" 1}]',
    '{"a": nul}]',
    '1,]',
    '1',
    '"',
    '"\\x"]',
    `"${'x'.repeat(300_000)}\n${'y'.repeat(300_000)}"]`,
  ]) {
    await assertSame(lines + end);
  }
  const error = await parseJson(`${lines}nul]`).catch((error: unknown) => error);
  assert.ok(error instanceof SyntaxError);
  const [, position] = /^invalid JSON near position (\d+)$/.exec(error.message) ?? [];
  assert.ok(Math.abs(Number(position) - lines.length) < 100_000, error.message);
  const string = `{"a": "${'x\\n'.repeat(500_000)}`;
  for (const end of ['', '\u0001"}', '\\u00', '\\u00"}', '"]', '"} x', '" "b"}']) await assertSame(string + end);
});

test('an aborted parse ends', async () => {
  const text = `[${'[1,2,3],'.repeat(2_000_000)}0]`;
  const controller = new AbortController();
  const parsing = parseJson(text, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await assert.rejects(parsing, /enough/);
  await assert.rejects(parseJson('1', { signal: controller.signal }), /enough/);
});

for (const { name, makeText } of casesOf(longTexts, (_, index) => index === 0)) {
  test(`the event loop makes turns while ${name} is parsed`, async () => {
    const text = makeText();
    const { turns, result } = await countTurns(() => parseJson(text));
    assert.deepEqual(result, JSON.parse(text));
    assert.ok(turns >= 3, `${turns} turns`);
  });

  test(`no step takes more than its share of ${name}`, () => {
    const text = makeText();
    const parse = new SlicedParse(text, { depth: 1_000, pieceCharacters: 100_000 });
    let steps = 1;
    while (parse.step()) steps++;
    assert.ok(steps >= text.length / 100_000, `${steps} steps`);
  });
}

/** Checks that both parsers fail, or return the same value down to the order of keys. */
async function assertSame(text: string, options: ParseOptions = {}): Promise<unknown> {
  let expected: unknown;
  try {
    expected = JSON.parse(text);
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    await assert.rejects(parseJson(text, options), SyntaxError);
    return undefined;
  }
  const parsed = await parseJson(text, options);
  assert.deepStrictEqual(parsed, expected);
  assert.equal(JSON.stringify(parsed), JSON.stringify(expected));
  return parsed;
}
