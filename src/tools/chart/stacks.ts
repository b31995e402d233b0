import type { Chart } from './chart.ts';

/** Where the part of a series begins and ends at one label. */
export interface Part {
  series: number;
  value: number;
  from: number;
  to: number;
}

/** By label. Stacked parts grow away from zero, in both directions. */
export function partsOf({ series, stacked }: Chart, slots: number): Part[][] {
  return Array.from({ length: slots }, (_, slot) => {
    const sums = { above: 0, below: 0 };
    return series.flatMap(({ values }, index) => {
      const value = values[slot];
      if (value === null || value === undefined) return [];
      const side = value < 0 ? 'below' : 'above';
      const from = stacked ? sums[side] : 0;
      sums[side] = from + value;
      return { series: index, value, from, to: from + value };
    });
  });
}

export function slotCount({ series, labels }: Chart): number {
  return Math.max(labels.length, ...series.map(({ values }) => values.length));
}

/** One per slot; those that nobody named stay empty. */
export function slotLabels(chart: Chart): string[] {
  return Array.from({ length: slotCount(chart) }, (_, at) => chart.labels[at] ?? '');
}
