import { Button, Group } from '@mantine/core';
import { Problem } from '../look/states/problem.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { formatNumber } from '../texts/locale.ts';
import { ProgressBar } from '../uploads/progress-bar.tsx';
import classes from './bulk-report.module.css';
import type { BulkState } from './use-bulk.ts';

const MOST_SHOWN = 50;

interface BulkReportProps {
  state: BulkState;
  onStop(): void;
  onClose(): void;
}

/** How far a change of many files is, and what was refused, each in the words of the API. */
export function BulkReport({ state, onStop, onClose }: BulkReportProps) {
  const { total, handled, failed, problem, isRunning } = state;
  const reasons = groupReasons(failed);
  return (
    <div className={classes.report}>
      <ProgressBar percent={Math.round((100 * handled) / total)} label={texts.progress(handled, total)} />
      <p role="status">{texts.progress(handled, total)}</p>
      <Problem>{problem}</Problem>
      {failed.length > 0 && (
        <>
          <Problem>{texts.failures(failed.length)}</Problem>
          <ul className={classes.failures}>
            {reasons.slice(0, MOST_SHOWN).map(([reason, count]) => (
              <li key={reason}>
                {reason}
                {count > 1 && ` (${formatNumber(count)})`}
              </li>
            ))}
            {reasons.length > MOST_SHOWN && <li>{texts.moreFailures(reasons.length - MOST_SHOWN)}</li>}
          </ul>
        </>
      )}
      <Group justify="flex-end" mt="md" gap="xs">
        {isRunning ? (
          <Button variant="default" onClick={onStop}>
            {words.stop}
          </Button>
        ) : (
          <Button onClick={onClose}>{words.close}</Button>
        )}
      </Group>
    </div>
  );
}

/** The same reason is told once, with how often it was given. */
function groupReasons(failed: BulkState['failed']): [reason: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { error } of failed) counts.set(error, (counts.get(error) ?? 0) + 1);
  return [...counts];
}
