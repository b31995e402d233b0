/** Users find, read and delete their conversations. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { Conversation } from '../../src/assistants/schemas.ts';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { toStorableJson } from '../../src/platform/postgres/storable-text.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { createWorkflow, findStep, readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import { CHAT, chatsOn, readModelMessages, readTurns, script } from './chats.ts';

const server = await openModelServer({ after });
const models = [
  { id: 'small', url: server.url },
  { id: 'large', url: server.url },
];
const environment = { HEDDLE_MODELS: JSON.stringify(models) };
const service = await testService(environment);
const { assistant, chat, conversation } = chatsOn(service);
const PATH = '/api/v3/conversation';
const NOT_FOUND = 'entity not found';

const find = (body: object, { key }: Person) => service.ask<Conversation[]>(`${PATH}/find`, body, key);
const count = (body: object, { key }: Person) => service.ask<number>(`${PATH}/count`, body, key);
const remove = (id: string, { key }: Person) => service.ask(`${PATH}/delete?entity_id=${id}`, {}, key);

suite('conversations', () => {
  test('are found, counted and read only by their user', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const { id: assistant_id } = await assistant(ann);
    server.answer = () => ({});
    const before = Date.now();
    const { conversation_id } = await chat(ann, { message: '  What is\nthis?  ', assistant_id });
    const [listed, ...others] = await find({}, ann);
    assert.deepEqual(others, []);
    const stamp = ({ timestamp, user_id }: Conversation['created']) => {
      assert.ok(timestamp >= before - 1000 && timestamp <= Date.now() + 1000);
      return user_id;
    };
    assert.ok(listed);
    const { created, updated, ...rest } = listed;
    assert.deepEqual([stamp(created), stamp(updated)], [ann.id, ann.id]);
    assert.deepEqual(rest, {
      id: conversation_id,
      permissions: { owner: { user_id: ann.id, group_id: null }, write: true, run: true, export: true, copy: true },
      title: 'What is\nthis?',
      assistant_id,
      model: 'small',
      run_id: null,
      message_count: 2,
    });
    const { messages, ...same } = await conversation(ann, conversation_id);
    assert.deepEqual([same, messages.length], [listed, 2]);

    assert.deepEqual([await find({}, bob), await count({}, bob), await count({}, ann)], [[], 0, 1]);
    await service.refuse(404, NOT_FOUND, `${PATH}/get?entity_id=${conversation_id}`, {}, bob.key);
    await service.refuse(404, NOT_FOUND, `${PATH}/delete?entity_id=${conversation_id}`, {}, bob.key);
    assert.equal(await count({}, ann), 1);
  });

  test('are filtered, sorted and paged', async () => {
    const ann = await service.person();
    const { id: assistant_id } = await assistant(ann);
    server.answer = () => ({});
    await chat(ann, { message: 'b', assistant_id });
    await chat(ann, { message: 'a', model: 'large' });
    const { conversation_id } = await chat(ann, { message: 'c' });
    await chat(ann, { message: 'more', conversation_id });
    const titles = async (body: object) => (await find(body, ann)).map(({ title }) => title);
    assert.deepEqual(await titles({}), ['c', 'a', 'b']);
    assert.deepEqual(await titles({ sort_key: 'title' }), ['a', 'b', 'c']);
    assert.deepEqual(await titles({ sort_key: 'title', limit_from: 1, limit_to: 2 }), ['b']);
    const cases: [unknown[], string[]][] = [
      [['assistant_id', '==', assistant_id], ['b']],
      [['model', '==', 'large'], ['a']],
      [['message_count', '>=', 4], ['c']],
      [['id', '==', conversation_id], ['c']],
      [['run_id', '!=', null], []],
      [['updated.user_id', '!=', ann.id], []],
      [
        ['title', 'in', ['a', 'b']],
        ['a', 'b'],
      ],
    ];
    for (const [filter, expected] of cases) {
      assert.deepEqual(await titles({ filters: [filter] }), expected, JSON.stringify(filter));
      assert.equal(await count({ filters: [filter] }, ann), expected.length);
    }
    const { status } = await service.call(`${PATH}/find`, { filters: [['claimed_by', '==', 'x']] }, ann.key);
    assert.equal(status, 422);
  });

  test('are deleted with all messages, and may start again with the same id', async () => {
    const ann = await service.person();
    const seen = script(server, {}, {});
    const { conversation_id } = await chat(ann, { message: 'Forget this' });
    assert.equal(await remove(conversation_id, ann), conversation_id);
    await service.refuse(404, NOT_FOUND, `${PATH}/get?entity_id=${conversation_id}`, {}, ann.key);
    await service.refuse(404, NOT_FOUND, `${PATH}/delete?entity_id=${conversation_id}`, {}, ann.key);
    await chat(ann, { message: 'New', conversation_id });
    assert.deepEqual(readModelMessages(seen[1]), [['user', 'New']]);
    assert.equal((await conversation(ann, conversation_id)).title, 'New');
  });

  test('do not exist before their first answer', async () => {
    const ann = await service.person();
    const conversation_id = randomUUID();
    script(server, { status: 400 });
    assert.equal((await service.call(CHAT, { message: 'Hi', conversation_id }, ann.key)).status, 502);
    assert.deepEqual([await find({}, ann), await count({}, ann)], [[], 0]);
    await service.refuse(404, NOT_FOUND, `${PATH}/get?entity_id=${conversation_id}`, {}, ann.key);
    await service.refuse(404, NOT_FOUND, `${PATH}/delete?entity_id=${conversation_id}`, {}, ann.key);
    script(server, {});
    await chat(ann, { message: 'Again', conversation_id });
    assert.equal(await count({}, ann), 1);
  });

  for (const size of [10, fixedLimits.chat.historyCharacters + 1]) {
    test(`lose only the unanswered question of a process that died, of ${size} characters`, async () => {
      const ann = await service.person();
      const { query: db } = service.service.system.database;
      const seen = script(server, { text: 'First' }, { text: 'Third' });
      const { conversation_id } = await chat(ann, { message: 'One' });
      const empty = { details: toStorableJson({}), files: toStorableJson([]) };
      const left = { ...empty, role: 'user', shown: true, content: 'x'.repeat(size) } as const;
      await db
        .insertInto('messages')
        .values({ ...left, conversation_id, position: 2, id: randomUUID(), model: null, credits: 0 })
        .execute();
      await db.updateTable('conversations').set({ messages: 3 }).where('id', '=', conversation_id).execute();
      await chat(ann, { message: 'Three', conversation_id });
      assert.deepEqual(readTurns(await conversation(ann, conversation_id)), [
        ['user', 'One'],
        ['assistant', 'First'],
        ['user', 'Three'],
        ['assistant', 'Third'],
      ]);
      assert.deepEqual(readModelMessages(seen[1]).at(-1), ['user', 'Three']);
      assert.equal((await conversation(ann, conversation_id)).message_count, 4);
    });
  }

  test('are sent to the model without messages that are too old', async () => {
    const ann = await service.person();
    const conversation_id = randomUUID();
    server.answer = () => ({});
    const turns = Math.ceil(fixedLimits.chat.historyCharacters / fixedLimits.chat.messageCharacters) + 2;
    for (let turn = 0; turn < turns; turn++) {
      const message = String(turn).padEnd(fixedLimits.chat.messageCharacters, 'x');
      await chat(ann, { message, conversation_id });
    }
    const received = readModelMessages(server.seen.at(-1));
    assert.equal(received[0]?.[0], 'user');
    assert.ok(received.length < 2 * turns - 1 && received.length > 3, String(received.length));
    assert.equal((await conversation(ann, conversation_id)).messages.length, 2 * turns);
  });

  test('are unlocked when the process that answers in them stops', async () => {
    const ann = await service.person();
    const other = await serviceOn(service.database, { ...environment, HEDDLE_DRAIN_SECONDS: '0' });
    const [asked, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.answer = () => {
      asked.resolve();
      return { after: open.promise };
    };
    const conversation_id = randomUUID();
    // The service may answer 503 or close the connection first. Both are fine.
    const status = other.call(CHAT, { message: 'Lost', conversation_id }, ann.key).then(
      reply => reply.status,
      () => 503,
    );
    await asked.promise;
    await other.stopService();
    assert.equal(await status, 503);
    open.resolve();
    script(server, {});
    await chat(ann, { message: 'Again', conversation_id });
    assert.deepEqual(readTurns(await conversation(ann, conversation_id)), [
      ['user', 'Again'],
      ['assistant', 'Hello'],
    ]);
  });

  test('do not prevent the deletion of their user', async () => {
    const ann = await service.person();
    script(server, {});
    await chat(ann, { message: 'Hi' });
    assert.equal(await service.ask(`/api/v1/user/delete?entity_id=${ann.id}`), ann.id);
  });
});

suite('the conversation of a step', () => {
  test('belongs to its user, names the run, and can be continued', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const { id: assistant_id } = await assistant(ann, { instructions: 'Be brief.' });
    const seen = script(server, { text: 'Written' }, { text: 'Because' });
    const step = node('write', 'assistant.run', { assistant_id, prompt: 'Write about {{ input.topic }}' });
    const run = await runOnce(service, chain(step), { topic: 'rain' }, ann.key);
    assert.deepEqual(readStepOutput(run, 'write'), { text: 'Written', data: null, files: [] });
    const { conversation_id } = findStep(run, 'write');
    assert.ok(conversation_id);
    const [found, ...others] = await find({ filters: [['run_id', '==', run.id]] }, ann);
    assert.deepEqual([found?.id, found?.assistant_id, others], [conversation_id, assistant_id, []]);
    assert.equal(found?.title, 'Write about rain');
    assert.equal((await find({ filters: [['run_id', '==', run.id]] }, bob)).length, 0);
    assert.deepEqual(readTurns(await conversation(ann, conversation_id)), [
      ['user', 'Write about rain'],
      ['assistant', 'Written'],
    ]);
    await chat(ann, { message: 'Why?', assistant_id, conversation_id });
    assert.deepEqual(readModelMessages(seen[1]), [
      ['system', 'Be brief.'],
      ['user', 'Write about rain'],
      ['assistant', 'Written'],
      ['user', 'Why?'],
    ]);
    assert.equal((await conversation(ann, conversation_id)).run_id, run.id);
  });

  test('is locked while the run is in progress', async () => {
    const ann = await service.person();
    const { id: assistant_id } = await assistant(ann);
    const [asked, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.answer = () => {
      asked.resolve();
      return { after: open.promise };
    };
    const workflow_id = await createWorkflow(
      service,
      chain(node('write', 'assistant.run', { assistant_id, prompt: 'Write' })),
      ann.key,
    );
    const running = service.call('/api/v3/workflow/run', { workflow_id }, ann.key);
    await asked.promise;
    const [found] = await find({}, ann);
    assert.equal(found?.message_count, 1);
    const busy = 'the conversation is being answered by another request';
    await service.refuse(423, busy, CHAT, { message: 'Hi', conversation_id: found?.id }, ann.key);
    open.resolve();
    assert.equal((await running).status, 200);
    assert.equal((await conversation(ann, found?.id ?? '')).message_count, 2);
  });
});
