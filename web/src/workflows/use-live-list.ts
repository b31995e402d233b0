/** Keeps the list fresh while something happens: at most one reading in some seconds, however many runs end. */
import { useEffect, useRef } from 'react';
import { useLive } from '../api/transport/live.ts';
import { useRefreshLists } from './use-changes.ts';

const PAUSE_MS = 5_000;

export function useLiveList(): void {
  const refresh = useRefreshLists();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(event => {
    if (event.type !== 'run' && event.type !== 'workflow') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refresh();
    }, PAUSE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
