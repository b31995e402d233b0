import type { WorkflowSummary } from '../api/workflows.ts';
import classes from './sparkline.module.css';
import { BAR_STEP, BAR_WIDTH, HEIGHT, toBars } from './sparkline-bars.ts';
import { describeDay } from './summary-words.ts';

/** The runs of the last day by the hour. Failed ones are at the bottom of each bar. */
export function Sparkline({ day }: { day: WorkflowSummary['day'] }) {
  const width = day.hours.length * BAR_STEP;
  return (
    <svg className={classes.sparkline} width={width} height={HEIGHT} role="img" aria-label={describeDay(day)}>
      <line className={classes.ground} x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {toBars(day.hours).map(({ x, parts }) =>
        parts.map(({ kind, y, height }) => (
          <rect key={`${x} ${kind}`} data-kind={kind} x={x} y={y} width={BAR_WIDTH} height={height} />
        )),
      )}
    </svg>
  );
}
