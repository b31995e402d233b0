/** Helpers that publish forms, open their pages and send them. */
import assert from 'node:assert/strict';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';
import { poll } from './poll.ts';

export const SCHEMA = {
  type: 'object',
  required: ['name', 'cv'],
  properties: {
    name: { type: 'string', title: 'Your name', maxLength: 50 },
    message: { type: 'string' },
    age: { type: 'integer', minimum: 18 },
    mail: { type: 'string', format: 'email' },
    color: { type: 'string', enum: ['red', 'green'] },
    news: { type: 'boolean', title: 'Send me <news>' },
    cv: { type: 'object', format: 'file', title: 'CV', description: 'As PDF & signed.' },
  },
} as const;

/** What somebody enters. A file has a content and a name. */
export type Entries = Record<string, string | { content: string; name: string }>;

export interface PageReply {
  status: number;
  headers: Headers;
  text: string;
}

export class TestForm {
  readonly #service: TestService;
  readonly #person: Person;
  readonly workflowId: string;
  path: string;

  constructor(service: TestService, person: Person, workflowId: string, deployment: Deployment) {
    this.#service = service;
    this.#person = person;
    this.workflowId = workflowId;
    this.path = findFormPath(deployment);
  }

  async open(path = this.path, headers: Record<string, string> = {}): Promise<PageReply> {
    return toPageReply(await fetch(`${this.#service.url}${path}`, { headers, redirect: 'manual' }));
  }

  /** Opens a page and returns its signed token. */
  async token(): Promise<string> {
    const { text } = await this.open();
    const [, token] = /name="_heddle_token" value="([^"]+)"/.exec(text) ?? [];
    assert.ok(token, text);
    return token;
  }

  /** Sends the form with a token of its own, unless the entries have one. */
  async send(
    entries: Entries,
    {
      json = false,
      query = '',
      service = this.#service,
    }: { json?: boolean; query?: string; service?: TestService } = {},
  ): Promise<PageReply> {
    const body = new FormData();
    const all: Entries = { ...entries };
    all._heddle_token ??= await this.token();
    for (const [name, entry] of Object.entries(all)) {
      if (typeof entry === 'string') body.append(name, entry);
      else body.append(name, new Blob([entry.content]), entry.name);
    }
    const headers: Record<string, string> = json ? { accept: 'application/json' } : {};
    const url = `${service.url}${this.path}${query}`;
    return toPageReply(await fetch(url, { method: 'POST', body, headers, redirect: 'manual' }));
  }

  /** Sends the form, which must succeed, and returns the path of its result. */
  async sendWell(entries: Entries): Promise<string> {
    const reply = await this.send(entries);
    assert.equal(reply.status, 303, reply.text);
    return reply.headers.get('location') ?? '';
  }

  change(endpoint: string, body: object = {}): Promise<Deployment> {
    const path = `/api/v3/workflow/${endpoint}`;
    return this.#service.ask<Deployment>(path, { workflow_id: this.workflowId, ...body }, this.#person.key);
  }

  async runs(): Promise<Run[]> {
    const filters = [['workflow_id', '==', this.workflowId]];
    return this.#service.ask<Run[]>('/api/v3/workflow/runs/find', { filters }, this.#person.key);
  }

  /** Waits until the only run has ended. */
  async endedRun(): Promise<Run> {
    return poll(async () => {
      const runs = await this.runs();
      assert(runs.length <= 1, 'there are several runs');
      return runs.find(({ status }) => !['queued', 'running'].includes(status));
    });
  }
}

export async function publishForm(
  service: TestService,
  person: Person,
  params: Record<string, unknown> = {},
  value: unknown = '{{ input }}',
  settings?: Record<string, unknown>,
): Promise<TestForm> {
  const definition = {
    nodes: [
      node('form', 'trigger.form', { title: 'Apply', form_schema: SCHEMA, ...params }),
      node('done', 'output', { value }),
    ],
    edges: [edge('form', 'done')],
    ...(settings && { settings }),
  };
  const workflow_id = await createWorkflow(service, definition, person.key);
  const deployment = await service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id }, person.key);
  return new TestForm(service, person, workflow_id, deployment);
}

export function findFormPath({ triggers }: Deployment): string {
  const { url } = triggers.find(({ type }) => type === 'trigger.form') ?? {};
  assert.ok(url);
  return new URL(url).pathname;
}

async function toPageReply(response: Response): Promise<PageReply> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The problems that a page shows, by field. */
export function readProblems(page: string): Record<string, string> {
  const fields = page.matchAll(/data-field="([^"]*)"(?:(?!data-field=).)*?<p class="problem"[^>]*>([^<]*)<\/p>/gs);
  return Object.fromEntries([...fields].flatMap(([, name, problem]) => (problem === '' ? [] : [[name, problem]])));
}

export function readNotice(page: string): string {
  return /<div class="notice"[^>]*>([^<]*)<\/div>/.exec(page)?.[1] ?? '';
}
