import type { ThreadSide } from '../platform/threads/threads.ts';
import type { Chart } from './chart/chart.ts';
import { drawChart } from './chart/draw-chart.ts';
import { type Picture, svgToPng } from './svg-to-png.ts';

export default function chartToPng(chart: Chart, { transfer }: ThreadSide): Picture {
  const picture = svgToPng(drawChart(chart), { hasText: true });
  transfer(picture.png);
  return picture;
}
