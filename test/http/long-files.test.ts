/** Files in JSON that are too long for the memory pass through a file on disk, at every endpoint that accepts them. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { Approval } from '../../src/approvals/schemas.ts';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { APPROVAL, asking, findApprovalId, waitingRun } from './approval-workflows.ts';
import { makePanel, STORAGE } from './booster-panels.ts';
import { CHAT, script } from './chats.ts';
import { publishHook } from './webhook-calls.ts';

const models = await openModelServer({ after });
const service = await testService({ HEDDLE_MODELS: JSON.stringify([{ id: 'model', url: models.url }]) });
const ann = await service.person();

const RUN = '/api/v3/workflow/run';
const TOO_LARGE = 'The run input is too large (at most 200000 characters of JSON)';
const content = randomBytes(1_500_000);
const data = content.toString('base64');
const inline = { filename: 'a.bin', mime_type: 'application/octet-stream', data };
/** A text that is longer than any input may be. */
const text = 'a'.repeat(1_300_000);
const schema = { type: 'object', properties: { doc: { type: 'object', format: 'file' } } };

/** Encodes JSON with escaped slashes, as some encoders do. */
function encodeEscaped(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/');
}

function post(endpoint: string, body: string, headers: Record<string, string> = {}) {
  return service.send(endpoint, { body, headers: { 'uni-api-key': ann.key, ...headers } });
}

async function assertContent(url: string): Promise<void> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.ok(content.equals(Buffer.from(await response.arrayBuffer())));
}

async function runWithFile(): Promise<string> {
  const definition = chain(node('done', 'output', { value: '{{ input }}' }));
  const [start] = definition.nodes;
  assert.ok(start);
  start.params = { input_schema: schema };
  return createWorkflow(service, definition, ann.key);
}

