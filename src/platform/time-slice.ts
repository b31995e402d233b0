/**
 * How long work shares the event loop with everybody else.
 *
 * Work that takes more than a moment is done in slices. All such work of the process together gets `TURN_MS` of each turn
 * of the event loop, then requests and replies are served before it goes on. What waits is resumed owner by owner, so
 * that one user's thousand pieces of work delay another user's single piece by one slice and not by a thousand.
 */

/** Of one turn of the event loop, for all long work together. */
const TURN_MS = 15;
const LONGEST_SLICE_MS = 10;
/** Work that has just begun gets at least this, so that short work ends without ever waiting. */
const SHORTEST_SLICE_MS = 1;
/** Resumed work goes on in a microtask a few steps later: only after those can be seen how long it took. */
const MICROTASK_HOPS = 6;

type Resume = () => void;

class LongWork {
  /** Work that waits for its next slice. The owner at the front is resumed next, and then moves to the back. */
  readonly #waiting = new Map<string, Set<Resume>>();
  /** Of this turn of the event loop, if long work has begun in it. */
  #turnEndsAt: number | undefined;

  /** Until when long work may go on in this turn of the event loop. */
  turnEndsAt(now: number): number {
    if (this.#turnEndsAt === undefined) {
      this.#turnEndsAt = now + TURN_MS;
      setImmediate(() => this.#endTurn());
    }
    return this.#turnEndsAt;
  }

  wait(owner: string, resume: Resume): void {
    const works = this.#waiting.get(owner);
    if (works) works.add(resume);
    else this.#waiting.set(owner, new Set([resume]));
    this.turnEndsAt(performance.now());
  }

  #endTurn(): void {
    this.#turnEndsAt = undefined;
    if (this.#waiting.size > 0) void this.#resumeUntil(this.turnEndsAt(performance.now()));
  }

  /** One after the other, until the time of this turn is used up. */
  async #resumeUntil(endsAt: number): Promise<void> {
    do {
      this.#resumeNext();
      for (let hop = 0; hop < MICROTASK_HOPS; hop++) await undefined;
    } while (this.#waiting.size > 0 && performance.now() < endsAt);
  }

  #resumeNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [owner, works] = next;
    const [resume] = works;
    this.#waiting.delete(owner);
    if (!resume) return;
    works.delete(resume);
    if (works.size > 0) this.#waiting.set(owner, works);
    resume();
  }
}

/** A thread has one event loop, and so has one of these. */
const longWork = new LongWork();

export class TimeSlice {
  readonly #owner: string;
  readonly #signal: AbortSignal | undefined;
  #endsAt = 0;

  /** `owner` names the user, or whoever else the work is done for. */
  constructor(owner: string, signal?: AbortSignal) {
    this.#owner = owner;
    this.#signal = signal;
    this.#begin();
  }

  /** Whether the work should let others go on. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** What is left of it, in milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** Waits for the next slice. Throws the signal's reason when it was aborted meanwhile. */
  async next(): Promise<void> {
    await new Promise<void>(resume => longWork.wait(this.#owner, resume));
    this.#signal?.throwIfAborted();
    this.#begin();
  }

  #begin(): void {
    const now = performance.now();
    const turnEndsAt = longWork.turnEndsAt(now);
    this.#endsAt = Math.max(now + SHORTEST_SLICE_MS, Math.min(now + LONGEST_SLICE_MS, turnEndsAt));
  }
}
