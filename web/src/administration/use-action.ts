import { useState } from 'react';
import { showNotice } from '../look/notices.tsx';

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
      setProblem(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, perform };
}