suite('a long file is accepted', () => {
  test('in the input of a run', async () => {
    const workflow_id = await runWithFile();
    const reply = await post(RUN, encodeEscaped({ workflow_id, input: { doc: inline, note: 'x' } }));
    const { doc, note } = readResult(reply.body as Run) as { doc: Attachment; note: string };
    assert.deepEqual([doc.filename, doc.size, note], ['a.bin', content.length, 'x']);
    await assertContent(doc.file_url);
  });

  test('in the body of a webhook call, as an object and as a data URL', async () => {
    const hook = await publishHook(service, ann);
    const url = `data:application/octet-stream;base64,${data}`;
    const reply = await service.send(hook.path, {
      body: encodeEscaped({ docs: [{ name: 'a.bin', data }, { other: url }] }),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const { input_json } = await hook.run((reply.body as { run_id: string }).run_id);
    const { docs } = JSON.parse(input_json).body as { docs: [Attachment, { other: Attachment }] };
    await assertContent(docs[0].file_url);
    await assertContent(docs[1].other.file_url);
  });

  test('in the body of a webhook call that does not say that it is JSON', async () => {
    const hook = await publishHook(service, ann);
    const reply = await service.send(hook.path, {
      body: JSON.stringify(inline),
      headers: { 'content-type': 'text/plain' },
    });
    const { input_json } = await hook.run((reply.body as { run_id: string }).run_id);
    await assertContent(JSON.parse(input_json).body.file_url);
  });

  test('in the form of an approval', async () => {
    const waiting = await waitingRun(service, asking({ assignees: [ann.id], form_schema: schema }), ann);
    const decision = { approval_id: findApprovalId(waiting), decision: 'approve', data: { doc: inline } };
    const reply = await post(`${APPROVAL}/decide`, encodeEscaped(decision));
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const { doc } = (reply.body as Approval).decision_data as { doc: Attachment };
    await assertContent(doc.file_url);
  });

  test('as a file of a panel', async () => {
    const panel = await makePanel(service, ann);
    const reply = await post(`${STORAGE}/upload-b64`, encodeEscaped({ path: 'docs/a.bin', data }), {
      'panel-id': panel.id,
    });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    await assertContent((reply.body as { url: string }).url);
  });

  test('in a message of a chat', async () => {
    script(models, {});
    const note = { filename: 'note.txt', mime_type: 'text/plain', data: Buffer.from(text).toString('base64') };
    const reply = await post(CHAT, encodeEscaped({ message: 'Read', files: [note] }));
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  });

  test('again with the same idempotency key only if its content is the same', async () => {
    const workflow_id = await runWithFile();
    const key = { 'idempotency-key': 'the same' };
    const body = encodeEscaped({ workflow_id, input: { doc: inline } });
    const first = await post(RUN, body, key);
    const again = await post(RUN, body, key);
    assert.equal((first.body as Run).id, (again.body as Run).id);
    const other = await post(RUN, body.replace('"data":"', '"data":"AAAA'), key);
    assert.deepEqual(other.body, { detail: 'The idempotency key was used with another request' });
  });
});

suite('a long text that is not a file', () => {
  const refused = async (reply: ReturnType<typeof post>, detail: string | RegExp) => {
    const { status, body } = await reply;
    assert.equal(status, 422);
    const { detail: actual } = body as { detail: string };
    if (typeof detail === 'string') assert.equal(actual, detail);
    else assert.match(actual, detail);
  };

  test('is too large for a run, wherever it is in the input', async () => {
    const workflow_id = await runWithFile();
    await refused(post(RUN, JSON.stringify({ workflow_id, input: { text } })), TOO_LARGE);
    await refused(post(RUN, JSON.stringify({ workflow_id, input: { doc: inline, [text]: 1 } })), TOO_LARGE);
    const without = await createWorkflow(service, chain(), ann.key);
    await refused(post(RUN, JSON.stringify({ workflow_id: without, input: { doc: inline } })), TOO_LARGE);
  });

  test('is too large for a webhook call, as JSON and as plain text', async () => {
    const hook = await publishHook(service, ann);
    for (const body of [
      JSON.stringify({ text }),
      JSON.stringify({ name: 'a', data: `${text}!` }),
      JSON.stringify([text]),
    ]) {
      await refused(service.send(hook.path, { body, headers: { 'content-type': 'application/json' } }), TOO_LARGE);
    }
    for (const body of [text, `{${text}`, '\u00e9'.repeat(1_300_000)]) {
      await refused(service.send(hook.path, { body, headers: { 'content-type': 'text/plain' } }), TOO_LARGE);
    }
    const broken = service.send(hook.path, { body: `{"a":"${text}"`, headers: { 'content-type': 'application/json' } });
    await refused(broken, /^validation error: body: is not JSON/);
  });

  test('is too large for the form of an approval and for the fields of a panel upload', async () => {
    const waiting = await waitingRun(service, asking({ assignees: [ann.id], form_schema: schema }), ann);
    const decision = { approval_id: findApprovalId(waiting), decision: 'approve', data: { note: text } };
    await refused(post(`${APPROVAL}/decide`, JSON.stringify(decision)), /^The form data is too large/);
    const panel = await makePanel(service, ann);
    const upload = (sent: object) =>
      post(`${STORAGE}/upload-b64`, JSON.stringify({ path: 'docs/a', data: 'QUJD', ...sent }), {
        'panel-id': panel.id,
      });
    await refused(upload({ metadata: { text } }), 'metadata is larger than 4096 bytes');
    await refused(upload({ path: `docs/${text}` }), 'validation error');
  });

  test('is too long for a chat message', async () => {
    await refused(post(CHAT, JSON.stringify({ message: text })), /^validation error: message: /);
  });

  test('is refused as a file if it contains characters that are not base64', async () => {
    const workflow_id = await runWithFile();
    const doc = { ...inline, data: `${data.slice(0, -4)}!!!!` };
    await refused(post(RUN, JSON.stringify({ workflow_id, input: { doc } })), 'The file is not valid base64 data');
  });
});
