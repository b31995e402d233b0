/** Conversations as the console lists and shows them, and answers that are stopped. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type {
  ConsoleChatEvent,
  ConsoleConversation,
  ConversationPage,
  ToolUse,
} from '../../src/assistants/console-schemas.ts';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { type Chunk, createWorkflow, findStep, runOnce, splitChunks } from '../support/runs.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import { chatsOn, readTurns, script } from './chats.ts';

const server = await openModelServer({ after });
const credits = { input_token: 0.1, output_token: 0.2 };
const environment = { HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: server.url, credits }]) };
const service = await testService(environment);
const { assistant, chat, conversation, post, readCredits } = chatsOn(service);
const STREAM = '/api/v1/chat/stream';
const STOP = '/api/v1/chat/stop';
const LIST = '/api/v1/conversation/list';
const GET = '/api/v1/conversation/get';
const RENAME = '/api/v1/conversation/rename';
const NOT_FOUND = 'entity not found';

const get = ({ key }: Person, conversation_id: string, more: object = {}) =>
  service.ask<ConsoleConversation>(GET, { conversation_id, ...more }, key);
const list = ({ key }: Person, body: object = {}) => service.ask<ConversationPage>(LIST, body, key);

async function readStream(person: Person, body: object): Promise<Chunk<ConsoleChatEvent>[]> {
  const response = await post(STREAM, person, body);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return splitChunks<ConsoleChatEvent>(text);
}

const toEvents = (chunks: readonly Chunk<ConsoleChatEvent>[]) =>
  chunks.flatMap(({ data }) => (data === '' ? [] : [data]));

/** Call ids differ between the stream and what is stored. */
const withoutId = ({ call_id: _, ...tool }: ToolUse) => tool;

