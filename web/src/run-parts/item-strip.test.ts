import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemStrip } from './item-strip.ts';
import type { ItemState } from './loop-items.ts';

const items = (...states: ItemState[]) => states.map(state => ({ state }));

test('a few items have a square each, in their order', () => {
  assert.deepEqual(itemStrip(items('success', 'failed', 'pending')), ['success', 'failed', 'pending']);
  assert.deepEqual(itemStrip([]), []);
});

test('many items share squares, and no failure is lost in them', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({ state: index === 777 ? 'failed' : 'success' }) as const);
  const strip = itemStrip(many);
  assert.equal(strip.length, 20);
  assert.deepEqual(
    strip.flatMap((state, index) => (state === 'failed' ? index : [])),
    [15],
  );
});
