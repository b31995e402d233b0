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

test('an owner gets no more than its share, and the rest is left to others', () => {
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

test('many small pieces add up', () => {
  const reservation = budget().open('a');
  for (let bytes = 0; bytes < 3 * MEGABYTE; bytes += 1024) reservation.grow(1024);
  assert.throws(() => reservation.grow(1024), /no room/);
  reservation.release();
  reservation.release();
  reservation.grow(3 * MEGABYTE);
});
