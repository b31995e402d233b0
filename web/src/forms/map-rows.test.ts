import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { moveEntry } from './item-keys.ts';
import { addRow, changeRow, fromRows, nameProblem, standFor, toRows } from './map-rows.ts';

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
    assert.equal(standFor(rows, { a: '1' }), true);
    const named = changeRow(rows, 1, { name: 'b', value: '2' });
    assert.deepEqual(fromRows(named), { a: '1', b: '2' });
    assert.equal(standFor(named, { a: '1' }), false);
  });

  test('names that are missing or double are told', () => {
    const rows = addRow(addRow(toRows({ a: '1' }), { name: 'a', value: '2' }), { name: '', value: 'x' });
    assert.deepEqual(
      rows.map(row => nameProblem(rows, row)),
      ['This name is there twice', 'This name is there twice', 'A name is needed'],
    );
    assert.equal(nameProblem(rows, { id: 9, name: '', value: '' }), undefined);
  });

  test('entries move to another place', () => {
    assert.deepEqual(moveEntry(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  });
});
