/**
 * Runs as others than their user see them. A link to a file opens it without a key, so it loses its secret: who sees that a
 * run made a file may not be somebody who may have it. The user of the run sees working links.
 */
import type { Query } from '../../database.ts';
import { runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import { withoutWorkingLinks } from '../../workflows/working-links.ts';
import type { RunEvent } from '../executing/events.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run } from '../schemas.ts';
import { readAnyRun } from './runs.ts';

export function isOfOther({ userId }: Caller, run: { created_by: string }): boolean {
  return run.created_by !== userId;
}

/** Reads a run of any user as the caller may see it. Who may see it has been decided. */
export async function readShownRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<Run> {
  const run = await readAnyRun(db, limits, id);
  if (!run) throw runNotFound();
  return toShownRun(run, caller);
}

/** The steps of a run may be long together, so they are gone through in slices. */
export async function toShownRun(run: Run, caller: Caller): Promise<Run> {
  const { userId } = caller;
  if (!isOfOther(caller, { created_by: run.created.user_id })) return run;
  const slice = new TimeSlice(userId);
  const steps: Run['steps'] = [];
  for (const step of run.steps) {
    if (slice.isOver) await slice.next();
    steps.push({ ...step, ...withoutLinks(step) });
  }
  const { input_json, output_json, error } = run;
  return {
    ...run,
    input_json: withoutWorkingLinks(input_json),
    output_json: withoutWorkingLinks(output_json),
    error: withoutWorkingLinks(error),
    steps,
  };
}

/**
 * Returns undefined for a part of a text that a step is writing: a link may be divided between two of them. The end of the
 * step has the whole text.
 */
export function toEventOfOther(event: RunEvent): RunEvent | undefined {
  return event.type === 'step_progress' ? undefined : { ...event, ...withoutLinks(event) };
}

function withoutLinks({ text, error, output_json }: { text: string; error: string; output_json: string }) {
  return {
    text: withoutWorkingLinks(text),
    error: withoutWorkingLinks(error),
    output_json: withoutWorkingLinks(output_json),
  };
}
