/** Options for charts without axes, most of them of one series: pies, funnels, tree maps, gauges, and radar charts. */
import type { EChartsOption } from 'echarts';
import { type Chart, slotCount, valuesIn } from './chart.ts';
import { percent, roundedUp, tickLabels, valueLabel } from './numbers.ts';
import {
  belowTitle,
  colorAt,
  FAINT_INK,
  GRID,
  INK,
  LABEL_SIZE,
  legendStyle,
  MARGIN,
  PAPER,
  seriesColor,
  seriesLegend,
  truncatedTo,
  VALUE_SIZE,
} from './style.ts';
import { textWidth } from './text.ts';

/** Nobody could read more labels than these. */
const MOST_LABELS = 60;

interface Part {
  label: string;
  color: string;
  value: number;
  share: number;
}

/** Leaves out parts without a size. */
function toParts({ series, labels }: Chart): Part[] {
  const values = series[0]?.values ?? [];
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return values.flatMap((value, at) => {
    if (value === null || value <= 0) return [];
    return { label: labels[at] ?? `${at + 1}`, color: colorAt(at), value, share: value / total };
  });
}

function partData(parts: readonly Part[]) {
  // The index serves as the name, because two parts may have the same name.
  return parts.map(({ value, color }, at) => ({ name: String(at), value, itemStyle: { color } }));
}

/** Returns the formatter for the text in or beside a part. */
function partLabel(parts: readonly Part[], text: (part: Part) => string) {
  return ({ name }: { name: string }) => {
    const part = parts[Number(name)];
    return part ? text(part) : '';
  };
}

const PIE = { rowGap: 10, gap: 30, leastLabelled: 0.04, hole: 0.56 };

export function pieOption(chart: Chart): EChartsOption {
  const parts = toParts(chart);
  const named = parts.map(part => legendText(chart, part));
  const room = { width: chart.width - 2 * MARGIN, height: chart.height - belowTitle(chart) - MARGIN };
  const legendWidth = Math.min(room.width * 0.45, Math.max(...named.map(name => textWidth(name))) + 24);
  const side = room.width - legendWidth - PIE.gap;
  const radius = Math.max(20, Math.min(room.height, side) / 2 - 4);
  const middle = belowTitle(chart) + room.height / 2;
  const rowHeight = LABEL_SIZE + 1 + PIE.rowGap;
  const shown = named.slice(0, Math.max(1, Math.floor(room.height / rowHeight)));
  return {
    legend: {
      ...legendStyle(legendWidth - 22),
      itemGap: PIE.rowGap,
      orient: 'vertical',
      align: 'left',
      left: chart.width - MARGIN - legendWidth,
      top: middle - (shown.length * rowHeight - PIE.rowGap) / 2,
      data: shown.map((_, at) => String(at)),
      formatter: index => named[Number(index)] ?? '',
    },
    series: {
      type: 'pie',
      data: partData(parts),
      center: [MARGIN + side / 2, middle],
      radius: [chart.type === 'donut' ? radius * PIE.hole : 0, radius],
      itemStyle: { borderColor: PAPER, borderWidth: parts.length > 1 ? 1.5 : 0 },
      label: {
        position: 'inside',
        color: PAPER,
        fontWeight: 'bold',
        formatter: partLabel(parts, ({ share }) => (share >= PIE.leastLabelled ? percent(share) : '')),
      },
      labelLine: { show: false },
      emphasis: { disabled: true },
    },
  };
}

function legendText({ showValues, unit }: Chart, { label, value, share }: Part): string {
  return showValues ? `${label}: ${valueLabel(value, unit)} (${percent(share)})` : label;
}

/** Draws the parts in the order of the input, each as wide as its value. */
export function funnelOption(chart: Chart): EChartsOption {
  const parts = toParts(chart);
  const text = partLabel(parts, part => `${part.label}: ${valueLabel(part.value, chart.unit)}`);
  const names = partLabel(parts, part => part.label);
  return {
    legend: { show: false },
    series: {
      type: 'funnel',
      data: partData(parts),
      sort: 'none',
      gap: 2,
      left: chart.width * 0.1,
      width: chart.width * 0.6,
      top: belowTitle(chart),
      bottom: MARGIN,
      minSize: '1%',
      label: {
        show: parts.length <= MOST_LABELS,
        position: 'right',
        color: INK,
        fontSize: LABEL_SIZE,
        formatter: chart.showValues ? text : names,
        ...truncatedTo(chart.width * 0.3),
      },
      labelLine: { length: 12, lineStyle: { color: GRID } },
      itemStyle: { borderWidth: 0 },
      emphasis: { disabled: true },
    },
  };
}

