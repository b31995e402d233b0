/**
 * The one stream of a tab, from which all widgets learn what happens. Browsers allow few connections to one host, so
 * there must not be a stream for each of them.
 *
 *   closed ─ first listener ─▶ connecting ─ hello ─▶ open ─ broken or ended ─▶ waiting ─ later ─▶ connecting
 *     ▲                                                                                             │
 *     └───────────────────────────────── no listener is left ───────────────────────────────────────┘
 *
 * A listener that hears `hello` may have missed something, and should read again what it shows.
 */
import type { LiveEvent } from '../../../../src/live/schemas.ts';

export type { LiveEvent };
export type LiveListener = (event: LiveEvent) => void;

export interface LiveServices {
  /** Calls back for each event until the stream ends, and throws when it breaks. */
  stream(body: object, onEvent: LiveListener, signal: AbortSignal): Promise<void>;
  /** Tells which workflow the tab shows now. */
  setPresence(workflowId: string | null): Promise<unknown>;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface LiveConnection {
  subscribe(listener: LiveListener): () => void;
  /** Which workflow the tab shows: others see who is there, and the stream tells who else is. */
  show(workflowId: string | null): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** A page that replaces another one subscribes a moment after that has left. */
const LINGER_MS = 1_000;

export function createLiveConnection({ stream, setPresence, wait }: LiveServices): LiveConnection {
  const listeners = new Set<LiveListener>();
  let shown: string | null = null;
  let running: AbortController | undefined;
  let lingering: AbortController | undefined;
  let isOpen = false;

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const told = shown;
      try {
        await stream(
          told === null ? {} : { workflow_id: told },
          event => {
            if (event.type === 'hello') {
              failures = 0;
              isOpen = true;
              // It may have changed while the request was on its way.
              if (shown !== told) tell();
            }
            for (const listener of listeners) listener(event);
          },
          signal,
        );
      } catch {
        // Whether the service is away or the session has ended, others say so. This only tries again.
      }
      isOpen = false;
      if (signal.aborted) return;
      await wait(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), signal).catch(() => {});
      failures++;
    }
  }

  function tell(): void {
    // A failure needs no answer: the next connection tells it again.
    setPresence(shown).catch(() => {});
  }

  function start(): void {
    lingering?.abort();
    lingering = undefined;
    if (running) return;
    running = new AbortController();
    void run(running.signal);
  }

  function stopSoon(): void {
    const linger = new AbortController();
    lingering = linger;
    wait(LINGER_MS, linger.signal).then(
      () => {
        running?.abort();
        running = undefined;
      },
      () => {},
    );
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopSoon();
      };
    },
    show(workflowId) {
      if (shown === workflowId) return;
      shown = workflowId;
      if (isOpen) tell();
    },
  };
}
