/**
 * A load that is disturbed: its workflows, the people who decide for them, and a journal of what its clients learned.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Deployment, Workflow } from '../../src/workflows/schemas.ts';
import { defineWorkflow, KINDS, type Kind } from './chaos-workflows.ts';
import type { Outside } from './outside.ts';
import { call } from './process.ts';

export interface Decider {
  id: string;
  email: string;
  key: string;
}

export interface Load {
  outside: Outside;
  deciders: readonly Decider[];
  panelId: string;
  /** The kind of each workflow, by its id. Several workflows are schedules. */
  kinds: ReadonlyMap<string, Kind>;
  /** The path at which the webhook is called. */
  hookPath: string;
}

/**
 * Runs of these kinds belong to an organization, so the service checks before each whether its user is still a member.
 */
const ORGANIZATION_KINDS: ReadonlySet<Kind> = new Set(['webhook', 'schedule']);
const SCHEDULES = 5;
const DECIDERS = 2;

/** Prepares the load at a service that is not disturbed yet. */
export async function openLoad(url: string, outside: Outside): Promise<Load> {
  const ask = async <Answer>(endpoint: string, body: object): Promise<Answer> => {
    const reply = await call(url, endpoint, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as Answer;
  };
  const deciders: Decider[] = [];
  for (let count = 0; count < DECIDERS; count++) {
    const email = `${randomUUID()}@example.org`;
    const { id } = await ask<{ id: string }>('/api/v1/user/create', { email, name: `Decider ${count}` });
    const { key } = await ask<{ key: string }>('/api/v1/key/create', { user_id: id, name: 'test', scopes: ['*'] });
    deciders.push({ id, email, key });
  }
  const { id: panelId } = await ask<{ id: string }>('/api/v1/panel/create', { name: 'orders' });
  const assignees = deciders.map(({ email }) => email);
  const { id: organization_id } = await ask<{ id: string }>('/api/v1/organization/create', { name: 'organization' });
  const kinds = new Map<string, Kind>();
  let hookPath = '';
  for (const kind of [...KINDS, ...Array.from({ length: SCHEDULES - 1 }, () => 'schedule' as const)]) {
    const definition = defineWorkflow(kind, { outsideUrl: outside.url, assignees, panelId });
    const more = ORGANIZATION_KINDS.has(kind) ? { organization_id } : {};
    const { id, created } = await ask<Workflow>('/api/v3/workflow/create', { name: kind, definition, ...more });
    const member = { organization_id, user_id: created.user_id, write: true };
    if (kinds.size === 0) await ask('/api/v1/organization/member/set', member);
    const { triggers } = await ask<Deployment>('/api/v3/workflow/publish', { workflow_id: id });
    if (kind === 'webhook') hookPath = new URL(triggers[0]?.url ?? '').pathname;
    kinds.set(id, kind);
  }
  return { outside, deciders, panelId, kinds, hookPath };
}

export function findWorkflowId({ kinds }: Load, kind: Kind): string {
  const found = [...kinds].find(([, each]) => each === kind);
  assert.ok(found);
  return found[0];
}

/** A request that starts one run. */
export interface Asked {
  kind: Kind;
  name: string;
  /** Whether a client got an answer that confirms it. An unconfirmed request may have happened or not. */
  isAcknowledged: boolean;
  /** The run that the answer named. */
  runId?: string;
  /** The content of the file that was sent with the request. */
  content?: string;
}

export interface Decision {
  status: 'approved' | 'rejected';
  comment: string;
  amount: number;
  userId: string;
}

/** The outcomes that clients attempted for an approval. */
export interface Tried {
  decisions: Decision[];
  acknowledged?: Decision;
  /** Whether its deadline was moved into the past. */
  mayExpire: boolean;
}

/** Records what clients asked for, and how they were answered. */
export class Journal {
  readonly asked = new Map<string, Asked>();
  readonly approvals = new Map<string, Tried>();
  /** Answers that no client should have received. */
  readonly problems: string[] = [];
  /** How often there was no answer, or only one that reports a temporary problem. */
  unanswered = 0;

  ask(kind: Kind, name: string): Asked {
    const asked: Asked = { kind, name, isAcknowledged: false };
    this.asked.set(name, asked);
    return asked;
  }

  approval(id: string): Tried {
    const tried = this.approvals.get(id) ?? { decisions: [], mayExpire: false };
    this.approvals.set(id, tried);
    return tried;
  }

  get acknowledged(): number {
    return this.asked.values().reduce((sum, { isAcknowledged }) => sum + Number(isAcknowledged), 0);
  }

  summary(): string {
    const counts = new Map<string, { asked: number; acknowledged: number }>();
    for (const { kind, isAcknowledged } of this.asked.values()) {
      const count = counts.get(kind) ?? { asked: 0, acknowledged: 0 };
      count.asked++;
      if (isAcknowledged) count.acknowledged++;
      counts.set(kind, count);
    }
    const tried = [...this.approvals.values()];
    const parts = [...counts].map(([kind, { asked, acknowledged }]) => `${kind} ${acknowledged} of ${asked}`);
    parts.push(`decisions ${tried.filter(({ acknowledged }) => acknowledged).length}`);
    parts.push(`let expire ${tried.filter(({ mayExpire }) => mayExpire).length}`);
    parts.push(`requests without an answer ${this.unanswered}`);
    return `acknowledged: ${parts.join(', ')}`;
  }
}

/** Returns a generator of numbers from 0 to 1 that repeats them for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
