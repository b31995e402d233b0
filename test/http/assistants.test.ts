/** Assistants: who may see, use and change them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { Assistant } from '../../src/assistants/schemas.ts';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { openModelServer } from '../support/model-server.ts';
import { type Person, testService } from '../support/service.ts';
import { CHAT, chatsOn, readModelMessages, script } from './chats.ts';

const server = await openModelServer({ after });
const models = [
  { id: 'small', url: server.url },
  { id: 'large', url: server.url },
  { id: 'handless', url: server.url, abilities: [] },
];
const service = await testService({ HEDDLE_MODELS: JSON.stringify(models) });
const ann = await service.person();
const bob = await service.person();
const { assistant, chat, conversation } = chatsOn(service);
const PATH = '/api/v3/assistant';
const NOT_FOUND = 'entity not found';
const NOT_USABLE = 'The assistant was not found or is not accessible';

const get = (id: string, { key }: Person) => service.ask<Assistant>(`${PATH}/get?entity_id=${id}`, {}, key);
const update = (body: object, { key }: Person) => service.ask<Assistant>(`${PATH}/update`, body, key);
const find = (body: object, { key }: Person) => service.ask<Assistant[]>(`${PATH}/find`, body, key);

suite('an assistant', () => {
  test('is created, read, changed and deleted', async () => {
    const before = Date.now();
    const given = {
      name: 'Helper',
      description: 'Helps',
      instructions: 'Be brief.',
      model: 'large',
      tools: ['hash', 'csv_read', 'hash'],
    };
    const created = await service.ask<Assistant>(`${PATH}/create`, given, ann.key);
    const stamp = { timestamp: created.created.timestamp, user_id: ann.id };
    assert.ok(stamp.timestamp >= before - 1000 && stamp.timestamp <= Date.now() + 1000);
    assert.deepEqual(created, {
      id: created.id,
      created: stamp,
      updated: stamp,
      permissions: { owner: { user_id: ann.id, group_id: null }, write: true, run: true, export: true, copy: true },
      ...given,
      tools: ['hash', 'csv_read'],
      sharing: [],
      group_sharing: [],
      workflow_id: null,
    });
    assert.deepEqual(await get(created.id, ann), created);

    const changed = await update({ id: created.id, name: 'Other', model: null, tools: [] }, ann);
    assert.deepEqual(
      { ...changed, updated: stamp },
      { ...created, name: 'Other', model: null, tools: [], updated: stamp },
    );
    assert.ok(changed.updated.timestamp >= stamp.timestamp);
    assert.deepEqual(await get(created.id, ann), changed);
    const { updated: _, ...same } = changed;
    const { updated: __, ...still } = await update({ id: created.id }, ann);
    assert.deepEqual(still, same);

    assert.equal(await service.ask(`${PATH}/delete?entity_id=${created.id}`, {}, ann.key), created.id);
    for (const path of ['get', 'delete']) {
      await service.refuse(404, NOT_FOUND, `${PATH}/${path}?entity_id=${created.id}`, {}, ann.key);
    }
    await service.refuse(404, NOT_FOUND, `${PATH}/update`, { id: created.id, name: 'New' }, ann.key);
  });

  test('refuses unknown tools and models, and invalid values', async () => {
    const cases: [object, string | RegExp][] = [
      [{ tools: ['hash', 'no_such'] }, "validation error: tools.1: there is no tool 'no_such'"],
      [{ model: 'no-such' }, "validation error: model: there is no model 'no-such'"],
      [{ name: '' }, /^validation error: name: /],
      [{ name: 'x'.repeat(fixedLimits.nameCharacters + 1) }, /^validation error: name: /],
      [
        { instructions: 'x'.repeat(fixedLimits.assistant.instructionsCharacters + 1) },
        /^validation error: instructions: /,
      ],
      [{ tools: Array(fixedLimits.assistant.tools + 1).fill('hash') }, /^validation error: tools: /],
      [{ sharing: [{ write: true }] }, /^validation error: sharing\.0\.user_email: /],
      [{ group_sharing: [{ group_id: 'x' }] }, /^validation error: group_sharing\.0\.group_id: /],
      [{ instructions: 'a\0' }, /^validation error: body: NUL/],
    ];
    const { id } = await assistant(ann);
    for (const [fields, expected] of cases) {
      for (const [path, base] of [
        ['create', { name: 'assistant' }],
        ['update', { id }],
      ] as const) {
        const { status, body } = await service.call(`${PATH}/${path}`, { ...base, ...fields }, ann.key);
        const detail = String(Object(body).detail);
        assert.equal(status, 422, `${path} ${JSON.stringify(fields).slice(0, 100)}: ${detail}`);
        if (typeof expected === 'string') assert.equal(detail, expected);
        else assert.match(detail, expected);
      }
    }
  });

  test('is found by filters, in order and in pages', async () => {
    const carl = await service.person();
    const names = ['b', 'a', 'd', 'c'];
    for (const name of names) {
      await assistant(carl, {
        name,
        description: `about ${name}`,
        tools: name === 'd' ? ['hash'] : [],
        model: 'small',
      });
    }
    const found = async (body: object) => (await find(body, carl)).map(({ name }) => name);
    const where = (field: string, operator: string, value: unknown) => ({ filters: [[field, operator, value]] });
    assert.deepEqual(await found({}), ['c', 'd', 'a', 'b']);
    assert.deepEqual(await found({ sort_key: 'name' }), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await found({ sort_key: 'name', sort_order: -1, limit_from: 1, limit_to: 3 }), ['c', 'b']);
    assert.deepEqual(await found(where('name', 'in', ['a', 'd'])), ['d', 'a']);
    assert.deepEqual(await found(where('description', 'regex', 't [cd]$')), ['c', 'd']);
    assert.deepEqual(await found(where('tools', 'contains', 'hash')), ['d']);
    assert.deepEqual(await found(where('workflow_id', '==', null)), ['c', 'd', 'a', 'b']);
    assert.deepEqual(await found(where('created.user_id', '!=', carl.id)), []);
    const count = (body: object) => service.ask(`${PATH}/count`, body, carl.key);
    assert.deepEqual([await count({}), await count(where('name', '>', 'b'))], [4, 2]);
    for (const wrong of [where('instructions', '==', 'x'), where('name', 'like', 'x'), where('id', '==', 7)]) {
      assert.equal((await service.call(`${PATH}/find`, wrong, carl.key)).status, 422);
    }
  });

  test('is read with one scope and written with the other', async () => {
    const [reads, writes] = [
      await service.key(ann.id, ['service.assistant']),
      await service.key(ann.id, ['service.assistant.write']),
    ];
    const { id } = await assistant(ann);
    const calls: [path: string, body: object, isWrite: boolean][] = [
      ['find', {}, false],
      ['count', {}, false],
      [`get?entity_id=${id}`, {}, false],
      ['create', { name: 'New' }, true],
      ['update', { id, name: 'New' }, true],
      [`delete?entity_id=${id}`, {}, true],
    ];
    for (const [path, body, isWrite] of calls) {
      assert.equal((await service.call(`${PATH}/${path}`, body, isWrite ? reads : writes)).status, 401, path);
      await service.ask(`${PATH}/${path}`, body, isWrite ? writes : reads);
    }
  });
});

suite('sharing an assistant', () => {
  /** Reports whether somebody may see, chat with, change and delete the assistant. */
  async function access(id: string, person: Person) {
    server.answer = () => ({});
    const calls = [
      [`${PATH}/get?entity_id=${id}`, {}],
      [CHAT, { message: 'Hi', assistant_id: id }],
      [`${PATH}/update`, { id, description: 'changed' }],
      [`${PATH}/delete?entity_id=${id}`, {}],
    ] as const;
    const answers: string[] = [];
    for (const [path, body] of calls) {
      const { status, body: answer } = await service.call(path, body, person.key);
      answers.push(status === 200 ? 'ok' : `${status} ${Object(answer).detail}`);
    }
    return answers;
  }
  const missing = `404 ${NOT_FOUND}`;
  const STRANGER = [missing, `404 ${NOT_USABLE}`, missing, missing];
  const READER = ['ok', 'ok', '403 permission denied', '403 permission denied'];

  for (const way of ['user', 'group'] as const) {
    test(`works with a ${way}`, async () => {
      const group_id = await service.group([bob]);
      const share = (write: boolean) =>
        way === 'user'
          ? { sharing: [{ user_email: bob.email.toUpperCase(), write }] }
          : { group_sharing: [{ group_id: group_id.toUpperCase(), write }] };
      const { id } = await assistant(ann);
      assert.deepEqual(await access(id, bob), STRANGER);
      assert.deepEqual(await find({ filters: [['id', '==', id]] }, bob), []);

      await update({ id, ...share(false) }, ann);
      assert.deepEqual(await access(id, bob), READER);
      const { permissions, created } = await get(id, bob);
      assert.equal(created.user_id, ann.id);
      const owner = { user_id: ann.id, group_id: null };
      assert.deepEqual(permissions, { owner, write: false, run: true, export: false, copy: false });
      assert.equal((await find({ filters: [['id', '==', id]] }, bob)).length, 1);
      const carl = await service.person();
      assert.deepEqual(await access(id, carl), STRANGER);

      await update({ id, sharing: [], group_sharing: [] }, ann);
      assert.deepEqual(await access(id, bob), STRANGER);
      await update({ id, ...share(true) }, ann);
      assert.equal((await get(id, bob)).permissions.write, true);
      assert.deepEqual(await access(id, bob), ['ok', 'ok', 'ok', 'ok']);
      await service.refuse(404, NOT_FOUND, `${PATH}/get?entity_id=${id}`, {}, ann.key);
    });
  }

  test('does not share conversations', async () => {
    const { id: assistant_id } = await assistant(ann, { sharing: [{ user_email: bob.email, write: true }] });
    script(server, {}, {});
    const mine = await chat(ann, { message: 'Mine', assistant_id });
    const { conversation_id } = await chat(bob, { message: 'His', assistant_id });
    const body = { message: 'Ours', assistant_id, conversation_id: mine.conversation_id };
    await service.refuse(404, NOT_FOUND, CHAT, body, bob.key);
    await service.refuse(404, NOT_FOUND, `/api/v3/conversation/get?entity_id=${conversation_id}`, {}, ann.key);
  });
});

