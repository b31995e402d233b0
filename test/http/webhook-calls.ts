/** Helpers that publish and call webhooks. */
import assert from 'node:assert/strict';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import type { Person, Reply, TestService } from '../support/service.ts';
import { poll } from './poll.ts';

/** A webhook whose runs return their input. */
export const echo = defineHook(node('done', 'output', { value: '{{ input }}' }));

/** Defines a workflow with a webhook trigger `hook` and one step after it. */
export function defineHook(step: ReturnType<typeof node>): Definition {
  return { nodes: [node('hook', 'trigger.webhook'), step], edges: [edge('hook', step.id)] };
}

/** Defines a workflow whose webhook has a condition. */
export function conditional(when: string, params: object = {}): Definition {
  const hook = node('hook', 'trigger.webhook', { when, ...params });
  return { nodes: [hook, node('done', 'output', { value: '{{ input.body }}' })], edges: [edge('hook', 'done')] };
}

export class TestHook {
  readonly #service: TestService;
  readonly #person: Person;
  readonly workflowId: string;
  /** The path of the webhook's URL. */
  path: string;

  constructor(service: TestService, person: Person, workflowId: string, deployment: Deployment) {
    this.#service = service;
    this.#person = person;
    this.workflowId = workflowId;
    this.path = findHookPath(deployment);
  }

  /** Calls the webhook. An object is sent as JSON. */
  send(body?: object | string, headers: Record<string, string> = {}, service = this.#service): Promise<Reply> {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const type: Record<string, string> = body === undefined || isText ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined || isText ? body : JSON.stringify(body);
    return service.send(this.path, { headers: { ...type, ...headers }, ...(sent !== undefined && { body: sent }) });
  }

  /** Calls the webhook, which must succeed, and returns the id of the run. */
  async call(body?: object | string, headers: Record<string, string> = {}, service = this.#service): Promise<string> {
    const reply = await this.send(body, headers, service);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const { run_id } = reply.body as { run_id: string };
    assert.deepEqual(reply.body, { run_id, status: 'queued' });
    assert.match(run_id, /^[0-9a-f-]{36}$/);
    return run_id;
  }

  async refuse(status: number, detail: string, body?: object | string, headers: Record<string, string> = {}) {
    const reply = await this.send(body, headers);
    assert.deepEqual({ status: reply.status, body: reply.body }, { status, body: { detail } });
    return reply;
  }

  /** Sends a request of the publisher, which must succeed. */
  change(endpoint: string, body: object = {}): Promise<Deployment> {
    const path = `/api/v3/workflow/${endpoint}`;
    return this.#service.ask<Deployment>(path, { workflow_id: this.workflowId, ...body }, this.#person.key);
  }

  async run(id: string): Promise<Run> {
    return this.#service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {}, this.#person.key);
  }

  /** Waits until the run has ended. */
  async waitForRun(id: string): Promise<Run> {
    return poll(async () => {
      const run = await this.run(id);
      return ['queued', 'running'].includes(run.status) ? undefined : run;
    });
  }

  /** Calls the webhook, and returns the input that its run gets. */
  async callForInput(body?: object | string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const run = await this.run(await this.call(body, headers));
    return JSON.parse(run.input_json);
  }

  count(): Promise<number> {
    const filters = [['workflow_id', '==', this.workflowId]];
    return this.#service.ask<number>('/api/v3/workflow/runs/count', { filters }, this.#person.key);
  }
}

export async function publishHook(
  service: TestService,
  person: Person,
  definition: Definition = echo,
  more: Record<string, unknown> = {},
): Promise<TestHook> {
  const workflow_id = await createWorkflow(service, definition, person.key, more);
  const deployment = await service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id }, person.key);
  return new TestHook(service, person, workflow_id, deployment);
}

export function findHookPath({ triggers }: Deployment, nodeId = 'hook'): string {
  const { url } = triggers.find(({ node_id }) => node_id === nodeId) ?? {};
  assert.ok(url);
  return new URL(url).pathname;
}
