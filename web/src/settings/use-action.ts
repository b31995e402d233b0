import { notifications } from '@mantine/notifications';
import { useState } from 'react';

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
      if (done !== undefined) notifications.show({ message: done });
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
