/** Charts as SVG: the frame around the plot, and the plot by its type. */
import { element, type Svg } from '../svg.ts';
import { drawBars, drawHorizontalBars } from './bars.ts';
import { colorAt } from './colors.ts';
import { drawLegend, legendRows } from './legend.ts';
import { drawLines } from './lines.ts';
import { drawPie } from './pie.ts';
import { drawScatter } from './scatter.ts';
import { drawText } from './text.ts';

export const CHART_TYPES = ['bar', 'horizontal_bar', 'line', 'area', 'pie', 'donut', 'scatter'] as const;

export interface Chart {
  type: (typeof CHART_TYPES)[number];
  series: Series[];
  labels: string[];
  title: string;
  xTitle: string;
  yTitle: string;
  unit: string;
  stacked: boolean;
  showValues: boolean;
  width: number;
  height: number;
}

export interface Series {
  name: string;
  values: (number | null)[];
  points: [number, number][];
  color: string | undefined;
}

/** Where a part of the chart stands. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const MARGIN = 20;
const TITLE_SIZE = 18;

export function drawChart(chart: Chart): string {
  const { width, height, title } = chart;
  const parts: Svg[] = [element('rect', { width, height, fill: '#ffffff' })];
  let top = MARGIN;
  const inner = width - 2 * MARGIN;
  if (title !== '') {
    parts.push(drawText(title, { x: MARGIN, y: top + TITLE_SIZE - 3, size: TITLE_SIZE, bold: true, within: inner }));
    top += TITLE_SIZE + 14;
  }
  if (!isRound(chart)) {
    const rows = legendRows(chart.series.filter(({ name }) => name !== '').length > 0 ? namesOf(chart) : [], inner);
    parts.push(...drawLegend(rows, MARGIN, top));
    top += rows.length * 20 + (rows.length > 0 ? 8 : 0);
  }
  const box = { left: MARGIN, top, width: inner, height: Math.max(60, height - top - MARGIN) };
  parts.push(...plot(chart, box));
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    ...parts,
  ).markup;
}

function plot(chart: Chart, box: Box): Svg[] {
  switch (chart.type) {
    case 'bar':
      return drawBars(chart, box);
    case 'horizontal_bar':
      return drawHorizontalBars(chart, box);
    case 'line':
    case 'area':
      return drawLines(chart, box);
    case 'scatter':
      return drawScatter(chart, box);
    case 'pie':
    case 'donut':
      return drawPie(chart, box);
  }
}

function isRound({ type }: Chart): boolean {
  return type === 'pie' || type === 'donut';
}

function namesOf({ series }: Chart): { name: string; color: string }[] {
  return series.map(({ name, color }, at) => ({
    name: name === '' ? `Series ${at + 1}` : name,
    color: color ?? colorAt(at),
  }));
}
