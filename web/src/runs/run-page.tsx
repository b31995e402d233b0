import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { RunDetail } from '../api/run.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { JsonTree } from '../look/json/json-tree.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { FailureBar } from '../run-parts/failure-bar.tsx';
import { parseInput } from '../run-parts/input.ts';
import type { LoopItems } from '../run-parts/loop-items.ts';
import { buildRows, itemsAround, moveToItem } from '../run-parts/rows.ts';
import { RunAgainDialog, type RunAgainStart } from '../run-parts/run-again-dialog.tsx';
import { findEndStep } from '../run-parts/run-sentence.ts';
import { isEnded, type RunState, readStepKey, stepKey } from '../run-parts/run-state.ts';
import type { Structure } from '../run-parts/structure.ts';
import { TimelineView } from '../run-parts/timeline-view.tsx';
import {
  type ExecutedDefinition,
  type FollowedRun,
  useExecutedDefinition,
  useNow,
  useRun,
} from '../run-parts/use-run.ts';
import * as texts from '../texts/runs.ts';
import { RunBanner } from './run-banner.tsx';
import { RunHeader } from './run-header.tsx';
import classes from './run-page.module.css';
import { type RunSearch, toRowFilter } from './run-search.ts';
import { RunStepPanel } from './run-step-panel.tsx';
import { RunToolbar } from './run-toolbar.tsx';
import stepPanel from './step-panel.module.css';

const RunCanvas = lazy(() => import('./run-canvas.tsx').then(module => ({ default: module.RunCanvas })));

const route = getRouteApi('/shell/runs/$runId');

export function RunPage() {
  const { runId } = route.useParams();
  const followed = useRun(runId);
  const executed = useExecutedDefinition(runId, followed.state);
  const { run, state, error, reload } = followed;
  if (!run || !state) {
    if (error) return <ErrorState error={error} onRetry={reload} />;
    return (
      <div className={classes.loading}>
        <Loader size="sm" aria-label={texts.readingRun} />
      </div>
    );
  }
  return <LoadedRun key={runId} run={run} state={state} followed={followed} executed={executed} />;
}

interface LoadedRunProps {
  run: RunDetail;
  state: RunState;
  followed: FollowedRun;
  executed: ExecutedDefinition;
}

function LoadedRun({ run, state, followed, executed }: LoadedRunProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow(!isEnded(state.status));
  const isNarrow = useMediaQuery('(max-width: 900px)') ?? false;
  const [again, setAgain] = useState<RunAgainStart>();
  const change = (changed: Partial<Record<keyof RunSearch, unknown>>) =>
    void navigate({ search: previous => withoutEmpty({ ...previous, ...changed }), replace: true });
  const [isClosed, setClosed] = useState(false);
  const select = (key: string | undefined) => {
    setClosed(key === undefined);
    change({ step: key });
  };
  const { structure } = executed;
  const view = search.view ?? 'timeline';
  // An ended run opens on its result or its failure. On a phone, that would hide the steps.
  const endStep = structure && findEndStep(state, structure)?.key;
  const selected = search.step ?? (isClosed || isNarrow ? undefined : endStep);
  const isPanelShown = selected !== undefined && view !== 'json';

  const header = (
    <>
      <RunHeader run={run} state={state} now={now} onAgain={setAgain} onChanged={followed.reload} />
      <RunBanner
        state={state}
        structure={structure}
        connection={followed.connection}
        error={followed.error}
        endStep={endStep === selected ? undefined : endStep}
        onShowStep={select}
      />
      {run.failure && <FailureBar failure={run.failure} onChanged={followed.reload} />}
    </>
  );
  const panel = isPanelShown && structure && (
    <RunStepPanel
      run={run}
      state={state}
      structure={structure}
      definition={executed.definition}
      stepKey={selected}
      now={now}
      isPage={isNarrow}
      onSelect={select}
      onAgain={setAgain}
    />
  );
  return (
    <div className="column h-full min-h-0">
      <title>{texts.runHeddle(run.workflow_name)}</title>
      {(!isNarrow || !panel) && header}
      <div className="fill flex">
        {(!isNarrow || !panel) && (
          <section className="column grow min-h-0" aria-label={texts.steps}>
            <RunToolbar search={search} structure={structure} onChange={change} />
            <div className="fill relative overflow-auto">
              {view === 'json' && <RunJson run={run} />}
              {view === 'canvas' && executed.definition && structure && (
                <Suspense fallback={<Loader size="sm" m="md" aria-label={texts.loadingCanvas} />}>
                  <RunCanvas
                    definition={executed.definition}
                    state={state}
                    structure={structure}
                    now={now}
                    selected={selected}
                    onSelect={select}
                  />
                </Suspense>
              )}
              {view === 'canvas' && executed.isGone && <DefinitionGone />}
              {view === 'timeline' && structure && (
                <Timeline
                  state={state}
                  structure={structure}
                  now={now}
                  search={search}
                  selectedKey={selected}
                  onSelect={select}
                />
              )}
            </div>
          </section>
        )}
        {panel}
      </div>
      {again && (
        <RunAgainDialog run={run} start={again} definition={executed.definition} onClose={() => setAgain(undefined)} />
      )}
    </div>
  );
}

