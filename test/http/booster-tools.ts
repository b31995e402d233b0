/** Steps that call tools of panels. */
import assert from 'node:assert/strict';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { outputOf, runOnce, stepOf } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';

/** A run of this person whose one step calls the tool. */
export function runTool(
  service: TestService,
  person: Person,
  tool: string,
  params: Record<string, unknown>,
  input: Record<string, unknown> = {},
): Promise<Run> {
  return runOnce(service, chain(node('call', 'tool.call', { tool, params })), input, person.key);
}

/** What the tool gives. */
export async function callTool<Output>(
  service: TestService,
  person: Person,
  tool: string,
  params: Record<string, unknown>,
  input: Record<string, unknown> = {},
): Promise<Output> {
  return outputOf(await runTool(service, person, tool, params, input), 'call') as Output;
}

/** The step must fail with this error. */
export async function refuseTool(
  service: TestService,
  person: Person,
  error: string | RegExp,
  tool: string,
  params: Record<string, unknown>,
  input: Record<string, unknown> = {},
): Promise<void> {
  // Params that are templates can not be found wrong before the run.
  const run = await runTool(service, person, tool, params, input);
  const step = stepOf(run, 'call');
  assert.equal(step.status, 'failed', step.output_json);
  if (typeof error === 'string') assert.equal(step.error, error);
  else assert.match(step.error, error);
}
