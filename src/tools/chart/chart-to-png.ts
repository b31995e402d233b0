import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { anyText, choice, color, filename, flag, integer } from '../contract/tool-params.ts';
import type { RenderedPicture } from '../pictures/svg-to-png.ts';
import { CHART_TYPES, type Chart, type ChartType } from './chart.ts';

const THREAD = new URL('./chart-to-png-thread.ts', import.meta.url);

const LARGEST = 1e15;
const number = { type: 'number', minimum: -LARGEST, maximum: LARGEST };

const Series = Type.Object(
  {
    name: Type.Optional(anyText('Name', 'Name in the legend.')),
    values: Type.Optional(
      Type.Unsafe<(number | null)[]>({
        type: 'array',
        items: { ...number, type: ['number', 'null'] },
        maxItems: toolLimits.chartValues,
        title: 'Values',
        description: 'One number per label. null leaves a gap.',
      }),
    ),
    points: Type.Optional(
      Type.Unsafe<[number, number][]>({
        type: 'array',
        items: { type: 'array', items: number, minItems: 2, maxItems: 2 },
        maxItems: toolLimits.chartValues,
        title: 'Points',
        description: 'Pairs of numbers, for a scatter chart.',
      }),
    ),
    color: Type.Optional(color('Color')),
  },
  strict,
);

export const createChartToPng = (threads: ThreadPool) =>
  defineTool({
    name: 'chart_to_png',
    title: 'Chart',
    description: 'Draws a chart as a PNG file. Result: file (an attachment), width and height in pixels.',
    outputSchema: Type.Object({ file: attachment, width: Type.Integer(), height: Type.Integer() }),
    inputSchema: Type.Object(
      {
        type: choice('Type', CHART_TYPES, 'Kind of the chart.'),
        series: Type.Array(Series, {
          title: 'Series',
          description: 'The rows of values that are shown. A pie, donut, funnel, treemap or gauge has one.',
          minItems: 1,
          maxItems: toolLimits.chartSeries,
        }),
        labels: Type.Optional(
          Type.Unsafe<(string | number)[]>({
            type: 'array',
            items: { type: ['string', 'number'] },
            maxItems: toolLimits.chartValues,
            title: 'Labels',
            description: 'What the values stand for, such as months, the slices of a pie or the axes of a radar chart.',
          }),
        ),
        title: Type.Optional(text('Title', 'Stands above the chart.')),
        x_title: Type.Optional(text('X title', 'Stands at the horizontal axis.')),
        y_title: Type.Optional(text('Y title', 'Stands at the vertical axis.')),
        unit: Type.Optional(anyText('Unit', 'Stands behind every number, such as % or  €.')),
        stacked: Type.Optional(flag('Stacked', 'Whether bars or areas stand on top of each other.', false)),
        show_values: Type.Optional(flag('Show values', 'Whether numbers stand beside bars and points.', false)),
        maximum: Type.Optional(
          Type.Unsafe<number>({
            ...{ type: 'number', exclusiveMinimum: 0, maximum: LARGEST, title: 'Maximum' },
            description: 'Where the scale of a gauge ends. Without it: at 100, or at a round number above the value.',
          }),
        ),
        width: Type.Optional(
          integer('Width', 'In pixels.', { minimum: 200, maximum: toolLimits.imagePixels, default: 900 }),
        ),
        height: Type.Optional(
          integer('Height', 'In pixels.', { minimum: 150, maximum: toolLimits.imagePixels, default: 500 }),
        ),
        filename: Type.Optional(filename('chart.png')),
      },
      strict,
    ),
    call: async ({ filename = 'chart.png', ...params }, context) => {
      const { type, series, labels = [], title = '', unit = '', stacked = false, show_values = false } = params;
      const { x_title = '', y_title = '', width = 900, height = 500, maximum } = params;
      checkSeries(type, series, labels.length);
      const chart: Chart = {
        type,
        series: series.map(({ name = '', values = [], points = [], color }) => ({ name, values, points, color })),
        labels: labels.map(String),
        ...{ title, unit, stacked, width, height, maximum },
        ...{ showValues: show_values, xTitle: x_title, yTitle: y_title },
      };
      const { png, ...size } = await runInThread<RenderedPicture>(threads, THREAD, chart, context);
      return saveResultFile(context, {
        filename,
        extension: '.png',
        contentType: 'image/png',
        content: png,
        more: size,
      });
    },
  });

interface SeriesInput {
  values?: (number | null)[];
  points?: [number, number][];
}

function checkSeries(type: ChartType, series: readonly SeriesInput[], labels: number): void {
  const [needed, other] = type === 'scatter' ? (['points', 'values'] as const) : (['values', 'points'] as const);
  for (const [at, each] of series.entries()) {
    if (each[needed] === undefined) throw new StepError(`'series[${at}].${needed}' is required for a ${type} chart`);
    if (each[other] !== undefined) throw new StepError(`'series[${at}].${other}' is not for a ${type} chart`);
  }
  const count = series.reduce((sum, each) => sum + (each[needed]?.length ?? 0), 0);
  if (count === 0) throw new StepError('The chart has no values');
  if (count > toolLimits.chartValues) {
    throw new StepError(`A chart can have at most ${toolLimits.chartValues.toLocaleString('en')} values in all`);
  }
  if (showsShares(type)) checkShares(type, series);
  if (type === 'gauge' && (series.length > 1 || count > 1 || series[0]?.values?.[0] === null)) {
    throw new StepError('A gauge chart has one series of one value');
  }
  if (type === 'radar' && Math.max(labels, ...series.map(({ values = [] }) => values.length)) < 3) {
    throw new StepError('A radar chart needs at least 3 labels or values');
  }
}

/** Whether the chart shows the parts of a whole. */
function showsShares(type: ChartType): boolean {
  return type === 'pie' || type === 'donut' || type === 'funnel' || type === 'treemap';
}

function checkShares(type: ChartType, series: readonly SeriesInput[]): void {
  const isWhole = series.length === 1 && series[0]?.values?.every(value => (value ?? 0) >= 0);
  if (!isWhole) throw new StepError(`A ${type} chart has one series of values, and none is negative`);
  if (!series[0]?.values?.some(value => (value ?? 0) > 0)) throw new StepError(`A ${type} chart needs a value above 0`);
}
