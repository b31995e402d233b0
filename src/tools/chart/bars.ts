import { element, type Svg } from '../svg.ts';
import type { Box, Chart } from './chart.ts';
import { colorAt, FAINT_INK } from './colors.ts';
import { baseLine, drawFrame, xAt, yAt } from './frame.ts';
import { createScale, valueLabel } from './scale.ts';
import { partsOf, slotCount, slotLabels } from './stacks.ts';
import { drawText } from './text.ts';

const VALUE_SIZE = 11;

export function drawBars(chart: Chart, outer: Box): Svg[] {
  const stacks = partsOf(chart, slotCount(chart));
  const scale = scaleOf(chart, stacks.flat(), outer.height / 55);
  const { box, parts } = drawFrame(chart, outer, {
    x: { kind: 'slots', labels: slotLabels(chart) },
    y: { kind: 'scale', scale },
  });
  const slot = box.width / Math.max(1, stacks.length);
  const bars = stacks.flatMap((stack, at) =>
    stack.flatMap(part => {
      const { offset, thickness } = place(chart, part.series, slot);
      const x = box.left + slot * at + offset;
      const [y1, y2] = [yAt(scale, box, part.from), yAt(scale, box, part.to)];
      const bar = {
        x,
        y: Math.min(y1, y2),
        width: thickness,
        height: Math.abs(y1 - y2),
        fill: colorOf(chart, part.series),
      };
      const y = chart.stacked ? (y1 + y2) / 2 + 4 : part.value < 0 ? y2 + VALUE_SIZE + 2 : y2 - 4;
      const label = drawText(valueLabel(part.value, chart.unit), {
        ...{ x: x + thickness / 2, y, anchor: 'middle' as const },
        ...valueStyle(chart),
      });
      return [element('rect', bar), ...(chart.showValues ? [label] : [])];
    }),
  );
  return [...parts, ...bars, baseLine(box, { y: yAt(scale, box, 0) })];
}

export function drawHorizontalBars(chart: Chart, outer: Box): Svg[] {
  const stacks = partsOf(chart, slotCount(chart));
  const scale = scaleOf(chart, stacks.flat(), outer.width / 110);
  const { box, parts } = drawFrame(chart, outer, {
    x: { kind: 'scale', scale },
    y: { kind: 'slots', labels: slotLabels(chart) },
  });
  const slot = box.height / Math.max(1, stacks.length);
  const bars = stacks.flatMap((stack, at) =>
    stack.flatMap(part => {
      const { offset, thickness } = place(chart, part.series, slot);
      const y = box.top + slot * at + offset;
      const [x1, x2] = [xAt(scale, box, part.from), xAt(scale, box, part.to)];
      const bar = {
        x: Math.min(x1, x2),
        y,
        width: Math.abs(x1 - x2),
        height: thickness,
        fill: colorOf(chart, part.series),
      };
      const x = chart.stacked ? (x1 + x2) / 2 : part.value < 0 ? x2 - 4 : x2 + 4;
      const anchor = chart.stacked ? 'middle' : part.value < 0 ? 'end' : 'start';
      const label = drawText(valueLabel(part.value, chart.unit), {
        ...({ x, y: y + thickness / 2 + 4, anchor } as const),
        ...valueStyle(chart),
      });
      return [element('rect', bar), ...(chart.showValues ? [label] : [])];
    }),
  );
  return [...parts, ...bars, baseLine(box, { x: xAt(scale, box, 0) })];
}

/** Values need some room beyond the longest bar. */
function scaleOf({ showValues, stacked, unit }: Chart, parts: readonly { to: number }[], ticks: number) {
  const stretch = showValues && !stacked ? 1.06 : 1;
  return createScale(
    parts.map(({ to }) => to * stretch),
    { includeZero: true, ticks: Math.min(8, ticks), unit },
  );
}

/** Where the bar of a series stands in its slot: beside the others, or all in one place. */
function place({ series, stacked }: Chart, index: number, slot: number): { offset: number; thickness: number } {
  const room = Math.min(slot * 0.76, stacked || series.length === 1 ? 90 : 70 * series.length);
  const count = stacked ? 1 : series.length;
  const each = room / count;
  const gap = count > 1 && each > 8 ? 2 : 0;
  return { offset: (slot - room) / 2 + (stacked ? 0 : index * each) + gap / 2, thickness: Math.max(0.5, each - gap) };
}

function colorOf({ series }: Chart, index: number): string {
  return series[index]?.color ?? colorAt(index);
}

function valueStyle({ stacked }: Chart) {
  return { size: VALUE_SIZE, fill: stacked ? '#ffffff' : FAINT_INK };
}
