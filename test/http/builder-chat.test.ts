/** Builders: each user's own assistant for a workflow, and the conversation in which it edits the workflow. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Assistant } from '../../src/assistants/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { ImportResult, Issue, Workflow } from '../../src/workflows/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { openModelServer, type SeenModelRequest } from '../support/model-server.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { CHAT, chatsOn, readModelMessages, readToolResults, readTurns, script, toChatEvents } from './chats.ts';

const server = await openModelServer({ after });
const service = await testService({ HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: server.url }]) });
const ann = await service.person();
const bob = await service.person();
const { assistant, chat, conversation, stream } = chatsOn(service);
const WORKFLOW = '/api/v3/workflow';
const ASSISTANT = '/api/v3/assistant';
const NOT_USABLE = 'The assistant was not found or is not accessible';
const NO_ACCESS = 'You do not have access to this workflow';
const SIMPLE = chain(node('a', 'transform', { value: '{{ input.n + 1 }}' }));

const create = (more: object = {}) => createWorkflow(service, SIMPLE, ann.key, { name: 'Sums', ...more });
const shareWith = ({ email }: Person, write: boolean) => ({ sharing: [{ user_email: email, write, scopes: {} }] });
const findOrCreateBuilder = (workflow_id: string, { key }: Person = ann) =>
  service.ask<Assistant>(`${WORKFLOW}/assistant`, { workflow_id }, key);
const readDraft = (id: string) =>
  service.ask<Workflow & { definition: Definition }>(`${WORKFLOW}/get?entity_id=${id}`, {}, ann.key);
const findBuilders = (workflow_id: string, { key }: Person) =>
  service.ask<Assistant[]>(`${ASSISTANT}/find`, { filters: [['workflow_id', '==', workflow_id]] }, key);
const readLastResult = (request: SeenModelRequest | undefined) => JSON.parse(readToolResults(request).at(-1) ?? '');

suite('a builder', () => {
  test('exists as soon as its workflow exists', async () => {
    const id = await create();
    const document = await service.ask(`${WORKFLOW}/export`, { workflow_id: id }, ann.key);
    const imported = await service.ask<ImportResult>(`${WORKFLOW}/import`, { data: document }, ann.key);
    const copied = await service.ask<ImportResult>(`${WORKFLOW}/copy`, { workflow_id: id }, ann.key);
    const ids = new Set<string>();
    for (const workflow_id of [id, imported.workflow.id, copied.workflow.id]) {
      const [builder, ...others] = await findBuilders(workflow_id, ann);
      assert.deepEqual(others, []);
      assert.deepEqual(await findOrCreateBuilder(workflow_id), builder);
      assert.equal(builder?.workflow_id, workflow_id);
      assert.match(builder.name, /Sums/);
      assert.deepEqual(builder.permissions.owner, { user_id: ann.id, group_id: null });
      ids.add(builder.id);
    }
    assert.equal(ids.size, 3);
  });

  test('belongs to one user, and is created when it is missing', async () => {
    const id = await create(shareWith(bob, false));
    assert.deepEqual(await findBuilders(id, bob), []);
    const [his, again, ...more] = await Promise.all([1, 2, 3, 4].map(() => findOrCreateBuilder(id, bob)));
    for (const same of [again, ...more]) assert.deepEqual(same, his);
    assert.equal(his?.created.user_id, bob.id);
    const hers = await findOrCreateBuilder(id);
    assert.notEqual(hers.id, his?.id);
    for (const [builder, stranger] of [
      [his, ann],
      [hers, bob],
    ] as const) {
      assert.ok(builder);
      await service.refuse(404, NOT_USABLE, CHAT, { message: 'Hi', assistant_id: builder.id }, stranger.key);
      await service.refuse(404, 'entity not found', `${ASSISTANT}/get?entity_id=${builder.id}`, {}, stranger.key);
    }
    await service.ask(`${ASSISTANT}/delete?entity_id=${hers.id}`, {}, ann.key);
    assert.deepEqual(await findBuilders(id, ann), []);
    assert.notEqual((await findOrCreateBuilder(id)).id, hers.id);
  });

  test('is deleted with its workflow, but its conversations stay', async () => {
    const id = await create(shareWith(bob, false));
    const [{ id: assistant_id }, his] = [await findOrCreateBuilder(id), await findOrCreateBuilder(id, bob)];
    script(
      server,
      {},
      async () => {
        await service.ask(`${WORKFLOW}/delete?entity_id=${id}`, {}, ann.key);
        return { calls: [{ name: 'workflow_read', input: {} }] };
      },
      { text: 'It is gone' },
    );
    const { conversation_id } = await chat(ann, { message: 'Hi', assistant_id });
    assert.equal((await chat(ann, { message: 'Read', assistant_id, conversation_id })).content, 'It is gone');
    assert.equal((await conversation(ann, conversation_id)).assistant_id, null);
    for (const [builder, { key }] of [
      [assistant_id, ann],
      [his.id, bob],
    ] as const) {
      await service.refuse(404, NOT_USABLE, CHAT, { message: 'Hi', assistant_id: builder }, key);
    }
    await service.refuse(404, 'Workflow not found', `${WORKFLOW}/assistant`, { workflow_id: id }, ann.key);
  });

  test('has fixed tools, and adds the instructions of its user to its own', async () => {
    const { id, permissions } = await findOrCreateBuilder(await create());
    assert.equal(permissions.write, true);
    for (const change of [{ tools: ['hash'] }, shareWith(bob, true), { group_sharing: [] }]) {
      const { status } = await service.call(`${ASSISTANT}/update`, { id, ...change }, ann.key);
      assert.equal(status, 422);
    }
    await service.ask(`${ASSISTANT}/update`, { id, instructions: 'Speak Latin.' }, ann.key);
    const seen = script(server, {});
    await chat(ann, { message: 'Salve', assistant_id: id });
    const [[role, instructions] = []] = readModelMessages(seen[0]);
    assert.equal(role, 'system');
    assert.match(instructions ?? '', /"Sums"[\s\S]*\n\nSpeak Latin\.$/);
    const names = (seen[0]?.tools ?? []).map(({ name }) => name);
    assert.ok(names.length > 5 && names.every(name => name.startsWith('workflow_')), names.join());
  });

  test('can not be used in a step of a workflow', async () => {
    const id = await create();
    const { id: assistant_id } = await findOrCreateBuilder(id);
    const plain = await assistant(ann);
    const validateWith = async (assistant_id: string) => {
      const definition = chain(node('ask', 'assistant.run', { assistant_id, prompt: 'Hi' }));
      await service.ask(`${WORKFLOW}/update`, { id, definition }, ann.key);
      return (await service.ask<{ issues: Issue[] }>(`${WORKFLOW}/validate`, { workflow_id: id }, ann.key)).issues;
    };
    assert.deepEqual(await validateWith(plain.id), []);
    const [issue, ...others] = await validateWith(assistant_id);
    assert.deepEqual([issue?.severity, issue?.node_id, others], ['error', 'ask', []]);
    const { status, body } = await service.call(`${WORKFLOW}/run`, { workflow_id: id }, ann.key);
    assert.equal(status, 422, JSON.stringify(body));
  });
});

suite('in a conversation a builder', () => {
  test('reads, edits, validates, test-runs and explains', async () => {
    const id = await create();
    const { id: assistant_id } = await findOrCreateBuilder(id);
    const edit = (params: object) => ({
      name: 'workflow_edit',
      input: {
        operations: [
          { operation: 'add_node', node: { id: 'result', type: 'output', params } },
          { operation: 'add_edge', source: 'a', target: 'result' },
        ],
      },
    });
    const seen = script(
      server,
      { text: 'Let me see.', calls: [{ name: 'workflow_read', input: {} }] },
      { calls: [edit({ valu: '{{ steps.a.output }}' })] },
      { calls: [edit({ value: '{{ steps.a.output * 10 }}' })] },
      { calls: [{ name: 'workflow_validate', input: {} }] },
      { calls: [{ name: 'workflow_run', input: { input: { n: 4 } } }] },
      { text: 'It gives ten times the sum: 50.' },
      { text: 'You are welcome.' },
    );
    const events = toChatEvents(await stream(ann, { message: 'Give ten times the sum', assistant_id }));
    assert.deepEqual(
      events.flatMap(({ type, tool, failed }) => (type.startsWith('tool_') ? [`${type} ${tool} ${failed}`] : [])),
      ['read', 'edit', 'edit', 'validate', 'run'].flatMap(name => [
        `tool_start workflow_${name} false`,
        `tool_end workflow_${name} false`,
      ]),
    );
    const answer = events.at(-1)?.message;
    assert.equal(answer?.content, 'It gives ten times the sum: 50.');
    assert.equal(readLastResult(seen[1]).name, 'Sums');
    const refused: { applied: boolean; issues: Issue[] } = readLastResult(seen[2]);
    assert.equal(refused.applied, false);
    assert.ok(refused.issues.some(({ node_id, message }) => node_id === 'result' && message.includes("'valu'")));
    const applied = readLastResult(seen[3]);
    assert.deepEqual([applied.applied, applied.issues, applied.nodes, applied.edges], [true, [], 3, 2]);
    assert.deepEqual(readLastResult(seen[4]), { valid: true, issues: [] });
    const { run_id, status, output } = readLastResult(seen[5]);
    assert.deepEqual([status, output], ['success', '50']);

    const { definition, updated } = await readDraft(id);
    assert.deepEqual(definition.nodes.at(-1)?.params, { value: '{{ steps.a.output * 10 }}' });
    assert.equal(updated.user_id, ann.id);
    const revisions = await service.ask<Record<string, unknown>[]>(
      `${WORKFLOW}/revisions`,
      { workflow_id: id },
      ann.key,
    );
    assert.deepEqual(
      revisions.map(({ id, origin, user_id }) => [id === applied.revision_id, origin, user_id]),
      [
        [true, 'builder', ann.id],
        [false, revisions[1]?.origin, ann.id],
      ],
    );
    assert.notEqual(revisions[1]?.origin, 'builder');
    const run = await service.ask<Run>(`${WORKFLOW}/runs/get?entity_id=${run_id}`, {}, ann.key);
    assert.deepEqual([run.workflow_id, run.status, run.output_json, run.version], [id, 'success', '50', null]);

    const conversation_id = answer?.conversation_id ?? '';
    await chat(ann, { message: 'Thanks', assistant_id, conversation_id });
    assert.equal(seen[6]?.messages.filter(({ role }) => role === 'tool').length, 5);
    assert.equal(readTurns(await conversation(ann, conversation_id)).length, 4);
  });

  test('can not access another workflow', async () => {
    const [mine, other] = [await create(), await create()];
    const before = [await readDraft(mine), await readDraft(other)];
    const { id: assistant_id } = await findOrCreateBuilder(mine);
    const names = ['read', 'edit', 'validate', 'run', 'revisions', 'runs', 'restore', 'catalog', 'run_read'];
    const calls = names.map(name => ({ name: `workflow_${name}`, input: { workflow_id: other, name: 'Mine' } }));
    const seen = script(server, { calls }, {});
    await chat(ann, { message: 'Ruin the other one', assistant_id });
    const answers = readToolResults(seen[1]);
    assert.equal(answers.length, names.length);
    for (const answer of answers) assert.match(answer, /'workflow_id' is not a parameter/);
    assert.deepEqual([await readDraft(mine), await readDraft(other)], before);
    const runs = await service.ask<Run[]>(
      `${WORKFLOW}/runs/find`,
      { filters: [['workflow_id', '==', other]] },
      ann.key,
    );
    assert.deepEqual(runs, []);
  });

  test('has the current permissions of its user', async () => {
    const id = await create(shareWith(bob, false));
    const { id: assistant_id } = await findOrCreateBuilder(id, bob);
    const tools = { read: {}, edit: { name: 'His' }, run: {} };
    const calls = Object.entries(tools).map(([name, input]) => ({ name: `workflow_${name}`, input }));
    const seen = script(server, { calls }, { text: 'I may not' });
    const { conversation_id } = await chat(bob, { message: 'Rename it', assistant_id });
    const [read, edit, run] = readToolResults(seen[1]);
    assert.equal(JSON.parse(read ?? '').name, 'Sums');
    assert.equal(edit, NO_ACCESS);
    assert.equal(run, "This workflow is shared with you without the 'workflow.run' permission");
    assert.equal((await readDraft(id)).name, 'Sums');

    await service.ask(`${WORKFLOW}/update`, { id, ...shareWith(bob, true) }, ann.key);
    const later = script(server, { calls: calls.slice(1, 2) }, {});
    await chat(bob, { message: 'And now?', assistant_id, conversation_id });
    assert.equal(readLastResult(later[1]).applied, true);
    assert.deepEqual([(await readDraft(id)).name, (await readDraft(id)).updated.user_id], ['His', bob.id]);

    await service.ask(`${WORKFLOW}/update`, { id, sharing: [] }, ann.key);
    const nobody = script(server);
    await service.refuse(403, NO_ACCESS, CHAT, { message: 'And now?', assistant_id, conversation_id }, bob.key);
    assert.deepEqual(nobody, []);
  });
});
