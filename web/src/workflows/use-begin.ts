import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { WORKFLOWS } from '../api/workflows.ts';
import { useAction } from '../look/use-action.ts';

/** Creates a workflow and opens it. */
export function useBegin() {
  const { isBusy, problem, perform } = useAction({ changes: [WORKFLOWS] });
  const [chosen, setChosen] = useState('');
  const navigate = useNavigate();

  async function begin(create: () => Promise<string>, what = '') {
    setChosen(what);
    await perform(async () => navigate({ to: '/workflows/$workflowId', params: { workflowId: await create() } }));
  }

  return { problem, isBusy, busyWith: isBusy ? chosen : undefined, begin };
}
