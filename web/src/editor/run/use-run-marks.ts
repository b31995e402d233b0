import { useEffect } from 'react';
import { markSteps } from '../../run-parts/marks.ts';
import { isEnded, type RunState } from '../../run-parts/run-state.ts';
import type { Structure } from '../../run-parts/structure.ts';
import { useNow } from '../../run-parts/use-run.ts';
import { useEditorParts } from '../editor-context.ts';

/** Shows the states of a run on the steps of the canvas. */
export function useRunMarks(state: RunState | undefined, structure: Structure): void {
  const { store } = useEditorParts();
  const now = useNow(state !== undefined && !isEnded(state.status));
  useEffect(() => {
    store.getState().setRunMarks(state && markSteps(state, structure, now));
  }, [store, state, structure, now]);
}
