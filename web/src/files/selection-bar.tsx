import { SelectionAction, SelectionBar } from '../look/lists/selection-bar.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import type { Selection } from './use-selection.ts';

interface FileSelectionBarProps {
  selection: Selection;
  mayMove: boolean;
  mayDelete: boolean;
  onMove(): void;
  onDelete(): void;
}

export function FileSelectionBar({ selection, mayMove, mayDelete, onMove, onDelete }: FileSelectionBarProps) {
  return (
    <SelectionBar
      label={texts.selectedLabel}
      selected={texts.selected(selection.ids.size)}
      clear={words.clear}
      onClear={selection.clear}
    >
      {mayMove && <SelectionAction icon="move" label={words.move} onClick={onMove} />}
      {mayDelete && <SelectionAction icon="trash-2" label={words.deleteAction} onClick={onDelete} />}
    </SelectionBar>
  );
}
