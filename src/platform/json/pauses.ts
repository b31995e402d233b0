import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;
const SHORTEST_SLICE_MS = 1;
/** Short, as others may begin in the same turn. */
const FIRST_SLICE_MS = 2;
/** How long one turn of the event loop should take at most, together with everyone else's work in it. */
const TURN_MS = 30;

/**
 * Lets the event loop go on when some long work has held it for a slice of time.
 *
 * Every work that pauses is taken up again within the same turn of the loop, so ten of them at once would hold it for
 * ten slices. So each looks at how long the whole turn took, and shortens its next slice by as much as that was too
 * long: nobody needs to know of the others.
 */
export class Pauses {
  readonly #signal: AbortSignal | undefined;
  #sliceMs = FIRST_SLICE_MS;
  #sliceStartedAt = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  get due(): boolean {
    return performance.now() - this.#sliceStartedAt >= this.#sliceMs;
  }

  /** Throws when the signal has been aborted meanwhile. */
  async take(): Promise<void> {
    await nextTurn();
    this.#signal?.throwIfAborted();
    const now = performance.now();
    const fairMs = (this.#sliceMs * TURN_MS) / (now - this.#sliceStartedAt);
    this.#sliceMs = Math.max(SHORTEST_SLICE_MS, Math.min(SLICE_MS, fairMs));
    this.#sliceStartedAt = now;
  }
}
