/** What can be done with the selected steps. It stands outside of them, so that cards have no controls inside. */

import type { MouseEvent } from 'react';
import { findNode } from '../graph/definition.ts';
import { onFirstClick } from '../look/first-click.ts';
import { IconButton } from '../look/icon-button.tsx';
import type { IconName } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import type { Commands } from './commands.ts';
import { useEditor } from './editor-context.ts';
import classes from './selection-toolbar.module.css';

interface SelectionToolbarProps {
  commands: Commands;
  onAdd(element: HTMLElement): void;
}

export function SelectionToolbar({ commands, onAdd }: SelectionToolbarProps) {
  const only = useEditor(({ selected, definition }) => {
    const [key] = selected;
    return selected.size === 1 && key !== undefined ? findNode(definition, key)?.id : undefined;
  });
  const isPinned = useEditor(state => only !== undefined && state.definition.editor?.pins?.[only] !== undefined);
  const actions = useEditor(state => state.stepActions);
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={texts.selection}>
      {only !== undefined && actions && (
        <>
          <Tool icon="play" label={texts.testStepKey} onClick={onFirstClick(() => actions.test(only))} />
          <Tool
            icon={isPinned ? 'pin-off' : 'pin'}
            label={isPinned ? texts.endPinP : texts.pinOutputP}
            onClick={() => actions.pin(only)}
          />
        </>
      )}
      {only !== undefined && (
        <Tool icon="plus" label={texts.addStepAfterTab} onClick={event => onAdd(event.currentTarget)} />
      )}
      <Tool icon="copy" label={texts.duplicateCtrlD} onClick={() => commands.duplicate()} />
      <Tool icon="x" label={texts.deleteDelete} onClick={() => commands.remove()} />
    </div>
  );
}

interface ToolProps {
  icon: IconName;
  label: string;
  onClick(event: MouseEvent<HTMLElement>): void;
}

function Tool({ icon, label, onClick }: ToolProps) {
  return <IconButton icon={icon} label={label} hint size="md" onClick={onClick} />;
}
