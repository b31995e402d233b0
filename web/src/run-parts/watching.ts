/**
 * Keeps up with a run until it has ended, whoever started it and whichever process executes it.
 *
 *   reading ── ended ─────────────────────────────────────▶ done
 *      │                                                     ▲
 *      └─ open ──▶ live ── run_end ──▶ reading the end ──────┘
 *                   │
 *                   └─ the connection breaks ──▶ lost ── after a while ──▶ reading
 *
 * Times come from reading, because events have none: so the end is read once more.
 */
import type { RunDetail, RunEvent } from '../api/run.ts';
import * as texts from '../texts/run-parts.ts';
import { foldEvents, isEnded, newRun, type RunState, readRun, type TimedEvent } from './run-state.ts';

export type Connection = 'connecting' | 'live' | 'lost' | 'done';

export interface WatchedRun {
  readonly connection: Connection;
  readonly run: RunDetail | undefined;
  readonly state: RunState | undefined;
  /** Why the run can not be shown at all. */
  readonly error: Error | undefined;
}

export interface RunSource {
  read(signal: AbortSignal): Promise<RunDetail>;
  watch(onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<void>;
  /** Whether trying again later can help. */
  isTemporary(error: unknown): boolean;
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const NOT_WATCHED: WatchedRun = { connection: 'connecting', run: undefined, state: undefined, error: undefined };

/** What is shown after a change: what was known of the run stays, also when it can not be read again. */
export function keepShown(before: WatchedRun, now: WatchedRun): WatchedRun {
  return now.state ? now : { ...now, run: before.run, state: before.state };
}

/** Events of this time are shown together, because a fast run has hundreds of them. */
const BATCH_MS = 40;
const RETRY_MS = [500, 1_000, 2_000, 5_000];

/** Calls `onChange` with everything that is known, whenever that changes. Resolves when nothing more will change. */
export async function followRun(
  source: RunSource,
  onChange: (watched: WatchedRun) => void,
  signal: AbortSignal,
): Promise<void> {
  let known = NOT_WATCHED;
  const change = (changed: Partial<WatchedRun>) => {
    if (signal.aborted) return;
    known = { ...known, ...changed };
    onChange(known);
  };
  for (let failures = 0; !signal.aborted; ) {
    try {
      const run = await source.read(signal);
      const state = readRun(run);
      failures = 0;
      change({ run, state, error: undefined, connection: isEnded(state.status) ? 'done' : 'live' });
      if (isEnded(state.status)) return;
      await watchEvents(source, state, folded => change({ state: folded, connection: 'live' }), signal);
      // The stream ends with the run, or with the process that sent it: reading tells.
    } catch (error) {
      if (signal.aborted) return;
      if (!source.isTemporary(error)) {
        change({ error: error instanceof Error ? error : new Error(String(error)), connection: 'done' });
        return;
      }
      change({ connection: 'lost' });
    }
    await source.wait(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0, signal).catch(() => {});
  }
}

/** What starts a run and answers with its events. */
export type StartStream = (onEvent: (event: RunEvent) => void, signal: AbortSignal) => Promise<void>;

/**
 * Starts a run and keeps up with it. Until it pauses or ends, its own events are all there is: a run that only computes
 * is stored when it ends. Throws when the service refuses to start it.
 */
export async function followStartedRun(
  start: StartStream,
  sourceOf: (runId: string) => RunSource,
  onChange: (watched: WatchedRun) => void,
  signal: AbortSignal,
): Promise<void> {
  let runId: string | undefined;
  let state: RunState | undefined;
  const clock = sourceOf('');
  const watch = (onEvent: (event: RunEvent) => void) =>
    start(event => {
      runId = event.run_id;
      onEvent(event);
    }, signal);
  const show = (connection: Connection) => onChange({ connection, state, run: undefined, error: undefined });
  try {
    await watchEvents(
      { ...clock, watch },
      newRun('', clock.now()),
      folded => {
        state = { ...folded, id: runId ?? '' };
        show('live');
      },
      signal,
    );
  } catch (error) {
    if (signal.aborted) return;
    if (runId === undefined) throw error;
    show('lost');
  }
  if (runId === undefined) throw new Error(texts.runDidNotStart);
  const begun = state;
  await followRun(
    sourceOf(runId),
    watched => onChange(watched.state || watched.error ? watched : { ...watched, state: begun }),
    signal,
  );
}

async function watchEvents(
  source: RunSource,
  start: RunState,
  onState: (state: RunState) => void,
  signal: AbortSignal,
): Promise<void> {
  let state = start;
  let batch: TimedEvent[] = [];
  const flush = () => {
    if (batch.length === 0) return;
    state = foldEvents(state, batch);
    batch = [];
    onState(state);
  };
  let scheduled = false;
  try {
    await source.watch(event => {
      batch.push({ event, at: source.now() });
      if (scheduled) return;
      scheduled = true;
      void source
        .wait(BATCH_MS, signal)
        .then(flush, () => {})
        .finally(() => {
          scheduled = false;
        });
    }, signal);
  } finally {
    flush();
  }
}
