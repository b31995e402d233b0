import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';

/** Any UTF-16 unit, including halves of surrogate pairs. Units that JSON escapes or treats specially are frequent. */
const unit = fc.oneof(
  fc.constantFrom('"', '\\', '/', '\n', '\u0000', '\u001f', '\u2028', '[', ']', '{', '}', ',', ':', ' '),
  fc.constantFrom('\ud83d', '\ude00', '\ud83d\ude00', 'é', 'a', 'u'),
  fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
);
const anyString = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit, maxLength: 60 }));
const anyKey = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toJSON', '', '1', '0', '-1', 'a', 'b'), anyString);
const anyNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1e21));

function toRecord<Value>(entries: [string, Value][]): Record<string, Value> {
  // Unlike an assignment, this makes `__proto__` a property too.
  return Object.fromEntries(entries);
}

/** Plain data as JSON.parse returns it. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small', withCrossShrink: true },
    fc.oneof(anyString, anyNumber, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.array(fc.tuple(anyKey, tie('value')), { maxLength: 6 }).map(toRecord),
  ),
})).value;

const whiteSpace = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t', '\r\n'), maxLength: 12 }) },
);

/** A string literal in which some characters are escaped without need. */
const stringText = fc.tuple(anyString, fc.infiniteStream(fc.boolean())).map(([string, escapes]) => {
  return literal(string, escapes);
});

/**
 * Keys have no backslashes: after a key with one, JSON.parse of V8 14.6 may confuse another key that begins with an
 * escape with it (https://github.com/nodejs/node/issues/63785).
 */
const keyText = fc.tuple(anyString, fc.infiniteStream(fc.boolean())).map(([string, escapes]) => {
  return literal(string.replaceAll('\\', '/'), escapes);
});

function literal(string: string, escapes: Iterator<boolean>): string {
  const units = string.split('').map(character => {
    if (escapes.next().value) return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const text = JSON.stringify(character).slice(1, -1);
    // JSON.stringify would escape each half of a surrogate pair.
    return character >= '\ud800' && character <= '\udfff' ? character : text;
  });
  return `"${units.join('')}"`;
}

const leafText = fc.oneof(
  stringText,
  anyNumber.map(number => JSON.stringify(number)),
  fc.constantFrom('null', 'true', 'false', '-0', '1E+2', '0.50'),
);

/** Valid JSON with white space anywhere, duplicate keys, and long and short containers. */
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

/** Texts of about 30 million characters of JSON, each difficult in its own way. */
export const longTexts: readonly { name: string; makeText(): string }[] = [
  { name: 'an array of objects', makeText: writePeople },
  {
    name: 'one string',
    makeText: () => JSON.stringify('some line, quite "plain", in which é stands\n'.repeat(700_000)),
  },
  {
    name: 'five million numbers',
    makeText: () => JSON.stringify(Array.from({ length: 5_000_000 }, (_, index) => (index * 7) % 1_000_003)),
  },
  {
    name: 'an array within 800 others',
    makeText: () => `${'[{"a":'.repeat(400)}${writePeople()}${'}]'.repeat(400)}`,
  },
];

function writePeople(): string {
  const people = Array.from({ length: 130_000 }, (_, id) => ({
    id,
    name: `Person number ${id}`,
    score: id * 1.37,
    active: id % 3 === 0,
    tags: ['a', 'bb', 'ccc'],
    address: { street: `Main street "${id}"`, zip: String(id), country: null },
    note: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt.',
  }));
  return JSON.stringify(people);
}

/** Counts the turns of the event loop during the work. */
export async function countTurns<Result>(work: () => Promise<Result>): Promise<{ turns: number; result: Result }> {
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
