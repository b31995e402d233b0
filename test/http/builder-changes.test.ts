/** What builders change and propose: recorded as it was done, settled once, and seen only by their users. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { BuilderChange, OpenChange } from '../../src/assistants/builder/change-schemas.ts';
import type { ConsoleConversation } from '../../src/assistants/console-schemas.ts';
import type { Assistant } from '../../src/assistants/schemas.ts';
import type { RevisionEntry, Workflow } from '../../src/workflows/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { openModelServer, type SeenModelRequest } from '../support/model-server.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { openStream } from '../support/streams.ts';
import { readModelMessages, readToolResults, script } from './chats.ts';

const server = await openModelServer({ after });
const service = await testService({ HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: server.url }]) });
const ann = await service.person();
const bob = await service.person();
const SIMPLE = chain(node('a', 'transform', { value: 'one' }));
const GET = '/api/v1/builder/change/get';
const SETTLE = '/api/v1/builder/change/settle';

interface Call {
  name: string;
  input: object;
}

interface EditOutput {
  applied: boolean;
  proposed?: true;
  change_id?: string;
  revision_id?: string;
  problems?: string[];
}

const create = (more: object = {}) => createWorkflow(service, SIMPLE, ann.key, { name: 'Sums', ...more });
const readDraft = (id: string) =>
  service.ask<Workflow & { definition: Definition }>(`/api/v3/workflow/get?entity_id=${id}`, {}, ann.key);
const findRevisions = (workflow_id: string) =>
  service.ask<RevisionEntry[]>('/api/v3/workflow/revisions', { workflow_id }, ann.key);
const readChange = (change_id: string | undefined, { key }: Person = ann) =>
  service.ask<BuilderChange>(GET, { change_id }, key);
const findOpen = (workflow_id: string, { key }: Person = ann) =>
  service.ask<OpenChange[]>('/api/v1/builder/change/open', { workflow_id }, key);
const lastResult = (request: SeenModelRequest | undefined): EditOutput =>
  JSON.parse(readToolResults(request).at(-1) ?? '');
const setValue = (id: string, value: string) => ({
  name: 'workflow_edit',
  input: { operations: [{ operation: 'update_node', id, set_params: { value } }] },
});
const readValue = ({ definition }: { definition: unknown }, id = 'a') =>
  (definition as Definition).nodes.find(each => each.id === id)?.params.value;

/** Asks the builder for something, and returns what its last tool answered and the conversation. */
async function ask(workflow_id: string, { propose = false, calls = [setValue('a', 'two')] as Call[] } = {}) {
  const builder = await service.ask<Assistant>('/api/v3/workflow/assistant', { workflow_id }, ann.key);
  const conversation_id = randomUUID();
  const seen = script(server, ...calls.map(call => ({ calls: [call] })), { text: 'Done.' });
  const body = { message: 'Please', assistant_id: builder.id, conversation_id, ...(propose && { propose }) };
  const stream = await openStream<{ type: string }>(service, '/api/v1/chat/stream', body, ann.key);
  await stream.until(events => events.some(({ type }) => type === 'chat_end'));
  const read = { conversation_id };
  const conversation = await service.ask<ConsoleConversation>('/api/v1/conversation/get', read, ann.key);
  return { seen, conversation, result: lastResult(seen.at(-1)) };
}

suite('an edit of a builder', () => {
  test('is recorded with its revision, and found from the conversation', async () => {
    const id = await create();
    const { result, conversation } = await ask(id);
    const [revision] = await findRevisions(id);
    assert.equal(result.applied, true);
    assert.equal(result.revision_id, revision?.id);
    assert.equal(revision?.origin, 'builder');
    const change = await readChange(result.change_id);
    assert.deepEqual(
      [change.kind, change.state, change.workflow_id, change.revision_id, change.before.name, change.after.name],
      ['edit', 'open', id, revision?.id, 'Sums', 'Sums'],
    );
    assert.deepEqual([readValue(change.before), readValue(change.after)], ['one', 'two']);
    assert.deepEqual(change.after.definition, (await readDraft(id)).definition);
    const [use] = conversation.messages.at(-1)?.tools ?? [];
    assert.match(use?.output ?? '', new RegExp(`^\\{"applied":true,"change_id":"${change.id}"`));
  });

  test('that changes nothing is not recorded', async () => {
    const { result } = await ask(await create(), { calls: [setValue('a', 'one')] });
    assert.deepEqual([result.applied, result.change_id], [true, undefined]);
  });

  test('that restores a revision or renames the workflow is recorded too', async () => {
    const id = await create();
    await ask(id);
    const [, first] = await findRevisions(id);
    const restore = { name: 'workflow_restore', input: { revision_id: first?.id } };
    const restored = await readChange((await ask(id, { calls: [restore] })).result.change_id);
    assert.deepEqual([readValue(restored.before), readValue(restored.after)], ['two', 'one']);
    assert.equal(restored.revision_id, (await findRevisions(id))[0]?.id);
    const rename = { name: 'workflow_edit', input: { name: 'Other' } };
    const renamed = await readChange((await ask(id, { calls: [rename] })).result.change_id);
    assert.deepEqual([renamed.before.name, renamed.after.name, renamed.revision_id], ['Sums', 'Other', null]);
  });

  test('is kept or undone once', async () => {
    const id = await create();
    const { change_id } = (await ask(id)).result;
    assert.deepEqual(
      (await findOpen(id)).map(({ id, kind }) => [id, kind]),
      [[change_id, 'edit']],
    );
    await service.refuse(409, 'This can not be done with an edit', SETTLE, { change_id, state: 'applied' }, ann.key);
    const kept = await service.ask<BuilderChange>(SETTLE, { change_id, state: 'kept' }, ann.key);
    assert.equal(kept.state, 'kept');
    assert.deepEqual(await service.ask(SETTLE, { change_id, state: 'kept' }, ann.key), kept);
    await service.refuse(409, 'The edit is kept already', SETTLE, { change_id, state: 'undone' }, ann.key);
    assert.equal((await readChange(change_id)).state, 'kept');
    assert.deepEqual(await findOpen(id), []);
  });

  test('belongs to the user of the builder, as long as the workflow is visible', async () => {
    const id = await create({ sharing: [{ user_email: bob.email, write: true, scopes: {} }] });
    const { change_id } = (await ask(id)).result;
    for (const [path, more] of [
      [GET, {}],
      [SETTLE, { state: 'kept' }],
    ] as const) {
      await service.refuse(404, 'entity not found', path, { change_id, ...more }, bob.key);
      await service.refuse(404, 'entity not found', path, { change_id: randomUUID(), ...more }, ann.key);
    }
    assert.deepEqual(await findOpen(id, bob), []);
    await service.ask(`/api/v3/workflow/delete?entity_id=${id}`, {}, ann.key);
    await service.refuse(404, 'entity not found', GET, { change_id }, ann.key);
  });
});

