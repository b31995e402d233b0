import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { isStepError, type Workbench, workbench } from '../../../test/fixtures/tools.ts';
import { unzip, zip } from '../zip/zip-archive.ts';

const rows = [
  { name: 'Ann & <b>"', amount: 1.5, ok: true, note: '=1+1' },
  { name: 'Žofie\u0000\u000b', amount: -2e10, ok: false, note: '  007 ' },
  { name: null, extra: { a: [1] } },
];

interface Table {
  rows: unknown[];
  count: number;
  columns: string[];
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows);
}

async function read(bench: Workbench, params: Record<string, unknown>): Promise<Table> {
  const table = await bench.call('spreadsheet_read', params);
  assert.ok(isTable(table));
  return table;
}

/** Creates a spreadsheet of one cell, and changes its parts before they are packed. */
async function tampered(bench: Workbench, change: (path: string, xml: string) => string): Promise<string> {
  const { content } = await bench.make('spreadsheet_write', { rows: [{ a: 1 }] });
  const unpacked = await unzip(content, { entries: 100, bytes: 1_000_000 });
  const parts = unpacked.map(({ path, content }) => ({
    path,
    content: new TextEncoder().encode(change(path, new TextDecoder().decode(content))),
  }));
  return bench.store('tampered.xlsx', zip(parts));
}

/** Replaces the rows of the only sheet. */
function withRows(bench: Workbench, xml: string): Promise<string> {
  return tampered(bench, (path, whole) =>
    path === 'xl/worksheets/sheet1.xml'
      ? whole.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${xml}</sheetData>`)
      : whole,
  );
}

suite('a spreadsheet', () => {
  test('returns what was written', async t => {
    const bench = workbench(t);
    const { attachment } = await bench.make('spreadsheet_write', { rows, filename: 'orders' });
    assert.equal(attachment.filename, 'orders.xlsx');
    assert.match(attachment.content_type, /spreadsheetml/);
    assert.deepEqual(await read(bench, { file: attachment }), {
      rows: [
        { name: 'Ann & <b>"', amount: 1.5, ok: true, note: '=1+1', extra: null },
        { name: 'Žofie', amount: -2e10, ok: false, note: '007', extra: null },
        { name: null, amount: null, ok: null, note: null, extra: '{"a":[1]}' },
      ],
      count: 3,
      columns: ['name', 'amount', 'ok', 'note', 'extra'],
    });
  });

  test('stores formulas as texts', async t => {
    const { content } = await workbench(t).make('spreadsheet_write', { rows });
    const parts = await unzip(content, { entries: 100, bytes: 1_000_000 });
    const xml = parts.map(part => new TextDecoder().decode(part.content)).join('');
    assert.ok(xml.includes('=1+1') && !xml.includes('<f>'));
  });

  test('can have several sheets, which are read by name or by number', async t => {
    const bench = workbench(t);
    const sheets = [
      { name: 'One', rows: [[1, 2], [3]] },
      { name: 'Zwei & mehr', rows: [{ a: 1, b: 2 }], columns: ['b'] },
    ];
    const { attachment } = await bench.make('spreadsheet_write', { sheets });
    const one = await read(bench, { file: attachment, header: false });
    assert.deepEqual(one, {
      rows: [
        [1, 2],
        [3, null],
      ],
      count: 2,
      columns: [],
    });
    const two = { rows: [{ b: 2 }], count: 1, columns: ['b'] };
    assert.deepEqual(await read(bench, { file: attachment, sheet: 2 }), two);
    assert.deepEqual(await read(bench, { file: attachment, sheet: 'Zwei & mehr' }), two);
    await assert.rejects(
      read(bench, { file: attachment, sheet: 'Three' }),
      isStepError('Sheet not found: Three. Available sheets: One, Zwei & mehr'),
    );
    await assert.rejects(read(bench, { file: attachment, sheet: 3 }), isStepError(/^Sheet not found: 3/));
    await assert.rejects(read(bench, { file: attachment, sheet: 0 }), isStepError(/'sheet' must be at least 1/));
  });

  test('is read in parts, starting at the row of the header', async t => {
    const bench = workbench(t);
    const lines = [['A title'], ['n'], [1], [2], [3], [4]];
    const { attachment } = await bench.make('spreadsheet_write', { rows: lines });
    const part = await read(bench, { file: attachment, header_row: 2, offset: 1, limit: 2 });
    assert.deepEqual(part, { rows: [{ n: 2 }, { n: 3 }], count: 2, columns: ['n'] });
  });

  test('returns dates without a time zone', async t => {
    const bench = workbench(t);
    const file = await tampered(bench, (path, xml) => {
      if (path === 'xl/styles.xml') {
        return xml.replace(
          /<cellXfs[^>]*>.*<\/cellXfs>/s,
          '<cellXfs count="2"><xf/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs>',
        );
      }
      const cells = '<row r="1"><c r="A1" s="1"><v>46082</v></c><c r="B1" s="1"><v>46082.75</v></c></row>';
      return path === 'xl/worksheets/sheet1.xml'
        ? xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${cells}</sheetData>`)
        : xml;
    });
    assert.deepEqual((await read(bench, { file, header: false })).rows, [['2026-03-01', '2026-03-01T18:00:00']]);
  });

  test('leaves out empty rows', async t => {
    const bench = workbench(t);
    const cell = (row: number, value: number) => `<row r="${row}"><c r="A${row}"><v>${value}</v></c></row>`;
    const file = await withRows(bench, `${cell(1, 1)}${cell(5, 5)}`);
    assert.deepEqual((await read(bench, { file, header: false })).rows, [[1], [5]]);
  });
});

