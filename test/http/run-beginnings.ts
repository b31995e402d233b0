/**
 * Every way in which a run begins. `run-beginnings.test.ts` tries each of them with every rule of
 * `run-beginning-rules.ts`.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { sql } from 'kysely';
import type { NodeTypeName } from '../../src/nodes/node.ts';
import type { RunBatch } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { edge, type Node, node } from '../support/definitions.ts';
import { openFollowedDatabase } from '../support/followed-database.ts';
import { openTestBroker } from '../support/mqtt-broker.ts';
import { inReverse } from '../support/process.ts';
import { createWorkflow } from '../support/runs.ts';
import type { Person, Reply, TestService } from '../support/service.ts';
import { makePanel, type PanelUser } from './booster-panels.ts';
import { TestListener } from './console-workflows.ts';
import { connectTo as connectToDatabase } from './database-changes.ts';
import { dividing } from './failing-workflows.ts';
import { readNotice, TestForm } from './forms-sent.ts';
import { mcpClient, readText } from './mcp-clients.ts';
import { poll } from './poll.ts';
import { running } from './sub-workflows.ts';
import { TestHook } from './webhook-calls.ts';

type TriggerType = Extract<NodeTypeName, `trigger.${string}`>;

/** What one cell of the table is tried with. */
export interface Stage {
  service: TestService;
  /** The owner of the workflow. */
  owner: Person;
  /** Who publishes the workflow and starts its runs. */
  actor: Person;
  settings: Record<string, unknown>;
  /** Params of the trigger. */
  params: Record<string, unknown>;
  /** Params of the approval for which its runs wait. By default, its assignee is the owner. */
  approval: Record<string, unknown>;
  isPublished: boolean;
  /** How many runs begin at most. */
  begins: number;
  /** Aborts when the cell is over, so that no request waits for a run that is held. */
  signal: AbortSignal;
}

/** Why no run began. Undefined when nobody was told of anything. */
export type Refusal = string | undefined;

/** A workflow whose runs wait for a person, and what lets a run of it begin. */
export interface Prepared {
  workflowId: string;
  /** Resolves when the beginning was dealt with: there is a run, or there will be none for now. */
  begin(): Promise<Refusal>;
  /** Does the last beginning once more, as a sender does who got no answer. */
  repeat?(): Promise<Refusal>;
}

export interface Beginning {
  /** The trigger of the workflow that is tried. */
  trigger: TriggerType;
  /** The files below `src` that insert its runs. */
  insertedBy: readonly string[];
  prepare(stage: Stage): Promise<Prepared>;
}

const WORKFLOW = '/api/v3/workflow';

let cells = 0;

/** Creates the workflow, and publishes it if the stage says so. */
async function createCell(stage: Stage, trigger: Node, before: Node[] = []) {
  const { service, owner, actor, settings, isPublished } = stage;
  const steps = [...before, node('ask', 'human.approval', { title: 'Go on?', assignees: owner.id, ...stage.approval })];
  const nodes = [{ ...trigger, params: { ...trigger.params, ...stage.params } }, ...steps];
  const edges = steps.map((step, index) => edge(nodes[index]?.id ?? '', step.id));
  const sharing = owner === actor ? [] : [{ user_email: actor.email, write: true, scopes: {} }];
  const name = `cell ${++cells}`;
  const workflowId = await createWorkflow(service, { nodes, edges, settings }, owner.key, { name, sharing });
  const deployment = isPublished
    ? await service.ask<Deployment>(`${WORKFLOW}/publish`, { workflow_id: workflowId }, actor.key)
    : undefined;
  return { workflowId, name, deployment };
}

function requirePublished(deployment: Deployment | undefined): Deployment {
  assert.ok(deployment, 'only a published workflow has this trigger');
  return deployment;
}

function toRefusal({ status, body }: Reply): Refusal {
  if (status < 400) return undefined;
  const { detail } = body as { detail?: unknown };
  return `${status} ${typeof detail === 'string' ? detail : JSON.stringify(body)}`;
}

function database({ service }: Pick<Stage, 'service'>) {
  return service.service.system.database.query;
}

