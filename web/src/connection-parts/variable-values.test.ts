import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTyped, retype, toLine, toTyped } from './variable-values.ts';

test('what is shown of a value is read as the same value', () => {
  for (const [type, value] of [
    ['text', ' a\n"b" '],
    ['text', ''],
    ['number', -1.5],
    ['boolean', false],
    ['boolean', true],
    ['json', null],
    ['json', { a: [1, 'x'] }],
    ['json', 'text'],
  ] as const) {
    assert.deepEqual(readTyped(type, toTyped(type, value)), { value });
  }
});

test('what fits no type is refused', () => {
  assert.deepEqual(readTyped('number', ''), { problem: 'This is not a number' });
  assert.deepEqual(readTyped('number', '1e999'), { problem: 'This is not a number' });
  assert.deepEqual(readTyped('json', '{a: 1}'), { problem: 'This is not JSON' });
  assert.deepEqual([retype('boolean', 'Yes'), retype('boolean', 'x'), retype('json', '5')], ['true', 'false', '5']);
});

test('a list shows the beginning of a long value', () => {
  assert.equal(toLine({ a: 1 }), '{"a":1}');
  assert.equal(toLine('x'.repeat(300)), `${'x'.repeat(200)}…`);
});
