/**
 * The run that the editor shows: on its canvas, in the bar below, and as data of previews.
 *
 *   nothing ── start here ──▶ started here ── dismissed ──▶ nothing
 *      │                          ▲
 *      └─ another one runs ──▶ joined ── another one runs, when this has ended ──▶ joined
 *
 * A run that was started here stays until somebody starts or chooses another one; others are only offered meanwhile.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RECENT_RUNS } from '../../api/recent-runs.ts';
import { runDraft, testDraft } from '../../api/run.ts';
import { useLive } from '../../api/transport/live.ts';
import { lazily } from '../../look/lazily.tsx';
import { effectsOf } from '../../run-parts/effects.ts';
import { markSteps } from '../../run-parts/marks.ts';
import { isEnded, type RunState } from '../../run-parts/run-state.ts';
import { readStructure, type Structure } from '../../run-parts/structure.ts';
import { createSource, useNow } from '../../run-parts/use-run.ts';
import { followRun, followStartedRun, NOT_WATCHED, type WatchedRun } from '../../run-parts/watching.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { type DraftRun, toDraftRequest } from './draft-run.ts';
import { type EditorRun, EditorRunContext, showProblem } from './editor-run-context.ts';
import { rememberInput } from './last-input.ts';
import type { Asked } from './run-questions.ts';
import { useListening } from './use-listening.ts';
import { useStepActions } from './use-step-actions.ts';

const RunDialogs = lazily(async () => (await import('./run-dialogs.tsx')).RunDialogs);

export function EditorRunProvider({ children }: { children: ReactNode }) {
  const { store } = useEditorParts();
  const topology = useEditor(state => state.topology);
  const structure = useMemo(() => readStructure(topology), [topology]);
  const following = useFollowing();
  const { shown, start, show } = following;
  const [asked, ask] = useState<Asked>();
  const { listening, listen, stopListening } = useListening(show);
  const isStarting = useRef(false);

  const startOrAsk = useCallback(
    (run: DraftRun) => {
      const effects = run.part.kind === 'all' ? [] : effectsOf(store.getState().definition, run.part);
      if (effects.length > 0) return ask({ kind: 'effects', run, effects });
      // Two clicks mean one run.
      if (isStarting.current) return;
      isStarting.current = true;
      start(run)
        .catch(showProblem)
        .finally(() => {
          isStarting.current = false;
        });
    },
    [store, start],
  );

  const value = useMemo<EditorRun>(
    () => ({
      watched: shown?.watched ?? NOT_WATCHED,
      isShown: shown !== undefined,
      structure,
      offered: following.offered,
      listening,
      asked,
      start,
      startOrAsk,
      ask,
      listen,
      stopListening,
      show,
      reload: following.reload,
      dismiss: following.dismiss,
    }),
    [shown, structure, following, listening, asked, start, startOrAsk, listen, stopListening, show],
  );
  useAddress(show);
  useRunMarks(shown?.watched.state, structure);
  useStepActions(value);
  return (
    <EditorRunContext value={value}>
      {children}
      {asked && <RunDialogs />}
    </EditorRunContext>
  );
}

/** Shows the run and opens the step that the address names, as links from the page of a run do. */
function useAddress(show: (runId: string) => void): void {
  const { store, canvas } = useEditorParts();
  const { run, step } = useSearch({ from: '/shell/workflows/$workflowId' });
  useEffect(() => {
    if (run === undefined) return;
    store.getState().setPreviewRun(run, true);
    show(run);
  }, [run, store, show]);
  useEffect(() => {
    if (step === undefined) return;
    store.getState().select([step]);
    store.getState().openItem(step);
    canvas.current?.reveal(step);
  }, [step, store, canvas]);
}

interface Shown {
  readonly watched: WatchedRun;
  readonly isHere: boolean;
}

function useFollowing() {
  const { store, saving } = useEditorParts();
  const { requireSaved } = saving;
  const queryClient = useQueryClient();
  const workflowId = useEditor(state => state.workflowId);
  const [shown, setShown] = useState<Shown>();
  const [offered, setOffered] = useState<string>();
  const current = useRef<AbortController>(null);
  const startsHere = useRef(0);
  const dismissed = useRef(new Set<string>());
  useEffect(() => () => current.current?.abort(), []);

  const follow = useCallback(
    (isHere: boolean, run: (onChange: (watched: WatchedRun) => void, signal: AbortSignal) => Promise<void>) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      setOffered(undefined);
      const onChange = (watched: WatchedRun) => {
        if (controller.signal.aborted) return;
        setShown({ watched, isHere });
        if (watched.connection !== 'done' || !watched.run) return;
        // The data of a run that has ended is what previews show from then on.
        store.getState().setPreviewRun(watched.run.id, isHere);
        void queryClient.invalidateQueries({ queryKey: RECENT_RUNS });
      };
      return run(onChange, controller.signal);
    },
    [store, queryClient],
  );

  const show = useCallback(
    (runId: string, isHere = true) => {
      void follow(isHere, (onChange, signal) => followRun(createSource(runId), onChange, signal));
    },
    [follow],
  );

  const start = useCallback(
    async (run: DraftRun) => {
      // Whoever runs a workflow has filled it in.
      store.getState().fill(null);
      await requireSaved();
      const draft = toDraftRequest(workflowId, store.getState().definition, run);
      if (run.triggerId !== undefined) rememberInput(queryClient, workflowId, run.triggerId, run.input);
      const begun = Promise.withResolvers<void>();
      const stream = (onEvent: Parameters<typeof runDraft>[1], signal: AbortSignal) =>
        draft.kind === 'run' ? runDraft(draft.request, onEvent, signal) : testDraft(draft.request, onEvent, signal);
      const ended = follow(true, (onChange, signal) => {
        const onProgress = (watched: WatchedRun) => {
          onChange(watched);
          begun.resolve();
        };
        return followStartedRun(stream, createSource, onProgress, signal);
      });
      ended.then(begun.resolve, begun.reject);
      startsHere.current++;
      await begun.promise.finally(() => startsHere.current--);
    },
    [requireSaved, follow, store, queryClient, workflowId],
  );

  useLive(event => {
    if (event.type !== 'run' || event.workflow_id !== workflowId) return;
    const state = shown?.watched.state;
    // To join another run would give up the one that is about to begin.
    if (state?.id === event.run_id || startsHere.current > 0) return;
    // It is still going on, and nobody wants to see it again.
    if (dismissed.current.has(event.run_id)) return;
    const hasEnded = state === undefined || isEnded(state.status);
    if (!shown || (!shown.isHere && hasEnded)) show(event.run_id, false);
    else if (hasEnded) setOffered(event.run_id);
  });

  const id = shown?.watched.state?.id;
  const isHere = shown?.isHere ?? false;
  return useMemo(
    () => ({
      shown,
      offered,
      start,
      show,
      reload: () => {
        if (id) show(id, isHere);
      },
      dismiss: () => {
        current.current?.abort();
        if (id) dismissed.current.add(id);
        setShown(undefined);
      },
    }),
    [shown, offered, start, show, id, isHere],
  );
}

/** Shows the states of a run on the steps of the canvas. */
function useRunMarks(state: RunState | undefined, structure: Structure): void {
  const { store } = useEditorParts();
  const now = useNow(state !== undefined && !isEnded(state.status));
  useEffect(() => {
    store.getState().setRunMarks(state && markSteps(state, structure, now));
  }, [store, state, structure, now]);
}
