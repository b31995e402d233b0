import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import Type from 'typebox';
import { isStepError, workbench } from '../../test/fixtures/tools.ts';
import { createThreadPool } from '../platform/threads/thread-pool.ts';
import { defineTool, type PersonalToolSource, type Tool } from './contract/tool.ts';
import { createToolBox } from './registry.ts';

const NAMES = [
  'base64_decode',
  'base64_encode',
  'chart_to_png',
  'csv_join',
  'csv_read',
  'csv_split',
  'csv_write',
  'date_add',
  'date_difference',
  'date_format',
  'date_parse',
  'feed_read',
  'file_to_text',
  'hash',
  'http_get_json',
  'json_query',
  'mail_read',
  'postgres_query',
  'qr_code',
  's3_list',
  'spreadsheet_read',
  'spreadsheet_write',
  'text_extract',
  'text_to_pdf',
  'web_page_to_markdown',
  'zip_create',
  'zip_extract',
];

const USER = { id: 'u1', email: 'ann@example.org' };

const echo = defineTool({
  name: 'an_echo',
  title: 'Echo',
  description: 'Says it again.',
  inputSchema: Type.Object({ word: Type.String({ title: 'Word', description: 'What to say.' }) }),
  call: async ({ word }) => ({ output: word }),
});

suite('the tool box', () => {
  test('lists every tool by name', async t => {
    const listed = await workbench(t).tools.list(USER);
    assert.deepEqual(
      listed.map(({ name }) => name),
      NAMES,
    );
  });

  for (const name of NAMES) {
    test(`${name} has a strict schema whose every property is described`, async t => {
      const tool = await workbench(t).tools.find(name, USER, new AbortController().signal);
      assert.ok(tool.title !== '' && tool.description.endsWith('.'));
      new Ajv({ strict: true, allowUnionTypes: true }).compile(tool.inputSchema);
      assert.ok('additionalProperties' in tool.inputSchema && tool.inputSchema.additionalProperties === false);
      for (const [property, schema] of Object.entries(schemaProperties(tool.inputSchema))) {
        assert.ok('title' in schema && 'description' in schema, property);
      }
      // Clients receive the schema as JSON. What editors know beside it is under symbols, which a clone has not.
      assert.deepEqual(JSON.parse(JSON.stringify(tool.inputSchema)), structuredClone({ ...tool.inputSchema }));
    });
  }

  test('accepts further tools, but no name twice', async t => {
    const threads = createThreadPool({ atOnce: 1 });
    t.after(() => threads.close());
    const tools = createToolBox({ threads, more: [echo] });
    assert.equal((await tools.list(USER))[0], echo);
    assert.deepEqual(await tools.call('an_echo', { word: 'hello' }, workbench(t).context), { output: 'hello' });
    assert.throws(() => createToolBox({ threads, more: [echo, echo] }), /same name/);
  });

  test('adds the tools of a user, but those of everybody come first', async t => {
    const threads = createThreadPool({ atOnce: 1 });
    t.after(() => threads.close());
    const own = (title: string): Tool => ({ ...echo, name: 'own_echo', title });
    const source = (...tools: Tool[]): PersonalToolSource => ({
      list: async ({ id }) => (id === USER.id ? tools : []),
      knows: async ({ id }, names) =>
        new Map(
          id === USER.id ? tools.filter(({ name }) => names.includes(name)).map(({ name }) => [name, 'yes']) : [],
        ),
      find: async ({ id }, name) => (id === USER.id ? tools.find(tool => tool.name === name) : undefined),
    });
    const personal = [source(own('First'), { ...echo, name: 'hash' }), source(own('Second'))];
    const tools = createToolBox({ threads, more: [echo], personal });
    const other = { id: 'u2', email: 'ben@example.org' };
    const signal = new AbortController().signal;
    assert.equal((await tools.find('own_echo', USER, signal)).title, 'First');
    const listed = (await tools.list(USER)).filter(({ name }) => name === 'own_echo' || name === 'hash');
    assert.deepEqual(
      listed.map(({ title }) => title),
      ['Hash', 'First'],
    );
    assert.deepEqual(await tools.knows(['own_echo', 'hash', 'nothing'], USER), knowledge('yes', 'yes', 'no'));
    assert.deepEqual(await tools.knows(['own_echo', 'hash', 'nothing'], other), knowledge('no', 'yes', 'no'));
    assert.deepEqual(['own_echo', 'hash'].map(tools.isShared), [false, true]);
    await assert.rejects(tools.find('own_echo', other, signal), isStepError("There is no tool 'own_echo'"));
    assert.equal((await tools.list(other)).length, NAMES.length + 1);
  });

  test('rejects unknown tools', async t => {
    const { call, tools } = workbench(t);
    await assert.rejects(call('nonsense', {}), isStepError("There is no tool 'nonsense'"));
    assert.equal((await tools.knows(['toString'], USER)).get('toString'), 'no');
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

function knowledge(own: string, shared: string, unknown: string) {
  return new Map([
    ['own_echo', own],
    ['hash', shared],
    ['nothing', unknown],
  ]);
}

function schemaProperties(schema: object): Record<string, object> {
  assert.ok('properties' in schema && typeof schema.properties === 'object');
  return { ...schema.properties };
}
