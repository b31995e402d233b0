/**
 * Reads one run for the console. Its steps come with the beginnings of their outputs: an output of 200,000 characters is
 * read when somebody looks at it.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { stepNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { LargeResponse } from '../../http/large-response.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run, Step } from '../schemas.ts';
import { withSteps } from '../store/runs.ts';
import { toShownRun } from '../store/runs-of-others.ts';
import { requireSeenRun } from '../store/team-runs.ts';
import { readPlaces } from './concurrency.ts';
import { withFailures } from './failure-lists.ts';
import { SUMMARY_COLUMNS, toRunSummary } from './list-runs.ts';
import type { RunDetails, StepSummary } from './list-schemas.ts';
import { measureRuns } from './read-runs.ts';

export async function readRunDetails(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<LargeResponse> {
  const bytes = await measureRun(db, limits, caller, id);
  return LargeResponse.of({ bytes, text: async () => stringifyJson(await readDetails(db, limits, caller, id)) });
}

/** Reads one step with the whole of what is stored of its output. */
export async function readStep(
  db: Query,
  limits: RunLimits,
  caller: Caller,
  { run_id, node_id, iteration }: { run_id: string; node_id: string; iteration: readonly number[] },
): Promise<LargeResponse> {
  const bytes = await measureRun(db, limits, caller, run_id);
  // The step is looked for before the answer begins, because its absence is an answer of its own.
  const { run } = await readShown(db, limits, caller, run_id);
  const step = findStep(run, node_id, iteration);
  if (!step) throw stepNotFound(node_id);
  const text = await stringifyJson(step);
  return LargeResponse.of({ bytes: Math.min(bytes, text.length), text: async () => text });
}

export function findStep({ steps }: Run, nodeId: string, iteration: readonly number[]): Step | undefined {
  const key = iteration.join();
  return steps.find(step => step.node_id === nodeId && step.iteration.join() === key);
}

async function readDetails(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<RunDetails> {
  const { row, run } = await readShown(db, limits, caller, id);
  const [summary = toRunSummary(row, caller)] = await withFailures(db, [toRunSummary(row, caller)]);
  return {
    ...summary,
    input_json: run.input_json,
    output_json: run.output_json,
    permissions: run.permissions,
    ...(row.status === 'queued' && row.held === 'place' && { places: await readPlaces(db, id) }),
    steps: run.steps.map(toStepSummary),
  };
}

function toStepSummary(step: Step): StepSummary {
  const { output_json } = step;
  return {
    ...step,
    output_json: output_json.slice(0, fixedLimits.run.list.outputCharacters),
    output_characters: output_json.length,
  };
}

async function readShown(db: Query, limits: RunLimits, caller: Caller, id: string) {
  const row = await requireSeenRun(db, caller, id, runs => runs.select(SUMMARY_COLUMNS));
  return { row, run: await toShownRun(await withSteps(db, limits, row), caller) };
}

async function measureRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<number> {
  const { exact } = measureRuns(limits);
  const { bytes } = await requireSeenRun(db, caller, id, runs =>
    runs.clearSelect().select(sql<number>`${exact}`.as('bytes')),
  );
  return bytes;
}
