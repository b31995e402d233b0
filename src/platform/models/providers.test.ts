import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { KEY, modelSettings, openModels, question } from '../../../test/fixtures/models.ts';
import type { ModelMessage, Provider } from './model.ts';

interface Body {
  model?: string;
  system?: unknown;
  messages?: { tool_calls?: unknown[] }[];
  contents?: { parts: { functionCall?: { args: unknown }; thoughtSignature?: string }[] }[];
}

interface Seen {
  path: string | undefined;
  key: unknown;
  body: Body;
}

/** A model whose endpoint replies to every request with the same events. */
async function answering(t: TestContext, provider: Provider, keyHeader: string, events: object[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Body;
    seen.push({ path: request.url, key: request.headers[keyHeader], body });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/base`;
  const chat = openModels(t, modelSettings({ url }, { provider })).chat();
  assert.ok(chat);
  return { seen, chat };
}

const tools = [
  {
    name: 'weather',
    description: 'Tells it',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  },
];

/** The conversation that continues after the only call of the answer. */
function goingOn(
  text: string,
  calls: { id: string; name: string; input: unknown; provider?: unknown }[],
): ModelMessage[] {
  const results = calls.map(({ id, name }) => ({ callId: id, name, text: 'wet', failed: false }));
  return [...question().messages, { role: 'assistant', text, calls }, { role: 'tool', results }];
}

test('Anthropic answers with text and a call, and gets both back', async t => {
  const { chat, seen } = await answering(t, 'anthropic', 'x-api-key', [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'model-name',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 12, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I look.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'ping' },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
    },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"Oslo"}' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ]);
  const { text, calls, tokens } = await chat.ask({ ...question(), tools });
  assert.equal(text, 'I look.');
  assert.deepEqual(
    calls.map(({ id, name, input }) => ({ id, name, input })),
    [{ id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }],
  );
  assert.deepEqual(tokens, { input: 12, output: 9 });
  assert.deepEqual([seen[0]?.path, seen[0]?.key, seen[0]?.body.model], ['/base/messages', KEY, 'model-name']);
  assert.deepEqual(seen[0]?.body.system, [{ type: 'text', text: 'Be brief.' }]);

  await chat.ask({ ...question(), tools, messages: goingOn(text, calls) });
  assert.deepEqual(seen[1]?.body.messages, [
    { role: 'user', content: [{ type: 'text', text: 'What?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'wet' }] },
  ]);
});

test('Google answers with text and a signed call, and gets the signature back', async t => {
  const { chat, seen } = await answering(t, 'google', 'x-goog-api-key', [
    { candidates: [{ content: { role: 'model', parts: [{ text: 'I look.' }] } }] },
    {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ functionCall: { name: 'weather', args: { city: 'Oslo' } }, thoughtSignature: 'signed' }],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 9, totalTokenCount: 21 },
    },
  ]);
  const { text, calls, tokens } = await chat.ask({ ...question(), tools });
  assert.equal(text, 'I look.');
  assert.deepEqual(
    calls.map(({ name, input }) => ({ name, input })),
    [{ name: 'weather', input: { city: 'Oslo' } }],
  );
  assert.deepEqual(tokens, { input: 12, output: 9 });
  assert.match(String(seen[0]?.path), /^\/base\/models\/model-name:streamGenerateContent\?alt=sse$/);
  assert.equal(seen[0]?.key, KEY);

  // The call as a conversation stores it.
  const kept = JSON.parse(JSON.stringify(calls));
  await chat.ask({ ...question(), tools, messages: goingOn(text, kept) });
  const [, assistant, results] = seen[1]?.body.contents ?? [];
  const call = assistant?.parts.find(({ functionCall }) => functionCall);
  assert.equal(call?.thoughtSignature, 'signed');
  assert.deepEqual(call?.functionCall?.args, { city: 'Oslo' });
  assert.ok(JSON.stringify(results).includes('wet'));
});

test('an endpoint that breaks off without its last event is asked again', async t => {
  const events = [{ candidates: [{ content: { role: 'model', parts: [{ text: 'Half' }] } }] }];
  const { chat, seen } = await answering(t, 'google', 'x-goog-api-key', events);
  await assert.rejects(chat.ask(question()), { message: "The model 'm' broke off its answer" });
  assert.equal(seen.length, 3);
});

test('a signature from an endpoint of another kind is sent back to it', async t => {
  const call = {
    index: 0,
    id: 'a',
    type: 'function',
    function: { name: 'weather', arguments: '{}' },
    extra_content: { google: { thought_signature: 'signed' } },
  };
  const { chat, seen } = await answering(t, 'openai-compatible', 'authorization', [
    { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] },
  ]);
  const { text, calls } = await chat.ask({ ...question(), tools });
  await chat.ask({ ...question(), tools, messages: goingOn(text, JSON.parse(JSON.stringify(calls))) });
  const [, , assistant] = seen[1]?.body.messages ?? [];
  const { index: _index, ...sent } = call;
  assert.deepEqual(assistant?.tool_calls, [sent]);
});
