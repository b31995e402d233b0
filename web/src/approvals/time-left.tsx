import { Tooltip } from '@mantine/core';
import { serverNow } from '../api/transport/server-clock.ts';
import { formatDuration, formatExact } from '../look/duration.ts';
import { useNow } from '../look/time.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import classes from './time-left.module.css';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** How long an approval can still be decided, by the clock of the service. */
export function TimeLeft({ until }: { until: number }) {
  const left = until - serverNow(useNow());
  return (
    <Tooltip label={formatExact(until)}>
      <time dateTime={new Date(until).toISOString()} className={classes.left} data-urgent={left < HOUR_MS || undefined}>
        {left <= 0 ? texts.over : texts.left(formatDuration(Math.max(MINUTE_MS, left)))}
      </time>
    </Tooltip>
  );
}