/** Sends a request as the actor. A request that waits for a run that is held counts as dealt with. */
async function send(stage: Stage, path: string, body: object, headers: Record<string, string> = {}): Promise<Refusal> {
  const { service, actor, signal } = stage;
  const all = { 'content-type': 'application/json', 'uni-api-key': actor.key, ...headers };
  return toRefusal(await service.send(path, { body: JSON.stringify(body), headers: all, signal }));
}

/** Resolves with the request, or as soon as the workflow has another run, or a run with another input. */
async function untilBegun(stage: Stage, workflowId: string, request: () => Promise<Refusal>): Promise<Refusal> {
  const look = async () => {
    const { rows } = await sql<{
      state: string | null;
    }>`SELECT md5(string_agg(id::text || input, ' ' ORDER BY id)) AS state
      FROM runs WHERE workflow_id = ${workflowId}`.execute(database(stage));
    return rows[0]?.state;
  };
  const before = await look();
  let isAnswered = false;
  const answered = request().finally(() => {
    isAnswered = true;
  });
  // A request that waits for a run that is held is aborted when the cell is over.
  answered.catch(() => {});
  await poll(async () => isAnswered || (await look()) !== before || undefined);
  return isAnswered ? answered : undefined;
}

/** A request of the API that names the workflow. */
function requested(path: string, body: object, trigger: TriggerType, insertedBy: string): Beginning {
  return {
    trigger,
    insertedBy: [insertedBy],
    async prepare(stage) {
      const { workflowId } = await createCell(stage, node('start', trigger));
      let calls = 0;
      const request = () =>
        untilBegun(stage, workflowId, () =>
          send(stage, path, { workflow_id: workflowId, ...body }, { 'idempotency-key': `call ${calls}` }),
        );
      return {
        workflowId,
        begin() {
          calls++;
          return request();
        },
        repeat: request,
      };
    },
  };
}

/** A call of a webhook, which waits for its run when the params say so. */
function webhook(params: Record<string, unknown>, { hasKey = true } = {}): Beginning {
  return {
    trigger: 'trigger.webhook',
    insertedBy: ['runs/store/queueing.ts'],
    async prepare(stage) {
      const { service, actor, signal } = stage;
      const { workflowId, deployment } = await createCell(stage, node('hook', 'trigger.webhook', params));
      const { path } = new TestHook(service, actor, workflowId, requirePublished(deployment));
      let calls = 0;
      const call = () =>
        untilBegun(stage, workflowId, async () => {
          const key = hasKey ? { 'idempotency-key': `call ${calls}` } : undefined;
          const headers = { 'content-type': 'application/json', ...key };
          return toRefusal(await service.send(path, { headers, body: JSON.stringify({ n: calls }), signal }));
        });
      return {
        workflowId,
        begin() {
          calls++;
          return call();
        },
        repeat: call,
      };
    },
  };
}

const listenedCall: Beginning = {
  trigger: 'trigger.webhook',
  insertedBy: ['runs/store/new-runs.ts'],
  async prepare(stage) {
    const { service, actor } = stage;
    // Nothing but the draft runs when the workflow is not published, or not active.
    const { workflowId } = await createCell({ ...stage, isPublished: false }, node('hook', 'trigger.webhook'));
    return {
      workflowId,
      async begin() {
        const body = { workflow_id: workflowId, node_id: 'hook' };
        const listener = new TestListener(service, actor.key, body);
        try {
          const path = await listener.path().catch((error: Error) => error);
          if (path instanceof Error) return (await toRefusalOf(service, actor, body)) ?? path.message;
          await service.send(path);
          const event = await listener.next();
          return typeof event === 'string' ? event : undefined;
        } finally {
          await listener.disconnect();
        }
      },
    };
  },
};

/** Asks once more, because the listener does not tell with which answer it was refused. */
async function toRefusalOf(service: TestService, { key }: Person, body: object): Promise<Refusal> {
  return toRefusal(await service.call('/api/v1/workflow/listen', body, key));
}