/** Makes the model wait with its answer. */
function waitWithAnswer(): { asked: Promise<void>; open: () => void } {
  const [asked, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.answer = () => {
    asked.resolve();
    return { pieces: ['So ', 'far'], afterFirstPiece: open.promise };
  };
  return { asked: asked.promise, open: open.resolve };
}

suite('the conversation of the console', () => {
  test('has what tools did, as its stream told it', async () => {
    const ann = await service.person();
    const { id: assistant_id, name } = await assistant(ann, { tools: ['hash', 'csv_read'] });
    const calls = [
      { name: 'hash', input: { text: 'a' } },
      { name: 'csv_read', input: { file: 'nothing' } },
    ];
    script(server, { text: 'A moment', calls }, { calls: [{ name: 'hash', input: { text: 'b' } }] }, { text: 'Done' });
    const conversation_id = randomUUID();
    const events = toEvents(await readStream(ann, { message: 'Go', assistant_id, conversation_id }));
    const shown = await get(ann, conversation_id);
    assert.deepEqual(shown.assistant, { id: assistant_id, name, workflow_id: null });
    assert.deepEqual([shown.answering, shown.run, shown.unfinished, shown.has_earlier], [null, null, [], false]);
    const [question, answer, ...others] = shown.messages;
    assert.ok(question && answer);
    assert.deepEqual([others, question.content, question.tools, answer.content], [[], 'Go', [], 'Done']);
    assert.equal(shown.credits, answer.credits);
    const [first, second, third] = answer.tools;
    assert.deepEqual(
      answer.tools.map(({ said, name, input_json, failed }) => [said, name, JSON.parse(input_json), failed]),
      [
        ['A moment', 'hash', { text: 'a' }, false],
        ['', 'csv_read', { file: 'nothing' }, true],
        ['', 'hash', { text: 'b' }, false],
      ],
    );
    assert.match(first?.output ?? '', /ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb/);
    assert.notEqual(second?.output, '');
    const ended = events.flatMap(({ type, tool }) => (type === 'tool_end' && tool ? [withoutId(tool)] : []));
    const stored = [first, second, third].flatMap(tool => (tool ? [{ ...withoutId(tool), said: '' }] : []));
    const order = (one: { input_json: string }, other: { input_json: string }) =>
      one.input_json.localeCompare(other.input_json);
    assert.deepEqual(ended.sort(order), stored.sort(order));
    assert.deepEqual(
      events.map(({ type, text }) => [type, text]).filter(([type]) => !type?.startsWith('tool_')),
      [
        ['chat_start', ''],
        ['text', 'A mo'],
        ['text', 'ment'],
        ['text', 'Do'],
        ['text', 'ne'],
        ['chat_end', ''],
      ],
    );
    const { position: _, tools: __, ...message } = answer;
    assert.deepEqual(events.at(-1)?.message, message);
  });

  test('has the question and what was done so far while the answer is made', async () => {
    const ann = await service.person();
    const { id: assistant_id } = await assistant(ann, { tools: ['hash'] });
    const [asked, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    script(server, { text: 'Wait', calls: [{ name: 'hash', input: { text: 'a' } }] }, () => {
      asked.resolve();
      return { text: 'Done', after: open.promise };
    });
    const conversation_id = randomUUID();
    const answer = chat(ann, { message: 'Go', assistant_id, conversation_id });
    await asked.promise;
    const during = await get(ann, conversation_id);
    assert.equal(during.answering, 'chat');
    assert.deepEqual(
      during.messages.map(({ role, content }) => [role, content]),
      [['user', 'Go']],
    );
    assert.deepEqual(
      during.unfinished.map(({ said, name, failed }) => [said, name, failed]),
      [['Wait', 'hash', false]],
    );
    assert.equal((await list(ann)).items[0]?.answering, 'chat');
    open.resolve();
    await answer;
    const done = await get(ann, conversation_id);
    assert.deepEqual([done.answering, done.unfinished, done.messages.length], [null, [], 2]);
  });

  test('is read in pages, oldest first', async () => {
    const ann = await service.person();
    server.answer = () => ({});
    const conversation_id = randomUUID();
    for (const message of ['1', '2', '3']) await chat(ann, { message, conversation_id });
    const contents = ({ messages }: ConsoleConversation) => messages.map(({ content }) => content);
    const latest = await get(ann, conversation_id, { limit: 3 });
    assert.deepEqual([contents(latest), latest.has_earlier], [['Hello', '3', 'Hello'], true]);
    const before = latest.messages[0]?.position;
    const earlier = await get(ann, conversation_id, { limit: 3, before });
    assert.deepEqual([contents(earlier), earlier.has_earlier], [['1', 'Hello', '2'], false]);
    assert.equal(earlier.credits, latest.credits);
    await service.refuse(
      422,
      'validation error: limit: must be <= 100',
      GET,
      { conversation_id, limit: 1000 },
      ann.key,
    );
  });

  test('is cut where tools take or give much', async () => {
    const ann = await service.person();
    const { id: assistant_id } = await assistant(ann, { tools: ['hash'] });
    const text = 'x'.repeat(2 * fixedLimits.chat.toolCharacters);
    script(server, { calls: [{ name: 'hash', input: { text } }] }, {});
    const conversation_id = randomUUID();
    const events = toEvents(await readStream(ann, { message: 'Go', assistant_id, conversation_id }));
    const [tool] = (await get(ann, conversation_id)).messages[1]?.tools ?? [];
    assert.equal(tool?.input_json.length, fixedLimits.chat.toolCharacters);
    assert.equal(events.find(({ type }) => type === 'tool_start')?.tool?.input_json, tool?.input_json);
  });

  test('belongs to its user alone', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    script(server, {});
    const { conversation_id } = await chat(ann, { message: 'Hi' });
    for (const path of [GET, STOP]) {
      await service.refuse(404, NOT_FOUND, path, { conversation_id }, bob.key);
      await service.refuse(404, NOT_FOUND, path, { conversation_id: randomUUID() }, bob.key);
    }
    await service.refuse(404, NOT_FOUND, RENAME, { conversation_id, title: 'Mine' }, bob.key);
    assert.deepEqual(await list(bob), { items: [], next: null });
  });
});

suite('the list of conversations', () => {
  test('has the latest first, in pages, and is searched by title', async () => {
    const ann = await service.person();
    server.answer = () => ({});
    const { id: assistant_id } = await assistant(ann);
    const { conversation_id: rain } = await chat(ann, { message: 'About Rain', assistant_id });
    await chat(ann, { message: 'About snow' });
    await chat(ann, { message: '100% wind_' });
    await chat(ann, { message: 'More', conversation_id: rain, assistant_id });
    const titles = async (body: object) => (await list(ann, body)).items.map(({ title }) => title);
    assert.deepEqual(await titles({}), ['About Rain', '100% wind_', 'About snow']);
    const { items, next } = await list(ann, { limit: 2 });
    assert.equal(items.length, 2);
    assert.deepEqual(await titles({ limit: 2, before: next }), ['About snow']);
    assert.equal((await list(ann, { limit: 3 })).next, null);
    assert.deepEqual(await titles({ text: 'aBOUT' }), ['About Rain', 'About snow']);
    assert.deepEqual(await titles({ text: '%' }), ['100% wind_']);
    assert.deepEqual(await titles({ assistant_id }), ['About Rain']);
    const problem = 'validation error: before: is not the `next` of a page';
    await service.refuse(422, problem, LIST, { before: 'x' }, ann.key);
  });

  test('names the run of a conversation, and shows new titles', async () => {
    const ann = await service.person();
    const { id: assistant_id } = await assistant(ann);
    script(server, { text: 'Written' });
    const definition = chain(node('write', 'assistant.run', { assistant_id, prompt: 'Write' }));
    const run = await runOnce(service, definition, {}, ann.key);
    const { conversation_id } = findStep(run, 'write');
    const [found] = (await list(ann)).items;
    assert.deepEqual(
      [found?.id, found?.run],
      [conversation_id, { id: run.id, workflow_id: run.workflow_id, workflow_name: 'workflow' }],
    );
    await service.ask(RENAME, { conversation_id, title: '  Other ' }, ann.key);
    assert.equal((await list(ann)).items[0]?.title, 'Other');
    const empty = 'validation error: title: must not be empty';
    await service.refuse(422, empty, RENAME, { conversation_id, title: '  ' }, ann.key);
  });

  test('says when a run is answering', async () => {
    const ann = await service.person();
    const { id: assistant_id } = await assistant(ann);
    const { asked, open } = waitWithAnswer();
    const definition = chain(node('write', 'assistant.run', { assistant_id, prompt: 'Write' }));
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const running = service.call('/api/v3/workflow/run', { workflow_id }, ann.key);
    await asked;
    const [found] = (await list(ann)).items;
    assert.equal(found?.answering, 'run');
    assert.deepEqual(await service.ask(STOP, { conversation_id: found?.id }, ann.key), { stopping: false });
    open();
    await running;
  });
});

suite('an answer that is stopped', () => {
  test('ends its stream, leaves no question, and lets the conversation go on', async () => {
    const ann = await service.person();
    script(server, {});
    const { conversation_id } = await chat(ann, { message: 'Hi' });
    const { asked, open } = waitWithAnswer();
    const stream = readStream(ann, { message: 'Tell me all', conversation_id });
    await asked;
    assert.deepEqual(await service.ask(STOP, { conversation_id }, ann.key), { stopping: true });
    const { error } = (await stream).at(-1) ?? {};
    assert.deepEqual([error?.status, error?.detail], [422, 'The answer was stopped']);
    open();
    assert.deepEqual(await service.ask(STOP, { conversation_id }, ann.key), { stopping: false });
    script(server, { text: 'Again' });
    await chat(ann, { message: 'And now?', conversation_id });
    assert.deepEqual(readTurns(await conversation(ann, conversation_id)), [
      ['user', 'Hi'],
      ['assistant', 'Hello'],
      ['user', 'And now?'],
      ['assistant', 'Again'],
    ]);
  });

  test('stops in another process, and is paid up to there', async () => {
    const ann = await service.person({ credits: 100 });
    const other = await serviceOn(service.database, environment);
    const { asked, open } = waitWithAnswer();
    const conversation_id = randomUUID();
    const answering = other.call('/api/v3/chat', { message: '12345678', conversation_id }, ann.key);
    await asked;
    assert.deepEqual(await service.ask(STOP, { conversation_id }, ann.key), { stopping: true });
    const { status, body } = await answering;
    assert.deepEqual([status, body], [422, { detail: 'The answer was stopped' }]);
    open();
    const left = await readCredits(ann);
    // Two tokens were asked, and at least one is answered.
    assert.ok(left !== null && left <= 100 - 0.4 && left > 99, String(left));
    await service.refuse(404, NOT_FOUND, GET, { conversation_id }, ann.key);
    await other.stopService();
  });
});
