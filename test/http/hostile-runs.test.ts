/**
 * Hostile texts that programs make and send: from code, webhooks and models through runs, approvals, mails, tables,
 * conversations and MCP. What PostgreSQL can not store is cleaned, and everything else stays as it was.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import PostalMime from 'postal-mime';
import { settingsLimits } from '../../src/engine/settings-limits.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { hostileText, STORABLE, toCleaned, UNSTORABLE } from '../support/hostile-texts.ts';
import { openModelServer } from '../support/model-server.ts';
import { createWorkflow, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { asking, decide, findApprovalId, getApproval, waitForEnd, waitingRun } from './approval-workflows.ts';
import { makePanel } from './booster-panels.ts';
import { chatsOn, readTurns, script } from './chats.ts';
import { publishForm } from './forms-sent.ts';
import { call, mcpClient, runTools } from './mcp-clients.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';
import { echo, publishHook } from './webhook-calls.ts';

const memory = memoryLog();
const model = await openModelServer({ after });
const service = await testService(
  { HEDDLE_CONSOLE: 'off', HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: model.url }]) },
  memory,
);
const ann = await service.person();
const chats = chatsOn(service);

const TEXT = hostileText(1);
/** Everything at once. */
const WORST = [TEXT, ...Object.values(UNSTORABLE)].join(' ');
const CLEANED = toCleaned(WORST);

const ask = <Answer>(endpoint: string, body: object = {}) => service.ask<Answer>(endpoint, body, ann.key);
/** A step that gives the text, which its code writes with escapes. */
const make = (value: unknown = WORST) =>
  node('make', 'code', { code: `export default () => (${JSON.stringify(value)});` });
const run = (definition: Definition, input: Record<string, unknown> = {}) =>
  runOnce(service, definition, input, ann.key);
const GIVEN = '{{ steps.make.output }}';

async function mailsTo(email: string) {
  const folder = path.join(service.dataFolder, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async name => PostalMime.parse(await readFile(path.join(folder, name)))));
  return mails.filter(({ to }) => to?.some(({ address }) => address === email));
}

/** Reads everything that shows runs. */
async function readRun({ id }: Run): Promise<void> {
  await ask(`/api/v3/workflow/runs/get?entity_id=${id}`);
  await ask('/api/v3/workflow/runs/find');
  await ask('/api/v1/run/get', { run_id: id });
  await ask('/api/v1/run/definition', { run_id: id });
  await ask('/api/v1/run/list');
  await ask('/api/v1/run/list', { text: TEXT });
}

