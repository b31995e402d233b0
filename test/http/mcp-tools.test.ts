/** Tools of configured MCP servers in the catalog, in validation, in runs and for assistants. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Message } from '../../src/assistants/schemas.ts';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { httpServer, stdioServer } from '../fixtures/mcp.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { createWorkflow, findStep, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';

const KEY = 'k-s3cret-0123';
const remote = await httpServer({ after });
const gone = await httpServer({ after });
await gone.kill();
const model = await openModelServer({ after });
const service = await testService({
  HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: model.url }]),
  HEDDLE_MCP_SERVERS: JSON.stringify({
    local: stdioServer({ env: { API_KEY: KEY } }),
    remote: { url: remote.url, headers: { Authorization: `Bearer ${KEY}` } },
    gone: { url: gone.url, timeout_seconds: 0.5 },
  }),
});
const ann = await service.person();

const toolCall = (tool: string, params: object = {}) => chain(node('call', 'tool.call', { tool, params }));
const run = (tool: string, params: object = {}) => runOnce(service, toolCall(tool, params), { a: 2 }, ann.key);
const toFailure = ({ status, error }: Run) => ({ status, error });

/** Creates an assistant with these tools. Its model calls the first of them and then repeats the result. */
async function createAssistant(...tools: string[]): Promise<string> {
  model.answer = ({ messages }) => {
    const result = messages.find(({ role }) => role === 'tool');
    return result ? { text: String(result.content) } : { calls: [{ name: tools[0] ?? '', input: { a: 2, b: 5 } }] };
  };
  const { id } = await service.ask<{ id: string }>('/api/v3/assistant/create', { name: 'clerk', tools }, ann.key);
  return id;
}

const runAssistant = (assistant_id: string) =>
  runOnce(service, chain(node('call', 'assistant.run', { assistant_id, prompt: 'Add' })), {}, ann.key);

test('an assistant in a run right after the start waits for the server', async () => {
  const done = await runAssistant(await createAssistant('local_add'));
  assert.partialDeepStrictEqual(readStepOutput(done, 'call'), { text: '{"sum":7}' });
});

test('a run right after the start waits for the server', async () => {
  assert.deepEqual(readStepOutput(await run('local_add', { a: '{{ input.a }}', b: 3 }), 'call'), { sum: 5 });
});

test('the catalog lists the tools of MCP servers', async () => {
  interface CatalogTool {
    name: string;
    category: string;
    icon: string;
    display_name: string;
    input_schema: object;
  }
  const listed = await poll(async () => {
    const { tools } = await service.ask<{ tools: CatalogTool[] }>('/api/v3/workflow/catalog', {}, ann.key);
    const found = tools.filter(({ name }) => ['local_add', 'remote_add'].includes(name));
    return found.length === 2 ? found : undefined;
  });
  assert.deepEqual(
    listed.map(({ category, icon, display_name }) => [category, icon, display_name]),
    [
      ['Local', 'plug', 'Add numbers'],
      ['Remote', 'plug', 'Add numbers'],
    ],
  );
  for (const { input_schema } of listed) assert.ok('properties' in input_schema);
});

test('validation warns of a tool whose server is unreachable, and reports an unknown tool as an error', async () => {
  const findIssues = async (tool: string) => {
    const workflow_id = await createWorkflow(service, toolCall(tool), ann.key);
    const { issues } = await service.ask<{ issues: { severity: string; message: string }[] }>(
      '/api/v3/workflow/validate',
      { workflow_id },
      ann.key,
    );
    return issues.map(({ severity, message }) => [severity, message]);
  };
  assert.deepEqual(await findIssues('gone_add'), [
    ['warning', "Step 'call': the tool 'gone_add' can not be reached at the moment"],
  ]);
  assert.deepEqual(await findIssues('local_other'), [['error', "Step 'call': there is no tool 'local_other'"]]);
  assert.deepEqual(await findIssues('remote_add'), []);
});

suite('an assistant', () => {
  test('uses the tools in a chat, without those of an unreachable server', async () => {
    const assistant_id = await createAssistant('remote_add', 'gone_add');
    const seen = model.seen.length;
    const { content } = await service.ask<Message>('/api/v3/chat', { message: 'Add', assistant_id }, ann.key);
    assert.equal(content, '{"sum":7}');
    assert.deepEqual(
      model.seen[seen]?.tools.map(({ name }) => name),
      ['remote_add'],
    );
  });

  test('fails in a run when a server can not be reached', async () => {
    const done = await runAssistant(await createAssistant('gone_add'));
    assert.deepEqual(toFailure(done), {
      status: 'failed',
      error: "The MCP server 'gone' can not be reached: ECONNREFUSED",
    });
  });
});

suite('a run', () => {
  test('calls tools over HTTP with the idempotency key of the step', async () => {
    const done = await run('remote_meta');
    assert.partialDeepStrictEqual(readStepOutput(done, 'call'), { 'heddle/idempotencyKey': `${done.id}-call` });
    assert.ok(remote.errorOutput().includes(`POST Bearer ${KEY}`));
  });

  test('stores the files that tools create', async () => {
    const done = await run('local_picture');
    const { files } = readStepOutput(done, 'call') as { files: Attachment[] };
    const step = findStep(done, 'call');
    assert.deepEqual(
      step.file_ids,
      files.map(({ file_id }) => file_id),
    );
    const [image] = files;
    assert.deepEqual([image?.filename, image?.content_type], ['image-1.png', 'image/png']);
    const content = await fetch(image?.file_url ?? '');
    assert.match(Buffer.from(await content.arrayBuffer()).toString('latin1'), /^.PNG/);
  });

  test('fails with the message of the tool, in which secrets are masked', async () => {
    assert.deepEqual(toFailure(await run('local_fail')), { status: 'failed', error: 'the key *** is not known' });
  });

  test('fails when the params do not fit, or the server can not be reached', async () => {
    assert.deepEqual(toFailure(await run('remote_add', { a: 'x', b: 1 })), {
      status: 'failed',
      error: "The params of remote_add do not fit: 'a' must be a number",
    });
    assert.deepEqual(toFailure(await run('gone_add')), {
      status: 'failed',
      error: "The MCP server 'gone' can not be reached: ECONNREFUSED",
    });
  });

  test('fails when the server dies, and the next run reaches it again', async () => {
    assert.deepEqual(toFailure(await run('local_die')), {
      status: 'failed',
      error: "The connection to the MCP server 'local' was lost: its process ended with exit code 7",
    });
    assert.deepEqual(readStepOutput(await run('local_add', { a: 1, b: 1 }), 'call'), { sum: 2 });
  });
});
