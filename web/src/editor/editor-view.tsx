/** The composition of the editor: header, toolbar, steps, panel and palette. */
import { useEffect, useMemo, useState } from 'react';
import { findNode } from '../graph/definition.ts';
import { directionOf } from '../graph/direction.ts';
import { lazily } from '../look/lazily.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { useNarrow } from '../look/use-narrow.ts';
import * as texts from '../texts/editor.ts';
import { tour } from '../tour/tour.ts';
import type { OpenArea } from './area-strip.tsx';
import { createCommands } from './document/commands.ts';
import { nextIssueStep } from './document/issues.ts';
import { useEditor, useEditorParts, useSaved } from './editor-context.ts';
import { EditorHeader } from './editor-header.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { EditorToolbar, IssueSummary, type ViewKind } from './editor-toolbar.tsx';
import classes from './editor-view.module.css';
import { useEditorRun } from './run/editor-run-context.ts';
import { SidePanel } from './side-panel.tsx';
import { StepsView } from './steps-view.tsx';
import type { EditorState } from './store.ts';
import { useCheck } from './use-check.ts';
import { usePalette } from './use-palette.ts';

const LeftBehind = lazily(async () => (await import('./saving/left-behind.tsx')).LeftBehind);
const Palette = lazily(async () => (await import('./palette.tsx')).Palette);
const HelpDialog = lazily(async () => (await import('./help-dialog.tsx')).HelpDialog);
const PublishPanel = lazily(async () => (await import('./publish/publish-panel.tsx')).PublishPanel);
const FlowPanel = lazily(async () => (await import('./flow/flow-panel.tsx')).FlowPanel);
const VariablesPanel = lazily(async () => (await import('./variables/variables-panel.tsx')).VariablesPanel);
const RevisionsView = lazily(async () => (await import('./revisions/revisions-view.tsx')).RevisionsView);
const BuilderPanel = lazily(async () => (await import('./builder/builder-panel.tsx')).BuilderPanel);
const DifferenceCanvas = lazily(async () => (await import('./builder/difference-canvas.tsx')).DifferenceCanvas);
const RunBar = lazily(async () => (await import('./run/run-bar.tsx')).RunBar);
const ConflictPanel = lazily(async () => (await import('./conflict-panel.tsx')).ConflictPanel);

