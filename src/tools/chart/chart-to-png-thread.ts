import type { ThreadSide } from '../../platform/threads/threads.ts';
import { type Picture, svgToPng } from '../pictures/svg-to-png.ts';
import type { Chart } from './chart.ts';
import { drawChart } from './draw-chart.ts';

export default function chartToPng(chart: Chart, { transfer }: ThreadSide): Picture {
  const picture = svgToPng(drawChart(chart), { hasText: true });
  transfer(picture.png);
  return picture;
}
