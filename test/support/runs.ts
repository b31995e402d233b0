/** Creates and reads runs for tests. */
import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/runs/executing/events.ts';
import type { Run, Step } from '../../src/runs/schemas.ts';
import type { Definition } from './definitions.ts';
import { ADMIN_KEY, type TestService } from './service.ts';

export async function createWorkflow(
  service: TestService,
  definition: Definition,
  key = ADMIN_KEY,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await service.ask<{ id: string }>(
    '/api/v3/workflow/create',
    { name: 'workflow', definition, ...more },
    key,
  );
  return id;
}

/** Creates a workflow with this definition and runs it once. */
export async function runOnce(
  service: TestService,
  definition: Definition,
  input: Record<string, unknown> = {},
  key = ADMIN_KEY,
): Promise<Run> {
  const workflow_id = await createWorkflow(service, definition, key);
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, key);
}

export function findStep(run: Run, nodeId: string, iteration: number[] = []): Step {
  const step = run.steps.find(
    ({ node_id, iteration: at }) => node_id === nodeId && JSON.stringify(at) === JSON.stringify(iteration),
  );
  assert.ok(step, `there is no step ${nodeId} ${JSON.stringify(iteration)} in ${JSON.stringify(run.steps)}`);
  return step;
}

/** Returns the output of a step. */
export function readStepOutput(run: Run, nodeId: string, iteration: number[] = []): unknown {
  const { output_json, error } = findStep(run, nodeId, iteration);
  assert.notEqual(output_json, '', error);
  return JSON.parse(output_json);
}

export function readResult(run: Run): unknown {
  assert.equal(run.status, 'success', run.error);
  return run.output_json === '' ? undefined : JSON.parse(run.output_json);
}

export interface Chunk<Event = RunEvent> {
  timestamp: number;
  data: Event | '';
  error: { status: number; text: string; detail: string; code?: string } | null;
}

/** Splits a stream of JSON objects that follow each other without a separator. */
export function splitChunks<Event = RunEvent>(text: string): Chunk<Event>[] {
  const chunks: Chunk<Event>[] = [];
  let depth = 0;
  let inString = false;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' && depth++ === 0) start = index;
    else if (character === '}' && --depth === 0) chunks.push(JSON.parse(text.slice(start, index + 1)));
  }
  assert.equal(text.replace(/^(\{.*\})?$/s, ''), '', 'something stands around the chunks');
  return chunks;
}

export async function streamRun(service: TestService, body: object, key = ADMIN_KEY): Promise<Chunk[]> {
  const response = await fetch(`${service.url}/api/v3/workflow/run/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': key },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  return splitChunks(text);
}