const form: Beginning = {
  trigger: 'trigger.form',
  insertedBy: ['runs/store/queueing.ts'],
  async prepare(stage) {
    const { service, actor } = stage;
    const form_schema = { type: 'object', properties: { note: { type: 'string' } } };
    const trigger = node('form', 'trigger.form', { title: 'Apply', form_schema });
    const { workflowId, deployment } = await createCell(stage, trigger);
    const page = new TestForm(service, actor, workflowId, requirePublished(deployment));
    let token = await page.token();
    const submit = async () => {
      const { status, text } = await page.send({ note: 'x', _heddle_token: token });
      return status === 303 ? undefined : `${status} ${readNotice(text)}`.trim();
    };
    let isUsed = false;
    return {
      workflowId,
      async begin() {
        if (isUsed) token = await page.token();
        isUsed = true;
        return submit();
      },
      repeat: submit,
    };
  },
};

const CLOCK = node('clock', 'trigger.schedule', { cron: '0 3 * * *' });

const schedule: Beginning = {
  trigger: 'trigger.schedule',
  insertedBy: ['runs/store/queueing.ts'],
  async prepare(stage) {
    const { workflowId } = await createCell(stage, CLOCK);
    // It is due at the same time, so that one sees when the schedules were looked at, also those that start nothing.
    const witness = await createCell({ ...stage, settings: {}, actor: stage.owner, isPublished: true }, CLOCK);
    const db = database(stage);
    return {
      workflowId,
      async begin() {
        const both = [workflowId, witness.workflowId];
        // The column rounds to milliseconds, and a time that is rounded up would not be due yet.
        await sql`UPDATE workflow_triggers SET next_run_at = date_trunc('milliseconds', now())
          WHERE workflow_id = ANY (${both}::uuid[])`.execute(db);
        // Where somebody has locked a workflow, its schedule is looked at again a second later.
        await poll(async () => {
          const { rows } = await sql`SELECT FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
            WHERE workflow_id = ANY (${both}::uuid[]) AND active AND next_run_at <= now()`.execute(db);
          return rows.length === 0 || undefined;
        });
        return undefined;
      },
    };
  },
};

const DAY = 86_400_000;

const backfill: Beginning = {
  trigger: 'trigger.schedule',
  insertedBy: ['runs/store/queueing.ts'],
  async prepare(stage) {
    const { workflowId } = await createCell(stage, CLOCK);
    let from = Date.UTC(2026, 2, 2);
    const fill = () =>
      batched(stage, '/api/v1/schedule/backfill', { workflow_id: workflowId, node_id: 'clock', from, to: from + DAY });
    return {
      workflowId,
      begin() {
        from += DAY;
        return fill();
      },
      repeat: fill,
    };
  },
};

/** Starts a batch, and waits until it is done. */
async function batched(stage: Stage, path: string, body: object): Promise<Refusal> {
  const { service, actor } = stage;
  const reply = await service.call(path, body, actor.key);
  if (reply.status >= 400) return toRefusal(reply);
  const { id } = reply.body as RunBatch;
  const { refusals } = await poll(async () => {
    const batch = await service.ask<RunBatch>('/api/v1/run/batch/get', { batch_id: id }, actor.key);
    return batch.status === 'running' ? undefined : batch;
  });
  return refusals[0]?.detail;
}

/** Items by the path at which polls ask for them. */
const items = new Map<string, { number: number }[]>();
/** Paths that answer as if the server were out of order. */
const broken = new Set<string>();
const source = createServer((request, response) => {
  const path = request.url ?? '';
  response.writeHead(broken.has(path) ? 503 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(items.get(path) ?? []));
});
source.listen(0, '127.0.0.1');
await once(source, 'listening');
after(() => {
  source.closeAllConnections();
  source.close();
});

function sourceUrl(path: string): string {
  return `http://127.0.0.1:${(source.address() as AddressInfo).port}${path}`;
}

