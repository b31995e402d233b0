/** Runs steps that call the tools of panels. */
import assert from 'node:assert/strict';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { findStep, readStepOutput, runOnce } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';

/** Executes a run of this person whose only step calls the tool. */
export function runTool(
  service: TestService,
  person: Person,
  tool: string,
  params: Record<string, unknown>,
  input: Record<string, unknown> = {},
): Promise<Run> {
  return runOnce(service, chain(node('call', 'tool.call', { tool, params })), input, person.key);
}

/** Returns the output of the tool. */
export async function callTool<Output>(
  service: TestService,
  person: Person,
  tool: string,
  params: Record<string, unknown>,
  input: Record<string, unknown> = {},
): Promise<Output> {
  return readStepOutput(await runTool(service, person, tool, params, input), 'call') as Output;
}

/** Checks that the step fails with this error. */
export async function refuseTool(
  service: TestService,
  person: Person,
  error: string | RegExp,
  tool: string,
  params: Record<string, unknown>,
  input: Record<string, unknown> = {},
): Promise<void> {
  // Templates in params are only checked during the run, so the run starts and its step fails.
  const run = await runTool(service, person, tool, params, input);
  const step = findStep(run, 'call');
  assert.equal(step.status, 'failed', step.output_json);
  if (typeof error === 'string') assert.equal(step.error, error);
  else assert.match(step.error, error);
}
