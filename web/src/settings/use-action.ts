import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { showNotice } from '../look/notices.tsx';
import * as texts from '../texts/settings.ts';

/** Does something that can fail: the reason is shown beside it, and what was typed stays. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** Returns whether it succeeded. */
  async function perform(action: () => Promise<unknown>, done?: string): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
      if (done !== undefined) showNotice({ message: done });
      return true;
    } catch (error) {
      setProblem(explain(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, perform };
}

/** When the session has ended, people sign in again in front of the page, and come back to what was not done. */
function explain(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return texts.notDoneBecauseSession;
  return error instanceof Error ? error.message : String(error);
}
