/** Runs in React: one that is followed until its end, the definition that it executed, and a clock for what is open. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { readRunDetail, runDefinitionQuery, watchRun } from '../api/run.ts';
import { ApiError } from '../api/transport/client.ts';
import { serverNow } from '../api/transport/server-clock.ts';
import { wait } from '../api/transport/wait.ts';
import { type Definition, readDefinition } from '../graph/definition.ts';
import type { RunState } from './run-state.ts';
import { guessStructure, readStructure, type Structure } from './structure.ts';
import { followRun, keepShown, NOT_WATCHED, type RunSource, type WatchedRun } from './watching.ts';

export interface FollowedRun extends WatchedRun {
  /** Reads the run again, after something was done to it. */
  reload(): void;
}

/** Follows a run. Without an id it follows nothing. */
export function useRun(runId: string | undefined): FollowedRun {
  const [watched, setWatched] = useState<{ runId: string; known: WatchedRun }>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round reads the same run again.
  useEffect(() => {
    if (runId === undefined) return undefined;
    const controller = new AbortController();
    const show = (now: WatchedRun) =>
      setWatched(before => ({ runId, known: keepShown(before?.runId === runId ? before.known : NOT_WATCHED, now) }));
    void followRun(createSource(runId), show, controller.signal);
    return () => controller.abort();
  }, [runId, round]);
  const reload = useCallback(() => setRound(count => count + 1), []);
  // What was known of another run must not be shown under this one's name.
  const known = watched !== undefined && watched.runId === runId ? watched.known : NOT_WATCHED;
  return useMemo(() => ({ ...known, reload }), [known, reload]);
}

export function createSource(runId: string): RunSource {
  return {
    read: signal => readRunDetail(runId, signal),
    watch: (onEvent, signal) => watchRun(runId, onEvent, signal),
    isTemporary: error => error instanceof ApiError && error.isTemporary,
    now: () => serverNow(),
    wait,
  };
}

export interface ExecutedDefinition {
  readonly definition: Definition | undefined;
  readonly structure: Structure | undefined;
  /** Whether the definition is not stored any more, so that the structure is guessed. */
  readonly isGone: boolean;
}

/** The definition that a run executed. While it can not be read, its structure is guessed from the steps. */
export function useExecutedDefinition(runId: string, state: RunState | undefined): ExecutedDefinition {
  const { data, error, failureCount } = useQuery(runDefinitionQuery(runId));
  const known = useMemo(() => {
    if (!data) return undefined;
    const { definition } = readDefinition(data.definition);
    return { definition, structure: readStructure(definition) };
  }, [data]);
  const isGuessed = failureCount > 0 || error !== null;
  const guessed = useMemo(
    () => (isGuessed && state ? guessStructure(state.steps.values()) : undefined),
    [isGuessed, state],
  );
  const isGone = error instanceof ApiError && error.status === 404;
  return { definition: known?.definition, structure: known?.structure ?? guessed, isGone };
}

/** The time of the service, which goes on only while something is open. */
export function useNow(isOpen: boolean): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (!isOpen) return undefined;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 500);
    return () => clearInterval(timer);
  }, [isOpen]);
  return now;
}
