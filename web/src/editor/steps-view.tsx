import { type MouseEvent, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { Canvas, type CanvasEditing, type StepMark } from '../graph/canvas.tsx';
import { type Definition, findNode, findNote } from '../graph/definition.ts';
import { onFirstClick } from '../look/first-click.ts';
import type { IconName } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { lazily } from '../look/lazily.tsx';
import { keepTopology } from '../templates/topology.ts';
import * as texts from '../texts/editor.ts';
import type { Commands } from './document/commands.ts';
import { connectionProblem } from './document/document.ts';
import { combineMarks, type EditorIssue, edgesWithIssues } from './document/issues.ts';
import { useEditor, useEditorParts } from './editor-context.ts';
import type { ViewKind } from './editor-toolbar.tsx';
import classes from './steps-view.module.css';
import type { EditorStore } from './store.ts';
import { useEditorClipboard, useEditorKeys } from './use-editor-keys.ts';
import type { PaletteState } from './use-palette.ts';

const EmptyWorkflow = lazily(async () => (await import('./empty-workflow.tsx')).EmptyWorkflow);
const ListView = lazily(async () => (await import('./list-view.tsx')).ListView);

interface StepsViewProps {
  view: ViewKind;
  issues: readonly EditorIssue[];
  commands: Commands;
  palette: PaletteState;
  onOpen(key: string): void;
  onHelp(): void;
  /** Stand at the lower edge, in both views. */
  tools: ReactNode;
  status: ReactNode;
}

/** The steps of the workflow, as a canvas or as a list, with their keys. */
export function StepsView({ view, issues, commands, palette, onOpen, onHelp, tools, status }: StepsViewProps) {
  const { store, canvas } = useEditorParts();
  const isEmpty = useEditor(state => state.definition.nodes.length === 0);
  const isWide = useEditor(state => state.isWide);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const section = useRef<HTMLElement>(null);
  const add = () => {
    const [key = ''] = store.getState().selected;
    palette.offer(commands.defaultPlace(), canvas.current?.below(key) ?? { x: innerWidth / 2, y: 120 });
  };
  useEditorKeys(section, {
    store,
    commands,
    canvas,
    actions: { add, help: onHelp },
    isPaused: palette.opened !== undefined,
  });
  useEditorClipboard(section, store, commands);
  const addAfterSelection = (element: HTMLElement) => palette.offerBelow(commands.defaultPlace(), element);
  const addAfter = (id: string, element: HTMLElement) => {
    store.getState().select([id]);
    addAfterSelection(element);
  };

  return (
    <section className="grow relative" ref={section} aria-label={texts.stepsWorkflow} inert={isWide}>
      {isEmpty && (
        <div className={classes.empty}>
          <EmptyWorkflow onAdd={isReadOnly ? undefined : element => palette.offerBelow({ kind: 'free' }, element)} />
        </div>
      )}
      {view === 'canvas' ? (
        <EditorCanvas
          issues={issues}
          commands={commands}
          palette={palette}
          onOpen={onOpen}
          tools={tools}
          status={status}
          toolbar={!isReadOnly && <SelectionToolbar commands={commands} onAdd={addAfterSelection} />}
        />
      ) : (
        <>
          <EditorList issues={issues} onOpen={onOpen} onAdd={isReadOnly ? undefined : addAfter} />
          <div className={classes.bar}>
            {tools}
            {status}
          </div>
        </>
      )}
    </section>
  );
}

interface EditorCanvasProps extends Omit<StepsViewProps, 'view' | 'onHelp'> {
  toolbar: ReactNode;
}

/** These two are drawn with every key, and nothing around them is. */
function EditorCanvas({ issues, commands, palette, ...rest }: EditorCanvasProps) {
  const { store, catalog, canvas } = useEditorParts();
  const definition = useCalmly(useEditor(state => state.definition));
  const selected = useEditor(state => state.selected);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const marks = useMarks(issues);
  const edgeIssues = useMemo(() => edgesWithIssues(issues), [issues]);
  const editing = useEditing(store, commands, palette);
  const select = useMemo(() => (keys: ReadonlySet<string>) => selectAndFollow(store, keys), [store]);
  return (
    <Canvas
      ref={canvas}
      definition={definition}
      catalog={catalog}
      marks={marks}
      edgeIssues={edgeIssues}
      selected={selected}
      onSelect={select}
      editing={isReadOnly ? undefined : editing}
      {...rest}
    />
  );
}

/** What somebody types comes first in the field, and on the card once there is time. Everything else comes at once. */
function useCalmly(definition: Definition): Definition {
  const before = useDeferredValue(definition);
  const isTyped = before.editor === definition.editor && keepTopology(before, definition) === before;
  return isTyped ? before : definition;
}

interface EditorListProps extends Pick<StepsViewProps, 'issues' | 'onOpen'> {
  onAdd: ((id: string, element: HTMLElement) => void) | undefined;
}

function EditorList({ issues, ...rest }: EditorListProps) {
  const { catalog } = useEditorParts();
  const definition = useEditor(state => state.definition);
  const open = useEditor(state => state.open);
  return <ListView definition={definition} catalog={catalog} marks={useMarks(issues)} open={open} {...rest} />;
}

function useMarks(issues: readonly EditorIssue[]): ReadonlyMap<string, StepMark> {
  const runMarks = useEditor(state => state.runMarks);
  const pins = useEditor(state => state.definition.editor?.pins);
  return useMemo(() => combineMarks(issues, pins, runMarks), [issues, pins, runMarks]);
}

/** An open panel shows what is selected, as long as that is one thing. */
function selectAndFollow(store: EditorStore, keys: ReadonlySet<string>): void {
  const { open, definition, select, openItem } = store.getState();
  select(keys);
  const [key] = keys;
  if (open === null || keys.size !== 1 || key === undefined || key === open) return;
  if (findNode(definition, key) || findNote(definition, key)) openItem(key);
}

/** What the canvas may change. The object stays the same, so that the canvas is not drawn again because of it. */
function useEditing(store: EditorStore, commands: Commands, { offer }: PaletteState): CanvasEditing {
  return useMemo(
    () => ({
      onMove: commands.place,
      onResizeNote: commands.resizeNote,
      canConnect: edge => {
        const { definition, types } = store.getState();
        return connectionProblem(definition, edge, types) === undefined;
      },
      onConnect: commands.join,
      onReconnect: commands.rejoin,
      onInsert: offer,
    }),
    [store, commands, offer],
  );
}

interface SelectionToolbarProps {
  commands: Commands;
  onAdd(element: HTMLElement): void;
}

/** What can be done with the selected steps. It stands outside of them, so that cards have no controls inside. */
function SelectionToolbar({ commands, onAdd }: SelectionToolbarProps) {
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
