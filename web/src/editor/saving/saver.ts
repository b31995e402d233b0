/** Runs the state machine of `saving.ts`: it sends, reads, waits and keeps what the effects say. */
import { explain } from '../../look/explain.ts';
import type { Side } from '../document/conflicts.ts';
import type { RenameStep } from '../document/merge.ts';
import {
  advance,
  type SavingEffect,
  type SavingEvent,
  type SavingState,
  type Stored,
  type Transition,
  type UnsavedWork,
  unsavedWork,
} from './saving.ts';

export type SaveEffect = Extract<SavingEffect, { type: 'save' }>;
export type ShowEffect = Extract<SavingEffect, { type: 'show' }>;

export interface SaverServices {
  /** Throws an error with the status and the text of the service, or status 0 without an answer. */
  save(effect: SaveEffect): Promise<{ revisionId: string; updated: number }>;
  read(): Promise<{ stored: Stored; at: number }>;
  show(effect: ShowEffect): void;
  /** Keeps the work in the browser, or with undefined forgets it. */
  keep(work: UnsavedWork | undefined): void;
  rename: RenameStep;
  now(): number;
}

export interface Saver {
  getState(): SavingState;
  subscribe(listener: () => void): () => void;
  tell(event: SavingEvent): void;
  choose(key: string, side: Side): void;
  /** Saves what is not saved, without waiting for a pause, and returns the state in which that ended. */
  flush(): Promise<SavingState>;
  /** Begins, and returns how to stop: that sends what is waiting. A request under way still ends. */
  open(): () => void;
  /** The page may be gone in a moment: sends what is waiting, and writes down what is not saved. */
  leave(): void;
}

/** Typing must not copy the whole workflow with every letter. A crash of the browser costs at most what was typed since. */
const KEEP_MS = 1_000;
/** When something that was stopped on the way is continued. */
const REOPENED_MS = 500;

export function createSaver(start: Transition, services: SaverServices): Saver {
  const listeners = new Set<() => void>();
  const waiting = [...start.effects];
  let state = start.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = true;

  function tell(event: SavingEvent): void {
    if (event.type === 'changed' && event.content === state.content) return;
    enter(advance(state, event, services.rename));
  }

  function enter(transition: Transition): void {
    const isNew = transition.state !== state;
    state = transition.state;
    if (isNew) keepSoon();
    // The state is complete before anybody acts on it: showing something leads to the next event at once.
    for (const effect of transition.effects) perform(effect);
    if (isNew) for (const listener of listeners) listener();
  }

  function perform(effect: SavingEffect): void {
    if (effect.type === 'show') services.show(effect);
    else if (effect.type === 'wait') appoint(effect.ms);
    else void request(effect);
  }

  function appoint(ms: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => tell({ type: 'due' }), ms);
  }

  async function request(effect: Exclude<SavingEffect, ShowEffect | { type: 'wait' }>): Promise<void> {
    // What is sent is written down first, so that a page that dies now recognizes its own save later.
    keepNow();
    try {
      if (effect.type === 'save') {
        const saved = await services.save(effect);
        tell({ type: 'saved', ...saved, at: services.now() });
      } else tell({ type: 'opened', ...(await services.read()) });
    } catch (error) {
      tell({ type: 'failed', ...describe(error) });
    }
  }

  function keepSoon(): void {
    if (unsavedWork(state) === undefined || isClosed) keepNow();
    else keepTimer ??= setTimeout(keepNow, KEEP_MS);
  }

  function keepNow(): void {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    services.keep(unsavedWork(state));
  }

  function leave(): void {
    tell({ type: 'leaving' });
    keepNow();
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell,
    choose: (key, side) => tell({ type: 'chosen', key, side }),
    async flush() {
      // What has failed before is tried once more.
      tell({ type: 'due' });
      while (isOnTheWay(state)) {
        if (state.phase === 'waiting') tell({ type: 'due' });
        await nextChange(listeners);
      }
      return state;
    },
    open() {
      isClosed = false;
      // A page that continues its earlier work may have something to do. What it shows, it has shown from the start.
      for (const effect of waiting.splice(0)) if (effect.type !== 'show') perform(effect);
      if (state.phase === 'waiting' || state.phase === 'retrying') appoint(REOPENED_MS);
      return () => {
        leave();
        isClosed = true;
        clearTimeout(timer);
      };
    },
    leave,
  };
}

function isOnTheWay({ phase }: SavingState): boolean {
  return phase === 'waiting' || phase === 'saving' || phase === 'reading';
}

function nextChange(listeners: Set<() => void>): Promise<void> {
  return new Promise(resolve => {
    const listener = () => {
      listeners.delete(listener);
      resolve();
    };
    listeners.add(listener);
  });
}

function describe(error: unknown): { status: number; message: string } {
  const message = explain(error);
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 0;
  return { status, message };
}
