import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { formatExact, formatRelative } from './duration.ts';

const TICK_MS = 10_000;

/** Calls back whenever relative times may read differently. All times of a page share one timer. */
const clock = createClock();

/** The present time, for what changes while people look at it. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.now);
}

/** Shows a time relative to now, and the exact one on hover or focus. */
export function Time({ at }: { at: number }) {
  const now = useNow();
  return (
    <Tooltip label={formatExact(at)}>
      <time dateTime={new Date(at).toISOString()}>{formatRelative(at, now)}</time>
    </Tooltip>
  );
}

function createClock() {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = Date.now();
  return {
    now: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener);
      now = Date.now();
      timer ??= setInterval(() => {
        now = Date.now();
        for (const each of listeners) each();
      }, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
