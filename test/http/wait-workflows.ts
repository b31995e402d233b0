/** Creates workflows that wait, and ends their waits. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, type Node, node } from '../support/definitions.ts';
import type { Reply, TestService } from '../support/service.ts';

/** Builds a workflow with steps in a row. The last one returns what the step `pause` gave. */
export function waiting(params: Record<string, unknown>, { timeout = false, before = [] as Node[] } = {}): Definition {
  const row = [node('start', 'trigger.manual'), ...before, node('pause', 'wait', params)];
  return {
    nodes: [
      ...row,
      node('done', 'output', { value: '{{ steps.pause.output }}' }),
      ...(timeout ? [node('late', 'output', { value: { late: '{{ steps.pause.output }}' } })] : []),
    ],
    edges: [
      ...row.slice(1).map((step, index) => edge(row[index]?.id ?? '', step.id)),
      edge('pause', 'done'),
      ...(timeout ? [edge('pause', 'late', 'timeout')] : []),
    ],
  };
}

export interface WaitingOutput {
  until: number;
  url?: string;
  event?: { name: string; key: string };
}

/** What the waiting step tells about its wait. */
export function readWait(
  run: Run,
  nodeId = 'pause',
  iteration: number[] = [],
): { text: string; output: WaitingOutput } {
  const step = run.steps.find(
    ({ node_id, iteration: at }) => node_id === nodeId && JSON.stringify(at) === JSON.stringify(iteration),
  );
  assert.equal(step?.status, 'waiting', JSON.stringify(run.steps));
  return { text: step.text, output: JSON.parse(step.output_json) };
}

/** The path of a link to this service. */
export function pathOf(url: string | undefined): string {
  return new URL(url ?? '').pathname;
}

export function callLink(
  service: TestService,
  url: string | undefined,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  return service.send(pathOf(url), {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Moves the end of all waits of a run into the past. */
export async function passTime(service: TestService, runId: string): Promise<void> {
  const db = service.service.system.database.query;
  await sql`UPDATE run_waits SET due_at = now() - interval '1 second' WHERE run_id = ${runId}`.execute(db);
}

export async function countWaits(service: TestService, runId: string): Promise<number> {
  const db = service.service.system.database.query;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM run_waits WHERE run_id = ${runId}`.execute(db);
  return rows[0]?.count ?? 0;
}
