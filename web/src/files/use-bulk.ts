/** Deletes or moves many files in small requests, so that the progress can be seen and the work stopped. */

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { panelChanges } from '../api/panels.ts';
import { CHUNK_SIZE, type FileOutcome } from '../api/storage.ts';
import { explain } from '../look/explain.ts';
import { readAgain } from '../look/use-action.ts';

export interface BulkState {
  total: number;
  handled: number;
  done: number;
  failed: FileOutcome['failed'];
  /** Why the rest was not tried. */
  problem?: string;
  isRunning: boolean;
}

type Change = (ids: readonly string[]) => Promise<FileOutcome>;

export function useBulk(panelId: string) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<BulkState>();
  const isStopped = useRef(false);

  /** Returns what came of it. A failed request ends it: what was not tried stays as it is. */
  async function run(ids: readonly string[], change: Change): Promise<BulkState> {
    isStopped.current = false;
    let current: BulkState = { total: ids.length, handled: 0, done: 0, failed: [], isRunning: true };
    setState(current);
    try {
      for (let from = 0; from < ids.length && !isStopped.current; from += CHUNK_SIZE) {
        const chunk = ids.slice(from, from + CHUNK_SIZE);
        const { done, failed } = await change(chunk);
        current = {
          ...current,
          handled: from + chunk.length,
          done: current.done + done,
          failed: [...current.failed, ...failed],
        };
        setState(current);
      }
    } catch (error) {
      current = { ...current, problem: explain(error) };
    }
    current = { ...current, isRunning: false };
    setState(current);
    await readAgain(queryClient, panelChanges(panelId));
    return current;
  }

  return {
    state,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
}
