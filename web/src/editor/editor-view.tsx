/** The composition of the editor: header, toolbar, canvas or list, panel and palette. */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Canvas, type CanvasEditing } from '../graph/canvas.tsx';
import { findNode, findNote, type Point } from '../graph/definition.ts';
import { lazily } from '../look/lazily.tsx';
import { createCommands } from './commands.ts';
import { connectionProblem } from './document.ts';
import { useEditor, useEditorParts } from './editor-context.ts';
import { EditorHeader, type OpenArea } from './editor-header.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { EditorToolbar, type ViewKind } from './editor-toolbar.tsx';
import classes from './editor-view.module.css';
import type { Place } from './inserting.ts';
import { combineMarks, edgesWithIssues } from './issues.ts';
import { LeftBehind } from './left-behind.tsx';
import { EmptyWorkflow, ListView } from './list-view.tsx';
import { RunBar } from './run/run-bar.tsx';
import { SelectionToolbar } from './selection-toolbar.tsx';
import { SidePanel } from './side-panel.tsx';
import { useCheck } from './use-check.ts';
import { useEditorClipboard, useEditorKeys } from './use-editor-keys.ts';

const Palette = lazily(async () => (await import('./palette.tsx')).Palette);
const HelpDialog = lazily(async () => (await import('./help-dialog.tsx')).HelpDialog);
const PublishPanel = lazily(async () => (await import('./publish/publish-panel.tsx')).PublishPanel);
const RevisionsView = lazily(async () => (await import('./revisions/revisions-view.tsx')).RevisionsView);
const ConflictPanel = lazily(async () => (await import('./conflict-panel.tsx')).ConflictPanel);

interface OpenPalette {
  place: Place;
  at: Point;
}

