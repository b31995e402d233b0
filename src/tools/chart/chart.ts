/** What a chart is made of. The charting library is not loaded here, because the service checks params with this. */

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
  /** Where the scale of a gauge ends. */
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

/** How many labels the chart has room for: one for each value of its longest series, and all that are named. */
export function slotCount({ series, labels }: Chart): number {
  return Math.max(labels.length, ...series.map(({ values }) => values.length));
}

/** All numbers that a chart of values shows. */
export function valuesIn({ series }: Chart): number[] {
  return series.flatMap(({ values }) => values.filter(value => value !== null));
}
