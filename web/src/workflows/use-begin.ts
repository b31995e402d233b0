import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefreshLists } from './use-changes.ts';

/** Creates a workflow and opens it. */
export function useBegin() {
  const [busyWith, setBusyWith] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const refresh = useRefreshLists();

  async function begin(create: () => Promise<string>, what = '') {
    setBusyWith(what);
    setProblem(undefined);
    try {
      const workflowId = await create();
      void refresh();
      await navigate({ to: '/workflows/$workflowId', params: { workflowId } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusyWith(undefined);
    }
  }

  return { problem, isBusy: busyWith !== undefined, busyWith, begin };
}
