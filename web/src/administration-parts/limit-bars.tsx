/** How much of a limit is used or left. */
import { formatBytes } from '../forms/bytes.ts';
import { Bar } from '../look/bar.tsx';
import { limits as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './limit-bars.module.css';

interface StorageBarProps {
  /** What is measured, for those who can not see the bar. */
  label: string;
  used: number;
  /** Null when there is no limit, and so no bar. */
  quota: number | null;
}

const HIGH = 0.8;

export function StorageBar({ label, used, quota }: StorageBarProps) {
  const text =
    quota === null ? words.amountUsed(formatBytes(used)) : words.partOfAll(formatBytes(used), formatBytes(quota));
  const share = quota === null ? 0 : quota === 0 ? 1 : Math.min(used / quota, 1);
  return (
    <div className={classes.usage}>
      <span className="tiny nowrap">{text}</span>
      {quota !== null && (
        <Bar
          share={share}
          tone={share >= 1 ? 'failed' : share >= HIGH ? 'warning' : 'dim'}
          className="mt-4"
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

/** Only what is left is known, so there is nothing to compare it with. */
export function Credits({ credits }: { credits: number | null }) {
  return <span>{credits === null ? words.noLimit : texts.creditsLeft(credits)}</span>;
}