suite('an answer that breaks off', () => {
  test('leaves what it changed to be settled', async () => {
    const id = await create();
    const builder = await service.ask<Assistant>('/api/v3/workflow/assistant', { workflow_id: id }, ann.key);
    script(server, { calls: [setValue('a', 'two')] }, { status: 400, text: 'no more' });
    const body = { message: 'Please', assistant_id: builder.id };
    const { status } = await service.call('/api/v3/chat', body, ann.key);
    assert.notEqual(status, 200);
    const [open] = await findOpen(id);
    assert.equal(readValue((await readChange(open?.id)).after), 'two');
    assert.equal(readValue(await readDraft(id)), 'two');
  });
});

suite('a builder that only proposes', () => {
  test('changes nothing, and stores what it would change', async () => {
    const id = await create();
    const [before, revisions] = [await readDraft(id), await findRevisions(id)];
    const { result, seen } = await ask(id, { propose: true });
    assert.deepEqual([result.applied, result.proposed, result.revision_id], [false, true, undefined]);
    assert.deepEqual(await readDraft(id), before);
    assert.deepEqual(await findRevisions(id), revisions);
    const proposal = await readChange(result.change_id);
    assert.deepEqual([proposal.kind, proposal.state, proposal.revision_id], ['proposal', 'open', null]);
    assert.deepEqual([readValue(proposal.before), readValue(proposal.after)], ['one', 'two']);
    const tools = seen[0]?.tools.map(({ name }) => name) ?? [];
    assert.equal(tools.includes('workflow_edit'), true);
    for (const name of ['workflow_run', 'workflow_restore']) assert.equal(tools.includes(name), false, name);
    const [[role, instructions] = ['', '']] = readModelMessages(seen[0]);
    assert.equal(role, 'system');
    assert.match(instructions, /^The user wants proposals only\./);
  });

  test('is told so by the console alone, and not by a field of the public API', async () => {
    const id = await create();
    const builder = await service.ask<Assistant>('/api/v3/workflow/assistant', { workflow_id: id }, ann.key);
    script(server, { calls: [setValue('a', 'two')] }, { text: 'Done.' });
    await service.ask('/api/v3/chat', { message: 'Please', assistant_id: builder.id, propose: true }, ann.key);
    assert.equal(readValue(await readDraft(id)), 'two');
  });

  test('makes one proposal of all edits of an answer', async () => {
    const id = await create();
    const add = {
      name: 'workflow_edit',
      input: {
        operations: [
          { operation: 'add_node', node: { id: 'b', type: 'transform', params: { value: 'three' } } },
          { operation: 'add_edge', source: 'a', target: 'b' },
        ],
      },
    };
    const { result, seen } = await ask(id, { propose: true, calls: [setValue('a', 'two'), add] });
    assert.equal(result.change_id, lastResult(seen[1]).change_id);
    const { before, after: proposed } = await readChange(result.change_id);
    assert.deepEqual([readValue(before), readValue(proposed), readValue(proposed, 'b')], ['one', 'two', 'three']);
  });

  test('is refused what would bring errors into the draft', async () => {
    const { result } = await ask(await create(), { propose: true, calls: [setValue('nobody', 'x')] });
    assert.deepEqual([result.applied, result.proposed, result.change_id], [false, undefined, undefined]);
    assert.equal(result.problems?.length, 1);
  });

  test('has its proposal applied or dismissed once', async () => {
    const { change_id } = (await ask(await create(), { propose: true })).result;
    await service.refuse(409, 'This can not be done with a proposal', SETTLE, { change_id, state: 'kept' }, ann.key);
    await service.ask(SETTLE, { change_id, state: 'dismissed' }, ann.key);
    const again = { change_id, state: 'applied' };
    await service.refuse(409, 'The proposal is dismissed already', SETTLE, again, ann.key);
  });
});
