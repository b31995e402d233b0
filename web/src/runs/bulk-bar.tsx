import { Button } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import classes from './bulk-bar.module.css';
import type { BulkAction } from './bulk-dialog.tsx';
import { countRuns } from './run-words.ts';

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
    <div className={classes.bar} role="toolbar" aria-label="Selected runs">
      <strong aria-live="polite">
        {selected === 'all' ? 'All runs that fit are selected' : `${countRuns(selected)} selected`}
      </strong>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="repeat" size={14} />}
        onClick={() => onAction('replay')}
      >
        Run again
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="ban" size={14} />}
        onClick={() => onAction('cancel')}
      >
        Cancel
      </Button>
      {canSelectAll && (
        <Button size="xs" variant="subtle" onClick={onSelectAll}>
          Select all that fit
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
