/** Creates workflows that wait for decisions, and decides them. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import type { Approval } from '../../src/approvals/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, type Node, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';
import { poll } from './poll.ts';

export const APPROVAL = '/api/v3/workflow/approval';
const RUN = '/api/v3/workflow/run';

/** Builds a workflow whose approval `ask` turns each outcome into the result of the run. Only `timeout: true` adds that outcome. */
export function asking(
  params: Record<string, unknown>,
  { timeout = false, before = [] }: { timeout?: boolean; before?: Node[] } = {},
): Definition {
  const ends = ['approved', 'rejected', ...(timeout ? ['timeout'] : [])];
  const row = [node('start', 'trigger.manual'), ...before, node('ask', 'human.approval', { title: 'Pay?', ...params })];
  return {
    nodes: [...row, ...ends.map(end => node(end, 'output', { value: { [end]: '{{ steps.ask.output }}' } }))],
    edges: [
      ...row.slice(1).map((step, index) => edge(row[index]?.id ?? '', step.id)),
      ...ends.map(end => edge('ask', end, end)),
    ],
  };
}

/** Starts a run of the definition and checks that it waits. */
export async function waitingRun(
  service: TestService,
  definition: Definition,
  person: Person,
  { input = {}, ...more }: { input?: Record<string, unknown>; organization_id?: string | null; name?: string } = {},
): Promise<Run> {
  const workflow_id = await createWorkflow(service, definition, person.key, more);
  const run = await service.ask<Run>(RUN, { workflow_id, input }, person.key);
  assert.equal(run.status, 'waiting', run.error);
  return run;
}

/** Returns the id of the approval that a step of the run waits for. */
export function findApprovalId(run: Run, nodeId = 'ask', iteration: number[] = []): string {
  const step = run.steps.find(
    ({ node_id, iteration: at }) => node_id === nodeId && JSON.stringify(at) === JSON.stringify(iteration),
  );
  assert.equal(step?.status, 'waiting', JSON.stringify(run.steps));
  return (JSON.parse(step.output_json) as { approval_id: string }).approval_id;
}

export function getApproval(service: TestService, approval_id: string, { key }: Person): Promise<Approval> {
  return service.ask<Approval>(`${APPROVAL}/get`, { approval_id }, key);
}

export function decide(
  service: TestService,
  approval_id: string,
  { key }: Person,
  decision: 'approve' | 'reject' = 'approve',
  more: Record<string, unknown> = {},
): Promise<Approval> {
  return service.ask<Approval>(`${APPROVAL}/decide`, { approval_id, decision, ...more }, key);
}

export function getRun(service: TestService, id: string, { key }: Person): Promise<Run> {
  return service.ask<Run>(`${RUN}s/get?entity_id=${id}`, {}, key);
}

/** Waits until the run has ended, and returns it. */
export async function waitForEnd(service: TestService, id: string, person: Person): Promise<Run> {
  return poll(async () => {
    const run = await getRun(service, id, person);
    return ['success', 'failed', 'cancelled'].includes(run.status) ? run : undefined;
  });
}

/** Moves the deadline of an approval into the past. */
export async function passDeadline(service: TestService, id: string): Promise<void> {
  const db = service.service.system.database.query;
  await sql`UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = ${id}`.execute(db);
}

/** Removes the schedule of the expiry job, so that only the test expires approvals. Returns the intervals that it had. */
export async function stopExpiring(service: TestService): Promise<number[]> {
  const { rows } = await sql<{ every_minutes: number }>`
    DELETE FROM job_schedules WHERE kind = 'approvals.expire' RETURNING every_minutes`.execute(
    service.service.system.database.query,
  );
  return rows.map(({ every_minutes }) => every_minutes);
}

/** Sends a request while another connection has locked the run, acts once the request waits for the lock, and then releases it. */
export async function whileRunIsLocked<Result>(
  { database }: TestService,
  runId: string,
  {
    request,
    waiting,
    act,
  }: { request: () => Promise<Result>; waiting: number; act?: (client: pg.Client) => Promise<unknown> },
): Promise<Result> {
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [runId]);
    const result = request();
    const count = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await poll(async () => ((await client.query(count)).rowCount === waiting ? true : undefined));
    await act?.(client);
    await client.query('COMMIT');
    return await result;
  } finally {
    await client.end();
  }
}
