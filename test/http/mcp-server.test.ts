/** Heddle as an MCP server, seen by the client of the official SDK. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Progress } from '@modelcontextprotocol/client';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { ADMIN_KEY, testService } from '../support/service.ts';
import { APPROVAL, asking } from './approval-workflows.ts';
import { assertRefused, call, ERAS, type Era, mcpClient, readText, runTools, toolNames } from './mcp-clients.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_MCP_WORKFLOWS: 'all' });
const owner = await service.person();
const client = await mcpClient(service, owner);

interface Outcome {
  run_id: string;
  status: string;
  output: unknown;
  error: string;
}

const BESIDE = ['workflow_run_get', 'approvals_find', 'approval_decide'];
const INPUT_SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, paper: { type: 'object', format: 'file', description: 'The paper' } },
  required: ['name'],
};

function greeting() {
  const definition = chain(node('greet', 'transform', { value: 'Hello {{ input.name }}' }));
  definition.nodes[0] = node('start', 'trigger.manual', { input_schema: INPUT_SCHEMA });
  return chainEnd(definition, '{{ steps.greet.output }}');
}

function chainEnd(definition: ReturnType<typeof chain>, value: unknown) {
  const last = definition.nodes.at(-1)?.id ?? '';
  return {
    nodes: [...definition.nodes, node('end', 'output', { value })],
    edges: [...definition.edges, { source: last, target: 'end', source_handle: null }],
  };
}

for (const era of Object.keys(ERAS) as Era[]) {
  suite(`a client ${era}`, () => {
    test('learns what the server is', async () => {
      const person = await service.person();
      const other = await mcpClient(service, person, { era, header: 'uni-api-key' });
      assert.equal(other.getServerVersion()?.name, 'heddle');
      assert.deepEqual(other.getServerCapabilities(), { tools: {} });
      assert.match(other.getInstructions() ?? '', /Heddle/);
      assert.deepEqual(await toolNames(other), BESIDE);
    });

    test('runs a workflow, and is notified of its steps', async () => {
      const person = await service.person();
      await createWorkflow(service, greeting(), person.key, { name: 'Grüße, bitte!', description: 'Greets people' });
      const other = await mcpClient(service, person, { era });
      const { tools } = await other.listTools();
      const tool = tools.find(({ name }) => name.startsWith('run_'));
      assert.deepEqual(
        [tool?.name, tool?.title, tool?.description],
        ['run_gru_e_bitte', 'Grüße, bitte!', 'Grüße, bitte!\n\nGreets people'],
      );
      assert.deepEqual(tool?.annotations, { readOnlyHint: false, openWorldHint: true });
      assert.deepEqual(tool?.inputSchema.properties?.name, { type: 'string' });
      assert.deepEqual(tool?.inputSchema.required, ['name']);
      assert.match(JSON.stringify(tool?.inputSchema.properties?.paper), /^\{"type":"object","format":"file".*base64/);
      const received: Progress[] = [];
      const result = await other.callTool(
        { name: 'run_gru_e_bitte', arguments: { name: 'Ann' } },
        { onprogress: progress => received.push(progress) },
      );
      assert.equal(readText(result), 'Hello Ann');
      const { run_id, ...outcome } = result.structuredContent as Outcome;
      assert.deepEqual(outcome, { status: 'success', output: 'Hello Ann', error: '' });
      assert.deepEqual(
        received.map(({ message }) => message),
        [
          `The run ${run_id} has started`,
          'start (trigger.manual) has started',
          'start is done',
          'greet (transform) has started',
          'greet is done: Hello Ann',
          'end (output) has started',
          'end is done: Hello Ann',
        ],
      );
      assert.deepEqual(
        received.map(({ progress }) => progress),
        received.map((_, index) => index + 1),
      );
      const run = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run_id}`, {}, person.key);
      assert.deepEqual([run.status, run.input_json, run.version], ['success', '{"name":"Ann"}', null]);
    });
  });
}

suite('the tools', () => {
  test('declare whether they only read', async () => {
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
    assert.deepEqual(hints, { workflow_run_get: true, approvals_find: true, approval_decide: false });
    assert.equal(tools.find(({ name }) => name === 'approval_decide')?.annotations?.destructiveHint, true);
  });

  test('are the workflows that the caller may currently run', async () => {
    const person = await service.person();
    const members = await service.group([person]);
    const organization_id = await service.organization([
      { person: owner, write: true },
      { person, write: false },
    ]);
    const shared = (name: string, more: object) => createWorkflow(service, chain(), ADMIN_KEY, { name, ...more });
    const share = (more: object) => [{ user_email: person.email, ...more }];
    await shared('foreign', {});
    await shared('read', { sharing: share({}) });
    const runnable = await shared('runnable', { sharing: share({ scopes: { 'workflow.run': true } }) });
    await shared('writable', { sharing: share({ write: true }) });
    await shared('of the group', { group_sharing: [{ group_id: members, write: true }] });
    await createWorkflow(service, chain(), owner.key, {
      name: 'elsewhere',
      organization_id,
      sharing: share({ write: true }),
    });
    await createWorkflow(service, { nodes: [node('hook', 'trigger.webhook')], edges: [] }, person.key);
    await createWorkflow(service, { nodes: [], edges: [] }, person.key);
    await createWorkflow(service, Object({ nodes: { odd: 1 } }), person.key);
    const other = await mcpClient(service, person);
    assert.deepEqual(await runTools(other), ['run_runnable', 'run_writable', 'run_of_the_group']);
    for (const name of ['run_foreign', 'run_read', 'run_elsewhere', 'run_workflow', 'run_', 'other']) {
      await assert.rejects(other.callTool({ name }), { code: -32_602, message: `there is no tool '${name}'` });
    }
    assert.equal((await call<Outcome>(other, 'run_runnable')).status, 'success');
    await service.ask('/api/v3/workflow/update', { id: runnable, sharing: [] });
    await assert.rejects(other.callTool({ name: 'run_runnable' }), { code: -32_602 });
  });

  test('are listed in pages, each tool exactly once', async () => {
    const person = await service.person();
    await Promise.all(
      Array.from({ length: 203 }, (_, index) =>
        createWorkflow(service, chain(), person.key, { name: `number ${index}` }),
      ),
    );
    const other = await mcpClient(service, person);
    assert.equal(new Set(await runTools(other)).size, 203);
    const first = await other.listTools({ cursor: randomUUID().replace(/^......../, '00000000') });
    assert.equal(first.tools.length, 200);
    const rest = await other.listTools({ cursor: first.nextCursor });
    assert.deepEqual([rest.tools.length, rest.nextCursor], [3, undefined]);
    await assert.rejects(other.listTools({ cursor: 'x' }), { code: -32_602 });
  });

  test('with the same name have a part of their id in the name', async () => {
    const person = await service.person();
    const ids = [];
    for (const name of ['Same', 'same!', 'other']) {
      ids.push(await createWorkflow(service, chain(), person.key, { name }));
    }
    const other = await mcpClient(service, person);
    const [one, two] = ids.map(id => `run_same-${id.slice(-12)}`);
    assert.deepEqual(await runTools(other), [one, two, 'run_other']);
    await assert.rejects(other.callTool({ name: 'run_same' }), { code: -32_602 });
    await service.ask('/api/v3/workflow/update', { id: ids[0], name: 'changed' }, person.key);
    assert.deepEqual(await runTools(other), ['run_changed', 'run_same', 'run_other']);
    const { run_id } = await call<Outcome>(other, two ?? '');
    const run = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run_id}`, {}, person.key);
    assert.equal(run.workflow_id, ids[1]);
  });

  test('are listed even if the author wrote an invalid schema', async () => {
    const person = await service.person();
    const odd = [7, 'x', [], { type: 'string' }, { properties: [1], required: 'a', $schema: 5 }];
    const more = [{ properties: { a: 3, b: false }, required: [1, 'b'] }, { title: 'x'.repeat(30_000) }];
    for (const input_schema of [...odd, ...more]) {
      const definition = { nodes: [node('start', 'trigger.manual', { input_schema })], edges: [] };
      await createWorkflow(service, definition, person.key, { name: 'odd' });
    }
    const { tools } = await (await mcpClient(service, person)).listTools();
    assert.deepEqual(
      tools.filter(({ title }) => title === 'odd').map(({ inputSchema }) => inputSchema),
      [
        ...Array.from({ length: 5 }, () => ({ type: 'object' })),
        { type: 'object', properties: { a: true, b: false }, required: ['b'] },
        { type: 'object' },
      ],
    );
  });
});

suite('a run', () => {
  test('that fails is a tool error with the error of the run', async () => {
    const definition = chainEnd(chain(node('bad', 'transform', { value: '{{ input.missing }}' })), 1);
    await createWorkflow(service, definition, owner.key, { name: 'failing' });
    const result = await client.callTool({ name: 'run_failing', arguments: {} });
    const outcome = result.structuredContent as Outcome;
    assert.equal(result.isError, true);
    assert.deepEqual([outcome.status, outcome.output, outcome.error], ['failed', null, readText(result)]);
    assert.match(outcome.error, /missing/);
    const read = await call<Outcome & { steps: { node_id: string; status: string; error: string }[] }>(
      client,
      'workflow_run_get',
      { run_id: outcome.run_id },
    );
    assert.deepEqual([read.run_id, read.status, read.error], [outcome.run_id, 'failed', outcome.error]);
    assert.deepEqual(
      read.steps.map(({ node_id, status }) => `${node_id} ${status}`),
      ['start success', 'bad failed', 'end skipped'],
    );
  });

  test('is refused with the message of the endpoint', async () => {
    const invalid = chain(node('bad', 'condition', {}));
    await createWorkflow(service, invalid, owner.key, { name: 'invalid' });
    const workflow_id = await createWorkflow(service, greeting(), owner.key, { name: 'refusing' });
    const run = (input: object) => service.call('/api/v3/workflow/run', { workflow_id, input }, owner.key);
    const result = await client.callTool({ name: 'run_invalid' });
    assert.equal(result.isError, true);
    assert.match(readText(result), /^The workflow is not valid: /);
    for (const input of [
      { name: 'x'.repeat(200_000) },
      { name: 'a', paper: 1 },
      { paper: { file_id: randomUUID() } },
    ]) {
      const { status, body } = await run(input);
      assert.ok(status >= 400);
      await assertRefused(client, 'run_refusing', input, Object(body).detail);
    }
    await assertRefused(client, 'run_refusing', {}, 'Missing input: name');
  });

  test('accepts files, and returns output that is not text as JSON', async () => {
    const definition = greeting();
    definition.nodes[2] = node('end', 'output', { value: { file: '{{ input.paper.filename }}', list: [1, null] } });
    await createWorkflow(service, definition, owner.key, { name: 'filing' });
    const paper = { filename: 'a.txt', mime_type: 'text/plain', data: Buffer.from('text').toString('base64') };
    const result = await client.callTool({ name: 'run_filing', arguments: { name: 'a', paper } });
    assert.equal(readText(result), '{"file":"a.txt","list":[1,null]}');
    assert.deepEqual((result.structuredContent as Outcome).output, { file: 'a.txt', list: [1, null] });
  });

  test('returns a truncated output if it is long', async () => {
    const definition = chainEnd(
      chain(node('long', 'transform', { value: "{{ 'ab' * 150000 }}" })),
      '{{ steps.long.output }}',
    );
    await createWorkflow(service, definition, owner.key, { name: 'long' });
    const result = await call<Outcome & { output_truncated: boolean }>(client, 'run_long');
    assert.deepEqual([String(result.output).length, result.output_truncated], [200_000, true]);
  });

  test('is started once if two calls have the same idempotency key', async () => {
    const asked = { name: 'run_filing', arguments: { name: 'b' }, _meta: { 'heddle/idempotencyKey': 'once' } };
    const [one, two] = [await client.callTool(asked), await client.callTool(asked)];
    assert.equal((one.structuredContent as Outcome).run_id, (two.structuredContent as Outcome).run_id);
    const changed = await client.callTool({ ...asked, arguments: { name: 'c' } });
    assert.equal(readText(changed), 'The idempotency key was used with another request');
  });

  test('of another user can not be read', async () => {
    const stranger = await mcpClient(service, await service.person());
    await createWorkflow(service, chain(), owner.key, { name: 'own' });
    const { run_id } = await call<Outcome>(client, 'run_own');
    await assertRefused(stranger, 'workflow_run_get', { run_id }, 'entity not found');
    await assertRefused(client, 'workflow_run_get', { run_id: randomUUID() }, 'entity not found');
    await assertRefused(client, 'workflow_run_get', {}, 'validation error: run_id: is required');
  });

  test('continues when its client disconnects', async () => {
    const person = await service.person();
    const definition = asking({ assignees: [person.email] }, { before: [node('first', 'transform', { value: 1 })] });
    await createWorkflow(service, definition, person.key, { name: 'lasting' });
    for (const era of Object.keys(ERAS) as Era[]) {
      const leaving = await mcpClient(service, person, { era });
      const cancellation = new AbortController();
      const onprogress = () => cancellation.abort();
      const calling = leaving.callTool({ name: 'run_lasting' }, { onprogress, signal: cancellation.signal });
      await assert.rejects(calling);
    }
    await poll(async () => {
      const runs = await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, person.key);
      return (runs.length === 2 && runs.every(({ status }) => status === 'waiting')) || undefined;
    });
  });
});

suite('approvals', () => {
  test('can be found and decided, and the run then continues', async () => {
    const ann = await service.person();
    const form_schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
    await createWorkflow(service, asking({ assignees: [ann.email], message: 'Now', form_schema }), owner.key, {
      name: 'asking',
    });
    const result = await client.callTool({ name: 'run_asking' });
    const { run_id, status } = result.structuredContent as Outcome;
    assert.deepEqual([result.isError ?? false, status], [false, 'waiting']);
    const deciding = await mcpClient(service, ann);
    const { items, total } = await call<{ items: Record<string, unknown>[]; total: number }>(
      deciding,
      'approvals_find',
    );
    const [{ approval_id, expires_at, ...found } = {}] = items;
    assert.equal(total, 1);
    assert.deepEqual(found, {
      title: 'Pay?',
      message: 'Now',
      form_schema,
      form_values: {},
      allow_reject: true,
      workflow_name: 'asking',
      run_id,
    });
    assert.equal(typeof expires_at, 'number');
    const text = readText(result);
    assert.ok(
      text.includes(run_id) && text.includes(`Pay? (step ask, approval_id ${approval_id}): others decide it`),
      text,
    );

    await assertRefused(client, 'approval_decide', { approval_id, decision: 'approve' }, 'Approval not found');
    for (const wrong of [
      {},
      { decision: 'maybe' },
      { decision: 'approve', data: {} },
      { decision: 'approve', comment: 1 },
    ]) {
      const asked = { approval_id, ...wrong };
      const { body } = await service.call(`${APPROVAL}/decide`, asked, ann.key);
      await assertRefused(deciding, 'approval_decide', asked, Object(body).detail);
    }
    const decided = await call(deciding, 'approval_decide', { approval_id, decision: 'approve', data: { sum: 3 } });
    assert.deepEqual(decided, { approval_id, status: 'approved', run_id, decision_data: { sum: 3 }, comment: '' });
    await assertRefused(
      deciding,
      'approval_decide',
      { approval_id, decision: 'reject' },
      'The approval is approved already',
    );
    assert.deepEqual(await call(deciding, 'approvals_find'), { items: [], total: 0 });
    await poll(async () => {
      const read = await call<Outcome>(client, 'workflow_run_get', { run_id });
      return read.status === 'success' || undefined;
    });
  });
});
