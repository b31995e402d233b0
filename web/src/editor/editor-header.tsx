import { ActionIcon, Anchor, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import { useEditor, useEditorParts } from './editor-context.ts';
import classes from './editor-header.module.css';
import { FlowButton } from './flow/flow-button.tsx';
import { Presence } from './presence.tsx';
import { PreviewChooser } from './preview-chooser.tsx';
import { PublishButton } from './publish/publish-button.tsx';
import { RevisionsButton } from './revisions/revisions-button.tsx';
import { RunMenu } from './run/run-menu.tsx';
import { SavedState } from './saved-state.tsx';
import { VariablesButton } from './variables/variables-button.tsx';

/** What is open beside, or instead of, the steps. */
export type OpenArea = 'history' | 'publish' | 'settings' | 'variables' | null;

interface EditorHeaderProps {
  area: OpenArea;
  onArea(area: OpenArea): void;
  isBuilding: boolean;
  onBuilding(isBuilding: boolean): void;
}

export function EditorHeader({ area, onArea, isBuilding, onBuilding }: EditorHeaderProps) {
  const { saving } = useEditorParts();
  const workflowId = useEditor(state => state.workflowId);
  const isReadOnly = useEditor(state => state.isReadOnly);
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        <Anchor component={Link} to="/workflows" className={classes.back} aria-label={texts.allWorkflows}>
          <Icon name="chevron-left" />
        </Anchor>
        <WorkflowName />
        {isReadOnly ? <span className={classes.reading}>{texts.readOnly}</span> : <SavedState saving={saving} />}
        <Presence workflowId={workflowId} />
      </div>
      <div className={classes.actions}>
        {!isReadOnly && <HistoryButtons />}
        <Tooltip label={texts.builder}>
          <ActionIcon
            variant={isBuilding ? 'light' : 'subtle'}
            aria-label={texts.builder}
            aria-pressed={isBuilding}
            onClick={() => onBuilding(!isBuilding)}
          >
            <Icon name="sparkles" />
          </ActionIcon>
        </Tooltip>
        {!isReadOnly && (
          <FlowButton isOpen={area === 'settings'} onClick={() => onArea(area === 'settings' ? null : 'settings')} />
        )}
        {!isReadOnly && (
          <VariablesButton
            isOpen={area === 'variables'}
            onClick={() => onArea(area === 'variables' ? null : 'variables')}
          />
        )}
        <RevisionsButton isOpen={area === 'history'} onClick={() => onArea(area === 'history' ? null : 'history')} />
        <div className={classes.preview}>
          <PreviewChooser />
        </div>
        <RunMenu />
        <PublishButton isOpen={area === 'publish'} onClick={() => onArea(area === 'publish' ? null : 'publish')} />
      </div>
    </header>
  );
}

function WorkflowName() {
  const { store } = useEditorParts();
  const name = useEditor(state => state.name);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const [typed, setTyped] = useState<string>();
  if (isReadOnly) return <h1 className={classes.name}>{name}</h1>;
  const finish = () => {
    const wanted = typed?.trim();
    if (wanted && wanted !== name) store.getState().setTexts(texts.renameWorkflow, { name: wanted });
    setTyped(undefined);
  };
  if (typed === undefined) {
    return (
      <h1 className={classes.name}>
        <UnstyledButton className={classes.rename} onClick={() => setTyped(name)}>
          <span className="truncate">{name}</span>
          <Icon name="pencil" size={14} />
          <span className="visually-hidden">{texts.renameWorkflow}</span>
        </UnstyledButton>
      </h1>
    );
  }
  return (
    <TextInput
      className={classes.field}
      aria-label={texts.nameWorkflow}
      value={typed}
      maxLength={200}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={finish}
      onFocus={event => event.currentTarget.select()}
      onKeyDown={event => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setTyped(undefined);
      }}
      autoFocus
    />
  );
}

function HistoryButtons() {
  const { store } = useEditorParts();
  const undone = useEditor(state => state.history.past.at(-1)?.label);
  const redone = useEditor(state => state.history.future[0]?.label);
  return (
    <>
      <Tooltip label={undone === undefined ? texts.nothingUndo : texts.undoWhat(undone)}>
        <ActionIcon
          aria-label={undone === undefined ? texts.undo : texts.undoWhat(undone)}
          className={classes.history}
          aria-disabled={undone === undefined}
          onClick={() => store.getState().undo()}
        >
          <Icon name="rotate-ccw" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={redone === undefined ? texts.nothingRedo : texts.redoWhat(redone)}>
        <ActionIcon
          className={classes.history}
          data-forward
          aria-label={redone === undefined ? texts.redo : texts.redoWhat(redone)}
          aria-disabled={redone === undefined}
          onClick={() => store.getState().redo()}
        >
          <Icon name="rotate-ccw" />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
