/**
 * Kills a process with `kill -9` before and after every entry that an assistant adds to its conversation. Another
 * process continues: no entry appears twice, every tool call happened once, and no saved answer is requested again.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import type { WholeConversation } from '../../src/assistants/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { TestDatabase } from '../support/database.ts';
import { chain, node } from '../support/definitions.ts';
import { awaitEndedRun, ENVIRONMENT } from '../support/disturbed-runs.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { type ModelServer, openModelServer, type SeenModelRequest } from '../support/model-server.ts';
import { servePointByPoint } from '../support/point-by-point.ts';
import { dyingAt } from '../support/points.ts';
import { call, FIRST_KEY, type Installation, inReverse, newInstallationOnDatabase } from '../support/process.ts';
import { endSilenceAfterRun } from '../support/silence.ts';
import { startSurvivor } from '../support/survivors.ts';
import { COMPLETE_ONLY, casesOf, firstPer } from '../support/tiers.ts';

/** The entries that the assistant adds, in order. */
const ENTRIES = ['the task', 'the call', 'the result', 'the answer'];
const cases = [
  ...ENTRIES.map((what, index) => ({ point: 'conversation.added', passing: index + 1, what })),
  ...ENTRIES.slice(2).map((what, index) => ({ point: 'conversation.adding', passing: index + 3, what })),
];

const hooks = inReverse({ after });
interface AssistantWorld {
  heddle: Installation;
  database: TestDatabase;
  survivor: string;
  client: pg.Client;
  server: ModelServer;
  panelId: string;
}
let world: AssistantWorld;

before(async () => {
  const server = await openModelServer(hooks);
  const { heddle, database } = await newInstallationOnDatabase(hooks);
  const client = new pg.Client(database.address);
  await client.connect();
  hooks.after(() => client.end());
  const { url: survivor } = await startSurvivor(hooks, heddle, database, environment(server));
  const panel = await ask<{ id: string }>(survivor, '/api/v1/panel/create', { name: 'panel' });
  world = { heddle, database, survivor, client, server, panelId: panel.id };
  server.answer = answer;
});

function environment({ url }: ModelServer): Record<string, string> {
  return { ...ENVIRONMENT, HEDDLE_MODELS: JSON.stringify([{ id: 'small', url, credits: { call: 1 } }]) };
}

/** Calls the tool first and answers afterwards. Each call has a unique id, as with real models. */
function answer({ messages, tools }: SeenModelRequest) {
  const task = String(messages.find(({ role }) => role === 'user')?.content);
  if (messages.some(({ role }) => role === 'tool')) return { text: `Done: ${task}` };
  const [{ name } = { name: '' }] = tools;
  const input = name === 'hash' ? { text: task } : { panel_id: world.panelId, collection: task, data: { task } };
  return { calls: [{ id: `call-${crypto.randomUUID()}`, name, input }] };
}

suite('an assistant whose process is killed continues in another process', { concurrency: true }, () => {
  for (const { point, passing, what } of casesOf(
    cases,
    firstPer(({ point }) => point),
  )) {
    test(`when it is killed at ${point} with ${what}`, async () => {
      const { heddle, survivor, client, server } = world;
      const task = `${point}-${passing}`;
      const workflowId = await workflowWith(survivor, task);
      const victim = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...environment(server), ...dyingAt(point, passing) },
      });
      await call(victim.url, '/api/v3/workflow/run', { workflow_id: workflowId }).catch(() => {});
      assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
      const { rows } = await client.query('SELECT id FROM runs WHERE workflow_id = $1', [workflowId]);
      assert.equal(rows.length, 1);
      await endSilenceAfterRun(client, workflowId);

      await check(await awaitEndedRun(survivor, rows[0].id), task);
      const asked = timesAsked(task);
      const isAnswerLost = point === 'conversation.adding' && what !== 'the result';
      assert.equal(asked, isAnswerLost ? 3 : 2, 'times that the model was asked');
    });
  }
});

suite('the run that an assistant has started as a tool', { concurrency: true }, () => {
  for (const { point, passing } of casesOf(
    [
      { point: 'child.starting', passing: 1 },
      { point: 'child.started', passing: 1 },
      { point: 'conversation.adding', passing: 3 },
    ],
    ({ point }) => point === 'child.started',
  )) {
    test(`is the only one when the process is killed at ${point}`, async () => {
      const { heddle, survivor, client, server } = world;
      const task = `tool at ${point}`;
      const { id: child } = await ask<{ id: string }>(survivor, '/api/v3/workflow/create', {
        name: 'child',
        definition: { ...chain(node('result', 'output', { value: 'ok' })), settings: { tool: { offered: true } } },
      });
      await ask(survivor, '/api/v3/workflow/publish', { workflow_id: child });
      const workflowId = await workflowWith(survivor, task, `run_child-${child.slice(-12)}`);
      const victim = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...environment(server), ...dyingAt(point, passing) },
      });
      await call(victim.url, '/api/v3/workflow/run', { workflow_id: workflowId }).catch(() => {});
      assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
      const { rows } = await client.query('SELECT id FROM runs WHERE workflow_id = $1', [workflowId]);
      await endSilenceAfterRun(client, workflowId);
      await check(await awaitEndedRun(survivor, rows[0].id), task, 0);
      const { rows: children } = await client.query('SELECT parent_run_id, status FROM runs WHERE workflow_id = $1', [
        child,
      ]);
      assert.deepEqual(children, [{ parent_run_id: rows[0].id, status: 'success' }]);
    });
  }
});