const polled: Beginning = {
  trigger: 'trigger.poll',
  insertedBy: ['runs/store/queueing.ts'],
  async prepare(stage) {
    const { service, actor } = stage;
    const path = `/items/${cells}`;
    items.set(path, []);
    const asking = { tool: 'http_get_json', params: { url: sourceUrl(path) }, key: 'item.number', every: 86_400 };
    const { workflowId } = await createCell(stage, node('watch', 'trigger.poll', asking));
    // The service polls by itself as soon as the workflow is published.
    await poll(async () => {
      const { rows } = await sql`SELECT FROM poll_states
        JOIN workflow_triggers ON workflow_triggers.id = trigger_id
        WHERE workflow_id = ${workflowId} AND next_poll_at > now()`.execute(database(stage));
      return rows.length > 0 || undefined;
    });
    const look = async () => {
      const body = { workflow_id: workflowId, node_id: 'watch' };
      return toRefusal(await service.call('/api/v1/trigger/poll_now', body, actor.key));
    };
    return {
      workflowId,
      begin() {
        const known = items.get(path) ?? [];
        items.set(path, [...known, { number: known.length }]);
        return look();
      },
      repeat: look,
    };
  },
};

const broker = await openTestBroker({ after });

const message: Beginning = {
  trigger: 'trigger.message',
  insertedBy: ['runs/store/queueing.ts'],
  async prepare(stage) {
    const topic = `cell/${cells}`;
    const listening = { broker: 'mqtt', host: '127.0.0.1', port: broker.port, tls: false, topic };
    const { workflowId } = await createCell(stage, node('told', 'trigger.message', listening));
    const look = async () => {
      const { rows } = await sql<{ at: Date | null; listens: boolean }>`
        SELECT last_message_at AS at, consumers.active AS listens FROM consumers
        JOIN workflow_triggers ON workflow_triggers.id = trigger_id
        WHERE workflow_id = ${workflowId}`.execute(database(stage));
      return rows[0];
    };
    let n = 0;
    const send = async (body: object, id: string): Promise<Refusal> => {
      const before = (await look())?.at?.getTime();
      void broker.publish(topic, body, id);
      // While nobody listens, and while the queue is full, the broker keeps it.
      await poll(async () => {
        const state = await look();
        return !state?.listens || state.at?.getTime() !== before || undefined;
      });
      return undefined;
    };
    return {
      workflowId,
      begin() {
        n++;
        return send({ n }, `${topic} ${n}`);
      },
      repeat: () => send({ n }, `${topic} ${n}`),
    };
  },
};

const followed = await openFollowedDatabase(inReverse({ after }));

const followedRow: Beginning = {
  trigger: 'trigger.database_change',
  insertedBy: ['runs/store/queueing.ts'],
  async prepare(stage) {
    const { service, actor } = stage;
    const table = `public.cell${cells}_${randomUUID().slice(0, 8)}`;
    await followed.query(`CREATE TABLE ${table} (id integer PRIMARY KEY)`);
    const target = await connectToDatabase(service, actor, followed);
    const { workflowId } = await createCell(
      stage,
      node('watch', 'trigger.database_change', { ...target, tables: [table] }),
    );
    const read = async () => {
      const { rows } = await sql<{ active: boolean; position: string; lag: string | null; isFull: boolean }>`
        SELECT consumers.active, coalesce(position::text, '') AS position, lag_bytes AS lag,
          (SELECT count(*) >= 20 FROM runs WHERE created_by = ${actor.id} AND status = 'queued') AS "isFull"
        FROM consumers JOIN workflow_triggers ON workflow_triggers.id = consumers.trigger_id
        LEFT JOIN replication_slots ON replication_slots.trigger_id = consumers.trigger_id
        WHERE workflow_triggers.workflow_id = ${workflowId}`.execute(database(stage));
      return rows[0];
    };
    await poll(async () => {
      const state = await read();
      return state === undefined || state.lag !== null || undefined;
    });
    let rows = 0;
    return {
      workflowId,
      async begin() {
        const before = await read();
        await followed.query(`INSERT INTO ${table} VALUES (${rows++})`);
        // While the queue is full, and when nobody listens, a row stays in the log.
        if (!before?.active || before.isFull) return undefined;
        await poll(async () => (await read())?.position !== before.position || undefined);
        return undefined;
      },
    };
  },
};

