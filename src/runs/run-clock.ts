/** How long a run may still take, and how long it may go on before others get their turn. */
export class RunClock {
  readonly #endsAt: number;
  #sliceEndsAt = 0;

  /** `activeMs`: how long the run was executed before. */
  constructor(limitSeconds: number, activeMs: number) {
    this.#endsAt = performance.now() + limitSeconds * 1000 - activeMs;
    this.beginSlice();
  }

  leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  beginSlice(): void {
    this.#sliceEndsAt = performance.now() + SLICE_MS;
  }

  get isSliceOver(): boolean {
    return performance.now() > this.#sliceEndsAt;
  }
}

const SLICE_MS = 20;
