/** How long a run may still take, and whether it has taken so long that others should be able to know of it. */
export class RunClock {
  readonly #endsAt: number;
  readonly #startedAt = performance.now();

  /** `activeMs`: how long the run was executed before. */
  constructor(limitSeconds: number, activeMs: number) {
    this.#endsAt = this.#startedAt + limitSeconds * 1000 - activeMs;
  }

  leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** A run that computes for longer than this is saved, so that a crash does not undo all of it. */
  get isLong(): boolean {
    return performance.now() - this.#startedAt > LONG_MS;
  }
}

const LONG_MS = 20;
