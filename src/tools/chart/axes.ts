/** Options for charts with two axes: bars, lines, areas, points and heat maps. */
import type {
  BarSeriesOption,
  EChartsOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  ScatterSeriesOption,
} from 'echarts';
import { type Chart, slotCount, valuesIn } from './chart.ts';
import { tickLabels, valueLabel } from './numbers.ts';
import {
  AXIS,
  belowTitle,
  FAINT_INK,
  GRID,
  INK,
  LABEL_SIZE,
  MARGIN,
  PAPER,
  seriesColor,
  seriesLegend,
  seriesNames,
  truncatedTo,
  VALUE_SIZE,
} from './style.ts';
import { textWidth } from './text.ts';

type Series = BarSeriesOption | LineSeriesOption | ScatterSeriesOption | HeatmapSeriesOption;

export function barOption(chart: Chart): EChartsOption {
  const label = chart.stacked ? ({ position: 'inside', color: PAPER } as const) : ({ position: 'outside' } as const);
  const series = chart.series.map(
    ({ values }, at): BarSeriesOption => ({
      ...common(chart, at),
      type: 'bar',
      data: [...values],
      ...(chart.stacked && { stack: 'all' }),
      label: { ...valueLabels(chart), ...label },
      barCategoryGap: '24%',
      barGap: '4%',
      barMaxWidth: chart.stacked || chart.series.length === 1 ? 90 : 70,
    }),
  );
  const hasLabels = chart.showValues && !chart.stacked;
  const scale = valueAxis(valuesIn(chart), chart.unit, { includesZero: true, hasLabels });
  return chart.type === 'bar'
    ? betweenAxes(chart, { x: labelsAlong(chart), y: scale, series })
    : betweenAxes(chart, { x: scale, y: labelsDown(chart, labelsIn(chart)), series });
}

/** Dots are drawn only when they can be distinguished. */
const DOTS = { max: 60, closest: 12 };

export function lineOption(chart: Chart): EChartsOption {
  const isArea = chart.type === 'area';
  const isStacked = isArea && chart.stacked;
  const hasRoomForDots = !isArea && slotCount(chart) <= DOTS.max && chart.width / slotCount(chart) > DOTS.closest;
  const series = chart.series.map(
    ({ values }, at): LineSeriesOption => ({
      ...common(chart, at),
      type: 'line',
      // Without a dot, a single value between gaps would be invisible.
      data: values.map((value, index) => {
        const isLone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
        return { value, symbol: hasRoomForDots || isLone ? 'circle' : 'none' };
      }),
      symbolSize: 7,
      showAllSymbol: true,
      lineStyle: { width: 2.5, color: seriesColor(chart, at) },
      itemStyle: { color: seriesColor(chart, at), borderColor: PAPER, borderWidth: 1 },
      label: { ...valueLabels(chart), position: 'top' },
      ...(isStacked && { stack: 'all' }),
      ...(isArea && { areaStyle: { opacity: isStacked ? 0.75 : 0.22 } }),
    }),
  );
  return betweenAxes(chart, {
    x: labelsAlong(chart),
    y: valueAxis(valuesIn(chart), chart.unit, { includesZero: isArea, hasLabels: chart.showValues }),
    series,
  });
}

export function scatterOption(chart: Chart): EChartsOption {
  const points = chart.series.flatMap(series => series.points);
  const series = chart.series.map(
    ({ points: own }, at): ScatterSeriesOption => ({
      ...common(chart, at),
      type: 'scatter',
      data: own,
      symbolSize: points.length > 500 ? 5 : 9,
      itemStyle: { color: seriesColor(chart, at), opacity: 0.7 },
    }),
  );
  const numbers = (at: 0 | 1) => points.map(point => point[at]);
  const line = { axisLine: { show: true, onZero: false, lineStyle: { color: AXIS } } };
  return betweenAxes(chart, {
    x: { ...valueAxis(numbers(0), '', { includesZero: false }), ...line },
    y: { ...valueAxis(numbers(1), chart.unit, { includesZero: false }), ...line },
    series,
  });
}

const HEAT = { colors: ['#eef3fc', '#9dbcf2', '#2f6fde', '#173a80'], darkFrom: 0.5 };

/** Draws a row for each series and a column for each label. */
export function heatmapOption(chart: Chart): EChartsOption {
  const values = valuesIn(chart);
  const [low, high] = values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
  const ends = [high, low].map(value => valueLabel(value, chart.unit));
  const data = chart.series.flatMap(({ values }, row) =>
    values.flatMap((value, column) => {
      if (value === null) return [];
      const isDark = (value - low) / (high - low) >= HEAT.darkFrom;
      return { value: [column, row, value], label: { color: isDark ? PAPER : INK } };
    }),
  );
  const series: HeatmapSeriesOption = {
    type: 'heatmap',
    data,
    progressive: 0,
    itemStyle: { borderColor: PAPER, borderWidth: 1 },
    label: valueLabels(chart, 2),
    labelLayout: { hideOverlap: true },
  };
  const option = betweenAxes(
    { ...chart, series: [] },
    { x: labelsAlong(chart), y: labelsDown(chart, seriesNames(chart)), series: [series] },
  );
  return {
    ...option,
    grid: { ...gridBelow(belowTitle(chart)), right: MARGIN + 24 + Math.max(...ends.map(end => textWidth(end))) },
    visualMap: {
      type: 'continuous',
      min: low,
      max: high > low ? high : low + 1,
      inRange: { color: HEAT.colors },
      right: MARGIN,
      top: 'middle',
      padding: 0,
      itemWidth: 12,
      itemHeight: Math.min(140, chart.height / 3),
      text: ends,
      textStyle: { color: FAINT_INK, fontSize: LABEL_SIZE },
    },
  };
}

