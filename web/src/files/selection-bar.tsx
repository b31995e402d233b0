import { Button } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import { files as texts } from '../texts/files.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  mayMove: boolean;
  mayDelete: boolean;
  onMove(): void;
  onDelete(): void;
}

export function SelectionBar({ selection, mayMove, mayDelete, onMove, onDelete }: SelectionBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label={texts.selectedLabel}>
      <strong aria-live="polite">{texts.selected(selection.ids.size)}</strong>
      {mayMove && (
        <Button size="xs" variant="default" leftSection={<Icon name="move" size={14} />} onClick={onMove}>
          {texts.move}
        </Button>
      )}
      {mayDelete && (
        <Button size="xs" variant="default" leftSection={<Icon name="trash-2" size={14} />} onClick={onDelete}>
          {texts.delete}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
        {texts.clear}
      </Button>
    </div>
  );
}
