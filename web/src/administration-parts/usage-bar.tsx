/** How much of something is used, as a number and as a bar. */
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
  const level = share >= 1 ? 'full' : share >= HIGH ? 'high' : 'low';
  return (
    <div className={classes.usage}>
      <span className={classes.amount}>{text}</span>
      {most !== null && (
        // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter in their own way
        <div
          className={classes.track}
          data-level={level}
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={text}
        >
          <span style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}
