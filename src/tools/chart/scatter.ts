import { element, type Svg } from '../svg.ts';
import type { Box, Chart } from './chart.ts';
import { colorAt } from './colors.ts';
import { baseLine, drawFrame, xAt, yAt } from './frame.ts';
import { createScale } from './scale.ts';

export function drawScatter(chart: Chart, outer: Box): Svg[] {
  const points = chart.series.flatMap(series => series.points);
  const xScale = createScale(
    points.map(([x]) => x),
    { includeZero: false, ticks: Math.min(10, outer.width / 90), unit: '' },
  );
  const yScale = createScale(
    points.map(([, y]) => y),
    { includeZero: false, ticks: Math.min(8, outer.height / 55), unit: chart.unit },
  );
  const { box, parts } = drawFrame(chart, outer, {
    x: { kind: 'scale', scale: xScale },
    y: { kind: 'scale', scale: yScale },
  });
  const radius = points.length > 500 ? 2.5 : 4.5;
  const dots = chart.series.flatMap((series, index) => {
    const fill = series.color ?? colorAt(index);
    return series.points.map(([x, y]) =>
      element('circle', { cx: xAt(xScale, box, x), cy: yAt(yScale, box, y), r: radius, fill, 'fill-opacity': 0.7 }),
    );
  });
  return [...parts, baseLine(box, { y: box.top + box.height }), baseLine(box, { x: box.left }), ...dots];
}