/** A change of a panel that the workflow watches. */
function changed(subject: 'record' | 'file', change: (panel: PanelUser, n: number) => Promise<unknown>): Beginning {
  const trigger = `trigger.booster_${subject}` as const;
  return {
    trigger,
    insertedBy: ['runs/store/queueing.ts'],
    async prepare(stage) {
      const panel = await makePanel(stage.service, stage.actor, { docs: {} });
      const { workflowId } = await createCell(stage, node('watch', trigger, { panel_id: panel.id }));
      let changes = 0;
      return {
        workflowId,
        async begin() {
          await change(panel, ++changes);
          await poll(async () => {
            const { rows } = await sql`SELECT FROM booster_events
              WHERE panel_id = ${panel.id} AND starts_runs`.execute(database(stage));
            return rows.length === 0 || undefined;
          });
          return undefined;
        },
      };
    },
  };
}

const runEvent: Beginning = {
  trigger: 'trigger.run',
  insertedBy: ['runs/store/queueing.ts'],
  async prepare(stage) {
    const { service, actor } = stage;
    const failing = await createWorkflow(service, dividing(), actor.key);
    const { workflowId } = await createCell(
      stage,
      node('ended', 'trigger.run', { workflow_ids: [failing], runs: 'all' }),
    );
    return {
      workflowId,
      async begin() {
        // A run of a draft needs no room in the queue.
        const { id } = await service.ask<Run>(`${WORKFLOW}/run`, { workflow_id: failing }, actor.key);
        await poll(async () => {
          const { rows } = await sql`SELECT FROM run_events
            WHERE run_id = ${id} AND due_at <= now()`.execute(database(stage));
          return rows.length === 0 || undefined;
        });
        return undefined;
      },
    };
  },
};

/** A step of another workflow. */
function child(params: object): Beginning {
  return {
    trigger: 'trigger.manual',
    insertedBy: ['runs/store/new-runs.ts'],
    async prepare(stage) {
      const { service, actor } = stage;
      const { workflowId } = await createCell(stage, node('start', 'trigger.manual'));
      const parent = await createWorkflow(service, running(workflowId, params), actor.key);
      return {
        workflowId,
        async begin() {
          const reply = await service.call(`${WORKFLOW}/run`, { workflow_id: parent }, actor.key);
          const { error } = reply.body as Run;
          return toRefusal(reply) ?? (error === '' ? undefined : error);
        },
      };
    },
  };
}

/** An ended run that is repeated. */
function replayed(repeat: (stage: Stage, runId: string) => Promise<Refusal>): Beginning {
  return {
    trigger: 'trigger.manual',
    insertedBy: ['runs/store/new-runs.ts'],
    async prepare(stage) {
      const { service, actor } = stage;
      const { workflowId } = await createCell(stage, node('start', 'trigger.manual'));
      const { id } = await service.ask<Run>(`${WORKFLOW}/run`, { workflow_id: workflowId }, actor.key);
      await service.ask(`${WORKFLOW}/run/cancel`, { run_id: id }, actor.key);
      return { workflowId, begin: () => repeat(stage, id) };
    },
  };
}

const retry: Beginning = {
  trigger: 'trigger.webhook',
  insertedBy: ['runs/store/new-runs.ts'],
  async prepare(stage) {
    const { service, actor, settings, begins } = stage;
    const path = `/work/${cells}`;
    broken.add(path);
    const retried = { ...settings, retry: { attempts: 3, delay_seconds: 3600 } };
    const call = node('call', 'http.request', { url: sourceUrl(path) });
    const cell = await createCell({ ...stage, settings: retried }, node('hook', 'trigger.webhook'), [call]);
    const hook = new TestHook(service, actor, cell.workflowId, requirePublished(cell.deployment));
    const failed: string[] = [];
    const db = database(stage);
    const isDue = sql`next_retry_at IS NOT NULL AND next_retry_at <= now()`;
    for (let n = 0; n < begins; n++) {
      const id = await hook.call({ n });
      failed.push(id);
      await poll(async () => {
        const { rows } = await sql`SELECT FROM runs WHERE id = ${id} AND next_retry_at IS NOT NULL`.execute(db);
        return rows.length > 0 || undefined;
      });
    }
    broken.delete(path);
    return {
      workflowId: cell.workflowId,
      async begin() {
        const id = failed.shift() ?? '';
        await sql`UPDATE runs SET next_retry_at = now() WHERE id = ${id}`.execute(db);
        await poll(async () => {
          const { rows } = await sql`SELECT FROM runs WHERE id = ${id} AND ${isDue}`.execute(db);
          return rows.length === 0 || undefined;
        });
        return undefined;
      },
    };
  },
};

