/** What can be tried with one step: test it, run up to it, go on from it, pin its output. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { readRunDetail, stepQuery } from '../../api/run.ts';
import { explain } from '../../look/explain.ts';
import { parsePartialJson } from '../../look/json/partial-json.ts';
import { showNotice } from '../../look/states/notices.tsx';
import { inputSchema, missingFields } from '../../run-parts/run-input.ts';
import * as texts from '../../texts/editor-run.ts';
import { setPin } from '../document/document.ts';
import { useEditorParts } from '../editor-context.ts';
import type { EditorStore } from '../store.ts';
import { findTriggers } from './draft-run.ts';
import type { EditorRun } from './editor-run-context.ts';
import { lastInput } from './last-input.ts';
import { choosePinnable, type Pin } from './pins.ts';

export interface StepTrials {
  test(nodeId: string): void;
  runTo(nodeId: string): void;
  runFrom(nodeId: string): void;
  /** Pins the last output of a step, or ends it. */
  pin(nodeId: string): void;
  editPin(nodeId: string): void;
}

export function useStepTrials(run: EditorRun): StepTrials {
  const { store } = useEditorParts();
  const queryClient = useQueryClient();
  // The run changes many times a second while it is watched, and the actions should not.
  const latest = useRef(run);
  latest.current = run;
  return useMemo(
    () => ({
      test(nodeId) {
        const { previewRunId } = store.getState();
        latest.current.startOrAsk({
          part: { kind: 'only', nodeId },
          input: {},
          dataRunId: previewRunId ?? undefined,
        });
      },
      runTo(nodeId) {
        const { definition, workflowId } = store.getState();
        const [trigger] = findTriggers(definition);
        const input = trigger && lastInput(queryClient, workflowId, trigger.id);
        const schema = trigger && inputSchema(definition, trigger.id);
        const part = { kind: 'until', nodeId } as const;
        const isEnough = input ? missingFields(schema, input).length === 0 : !schema;
        if (!trigger || !isEnough) latest.current.ask({ kind: 'input', part });
        else latest.current.startOrAsk({ part, input: input ?? {}, triggerId: trigger.id });
      },
      runFrom: nodeId => latest.current.ask({ kind: 'again', nodeId }),
      pin: nodeId => void togglePin(store, queryClient, latest.current, nodeId),
      editPin: nodeId => latest.current.ask({ kind: 'pin', nodeId }),
    }),
    [store, queryClient],
  );
}

/** Lets keys and toolbars of the editor use the actions. */
export function useStepActions(run: EditorRun): void {
  const { store } = useEditorParts();
  const trials = useStepTrials(run);
  useEffect(() => {
    if (store.getState().isReadOnly) return undefined;
    store.getState().setStepActions(trials);
    return () => store.getState().setStepActions(null);
  }, [store, trials]);
}

async function togglePin(store: EditorStore, queryClient: QueryClient, run: EditorRun, nodeId: string): Promise<void> {
  const { definition, change, previewRunId } = store.getState();
  if (definition.editor?.pins?.[nodeId]) {
    change(texts.unpin(nodeId), each => setPin(each, nodeId, undefined));
    return;
  }
  const runId = run.watched.run?.id ?? previewRunId;
  try {
    const pin = runId === null ? undefined : await readPin(queryClient, runId, nodeId);
    if (pin) change(texts.pin(nodeId), each => setPin(each, nodeId, pin));
    // Without a result there is nothing to pin yet, but an output can be written by hand.
    else run.ask({ kind: 'pin', nodeId });
  } catch (error) {
    showNotice({ failed: true, message: explain(error) });
  }
}

async function readPin(queryClient: QueryClient, runId: string, nodeId: string): Promise<Pin | undefined> {
  const { steps } = await readRunDetail(runId);
  const found = choosePinnable(steps, nodeId);
  if (!found) return undefined;
  const { output_json, output_truncated, handle } = await queryClient.fetchQuery(
    stepQuery(runId, nodeId, found.iteration),
  );
  if (output_truncated) {
    throw new Error(texts.pinIsCut(nodeId));
  }
  const parsed = parsePartialJson(output_json);
  return parsed && { output: parsed.value, ...(handle !== null && { handle }) };
}
