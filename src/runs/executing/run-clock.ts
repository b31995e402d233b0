const LONG_MS = 20;

/** Measures how long the run may still take. */
export class RunClock {
  readonly #startedAt = performance.now();
  readonly #endsAt: number;
  #leftOutMs = 0;

  constructor(limitSeconds: number, activeMsBefore: number) {
    this.#endsAt = this.#startedAt + limitSeconds * 1000 - activeMsBefore;
  }

  leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** A run that computes for longer than this is saved, so that a crash does not undo all of its work. */
  get isLong(): boolean {
    return performance.now() - this.#startedAt - this.#leftOutMs > LONG_MS;
  }

  /** Does not count this time as that of the event loop, because threads were computing. */
  leaveOut(ms: number): void {
    this.#leftOutMs += ms;
  }
}
