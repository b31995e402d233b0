/** Validates the example of every node type in the reference, and runs those that need nothing of the outside world. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nodeExamples } from '../../docs/generate/node-examples.ts';
import { toolExamples } from '../../docs/generate/tool-examples.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await service.person();
const panel = await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'Shop' }, ann.key);
const assistant = await service.ask<{ id: string }>('/api/v3/assistant/create', { name: 'Reader' }, ann.key);
const child = await createWorkflow(service, chain(node('done', 'output', { value: 'hello' })), ann.key);
await service.ask('/api/v3/workflow/publish', { workflow_id: child }, ann.key);

/** The ids that stand for those of the reader. */
const IDS: Readonly<Record<string, string>> = {
  PANEL_ID: panel.id,
  ASSISTANT_ID: assistant.id,
  WORKFLOW_ID: child,
  'boss@example.org': ann.email,
};

function withRealIds(definition: object): { nodes: never[]; edges: never[] } {
  const text = JSON.stringify(definition);
  return JSON.parse(text.replace(/PANEL_ID|ASSISTANT_ID|WORKFLOW_ID|boss@example\.org/g, name => IDS[name] ?? name));
}

suite('the examples of the reference', () => {
  for (const [type, { definition, run }] of Object.entries(nodeExamples)) {
    test(`${type} is valid${run ? ' and gives the shown result' : ''}`, async () => {
      const shown = withRealIds(definition);
      const workflow_id = await createWorkflow(service, shown, ann.key);
      const { issues } = await service.ask<{ issues: { severity: string; message: string }[] }>(
        '/api/v3/workflow/validate',
        { workflow_id },
        ann.key,
      );
      assert.deepEqual(
        issues.filter(({ severity }) => severity === 'error'),
        [],
      );
      if (!run) return;
      const ended = await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: run.input }, ann.key);
      assert.deepEqual(readResult(ended), run.output);
    });
  }
});

suite('the calls of tools in the reference', () => {
  for (const [tool, { params, output }] of Object.entries(toolExamples).filter(([, example]) => 'output' in example)) {
    test(`${tool} gives the shown output`, async () => {
      const call = node('call', 'tool.call', { tool, params });
      const run = await runOnce(
        service,
        chain(call, node('done', 'output', { value: '{{ steps.call.output }}' })),
        {},
        ann.key,
      );
      assert.deepEqual(readResult(run), output);
    });
  }
});
