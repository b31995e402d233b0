/** Messages to models, and their answers. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { UUID_PATTERN } from '../../src/http/endpoint.ts';
import { openModelServer, type ScriptedAnswer } from '../support/model-server.ts';
import { testService } from '../support/service.ts';
import { CHAT, chatsOn, readModelMessages, readTurns, script } from './chats.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const KEY = 'very-secret-key-of-the-endpoint';
const server = await openModelServer({ after });
const written = memoryLog();
const models = [
  { id: 'small', url: server.url, key: KEY },
  { id: 'large', name: 'large-v2', url: server.url, key: KEY, abilities: ['vision', 'tools'] },
  { id: 'priced', url: server.url, key: KEY, credits: { input_token: 0.5, output_token: 2, call: 1 } },
  { id: 'voice', kind: 'speech', url: server.url },
];
const service = await testService({ HEDDLE_MODELS: JSON.stringify(models) }, { log: written.log });
const ann = await service.person();
const bob = await service.person();
const { chat, conversation, post } = chatsOn(service);
const uuid = new RegExp(UUID_PATTERN);

suite('a chat', () => {
  test('is a message and its answer', async () => {
    script(server, { text: 'Hello *Ann*' });
    const before = Date.now();
    const message = await chat(ann, { message: 'Hi' });
    const { id, conversation_id, created, ...rest } = message;
    assert.deepEqual(Object.keys(message), [
      'id',
      'conversation_id',
      'role',
      'content',
      'model',
      'files',
      'credits',
      'created',
    ]);
    assert.deepEqual(rest, { role: 'assistant', content: 'Hello *Ann*', model: 'small', files: [], credits: 0 });
    assert.ok(uuid.test(id) && uuid.test(conversation_id) && id !== conversation_id);
    assert.ok(Number.isInteger(created) && created >= before - 1000 && created <= Date.now() + 1000);
    const [asked, answered, ...others] = (await conversation(ann, conversation_id)).messages;
    assert.deepEqual(answered, message);
    assert.deepEqual(
      { ...asked, id: '', created: 0 },
      { id: '', conversation_id, role: 'user', content: 'Hi', model: null, files: [], credits: 0, created: 0 },
    );
    assert.deepEqual(others, []);
  });

  test('asks the first model, or the one that is named', async () => {
    const seen = script(server, {}, {});
    assert.equal((await chat(ann, { message: 'Hi' })).model, 'small');
    assert.equal((await chat(ann, { message: 'Hi', model: 'large' })).model, 'large');
    assert.deepEqual(
      seen.map(({ path, model, authorization, tools }) => [path, model, authorization, tools]),
      [
        ['/v1/chat/completions', 'small', `Bearer ${KEY}`, []],
        ['/v1/chat/completions', 'large-v2', `Bearer ${KEY}`, []],
      ],
    );
    assert.deepEqual(readModelMessages(seen[0]), [['user', 'Hi']]);
    await service.refuse(422, "There is no model 'x'", CHAT, { message: 'Hi', model: 'x' }, ann.key);
    await service.refuse(422, "There is no model 'voice'", CHAT, { message: 'Hi', model: 'voice' }, ann.key);
  });

  test('continues the conversation that the client names', async () => {
    const conversation_id = randomUUID();
    const seen = script(server, { text: 'First' }, { text: 'Second' }, { text: 'Third' });
    assert.equal((await chat(ann, { message: 'One', conversation_id })).conversation_id, conversation_id);
    const second = { message: 'Two', conversation_id: conversation_id.toUpperCase(), model: 'large' };
    assert.equal((await chat(ann, second)).conversation_id, conversation_id);
    await chat(ann, { message: 'Other', conversation_id: randomUUID() });
    assert.deepEqual(readModelMessages(seen[1]), [
      ['user', 'One'],
      ['assistant', 'First'],
      ['user', 'Two'],
    ]);
    assert.deepEqual(readModelMessages(seen[2]), [['user', 'Other']]);
    const { title, model, messages } = await conversation(ann, conversation_id);
    assert.deepEqual(
      [title, model, messages.map(({ model }) => model)],
      ['One', 'large', [null, 'small', null, 'large']],
    );
  });

  test('can not continue the conversation of another user', async () => {
    const seen = script(server, {});
    const { conversation_id } = await chat(ann, { message: 'Mine' });
    await service.refuse(404, 'entity not found', CHAT, { message: 'Ours', conversation_id }, bob.key);
    await service.refuse(404, 'entity not found', `${CHAT}/stream`, { message: 'Ours', conversation_id }, bob.key);
    assert.equal((await conversation(ann, conversation_id)).messages.length, 2);
    assert.equal(seen.length, 1);
  });

  for (const isNew of [true, false]) {
    test(`is the only one at a time in ${isNew ? 'a new' : 'an existing'} conversation`, async () => {
      const conversation_id = randomUUID();
      server.answer = () => ({});
      if (!isNew) await chat(ann, { message: 'Before', conversation_id });
      const open = Promise.withResolvers<void>();
      server.answer = () => ({ after: open.promise });
      const replies = ['One', 'Two'].map(async message => {
        const reply = await service.call(CHAT, { message, conversation_id }, ann.key);
        if (reply.status !== 200) open.resolve();
        return reply;
      });
      const [done, busy] = (await Promise.all(replies)).sort((one, other) => one.status - other.status);
      assert.deepEqual([done?.status, busy?.status], [200, 423]);
      assert.deepEqual(busy?.body, { detail: 'the conversation is being answered by another request' });
      assert.equal(busy?.headers.get('retry-after'), '1');
      assert.equal((await conversation(ann, conversation_id)).message_count, isNew ? 2 : 4);
      await chat(ann, { message: 'And now', conversation_id });
    });
  }

  test('stores answers with characters that a model should not send', async () => {
    const answers = ['a\0b', '\ud800 and \udc00', '\ufffe\u0007 ☃ 😀', ''];
    const seen = script(server, ...answers.map(text => ({ text })), {});
    const conversation_id = randomUUID();
    const contents = [];
    for (const _ of answers) contents.push((await chat(ann, { message: 'Say it', conversation_id })).content);
    assert.deepEqual(contents, ['a\ufffdb', '\ufffd and \ufffd', '\ufffe\u0007 ☃ 😀', '']);
    await chat(ann, { message: 'Go on', conversation_id });
    assert.deepEqual(
      readModelMessages(seen.at(-1)).flatMap(([role, text]) => (role === 'assistant' ? [text] : [])),
      ['a\ufffdb', '\ufffd and \ufffd', '\ufffe\u0007 ☃ 😀'],
    );
  });

  test('is answered even if the client disconnects', async () => {
    for (const path of [CHAT, `${CHAT}/stream`]) {
      const [asked, open, leave] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        new AbortController(),
      ];
      server.answer = () => {
        asked.resolve();
        return { text: 'Still here?', after: open.promise };
      };
      const conversation_id = randomUUID();
      const left = assert.rejects(
        post(path, ann, { message: 'Bye', conversation_id }, leave.signal).then(response => response.text()),
        { name: 'AbortError' },
      );
      await asked.promise;
      leave.abort();
      await left;
      open.resolve();
      const whole = await poll(async () => {
        const { status, body } = await service.call(
          `/api/v3/conversation/get?entity_id=${conversation_id}`,
          {},
          ann.key,
        );
        return status === 200 && Object(body).message_count === 2 ? conversation(ann, conversation_id) : undefined;
      });
      assert.deepEqual(readTurns(whole), [
        ['user', 'Bye'],
        ['assistant', 'Still here?'],
      ]);
    }
  });

  test('fails if its conversation is deleted meanwhile', async () => {
    const conversation_id = randomUUID();
    script(server, {}, async () => {
      await service.ask(`/api/v3/conversation/delete?entity_id=${conversation_id}`, {}, ann.key);
      return {};
    });
    await chat(ann, { message: 'Hi', conversation_id });
    await service.refuse(422, 'The conversation was deleted', CHAT, { message: 'Hi', conversation_id }, ann.key);
    const gone = `/api/v3/conversation/get?entity_id=${conversation_id}`;
    await service.refuse(404, 'entity not found', gone, {}, ann.key);
  });
});

suite('a model that fails', () => {
  const cases: [string, ScriptedAnswer, string][] = [
    [
      'reveals its key',
      { status: 401, text: `Incorrect API key provided: ${KEY}` },
      "The model 'small' answered with status 401: Incorrect API key provided: ***",
    ],
    ['refuses to answer', { finish: 'content_filter' }, "The model 'small' refused to answer (content filter)"],
    [
      'wants a long pause',
      { status: 429, text: 'Slower', headers: { 'retry-after': '600' } },
      "The model 'small' answered with status 429: Slower",
    ],
  ];
  for (const [what, answer, detail] of cases) {
    test(`because it ${what} is reported, and nothing is stored`, async () => {
      const conversation_id = randomUUID();
      script(server, answer, { text: 'Now' }, answer);
      await service.refuse(502, detail, CHAT, { message: 'Lost', conversation_id }, ann.key);
      const get = `/api/v3/conversation/get?entity_id=${conversation_id}`;
      await service.refuse(404, 'entity not found', get, {}, ann.key);
      await chat(ann, { message: 'Again', conversation_id });
      const before = await conversation(ann, conversation_id);
      assert.deepEqual([before.title, ...readTurns(before)], ['Again', ['user', 'Again'], ['assistant', 'Now']]);
      await service.refuse(502, detail, CHAT, { message: 'Lost too', conversation_id }, ann.key);
      assert.deepEqual({ ...(await conversation(ann, conversation_id)), updated: before.updated }, before);
      assert.equal(written.text().includes(KEY), false);
    });
  }
});

suite('an invalid request:', () => {
  const cases: [string, object, RegExp][] = [
    ['an empty body', {}, /: message: is required$/],
    ['an empty message', { message: ' \n' }, /: message: /],
    ['a long message', { message: 'x'.repeat(fixedLimits.chat.messageCharacters + 1) }, /: message: /],
    ['a message that is not a text', { message: 7 }, /: message: /],
    ['a model without a name', { message: 'a', model: '' }, /: model: /],
    ['an assistant that is not an id', { message: 'a', assistant_id: 'x' }, /: assistant_id: /],
    ['a conversation that is not an id', { message: 'a', conversation_id: `${randomUUID()}0` }, /: conversation_id: /],
    ['too many files', { message: 'a', files: Array(11).fill(randomUUID()) }, /: files: /],
    ['files that are not a list', { message: 'a', files: {} }, /: files: /],
    ['a file that is a number', { message: 'a', files: [7] }, /: files/],
    ['NUL in a message', { message: 'a\0b' }, /: body: NUL characters/],
    ['a lone surrogate', { message: 'a\ud800' }, /: body: lone surrogates/],
    ['NUL in a model', { message: 'a', model: '\0' }, /: body: NUL characters/],
  ];
  for (const [what, body, detail] of cases) {
    test(`${what} is refused`, async () => {
      const seen = script(server);
      for (const path of [CHAT, `${CHAT}/stream`]) {
        const { status, body: answer } = await service.call(path, body, ann.key);
        assert.equal(status, 422, JSON.stringify(answer));
        assert.match(String(Object(answer).detail), /^validation error: /);
        assert.match(String(Object(answer).detail), detail);
      }
      assert.deepEqual(seen, []);
    });
  }

  test('an unknown assistant is not found', async () => {
    const body = { message: 'Hi', assistant_id: randomUUID() };
    await service.refuse(404, 'The assistant was not found or is not accessible', CHAT, body, ann.key);
  });
});

test('the models are listed', async () => {
  const entry = (id: string, vision: boolean, [input_token, output_token, call]: number[], isDefault = false) => ({
    id,
    provider: 'openai-compatible',
    abilities: { vision, audio: false, tools: true },
    credits: { input_token, output_token, call },
    default: isDefault,
  });
  assert.deepEqual(await service.ask('/api/v3/ai_model/get_all', {}, bob.key), [
    entry('small', false, [0, 0, 0], true),
    entry('large', true, [0, 0, 0]),
    entry('priced', false, [0.5, 2, 1]),
  ]);
});

test('a key reaches only the endpoints of its scopes', async () => {
  const endpoints = {
    'service.chat': [CHAT, `${CHAT}/stream`, '/api/v3/ai_model/get_all'],
    'service.conversation': ['/api/v3/conversation/find', '/api/v3/conversation/count'],
    'service.assistant': ['/api/v3/assistant/find'],
    'service.assistant.write': ['/api/v3/assistant/create'],
  } as const;
  server.answer = () => ({});
  for (const scope of [
    'service.chat',
    'service.conversation',
    'service.assistant',
    'service.assistant.write',
  ] as const) {
    const key = await service.key(ann.id, [scope]);
    for (const [other, paths] of Object.entries(endpoints)) {
      for (const path of paths) {
        const { status } = await service.call(path, { message: 'Hi', name: 'Helper' }, key);
        assert.equal(status, other === scope ? 200 : 401, `${path} with ${scope}`);
      }
    }
  }
});