export function EditorView({ unusable }: { unusable: number }) {
  const { store, catalog, saving, canvas } = useEditorParts();
  const definition = useEditor(state => state.definition);
  const selected = useEditor(state => state.selected);
  const open = useEditor(state => state.open);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const runMarks = useEditor(state => state.runMarks);
  const check = useCheck(definition);
  const isPhone = useMediaQuery('(max-width: 700px)', matchMedia('(max-width: 700px)').matches);
  const [chosenView, setView] = useState<ViewKind>();
  const view = chosenView ?? (isPhone ? 'list' : 'canvas');
  const [palette, setPalette] = useState<OpenPalette>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [area, setArea] = useState<OpenArea>(null);
  useEffect(
    () => store.subscribe((now, before) => now.open !== null && now.open !== before.open && setArea(null)),
    [store],
  );
  const isNarrow = useMediaQuery('(max-width: 900px)', matchMedia('(max-width: 900px)').matches) ?? false;
  const workspace = useRef<HTMLDivElement>(null);
  const commands = useMemo(() => createCommands(store, () => canvas.current?.center()), [store, canvas]);
  const pins = definition.editor?.pins;
  const marks = useMemo(() => combineMarks(check.issues, pins, runMarks), [check.issues, pins, runMarks]);
  const edgeIssues = useMemo(() => edgesWithIssues(check.issues), [check.issues]);

  const offer = (place: Place, at: Point) => !isReadOnly && setPalette({ place, at });
  const offerBelow = (place: Place, element: HTMLElement) => {
    const { left, bottom, width } = element.getBoundingClientRect();
    offer(place, { x: left + width / 2, y: bottom });
  };
  const closePalette = () => {
    setPalette(undefined);
    canvas.current?.focus();
  };
  const actions = {
    add: () => {
      const place = commands.defaultPlace();
      const [key] = selected;
      offer(place, canvas.current?.below(key ?? '') ?? { x: innerWidth / 2, y: 120 });
    },
    help: () => setHelpOpen(true),
  };
  useEditorKeys(workspace, { store, commands, canvas, actions });
  useEditorClipboard(workspace, store, commands);
  const editing = useEditing(commands, offer);

  const openStep = (key: string) => {
    store.getState().select([key]);
    store.getState().openItem(key);
    // The panel takes room of the canvas.
    requestAnimationFrame(() => canvas.current?.reveal(key));
  };
  const openNextIssue = () => {
    const ids = [...new Set(check.issues.flatMap(({ node_id, edge }) => node_id ?? edge?.source ?? []))];
    const next = ids[(ids.indexOf(open ?? '') + 1) % ids.length];
    if (next === undefined || !findNode(definition, next)) return;
    openStep(next);
  };
  const select = useMemo(
    () => (keys: ReadonlySet<string>) => {
      store.getState().select(keys);
      followSelection(store);
    },
    [store],
  );
  const addFirst = isReadOnly ? undefined : (element: HTMLElement) => offerBelow({ kind: 'free' }, element);

  return (
    <div className={classes.editor}>
      <EditorHeader area={area} onArea={setArea} />
      <LeftBehind saving={saving} />
      {unusable > 0 && (
        <p className={classes.notice} role="status">
          {unusable} {unusable === 1 ? 'entry' : 'entries'} of this definition can not be shown, and{' '}
          {unusable === 1 ? 'is' : 'are'} left out with the next change.
        </p>
      )}
      <EditorToolbar
        view={view}
        onView={setView}
        isReadOnly={isReadOnly}
        check={check}
        onAdd={element => offerBelow(commands.defaultPlace(), element)}
        onTidy={commands.tidyUp}
        onNote={commands.note}
        onHelp={actions.help}
        onNextIssue={openNextIssue}
      />
      {area === 'history' && <RevisionsView onClose={() => setArea(null)} />}
      <div className={classes.workspace} ref={workspace} hidden={area === 'history'}>
        <section className={classes.main} aria-label="Steps of the workflow">
          {definition.nodes.length === 0 && (
            <div className={classes.empty}>
              <EmptyWorkflow onAdd={addFirst} />
            </div>
          )}
          {view === 'canvas' ? (
            <Canvas
              ref={canvas}
              definition={definition}
              catalog={catalog}
              marks={marks}
              edgeIssues={edgeIssues}
              selected={selected}
              onSelect={select}
              onOpen={openStep}
              editing={isReadOnly ? undefined : editing}
              toolbar={
                !isReadOnly && (
                  <SelectionToolbar
                    commands={commands}
                    onAdd={element => offerBelow(commands.defaultPlace(), element)}
                  />
                )
              }
            />
          ) : (
            <ListView
              definition={definition}
              catalog={catalog}
              marks={marks}
              open={open}
              onOpen={openStep}
              onAdd={
                isReadOnly
                  ? undefined
                  : (id, element) => {
                      store.getState().select([id]);
                      offerBelow(commands.defaultPlace(), element);
                    }
              }
            />
          )}
        </section>
        {area === 'publish' ? (
          <SidePanel label="Publish" isNarrow={isNarrow} onClose={() => setArea(null)}>
            <PublishPanel onClose={() => setArea(null)} />
          </SidePanel>
        ) : (
          <EditorPanel issues={check.issues} commands={commands} isNarrow={isNarrow} />
        )}
        {saving.state.conflicts.length > 0 && (
          <ConflictPanel saving={saving} definition={definition} onShow={openStep} />
        )}
      </div>
      <RunBar />
      {palette && (
        <Palette
          catalog={catalog}
          place={palette.place}
          at={palette.at}
          hasTrigger={definition.nodes.some(({ type }) => store.getState().types.get(type)?.is_trigger)}
          onChoose={step => {
            const id = commands.add(step, palette.place);
            closePalette();
            requestAnimationFrame(() => canvas.current?.reveal(id));
          }}
          onClose={closePalette}
        />
      )}
      {isHelpOpen && <HelpDialog isOpen onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** An open panel shows what is selected, as long as that is one thing. */
function followSelection(store: ReturnType<typeof useEditorParts>['store']): void {
  const { selected, open, definition, openItem } = store.getState();
  const [key] = selected;
  if (open === null || selected.size !== 1 || key === undefined || key === open) return;
  if (findNode(definition, key) || findNote(definition, key)) openItem(key);
}

/** What the canvas may change. The object stays the same, so that the canvas is not drawn again because of it. */
function useEditing(
  commands: ReturnType<typeof createCommands>,
  offer: (place: Place, at: Point) => void,
): CanvasEditing {
  const { store } = useEditorParts();
  const latest = useRef(offer);
  latest.current = offer;
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
      onInsert: (place, at) => latest.current(place, at),
    }),
    [store, commands],
  );
}