suite('an assistant whose database fails waits for it', { concurrency: true }, () => {
  test('when its connections are cut at every point', COMPLETE_ONLY, async t => {
    const { heddle, survivor, client, server, database } = world;
    const task = 'cut';
    // Use a tool that passes no points in its transaction, because such a transaction would be cut off again and again.
    const workflowId = await workflowWith(survivor, task, 'hash');
    const served = await servePointByPoint(t, heddle, {
      name: task,
      databaseUrl: database.url,
      environment: environment(server),
    });
    const run = ask<Run>(served.url, '/api/v3/workflow/run', { workflow_id: workflowId });
    let cut = 0;
    await served.passUntil(run, async () => {
      const { rowCount } = await client.query(
        'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1',
        [task],
      );
      cut += rowCount ?? 0;
    });
    await check(await run, task, 0);
    assert.equal(timesAsked(task), 2);
    assert.ok(cut > ENTRIES.length, `only ${cut} connections were cut at ${served.passed} points`);
  });

  test('when the answers to its writes are lost', COMPLETE_ONLY, async t => {
    const { heddle, survivor, server, database } = world;
    const task = 'lossy';
    const workflowId = await workflowWith(survivor, task);
    const proxy = await openLossyProxy(inReverse(t), database, /into "messages"|^Q.{4}commit/is);
    const { url } = await heddle.serve({
      words: ['--no-worker'],
      environment: { ...environment(server), HEDDLE_DATABASE_URL: proxy.url },
    });
    await check(await ask<Run>(url, '/api/v3/workflow/run', { workflow_id: workflowId }), task);
    assert.equal(timesAsked(task), 2);
    assert.ok(proxy.lost > ENTRIES.length, `only ${proxy.lost} answers were lost`);
  });
});

/** Checks that the run ended as if nothing had happened, and was charged once. */
async function check(run: Run, task: string, made = 1): Promise<void> {
  assert.equal(run.status, 'success', run.error);
  const step = run.steps.find(({ node_id }) => node_id === 'think');
  assert.deepEqual(JSON.parse(step?.output_json ?? ''), { text: `Done: ${task}`, data: null, files: [] });
  await checkConversation(run, step?.conversation_id ?? '', task);
  assert.equal(run.credits, 2);
  const records = await ask<unknown[]>(
    world.survivor,
    '/api/v3/booster/database/private/find',
    { collection: task, params: {} },
    world.panelId,
  );
  assert.equal(records.length, made, 'records that the tool made');
}

function timesAsked(task: string): number {
  return world.server.seen.filter(({ messages }) => messages.some(({ content }) => content === task)).length;
}

async function checkConversation(run: Run, id: string, task: string): Promise<void> {
  const { survivor, client } = world;
  const conversation = await ask<WholeConversation>(survivor, `/api/v3/conversation/get?entity_id=${id}`);
  assert.equal(conversation.run_id, run.id);
  assert.deepEqual(
    conversation.messages.map(({ role, content }) => [role, content]),
    [
      ['user', task],
      ['assistant', `Done: ${task}`],
    ],
  );
  const { rows } = await client.query(
    'SELECT position, role FROM messages WHERE conversation_id = $1 ORDER BY position',
    [id],
  );
  assert.deepEqual(
    rows.map(({ position, role }) => [position, role]),
    ['user', 'assistant', 'tool', 'assistant'].map((role, position) => [position, role]),
  );
}

async function workflowWith(url: string, prompt: string, tool = 'booster_record_create'): Promise<string> {
  const assistant = await ask<{ id: string }>(url, '/api/v3/assistant/create', {
    name: 'clerk',
    tools: [tool],
  });
  const think = node('think', 'assistant.run', { assistant_id: assistant.id, prompt });
  const { id } = await ask<{ id: string }>(url, '/api/v3/workflow/create', { name: prompt, definition: chain(think) });
  return id;
}

async function ask<Answer>(url: string, endpoint: string, body: unknown = {}, panelId?: string): Promise<Answer> {
  const reply = await call(url, endpoint, body, FIRST_KEY, panelId);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Answer;
}
