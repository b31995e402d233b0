import { runAsService } from './owner-context.ts';

/**
 * Repeats an action in the background, with a pause after each time. Errors are reported and do not end the repetition.
 */
export function runPeriodically(
  pauseMs: number,
  act: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let isStopped = false;
  let running = Promise.resolve();
  let timer = setTimeout(run, pauseMs);

  function run(): void {
    running = runAsService(act)
      .catch(onError)
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, pauseMs);
      });
  }

  return {
    /** Waits for the action that is running. */
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
