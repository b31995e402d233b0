import { useRef, useState } from 'react';
import { showNotice } from '../look/notices.tsx';
import * as texts from '../texts/api.ts';
import { ApiError } from './client.ts';

/** Does something that can fail: the reason is shown beside it, what was typed stays, and two clicks do it once. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);

  /** Returns whether it succeeded. */
  async function perform(action: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
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
      isUnderWay.current = false;
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
