import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { catalog } from '../../test/catalog.ts';
import { type CompletionScope, complete } from './completion.ts';
import { outputShape, shapeAt, shapeOfNames, shapeOfSchema, shapeOfValue } from './shape.ts';

const call = { status: 200, 'content type': 'a', rows: [{ id: 1, name: 'Ann' }] };
const scope: CompletionScope = {
  steps: [
    { id: 'call', title: 'HTTP request', certain: true, output: shapeOfValue(call) },
    { id: 'never', title: 'Loop', certain: false, output: outputShape({ type: 'loop' }, catalog) },
  ],
  variables: {
    input: shapeOfValue({ order: 4711, body: { total: 41 } }),
    vars: shapeOfValue({ limit: 25 }),
    workflow: shapeOfNames(['id', 'name']),
    loop: shapeOfValue({ item: { sku: 'x' }, index: 0 }),
  },
};

/** The caret is where `|` stands alone in the text as `¦`. */
function at(marked: string, mode: 'template' | 'expression' = 'template') {
  const position = marked.indexOf('¦');
  return complete(marked.replace('¦', ''), position, mode, scope);
}

const labels = (marked: string, mode?: 'template' | 'expression') =>
  at(marked, mode)?.options.map(({ label }) => label);

suite('completion', () => {
  test('offers variables, steps and functions where a value begins', () => {
    const found = labels('Hi {{ ¦ }}') ?? [];
    for (const label of ['input', 'steps', 'workflow', 'loop', 'steps.call.output', 'range']) {
      assert.ok(found.includes(label), label);
    }
    assert.deepEqual(labels('{{ in¦ }}'), found);
    assert.deepEqual(labels('¦', 'expression'), found);
    assert.equal(at('{{ in¦ }}')?.from, 3);
  });

  test('offers nothing in text, comments, numbers and strings', () => {
    assert.equal(at('Hi ¦'), undefined);
    assert.equal(at('{# a¦ #}'), undefined);
    assert.equal(at("{{ 'a¦ }}"), undefined);
    assert.equal(at('{{ 12¦ }}'), undefined);
  });

  test('offers the steps before this one, and what a step has', () => {
    assert.deepEqual(labels('{{ steps.¦ }}'), ['call', 'never']);
    assert.deepEqual(labels('{{ steps.call.¦ }}'), ['output', 'text', 'success', 'status', 'error', 'file_ids']);
  });

  test('offers the fields of data, with their values', () => {
    assert.deepEqual(labels('{{ steps.call.output.¦ }}'), ['status', 'content type', 'rows']);
    const [status, type] = at('{{ steps.call.output.¦ }}')?.options ?? [];
    assert.equal(status?.detail, '200');
    assert.deepEqual([type?.apply, type?.from], ["['content type']", 20]);
    assert.deepEqual(labels('{{ steps.call.output.rows[0].¦ }}'), ['id', 'name']);
    assert.deepEqual(labels('{{ steps.call.output.rows.¦ }}'), ['[0]']);
    assert.deepEqual(labels("{{ steps['call'].output.st¦ }}"), ['status', 'content type', 'rows']);
    assert.deepEqual(labels('input.body.¦', 'expression'), ['total']);
    assert.deepEqual(at('{{ vars.¦ }}')?.options, [{ label: 'limit', kind: 'field', detail: '25' }]);
    assert.deepEqual(labels('{{ loop.item.¦ }}'), ['sku']);
  });

  test('offers keys inside of brackets', () => {
    const found = at("{{ steps.call.output['¦ }}");
    assert.deepEqual(found?.options.map(({ label, apply }) => [label, apply])[1], ['content type', "content type']"]);
  });

  test('offers what the type says where there is no data', () => {
    assert.deepEqual(labels('{{ steps.never.output.¦ }}'), ['count', 'results']);
  });

  test('offers filters and tests with their meaning', () => {
    const filters = at('{{ input.order | ¦ }}')?.options ?? [];
    assert.equal(filters.find(({ label }) => label === 'upper')?.info, 'All letters big.');
    assert.ok(labels('{{ input.order | def¦ }}')?.includes('default'));
    assert.ok(labels('{{ input.order is ¦ }}')?.includes('defined'));
    assert.ok(labels('{{ input.order is not ¦ }}')?.includes('none'));
  });

  test('offers statements, and no names where a new one is given', () => {
    assert.ok(labels('{% ¦ %}')?.includes('for'));
    assert.equal(at('{% for ¦'), undefined);
    assert.ok(labels('{% for x in ¦ %}')?.includes('input'));
  });

  test('knows the names that the template defines', () => {
    const source = '{% for row in steps.call.output.rows %}{{ row.¦ }}{% endfor %}';
    assert.deepEqual(labels(source), ['id', 'name']);
    assert.deepEqual(labels('{% set b = input.body %}{{ b.¦ }}'), ['total']);
    assert.ok(labels('{% for row in input.a %}{{ ¦ }}')?.includes('row'));
    assert.ok(labels('{% for row in input.a %}{{ loop.¦ }}{% endfor %}')?.includes('first'));
    assert.deepEqual(labels('{% for row in input.a %}{% endfor %}{{ loop.¦ }}'), ['item', 'index']);
    assert.deepEqual(labels('{% set a = a.b %}{{ a.¦ }}'), []);
  });

  test('never fails, wherever the caret is', () => {
    const source = "x {{ steps['call'].output.rows[0].name | default('a', true) }} {% for a, b in c %}{# d #}";
    for (let position = 0; position <= source.length; position++) {
      for (const mode of ['template', 'expression'] as const) complete(source, position, mode, scope);
      complete(source.slice(0, position), position, 'template', scope);
    }
  });
});

suite('the shapes of outputs', () => {
  const names = (shape: ReturnType<typeof outputShape>) => (shape.kind === 'fields' ? Object.keys(shape.fields) : []);

  test('come from params and schemas', () => {
    assert.deepEqual(names(outputShape({ type: 'http.request' }, catalog)), ['status', 'headers', 'body']);
    const schema = { properties: { order: { type: 'number' }, receipt: { type: 'object', format: 'file' } } };
    const manual = outputShape({ type: 'trigger.manual', params: { input_schema: schema } }, catalog);
    assert.deepEqual(names(manual), ['order', 'receipt']);
    assert.deepEqual(names(shapeOfSchema({ properties: { a: { properties: { b: {} } } } })), ['a']);
    const made = outputShape({ type: 'transform', params: { value: { a: '{{ input.a }}', b: 1 } } }, catalog);
    assert.deepEqual(names(made), ['a', 'b']);
    assert.deepEqual(names(outputShape({ type: 'unheard.of' }, catalog)), []);
  });

  test('of tools are those of their schemas', () => {
    const of = (tool: string) => names(outputShape({ type: 'tool.call', params: { tool } }, catalog));
    assert.deepEqual(of('csv_read'), ['rows', 'count', 'columns']);
    assert.deepEqual(of('chart_to_png'), ['file', 'width', 'height']);
    assert.deepEqual(of('hash'), ['hash']);
    const mails = outputShape({ type: 'tool.call', params: { tool: 'mail_read' } }, catalog);
    assert.ok(names(shapeAt(mails, ['items', 0])).includes('subject'));
    const ended = outputShape({ type: 'trigger.run' }, catalog);
    assert.deepEqual(names(shapeAt(ended, ['step'])), ['node_id', 'node_type', 'iteration', 'error']);
    assert.deepEqual(of('json_query'), []);
    assert.deepEqual(of('nothing'), []);
  });
});
