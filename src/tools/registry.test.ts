import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import Type from 'typebox';
import { createThreadPool } from '../platform/threads/thread-pool.ts';
import { defineTool } from './contract/tool.ts';
import { isStepError, workbench } from './contract/tools-fixture.ts';
import { createToolBox } from './registry.ts';

const NAMES = [
  'base64_decode',
  'base64_encode',
  'chart_to_png',
  'csv_read',
  'csv_write',
  'date_add',
  'date_difference',
  'date_format',
  'date_parse',
  'file_to_text',
  'hash',
  'json_query',
  'qr_code',
  'spreadsheet_read',
  'spreadsheet_write',
  'text_extract',
  'text_to_pdf',
  'web_page_to_markdown',
  'zip_create',
  'zip_extract',
];

const echo = defineTool({
  name: 'an_echo',
  title: 'Echo',
  description: 'Says it again.',
  inputSchema: Type.Object({ word: Type.String({ title: 'Word', description: 'What to say.' }) }),
  call: async ({ word }) => ({ output: word }),
});

suite('the tool box', () => {
  test('lists every tool by name', t => {
    assert.deepEqual(
      workbench(t)
        .tools.list()
        .map(({ name }) => name),
      NAMES,
    );
  });

  for (const name of NAMES) {
    test(`${name} has a strict schema whose every property is described`, t => {
      const tool = workbench(t).tools.get(name);
      assert.ok(tool);
      assert.ok(tool.title !== '' && tool.description.endsWith('.'));
      new Ajv({ strict: true, allowUnionTypes: true }).compile(tool.inputSchema);
      assert.ok('additionalProperties' in tool.inputSchema && tool.inputSchema.additionalProperties === false);
      for (const [property, schema] of Object.entries(schemaProperties(tool.inputSchema))) {
        assert.ok('title' in schema && 'description' in schema, property);
      }
      // Clients receive the schema as JSON.
      assert.deepEqual(JSON.parse(JSON.stringify(tool.inputSchema)), { ...tool.inputSchema });
    });
  }

  test('accepts further tools, but no name twice', async t => {
    const threads = createThreadPool({ atOnce: 1 });
    t.after(() => threads.close());
    const tools = createToolBox({ threads, more: [echo] });
    assert.equal(tools.list()[0], echo);
    assert.deepEqual(await tools.call('an_echo', { word: 'hello' }, workbench(t).context), { output: 'hello' });
    assert.throws(() => createToolBox({ threads, more: [echo, echo] }), /same name/);
  });

  test('rejects unknown tools', async t => {
    const { call, tools } = workbench(t);
    await assert.rejects(call('nonsense', {}), isStepError("There is no tool 'nonsense'"));
    assert.equal(tools.get('toString'), undefined);
  });
});

suite('params', () => {
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['date_parse', {}, /'value' is required/],
    ['date_parse', { value: true }, /'value' must be a string or a number/],
    ['date_parse', { value: 1, zone: 'x' }, /'zone' is not a parameter of date_parse/],
    ['hash', { text: 'a', algorithm: 'crc' }, /'algorithm' must be one of sha256, sha512, sha1, md5/],
    ['qr_code', { text: 'a', size: 1 }, /'size' must be at least 50/],
    ['qr_code', { text: '' }, /'text' must not be empty/],
    ['qr_code', { text: 'a', dark: 'red' }, /'dark' does not fit: A color, such as #1f6feb/],
    ['csv_write', { rows: [1] }, /'rows\[0\]' must be an object or a list/],
    [
      'chart_to_png',
      { type: 'bar', series: [{ values: ['x'] }] },
      /'series\[0\]\.values\[0\]' must be a number or a null/,
    ],
    // Braces have no meaning here: templates have already been rendered.
    ['qr_code', { text: 'a', size: '{{ 1 }}' }, /'size' must be an integer/],
  ];
  for (const [name, params, message] of wrong) {
    test(`${name} ${JSON.stringify(params)} does not fit`, async t => {
      await assert.rejects(workbench(t).call(name, params), isStepError(message));
    });
  }

  test('that exclude each other require exactly one of them', async t => {
    const { call } = workbench(t);
    await assert.rejects(call('hash', {}), isStepError("'text' or 'file' is required"));
    await assert.rejects(
      call('hash', { text: 'a', file: 'x' }),
      isStepError("Only one of 'text' or 'file' can be given"),
    );
  });

  test('must name files that exist', async t => {
    await assert.rejects(workbench(t).call('hash', { file: 'nowhere' }), isStepError('There is no such file'));
  });

  test('are not checked when the step is already over', async t => {
    const signal = AbortSignal.abort(new Error('over'));
    const { tools, context } = workbench(t);
    await assert.rejects(tools.call('hash', { text: 'a' }, { ...context, signal }), /over/);
  });
});

function schemaProperties(schema: object): Record<string, object> {
  assert.ok('properties' in schema && typeof schema.properties === 'object');
  return { ...schema.properties };
}
