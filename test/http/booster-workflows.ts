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

/** Steps in a row behind a trigger `watch`. */
export function behind(trigger: Node, ...steps: Node[]): Definition {
  const nodes = [trigger, ...steps];
  return { nodes, edges: nodes.slice(1).map((step, index) => edge(nodes[index]?.id ?? '', step.id)) };
}

export function onRecord(panelId: string, params: object = {}): Node {
  return node('watch', 'trigger.booster_record', { panel_id: panelId, ...params });
}

export function onFile(panelId: string, params: object = {}): Node {
  return node('watch', 'trigger.booster_file', { panel_id: panelId, ...params });
}

/** Gives back what it was started with. */
export const echo = node('echo', 'output', { value: '{{ input }}' });

/** A new workflow of this person, published by them. */
export async function published(
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

/** When all that happened to panels has started what it starts, and all of that has ended. */
export async function quiet({ service }: TestService): Promise<void> {
  const { query: db } = service.system.database;
  await poll(
    async () => {
      const { rows } = await sql<{ busy: boolean }>`
        SELECT EXISTS (SELECT FROM booster_events WHERE starts_runs)
          OR EXISTS (SELECT FROM runs WHERE status IN ('queued', 'running')) AS busy`.execute(db);
      return rows[0]?.busy === false ? true : undefined;
    },
    { withinMs: 30_000 },
  );
}

/** The runs of a workflow when all is quiet, the oldest first. */
export async function runsOf(service: TestService, workflowId: string, { key }: Person): Promise<Run[]> {
  await quiet(service);
  const body = { filters: [['workflow_id', '==', workflowId]], sort_key: 'created.timestamp', limit_to: 200 };
  return service.ask<Run[]>('/api/v3/workflow/runs/find', body, key);
}

/** What its runs were started with. */
export async function inputsOf(service: TestService, workflowId: string, person: Person): Promise<unknown[]> {
  const runs = await runsOf(service, workflowId, person);
  return runs.map(({ input_json, status, error }) => {
    assert.equal(status, 'success', error);
    return JSON.parse(input_json);
  });
}

export async function notificationsOf(service: TestService, { key }: Person): Promise<Notification[]> {
  const found = await service.ask<Notification[]>('/api/v1/notification/find', {}, key);
  return found.map(({ kind, title, text }) => ({ kind, title, text }));
}
