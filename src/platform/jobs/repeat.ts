import { actForService } from '../owner.ts';

export interface Repetition {
  /** Waits for the act that is under way. */
  stop(): Promise<void>;
}

/** Acts again and again, with a pause after each act. What goes wrong is told, and does not end it. */
export function repeat(pauseMs: number, act: () => Promise<void>, onError: (error: unknown) => void): Repetition {
  let stopped = false;
  let underWay = Promise.resolve();
  let timer = setTimeout(turn, pauseMs);

  function turn(): void {
    underWay = actForService(act)
      .catch(onError)
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, pauseMs);
      });
  }

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return underWay;
    },
  };
}
