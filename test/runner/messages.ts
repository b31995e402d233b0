/** What the runner and its workers tell each other. */

export interface ToWorker {
  /** The next file, or nothing when there is none. */
  file: string | undefined;
}

export type FromWorker =
  /** The worker wants the next file. */
  | { kind: 'idle' }
  /** Something happened in a test. Without such signs for long, a test hangs. */
  | { kind: 'alive'; test: string; isOver: boolean }
  | Result
  /** The tests of a file have ended. */
  | { kind: 'ended'; file: string };

export interface Result {
  kind: 'result';
  file: string;
  /** The names of the suites around the test, and its own. */
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped, or how it failed. */
  reason: string;
}
