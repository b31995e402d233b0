import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { explain } from './explain.ts';
import { showNotice } from './states/notices.tsx';

interface ActionOptions {
  /** The beginnings of the keys of what the action changes, which is read again afterwards. */
  changes?: readonly QueryKey[];
  /** Whether a notice tells the reason of a failure, where there is no place for it beside the control. */
  noticesProblem?: boolean;
  /**
   * Whether it is read again after a refusal as well, because somebody else may have been faster. A form must not go
   * away with its reason, so this is only by itself where a notice tells the reason.
   */
  rereadsRefused?: boolean;
}

/** What the notice says, if anything. */
export type Done<Result> = string | ((result: Result) => string | undefined);

export interface Action {
  readonly isBusy: boolean;
  /** Why it failed. It stays until the next attempt. */
  readonly error: unknown;
  /** The same, as a sentence. */
  readonly problem: string | undefined;
  /** Returns whether it succeeded, of which a notice tells. Meanwhile, further calls do nothing. */
  perform<Result>(action: () => Result | Promise<Result>, done?: Done<Result>): Promise<boolean>;
  /** Forgets why it failed. */
  dismiss(): void;
}

/** So long an action waits for the page to show what it did. It is done also when that can not be read again. */
const LONGEST_READ_MS = 2_000;

/** Does something that can fail: the reason is shown beside it, what was typed stays, and two clicks do it once. */
export function useAction(options: ActionOptions = {}): Action {
  const { changes = [], noticesProblem = false, rereadsRefused = noticesProblem } = options;
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isUnderWay = useRef(false);

  const perform: Action['perform'] = async (action, done) => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const result = await action();
      // First, so that what people see agrees with what the notice says.
      await Promise.race([readAgain(queryClient, changes), sleep(LONGEST_READ_MS)]);
      const message = typeof done === 'function' ? done(result) : done;
      if (message !== undefined) showNotice({ message });
      return true;
    } catch (failure) {
      if (noticesProblem) showNotice({ message: explain(failure), failed: true });
      else setError(failure);
      if (rereadsRefused) void readAgain(queryClient, changes);
      return false;
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };

  return {
    isBusy,
    error,
    problem: error === undefined ? undefined : explain(error),
    perform,
    dismiss: () => setError(undefined),
  };
}

/** Reads what is shown of them again, and the rest when it is shown. */
export async function readAgain(queryClient: QueryClient, changes: readonly QueryKey[]): Promise<void> {
  await Promise.all(changes.map(queryKey => queryClient.invalidateQueries({ queryKey })));
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
