/**
 * `kill -9` before and after everything that a step's assistant adds to its conversation: another process goes on with
 * it. Nothing stands there twice, what a tool did was done once, and no answer that was written is asked for again.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import type { WholeConversation } from '../../src/assistants/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { ENVIRONMENT, endedRun } from '../support/disturbed-runs.ts';
import { type ModelServer, openModelServer, type SeenModelRequest } from '../support/model-server.ts';
import { dyingAt } from '../support/points.ts';
import { call, FIRST_KEY, type Installation, inReverse, newInstallationOnDatabase } from '../support/process.ts';

/** What is added: the task, the call of a tool, its result, the answer. */
const ENTRIES = ['the task', 'the call', 'the result', 'the answer'];
const cases = [
  ...ENTRIES.map((what, index) => ({ point: 'conversation.added', passing: index + 1, what })),
  ...ENTRIES.slice(2).map((what, index) => ({ point: 'conversation.adding', passing: index + 3, what })),
];

const hooks = inReverse({ after });
let world: { heddle: Installation; survivor: string; client: pg.Client; server: ModelServer; panelId: string };

before(async () => {
  const server = await openModelServer(hooks);
  const { heddle, database } = await newInstallationOnDatabase(hooks);
  const client = new pg.Client(database.address);
  await client.connect();
  hooks.after(() => client.end());
  const { url: survivor } = await heddle.serve({ environment: environment(server) });
  const panel = await ask<{ id: string }>(survivor, '/api/v1/panel/create', { name: 'panel' });
  world = { heddle, survivor, client, server, panelId: panel.id };
  server.answer = answer;
});

function environment({ url }: ModelServer): Record<string, string> {
  return { ...ENVIRONMENT, HEDDLE_MODELS: JSON.stringify([{ id: 'small', url, credits: { call: 1 } }]) };
}

/** It has a record made, and then answers. Each call has an id of its own, as real models give them. */
function answer({ messages }: SeenModelRequest) {
  const task = String(messages.find(({ role }) => role === 'user')?.content);
  if (messages.some(({ role }) => role === 'tool')) return { text: `Done: ${task}` };
  const input = { panel_id: world.panelId, collection: task, data: { task } };
  return { calls: [{ id: `call-${crypto.randomUUID()}`, name: 'booster_record_create', input }] };
}

suite('an assistant whose process is killed goes on elsewhere', { concurrency: true }, () => {
  for (const { point, passing, what } of cases) {
    test(`at ${point}: ${what}`, async () => {
      const { heddle, survivor, client, server, panelId } = world;
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

      const run = await endedRun(survivor, rows[0].id);
      assert.equal(run.status, 'success', run.error);
      const step = run.steps.find(({ node_id }) => node_id === 'think');
      assert.deepEqual(JSON.parse(step?.output_json ?? ''), { text: `Done: ${task}`, data: null, files: [] });
      await checkConversation(run, step?.conversation_id ?? '', task);
      // Each answer was paid for once, however often it was given.
      assert.equal(run.credits, 2);

      const params = { filters: [['data.task', '==', task]] };
      const records = await ask<unknown[]>(
        survivor,
        '/api/v3/booster/database/private/find',
        { collection: task, params },
        panelId,
      );
      assert.equal(records.length, 1, 'records that the tool made');
      const asked = server.seen.filter(({ messages }) => messages.some(({ content }) => content === task)).length;
      const isAnswerLost = point === 'conversation.adding' && what !== 'the result';
      assert.equal(asked, isAnswerLost ? 3 : 2, 'times that the model was asked');
    });
  }
});

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

async function workflowWith(url: string, prompt: string): Promise<string> {
  const assistant = await ask<{ id: string }>(url, '/api/v3/assistant/create', {
    name: 'clerk',
    tools: ['booster_record_create'],
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
