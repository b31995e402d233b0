import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { KEY, modelSettings, openModels, question, scriptedModel } from '../../../test/fixtures/models.ts';
import { openModelServer, SMALL_PNG } from '../../../test/support/model-server.ts';
import type { ModelMessage } from './model.ts';

const weatherTool = {
  name: 'weather',
  description: 'Tells the weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

suite('the models', () => {
  test('are found by kind and id, the first of a kind without an id', async t => {
    const server = { url: 'http://127.0.0.1:1/v1' };
    const models = openModels(
      t,
      modelSettings(server, { id: 'draw', kind: 'image' }),
      modelSettings(server, { id: 'one' }),
      modelSettings(server, { id: 'two' }),
    );
    assert.equal(models.chat()?.settings.id, 'one');
    assert.equal(models.chat('two')?.settings.id, 'two');
    assert.equal(models.chat('draw'), undefined);
    assert.equal(models.image()?.settings.id, 'draw');
    assert.deepEqual([models.speech(), models.transcription()], [undefined, undefined]);
    assert.equal(models.settings.length, 3);
  });
});

suite('a chat model', () => {
  test('answers with text, which arrives in pieces, and the tokens', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ pieces: ['Good ', 'mor', 'ning'], tokens: { input: 7, output: 3 } });
    const pieces: string[] = [];
    const reply = await ask({ onText: piece => pieces.push(piece) });
    assert.deepEqual(reply, { text: 'Good morning', calls: [], tokens: { input: 7, output: 3 } });
    assert.deepEqual(pieces, ['Good ', 'mor', 'ning']);

    const [seen] = server.seen;
    assert.deepEqual(seen?.messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What?' },
    ]);
    assert.equal(seen?.path, '/v1/chat/completions');
    assert.equal(seen?.authorization, `Bearer ${KEY}`);
    assert.deepEqual([seen?.model, seen?.stream, seen?.responseFormat], ['model-name', true, undefined]);
  });

  test('sends the pieces as they arrive and not at the end', async t => {
    const { server, ask } = await scriptedModel(t);
    const first = Promise.withResolvers<string>();
    server.answer = () => ({ pieces: ['one', 'two'], afterFirstPiece: first.promise });
    const reply = await ask({ onText: first.resolve });
    assert.equal(await first.promise, 'one');
    assert.equal(reply.text, 'onetwo');
  });

  test('may answer as a whole, and is then asked for whole answers', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = (_request, index) =>
      index < 3
        ? { text: 'Good morning', whole: true, tokens: { input: 7, output: 3 } }
        : { calls: [{ id: 'a', name: 'weather', input: { city: 'Bonn' } }], whole: true };
    const pieces: string[] = [];
    const reply = { text: 'Good morning', calls: [], tokens: { input: 7, output: 3 } };
    assert.deepEqual(await ask({ onText: piece => pieces.push(piece) }), reply);
    assert.deepEqual(pieces, ['Good morning']);
    assert.deepEqual(await ask(), reply);
    const { calls } = await ask({ tools: [weatherTool] });
    assert.deepEqual(calls, [{ id: 'a', name: 'weather', input: { city: 'Bonn' } }]);
    assert.deepEqual(
      server.seen.map(({ stream }) => stream),
      [true, false, false, false],
    );
  });

  test('is asked without a key and instructions when there are none', async t => {
    const { server, ask } = await scriptedModel(t, { key: undefined });
    await ask({ instructions: '' });
    assert.equal(server.seen[0]?.authorization, undefined);
    assert.deepEqual(server.seen[0]?.messages, [{ role: 'user', content: 'What?' }]);
  });

  test('calls tools, and gets its calls and their results back in the format of the API', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = (_request, index) =>
      index === 0
        ? {
            text: 'I look.',
            calls: [
              { id: 'a', name: 'weather', input: { city: 'Oslo' } },
              { id: 'b', name: 'now', input: '' },
            ],
          }
        : { text: 'Rain.' };
    const first = await ask({ tools: [weatherTool] });
    assert.deepEqual(first.calls, [
      { id: 'a', name: 'weather', input: { city: 'Oslo' } },
      { id: 'b', name: 'now', input: {} },
    ]);
    assert.equal(first.text, 'I look.');
    const { name, description, inputSchema: parameters } = weatherTool;
    assert.deepEqual(server.seen[0]?.tools, [{ name, description, parameters }]);

    const messages: ModelMessage[] = [
      { role: 'user', text: 'What?', files: [] },
      { role: 'assistant', text: first.text, calls: first.calls },
      {
        role: 'tool',
        results: [
          { callId: 'a', name: 'weather', text: 'wet', failed: false },
          { callId: 'b', name: 'now', text: 'no clock', failed: true },
        ],
      },
    ];
    assert.equal((await ask({ tools: [weatherTool], messages })).text, 'Rain.');
    assert.deepEqual(server.seen[1]?.messages.slice(2), [
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          { id: 'b', type: 'function', function: { name: 'now', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'wet' },
      { role: 'tool', tool_call_id: 'b', content: 'no clock' },
    ]);
  });

  test('returns a call that is not JSON as it was written, and sees it again', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ calls: [{ id: 'a', name: 'weather', input: '{"city": Os' }] });
    const { calls } = await ask({ tools: [weatherTool] });
    assert.deepEqual(calls, [{ id: 'a', name: 'weather', input: '{"city": Os' }]);

    await ask({ messages: [{ role: 'assistant', text: '', calls }] });
    const [, shown] = server.seen[1]?.messages ?? [];
    assert.deepEqual(shown, {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'weather', arguments: '{"unreadable_input":"{\\"city\\": Os"}' },
        },
      ],
    });
  });

  test('gives each call a unique id when the endpoint repeats ids', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ calls: [{ id: 'call_0', name: 'weather', input: { city: 'Oslo' } }] });
    const first = await ask();
    const again = await ask({ messages: [{ role: 'assistant', text: '', calls: first.calls }] });
    assert.equal(first.calls[0]?.id, 'call_0');
    assert.match(String(again.calls[0]?.id), /^call_[0-9a-f-]{36}$/);
  });

  test('sees images and hears audio', async t => {
    const { server, ask } = await scriptedModel(t);
    const audio = Buffer.from('RIFF sound');
    const files = [
      { filename: 'a.png', contentType: 'image/png', content: SMALL_PNG },
      { filename: 'a.wav', contentType: 'audio/wav; rate=16', content: audio },
    ];
    await ask(question('Look', files));
    assert.deepEqual(server.seen[0]?.messages[1]?.content, [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${SMALL_PNG.toString('base64')}` } },
      { type: 'input_audio', input_audio: { data: audio.toString('base64'), format: 'wav' } },
    ]);
  });

  test('counts four characters as a token when the endpoint reports no tokens', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ text: 'x'.repeat(40), tokens: null });
    const { tokens } = await ask(question('y'.repeat(400)));
    assert.equal(tokens.output, 10);
    assert.ok(tokens.input >= 100 && tokens.input < 150, String(tokens.input));
  });

  test('is not asked for tokens again after it refused that', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = ({ body }) =>
      body.stream_options ? { status: 400, text: 'Unrecognized request argument: stream_options' } : {};
    assert.equal((await ask()).text, 'Hello');
    assert.equal((await ask()).text, 'Hello');
    assert.deepEqual(
      server.seen.map(({ body }) => 'stream_options' in body),
      [true, false, false],
    );
  });

  test('answers a hundred questions at once', async t => {
    const { server, ask } = await scriptedModel(t);
    const all = Promise.withResolvers<void>();
    server.answer = async () => {
      if (server.seen.length === 100) all.resolve();
      return { after: all.promise };
    };
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask()));
    assert.deepEqual(new Set(replies.map(({ text }) => text)), new Set(['Hello']));
  });
});

suite('a structured answer', () => {
  const closed = {
    type: 'object',
    properties: { yes: { type: 'boolean' } },
    required: ['yes'],
    additionalProperties: false,
  };

  test('is requested with its schema, strictly when the schema allows it', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ text: '{"yes":true}' });
    assert.equal((await ask({ answerSchema: closed })).text, '{"yes":true}');
    const { required: _required, ...open } = closed;
    await ask({ answerSchema: open });
    assert.deepEqual(
      server.seen.map(({ responseFormat }) => responseFormat),
      [
        { type: 'json_schema', json_schema: { name: 'answer', schema: closed, strict: true } },
        { type: 'json_schema', json_schema: { name: 'answer', schema: open, strict: false } },
      ],
    );
    assert.ok(String(server.seen[0]?.messages[0]?.content).includes(JSON.stringify(closed)));
  });

  test('is requested in simpler ways when the endpoint does not support schemas', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = ({ responseFormat }) =>
      responseFormat ? { status: 400, text: 'response_format is unknown' } : { text: '```json\n{"yes": true}\n```\n' };
    assert.equal((await ask({ answerSchema: closed })).text, '{"yes": true}');
    assert.deepEqual(
      server.seen.map(({ responseFormat }) => (responseFormat as { type: string } | undefined)?.type),
      ['json_schema', 'json_object', undefined],
    );
  });

  test('fails with the message of the endpoint when no way succeeds', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ status: 400, text: 'The prompt is too long' });
    await assert.rejects(ask({ answerSchema: closed }), {
      message: "The model 'm' answered with status 400: The prompt is too long",
      retryable: false,
    });
  });

  test('may follow tool calls', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ calls: [{ name: 'weather', input: { city: 'Oslo' } }] });
    const { calls } = await ask({ answerSchema: closed, tools: [weatherTool] });
    assert.equal(calls.length, 1);
    assert.deepEqual(
      server.seen.map(({ tools, responseFormat }) => [tools.length, responseFormat !== undefined]),
      [[1, true]],
    );
  });

  for (const [how, text] of Object.entries({
    'after thinking aloud': '<think>\nHm {}\n</think>\n\n{"yes":true}',
    'in a fence without a language': '```\n{"yes":true}\n```',
    'between blank lines': '\n\n{"yes":true}\n',
  })) {
    test(`is extracted when it stands ${how}`, async t => {
      const { server, ask } = await scriptedModel(t);
      server.answer = () => ({ text });
      assert.equal((await ask({ answerSchema: closed })).text, '{"yes":true}');
    });
  }
});

test('the endpoint of OpenAI itself is asked the same way', async t => {
  const server = await openModelServer({ after: act => t.after(act) });
  server.answer = () => ({ text: 'Hi', calls: [{ id: 'a', name: 'weather', input: { city: 'Oslo' } }] });
  const chat = openModels(t, modelSettings(server, { provider: 'openai' })).chat();
  const reply = await chat?.ask({ ...question(), tools: [weatherTool] });
  assert.deepEqual(reply, {
    text: 'Hi',
    calls: [{ id: 'a', name: 'weather', input: { city: 'Oslo' } }],
    tokens: { input: 10, output: 5 },
  });
  assert.equal(server.seen[0]?.path, '/v1/chat/completions');
});
