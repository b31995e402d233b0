/** What a tool gives that has run a workflow. */
import type { Query } from '../../database.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import { JsonTooDeep } from '../../platform/json/errors.ts';
import { parseJson } from '../../platform/json/parse.ts';
import type { Run } from '../schemas.ts';
import { findFilesOfOutput } from './input-files.ts';

/** Throws a StepError when the run has not succeeded. A run that pauses has no result yet, and goes on without the tool. */
export async function toToolOutcome(
  db: Query,
  { id, status, output_json, error }: Pick<Run, 'id' | 'status' | 'output_json' | 'error'>,
  workflowName: string,
): Promise<StepOutcome> {
  if (status === 'waiting') {
    const note = 'The run waits, for example for what people decide, and goes on by itself then. It has no result yet.';
    return { output: { run_id: id, status, note } };
  }
  if (status === 'cancelled') throw new StepError(`Run ${id} of '${workflowName}' was cancelled`);
  if (status !== 'success') throw new StepError(`Run ${id} of '${workflowName}' failed: ${error}`);
  return { output: await readRunOutput(output_json), fileIds: await findFilesOfOutput(db, output_json, id) };
}

/** Parses the output of a run. JSON that is nested too deeply stays a text. */
export async function readRunOutput(json: string): Promise<unknown> {
  if (json === '') return null;
  return parseJson(json).catch(error => {
    if (error instanceof JsonTooDeep) return json;
    throw error;
  });
}
