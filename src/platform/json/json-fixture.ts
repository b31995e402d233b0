import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';

/** Every UTF-16 unit, so also halves of pairs, with those that JSON escapes or reads specially coming often. */
const unit = fc.oneof(
  fc.constantFrom('"', '\\', '/', '\n', '\u0000', '\u001f', '\u2028', '[', ']', '{', '}', ',', ':', ' '),
  fc.constantFrom('\ud83d', '\ude00', '\ud83d\ude00', 'é', 'a', 'u'),
  fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
);
const anyString = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit, maxLength: 60 }));
const anyKey = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toJSON', '', '1', '0', '-1', 'a', 'b'), anyString);
const anyNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1e21));

function record<Value>(entries: [string, Value][]): Record<string, Value> {
  // Unlike an assignment, this makes a property of `__proto__` too.
  return Object.fromEntries(entries);
}

/** Plain data as JSON.parse makes it. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small', withCrossShrink: true },
    fc.oneof(anyString, anyNumber, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.array(fc.tuple(anyKey, tie('value')), { maxLength: 6 }).map(record),
  ),
})).value;

const whiteSpace = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t', '\r\n'), maxLength: 12 }) },
);

/** A string literal, some characters of which are escaped although they need not be. */
const stringText = fc.tuple(anyString, fc.infiniteStream(fc.boolean())).map(([string, escapes]) => {
  return literal(string, escapes);
});

/**
 * Without backslashes: after one such key JSON.parse may take another key that begins with an escape for the same, in
 * V8 14.6 (https://github.com/nodejs/node/issues/63785).
 */
const keyText = fc.tuple(anyString, fc.infiniteStream(fc.boolean())).map(([string, escapes]) => {
  return literal(string.replaceAll('\\', '/'), escapes);
});

function literal(string: string, escapes: Iterator<boolean>): string {
  const units = string.split('').map(character => {
    if (escapes.next().value) return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const text = JSON.stringify(character).slice(1, -1);
    // JSON.stringify would escape both halves of a pair, one by one.
    return character >= '\ud800' && character <= '\udfff' ? character : text;
  });
  return `"${units.join('')}"`;
}

const leafText = fc.oneof(
  stringText,
  anyNumber.map(number => JSON.stringify(number)),
  fc.constantFrom('null', 'true', 'false', '-0', '1E+2', '0.50'),
);

/** Valid JSON with white space anywhere, keys that come twice, and long and short containers. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ text: string }>(tie => {
  const padded = fc.tuple(whiteSpace, tie('text'), whiteSpace).map(parts => parts.join(''));
  const key = fc.oneof(keyText, fc.constantFrom('""', '"a"', '"__proto__"', '"\\u005f_proto__"', '"7"'));
  const member = fc.tuple(whiteSpace, key, whiteSpace, padded).map(([before, name, after, value]) => {
    return `${before}${name}${after}:${value}`;
  });
  const list = (open: string, part: fc.Arbitrary<string>, close: string) =>
    fc
      .tuple(whiteSpace, fc.array(part, { maxLength: 5 }))
      .map(([empty, parts]) => `${open}${parts.length === 0 ? empty : parts.join(',')}${close}`);
  return {
    text: fc.oneof(
      { maxDepth: 5, depthSize: 'small', withCrossShrink: true },
      leafText,
      list('[', padded, ']'),
      list('{', member, '}'),
    ),
  };
}).text;

/** About 30 million characters of JSON, of the sorts that are hard in their own ways. */
export function longTexts(): { name: string; text: string }[] {
  const people = Array.from({ length: 130_000 }, (_, id) => ({
    id,
    name: `Person number ${id}`,
    score: id * 1.37,
    active: id % 3 === 0,
    tags: ['a', 'bb', 'ccc'],
    address: { street: `Main street "${id}"`, zip: String(id), country: null },
    note: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt.',
  }));
  const string = 'some line, quite "plain", in which é stands\n'.repeat(700_000);
  const numbers = Array.from({ length: 5_000_000 }, (_, index) => (index * 7) % 1_000_003);
  const nested = `${'[{"a":'.repeat(400)}${JSON.stringify(people)}${'}]'.repeat(400)}`;
  return [
    { name: 'an array of objects', text: JSON.stringify(people) },
    { name: 'one string', text: JSON.stringify(string) },
    { name: 'five million numbers', text: JSON.stringify(numbers) },
    { name: 'an array within 800 others', text: nested },
  ];
}

/** How many turns the event loop made while the work was done. */
export async function turnsDuring<Result>(work: () => Promise<Result>): Promise<{ turns: number; result: Result }> {
  let turns = 0;
  let working = true;
  const counting = (async () => {
    while (working) {
      await nextTurn();
      turns++;
    }
  })();
  const result = await work().finally(() => {
    working = false;
  });
  await counting;
  return { turns, result };
}