interface TimelineProps {
  state: RunState;
  structure: Structure;
  now: number;
  search: RunSearch;
  selectedKey: string | undefined;
  onSelect(key: string | undefined): void;
}

/** The timeline with its choice of loop items, of which the selected step decides those around it. */
function Timeline({ state, structure, now, search, selectedKey, onSelect }: TimelineProps) {
  const [walked, setWalked] = useState<ReadonlyMap<string, number>>(new Map());
  const selected = useMemo(() => (selectedKey === undefined ? undefined : readStepKey(selectedKey)), [selectedKey]);
  const chosen = useMemo(() => {
    const around = selected ? itemsAround(structure, selected.nodeId, selected.iteration) : [];
    return new Map([...walked, ...around]);
  }, [walked, selected, structure]);
  const filter = useMemo(() => toRowFilter(search), [search]);
  const rows = useMemo(() => buildRows({ state, structure, chosen, filter }), [state, structure, chosen, filter]);

  function chooseItem(loop: LoopItems, index: number) {
    setWalked(previous => new Map(previous).set(loop.key, index));
    const moved = selected && moveToItem(structure, selected, loop, index);
    if (moved) onSelect(stepKey(moved.nodeId, moved.iteration));
  }

  return (
    <TimelineView
      state={state}
      structure={structure}
      rows={rows}
      now={now}
      selected={selectedKey}
      onSelect={onSelect}
      onChooseItem={chooseItem}
    />
  );
}

function DefinitionGone() {
  return <p className={classes.note}>{texts.definitionRunExecutedNot}</p>;
}

function withoutEmpty(search: Partial<Record<keyof RunSearch, unknown>>): RunSearch {
  const isSet = ([, value]: [string, unknown]) =>
    value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(search).filter(isSet));
}

/** The run as the API tells it, with its input and output as JSON instead of texts. */
function RunJson({ run }: { run: RunDetail }) {
  const text = useMemo(() => JSON.stringify(readableRun(run), undefined, 2), [run]);
  return (
    <div className={stepPanel.whole}>
      <div className={stepPanel.partHead}>
        <span className="dim">{texts.outputsStepsShownTheir}</span>
        <CopyButton text={text} label={texts.copyRunJSON} />
      </div>
      <div className={stepPanel.tree}>
        <JsonTree text={text} label={texts.runJSON} maxHeight={640} />
      </div>
    </div>
  );
}

function readableRun({ input_json, output_json, ...rest }: RunDetail) {
  return { ...rest, input: parseInput(input_json), output: output_json === '' ? null : parseInput(output_json) };
}
