/** What chats cost, and what happens without credits or without a model. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { openModelServer } from '../support/model-server.ts';
import { testService } from '../support/service.ts';
import { CHAT, chatsOn, SILENCE, script } from './chats.ts';
import { nothing, remains } from './file-uploads.ts';
import { poll } from './poll.ts';

const server = await openModelServer({ after });
const credits = { input_token: 0.5, output_token: 2, call: 1 };
const service = await testService({
  HEDDLE_MODELS: JSON.stringify([
    { id: 'priced', url: server.url, credits },
    { id: 'painter', kind: 'image', url: server.url, credits: { call: 7 } },
    { id: 'ears', kind: 'transcription', url: server.url, credits: { call: 3 } },
  ]),
});
const { assistant, chat, conversation, readCredits, stream } = chatsOn(service);
/** The price of an answer with the usual 10 input and 5 output tokens. */
const PRICE = 1 + 10 * 0.5 + 5 * 2;
const message = 'Hi';

suite('credits', () => {
  test('are charged for the tokens of the question and the answer', async () => {
    const ann = await service.person({ credits: 100 });
    script(server, {}, { tokens: { input: 3, output: 1 } });
    const first = await chat(ann, { message });
    assert.deepEqual([first.credits, await readCredits(ann)], [PRICE, 100 - PRICE]);
    const second = await chat(ann, { message, conversation_id: first.conversation_id });
    assert.deepEqual([second.credits, await readCredits(ann)], [4.5, 100 - PRICE - 4.5]);
    const { messages } = await conversation(ann, first.conversation_id);
    assert.deepEqual(
      messages.map(({ credits }) => credits),
      [0, PRICE, 0, 4.5],
    );
  });

  test('are charged for every request to a model', async () => {
    const ann = await service.person({ credits: 100 });
    const { id: assistant_id } = await assistant(ann, { tools: ['hash'] });
    script(server, { calls: [{ name: 'hash', input: { text: 'a' } }] }, {});
    assert.equal((await chat(ann, { message, assistant_id })).credits, 2 * PRICE);
    assert.equal(await readCredits(ann), 100 - 2 * PRICE);
  });

  test('are charged once for each use of a tool', async () => {
    const ann = await service.person({ credits: 1000 });
    const { id: assistant_id } = await assistant(ann, { tools: ['image_generate'] });
    const draw = { name: 'image_generate', input: { prompt: 'A loom' } };
    script(server, { calls: [draw, draw] }, {}, {}, {});
    const answer = await chat(ann, { message, assistant_id });
    assert.equal(answer.credits, 2 * PRICE + 2 * 7);
    assert.equal(await readCredits(ann), 1000 - answer.credits);
    assert.deepEqual(
      answer.files.map(({ content_type }) => content_type),
      ['image/png', 'image/png'],
    );
  });

  test('are charged for reading files, and listed with the message that sent the files', async () => {
    const ann = await service.person({ credits: 100 });
    const files = [{ filename: 'memo.wav', mime_type: 'audio/wav', data: SILENCE.toString('base64') }];
    script(server, { text: 'Buy milk' }, {});
    const { conversation_id } = await chat(ann, { message, files });
    const { messages } = await conversation(ann, conversation_id);
    assert.deepEqual(
      messages.map(({ credits }) => credits),
      [3, PRICE],
    );
    assert.equal(await readCredits(ann), 100 - 3 - PRICE);
  });

  test('are counted but not limited for a user without a limit', async () => {
    const ann = await service.person();
    script(server, {});
    assert.equal((await chat(ann, { message })).credits, PRICE);
    assert.equal(await readCredits(ann), null);
  });

  test('that are used up make the service refuse the chat, and nothing of it is stored', async () => {
    const ann = await service.person({ credits: 1 });
    const seen = script(server);
    const files = [{ filename: 'a.txt', mime_type: 'text/plain', data: btoa('text') }];
    for (const body of [{ message }, { message, files }]) {
      await service.refuse(422, 'Not enough credits', CHAT, body, ann.key);
      const chunks = await stream(ann, body);
      assert.deepEqual(chunks.at(-1)?.error, {
        status: 422,
        text: 'Unprocessable Entity',
        detail: 'Not enough credits',
      });
    }
    assert.deepEqual([await readCredits(ann), seen.length], [1, 0]);
    assert.equal(await service.ask('/api/v3/conversation/count', {}, ann.key), 0);
    assert.deepEqual(await remains(service, ann), nothing);
  });

  test('are refunded if the model fails, but not for answers that it gave before', async () => {
    const ann = await service.person({ credits: 100 });
    const { id: assistant_id } = await assistant(ann, { tools: ['hash'] });
    script(server, { status: 400 });
    assert.equal((await service.call(CHAT, { message, assistant_id }, ann.key)).status, 502);
    assert.equal(await readCredits(ann), 100);
    script(server, { calls: [{ name: 'hash', input: { text: 'a' } }] }, { status: 400 });
    assert.equal((await service.call(CHAT, { message, assistant_id }, ann.key)).status, 502);
    assert.equal(await readCredits(ann), 100 - PRICE);
    assert.deepEqual(await remains(service, ann), nothing);
  });

  test('are not overdrawn by more than the requests in progress', async () => {
    const ann = await service.person({ credits: 2 * PRICE });
    const open = Promise.withResolvers<void>();
    let asked = 0;
    let refused = 0;
    server.answer = () => {
      asked++;
      return { after: open.promise };
    };
    const replies = Array.from({ length: 20 }, async () => {
      const reply = await service.call(CHAT, { message, conversation_id: randomUUID() }, ann.key);
      if (reply.status !== 200) refused++;
      return reply;
    });
    await poll(() => asked + refused === 20 || undefined);
    open.resolve();
    const statuses = (await Promise.all(replies)).map(({ status, body }) => (status === 200 ? 200 : body));
    const answered = statuses.filter(status => status === 200).length;
    for (const status of statuses) if (status !== 200) assert.deepEqual(status, { detail: 'Not enough credits' });
    // Each accepted question could reserve at least its minimum price: the call, and one token of the answer.
    assert.ok(answered >= 2 && answered <= (2 * PRICE) / 3, `${answered}`);
    assert.equal(await readCredits(ann), 2 * PRICE - answered * PRICE);
    assert.equal(await service.ask('/api/v3/conversation/count', {}, ann.key), answered);
    assert.equal((await remains(service, ann)).reservations, 0);
    await service.refuse(422, 'Not enough credits', CHAT, { message }, ann.key);
  });
});

test('chats are refused if no model is configured', async () => {
  const without = await testService();
  const none = 'No AI model is configured';
  for (const body of [{ message }, { message, model: 'priced' }]) {
    for (const path of [CHAT, `${CHAT}/stream`]) await without.refuse(422, none, path, body);
  }
  const { id } = await chatsOn(without).assistant(await without.person());
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(await without.ask('/api/v3/ai_model/get_all'), []);
});