suite('a run', () => {
  test('hands every text on from step to step', async () => {
    const texts = { ...UNSTORABLE, ...STORABLE };
    const all = {
      values: Object.values(texts),
      // The code is a literal, in which the key `__proto__` would be no key.
      keys: Object.fromEntries(Object.values(STORABLE).flatMap(key => (key === '__proto__' ? [] : [[key, 1]]))),
    };
    const shown = chain(
      make(all),
      node('pass', 'transform', { value: GIVEN }),
      node('done', 'output', { value: GIVEN }),
    );
    const ended = await run(shown);
    const cleaned = { ...all, values: all.values.map(toCleaned) };
    for (const given of [readStepOutput(ended, 'make'), readStepOutput(ended, 'pass'), readResult(ended)]) {
      // Outputs are JSON, in which such characters are escapes: they are kept, or cleaned.
      assert.deepEqual(JSON.parse(toCleanedJson(given)), cleaned);
    }
    await readRun(ended);
    await ask('/api/v1/run/step', { run_id: ended.id, node_id: 'pass', iteration: [] });
  });

  test('says with which text it failed', async () => {
    const failed = await run(
      chain(node('fail', 'code', { code: `export default () => { throw new Error(${JSON.stringify(WORST)}); };` })),
    );
    assert.equal(failed.status, 'failed');
    assert.ok(failed.error.includes(CLEANED), failed.error);
    await readRun(failed);
  });

  test('has labels that are cut between characters', async () => {
    const long = `${'x'.repeat(settingsLimits.labelCharacters - 1)}😀`;
    const settings = { labels: { text: '{{ input.text }}', worst: `{{ input.worst }}` } };
    const definition = { ...chain(node('done', 'output', { value: 1 })), settings };
    const ended = await run(definition, { text: long, worst: TEXT });
    const { labels } = await ask<Run & { labels: object }>('/api/v1/run/get', { run_id: ended.id });
    assert.deepEqual(labels, { text: long.slice(0, -2), worst: TEXT });
  });

  test('starts with what a webhook is sent', async () => {
    const hook = await publishHook(service, ann, echo);
    for (const [name, text] of Object.entries(UNSTORABLE)) {
      const { status, body } = await hook.send({ text });
      assert.equal(status, 422, `${name}: ${JSON.stringify(body)}`);
    }
    const id = await hook.call({ text: TEXT, [TEXT]: TEXT }, { 'x-hostile': '{{7*7}}<b>__proto__ \u00e9' });
    const ended = await waitForEnd(service, id, ann);
    const result = JSON.stringify(readResult(ended));
    assert.equal(result.split(JSON.stringify(TEXT).slice(1, -1)).length - 1, 3, result);
    await readRun(ended);
  });

  test('shows a form and takes what is entered', async () => {
    const form = await publishForm(service, ann, {
      title: TEXT,
      description: TEXT,
      form_schema: { type: 'object', properties: { note: { type: 'string', title: TEXT, description: TEXT } } },
    });
    const { status, text } = await form.open(form.path);
    assert.equal(status, 200);
    assert.ok(!text.includes('<b x='), 'the page has the text as HTML');
  });

  test('writes and reads tables', async () => {
    const rows = Object.entries(STORABLE).map(([name, text]) => ({ name, text, [TEXT]: text }));
    const write = node('write', 'tool.call', { tool: 'csv_write', params: { rows: GIVEN, as: 'text' } });
    const read = node('read', 'tool.call', { tool: 'csv_read', params: { text: '{{ steps.write.output.text }}' } });
    const ended = await run(chain(make(rows), write, read));
    assert.deepEqual(Object(readStepOutput(ended, 'read')).rows, rows);
  });

  test('stores no record with a text that can not be stored', async () => {
    const panel = await makePanel(service, ann);
    const create = (text: string) =>
      run(
        chain(
          make(text),
          node('create', 'tool.call', {
            tool: 'booster_record_create',
            params: { panel_id: panel.id, collection: 'things', data: { text: GIVEN } },
          }),
        ),
      );
    const refused = await create(WORST);
    assert.equal(refused.status, 'failed');
    assert.match(refused.error, /NUL characters are not allowed/);
    assert.equal((await create(TEXT)).status, 'success');
    assert.ok(
      JSON.stringify(await ask('/api/v1/record/export', { panel_id: panel.id, collection: 'things' })).includes(
        '__proto__',
      ),
    );
  });
});

/** Cleans values and keys, whatever was done to them before. */
function toCleanedJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? toCleaned(each) : each));
}

