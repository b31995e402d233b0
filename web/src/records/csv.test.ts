import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { convertCell, guessType } from './column-types.ts';
import { type Cell, CsvParser, detectEncoding, detectSeparator, parseCsv, SEPARATORS } from './csv-parser.ts';
import { writeCsvRow } from './export/csv-writer.ts';
import { JsonItems } from './json-items.ts';

const cells = fc.array(
  fc.oneof(
    fc.constantFrom('', '"', '""', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\r\nb', '\r', "'", '=1+1', ' x ', '\uFEFF', 'é😀'),
    fc.string(),
    fc.constant(undefined),
  ),
  { minLength: 1, maxLength: 6 },
);
const tables = fc.array(cells, { maxLength: 8 });
const separators = fc.constantFrom(...SEPARATORS);
const plain = (separator: (typeof SEPARATORS)[number]) => ({ separator, isExcelSafe: false });

/** A row of one empty cell can not be told from an empty line, so it is read as an empty text. */
const readable = (row: readonly Cell[]): Cell[] => (row.length === 1 && row[0] === undefined ? [''] : [...row]);

suite('CSV', () => {
  test('is read as it was written, with any separator', () => {
    fc.assert(
      fc.property(tables, separators, (table, separator) => {
        const text = table.map(row => writeCsvRow(row, plain(separator))).join('');
        assert.deepEqual(parseCsv(text, separator), table.map(readable));
      }),
    );
  });

  test('is read the same however it is cut, with any line ends, and with a byte order mark', () => {
    fc.assert(
      fc.property(tables, fc.array(fc.nat(200)), fc.constantFrom('\n', '\r', '\r\n'), (table, cuts, lineEnd) => {
        const rows = table.map(row => writeCsvRow(row, plain(',')).slice(0, -2));
        const text = `\uFEFF${rows.join(lineEnd)}`;
        const parser = new CsvParser(',');
        const edges = [0, ...cuts.map(cut => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b);
        const read = edges.flatMap((edge, index) => parser.push(text.slice(edges[index - 1] ?? 0, edge)));
        assert.deepEqual([...read, ...parser.end()], table.map(readable));
      }),
    );
  });

  test('of other programs is read as they mean it', () => {
    assert.deepEqual(parseCsv('a,b\n\n"x ""y""\nz",\n1,"2"3', ','), [
      ['a', 'b'],
      ['x "y"\nz', undefined],
      ['1', '23'],
    ]);
    assert.deepEqual(parseCsv('5" pipe,""', ','), [['5" pipe', '']]);
  });

  test('tells its separator', () => {
    assert.equal(detectSeparator('a,b,c\n1,2,3\n'), ',');
    assert.equal(detectSeparator('name;price\nA;1,50\nB;2,75\n'), ';');
    assert.equal(detectSeparator('a\tb\n"x,y"\tz,\n'), '\t');
    assert.equal(detectSeparator('one\ntwo\n'), ',');
    assert.equal(detectSeparator('a;b'), ';');
    assert.equal(detectSeparator(''), ',');
  });

  test('tells its encoding, also when it is cut within a character', () => {
    const bytes = new TextEncoder().encode('Grüße');
    assert.equal(detectEncoding(bytes), 'utf-8');
    assert.equal(detectEncoding(bytes.slice(0, 3)), 'utf-8');
    assert.equal(detectEncoding(Uint8Array.of(71, 114, 0xfc, 0xdf, 101)), 'windows-1252');
    assert.equal(detectEncoding(Uint8Array.of(0xff, 0xfe, 71, 0)), 'utf-16le');
  });

  test('protects texts that look like formulas, and only on request', () => {
    const values = ['=1+1', '+49', '-x', '@a', -5, 'a=b'];
    assert.equal(writeCsvRow(values, plain(',')), '=1+1,+49,-x,@a,-5,a=b\r\n');
    const safe = writeCsvRow(values, { separator: ',', isExcelSafe: true });
    assert.equal(safe, "'=1+1,'+49,'-x,'@a,-5,a=b\r\n");
  });

  test('has nested values as JSON, and nothing for what is missing', () => {
    const row = writeCsvRow([{ a: [1] }, [true], null, undefined, '', false], plain(','));
    assert.equal(row, '"{""a"":[1]}",[true],,,"",false\r\n');
  });
});

suite('the type of a column', () => {
  test('is the narrowest that fits all of its cells', () => {
    assert.equal(guessType(['1', '-2.5', undefined, '1e3', '0']), 'number');
    assert.equal(guessType([String(1 / 7), '0.1']), 'number');
    assert.equal(guessType(['1', 'x']), 'text');
    assert.equal(guessType(['007']), 'text');
    assert.equal(guessType(['12345678901234567890']), 'text');
    assert.equal(guessType(['true', 'FALSE']), 'boolean');
    assert.equal(guessType(['{"a":1}', '[]']), 'json');
    assert.equal(guessType(['{a}']), 'text');
    assert.equal(guessType([undefined, undefined]), 'text');
    assert.equal(guessType(['']), 'text');
  });

  test('converts every cell of the column from which it was guessed', () => {
    const values = fc.oneof(fc.string(), fc.double({ noNaN: true }).map(String), fc.boolean().map(String), fc.json());
    fc.assert(
      fc.property(fc.array(values), cells => {
        const type = guessType(cells);
        for (const cell of cells) assert.ok('value' in convertCell(type, cell));
      }),
    );
  });

  test('refuses what does not fit, with the reason', () => {
    assert.deepEqual(convertCell('number', 'many'), { problem: "'many' is not a number" });
    assert.deepEqual(convertCell('number', ''), { problem: "'' is not a number" });
    assert.deepEqual(convertCell('boolean', 'yes'), { problem: "'yes' is not true or false" });
    assert.deepEqual(convertCell('json', '{'), { problem: "'{' is not JSON" });
  });
});

suite('the items of a JSON file', () => {
  const read = (text: string, cuts: readonly number[] = []) => {
    const items = new JsonItems();
    const edges = [0, ...cuts.map(cut => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b);
    const found = edges.flatMap((edge, index) => items.push(text.slice(edges[index - 1] ?? 0, edge)));
    return [...found, ...items.end()];
  };
  const values = (text: string, cuts?: readonly number[]) =>
    read(text, cuts).map(item => ('value' in item ? item.value : item));

  test('are the elements of an array, or one value after the other, however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.array(fc.nat(300)), fc.nat(4), (list, cuts, indent) => {
        const expected: unknown = JSON.parse(JSON.stringify(list));
        assert.deepEqual(values(JSON.stringify(list, null, indent), cuts), expected);
        const objects = list.map(value => ({ value }));
        const lines = objects.map(value => JSON.stringify(value)).join('\n');
        assert.deepEqual(values(lines, cuts), JSON.parse(JSON.stringify(objects)));
      }),
    );
  });

  test('say which of them is broken', () => {
    assert.deepEqual(values('[{"a":1}, {b}, 3]'), [{ a: 1 }, { text: '{b}', problem: true }, 3]);
    assert.deepEqual(values('{"a":1}\n{"b":'), [{ a: 1 }, { text: '{"b":', problem: true }]);
    assert.deepEqual(values(''), []);
  });
});
