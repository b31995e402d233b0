import { Bar } from '../look/bar.tsx';
import classes from './usage-bar.module.css';

interface UsageBarProps {
  /** Bytes. */
  used: number;
  /** Bytes; 0 when there is no limit. */
  limit: number;
  /** The same in words: the bar says nothing to those who do not see it. */
  text: string;
}

/** From this part on, the bar warns. */
const NEARLY_FULL = 0.9;

/** How much of a limit is used. Without a limit there is nothing to compare with, and only the words are shown. */
export function UsageBar({ used, limit, text }: UsageBarProps) {
  const part = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <span className="row gap-8 min-w-0">
      {limit > 0 && (
        <Bar share={part} tone={part >= NEARLY_FULL ? 'failed' : 'running'} className={classes.bar} aria-hidden />
      )}
      <span className="text-13 nowrap">{text}</span>
    </span>
  );
}
