/** Workflows that follow a database, for tests. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Run } from '../../src/runs/schemas.ts';
import type { RowChangeInput } from '../../src/triggers/database-changes/row-changes.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import type { FollowedDatabase } from '../support/followed-database.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';
import { poll } from './poll.ts';

export function following(params: Record<string, unknown>): Definition {
  return {
    nodes: [node('watch', 'trigger.database_change', params), node('done', 'output', { value: '{{ input }}' })],
    edges: [edge('watch', 'done')],
  };
}

/** Returns what the trigger needs to connect, with a new credential of somebody. */
export async function connectTo(
  service: TestService,
  person: Person,
  { host, port, database, user, password }: FollowedDatabase,
  fields: Record<string, string> = {},
) {
  const name = `database_${randomUUID().replaceAll('-', '')}`;
  const hosts = [`http://${host}:${port}`];
  const values = { username: user, password, ...fields };
  await service.ask('/api/v1/credential/create', { name, kind: 'basic', hosts, fields: values }, person.key);
  return { host, port, database, credential: name, tls: false };
}

export class FollowingWorkflow {
  readonly #service: TestService;
  readonly #person: Person;
  readonly id: string;

  private constructor(service: TestService, person: Person, id: string) {
    this.#service = service;
    this.#person = person;
    this.id = id;
  }

  static async create(service: TestService, person: Person, params: Record<string, unknown>) {
    const id = await createWorkflow(service, following(params), person.key);
    return new FollowingWorkflow(service, person, id);
  }

  static async publish(service: TestService, person: Person, params: Record<string, unknown>) {
    const workflow = await FollowingWorkflow.create(service, person, params);
    await workflow.publish();
    return workflow;
  }

  /** Waits until the source is followed. */
  async publish(params?: Record<string, unknown>): Promise<void> {
    await this.publishOnly(params);
    await this.isFollowing();
  }

  async publishOnly(params?: Record<string, unknown>): Promise<void> {
    if (params) await this.ask('/update', { id: this.id, definition: following(params) });
    await this.ask('/publish', { workflow_id: this.id });
  }

  async setActive(active: boolean): Promise<void> {
    await this.ask('/activate', { workflow_id: this.id, active });
    if (active) await this.isFollowing();
  }

  /** What happens from now on starts runs. */
  async isFollowing(): Promise<void> {
    await poll(async () => {
      const { lag_bytes, last_error } = await this.trigger();
      assert.equal(last_error, undefined);
      return lag_bytes === undefined ? undefined : true;
    });
  }

  async trigger() {
    const { triggers } = await this.ask<Deployment>('/deployment', { workflow_id: this.id });
    const trigger = triggers.find(({ node_id }) => node_id === 'watch');
    assert.ok(trigger);
    return trigger;
  }

  /** Waits until it can not listen, and returns why. */
  async problem(): Promise<string> {
    return poll(async () => (await this.trigger()).last_error);
  }

  /** Waits until so many runs have ended, and returns their inputs in the order in which they were queued. */
  async inputs(count: number): Promise<RowChangeInput[]> {
    const runs = await poll(async () => {
      const found = await this.runs();
      return found.length >= count && found.every(({ status }) => status === 'success') ? found : undefined;
    });
    assert.equal(runs.length, count);
    return runs.map(run => readResult(run) as RowChangeInput);
  }

  async runs(): Promise<Run[]> {
    const filters = [['workflow_id', '==', this.id]];
    const found = await this.ask<Run[]>('/runs/find', { filters, limit: 500 });
    return found.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  ask<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#service.ask<Answer>(`/api/v3/workflow${path}`, body, this.#person.key);
  }
}
