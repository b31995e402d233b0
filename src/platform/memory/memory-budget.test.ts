import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryBudget } from './memory-budget.ts';

const MEGABYTE = 2 ** 20;

function budget() {
  return createMemoryBudget({
    totalBytes: 4 * MEGABYTE,
    perOwnerBytes: 3 * MEGABYTE,
    refuse: () => new Error('no room'),
  });
}

test('holds no more for one owner than its share, and leaves the rest to others', () => {
  const memory = budget();
  const greedy = memory.open('greedy');
  greedy.grow(MEGABYTE);
  greedy.grow(2 * MEGABYTE);
  assert.throws(() => memory.open('greedy').grow(1), /no room/);
  const other = memory.open('other');
  other.grow(MEGABYTE);
  assert.throws(() => memory.open('third').grow(1), /no room/);
  greedy.release();
  memory.open('third').grow(3 * MEGABYTE);
});

test('counts many small pieces together', () => {
  const hold = budget().open('a');
  for (let bytes = 0; bytes < 3 * MEGABYTE; bytes += 1024) hold.grow(1024);
  assert.throws(() => hold.grow(1024), /no room/);
  hold.release();
  hold.release();
  hold.grow(3 * MEGABYTE);
});
