import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinPages } from './pages.ts';

test('what is in two pages is shown once, where it was first, as it was read last', () => {
  const pages = [
    [
      { id: 'b', n: 1 },
      { id: 'a', n: 1 },
    ],
    [
      { id: 'a', n: 2 },
      { id: '0', n: 2 },
    ],
  ];
  assert.deepEqual(
    joinPages(pages, ({ id }) => id),
    [
      { id: 'b', n: 1 },
      { id: 'a', n: 2 },
      { id: '0', n: 2 },
    ],
  );
});
