/** Charts as SVG, drawn by Apache ECharts. Only for threads: the library takes its time and memory. */
import { createRequire } from 'node:module';
import type { EChartsOption } from 'echarts';
import { barOption, heatmapOption, lineOption, scatterOption } from './axes.ts';
import type { Chart, ChartType } from './chart.ts';
import { funnelOption, gaugeOption, pieOption, radarOption, treemapOption } from './shares.ts';
import { paper } from './style.ts';
import { printable, textWidth } from './text.ts';

/** In one file it loads five times as fast as in its hundreds of modules. That file has no types of its own. */
const { init, setPlatformAPI }: typeof import('echarts') = createRequire(import.meta.url)('echarts/dist/echarts.min');

// Outside of a browser the library only guesses how wide texts are.
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

export function drawChart(given: Chart): string {
  const chart = withPrintableTexts(given);
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