suite('an approval', () => {
  test('shows texts that steps made, and is decided and mailed', async () => {
    const dan = await service.person();
    const form_schema = { type: 'object', properties: { note: { type: 'string', title: TEXT } } };
    const params = {
      title: GIVEN,
      message: GIVEN,
      assignees: [dan.email, GIVEN],
      form_schema,
      form_values: { note: GIVEN },
    };
    const fail = node('fail', 'code', { code: `export default () => { throw new Error(${JSON.stringify(WORST)}); };` });
    const definition = asking(params, { before: [make(), fail] });
    const edges = definition.edges.map(each => (each.source === 'fail' ? { ...each, source_handle: 'error' } : each));
    const waiting = await waitingRun(service, { ...definition, edges }, ann);
    const id = findApprovalId(waiting);
    const approval = await getApproval(service, id, dan);
    assert.partialDeepStrictEqual(approval, { title: CLEANED, message: CLEANED, form_schema });
    assert.ok(JSON.stringify(approval).includes(JSON.stringify(CLEANED)));
    for (const endpoint of ['/api/v3/workflow/approval/find', '/api/v1/approval/list', '/api/v1/notification/find']) {
      assert.ok(
        JSON.stringify(await service.ask(endpoint, { state: 'waiting' }, dan.key)).includes('__proto__'),
        endpoint,
      );
    }
    await service.ask('/api/v1/approval/context', { approval_id: id }, dan.key);
    const mail = await poll(async () => (await mailsTo(dan.email))[0]);
    assert.ok(mail.subject?.includes('__proto__'));
    assert.ok(!mail.html?.includes('<b x='), 'the mail has the text as HTML');
    await decide(service, id, dan, 'approve', { comment: TEXT, data: { note: TEXT } });
    const ended = await waitForEnd(service, waiting.id, ann);
    assert.ok(JSON.stringify(readResult(ended)).includes(JSON.stringify(TEXT)));
    await service.ask('/api/v1/approval/context', { approval_id: id }, dan.key);
    await readRun(ended);
  });
});

suite('a mail', () => {
  test('is sent with a text that a step made', async () => {
    const bob = await service.person();
    const sent = await runOnce(
      service,
      chain(make(), node('mail', 'notify', { subject: GIVEN, message: GIVEN })),
      {},
      bob.key,
    );
    assert.equal(sent.status, 'success', sent.error);
    const mail = await poll(async () => (await mailsTo(bob.email))[0]);
    assert.ok(mail.subject?.includes('__proto__'));
    assert.ok(mail.text?.includes('{{7*7}}'));
    assert.ok(!mail.html?.includes('<b x='), 'the mail has the text as HTML');
  });
});

suite('a conversation', () => {
  test('stores what a model says and calls, and goes on', async () => {
    const conversation_id = randomUUID();
    const { id: assistant_id } = await chats.assistant(ann, { tools: ['hash', 'base64_decode'] });
    const calls = [
      { name: 'hash', input: { text: WORST, [WORST]: WORST } },
      { name: 'hash', input: { text: WORST } },
      { name: 'base64_decode', input: { base64: Buffer.from('a\0b').toString('base64') } },
      { name: WORST, input: {} },
      { id: WORST, name: 'hash', input: { text: '__proto__' } },
    ];
    script(model, ...calls.map(each => ({ calls: [each] })), { text: WORST }, { text: TEXT });
    const question = { message: TEXT, assistant_id, conversation_id };
    assert.equal((await chats.chat(ann, question)).content, CLEANED);
    assert.equal((await chats.chat(ann, question)).content, TEXT);
    const turns = readTurns(await chats.conversation(ann, conversation_id));
    assert.deepEqual(
      turns.map(([, content]) => content),
      [TEXT, CLEANED, TEXT, TEXT],
    );
    await ask('/api/v1/conversation/get', { conversation_id });
    await ask('/api/v1/conversation/list', { text: 'proto' });
    await ask('/api/v3/conversation/find');
  });
});

suite('an MCP client', () => {
  test('is offered a workflow whose texts are hostile, and gets what it returns', async () => {
    const tool = { offered: true, description: TEXT };
    const definition = { ...chain(make(), node('done', 'output', { value: GIVEN })), settings: { tool } };
    await createWorkflow(service, definition, ann.key, { name: TEXT, description: TEXT });
    const client = await mcpClient(service, ann);
    const [name = ''] = await runTools(client);
    assert.match(name, /^run_\w/);
    const { output } = await call<{ output: string }>(client, name);
    assert.equal(toCleaned(output), CLEANED);
    await client.callTool({ name, arguments: { [TEXT]: WORST } }).catch(() => {});
    assert.deepEqual(await runTools(client), [name]);
  });
});

test('nothing was logged as a fault of ours, and every line of the log is JSON', () => {
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 50),
    [],
  );
});
