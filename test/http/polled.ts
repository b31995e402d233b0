/** A source of items over HTTP, and workflows that poll it, for tests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Run } from '../../src/runs/schemas.ts';
import type { PollPreview } from '../../src/triggers/polls/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';
import { poll } from './poll.ts';

export interface Source {
  url: string;
  /** What the next requests are answered with: JSON, or whatever the function does. */
  answer: unknown | ((response: ServerResponse, url: URL) => void);
  requests: URL[];
}

export async function openSource(hooks: { after(act: () => unknown): void }): Promise<Source> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', source.url);
    source.requests.push(url);
    if (typeof source.answer === 'function') source.answer(response, url);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(source.answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const source: Source = { url: `http://127.0.0.1:${port}`, answer: [], requests: [] };
  return source;
}

export function polling(params: Record<string, unknown>): Definition {
  return {
    nodes: [
      node('watch', 'trigger.poll', { tool: 'http_get_json', every: 86_400, ...params }),
      node('done', 'output', { value: '{{ input }}' }),
    ],
    edges: [edge('watch', 'done')],
  };
}

export interface Outcome {
  polled_at: number;
  found: number;
  new: number;
  started: number;
  left: number;
  skipped: number;
  error: string | null;
}

/** A workflow that polls, published and polled once. */
export class PolledWorkflow {
  readonly #service: TestService;
  readonly #person: Person;
  readonly id: string;

  private constructor(service: TestService, person: Person, id: string) {
    this.#service = service;
    this.#person = person;
    this.id = id;
  }

  static async publish(service: TestService, person: Person, params: Record<string, unknown>) {
    const workflow = new PolledWorkflow(service, person, await createWorkflow(service, polling(params), person.key));
    await workflow.publish();
    return workflow;
  }

  /** The service polls by itself as soon as the workflow is published. */
  async publish(params?: Record<string, unknown>): Promise<void> {
    if (params) await this.#ask('/update', { id: this.id, definition: polling(params) });
    await this.#ask('/publish', { workflow_id: this.id });
    await this.polled();
  }

  async setActive(active: boolean): Promise<void> {
    await this.#ask('/activate', { workflow_id: this.id, active });
    if (active) await this.polled();
  }

  /** Waits until the trigger is not due. */
  async polled(): Promise<void> {
    await poll(async () => {
      const { next_run_at } = await this.trigger();
      return next_run_at !== null && next_run_at > Date.now() ? true : undefined;
    });
  }

  pollNow(): Promise<Outcome> {
    const body = { workflow_id: this.id, node_id: 'watch' };
    return this.#service.ask<Outcome>('/api/v1/trigger/poll_now', body, this.#person.key);
  }

  preview(params?: Record<string, unknown>): Promise<PollPreview> {
    const body = { workflow_id: this.id, node_id: 'watch', ...(params && { params }) };
    return this.#service.ask<PollPreview>('/api/v1/trigger/poll_preview', body, this.#person.key);
  }

  async trigger() {
    const { triggers } = await this.#ask<Deployment>('/deployment', { workflow_id: this.id });
    const trigger = triggers.find(({ node_id }) => node_id === 'watch');
    assert.ok(trigger);
    return trigger;
  }

  /** Waits until all runs have ended, and returns their inputs in the order in which they were queued. */
  async inputs<Input = { item: unknown; key: string; polled_at: number }>(count: number): Promise<Input[]> {
    const filters = [['workflow_id', '==', this.id]];
    const runs = await poll(async () => {
      const found = await this.#ask<Run[]>('/runs/find', { filters });
      return found.length >= count && found.every(({ status }) => status === 'success') ? found : undefined;
    });
    assert.equal(runs.length, count);
    return runs.sort((one, other) => (one.id < other.id ? -1 : 1)).map(run => readResult(run) as Input);
  }

  #ask<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#service.ask<Answer>(`/api/v3/workflow${path}`, body, this.#person.key);
  }
}
