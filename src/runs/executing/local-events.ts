/** The events of the runs that this process executes, for those who watch one of them. */
import type { RunEvent, Watch } from './events.ts';

export interface LocalEvents {
  /** Calls the listener with the further events of a run that this process executes. Returns how to stop that. */
  listen(runId: string, listener: Watch): () => void;
  /** Returns what an execution sends its events to. Undefined while nobody listens: then no event is made. */
  watchOf(runId: string): Watch | undefined;
}

export function createLocalEvents(): LocalEvents {
  const listeners = new Map<string, Set<Watch>>();
  return {
    listen(runId, listener) {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
      };
    },
    watchOf(runId) {
      const ofRun = listeners.size === 0 ? undefined : listeners.get(runId);
      return ofRun && ((event: RunEvent) => ofRun.forEach(listener => void listener(event)));
    },
  };
}
