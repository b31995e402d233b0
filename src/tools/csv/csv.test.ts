import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import { COMPLETE_ONLY, test } from '../../../test/support/tiers.ts';

suite('csv_read', () => {
  test('returns rows as objects with the names of the columns', async t => {
    const text = 'name,city\r\n"Ann ""A"", x",Bonn\r\n\r\nBob,"two\nlines"\r\n';
    assert.deepEqual(await workbench(t).call('csv_read', { text }), {
      rows: [
        { name: 'Ann "A", x', city: 'Bonn' },
        { name: 'Bob', city: 'two\nlines' },
      ],
      count: 2,
      columns: ['name', 'city'],
    });
  });

  for (const delimiter of [',', ';', '\t', '|']) {
    test(`detects the delimiter ${JSON.stringify(delimiter)}`, async t => {
      const text = ['"a,;|\tb"', 'c', 'd'].join(delimiter);
      assert.deepEqual(await workbench(t).call('csv_read', { text, header: false }), {
        rows: [['a,;|\tb', 'c', 'd']],
        count: 1,
        columns: [],
      });
    });
  }

  test('uses the delimiter of its params', async t => {
    const rows = [['a,b', 'c']];
    assert.deepEqual(await workbench(t).call('csv_read', { text: 'a,b:c', delimiter: ':', header: false }), {
      rows,
      count: 1,
      columns: [],
    });
  });

  test('gives every column a unique name, and returns null for missing cells', async t => {
    assert.deepEqual(await workbench(t).call('csv_read', { text: 'a,,a,__proto__\n1,2,3,4,5\n6' }), {
      rows: [
        { a: '1', column_2: '2', a_2: '3', ['__proto__']: '4', column_5: '5' },
        { a: '6', column_2: null, a_2: null, ['__proto__']: null, column_5: null },
      ],
      count: 2,
      columns: ['a', 'column_2', 'a_2', '__proto__', 'column_5'],
    });
  });

  test('converts numbers on request, but not codes', async t => {
    const text = 'n\n1\n-2.5\n1e3\n007\n+1\n12345678901234567890\n0\n1.\n 1';
    assert.deepEqual(
      await workbench(t).call('csv_read', { text: text.replaceAll('\n', '\n'), numbers: true, header: false }),
      {
        rows: [['n'], [1], [-2.5], [1000], ['007'], ['+1'], ['12345678901234567890'], [0], ['1.'], [' 1']],
        count: 10,
        columns: [],
      },
    );
  });

  test('reads a part of the rows', async t => {
    const text = 'n\n1\n2\n3\n4';
    const part = await workbench(t).call('csv_read', { text, offset: 1, limit: 2 });
    assert.deepEqual(part, { rows: [{ n: '2' }, { n: '3' }], count: 2, columns: ['n'] });
  });

  test('reads files in the encodings of spreadsheet programs', async t => {
    const { store, call } = workbench(t);
    const csv = 'ä;€\nö;ß';
    const windows = Uint8Array.from([0xe4, 0x3b, 0x80, 0x0a, 0xf6, 0x3b, 0xdf]);
    for (const content of [csv, `\ufeff${csv}`, windows, Buffer.from(`\ufeff${csv}`, 'utf16le')]) {
      const file = await store('table.csv', content);
      assert.deepEqual(await call('csv_read', { file }), {
        rows: [{ ä: 'ö', '€': 'ß' }],
        count: 1,
        columns: ['ä', '€'],
      });
    }
  });

  test('returns no rows for an empty text', async t => {
    assert.deepEqual(await workbench(t).call('csv_read', { text: '' }), { rows: [], count: 0, columns: [] });
  });

  test('reports where the CSV is wrong, and which limit it exceeds', COMPLETE_ONLY, async t => {
    const { call } = workbench(t);
    await assert.rejects(call('csv_read', { text: 'a\n"b' }), isStepError(/^The CSV can not be read: .*line 2/i));
    await assert.rejects(
      call('csv_read', { text: 'a,'.repeat(1001) }),
      isStepError('A table can have at most 1000 columns'),
    );
    const text = `n${'\n1'.repeat(100_001)}`;
    await assert.rejects(call('csv_read', { text }), isStepError(/more than 100,000 rows: read it in parts/));
    const whole = await call('csv_read', { text, limit: 100_000 });
    assert.ok(typeof whole === 'object' && whole && 'count' in whole && whole.count === 100_000);
    const wide = `${'a'.repeat(100)},b\n`.repeat(99_999);
    await assert.rejects(call('csv_read', { text: wide.slice(0, 9_999_999) }), isStepError(/characters as JSON/));
    await assert.rejects(
      call('csv_read', { text: 'a'.repeat(10_000_001) }),
      isStepError(/at most 10,000,000 characters/),
    );
  });
});

suite('csv_write', () => {
  const rows = [{ name: 'Ann, "A"', n: 1.5 }, { name: '=1+1', ok: true, list: [1, { a: 2 }] }, { name: null }];

  test('writes rows as text without changing them', async t => {
    assert.deepEqual(await workbench(t).call('csv_write', { rows, as: 'text' }), {
      text: 'name,n,ok,list\n"Ann, ""A""",1.5,,\n=1+1,,true,"[1,{""a"":2}]"\n,,,\n',
      count: 3,
    });
  });

  test('writes the requested columns, and lists of cells', async t => {
    const { call } = workbench(t);
    const some = { rows, as: 'text', columns: ['ok', 'name'], delimiter: ';', header: false };
    assert.deepEqual(await call('csv_write', some), { text: ';"Ann, ""A"""\ntrue;=1+1\n;\n', count: 3 });
    const lists = { rows: [[1, 'a'], [2]], as: 'text' };
    assert.deepEqual(await call('csv_write', lists), { text: '1,a\n2\n', count: 2 });
  });

  test('creates a file that csv_read can read', async t => {
    const { make, call, outcome } = workbench(t);
    const { attachment, content } = await make('csv_write', { rows, bom: true, filename: 'a/b\u0000c' });
    assert.equal(attachment.filename, 'a_b_c.csv');
    assert.equal(attachment.content_type, 'text/csv');
    assert.deepEqual([...content.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const back = await call('csv_read', { file: attachment, limit: 1 });
    assert.deepEqual(back, {
      rows: [{ name: 'Ann, "A"', n: '1.5', ok: '', list: '' }],
      count: 1,
      columns: ['name', 'n', 'ok', 'list'],
    });
    const { output, text, fileIds } = await outcome('csv_write', { rows: [] });
    assert.ok(typeof output === 'object' && output && 'count' in output && output.count === 0);
    assert.equal(text, 'Made table.csv (0 bytes)');
    assert.equal(fileIds?.length, 1);
  });
});
