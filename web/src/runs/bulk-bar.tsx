import { Button } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import { countRuns } from '../texts/counts.ts';
import * as texts from '../texts/runs.ts';
import classes from './bulk-bar.module.css';
import type { BulkAction } from './bulk-dialog.tsx';

interface BulkBarProps {
  /** How many runs are selected, or `all` that fit the filters. */
  selected: number | 'all';
  /** Whether there are more runs that fit than are selected. */
  canSelectAll: boolean;
  onAction(action: BulkAction): void;
  onSelectAll(): void;
  onClear(): void;
}

/** What can be done with the selected runs. */
export function BulkBar({ selected, canSelectAll, onAction, onSelectAll, onClear }: BulkBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label={texts.selectedRuns}>
      <strong aria-live="polite">
        {selected === 'all' ? texts.allRunsFitSelected : texts.selected(countRuns(selected))}
      </strong>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="repeat" size={14} />}
        onClick={() => onAction('replay')}
      >
        {texts.runAgain}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="ban" size={14} />}
        onClick={() => onAction('cancel')}
      >
        {texts.cancel}
      </Button>
      {canSelectAll && (
        <Button size="xs" variant="subtle" onClick={onSelectAll}>
          {texts.selectAllFit}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {texts.clear}
      </Button>
    </div>
  );
}
