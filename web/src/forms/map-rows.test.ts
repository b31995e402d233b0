import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ENTRIES, moveEntry } from './list-rows.ts';
import { addRow, fromRows, MAP_ROWS, nameProblem, toRows } from './map-rows.ts';
import { changeRow, fitRows, removeRow } from './rows.ts';

suite('the rows of a map', () => {
  test('come from an object and become one again', () => {
    const value = { accept: 'text/plain', retries: 3 };
    assert.deepEqual(fromRows(toRows(value)), value);
    assert.deepEqual(toRows('{{ input.headers }}'), []);
    assert.equal(fromRows([]), undefined);
  });

  test('a row without a name is kept in the form, and left out of the value', () => {
    const rows = addRow(toRows({ a: '1' }));
    assert.deepEqual(fromRows(rows), { a: '1' });
    assert.equal(fitRows(rows, { a: '1' }, MAP_ROWS), rows);
    const named = changeRow(rows, 1, () => ({ name: 'b', value: '2' }));
    assert.deepEqual(fromRows(named), { a: '1', b: '2' });
    assert.deepEqual(fitRows(named, { a: '1' }, MAP_ROWS), toRows({ a: '1' }));
  });

  test('a map without entries may be written in several ways', () => {
    const rows = addRow([]);
    for (const empty of [undefined, {}, '']) assert.equal(fitRows(rows, empty, MAP_ROWS), rows);
  });

  test('names that are missing or double are told', () => {
    const rows = addRow(addRow(toRows({ a: '1' }), { name: 'a', value: '2' }), { name: '', value: 'x' });
    assert.deepEqual(
      rows.map(row => nameProblem(rows, row)),
      ['This name is there twice', 'This name is there twice', 'A name is needed'],
    );
    assert.equal(nameProblem(rows, { id: 9, name: '', value: '' }), undefined);
  });

  test('rows are known by their ids, wherever they are', () => {
    const rows = ENTRIES.read(['a', 'b', 'c']);
    assert.deepEqual(ENTRIES.write(moveEntry(rows, 0, 1), undefined), ['b', 'a', 'c']);
    assert.deepEqual(ENTRIES.write(moveEntry(rows, 2, -1), undefined), ['a', 'c', 'b']);
    for (const [id, by] of [
      [0, -1],
      [2, 1],
      [9, 1],
    ] as const)
      assert.equal(moveEntry(rows, id, by), rows);
    const moved = moveEntry(removeRow(rows, 0), 1, 1);
    assert.deepEqual(
      ENTRIES.write(
        changeRow(moved, 1, () => ({ value: 'late' })),
        undefined,
      ),
      ['c', 'late'],
    );
    assert.equal(fitRows(moved, ['c', 'b'], ENTRIES), moved);
    assert.deepEqual(fitRows(moved, ['b', 'c'], ENTRIES), ENTRIES.read(['b', 'c']));
  });
});