suite('an assistant in a chat', () => {
  test('applies its instructions, model and tools', async () => {
    const { id: assistant_id } = await assistant(ann, { instructions: 'Be brief.', model: 'large', tools: ['hash'] });
    const seen = script(server, {}, {}, {});
    const { conversation_id, model } = await chat(ann, { message: 'Hi', assistant_id });
    assert.deepEqual([model, seen[0]?.model], ['large', 'large']);
    assert.deepEqual(readModelMessages(seen[0]), [
      ['system', 'Be brief.'],
      ['user', 'Hi'],
    ]);
    const [tool, ...others] = seen[0]?.tools ?? [];
    assert.deepEqual([tool?.name, others], ['hash', []]);
    assert.ok(tool?.description && Object.hasOwn(tool.parameters, 'properties'));
    assert.equal((await conversation(ann, conversation_id)).assistant_id, assistant_id);
    assert.equal((await chat(ann, { message: 'Hi', assistant_id, model: 'small' })).model, 'small');
    await chat(ann, { message: 'Alone', conversation_id });
    assert.equal(readModelMessages(seen[2])[0]?.[0], 'user');
    assert.equal((await conversation(ann, conversation_id)).assistant_id, null);
    const handless = { message: 'Hi', assistant_id, model: 'handless' };
    await service.refuse(422, "The model 'handless' can not use tools", CHAT, handless, ann.key);
  });

  test('may be deleted without losing its conversations', async () => {
    const { id: assistant_id } = await assistant(ann, { instructions: 'Be brief.' });
    const conversation_id = randomUUID();
    script(server, {}, async () => {
      await service.ask(`${PATH}/delete?entity_id=${assistant_id}`, {}, ann.key);
      return { text: 'Last words' };
    });
    await chat(ann, { message: 'One', assistant_id, conversation_id });
    assert.equal((await chat(ann, { message: 'Two', assistant_id, conversation_id })).content, 'Last words');
    const whole = await conversation(ann, conversation_id);
    assert.deepEqual([whole.assistant_id, whole.message_count], [null, 4]);
    await service.refuse(404, NOT_USABLE, CHAT, { message: 'Three', assistant_id, conversation_id }, ann.key);
    const seen = script(server, {});
    await chat(ann, { message: 'Three', conversation_id });
    assert.equal(readModelMessages(seen[0]).length, 5);
  });
});
