/** The style of all charts: colors, font, title and legend. */
import type { EChartsOption } from 'echarts';
import type { Chart } from './chart.ts';
import { textWidth } from './text.ts';

/** Colors that people with red-green color blindness can also distinguish. */
const COLORS = [
  '#2f6fde',
  '#e8833a',
  '#2a9d8f',
  '#c8445e',
  '#8a63d2',
  '#e0b434',
  '#5aa9e6',
  '#7a8b3c',
  '#d67ab1',
  '#6b7280',
];

export const INK = '#1f2933';
export const FAINT_INK = '#5f6c7b';
export const GRID = '#e4e8ee';
export const AXIS = '#9aa5b1';
export const PAPER = '#ffffff';

export const MARGIN = 20;
export const LABEL_SIZE = 12;
export const VALUE_SIZE = 11;
const TITLE_SIZE = 18;

export function colorAt(index: number): string {
  return COLORS[index % COLORS.length] ?? INK;
}

export function seriesColor({ series }: Chart, index: number): string {
  return series[index]?.color ?? colorAt(index);
}

/** Style for texts of a limited width: those that do not fit end with an ellipsis. */
export function truncatedTo(width: number) {
  return { width: Math.max(10, width), overflow: 'truncate', ellipsis: '…' } as const;
}

/** The options that all charts share. */
export function paper({ title, width }: Chart): EChartsOption {
  return {
    animation: false,
    backgroundColor: PAPER,
    textStyle: { fontFamily: 'DejaVu Sans', fontSize: LABEL_SIZE, color: INK },
    title: {
      text: title,
      left: MARGIN,
      top: MARGIN,
      padding: 0,
      textStyle: { fontSize: TITLE_SIZE, fontWeight: 'bold', color: INK, ...truncatedTo(width - 2 * MARGIN) },
    },
  };
}

/** Returns where the space below the title begins. */
export function belowTitle({ title }: Chart): number {
  return MARGIN + (title === '' ? 0 : TITLE_SIZE + 14);
}

/** The library uses one gap for both directions. */
const LEGEND = { mark: 11, markGap: 5, gap: 13, longest: 220, mostRows: 4 };
const LEGEND_ROW = LABEL_SIZE + 1 + LEGEND.gap;

export function seriesNames({ series }: Chart): string[] {
  return series.map(({ name }, at) => (name === '' ? `Series ${at + 1}` : name));
}

/** A legend above the chart, of a few rows. `height` includes the gap below it. */
export function seriesLegend(chart: Chart): { legend: EChartsOption['legend']; height: number } {
  const { series, width, height } = chart;
  if (series.every(({ name }) => name === '')) return { legend: { show: false }, height: 0 };
  const names = seriesNames(chart);
  const mostRows = Math.max(1, Math.min(LEGEND.mostRows, Math.floor(height / 4 / LEGEND_ROW)));
  const { shown, rows } = fit(names, width - 2 * MARGIN, mostRows);
  const legend: EChartsOption['legend'] = {
    ...legendStyle(LEGEND.longest),
    left: MARGIN,
    top: belowTitle(chart),
    width: width - 2 * MARGIN,
    data: Array.from({ length: shown }, (_, at) => String(at)),
    formatter: index => names[Number(index)] ?? '',
  };
  return { legend, height: rows * LEGEND_ROW };
}

/** Returns how many names fit into the rows. */
function fit(names: readonly string[], width: number, mostRows: number): { shown: number; rows: number } {
  let rows = 1;
  let left = width;
  for (const [at, name] of names.entries()) {
    const needed = LEGEND.mark + LEGEND.markGap + Math.min(LEGEND.longest, textWidth(name));
    if (needed > left && left < width) {
      if (rows === mostRows) return { shown: at, rows };
      rows++;
      left = width;
    }
    left -= needed + LEGEND.gap;
  }
  return { shown: names.length, rows };
}

/** `longest` is the space for a name. */
export function legendStyle(longest: number) {
  return {
    icon: 'roundRect',
    itemWidth: LEGEND.mark,
    itemHeight: LEGEND.mark,
    itemGap: LEGEND.gap,
    padding: 0,
    textStyle: { color: INK, fontSize: LABEL_SIZE, ...truncatedTo(longest) },
  };
}
