/** The picture of a workflow's last day: one bar per hour. */
import type { WorkflowSummary } from '../api/workflows.ts';

export interface Bar {
  x: number;
  /** Parts from the bottom to the top, with heights in pixels. */
  parts: { kind: 'failed' | 'other' | 'success'; y: number; height: number }[];
}

export const BAR_WIDTH = 3;
export const BAR_STEP = 4;
export const HEIGHT = 18;
/** Whatever happened at all can be seen. */
const LEAST = 2;

const KINDS = ['failed', 'other', 'success'] as const;

/** The highest bar has the full height. */
export function toBars(hours: WorkflowSummary['day']['hours']): Bar[] {
  const most = Math.max(1, ...hours.map(({ success, failed, other }) => success + failed + other));
  return hours.flatMap((hour, index) => {
    let top = HEIGHT;
    const parts = KINDS.filter(kind => hour[kind] > 0).map(kind => {
      const height = Math.max(LEAST, (hour[kind] / most) * HEIGHT);
      top = Math.max(0, top - height);
      return { kind, y: round(top), height: round(Math.min(height, HEIGHT)) };
    });
    return parts.length === 0 ? [] : [{ x: index * BAR_STEP, parts }];
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
