/** Counts of runs over time. Dragging over the bars selects their time; the same can be typed beside the search. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { RUN_STATS, type RunFilters, type RunStats, runStatsQuery } from '../api/runs.ts';
import { useLive } from '../api/transport/live.ts';
import { formatClock } from '../look/duration.ts';
import * as texts from '../texts/runs.ts';
import { type BarRange, barAt, describeCounts, layOutBars, sumOf, toTimeRange } from './chart.ts';
import classes from './run-chart.module.css';

const BARS = 80;

interface RunChartProps {
  filters: RunFilters;
  onSelect(range: { from: number; to: number }): void;
}

export function RunChart({ filters, onSelect }: RunChartProps) {
  const { data: stats, error } = useQuery(runStatsQuery(filters, BARS));
  useFreshStats();
  if (error && !stats) return <p className={classes.problem}>{error.message}</p>;
  return stats ? <Bars stats={stats} onSelect={onSelect} /> : <div className={classes.chart} aria-busy="true" />;
}

function Bars({ stats, onSelect }: { stats: RunStats; onSelect: RunChartProps['onSelect'] }) {
  const [pointed, setPointed] = useState<number>();
  const [dragged, setDragged] = useState<BarRange>();
  const svg = useRef<SVGSVGElement>(null);
  const { buckets } = stats;
  const isDragging = dragged !== undefined;

  function pointedBar({ clientX }: PointerEvent): number {
    const box = svg.current?.getBoundingClientRect();
    return box ? barAt((clientX - box.left) / box.width, buckets.length) : 0;
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const bar = pointedBar(event);
    setDragged({ from: bar, to: bar });
  }

  function move(event: PointerEvent) {
    const bar = pointedBar(event);
    setPointed(bar);
    if (dragged) setDragged({ ...dragged, to: bar });
  }

  function end() {
    if (dragged) onSelect(toTimeRange(stats, dragged));
    setDragged(undefined);
  }

  const shown = dragged ?? (pointed === undefined ? undefined : { from: pointed, to: pointed });
  const summary = describe(stats, undefined);
  return (
    <figure className={classes.figure}>
      <svg
        ref={svg}
        className={classes.chart}
        viewBox={`0 0 ${buckets.length} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.runsOverTime(summary)}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setDragged(undefined)}
        onPointerLeave={() => setPointed(undefined)}
      >
        {shown && <Shade range={shown} isDragging={isDragging} />}
        {layOutBars(buckets).map(({ at, bar, part, y, height }) => (
          <rect key={`${at} ${part}`} className={classes[part]} x={bar + 0.12} width={0.76} y={y} height={height} />
        ))}
      </svg>
      <figcaption className={classes.caption}>{describe(stats, shown)}</figcaption>
    </figure>
  );
}

function Shade({ range: { from, to }, isDragging }: { range: BarRange; isDragging: boolean }) {
  const left = Math.min(from, to);
  return (
    <rect
      className={isDragging ? classes.selected : classes.pointed}
      x={left}
      width={Math.abs(to - from) + 1}
      y={0}
      height={1}
    />
  );
}

/** Says what the selected bars show, or all of them. */
function describe(stats: RunStats, range: BarRange | undefined): string {
  const whole = range ?? { from: 0, to: stats.buckets.length - 1 };
  const { from, to } = toTimeRange(stats, whole);
  const [first, last] = [Math.min(whole.from, whole.to), Math.max(whole.from, whole.to)];
  const counts = describeCounts(sumOf(stats.buckets.slice(first, last + 1)));
  const now = Date.now();
  return texts.to(counts, formatClock(from, now), formatClock(to, now));
}

const PAUSE_MS = 5_000;

/** Reads counts again while runs change, at most once in some seconds. */
function useFreshStats(): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(event => {
    if (event.type !== 'run' && event.type !== 'hello') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: RUN_STATS });
    }, PAUSE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
