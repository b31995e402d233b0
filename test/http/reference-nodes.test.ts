/** Validates the example of every node type in the reference, and runs those that need nothing of the outside world. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { nodeExamples } from '../../docs/generate/node-examples.ts';
import { toolExamples } from '../../docs/generate/tool-examples.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { DescribedCatalog } from '../../src/workflows/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const catalog = await service.ask<DescribedCatalog>('/api/v1/workflow/catalog');
const ajv = new Ajv({ strict: false, formats: { file: true } });
const outputSchemas = new Map([
  ...catalog.node_types.map(({ type, output_schema }) => [type, output_schema] as const),
  ...catalog.tools.map(({ name, output_schema }) => [name, output_schema] as const),
]);

function assertDescribed(run: Run, tools: Readonly<Record<string, string>> = {}): void {
  for (const { node_id, node_type, status, output_json } of run.steps) {
    const schema = outputSchemas.get(tools[node_id] ?? node_type);
    if (status !== 'success' || schema === undefined) continue;
    const isValid = ajv.validate(Object(schema), JSON.parse(output_json));
    assert.ok(isValid, `${node_id}: ${ajv.errorsText()} in ${output_json}`);
  }
}

const ann = await service.person();
const panel = await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'Shop' }, ann.key);
const assistant = await service.ask<{ id: string }>('/api/v3/assistant/create', { name: 'Reader' }, ann.key);
const child = await createWorkflow(service, chain(node('done', 'output', { value: 'hello' })), ann.key);
await service.ask('/api/v3/workflow/publish', { workflow_id: child }, ann.key);

for (const name of ['shop database', 'rabbit']) {
  const credential = { name, kind: 'basic', hosts: ['https://example.org'], fields: { username: 'a', password: 'b' } };
  await service.ask('/api/v1/credential/create', credential, ann.key);
}

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
      assertDescribed(ended);
    });
  }
});

suite('descriptions for people and models', () => {
  for (const { type, description, output_schema } of catalog.node_types) {
    const [, names = ''] = /Output: \{([\w, ]+)\}/.exec(description) ?? [];
    const isVarying = type === 'trigger.poll' || type === 'wait';
    if (names === '' || isVarying) continue;
    test(`of ${type} name the fields of its schema`, () => {
      // What is only sometimes there, the sentences behind tell.
      const { properties = {}, required = [] } = Object(output_schema);
      const named = names.split(', ');
      assert.deepEqual(
        Object.keys(properties).filter(field => required.includes(field) || named.includes(field)),
        named,
      );
    });
  }
});

/** What reaches a service of somebody else, or a provider that the operator has to configure. */
const OUTSIDE = new Set([
  'feed_read',
  'http_get_json',
  'image_generate',
  'mail_read',
  'postgres_query',
  's3_list',
  'text_to_speech',
  'web_page_to_markdown',
  'web_search',
]);
/** The tools whose examples make what the other examples work with, and the one that removes it. */
const FIRST = ['booster_record_create', 'booster_file_save'];
const LAST = ['booster_record_delete'];
/** The call that makes the file of an example. */
const FILES: Readonly<Record<string, Record<string, unknown>>> = {
  file_to_text: { tool: 'text_to_pdf', params: { text: 'Invoice' } },
  spreadsheet_read: { tool: 'spreadsheet_write', params: { sheets: [{ name: 'Orders', rows: [{ title: 'Wool' }] }] } },
  csv_join: { tool: 'csv_write', params: { rows: [{ name: 'Wool' }] } },
  csv_split: { tool: 'csv_write', params: { rows: [{ name: 'Wool' }] } },
  zip_create: { tool: 'text_to_pdf', params: { text: 'Invoice' } },
  zip_extract: { tool: 'zip_create', params: { files: '{{ steps.first.output.file }}' } },
};

suite('the calls of tools in the reference', () => {
  const inside = Object.keys(toolExamples).filter(tool => !OUTSIDE.has(tool));
  const others = inside.filter(tool => !FIRST.includes(tool) && !LAST.includes(tool));
  for (const tool of [...FIRST, ...others, ...LAST]) {
    const { params, output } = toolExamples[tool] ?? assert.fail(tool);
    test(`${tool} ${output === undefined ? 'succeeds' : 'gives the shown output'}`, async () => {
      const text = JSON.stringify({ tool, params }).replaceAll('{{ input.file }}', '{{ steps.file.output.file }}');
      const steps = [
        ...(tool === 'zip_extract' ? [node('first', 'tool.call', FILES.file_to_text ?? {})] : []),
        ...(tool in FILES ? [node('file', 'tool.call', { ...FILES[tool] })] : []),
        node('call', 'tool.call', JSON.parse(text.replaceAll('PANEL_ID', panel.id))),
        node('done', 'output', { value: '{{ steps.call.output }}' }),
      ];
      const definition = chain(...steps);
      const { issues } = await service.ask<{ issues: unknown[] }>('/api/v1/workflow/check', { definition }, ann.key);
      assert.deepEqual(issues, []);
      const run = await runOnce(service, definition, {}, ann.key);
      assert.equal(run.status, 'success', run.error);
      if (output !== undefined) assert.deepEqual(readResult(run), output);
      assertDescribed(run, { call: tool });
    });
  }

  test('that do not fit are warned of, unless only the run knows', async () => {
    const call = (key: string) =>
      chain(node('call', 'tool.call', { tool: 'booster_record_get', params: { panel_id: panel.id, key } }));
    const check = async (key: string) =>
      (await service.ask<{ issues: object[] }>('/api/v1/workflow/check', { definition: call(key) }, ann.key)).issues;
    assert.partialDeepStrictEqual(await check('4711'), [
      {
        severity: 'warning',
        message: "Step 'call': the params of booster_record_get do not fit: 'key' does not fit: Key of the record",
        param: 'params',
      },
    ]);
    assert.deepEqual(await check('{{ input.key }}'), []);
  });
});
