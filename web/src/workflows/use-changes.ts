/** Changes of whole workflows, with what the user is told about them. */

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { WORKFLOWS, type WorkflowSummary } from '../api/workflows.ts';
import { explain } from '../look/explain.ts';
import { showNotice } from '../look/states/notices.tsx';
import { actOnEach, describeResult, type SayDone } from './bulk.ts';

export function notify(message: string): void {
  showNotice({ message });
}

export function notifyOfProblem(error: unknown): void {
  showNotice({ message: explain(error), failed: true });
}

/** Makes all lists read again. */
export function useRefreshLists(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: WORKFLOWS }), [queryClient]);
}

/** Acts on several workflows, says how it went, and reads the lists again. */
export function useBulkAction() {
  const refresh = useRefreshLists();
  return useCallback(
    async (
      workflows: readonly WorkflowSummary[],
      act: (workflow: WorkflowSummary) => Promise<unknown>,
      sayDone: SayDone,
    ): Promise<void> => {
      const result = await actOnEach(workflows, act);
      await refresh();
      const message = describeResult(result, sayDone);
      if (result.failures.length > 0) notifyOfProblem(new Error(message));
      else notify(message);
    },
    [refresh],
  );
}
