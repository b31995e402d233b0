/** Only a few requests to models run at once: no user blocks another, and no request waits for itself. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Assistant, Message } from '../../src/assistants/schemas.ts';
import { CHAT, readLastQuestion, readToolResults } from '../http/chats.ts';
import { poll } from '../http/poll.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const server = await openModelServer({ after });
const models = { HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: server.url }]) };
const narrow = await testService({ ...models, HEDDLE_ANSWERS_AT_ONCE: '1' });
const service = await testService({ ...models, HEDDLE_ANSWERS_AT_ONCE: '4' });

test('a builder occupies no slot while it waits for a run that asks a model', async () => {
  const ann = await narrow.person();
  const helper = await narrow.ask<Assistant>('/api/v3/assistant/create', { name: 'helper' }, ann.key);
  const thinking = node('think', 'assistant.run', { assistant_id: helper.id, prompt: 'How much?' });
  const workflow_id = await createWorkflow(narrow, chain(thinking), ann.key);
  const builder = await narrow.ask<Assistant>('/api/v3/workflow/assistant', { workflow_id }, ann.key);
  server.answer = request => {
    if (readLastQuestion(request) === 'How much?') return { text: 'forty-two' };
    const [ran] = readToolResults(request);
    return ran === undefined ? { calls: [{ name: 'workflow_run', input: {} }] } : { text: JSON.parse(ran).status };
  };
  const chat = { assistant_id: builder.id, message: 'Try it.' };
  const { content } = await narrow.ask<Message>(CHAT, chat, ann.key);
  assert.equal(content, 'success', 'the run ended before the builder was asked again');
});

test('one user gets at most half of the slots, and another is answered in the meantime', async () => {
  const [ann, bob] = [await service.person(), await service.person()];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked: string[] = [];
  server.answer = request => {
    asked.push(readLastQuestion(request));
    return { text: 'Well.', ...(readLastQuestion(request) === 'slow' && { after: released }) };
  };
  const ask = ({ key }: Person, message: string) => service.ask<Message>(CHAT, { message }, key);
  const slow = Array.from({ length: 6 }, () => ask(ann, 'slow'));
  await poll(() => (asked.length >= 2 ? true : undefined));
  for (const message of ['one', 'two', 'three']) assert.equal((await ask(bob, message)).content, 'Well.');
  assert.deepEqual(asked, ['slow', 'slow', 'one', 'two', 'three']);
  release();
  for (const { content } of await Promise.all(slow)) assert.equal(content, 'Well.');
});
