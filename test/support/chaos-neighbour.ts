/**
 * A user who burdens the service as heavily as we know how, beside the load of other users: templates that compute,
 * bodies with many keys and lists, sorts that no index serves, and calls of one webhook that come faster than its runs
 * can be executed.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment, Workflow } from '../../src/workflows/schemas.ts';
import { chain, type Definition, edge, node } from './definitions.ts';
import { call } from './process.ts';

export interface Neighbour {
  key: string;
  workflowId: string;
  hookPath: string;
}

export interface NeighbourOptions {
  /** A number from 0 to 1. */
  random(): number;
  /** The addresses of the services. Some of them may be down. */
  urls(): readonly string[];
}

const COMPUTING = '{% for a in range(250) %}{% for b in range(250) %}{{ (a * b) % 7 }}{% endfor %}{% endfor %}';
const AT_ONCE = 6;
const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

/** Prepares the neighbour at a service that is not disturbed yet. */
export async function openNeighbour(url: string): Promise<Neighbour> {
  const ask = async <Answer>(endpoint: string, body: object, key?: string): Promise<Answer> => {
    const reply = await call(url, endpoint, body, key);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as Answer;
  };
  const user = { email: `${randomUUID()}@example.org`, name: 'Neighbour' };
  const { id: user_id } = await ask<{ id: string }>('/api/v1/user/create', user);
  const { key } = await ask<{ key: string }>('/api/v1/key/create', { user_id, name: 'test', scopes: ['*'] });
  const create = async (definition: Definition) => {
    const { id } = await ask<Workflow>('/api/v3/workflow/create', { name: 'neighbour', definition }, key);
    return id;
  };
  const step = node('compute', 'transform', { value: COMPUTING });
  const workflowId = await create(chain(step, node('again', 'transform', { value: COMPUTING })));
  const hooked = await create({ nodes: [node('hook', 'trigger.webhook'), step], edges: [edge('hook', 'compute')] });
  const { triggers } = await ask<Deployment>('/api/v3/workflow/publish', { workflow_id: hooked }, key);
  return { key, workflowId, hookPath: new URL(triggers[0]?.url ?? '').pathname };
}

/** Sends requests until the load is over, whatever the answers are. */
export async function misbehave(
  { key, workflowId, hookPath }: Neighbour,
  { random, urls }: NeighbourOptions,
  isOver: () => boolean,
): Promise<void> {
  const keys = `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
  const lists = `[${'[],'.repeat(1_000_000)}[]]`;
  const acts: [path: string, body: () => string][] = [
    ['/api/v3/workflow/run', () => JSON.stringify({ workflow_id: workflowId })],
    ['/api/v3/workflow/run', () => `{"workflow_id":"${workflowId}","input":${keys}}`],
    ['/api/v3/workflow/runs/find', () => JSON.stringify({ sort_key: 'output_json' })],
    [hookPath, () => '{}'],
    [hookPath, () => lists],
  ];
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  async function work(): Promise<void> {
    while (!isOver()) {
      const [path = '', body = () => ''] = pick(acts) ?? [];
      const request = { method: 'POST', body: body(), headers: { 'uni-api-key': key } };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      await fetch(`${pick(urls())}${path}`, { ...request, signal })
        .then(response => response.arrayBuffer())
        .catch(() => {});
      await delay(random() * PAUSE_MS);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
