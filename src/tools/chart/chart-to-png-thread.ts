/** Draws a chart with Apache ECharts. This needs much time and memory, so it runs in a thread. */
import { createRequire } from 'node:module';
import type { EChartsOption } from 'echarts';
import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { type RenderedPicture, svgToPng } from '../pictures/svg-to-png.ts';
import { barOption, heatmapOption, lineOption, scatterOption } from './axes.ts';
import type { Chart, ChartType } from './chart.ts';
import { funnelOption, gaugeOption, pieOption, radarOption, treemapOption } from './shares.ts';
import { paper } from './style.ts';
import { printable, textWidth } from './text.ts';

/** The bundle, which has no types of its own, loads five times as fast as the library's hundreds of modules. */
const { init, setPlatformAPI }: typeof import('echarts') = createRequire(import.meta.url)('echarts/dist/echarts.min');

// Outside of a browser, the library can only guess the width of a text.
setPlatformAPI({ measureText: (text, font) => ({ width: textWidth(text, font) }) });

const options: Record<ChartType, (chart: Chart) => EChartsOption> = {
  bar: barOption,
  horizontal_bar: barOption,
  line: lineOption,
  area: lineOption,
  scatter: scatterOption,
  heatmap: heatmapOption,
  pie: pieOption,
  donut: pieOption,
  radar: radarOption,
  gauge: gaugeOption,
  funnel: funnelOption,
  treemap: treemapOption,
};

export default function chartToPng(chart: Chart, { transfer }: ThreadContext): RenderedPicture {
  const picture = svgToPng(drawChart(chart), { hasText: true });
  transfer(picture.png);
  return picture;
}

/** Returns SVG. */
export function drawChart(input: Chart): string {
  const chart = withPrintableTexts(input);
  const { type, width, height } = chart;
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawing.setOption({ ...paper(chart), ...options[type](chart) });
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}

function withPrintableTexts(chart: Chart): Chart {
  return {
    ...chart,
    series: chart.series.map(series => ({ ...series, name: printable(series.name) })),
    labels: chart.labels.map(printable),
    title: printable(chart.title),
    xTitle: printable(chart.xTitle),
    yTitle: printable(chart.yTitle),
    unit: printable(chart.unit),
  };
}
