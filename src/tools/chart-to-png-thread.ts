import type { ThreadSide } from '../platform/threads/threads.ts';
import { type Chart, drawChart } from './chart/chart.ts';
import { type Picture, svgToPng } from './svg-to-png.ts';

export default function chartToPng(chart: Chart, { transfer }: ThreadSide): Picture {
  const picture = svgToPng(drawChart(chart), { hasText: true });
  transfer(picture.png);
  return picture;
}
