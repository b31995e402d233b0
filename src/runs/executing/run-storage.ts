import type { KnownStep, RunEnd, RunPause, StepKey } from './saved-run.ts';
import type { ValueKeeper } from './step-values.ts';

/** Where a run's writes go. All of them throw when the run is another's by now. */
export interface RunStorage extends ValueKeeper {
  /** Before an effect begins: a process that stood still for long must not do again what its successor has done. */
  confirm(): Promise<void>;
  /** The steps under way, as JSON. */
  progress(steps: string): Promise<void>;
  /** Of steps that waited, by `keyOf`, those that have got what they waited for. */
  ended(waiting: readonly StepKey[]): Promise<ReadonlyMap<string, KnownStep>>;
  /** False: one of the steps that wait has got what it waited for. */
  pause(pause: RunPause, waiting: readonly StepKey[]): Promise<boolean>;
  end(end: RunEnd): Promise<void>;
}

/** The run is, or is to be, executed by another process; or there is no such run any more. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
}
