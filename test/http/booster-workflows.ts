/** Published workflows that watch panels, and the runs that they start. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { type Definition, edge, type Node, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';
import { poll } from './poll.ts';

export interface Notification {
  kind: string;
  title: string;
  text: string;
}

/** Returns a workflow in which the steps follow the trigger one after the other. */
export function withTrigger(trigger: Node, ...steps: Node[]): Definition {
  const nodes = [trigger, ...steps];
  return { nodes, edges: nodes.slice(1).map((step, index) => edge(nodes[index]?.id ?? '', step.id)) };
}

export function onRecord(panelId: string, params: object = {}): Node {
  return node('watch', 'trigger.booster_record', { panel_id: panelId, ...params });
}

export function onFile(panelId: string, params: object = {}): Node {
  return node('watch', 'trigger.booster_file', { panel_id: panelId, ...params });
}

/** Outputs the input of the run. */
export const echo = node('echo', 'output', { value: '{{ input }}' });

/** Creates a workflow of this person, publishes it and returns its id. */
export async function publishNewWorkflow(
  service: TestService,
  definition: Definition,
  owner: Person,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = await createWorkflow(service, definition, owner.key, more);
  await publish(service, id, owner);
  return id;
}

export function publish(service: TestService, workflow_id: string, { key }: Person): Promise<Deployment> {
  return service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id }, key);
}

/** Waits until all events of panels have started their runs, and all runs have ended. */
export async function waitUntilIdle({ service }: TestService): Promise<void> {
  const { query: db } = service.system.database;
  await poll(async () => {
    const { rows } = await sql<{ busy: boolean }>`
        SELECT EXISTS (SELECT FROM booster_events WHERE starts_runs)
          OR EXISTS (SELECT FROM runs WHERE status IN ('queued', 'running')) AS busy`.execute(db);
    return rows[0]?.busy === false ? true : undefined;
  });
}

/** Waits until the service is idle, and returns the runs of a workflow, the oldest first. */
export async function findSettledRuns(service: TestService, workflowId: string, { key }: Person): Promise<Run[]> {
  await waitUntilIdle(service);
  const body = { filters: [['workflow_id', '==', workflowId]], sort_key: 'created.timestamp', limit_to: 200 };
  return service.ask<Run[]>('/api/v3/workflow/runs/find', body, key);
}

/** Reads the inputs of the runs of a workflow, which must have succeeded. */
export async function readRunInputs(service: TestService, workflowId: string, person: Person): Promise<unknown[]> {
  const runs = await findSettledRuns(service, workflowId, person);
  return runs.map(({ input_json, status, error }) => {
    assert.equal(status, 'success', error);
    return JSON.parse(input_json);
  });
}

export async function findNotifications(service: TestService, { key }: Person): Promise<Notification[]> {
  const found = await service.ask<Notification[]>('/api/v1/notification/find', {}, key);
  return found.map(({ kind, title, text }) => ({ kind, title, text }));
}
