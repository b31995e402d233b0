import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEIGHT, toBars } from './sparkline-bars.ts';

const none = { success: 0, failed: 0, other: 0 };

test('draws nothing for hours without runs', () => {
  assert.deepEqual(toBars(Array(24).fill(none)), []);
});

test('gives the busiest hour the full height, and failures the bottom', () => {
  const bars = toBars([{ ...none, success: 5 }, none, { success: 5, failed: 5, other: 0 }]);
  assert.deepEqual(bars, [
    { x: 0, parts: [{ kind: 'success', y: HEIGHT / 2, height: HEIGHT / 2 }] },
    {
      x: 8,
      parts: [
        { kind: 'failed', y: HEIGHT / 2, height: HEIGHT / 2 },
        { kind: 'success', y: 0, height: HEIGHT / 2 },
      ],
    },
  ]);
});

test('shows a single failure among thousands', () => {
  const [bar] = toBars([{ success: 9999, failed: 1, other: 0 }]);
  assert.deepEqual(bar?.parts[0], { kind: 'failed', y: HEIGHT - 2, height: 2 });
  assert.ok(bar?.parts.every(({ y, height }) => y >= 0 && height <= HEIGHT));
});
