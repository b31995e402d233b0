/** Answers that are streamed while the model gives them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { Value } from 'typebox/value';
import { ChatStream } from '../../src/assistants/event-schemas.ts';
import type { ChatEvent } from '../../src/assistants/events.ts';
import { openModelServer } from '../support/model-server.ts';
import { type Chunk, splitChunks } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { CHAT, chatsOn, readTurns, script, toChatEvents } from './chats.ts';

const server = await openModelServer({ after });
const service = await testService({ HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: server.url }]) });
const ann = await service.person();
const { assistant, chat, conversation, post, stream } = chatsOn(service);

/** Returns a function that builds a whole event, with defaults for all omitted fields. */
const createEventBuilder =
  (conversation_id: string) =>
  (type: string, fields: object = {}) => ({
    type,
    conversation_id,
    text: '',
    tool: '',
    failed: false,
    message: null,
    ...fields,
  });

suite('the stream of a chat', () => {
  test('reports everything in order, with every field in every event', async () => {
    script(server, { pieces: ['He', 'llo ', '*Ann*'] });
    const conversation_id = randomUUID();
    const before = Date.now();
    const chunks = await stream(ann, { message: 'Hi', conversation_id });
    for (const chunk of chunks) {
      assert.deepEqual(Object.keys(chunk), ['timestamp', 'data', 'error']);
      assert.ok(Number.isInteger(chunk.timestamp) && chunk.timestamp >= before && chunk.timestamp <= Date.now());
      assert.equal(chunk.error, null);
      assert.ok(Value.Check(ChatStream, chunk), `not as described: ${JSON.stringify(chunk)}`);
    }
    const [, message] = (await conversation(ann, conversation_id)).messages;
    assert.equal(message?.content, 'Hello *Ann*');
    const event = createEventBuilder(conversation_id);
    assert.deepEqual(toChatEvents(chunks), [
      event('chat_start'),
      event('text', { text: 'He' }),
      event('text', { text: 'llo ' }),
      event('text', { text: '*Ann*' }),
      event('chat_end', { message }),
    ]);
  });

  test('reports what the assistant does', async () => {
    const { id: assistant_id } = await assistant(ann, { tools: ['hash', 'csv_read'] });
    const calls = [
      { name: 'hash', input: { text: 'a' } },
      { name: 'csv_read', input: { file: randomUUID() } },
    ];
    script(server, { text: 'A moment', calls }, { pieces: ['Done'] });
    const conversation_id = randomUUID();
    const events = toChatEvents(await stream(ann, { message: 'Go', assistant_id, conversation_id }));
    const event = createEventBuilder(conversation_id);
    const [, message] = (await conversation(ann, conversation_id)).messages;
    const isTool = ({ type }: ChatEvent) => type.startsWith('tool_');
    assert.deepEqual(
      events.filter(event => !isTool(event)),
      [
        event('chat_start'),
        event('text', { text: 'A mo' }),
        event('text', { text: 'ment' }),
        event('text', { text: 'Done' }),
        event('chat_end', { message }),
      ],
    );
    const used = events.filter(isTool);
    assert.deepEqual(used.slice(0, 2), [
      event('tool_start', { tool: 'hash' }),
      event('tool_start', { tool: 'csv_read' }),
    ]);
    const ends = used.slice(2).sort((one, other) => Number(one.failed) - Number(other.failed));
    assert.deepEqual(ends, [
      event('tool_end', { tool: 'hash' }),
      event('tool_end', { tool: 'csv_read', failed: true }),
    ]);
    assert.deepEqual(events.slice(3, 7), used);
  });

  test('reports when the model starts its answer again', async () => {
    script(server, { pieces: ['Wro', 'ng'], breakOff: true }, { pieces: ['Right'] });
    const events = toChatEvents(await stream(ann, { message: 'Hi' }));
    assert.deepEqual(
      events.map(({ type, text }) => [type, text]),
      [
        ['chat_start', ''],
        ['text', 'Wro'],
        ['text_restart', ''],
        ['text', 'Right'],
        ['chat_end', ''],
      ],
    );
    assert.equal(events.at(-1)?.message?.content, 'Right');
  });

  test('sends signs of life while there is nothing to report', async () => {
    const open = Promise.withResolvers<void>();
    script(server, { text: 'Late', after: open.promise });
    const response = await post(`${CHAT}/stream`, ann, { message: 'Hi' });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    assert.ok(reader);
    let text = '';
    const isAlive = ({ data, error }: Chunk<ChatEvent>) => data === '' && error === null;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      if (text.endsWith('}') && splitChunks<ChatEvent>(text).filter(isAlive).length >= 2) open.resolve();
    }
    const chunks = splitChunks<ChatEvent>(text);
    const [first, ...others] = chunks.map(({ data }) => (data === '' ? 'alive' : data.type));
    assert.equal(first, 'chat_start');
    assert.deepEqual(others.slice(0, 2), ['alive', 'alive']);
    assert.equal(others.at(-1), 'chat_end');
  });

  test('ends with the error if the model fails after the start', async () => {
    const error = { status: 502, text: 'Bad Gateway', detail: "The model 'small' answered with status 400: No" };
    script(server, {}, { status: 400, text: 'No' });
    const { conversation_id } = await chat(ann, { message: 'Hi' });
    const chunks = await stream(ann, { message: 'Lost', conversation_id });
    assert.deepEqual(
      chunks.map(({ data, error }) => [data === '' ? '' : data.type, error]),
      [
        ['chat_start', null],
        ['', error],
      ],
    );
    assert.deepEqual(readTurns(await conversation(ann, conversation_id)), [
      ['user', 'Hi'],
      ['assistant', 'Hello'],
    ]);
  });

  test('ends with the error if the model fails in the middle of an answer', async () => {
    const raw = [
      'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"So "}}]}',
      'data: {"error":{"message":"out of memory","type":"fatal"}}',
      '',
    ].join('\n\n');
    script(server, { raw });
    const conversation_id = randomUUID();
    const chunks = await stream(ann, { message: 'Hi', conversation_id });
    assert.deepEqual(
      toChatEvents(chunks).map(({ type, text }) => [type, text]),
      [
        ['chat_start', ''],
        ['text', 'So '],
      ],
    );
    assert.equal(chunks.at(-1)?.error?.status, 502);
    assert.match(chunks.at(-1)?.error?.detail ?? '', /out of memory/);
    const get = `/api/v3/conversation/get?entity_id=${conversation_id}`;
    await service.refuse(404, 'entity not found', get, {}, ann.key);
  });

  test('does not start if the chat is refused', async () => {
    const path = `${CHAT}/stream`;
    await service.refuse(422, "There is no model 'x'", path, { message: 'Hi', model: 'x' }, ann.key);
    const open = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    server.answer = () => {
      asked.resolve();
      return { after: open.promise };
    };
    const conversation_id = randomUUID();
    const first = stream(ann, { message: 'One', conversation_id });
    await asked.promise;
    const busy = 'the conversation is being answered by another request';
    const reply = await service.refuse(423, busy, path, { message: 'Two', conversation_id }, ann.key);
    assert.equal(reply.headers.get('retry-after'), '1');
    open.resolve();
    assert.equal(toChatEvents(await first).at(-1)?.type, 'chat_end');
  });
});
