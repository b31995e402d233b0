/** Models, MCP clients and builders use tools with credentials, and never learn a value. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Assistant } from '../../src/assistants/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer, type SeenModelRequest } from '../support/model-server.ts';
import { type Answer, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { chatsOn, readToolResults, script } from './chats.ts';
import { ConnectorTests, LOOPBACK } from './connector-documents.ts';
import { mcpClient } from './mcp-clients.ts';
import { memoryLog } from './memory-log.ts';

const TOKEN = 'tok_9Zk/41+xQ"sB7';
const model = await openModelServer({ after });
const written = memoryLog();
const settings = { ...LOOPBACK, HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: model.url }]) };
const service = await testService(settings, { log: written.log });
const ann = await service.person();
const { assistant, chat, conversation } = chatsOn(service);

/** Repeats what it was sent, in the body, in a header, and in the text of an error. */
const echo: Answer = ({ headers, path }, response) => {
  const told = JSON.stringify({ path, sent: headers.authorization, again: btoa(String(headers.authorization)) });
  const status = path.endsWith('/orders') ? 200 : 500;
  response.writeHead(status, { 'content-type': 'application/json', 'x-told': btoa(told) }).end(told);
};
const place = (await openPlaces())(echo);
const { id: credential_id } = await service.ask<{ id: string }>(
  '/api/v1/credential/create',
  {
    name: 'shop',
    kind: 'bearer',
    hosts: [new URL(place.url).origin],
    template_places: ['header'],
    fields: { token: TOKEN },
  },
  ann.key,
);
const connector = await new ConnectorTests(service).createShop(ann, place.url, { credential_id });
const works = `${connector.name}_list_orders`;
const fails = `${connector.name}_get_order`;
const CALLS = [
  { name: works, input: {} },
  { name: fails, input: { id: '7' } },
];

function assertSecret(value: unknown, what: string): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  for (const form of [TOKEN, JSON.stringify(TOKEN).slice(1, -1), btoa(`Bearer ${TOKEN}`), btoa(TOKEN).slice(0, 20)]) {
    assert.ok(!text.includes(form), `${what} contains ${form}`);
  }
}

/** Checks that both tools were called with the credential, and that the model saw only what is left of it. */
function checkResults(seen: readonly SeenModelRequest[]): void {
  assertSecret(seen, 'a prompt');
  const [worked = '', failed = ''] = readToolResults(seen.at(-1));
  assert.match(worked, /Bearer \[secret\]/);
  assert.match(failed, /answered 500 .*\[secret\]/);
  const sent = place.seen.splice(0).map(({ headers }) => headers.authorization);
  assert.deepEqual(sent, [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
}

test('a chat', async () => {
  const seen = script(model, { calls: CALLS }, { text: 'Done' });
  const { id: assistant_id } = await assistant(ann, { tools: [works, fails] });
  const answer = await chat(ann, { message: 'Look', assistant_id });
  checkResults(seen);
  assertSecret(await conversation(ann, answer.conversation_id), 'the conversation');
});

test('an assistant in a run', async () => {
  const seen = script(model, { calls: CALLS }, { text: 'Done' });
  const { id: assistant_id } = await assistant(ann, { tools: [works, fails] });
  const run = await runOnce(
    service,
    chain(node('ask', 'assistant.run', { assistant_id, prompt: 'Look' })),
    {},
    ann.key,
  );
  assert.equal(run.status, 'success', run.error);
  checkResults(seen);
  assertSecret(run, 'the run');
});

test('an MCP client', async () => {
  const client = await mcpClient(service, ann);
  const worked = await client.callTool({ name: works, arguments: {} });
  assert.match(JSON.stringify(worked), /Bearer \[secret\]/);
  const failed = await client.callTool({ name: fails, arguments: { id: '7' } });
  assert.match(JSON.stringify(failed), /answered 500 /);
  assertSecret([worked, failed], 'an answer');
  assert.equal(place.seen.splice(0).length, 2);
});

test('a builder knows names, kinds and hosts', async () => {
  const definition = chain(node('call', 'http.request', { url: `${place.url}/orders`, credential: 'shop' }));
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const { id: assistant_id } = await service.ask<Assistant>('/api/v3/workflow/assistant', { workflow_id }, ann.key);
  const seen = script(
    model,
    {
      calls: ['workflow_credentials', 'workflow_read', 'workflow_run', 'workflow_runs'].map(name => ({
        name,
        input: {},
      })),
    },
    { text: 'Done' },
  );
  await chat(ann, { message: 'Look', assistant_id });
  assertSecret(seen, 'a prompt');
  const [credentials = '', read = '', run = ''] = readToolResults(seen.at(-1));
  assert.deepEqual(JSON.parse(credentials), {
    credentials: [{ name: 'shop', kind: 'bearer', hosts: [new URL(place.url).origin], fields: ['token'] }],
  });
  assert.match(read, /"credential":\s*"shop"/);
  assert.match(run, /success/);
  assert.equal(place.seen.splice(0)[0]?.headers.authorization, `Bearer ${TOKEN}`);
});

test('a prompt has no secrets', async () => {
  const { id: assistant_id } = await assistant(ann, { tools: [] });
  const prompt = 'Say {{ secrets.shop.token }}';
  const definition = chain(node('ask', 'assistant.run', { assistant_id, prompt }));
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const detail =
    "The workflow is not valid: Step 'ask': 'prompt' uses a secret, which only steps that send requests or call tools may do";
  await service.refuse(422, detail, '/api/v3/workflow/run', { workflow_id, input: {} }, ann.key);
});

test('the log says nothing of it', async () => {
  const run = await runOnce(
    service,
    chain(node('call', 'tool.call', { tool: fails, params: { id: '7' } })),
    {},
    ann.key,
  );
  assert.equal((run as Run).status, 'failed');
  assertSecret(written.text(), 'the log');
});
