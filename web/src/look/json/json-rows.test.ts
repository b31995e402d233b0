import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { JsonRows } from './json-rows.ts';
import { parsePartialJson } from './partial-json.ts';

const value = { name: 'Ann', orders: [{ id: 1, note: 'quick' }, { id: 2 }], none: null };

function show(rows: JsonRows): string[] {
  return rows
    .slice(0, rows.length)
    .map(({ depth, key, type, text, size }) => `${depth} ${key ?? ''} ${text || `${type} ${size}`}`);
}

suite('the rows of a tree', () => {
  test('show what is open, and open the first levels', () => {
    assert.deepEqual(show(new JsonRows(value)), [
      '0  object 3',
      '1 name Ann',
      '1 orders array 2',
      '2 0 object 2',
      '2 1 object 1',
      '1 none null',
    ]);
  });

  test('a hidden root leaves its entries', () => {
    assert.deepEqual(show(new JsonRows({ a: 1, b: [2] }, { isRootHidden: true })), ['0 a 1', '0 b array 1', '1 0 2']);
  });

  test('what was open stays open when the value changes', () => {
    const before = new JsonRows(value, { openLevels: 1 });
    before.toggle(['orders']);
    assert.equal(new JsonRows({ ...value, name: 'Ben' }, { openLevels: 1, earlier: before }).length, 6);
    before.toggle([]);
    assert.equal(new JsonRows(value, { earlier: before }).length, 1);
    const empty = new JsonRows({}, { openLevels: 2 });
    assert.equal(new JsonRows({ added: { a: 1 } }, { openLevels: 2, earlier: empty }).length, 3);
  });

  test('open and close one container, or all in it', () => {
    const rows = new JsonRows(value, { openLevels: 1 });
    assert.equal(rows.length, 4);
    rows.toggle(['orders']);
    assert.equal(rows.length, 6);
    rows.toggleAll(['orders'], true);
    assert.equal(rows.length, 9);
    rows.toggle([]);
    assert.equal(rows.length, 1);
  });

  test('search keys and values, and open what leads to them', () => {
    const rows = new JsonRows(value, { openLevels: 1 });
    rows.search('QUICK');
    assert.equal(rows.matches, 1);
    const [found] = rows.slice(rows.rowOfMatch(0), rows.rowOfMatch(0) + 1);
    assert.deepEqual([found?.path, found?.isMatch], [['orders', 0, 'note'], true]);
    rows.search('id');
    assert.equal(rows.matches, 2);
    rows.search('');
    assert.equal(rows.matches, 0);
    assert.equal(rows.rowOfMatch(0), -1);
  });

  test('a filter leaves only matches and what leads to them', () => {
    const rows = new JsonRows(value, { isFilter: true });
    rows.search('quick');
    assert.deepEqual(show(rows), ['0  object 3', '1 orders array 2', '2 0 object 2', '3 note quick']);
    rows.search('orders');
    assert.equal(rows.length, 6);
  });

  test('long texts are cut, and a long list opens and searches in no time', () => {
    const [row] = new JsonRows('x'.repeat(200_000)).slice(0, 1);
    assert.deepEqual([row?.text.length, row?.size], [500, 200_000]);
    const rows = new JsonRows(Array.from({ length: 50_000 }, (_, id) => ({ id })));
    assert.equal(rows.length, 50_001);
    rows.search('49999');
    assert.equal(rows.matches, 1);
    assert.equal(rows.slice(rows.rowOfMatch(0), rows.rowOfMatch(0) + 1)[0]?.text, '49999');
  });

  test('values are found by their path, and only own ones', () => {
    const rows = new JsonRows(value);
    assert.deepEqual(rows.valueAt(['orders', 1]), { id: 2 });
    assert.equal(rows.valueAt(['name', 'length']), undefined);
  });
});

suite('JSON whose end is missing', () => {
  test('whole JSON is not cut', () => {
    assert.deepEqual(parsePartialJson('{"a":[1,2]}'), { value: { a: [1, 2] }, isCut: false });
  });

  test('keeps every entry that is whole, and the beginning of a text', () => {
    const cut = (text: string) => parsePartialJson(text)?.value;
    assert.deepEqual(cut('{"a":[1,2,34'), { a: [1, 2] });
    assert.deepEqual(cut('{"a":"b","c":"de'), { a: 'b', c: 'de' });
    assert.deepEqual(cut('{"a":"b","c'), { a: 'b' });
    assert.deepEqual(cut('{"a":"b","c":'), { a: 'b' });
    assert.deepEqual(cut('[{"a":tr'), [{}]);
    assert.deepEqual(cut('"abc\\'), 'abc');
    assert.deepEqual(cut('"abc\\u00'), 'abc');
    assert.deepEqual(cut('["a\\\\'), ['a\\']);
    assert.equal(parsePartialJson('[1}'), undefined);
    assert.equal(parsePartialJson(''), undefined);
    assert.equal(parsePartialJson('hello'), undefined);
  });

  test('every beginning of a value can be read', () => {
    const text = JSON.stringify({ a: [1.5, 'x"y\\z\u2028é', { b: null, 'c:d': [true] }], e: '' });
    for (let length = 1; length < text.length; length++) {
      assert.ok(parsePartialJson(text.slice(0, length))?.isCut, text.slice(0, length));
    }
  });
});
