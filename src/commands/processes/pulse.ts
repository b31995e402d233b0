/**
 * Whether a process still answers. The supervisor asks each process at an interval, and counts how often in a row the
 * answer is missing. It counts and does not measure, because a machine that slept, or a supervisor that was held up
 * itself, must not end processes that had no chance to answer.
 */

/** The interval at which the processes are asked. */
export const PULSE_MS = 5_000;
/** After so many missing answers, a process counts as one that is not ready, and then as one that never will be. */
const SILENT_AFTER = 2;
const HUNG_AFTER = 4;

export type PulseState = 'fine' | 'silent' | 'hung';

export class Pulse {
  #missing = 0;
  state: PulseState = 'fine';

  /** Call it when the process is asked again. */
  ask(): PulseState {
    this.state = this.#missing >= HUNG_AFTER ? 'hung' : this.#missing >= SILENT_AFTER ? 'silent' : 'fine';
    this.#missing++;
    return this.state;
  }

  answer(): void {
    this.#missing = 0;
    this.state = 'fine';
  }
}
