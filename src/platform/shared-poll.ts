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
  #isPolling = false;

  constructor(options: SharedPollOptions<State>) {
    this.#options = options;
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
      this.#schedule();
    };
  }

  /** Polls at once, because something has probably happened to the thing. */
  hurry(id: string): void {
    const thing = this.#things.get(id);
    if (!thing) return;
    thing.isHurried = true;
    thing.dueAt = 0;
    thing.pauseMs = this.#options.pauseMs.first;
    this.#schedule();
  }

  hurryAll(): void {
    for (const id of this.#things.keys()) this.hurry(id);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const idle = [...this.#things.values()].filter(({ isBusy }) => !isBusy);
    if (this.#isPolling || idle.length === 0) return;
    const next = Math.min(...idle.map(({ dueAt }) => dueAt));
    this.#timer = setTimeout(() => void runAsService(() => this.#poll()), Math.max(0, next - performance.now()));
  }

  async #poll(): Promise<void> {
    const until = performance.now() + BATCH_WINDOW_MS;
    const due = [...this.#things].filter(([, { dueAt, isBusy }]) => dueAt <= until && !isBusy);
    for (const [, thing] of due) thing.isHurried = false;
    this.#isPolling = true;
    try {
      const states = await this.#options.read(due.map(([id]) => id));
      for (const [id, thing] of due) void this.#tell(thing, states.get(id));
    } catch (error) {
      for (const [, thing] of due) {
        for (const watcher of thing.watchers) watcher.fail(error);
        this.#pause(thing);
      }
    } finally {
      this.#isPolling = false;
      this.#schedule();
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
    this.#schedule();
  }

  #pause(thing: Thing<State>): void {
    if (thing.isHurried) return;
    thing.dueAt = performance.now() + thing.pauseMs;
    thing.pauseMs = Math.min(GROWTH * thing.pauseMs, this.#options.pauseMs.longest);
  }
}
