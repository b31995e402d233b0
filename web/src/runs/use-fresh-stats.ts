/** Reads counts again while runs change, at most once in some seconds. */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../api/live.ts';
import { RUN_STATS } from '../api/runs.ts';

const PAUSE_MS = 5_000;

export function useFreshStats(): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(event => {
    if (event.type !== 'run' && event.type !== 'hello') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: RUN_STATS });
    }, PAUSE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
