import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { newBlobKey } from '../../../platform/blobs/blobs.ts';
import { type FileFormat, openFileItems, SPLITTERS } from './file-items.ts';
import { FileRecords } from './file-records.ts';
import type { ItemCursor, ItemPlace, ItemPosition } from './item-cursor.ts';

const { signal } = new AbortController();

function open(text: string, format: FileFormat): Promise<ItemCursor> {
  const content = Buffer.from(text);
  const blobs: ConstructorParameters<typeof FileRecords>[0]['blobs'] = {
    async get(_key, { range = { start: 0, end: content.length - 1 } } = {}) {
      const bytes = content.subarray(range.start, range.end + 1);
      return { stream: Readable.from([bytes]), sizeBytes: content.length };
    },
  };
  const about = { blobs, key: newBlobKey(), sizeBytes: content.length, filename: 'file', owner: 'ann', signal };
  return openFileItems({ records: new FileRecords({ ...about, split: SPLITTERS[format] }), format, filename: 'file' });
}

/** Reads everything in windows of this size, each with a cursor of its own, as processes do that take over a run. */
async function readAll(
  text: string,
  format: FileFormat,
  most: number,
): Promise<{ item: unknown; place: ItemPlace | undefined }[]> {
  const found: { item: unknown; place: ItemPlace | undefined }[] = [];
  let position: ItemPosition | null = null;
  let cursor = await open(text, format);
  for (;;) {
    const { items, places, next } = await cursor.read(position, most);
    if (items.length === 0) return found;
    found.push(...items.map((item, index) => ({ item, place: places[index] })));
    position = next;
    cursor = await open(text, format);
  }
}

suite('the items of a file', () => {
  const cases: [name: string, format: FileFormat, text: string, expected: [item: unknown, line: number][]][] = [
    [
      'NDJSON',
      'ndjson',
      '\uFEFF1\r\n\n"a"\n{"b":[2]}',
      [
        [1, 1],
        ['a', 3],
        [{ b: [2] }, 4],
      ],
    ],
    [
      'CSV',
      'csv',
      '\uFEFFa,b\n1,"x\n,y"\n"2 ""z""",\n',
      [
        [{ a: '1', b: 'x\n,y' }, 2],
        [{ a: '2 "z"', b: '' }, 4],
      ],
    ],
    [
      'a JSON list',
      'json',
      ' [ 1,\n"],\\"[",\n\n {"a": [1, {"b": 2}]}\n] \n',
      [
        [1, 1],
        ['],"[', 2],
        [{ a: [1, { b: 2 }] }, 4],
      ],
    ],
    [
      'a JSON list with a mark',
      'json',
      '\uFEFF[null,[]]',
      [
        [null, 1],
        [[], 1],
      ],
    ],
    ['an empty JSON list', 'json', '[ \n ]', []],
    ['an empty file', 'csv', '', []],
  ];
  for (const [name, format, text, expected] of cases) {
    for (const most of [1, 2, 10]) {
      test(`are those of ${name}, ${most} at a time`, async () => {
        const found = await readAll(text, format, most);
        assert.deepEqual(
          found,
          expected.map(([item, line]) => ({ item, place: { line } })),
        );
      });
    }
  }

  test('are whole where the parts of a long file meet', async () => {
    const items = Array.from({ length: 30_000 }, (_, index) => ({ index, text: `é"\n, ${'x'.repeat(index % 97)}` }));
    const texts: Record<FileFormat, string> = {
      ndjson: items.map(item => JSON.stringify(item)).join('\n'),
      json: JSON.stringify(items, null, 1),
      csv: `index,text\n${items.map(({ index, text }) => `${index},"${text.replaceAll('"', '""')}"\n`).join('')}`,
    };
    for (const [format, text] of Object.entries(texts) as [FileFormat, string][]) {
      const found = await readAll(text, format, 7_000);
      const expected = format === 'csv' ? items.map(({ index, text }) => ({ index: String(index), text })) : items;
      assert.deepEqual(
        found.map(({ item }) => item),
        expected,
        format,
      );
    }
  });

  const broken: [text: string, format: FileFormat, error: string][] = [
    ['{"a": 1}', 'json', "'file' is not a JSON list"],
    ['[1, 2', 'json', "'file' is not a JSON list"],
    ['[1] 2', 'json', "'file' is not a JSON list"],
    ['[1,\n,2]', 'json', "Line 2 of 'file' is not valid JSON"],
    ['[1, nul]', 'json', "Line 1 of 'file' is not valid JSON"],
    ['a\n"b"c\n', 'csv', "Line 2 of 'file' is not valid CSV: a quotation mark is in the wrong place"],
  ];
  for (const [text, format, message] of broken) {
    test(`are refused of ${JSON.stringify(text)} as ${format}`, () =>
      assert.rejects(readAll(text, format, 10), { message }));
  }
});
