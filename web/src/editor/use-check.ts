import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { checkDefinition } from '../api/checking.ts';
import { workflowVariablesQuery } from '../api/variables.ts';
import { isSameJson } from '../graph/difference.ts';
import type { EditorIssue } from './document/issues.ts';
import { useEditor } from './editor-context.ts';
import { withoutUnfinished } from './filling.ts';
import type { EditorStore } from './store.ts';

const QUIET_MS = 300;
const RETRY_MS = 10_000;

const NO_ISSUES: readonly EditorIssue[] = [];

/**
 * Validates while somebody types, and returns what is wrong. The issues of before stay until there are others, so that
 * nothing flickers and nothing is drawn again.
 */
export function useCheck(store: EditorStore): readonly EditorIssue[] {
  const [issues, setIssues] = useState(NO_ISSUES);
  const { workflowId } = store.getState();
  // Somebody else asks for the variables. When they change, names may exist that did not before.
  const { data: variables } = useQuery({ ...workflowVariablesQuery(workflowId), enabled: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the service knows the variables by itself
  useEffect(() => {
    let controller = new AbortController();
    let timer = setTimeout(check, QUIET_MS);
    async function check(): Promise<void> {
      const { signal } = controller;
      try {
        const found = await checkDefinition(store.getState().definition, workflowId, signal);
        setIssues(before => (isSameJson(before, found.issues) ? before : found.issues));
      } catch {
        // Saving says when the service is away. Here it is enough to try again.
        if (!signal.aborted) timer = setTimeout(check, RETRY_MS);
      }
    }
    function stop(): void {
      controller.abort();
      clearTimeout(timer);
    }
    const unsubscribe = store.subscribe((now, before) => {
      if (now.definition === before.definition) return;
      stop();
      controller = new AbortController();
      timer = setTimeout(check, QUIET_MS);
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [store, workflowId, variables]);
  return useShown(issues);
}

/** Leaves out what is not finished. The list stays the same while nothing about it changes. */
function useShown(issues: readonly EditorIssue[]): readonly EditorIssue[] {
  const filling = useEditor(state => state.filling);
  const definition = useEditor(state => (filling ? state.definition : undefined));
  return useMemo(
    () => (definition ? withoutUnfinished(issues, definition, filling) : issues),
    [issues, definition, filling],
  );
}
