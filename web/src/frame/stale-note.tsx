/** Says that something on the page could not be read again. The page goes on showing what was read before. */
import { Button } from '@mantine/core';
import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Icon } from '../look/icons.tsx';
import * as words from '../texts/common.ts';
import { frame as texts } from '../texts/frame.ts';
import classes from './stale-note.module.css';

export function StaleNote() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const reason = useSyncExternalStore(
    useCallback(listener => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () => findReason(cache),
  );
  if (reason === undefined) return null;
  return (
    <div className={classes.note} role="status" title={reason}>
      <Icon name="triangle-alert" size={14} />
      <span>{texts.stale}</span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void queryClient.refetchQueries({ type: 'active', predicate: isStale })}
      >
        {words.readAgain}
      </Button>
    </div>
  );
}

function findReason(cache: QueryCache): string | undefined {
  return cache.getAll().find(query => query.isActive() && isStale(query))?.state.error?.message;
}

function isStale({ state }: Query): boolean {
  return state.status === 'error' && state.data !== undefined;
}
