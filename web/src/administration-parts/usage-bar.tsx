/** How much of something is used, as a number and as a bar. */
import { Bar } from '../look/bar.tsx';
import classes from './usage-bar.module.css';

interface UsageBarProps {
  /** What is measured, for those who can not see the bar. */
  label: string;
  used: number;
  /** Null when there is no limit, and so no bar. */
  most: number | null;
  /** The same in words. */
  text: string;
}

const HIGH = 0.8;

export function UsageBar({ label, used, most, text }: UsageBarProps) {
  const share = most === null ? 0 : most === 0 ? 1 : Math.min(used / most, 1);
  return (
    <div className={classes.usage}>
      <span className={classes.amount}>{text}</span>
      {most !== null && (
        <Bar
          share={share}
          tone={share >= 1 ? 'failed' : share >= HIGH ? 'warning' : 'dim'}
          className={classes.bar}
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={text}
        />
      )}
    </div>
  );
}
