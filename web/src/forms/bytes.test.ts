import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, MEGABYTE } from './bytes.ts';

test('sizes of files are told in the unit that reads best', () => {
  assert.deepEqual([0, 1, 999, 1229, 182 * 1024, MEGABYTE, 100 * MEGABYTE, 5 * 2 ** 30].map(formatBytes), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    `${(1.2).toLocaleString()} kB`,
    '182 kB',
    '1 MB',
    '100 MB',
    '5 GB',
  ]);
});