export function EditorView({ unusable }: { unusable: number }) {
  const { store, catalog, canvas } = useEditorParts();
  const isReadOnly = useEditor(state => state.isReadOnly);
  const issues = useCheck(store);
  const isLeftBehind = useSaved(({ leftBehind }) => leftBehind !== undefined);
  const hasConflicts = useSaved(({ state }) => state.conflicts.length > 0);
  const isNarrow = useNarrow(900);
  const isPhone = useNarrow(700);
  const [chosenView, setView] = useState<ViewKind>();
  const view = chosenView ?? (isPhone ? 'list' : 'canvas');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [area, setArea] = useOpenArea();
  const [isBuilding, setBuilding] = useState(false);
  useEffect(() => {
    // A wide panel would cover what opens beside it.
    if (area !== null || isBuilding) store.getState().widen(false);
  }, [store, area, isBuilding]);
  const [compared, setCompared] = useState<string>();
  const hasRoom = !useNarrow(1200);
  const isStepOpen = useEditor(state => state.open !== null);
  useTourFacts();
  const palette = usePalette(canvas, isReadOnly);
  const commands = useMemo(() => createCommands(store, () => canvas.current?.center()), [store, canvas]);
  const openStep = (key: string) => {
    store.getState().select([key]);
    store.getState().openItem(key);
    // The panel takes room of the canvas.
    requestAnimationFrame(() => canvas.current?.reveal(key));
  };
  const direction = useEditor(state => directionOf(state.definition));
  const turn = () => {
    // The steps are at their new places after the next drawing.
    void commands.turn().then(() => requestAnimationFrame(() => canvas.current?.fit()));
  };
  const openNextIssue = () => {
    const { definition, open } = store.getState();
    const next = nextIssueStep(issues, open);
    if (next !== undefined && findNode(definition, next)) openStep(next);
  };

  usePageActions([
    { label: texts.publish, run: () => setArea('publish') },
    { label: texts.builder, run: () => setBuilding(true) },
    ...(isReadOnly
      ? []
      : [
          { label: texts.openSettings, run: () => setArea('settings') },
          { label: texts.variables, run: () => setArea('variables') },
          { label: texts.tidyUp, keys: 'Shift L', run: commands.tidyUp },
          { label: direction === 'right' ? texts.leadDown : texts.leadRight, run: turn },
        ]),
  ]);
  return (
    <div className="column h-full overflow-hidden">
      <EditorHeader area={area} onArea={setArea} isBuilding={isBuilding} onBuilding={setBuilding} />
      {isLeftBehind && <LeftBehind />}
      {unusable > 0 && <UnusableNotice count={unusable} />}
      {area === 'history' && <RevisionsView onClose={() => setArea(null)} />}
      <div className={classes.workspace} hidden={area === 'history'}>
        {isBuilding && compared !== undefined ? (
          <DifferenceCanvas changeId={compared} onClose={() => setCompared(undefined)} />
        ) : (
          <StepsView
            view={view}
            issues={issues}
            commands={commands}
            palette={palette}
            onOpen={openStep}
            onHelp={() => setHelpOpen(true)}
            tools={
              <EditorToolbar
                view={view}
                onView={setView}
                isReadOnly={isReadOnly}
                onAdd={element => palette.offerBelow(commands.defaultPlace(), element)}
                onTidy={commands.tidyUp}
                direction={direction}
                onTurn={turn}
                onNote={commands.note}
                onHelp={() => setHelpOpen(true)}
              />
            }
            status={<IssueSummary issues={issues} onNext={openNextIssue} />}
          />
        )}
        {isBuilding && (isNarrow ? compared === undefined : hasRoom || !isStepOpen) && (
          <BuilderPanel isNarrow={isNarrow} onClose={() => setBuilding(false)} onShow={setCompared} />
        )}
        {area === 'publish' ? (
          <SidePanel label={texts.publish} isNarrow={isNarrow} onClose={() => setArea(null)}>
            <PublishPanel onClose={() => setArea(null)} />
          </SidePanel>
        ) : area === 'settings' ? (
          <SidePanel label={texts.openSettings} isNarrow={isNarrow} onClose={() => setArea(null)}>
            <FlowPanel issues={issues} onClose={() => setArea(null)} />
          </SidePanel>
        ) : area === 'variables' ? (
          <SidePanel label={texts.variables} isNarrow={isNarrow} onClose={() => setArea(null)}>
            <VariablesPanel onClose={() => setArea(null)} />
          </SidePanel>
        ) : (
          <EditorPanel issues={issues} commands={commands} isNarrow={isNarrow} />
        )}
        {hasConflicts && <ConflictPanel onShow={openStep} />}
      </div>
      <RunBarSlot />
      {palette.opened && (
        <Palette
          catalog={catalog}
          place={palette.opened.place}
          at={palette.opened.at}
          hasTrigger={hasTrigger(store.getState())}
          onChoose={(step, insert) => {
            if (palette.opened) openStep(commands.add(step, palette.opened.place, insert));
            palette.close();
          }}
          onClose={palette.close}
        />
      )}
      {isHelpOpen && <HelpDialog isOpen onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function hasTrigger({ definition, types }: EditorState): boolean {
  return definition.nodes.some(({ type }) => types.get(type)?.is_trigger);
}

/** History, publishing, settings or variables. A step that is opened takes their place. */
function useOpenArea() {
  const { store } = useEditorParts();
  const [area, setArea] = useState<OpenArea>(null);
  useEffect(
    () =>
      store.subscribe((now, before) => {
        const isOpened = now.open !== before.open || (now.isWide && !before.isWide);
        if (now.open !== null && isOpened) setArea(null);
      }),
    [store],
  );
  return [area, setArea] as const;
}

function UnusableNotice({ count }: { count: number }) {
  return (
    <p className={classes.notice} role="status">
      {count === 1 ? texts.oneEntryDefinitionCan : texts.entriesDefinitionCanNot(count)}
    </p>
  );
}

/** The bar is loaded with the first run that it shows. */
function RunBarSlot() {
  const { isShown, listening } = useEditorRun();
  return (isShown || listening) && <RunBar />;
}

/** Tells the tour what is in the editor, which goes on when somebody has done what it asked for. */
function useTourFacts(): void {
  const workflowId = useEditor(state => state.workflowId);
  const { nodes, edges } = useEditor(state => state.definition);
  const { watched, isShown } = useEditorRun();
  const run = isShown ? watched.state?.status : undefined;
  useEffect(() => tour.note({ workflowId, nodes, edges, run }), [workflowId, nodes, edges, run]);
  useEffect(() => () => tour.note(undefined), []);
}
