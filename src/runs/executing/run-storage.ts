import type {
  CancelledSteps,
  CursorMove,
  KnownStep,
  RunEnd,
  RunPause,
  SavedCursor,
  SavedStep,
  StepKey,
} from './saved-run.ts';

/** Saves what happens in one run. Every method throws `RunLost` when the run belongs to another process by now. */
export interface RunStorage {
  /** Saves the steps that have settled since the last call. */
  save(steps: readonly SavedStep[]): Promise<void>;
  /**
   * Reads the output of a saved step as JSON, or only so many characters of it. Of an output that is stored as a blob it
   * reads what is shown.
   */
  loadOutput(step: StepKey, characters?: number | null): Promise<string>;
  /** Called before an effect begins: a process that hung for long must not repeat what its successor has done. */
  confirmLease(): Promise<void>;
  /** Reads how far a loop has come that reads its items from a source. Undefined when it has not finished a window. */
  readCursor(nodeId: string): Promise<SavedCursor | undefined>;
  /** Moves it behind a window whose kept steps are saved. */
  moveCursor(move: CursorMove): Promise<void>;
  /** Publishes the unsettled steps, as JSON. */
  saveProgress(steps: string): Promise<void>;
  /** Reads the results that have arrived for waiting steps, by `stepKey`. */
  readResults(waiting: readonly StepKey[]): Promise<ReadonlyMap<string, KnownStep>>;
  /** Returns false when the result of a waiting step has arrived, so that the run must continue. */
  pause(pause: RunPause, waiting: readonly StepKey[]): Promise<boolean>;
  end(end: RunEnd): Promise<void>;
  /** Adds to a run that was cancelled during its execution what only this process knew of it. */
  addCancelled(steps: CancelledSteps): Promise<void>;
}

/** Another process executes the run, or is to execute it; or the run no longer exists. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
}

/** Somebody has cancelled the run. */
export class RunCancelled extends RunLost {}