const mcpTool: Beginning = {
  trigger: 'trigger.manual',
  insertedBy: ['runs/store/run-store.ts', 'runs/store/new-runs.ts'],
  async prepare(stage) {
    const { service, actor, signal } = stage;
    const settings = { ...stage.settings, tool: { offered: true } };
    const { workflowId, name } = await createCell({ ...stage, settings }, node('start', 'trigger.manual'));
    // It is closed with the test that opened it.
    const client = await mcpClient(service, actor);
    let calls = 0;
    const call = () =>
      untilBegun(stage, workflowId, async () => {
        const _meta = { 'heddle/idempotencyKey': `call ${calls}` };
        const request = { name: `run_${name.replace(' ', '_')}`, arguments: {}, _meta };
        const result = await client.callTool(request, { signal }).catch((error: Error) => error);
        if (result instanceof Error) return result.message;
        return result.isError ? readText(result) : undefined;
      });
    return {
      workflowId,
      begin() {
        calls++;
        return call();
      },
      repeat: call,
    };
  },
};

const START = '/api/v1/run/start';
const replayOne = (stage: Stage, run_id: string) =>
  send(stage, '/api/v1/run/replay', { run_id, from: 'start', version: 'same' });
const replayMany = (stage: Stage, run_id: string) =>
  batched(stage, '/api/v1/run/replay_many', { ids: [run_id], from: 'start', version: 'same' });

/** The beginnings that belong to a trigger. A new type of trigger does not compile until it has one. */
const triggered = {
  'trigger.manual': {
    'a run of the draft': requested(`${WORKFLOW}/run`, {}, 'trigger.manual', 'runs/store/run-store.ts'),
    'a test of the draft': requested(
      '/api/v1/run/test',
      { effects: true },
      'trigger.manual',
      'runs/store/run-store.ts',
    ),
    'a start that waits': requested(START, {}, 'trigger.manual', 'runs/store/run-store.ts'),
    'a start that does not wait': requested(START, { wait: false }, 'trigger.manual', 'runs/store/new-runs.ts'),
    'a start of the draft that does not wait': requested(
      START,
      { wait: false, version: 'draft' },
      'trigger.manual',
      'runs/store/new-runs.ts',
    ),
    'a tool of an MCP client': mcpTool,
    'a step that waits': child({}),
    'a step that does not wait': child({ wait: false }),
    'a replay': replayed(replayOne),
    'a batch of replays': replayed(replayMany),
  },
  'trigger.webhook': {
    'a call of a webhook': webhook({}),
    'a call of a webhook that replies': webhook({ reply: 'result' }),
    'a call of a webhook that replies, without a key': webhook({ reply: 'result' }, { hasKey: false }),
    'a call that somebody waits for': listenedCall,
    'a retry': retry,
  },
  'trigger.form': { 'a form': form },
  'trigger.schedule': { 'a schedule': schedule, 'a backfill': backfill },
  'trigger.poll': { 'a poll': polled },
  'trigger.message': { 'a message of a broker': message },
  'trigger.database_change': { 'a row of a database': followedRow },
  'trigger.booster_record': { 'a record of a panel': changed('record', panel => panel.record()) },
  'trigger.booster_file': {
    'a file of a panel': changed('file', (panel, n) => panel.upload({ path: `docs/${n}.txt` })),
  },
  'trigger.run': { 'the end of another run': runEvent },
} as const satisfies Record<TriggerType, Record<string, Beginning>>;

type Union<Groups> = Groups extends unknown ? keyof Groups : never;
export type BeginningName = Union<(typeof triggered)[TriggerType]>;

export const beginnings = Object.assign({}, ...Object.values(triggered)) as Record<BeginningName, Beginning>;
