import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes } from './bytes.ts';

test('sizes of files are told in the unit that reads best', () => {
  assert.deepEqual([0, 1, 999, 1200, 182_000, 5_000_000_000].map(formatBytes), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.2 kB',
    '182 kB',
    '5.0 GB',
  ]);
});
