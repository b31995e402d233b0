import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromDay, toDay, toEndOfDay } from './days.ts';

test('a day is read as its beginning or its end, and written back', () => {
  const begin = fromDay('2026-11-16');
  assert.equal(begin, new Date(2026, 10, 16).getTime());
  assert.equal(toEndOfDay('2026-11-16'), new Date(2026, 10, 17).getTime() - 1);
  assert.equal(toDay(begin), '2026-11-16');
  assert.equal(toDay(toEndOfDay('2026-03-29')), '2026-03-29');
  assert.equal(toDay(undefined), '');
  for (const wrong of ['', 'x', '2026-13-40'])
    assert.deepEqual([fromDay(wrong), toEndOfDay(wrong)], [undefined, undefined]);
});
