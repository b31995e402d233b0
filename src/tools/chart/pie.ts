import { element, type Svg, short } from '../svg.ts';
import type { Box, Chart } from './chart.ts';
import { colorAt } from './colors.ts';
import { drawEntry } from './legend.ts';
import { valueLabel } from './scale.ts';
import { drawText, textWidth } from './text.ts';

interface Slice {
  name: string;
  color: string;
  value: number;
  share: number;
  /** In turns, from the top. */
  from: number;
}

const ROW = 22;

export function drawPie(chart: Chart, box: Box): Svg[] {
  const slices = slicesOf(chart);
  const entries = slices.map(slice => ({ ...slice, name: legendText(chart, slice) }));
  const widest = Math.max(...entries.map(({ name }) => textWidth(name))) + 24;
  const legendWidth = Math.min(box.width * 0.45, widest);
  const radius = Math.max(20, Math.min(box.height, box.width - legendWidth - 30) / 2 - 4);
  const centre = { x: box.left + (box.width - legendWidth - 30) / 2, y: box.top + box.height / 2 };
  const rows = Math.max(1, Math.floor(box.height / ROW));
  const shown = entries.slice(0, rows);
  const top = centre.y - (shown.length * ROW) / 2 + 4;
  const x = box.left + box.width - legendWidth;
  return [
    ...slices.flatMap(slice => drawSlice(slice, centre, radius, chart.type === 'donut' ? radius * 0.56 : 0)),
    ...shown.flatMap((entry, at) => drawEntry(entry, x, top + at * ROW, legendWidth - 20)),
  ];
}

function slicesOf({ series, labels }: Chart): Slice[] {
  const values = series[0]?.values ?? [];
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  let from = 0;
  return values.flatMap((value, at) => {
    if (value === null || value <= 0) return [];
    const share = value / total;
    const slice = { name: labels[at] ?? `${at + 1}`, color: colorAt(at), value, share, from };
    from += share;
    return slice;
  });
}

function legendText({ showValues, unit }: Chart, { name, value, share }: Slice): string {
  return showValues ? `${name}: ${valueLabel(value, unit)} (${percent(share)})` : name;
}

function drawSlice(
  { color, share, from }: Slice,
  centre: { x: number; y: number },
  radius: number,
  hole: number,
): Svg[] {
  const at = (turn: number, distance: number) => {
    const angle = turn * 2 * Math.PI - Math.PI / 2;
    return { x: centre.x + Math.cos(angle) * distance, y: centre.y + Math.sin(angle) * distance };
  };
  const middle = at(from + share / 2, hole === 0 ? radius * 0.66 : (radius + hole) / 2);
  const label = drawText(percent(share), { ...middle, y: middle.y + 4, anchor: 'middle', fill: '#ffffff', bold: true });
  // An arc whose ends meet is nothing to SVG, so a full turn is drawn as two halves.
  const halves = share > 0.999 ? [0, 0.5] : [0];
  const size = share > 0.999 ? 0.5 : share;
  const shapes = halves.map(start => {
    const [a, b] = [at(from + start, radius), at(from + start + size, radius)];
    const [c, d] = [at(from + start + size, hole), at(from + start, hole)];
    const large = size > 0.5 ? 1 : 0;
    const arc = (r: number, sweep: number, end: { x: number; y: number }) =>
      `A${short(r)} ${short(r)} 0 ${large} ${sweep} ${short(end.x)} ${short(end.y)}`;
    const path = `M${short(a.x)} ${short(a.y)}${arc(radius, 1, b)}L${short(c.x)} ${short(c.y)}${hole > 0 ? arc(hole, 0, d) : ''}Z`;
    return element('path', {
      d: path,
      fill: color,
      stroke: share > 0.999 ? color : '#ffffff',
      'stroke-width': share > 0.999 ? 0.8 : 1.5,
    });
  });
  return [...shapes, ...(share >= 0.04 ? [label] : [])];
}

function percent(share: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share * 100)}%`;
}
