import { Anchor, Button, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { publicationQuery } from '../api/publication.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { useNarrow } from '../look/use-narrow.ts';
import * as texts from '../texts/editor.ts';
import * as publishTexts from '../texts/publish.ts';
import { AreaMenu, AreaStrip, type OpenArea } from './area-strip.tsx';
import { useEditor, useEditorParts } from './editor-context.ts';
import classes from './editor-header.module.css';
import { Presence } from './presence.tsx';
import { PreviewChooser } from './preview-chooser.tsx';
import { createCounter } from './publish/publish-words.ts';
import { RunMenu } from './run/run-menu.tsx';
import { SavedState } from './saving/saved-state.tsx';

interface EditorHeaderProps {
  area: OpenArea;
  onArea(area: OpenArea): void;
  isBuilding: boolean;
  onBuilding(isBuilding: boolean): void;
}

/** One line at every width: what has no room for its label is in a menu. */
export function EditorHeader({ area, onArea, isBuilding, onBuilding }: EditorHeaderProps) {
  const workflowId = useEditor(state => state.workflowId);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const unpublished = useUnpublished();
  const areas = { area, onArea, isBuilding, onBuilding, isReadOnly };
  const isNarrow = useNarrow(1100);
  return (
    <header className={classes.header}>
      <Anchor component={Link} to="/workflows" className={classes.back} aria-label={texts.allWorkflows}>
        <Icon name="chevron-left" />
      </Anchor>
      <WorkflowName />
      {isReadOnly ? (
        <span className={classes.reading}>{texts.readOnly}</span>
      ) : (
        <div className={classes.saved}>
          <SavedState />
        </div>
      )}
      <Presence workflowId={workflowId} />
      <span className="flex-1" />
      {!isReadOnly && <HistoryButtons />}
      {isNarrow ? <AreaMenu {...areas} /> : <AreaStrip {...areas} />}
      <div className={classes.preview}>
        <PreviewChooser />
      </div>
      <RunMenu isFilled={unpublished === 0} />
      <PublishButton
        changes={unpublished}
        isOpen={area === 'publish'}
        onClick={() => onArea(area === 'publish' ? null : 'publish')}
      />
    </header>
  );
}

function WorkflowName() {
  const { store } = useEditorParts();
  const name = useEditor(state => state.name);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const [typed, setTyped] = useState<string>();
  if (isReadOnly) return <h1 className={`${classes.name} truncate`}>{name}</h1>;
  const finish = () => {
    const wanted = typed?.trim();
    if (wanted && wanted !== name) store.getState().setTexts(texts.renameWorkflow, { name: wanted });
    setTyped(undefined);
  };
  if (typed === undefined) {
    return (
      <h1 className={classes.name}>
        <UnstyledButton className={classes.rename} onClick={() => setTyped(name)}>
          <bdi className="truncate">{name}</bdi>
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
      <IconButton
        icon="rotate-ccw"
        label={undone === undefined ? texts.undo : texts.undoWhat(undone)}
        hint={undone === undefined ? texts.nothingUndo : texts.undoWhat(undone)}
        className={classes.history}
        aria-disabled={undone === undefined}
        onClick={() => store.getState().undo()}
      />
      <IconButton
        icon="rotate-ccw"
        label={redone === undefined ? texts.redo : texts.redoWhat(redone)}
        hint={redone === undefined ? texts.nothingRedo : texts.redoWhat(redone)}
        className={classes.history}
        data-forward
        aria-disabled={redone === undefined}
        onClick={() => store.getState().redo()}
      />
    </>
  );
}

interface PublishButtonProps {
  /** How many changes wait. Undefined: nothing is published yet. */
  changes: number | undefined;
  isOpen: boolean;
  onClick(): void;
}

/** Opens the publish panel, and says how many changes wait for it. */
function PublishButton({ changes, isOpen, onClick }: PublishButtonProps) {
  const isReadOnly = useEditor(state => state.isReadOnly);
  if (isReadOnly) return null;
  return (
    <Button
      data-tour="publish"
      size="xs"
      variant={changes === 0 ? 'default' : 'filled'}
      aria-expanded={isOpen}
      aria-label={changes === undefined ? publishTexts.publish : publishTexts.publishChanges(changes)}
      onClick={onClick}
      rightSection={changes !== undefined && changes > 0 && <span className={classes.changes}>{changes}</span>}
    >
      {publishTexts.publish}
    </Button>
  );
}

/** Returns how many changes wait to be published. Undefined: nothing is published yet. */
function useUnpublished(): number | undefined {
  const { workflow, store } = useEditorParts();
  const isReadOnly = useEditor(state => state.isReadOnly);
  const { data } = useQuery({ ...publicationQuery(workflow.id), enabled: !isReadOnly });
  const published = data?.published;
  const count = useMemo(() => published && createCounter(published, store.getState().definition), [published, store]);
  return useEditor(state => count?.(state.definition));
}
