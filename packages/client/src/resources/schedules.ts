import type { CallOptions } from '../attempt.ts';
import type { Backfill, RunBatch, RunBatchCount, Schedule, ScheduleOccurrences } from '../types.ts';
import type { Caller } from './caller.ts';

const BACKFILL = '/api/v1/schedule/backfill';

/** The schedules of published workflows. `workflows.deployment` has those of one. */
export class Schedules {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** The next times of a schedule, or why it is not valid. */
  preview(schedule: Schedule, options?: CallOptions): Promise<ScheduleOccurrences> {
    return this.#call.json('/api/v1/schedule/preview', schedule, options);
  }

  /** Makes runs for the times of a schedule in a range, which are started one after the other. */
  backfill(range: Backfill, options?: CallOptions): Promise<RunBatch> {
    return this.#call.json(BACKFILL, range, options);
  }

  /** How many runs `backfill` would make. */
  countBackfill(range: Backfill, options?: CallOptions): Promise<RunBatchCount> {
    return this.#call.json(BACKFILL, { ...range, dry_run: true }, options);
  }
}
