/**
 * Reads one run for the console. Its steps come with the beginnings of their outputs: an output of 200,000 characters is
 * read when somebody looks at it.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { runNotFound, stepNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { LargeResponse } from '../../http/large-response.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Step } from '../schemas.ts';
import { type RunRow, toRuns } from '../store/runs.ts';
import { toShownRun } from '../store/runs-of-others.ts';
import { seenRuns } from '../store/team-runs.ts';
import { readPlaces } from './concurrency.ts';
import { SUMMARY_COLUMNS, toRunSummary } from './list-runs.ts';
import type { RunDetails, StepSummary } from './list-schemas.ts';
import { measureRuns } from './read-runs.ts';

export async function readRunDetails(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<LargeResponse> {
  const bytes = await measureRun(db, limits, caller, id);
  async function* stream() {
    yield { bytes, text: async () => stringifyJson(await readDetails(db, limits, caller, id)) };
  }
  return new LargeResponse(stream());
}

/** Reads one step with the whole of what is stored of its output. */
export async function readStep(
  db: Query,
  limits: RunLimits,
  caller: Caller,
  { run_id, node_id, iteration }: { run_id: string; node_id: string; iteration: readonly number[] },
): Promise<LargeResponse> {
  const bytes = await measureRun(db, limits, caller, run_id);
  const key = iteration.join();
  async function readText(): Promise<string> {
    const { run } = await readRun(db, limits, caller, run_id);
    const step = run.steps.find(each => each.node_id === node_id && each.iteration.join() === key);
    if (!step) throw stepNotFound(node_id);
    return stringifyJson(step);
  }
  // The step is looked for before the answer begins, because its absence is an answer of its own.
  const text = await readText();
  async function* stream() {
    yield { bytes: Math.min(bytes, text.length), text: async () => text };
  }
  return new LargeResponse(stream());
}

async function readDetails(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<RunDetails> {
  const { row, run } = await readRun(db, limits, caller, id);
  return {
    ...toRunSummary(row, caller),
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

async function readRun(db: Query, limits: RunLimits, caller: Caller, id: string) {
  const { runs } = await seenRuns(db, caller);
  const row = await runs.select(SUMMARY_COLUMNS).where('runs.id', '=', id).executeTakeFirst();
  const [run] = row ? await toRuns(db, limits, [row satisfies RunRow]) : [];
  if (!row || !run) throw runNotFound();
  return { row, run: await toShownRun(run, caller) };
}

async function measureRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<number> {
  const { exact } = measureRuns(limits);
  const { runs } = await seenRuns(db, caller);
  const size = await runs
    .clearSelect()
    .select(sql<number>`${exact}`.as('bytes'))
    .where('runs.id', '=', id)
    .executeTakeFirst();
  if (!size) throw runNotFound();
  return size.bytes;
}