type Axis = NonNullable<Exclude<EChartsOption['xAxis'] & EChartsOption['yAxis'], unknown[]>>;

function betweenAxes(chart: Chart, { x, y, series }: { x: Axis; y: Axis; series: Series[] }): EChartsOption {
  const { legend, height } = seriesLegend(chart);
  const title = (name: string, room: number, padding: [number, number, number, number]) => ({
    name,
    nameLocation: 'middle' as const,
    nameTextStyle: { color: INK, fontSize: LABEL_SIZE, padding },
    nameGap: 10,
    nameMoveOverlap: true,
    nameTruncate: { maxWidth: room, ellipsis: '…' },
  });
  return {
    legend,
    grid: gridBelow(belowTitle(chart) + height),
    xAxis: { ...x, ...title(chart.xTitle, chart.width * 0.8, [6, 0, 0, 0]) },
    yAxis: { ...y, ...title(chart.yTitle, chart.height * 0.6, [0, 0, 6, 0]), nameRotate: 90 },
    series,
  };
}

/** The labels and titles of the axes lie within this area. */
function gridBelow(top: number) {
  const edges = { left: MARGIN, right: MARGIN, top: top + 6, bottom: MARGIN };
  return { ...edges, outerBoundsMode: 'same', outerBoundsContain: 'all' } as const;
}

function common(chart: Chart, at: number) {
  return {
    // The index serves as the name, because two series may have the same name.
    name: String(at),
    itemStyle: { color: seriesColor(chart, at) },
    // The library would draw many values in several frames, but a picture has only one.
    progressive: 0,
    labelLayout: { hideOverlap: true },
    emphasis: { disabled: true },
  };
}

/** Labels of values need some space beyond the smallest and the largest value. */
const LABEL_ROOM = '7%';

function valueAxis(
  values: readonly number[],
  unit: string,
  { includesZero, hasLabels = false }: { includesZero: boolean; hasLabels?: boolean },
): Axis {
  const roomIf = (isNeeded: boolean) => (hasLabels && isNeeded ? LABEL_ROOM : 0);
  const label = tickLabels(values, unit);
  return {
    type: 'value',
    scale: !includesZero,
    boundaryGap: [roomIf(values.some(value => value < 0)), roomIf(values.some(value => value > 0))],
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: GRID } },
    axisLabel: { color: FAINT_INK, fontSize: LABEL_SIZE, formatter: label, hideOverlap: true },
    // Without any value, the library would draw no axis.
    ...(values.length === 0 && { min: 0, max: 1 }),
  };
}

const TURNED = { degrees: 38, width: 140 };

/** Labels along the bottom: horizontal when all of them fit, otherwise slanted. Labels that still do not fit are left out. */
function labelsAlong(chart: Chart): Axis {
  const labels = labelsIn(chart);
  const slot = (chart.width - 2 * MARGIN - 40) / Math.max(1, labels.length);
  const isTurned = labels.some(label => textWidth(label) > slot - 6);
  const style = isTurned ? { rotate: TURNED.degrees, ...truncatedTo(TURNED.width) } : {};
  return slotAxis(labels, style);
}

/** Labels along the left, from top to bottom. */
function labelsDown({ width }: Chart, labels: readonly string[]): Axis {
  return { ...slotAxis(labels, truncatedTo(width * 0.3)), inverse: true };
}

function slotAxis(labels: readonly string[], style: object): Axis {
  return {
    type: 'category',
    data: labels.map((_, at) => String(at)),
    axisLine: { lineStyle: { color: AXIS } },
    axisTick: { show: false },
    axisLabel: {
      show: labels.some(label => label !== ''),
      color: FAINT_INK,
      fontSize: LABEL_SIZE,
      formatter: (index: string) => labels[Number(index)] ?? '',
      hideOverlap: true,
      ...style,
    },
  };
}

/** Returns one label for each slot. Slots without a name have an empty label. */
function labelsIn(chart: Chart): string[] {
  return Array.from({ length: slotCount(chart) }, (_, at) => chart.labels[at] ?? '');
}

/** `dimension` is the index of the value when the data are lists. */
function valueLabels({ showValues, unit }: Chart, dimension?: number) {
  return {
    show: showValues,
    fontSize: VALUE_SIZE,
    color: FAINT_INK,
    formatter: ({ value }: { value?: unknown }) => {
      const shown = dimension !== undefined && Array.isArray(value) ? value[dimension] : value;
      return typeof shown === 'number' ? valueLabel(shown, unit) : '';
    },
  };
}
