import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Bucket, barAt, describeCounts, layOutBars, sumOf, toTimeRange } from './chart.ts';

const bucket = (at: number, counts: Partial<Bucket> = {}): Bucket => ({
  at,
  success: 0,
  failed: 0,
  cancelled: 0,
  open: 0,
  ...counts,
});

suite('counts over time', () => {
  test('are bars in proportion to the highest one', () => {
    const bars = layOutBars([bucket(0, { success: 10 }), bucket(1, { success: 5 }), bucket(2)]);
    assert.deepEqual(bars, [
      { at: 0, bar: 0, part: 'success', y: 0, height: 1 },
      { at: 1, bar: 1, part: 'success', y: 0.5, height: 0.5 },
    ]);
  });

  test('show one failure among many, within the height of the chart', () => {
    const bar = layOutBars([bucket(0, { success: 10_000, failed: 1, cancelled: 1, open: 1 })]);
    assert.deepEqual(
      bar.map(({ part }) => part),
      ['success', 'open', 'cancelled', 'failed'],
    );
    for (const { y, height } of bar) assert.ok(y >= -1e-9 && height > 0.03 && y + height <= 1 + 1e-9);
  });

  test('give the time of the bars that are selected, in either direction', () => {
    const stats = { from: 0, to: 30, buckets: [bucket(0), bucket(10), bucket(20)] };
    assert.deepEqual(toTimeRange(stats, { from: 0, to: 1 }), { from: 0, to: 20 });
    assert.deepEqual(toTimeRange(stats, { from: 2, to: 1 }), { from: 10, to: 30 });
  });

  test('are found by the place of the pointer', () => {
    assert.deepEqual(
      [-1, 0, 0.49, 0.5, 0.99, 1, 2].map(share => barAt(share, 2)),
      [0, 0, 0, 1, 1, 1, 1],
    );
  });

  test('are said in words', () => {
    assert.equal(describeCounts(bucket(0)), 'No runs');
    assert.equal(describeCounts(bucket(0, { success: 1 })), '1 run');
    const all = sumOf([bucket(0, { success: 1200, failed: 2 }), bucket(5, { open: 1, cancelled: 3 })]);
    assert.equal(describeCounts(all), '1,206 runs, 2 failed, 3 cancelled, 1 not ended');
    assert.equal(all.at, 0);
  });
});
