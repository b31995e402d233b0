import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKey } from './keyboard.ts';

const press = (key: string, held: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const list = { active: 5, count: 10, columns: 1, screen: 3 };
const grid = { ...list, columns: 4 };

test('arrows, pages and ends move within the list', () => {
  const move = (to: number, extending = false) => ({ kind: 'move', to, extends: extending });
  assert.deepEqual(readKey(press('ArrowDown'), list), move(6));
  assert.deepEqual(readKey(press('ArrowUp', { shiftKey: true }), list), move(4, true));
  assert.deepEqual(readKey(press('ArrowDown'), grid), move(9));
  assert.deepEqual(readKey(press('ArrowLeft'), grid), move(4));
  assert.equal(readKey(press('ArrowLeft'), list), undefined);
  assert.deepEqual(readKey(press('PageUp'), list), move(2));
  assert.deepEqual(readKey(press('PageDown'), list), move(8));
  assert.deepEqual(readKey(press('Home'), list), move(0));
  assert.deepEqual(readKey(press('End'), list), move(9));
  assert.equal(readKey(press('ArrowDown'), { ...list, count: 0 }), undefined);
});

test('other keys act, unless they belong to the browser', () => {
  assert.deepEqual(readKey(press('Enter'), list), { kind: 'open' });
  assert.deepEqual(readKey(press(' '), list), { kind: 'toggle' });
  assert.deepEqual(readKey(press('F2'), list), { kind: 'rename' });
  assert.deepEqual(readKey(press('Delete'), list), { kind: 'delete' });
  assert.deepEqual(readKey(press('a', { ctrlKey: true }), list), { kind: 'all' });
  assert.equal(readKey(press('a'), list), undefined);
  assert.equal(readKey(press('ArrowLeft', { altKey: true }), grid), undefined);
  assert.equal(readKey(press('Delete', { ctrlKey: true }), list), undefined);
});
