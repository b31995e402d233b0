/** Which workflows MCP clients get as tools, which version these run, and who may let a client decide approvals. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { asking } from './approval-workflows.ts';
import { assertRefused, call, mcpClient, readText, runTools, toolNames } from './mcp-clients.ts';

const service = await testService();

interface Outcome {
  run_id: string;
  output: unknown;
}

const says = (value: string, tool?: unknown): Definition => ({
  ...chain(node('done', 'output', { value })),
  ...(tool !== undefined && { settings: { tool } }),
});

suite('a workflow is a tool', () => {
  test('only when its settings say so, those of the published version where there is one', async () => {
    const ann = await service.person();
    const client = await mcpClient(service, ann);
    const id = await createWorkflow(service, says('first'), ann.key, { name: 'quiet', description: 'Says something' });
    const update = (definition: Definition) => service.ask('/api/v3/workflow/update', { id, definition }, ann.key);
    const publish = () => service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    for (const tool of [undefined, null, true, 'x', [], {}, { offered: false }, { offered: 'true' }]) {
      await update(says('first', tool));
      assert.deepEqual(await runTools(client), [], JSON.stringify(tool));
    }
    await assert.rejects(client.callTool({ name: 'run_quiet' }), { message: "there is no tool 'run_quiet'" });
    await update(says('first', { offered: true }));
    assert.deepEqual(await runTools(client), ['run_quiet']);
    await update(says('first'));
    await publish();
    await update(says('second', { offered: true }));
    assert.deepEqual(await runTools(client), []);
    await publish();
    await update(says('third'));
    assert.deepEqual(await runTools(client), ['run_quiet']);
  });

  test('that runs the published version, and the draft where nothing is published', async () => {
    const ann = await service.person();
    const client = await mcpClient(service, ann);
    const offered = { offered: true, description: 'Use it to hear the first word.' };
    const id = await createWorkflow(service, says('first', offered), ann.key, { name: 'words' });
    const readVersion = async (run_id: string) =>
      (await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run_id}`, {}, ann.key)).version;
    const draft = await call<Outcome>(client, 'run_words');
    assert.deepEqual([draft.output, await readVersion(draft.run_id)], ['first', null]);
    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    await service.ask('/api/v3/workflow/update', { id, definition: says('second') }, ann.key);
    const progress: unknown[] = [];
    const result = await client.callTool(
      { name: 'run_words', arguments: {} },
      { onprogress: ({ message }) => progress.push(message) },
    );
    const { run_id, output } = result.structuredContent as Outcome;
    assert.deepEqual([output, await readVersion(run_id), progress.length], ['first', 1, 5]);
    const { tools } = await client.listTools();
    assert.equal(
      tools.find(({ name }) => name === 'run_words')?.description,
      'words\n\nUse it to hear the first word.',
    );
  });
});

test('only a key with the scope of its own decides approvals', async () => {
  const ann = await service.person();
  const definition = { ...asking({ assignees: [ann.email] }), settings: { tool: { offered: true } } };
  await createWorkflow(service, definition, ann.key, { name: 'asking' });
  const running = await mcpClient(service, { key: await service.key(ann.id, ['service.workflow']) });
  const result = await running.callTool({ name: 'run_asking' });
  assert.match(readText(result), /you may decide it in the console/);
  assert.deepEqual(await toolNames(running), ['workflow_run_get', 'approvals_find', 'run_asking']);
  const { items } = await call<{ items: { approval_id: string }[] }>(running, 'approvals_find');
  const decision = { approval_id: items[0]?.approval_id, decision: 'approve' };
  const refused = 'The key needs the scope service.mcp.approval to decide approvals';
  await assertRefused(running, 'approval_decide', decision, refused);
  const deciding = await mcpClient(service, {
    key: await service.key(ann.id, ['service.workflow', 'service.mcp.approval']),
  });
  assert.ok((await toolNames(deciding)).includes('approval_decide'));
  assert.equal((await call(deciding, 'approval_decide', decision)).status, 'approved');
});
