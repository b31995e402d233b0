/**
 * Lets many wait for what becomes of things in the database, such as the end of a run. All of them share one poll, which
 * asks about everything that is due at once, on behalf of the service. The pauses between two polls of a thing grow. What
 * nobody watches costs nothing.
 *
 *   watched ── due ──▶ polled ── its watchers have seen what was found ──▶ due again after a pause
 */
import { runAsService } from './owner-context.ts';

interface SharedPollOptions<State> {
  /** Returns what is known of these things, by their ids. A thing that does not exist is left out. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, State>>;
  /** The first pause, which grows up to the longest one. */
  pauseMs: { first: number; longest: number };
}

export interface PollWatcher<State> {
  /** Is told what each poll has found. The thing is not polled again before this has ended. */
  see(state: State | undefined): void | Promise<void>;
  /** Is told what went wrong with a poll, or with what it saw. */
  fail(error: unknown): void;
}

interface Thing<State> {
  watchers: Set<PollWatcher<State>>;
  pauseMs: number;
  dueAt: number;
  /** Whether its watchers are being told. */
  isBusy: boolean;
  /** Whether something has happened since the poll that is in progress began. */
  isHurried: boolean;
}

/** Things that are due within this time are polled together. */
const BATCH_WINDOW_MS = 50;
const GROWTH = 1.5;

export class SharedPoll<State> {
  readonly #options: SharedPollOptions<State>;
  readonly #things = new Map<string, Thing<State>>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #isPolling = false;

  constructor(options: SharedPollOptions<State>) {
    this.#options = options;
  }

  /**
   * Resolves with the first value that `find` returns for what the polls have found, and with undefined when the signal
   * aborts.
   */
  async until<Result>(
    id: string,
    signal: AbortSignal,
    find: (state: State | undefined) => Result | undefined | Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (signal.aborted) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
    const see = async (state: State | undefined) => {
      const result = await find(state);
      if (result !== undefined) resolve(result);
    };
    const onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    const stop = this.watch(id, { see, fail: reject });
    try {
      return await promise;
    } finally {
      stop();
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Begins with a poll at once. The returned function ends the watch. */
  watch(id: string, watcher: PollWatcher<State>): () => void {
    const { first } = this.#options.pauseMs;
    const thing = this.#things.get(id) ?? {
      watchers: new Set(),
      pauseMs: first,
      dueAt: 0,
      isBusy: false,
      isHurried: false,
    };
    this.#things.set(id, thing);
    thing.watchers.add(watcher);
    this.hurry(id);
    return () => {
      thing.watchers.delete(watcher);
      if (thing.watchers.size > 0 || this.#things.get(id) !== thing) return;
      this.#things.delete(id);
      if (this.#things.size === 0) this.#clearTimer();
    };
  }

  /** Polls at once, because something has probably happened to the thing. */
  hurry(id: string): void {
    const thing = this.#things.get(id);
    if (!thing) return;
    thing.isHurried = true;
    thing.dueAt = 0;
    thing.pauseMs = this.#options.pauseMs.first;
    this.#pollFor(thing);
  }

  hurryAll(): void {
    for (const id of this.#things.keys()) this.hurry(id);
  }

  /** Polls when the thing is due, or before. A poll in progress looks at all things when it ends. */
  #pollFor({ dueAt, isBusy }: Thing<State>): void {
    if (this.#isPolling || isBusy || dueAt >= this.#timerAt) return;
    this.#clearTimer();
    this.#timerAt = dueAt;
    this.#timer = setTimeout(() => void runAsService(() => this.#poll()), Math.max(0, dueAt - performance.now()));
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  async #poll(): Promise<void> {
    const until = performance.now() + BATCH_WINDOW_MS;
    const due = [...this.#things].filter(([, { dueAt, isBusy }]) => dueAt <= until && !isBusy);
    for (const [, thing] of due) thing.isHurried = false;
    this.#clearTimer();
    this.#isPolling = true;
    try {
      // Those who watched what was due may have left.
      const states = due.length > 0 ? await this.#options.read(due.map(([id]) => id)) : new Map<string, State>();
      for (const [id, thing] of due) void this.#tell(thing, states.get(id));
    } catch (error) {
      for (const [, thing] of due) {
        for (const watcher of thing.watchers) watcher.fail(error);
        this.#pause(thing);
      }
    } finally {
      this.#isPolling = false;
      for (const thing of this.#things.values()) this.#pollFor(thing);
    }
  }

  async #tell(thing: Thing<State>, state: State | undefined): Promise<void> {
    thing.isBusy = true;
    const telling = [...thing.watchers].map(async watcher => {
      try {
        await watcher.see(state);
      } catch (error) {
        watcher.fail(error);
      }
    });
    await Promise.all(telling);
    thing.isBusy = false;
    this.#pause(thing);
    if (thing.watchers.size > 0) this.#pollFor(thing);
  }

  #pause(thing: Thing<State>): void {
    if (thing.isHurried) return;
    thing.dueAt = performance.now() + thing.pauseMs;
    thing.pauseMs = Math.min(GROWTH * thing.pauseMs, this.#options.pauseMs.longest);
  }
}
