/** Counts of runs over time as bars, and a part of the time that somebody selects. PURE. */

import type { RunStats } from '../api/runs.ts';
import { countRuns } from '../texts/counts.ts';
import { formatNumber } from '../texts/locale.ts';
import * as texts from '../texts/runs.ts';

export type Bucket = RunStats['buckets'][number];

/** The kinds of runs from the bottom of a bar to its top. */
export const PARTS = ['success', 'open', 'cancelled', 'failed'] as const;
export type Part = (typeof PARTS)[number];

export interface BarPart {
  /** When the time of the bar begins, and which bar it is. */
  at: number;
  bar: number;
  part: Part;
  /** Shares of the height of the chart. */
  y: number;
  height: number;
}

/** Failures are visible however many runs succeed beside them. */
const LEAST_HEIGHT = 0.06;

export function layOutBars(buckets: readonly Bucket[]): BarPart[] {
  const most = Math.max(1, ...buckets.map(totalOf));
  return buckets.flatMap((bucket, bar) => {
    let top = 1;
    const parts = PARTS.flatMap(part => {
      if (bucket[part] === 0) return [];
      const height = Math.max(bucket[part] / most, LEAST_HEIGHT);
      top -= height;
      return [{ part, y: top, height }];
    });
    // Least heights may add up to more than there is.
    const scale = 1 / Math.max(1, 1 - top);
    return parts.map(({ part, y, height }) => ({
      at: bucket.at,
      bar,
      part,
      y: 1 - (1 - y) * scale,
      height: height * scale,
    }));
  });
}

export function totalOf({ success, failed, cancelled, open }: Bucket): number {
  return success + failed + cancelled + open;
}

export function sumOf(buckets: readonly Bucket[]): Bucket {
  return buckets.reduce(
    (sum, each) => ({
      at: Math.min(sum.at, each.at),
      success: sum.success + each.success,
      failed: sum.failed + each.failed,
      cancelled: sum.cancelled + each.cancelled,
      open: sum.open + each.open,
    }),
    { at: buckets[0]?.at ?? 0, success: 0, failed: 0, cancelled: 0, open: 0 },
  );
}

/** Two ends of a selection, in any order, as indexes of bars. */
export interface BarRange {
  from: number;
  to: number;
}

/** The time of selected bars. Both bars belong to it. */
export function toTimeRange(
  { buckets, to }: RunStats,
  { from: one, to: other }: BarRange,
): { from: number; to: number } {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  const start = buckets[first]?.at ?? to;
  return { from: start, to: Math.max(start + 1, buckets[last + 1]?.at ?? to) };
}

/** Which bar is at this share of the width. */
export function barAt(share: number, bars: number): number {
  return Math.min(bars - 1, Math.max(0, Math.floor(share * bars)));
}

/** Says in words what a part of the chart shows. */
export function describeCounts(bucket: Bucket): string {
  const total = totalOf(bucket);
  if (total === 0) return texts.noRuns;
  const parts = [
    bucket.failed > 0 && texts.failed(format(bucket.failed)),
    bucket.cancelled > 0 && texts.cancelled(format(bucket.cancelled)),
    bucket.open > 0 && texts.notEnded(format(bucket.open)),
  ].filter(part => part !== false);
  return [countRuns(total), ...parts].join(', ');
}

function format(count: number): string {
  return formatNumber(count);
}
