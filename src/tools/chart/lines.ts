import { element, type Svg, short } from '../svg.ts';
import type { Box, Chart } from './chart.ts';
import { colorAt, FAINT_INK } from './colors.ts';
import { baseLine, drawFrame, yAt } from './frame.ts';
import { createScale, valueLabel } from './scale.ts';
import { partsOf, slotCount, slotLabels } from './stacks.ts';
import { drawText } from './text.ts';

interface Spot {
  x: number;
  /** Of the value, and of what it stands on. */
  y: number;
  base: number;
  value: number;
}

export function drawLines(chart: Chart, outer: Box): Svg[] {
  const isArea = chart.type === 'area';
  const stacks = partsOf({ ...chart, stacked: isArea && chart.stacked }, slotCount(chart));
  const values = stacks.flat().map(({ to }) => to);
  const scale = createScale(values, { includeZero: isArea, ticks: Math.min(8, outer.height / 55), unit: chart.unit });
  const { box, parts } = drawFrame(chart, outer, {
    x: { kind: 'slots', labels: slotLabels(chart) },
    y: { kind: 'scale', scale },
  });
  const slot = box.width / Math.max(1, stacks.length);
  const zero = Math.max(scale.low, 0);
  const drawn = chart.series.flatMap((series, index) => {
    const spots = stacks.map((stack, at): Spot | undefined => {
      const part = stack.find(each => each.series === index);
      if (!part) return undefined;
      const [y, base] = [yAt(scale, box, part.to), yAt(scale, box, part.from === 0 ? zero : part.from)];
      return { x: box.left + slot * (at + 0.5), y, base, value: part.value };
    });
    return drawSeries(chart, unbroken(spots), series.color ?? colorAt(index), slot);
  });
  return [...parts, ...drawn, baseLine(box, { y: yAt(scale, box, scale.low > 0 ? scale.low : zero) })];
}

function drawSeries(chart: Chart, runs: readonly Spot[][], color: string, slot: number): Svg[] {
  const isArea = chart.type === 'area';
  const count = runs.reduce((sum, run) => sum + run.length, 0);
  return runs.flatMap(run => {
    const line = run.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L');
    const back = run.toReversed().map(({ x, base }) => `${short(x)} ${short(base)}`);
    const area = element('path', {
      d: `M${line}L${back.join('L')}Z`,
      fill: color,
      'fill-opacity': chart.stacked ? 0.75 : 0.22,
    });
    const path = element('path', {
      d: `M${line}`,
      fill: 'none',
      stroke: color,
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
    });
    // A single value between gaps would not be seen otherwise.
    const hasDots = run.length === 1 || (!isArea && count <= 60 && slot > 12);
    const dots = run.map(({ x, y }) => element('circle', { cx: x, cy: y, r: 3.5, fill: color, stroke: '#ffffff' }));
    const values = run.map(({ x, y, value }) =>
      drawText(valueLabel(value, chart.unit), { x, y: y - 8, size: 11, anchor: 'middle', fill: FAINT_INK }),
    );
    return [...(isArea ? [area] : []), path, ...(hasDots ? dots : []), ...(chart.showValues ? values : [])];
  });
}

/** Missing values leave gaps. */
function unbroken(spots: readonly (Spot | undefined)[]): Spot[][] {
  const runs: Spot[][] = [];
  let run: Spot[] | undefined;
  for (const spot of spots) {
    if (!spot) run = undefined;
    else if (run) run.push(spot);
    else {
      run = [spot];
      runs.push(run);
    }
  }
  return runs;
}
