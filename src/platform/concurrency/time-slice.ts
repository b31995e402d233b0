/**
 * Divides the time of the event loop between long work and everything else.
 *
 * Work that takes more than a moment is done in slices. All long work of the process together gets `TURN_MS` of each
 * turn of the event loop; then requests and replies are served before it continues. Waiting work is resumed owner by
 * owner, so that one user's thousand pieces of work delay another user's single piece by one slice and not by a
 * thousand.
 */

/** The time in one turn of the event loop for all long work together. */
const TURN_MS = 15;
const LONGEST_SLICE_MS = 10;
/** Work that has just begun gets at least this much time, so that short work ends without ever waiting. */
const SHORTEST_SLICE_MS = 1;
/** Resumed work continues a few microtasks later. Only after those can we measure how long it took. */
const MICROTASK_HOPS = 6;

type Resume = () => void;

class LongWork {
  /**
   * Work that waits for its next slice, by owner. The owner at the front is resumed next and then moves to the back.
   */
  readonly #waiting = new Map<string, Set<Resume>>();
  /** Undefined while no long work has begun in this turn of the event loop. */
  #turnEndsAt: number | undefined;

  /** The time until which long work may continue in this turn of the event loop. */
  turnEndsAt(now: number): number {
    if (this.#turnEndsAt === undefined) {
      this.#turnEndsAt = now + TURN_MS;
      setImmediate(() => this.#endTurn());
    }
    return this.#turnEndsAt;
  }

  enqueue(owner: string, resume: Resume): void {
    const resumes = this.#waiting.get(owner);
    if (resumes) resumes.add(resume);
    else this.#waiting.set(owner, new Set([resume]));
    this.turnEndsAt(performance.now());
  }

  #endTurn(): void {
    this.#turnEndsAt = undefined;
    if (this.#waiting.size > 0) void this.#resumeUntil(this.turnEndsAt(performance.now()));
  }

  /** Resumes one piece of work after the other until the time of this turn is used up. */
  async #resumeUntil(endsAt: number): Promise<void> {
    do {
      this.#resumeNext();
      for (let hop = 0; hop < MICROTASK_HOPS; hop++) await undefined;
    } while (this.#waiting.size > 0 && performance.now() < endsAt);
  }

  #resumeNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [owner, resumes] = next;
    const [resume] = resumes;
    this.#waiting.delete(owner);
    if (!resume) return;
    resumes.delete(resume);
    if (resumes.size > 0) this.#waiting.set(owner, resumes);
    resume();
  }
}

/** One for each thread, since each thread has its own event loop. */
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

  /** Whether the work should let others continue. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** The time that is left of this slice. */
  get leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** Waits for the next slice. Throws the signal's reason when the signal has aborted meanwhile. */
  async next(): Promise<void> {
    await new Promise<void>(resume => longWork.enqueue(this.#owner, resume));
    this.#signal?.throwIfAborted();
    this.#begin();
  }

  #begin(): void {
    const now = performance.now();
    const turnEndsAt = longWork.turnEndsAt(now);
    this.#endsAt = Math.max(now + SHORTEST_SLICE_MS, Math.min(now + LONGEST_SLICE_MS, turnEndsAt));
  }
}
