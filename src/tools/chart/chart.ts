/** The parts of a chart. This module does not load the charting library, because the service checks params with it. */

export const CHART_TYPES = [
  'bar',
  'horizontal_bar',
  'line',
  'area',
  'pie',
  'donut',
  'scatter',
  'radar',
  'heatmap',
  'gauge',
  'funnel',
  'treemap',
] as const;

export type ChartType = (typeof CHART_TYPES)[number];

export interface Chart {
  type: ChartType;
  series: Series[];
  labels: string[];
  title: string;
  xTitle: string;
  yTitle: string;
  unit: string;
  stacked: boolean;
  showValues: boolean;
  /** The end of a gauge's scale. */
  maximum: number | undefined;
  width: number;
  height: number;
}

export interface Series {
  name: string;
  values: (number | null)[];
  points: [number, number][];
  color: string | undefined;
}

/** Returns the number of slots for labels: at least one for each value of the longest series. */
export function slotCount({ series, labels }: Chart): number {
  return Math.max(labels.length, ...series.map(({ values }) => values.length));
}

/** Returns all numbers that a chart of values shows. */
export function valuesIn({ series }: Chart): number[] {
  return series.flatMap(({ values }) => values.filter(value => value !== null));
}