export function treemapOption(chart: Chart): EChartsOption {
  const parts = toParts(chart);
  const { showValues, unit } = chart;
  return {
    legend: { show: false },
    series: {
      type: 'treemap',
      data: partData(parts),
      left: MARGIN,
      right: MARGIN,
      top: belowTitle(chart),
      bottom: MARGIN,
      roam: false,
      nodeClick: false,
      breadcrumb: { show: false },
      itemStyle: { borderColor: PAPER, borderWidth: 0, gapWidth: 2 },
      label: {
        color: PAPER,
        fontSize: LABEL_SIZE,
        formatter: partLabel(parts, ({ label, value }) =>
          showValues ? `${label}\n${valueLabel(value, unit)}` : label,
        ),
      },
      emphasis: { disabled: true },
    },
  };
}

const GAUGE = { thickness: 0.16, usualMaximum: 100 };

export function gaugeOption(chart: Chart): EChartsOption {
  const value = valuesIn(chart)[0] ?? 0;
  const maximum = chart.maximum ?? Math.max(GAUGE.usualMaximum, roundedUp(Math.abs(value) || 1));
  const top = belowTitle(chart);
  const room = { width: chart.width - 2 * MARGIN, height: chart.height - top - MARGIN };
  // Only about two thirds of the circle are drawn, so it extends less far down than up.
  const radius = Math.max(30, Math.min(room.width / 2, room.height / 1.6));
  const thickness = radius * GAUGE.thickness;
  const label = tickLabels([maximum], chart.unit);
  return {
    legend: { show: false },
    series: {
      type: 'gauge',
      data: [{ value, name: chart.labels[0] ?? chart.series[0]?.name ?? '' }],
      min: value < 0 ? -maximum : 0,
      max: maximum,
      startAngle: 205,
      endAngle: -25,
      center: [chart.width / 2, top + radius + Math.max(0, room.height - radius * 1.5) / 2],
      radius,
      splitNumber: 4,
      itemStyle: { color: seriesColor(chart, 0) },
      progress: { show: true, width: thickness },
      axisLine: { lineStyle: { width: thickness, color: [[1, GRID]] } },
      pointer: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        show: radius > 80,
        distance: thickness + 8,
        color: FAINT_INK,
        fontSize: LABEL_SIZE,
        formatter: label,
      },
      title: { color: FAINT_INK, fontSize: 14, offsetCenter: [0, '26%'], ...truncatedTo(radius * 1.2) },
      detail: {
        color: INK,
        fontSize: Math.min(34, radius / 4),
        fontWeight: 'bold',
        offsetCenter: [0, 0],
        formatter: (shown: number) => valueLabel(shown, chart.unit),
      },
      emphasis: { disabled: true },
    },
  };
}

/** Gives all axes the same scale, so that they can be compared. */
export function radarOption(chart: Chart): EChartsOption {
  const values = valuesIn(chart);
  const count = slotCount(chart);
  const { legend, height } = seriesLegend(chart);
  const top = belowTitle(chart) + height;
  const room = { width: chart.width - 2 * MARGIN, height: chart.height - top - MARGIN };
  const low = Math.min(0, ...values);
  const scale = { min: low < 0 ? -roundedUp(-low) : 0, max: roundedUp(Math.max(...values, 0) || 1) };
  return {
    legend,
    radar: {
      center: [chart.width / 2, top + room.height / 2],
      radius: Math.max(20, Math.min(room.height / 2 - 24, room.width / 4)),
      splitNumber: 5,
      clockwise: true,
      indicator: Array.from({ length: count }, (_, at) => ({ name: String(at), ...scale })),
      axisName: {
        show: count <= MOST_LABELS,
        color: FAINT_INK,
        fontSize: LABEL_SIZE,
        formatter: (index?: string) => chart.labels[Number(index)] ?? '',
        ...truncatedTo(room.width / 4 - 20),
      },
      axisLine: { lineStyle: { color: GRID } },
      splitLine: { lineStyle: { color: GRID } },
      splitArea: { show: false },
    },
    series: {
      type: 'radar',
      symbolSize: 6,
      data: chart.series.map(({ values }, at) => ({
        name: String(at),
        value: Array.from({ length: count }, (_, index) => values[index] ?? '-'),
        itemStyle: { color: seriesColor(chart, at) },
        lineStyle: { width: 2.5 },
        areaStyle: { opacity: 0.15 },
        label: {
          show: chart.showValues && count <= MOST_LABELS,
          color: FAINT_INK,
          fontSize: VALUE_SIZE,
          formatter: ({ value }: { value?: unknown }) =>
            typeof value === 'number' ? valueLabel(value, chart.unit) : '',
        },
      })),
      labelLayout: { hideOverlap: true },
      emphasis: { disabled: true },
    },
  };
}