suite('spreadsheet_read rejects', () => {
  test('files that are not spreadsheets', async t => {
    const bench = workbench(t);
    const isNone = isStepError('The file is not an .xlsx spreadsheet');
    await assert.rejects(read(bench, { file: await bench.store('a.xlsx', 'a text') }), isNone);
    await assert.rejects(
      read(bench, { file: await bench.store('a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')) }),
      isNone,
    );
    const archive = zip([{ path: 'a.xml', content: new TextEncoder().encode('<a/>') }]);
    await assert.rejects(read(bench, { file: await bench.store('a.xlsx', archive) }), isNone);
  });

  const damages: [string, (path: string, xml: string) => string][] = [
    ['no sheets', (path, xml) => (path === 'xl/workbook.xml' ? '<workbook/>' : xml)],
    ['broken XML', (_path, xml) => xml.slice(0, -30)],
    ['no parts', (path, xml) => (path.endsWith('workbook.xml.rels') ? '<Relationships/>' : xml)],
  ];
  for (const [name, change] of damages) {
    test(`a spreadsheet with ${name}`, async t => {
      const bench = workbench(t);
      const file = await tampered(bench, change);
      await assert.rejects(read(bench, { file }), isStepError(/^(The spreadsheet is damaged|Sheet not found)/));
    });
  }

  test('a zip bomb, before it is unpacked', async t => {
    const bench = workbench(t);
    const parts = [
      { path: 'xl/workbook.xml', content: new Uint8Array(101 * 2 ** 20) },
      { path: 'xl/sharedStrings.xml', content: new Uint8Array(10) },
    ];
    const file = await bench.store('bomb.xlsx', zip(parts));
    await assert.rejects(read(bench, { file }), isStepError('The archive holds more than 100 MB unpacked'));
  });

  test('a table as large as a sheet can be, with two cells in it', async t => {
    const bench = workbench(t);
    const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const message = /^(A table can have at most 1000 columns|The tool needs more than 768 MB)/;
    await assert.rejects(read(bench, { file: await withRows(bench, far) }), isStepError(message));
  });

  test('a file that is too large', async t => {
    const bench = workbench(t);
    const file = await bench.store('big.xlsx', new Uint8Array(51 * 2 ** 20));
    await assert.rejects(read(bench, { file }), isStepError("The file 'big.xlsx' is larger than 50 MB"));
  });
});

suite('spreadsheet_write rejects', () => {
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['both rows and sheets', { rows, sheets: [{ name: 'a', rows }] }, /^Only one of 'rows' or 'sheets' can be given$/],
    ['forbidden names', { sheets: [{ name: 'a/b', rows }] }, /^'a\/b' can not be the name of a sheet/],
    ['long names', { sheets: [{ name: 'a'.repeat(32), rows }] }, /must have at most 31 characters/],
    ['names twice', { sheets: ['a', 'A'].map(name => ({ name, rows })) }, /^There are two sheets with the name 'A'$/],
    ['long cells', { rows: [{ a: 'x'.repeat(32_768) }] }, /^A cell can have at most 32,767 characters: xxx/],
    [
      'many columns',
      { rows: [Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [at, 1]))] },
      /at most 1000 columns/,
    ],
  ];
  for (const [name, params, message] of wrong) {
    test(name, async (t: TestContext) => {
      await assert.rejects(workbench(t).call('spreadsheet_write', params), isStepError(message));
    });
  }
});
