import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import { findFiles } from './webhook-files.ts';

const LIMITS = { levels: 32, most: 10, longTexts: NO_LONG_TEXTS, owner: 'a' };
const FILE = { name: 'a.txt', data: 'QQ==' };
const URL = 'data:text/plain;base64,QQ==';

/** Returns the body with every found file replaced by its number. */
async function replaced(body: unknown, limits = LIMITS): Promise<unknown> {
  const holder = { body: structuredClone(body) };
  const found = await findFiles(holder, limits);
  found.forEach(({ replace }, index) => {
    replace(index);
  });
  return holder.body;
}

function nested(value: unknown, levels: number): unknown {
  let body = value;
  for (let level = 0; level < levels; level++) body = level % 2 === 0 ? { in: body } : [body];
  return body;
}

suite('the search for files in a body', () => {
  const cases: [what: string, body: unknown, after: unknown][] = [
    ['a file that is the body itself', FILE, 0],
    ['a data URL that is the body itself', URL, 0],
    ['files in an object and in a list', { a: FILE, b: [1, URL, { c: FILE }] }, { a: 0, b: [1, 1, { c: 2 }] }],
    [
      'a file with all possible fields',
      [{ ...FILE, filename: 'b', content_type: 'a/b', mime_type: 'c/d', size: 1 }],
      [0],
    ],
    ['a file whose data is a data URL', [{ name: 'a', data: URL }], [0]],
    ['empty files', [{ name: 'a', data: '' }, 'data:a/b;base64,'], [0, 1]],
    ['a file with line breaks in its data', [{ name: 'a', data: 'QQ\r\n==' }], [0]],
    [
      'files in an object that is not a file because of another key',
      [{ ...FILE, more: URL, data: URL }],
      [{ ...FILE, more: 1, data: 0 }],
    ],
    ['files in an object that is not a file because it has no name', [{ data: URL }], [{ data: 0 }]],
    [
      'a file in the size of an object that is not a file',
      [{ name: 'a', data: '?', size: [URL] }],
      [{ name: 'a', data: '?', size: [0] }],
    ],
  ];
  for (const [what, body, after] of cases)
    test(`finds ${what}`, async () => assert.deepEqual(await replaced(body), after));

  const others: unknown[] = [
    {},
    [],
    null,
    'QQ==',
    { data: 'QQ==' },
    { name: 'a', data: 'no base64' },
    { name: 'a', data: 'QQ\t==' },
    { name: 'a', data: 'no-base64' },
    { name: 'a', data: 'QQ=' },
    { name: 'a', data: 'Q_-=' },
    { name: 'a', data: 7 },
    { name: 7, data: 'QQ==' },
    { name: 'a', data: 'QQ==', other: null },
    'data:text/plain,QQ==',
    'data:text/plain;base64,???',
    ' data:text/plain;base64,QQ==',
    { file_id: '018f0000-0000-7000-8000-000000000000' },
    '018f0000-0000-7000-8000-000000000000',
    JSON.parse('{"constructor": {"toString": "x"}, "length": 3}'),
  ];
  for (const body of others) {
    test(`finds no file in ${JSON.stringify(body)}`, async () => assert.deepEqual(await replaced([body]), [body]));
  }

  test('goes down to level 32, and no deeper', async () => {
    for (const file of [FILE, URL]) {
      for (const level of [1, 31, 32]) assert.deepEqual(await replaced(nested(file, level)), nested(0, level));
      for (const level of [33, 34, 199]) assert.deepEqual(await replaced(nested(file, level)), nested(file, level));
    }
    assert.deepEqual(await replaced([FILE], { ...LIMITS, levels: 0, most: 10 }), [FILE]);
  });

  test('finds at most ten files', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? FILE : { a: [URL] }));
    assert.equal((await findFiles({ body: many(10) }, LIMITS)).length, 10);
    for (const count of [11, 5000]) {
      const refusal = { status: 422, message: 'Too many files (at most 10)' };
      await assert.rejects(findFiles({ body: many(count) }, LIMITS), refusal);
    }
    const data = Array.from({ length: 100 }, () => ({ name: 'a', data: 'none' }));
    assert.deepEqual(
      await findFiles({ body: [...data.map(({ name }) => ({ name, data: 'x' })), FILE] }, LIMITS).then(
        found => found.length,
      ),
      1,
    );
  });

  test('returns files with their names and types', async () => {
    const found = await findFiles({ body: [{ filename: 'a', mime_type: 'b/c', data: 'QQ==' }, URL] }, LIMITS);
    assert.deepEqual(
      found.map(({ file }) => file),
      [
        { filename: 'a', contentType: 'b/c', base64: 'QQ==' },
        { filename: undefined, contentType: 'text/plain', base64: 'QQ==' },
      ],
    );
  });
});

test('the search in a body with many members lets other work run', async () => {
  const body = Array.from({ length: 2_000_000 }, (_, index) => index);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await findFiles({ body: [body, FILE] }, LIMITS);
  clearInterval(timer);
  assert.ok(turns > 0);
});

test('the search finds every file in any JSON, and changes nothing else', async () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean());
  const { body: bodies } = fc.letrec<{ body: unknown }>(tie => ({
    body: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.constant(FILE),
      fc.constant(URL),
      fc.array(tie('body'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie('body'), { maxKeys: 4 }),
    ),
  }));
  // This uses recursion, which the search must not do.
  const expected = (value: unknown): unknown => {
    if (value === URL || (typeof value === 'object' && value !== null && 'data' in value)) return 'file';
    if (Array.isArray(value)) return value.map(expected);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expected(member)]));
  };
  await fc.assert(
    fc.asyncProperty(bodies, async body => {
      const plain: unknown = JSON.parse(JSON.stringify(body));
      const holder = { body: structuredClone(plain) };
      for (const { replace } of await findFiles(holder, { ...LIMITS, levels: 100, most: 1e6 })) replace('file');
      assert.deepEqual(holder.body, expected(plain));
    }),
  );
});
