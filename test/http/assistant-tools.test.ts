/** Assistants that use tools in a chat. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { openModelServer } from '../support/model-server.ts';
import { testService } from '../support/service.ts';
import { makePanel, RECORDS } from './booster-panels.ts';
import { CHAT, chatsOn, readToolResults, readTurns, script } from './chats.ts';
import { memoryLog } from './memory-log.ts';

const server = await openModelServer({ after });
const written = memoryLog();
const service = await testService(
  { HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: server.url }]) },
  { log: written.log },
);
const ann = await service.person();
const bob = await service.person();
const { assistant, chat, conversation } = chatsOn(service);
const tools = ['hash', 'csv_read', 'base64_decode', 'booster_record_create', 'booster_record_get'];
const { id: assistant_id } = await assistant(ann, { tools });
const hash = (text: unknown) => ({ name: 'hash', input: { text } });
const HASH_OF_A = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';
const HASH_OF_B = '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d';

suite('a tool', () => {
  test('is called, and the model receives its result', async () => {
    const seen = script(server, { text: 'Wait', calls: [hash('a')] }, { text: 'Done' }, {});
    const answer = await chat(ann, { message: 'Hash', assistant_id });
    assert.equal(answer.content, 'Done');
    const [, called, result] = seen[1]?.messages ?? [];
    assert.deepEqual([called?.role, called?.content, called?.tool_calls?.length], ['assistant', 'Wait', 1]);
    assert.equal(result?.tool_call_id, Object(called?.tool_calls?.[0]).id);
    assert.deepEqual(JSON.parse(readToolResults(seen[1])[0] ?? ''), { hash: HASH_OF_A });
    assert.deepEqual(readTurns(await conversation(ann, answer.conversation_id)), [
      ['user', 'Hash'],
      ['assistant', 'Done'],
    ]);
    await chat(ann, { message: 'And?', assistant_id, conversation_id: answer.conversation_id });
    assert.deepEqual(
      seen[2]?.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'user'],
    );
  });

  test('can be one of several calls in a reply, and be called in several replies', async () => {
    const seen = script(server, { calls: [hash('b'), hash('a')] }, { calls: [hash('a')] }, { text: 'Done' });
    await chat(ann, { message: 'Hash', assistant_id });
    const hashes = readToolResults(seen[2]).map(text => JSON.parse(text).hash);
    assert.deepEqual(hashes, [HASH_OF_B, HASH_OF_A, HASH_OF_A]);
    const ids = seen[2]?.messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
    assert.equal(new Set(ids).size, 3);
  });

  test('that fails or is called with wrong input reports the error to the model', async () => {
    const unknown = randomUUID();
    const cases: [object, RegExp][] = [
      [{ name: 'no_such', input: {} }, /^There is no tool 'no_such'$/],
      [{ name: 'zip_create', input: {} }, /^There is no tool 'zip_create'$/],
      [{ name: 'hash', input: { text: 'a', algorithm: 'rot13' } }, /^The params of hash do not fit: .*algorithm/],
      [{ name: 'hash', input: { txt: 'a' } }, /^The params of hash do not fit: .*'txt' is not a parameter/],
      [{ name: 'hash', input: '{"text": "a' }, /^The params of hash are not an object$/],
      [{ name: 'hash', input: '["a"]' }, /^The params of hash are not an object$/],
      [{ name: 'hash', input: 'null' }, /^The params of hash are not an object$/],
      [{ name: 'csv_read', input: { file: unknown } }, /was not found or is not accessible$/],
      [{ name: 'base64_decode', input: { base64: '*' } }, /^'base64' is not Base64$/],
    ];
    for (const [call, expected] of cases) {
      const wrong = call as { name: string; input: unknown };
      const seen = script(server, { calls: [wrong, hash('a')] }, { calls: [hash('b')] }, { text: 'Done' });
      assert.equal((await chat(ann, { message: 'Try', assistant_id })).content, 'Done', JSON.stringify(call));
      const [failure, ...others] = readToolResults(seen[2]);
      assert.match(failure ?? '', expected);
      assert.deepEqual(
        others.map(text => JSON.parse(text).hash),
        [HASH_OF_A, HASH_OF_B],
      );
    }
  });

  test('can not be called endlessly', async () => {
    const conversation_id = randomUUID();
    const before = server.seen.length;
    server.answer = () => ({ calls: [hash('a')] });
    const detail = `The assistant has no answer after ${fixedLimits.chat.modelCalls} calls of the model`;
    await service.refuse(422, detail, CHAT, { message: 'Go', assistant_id, conversation_id }, ann.key);
    assert.equal(server.seen.length - before, fixedLimits.chat.modelCalls);
    assert.equal(fixedLimits.chat.modelCalls, 25);
    const get = `/api/v3/conversation/get?entity_id=${conversation_id}`;
    await service.refuse(404, 'entity not found', get, {}, ann.key);
  });

  test('returns a shortened result if it is too long for the model', async () => {
    const long = btoa('x'.repeat(fixedLimits.chat.toolResultCharacters * 2));
    const seen = script(server, { calls: [{ name: 'base64_decode', input: { base64: long } }] }, {});
    await chat(ann, { message: 'Decode', assistant_id });
    const [result = ''] = readToolResults(seen[1]);
    assert.ok(result.length < fixedLimits.chat.toolResultCharacters + 100);
    assert.match(result, /\[cut: \d+ characters in all\]$/);
  });
});

suite('tools of panels', () => {
  const create = (panel_id: string, data: unknown = { name: 'Ann' }) => ({
    name: 'booster_record_create',
    input: { panel_id, collection: 'people', data, key: randomUUID() },
  });

  test('act with the rights of the user who chats', async () => {
    const mine = await makePanel(service, ann);
    const foreign = await makePanel(service, bob);
    const [good, bad] = [create(mine.id), create(foreign.id)];
    const seen = script(server, { calls: [good, bad] }, { text: 'Done' });
    await chat(ann, { message: 'Create', assistant_id });
    const record = await mine.ask<BoosterRecord>('get', { key: good.input.key }, RECORDS);
    assert.deepEqual([record.collection, record.data], ['people', { name: 'Ann' }]);
    const [created, refused] = readToolResults(seen[1]);
    assert.equal(JSON.parse(created ?? '').key, good.input.key);
    assert.equal(refused, 'permission denied');
    await foreign.refuse(404, 'Database record not found', 'get', { key: bad.input.key }, RECORDS);
  });

  test('of a shared assistant act with the rights of its current user, not of its owner', async () => {
    const panel = await makePanel(service, ann);
    const { id } = await assistant(ann, { tools, sharing: [{ user_email: bob.email, write: false }] });
    const seen = script(server, { calls: [create(panel.id)] }, {});
    await chat(bob, { message: 'Create', assistant_id: id });
    assert.deepEqual(readToolResults(seen[1]), ['permission denied']);
  });

  test('get text that PostgreSQL can not store with replacements', async () => {
    const panel = await makePanel(service, ann);
    const calls = [create(panel.id, { a: 'x\0y' }), create(panel.id, { a: '\ud800' })];
    const seen = script(server, { calls }, {}, {});
    const { conversation_id } = await chat(ann, { message: 'Create', assistant_id });
    const results = readToolResults(seen[1]);
    assert.deepEqual(
      results.map(result => JSON.parse(result).data),
      [{ a: 'x\ufffdy' }, { a: '\ufffd' }],
    );
    await chat(ann, { message: 'Go on', assistant_id, conversation_id });
    assert.deepEqual(readToolResults(seen[2]), results);
  });
});

test('the tests cause no internal errors', () => {
  const errors = written.lines().filter(({ level }) => level >= 50);
  assert.deepEqual(errors, []);
});
