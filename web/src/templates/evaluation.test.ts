import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createRenderer, renderParams } from '../../../src/runs/executing/rendering.ts';
import { createTemplateCache } from '../../../src/templates/template.ts';
import { catalog } from '../../test/catalog.ts';
import { buildContext, checkSyntax, evaluateParam, renderValue } from './evaluation.ts';
import { nodeRules, textsOf } from './node-rules.ts';
import { dataAt, type PreviewData, pinnedStep, withPins } from './preview-data.ts';
import { scopeOf } from './scope.ts';

const now = () => 0;
const definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual' },
    { id: 'call', type: 'http.request' },
    { id: 'orders', type: 'loop', params: { items: 'input.orders' } },
    { id: 'lines', type: 'loop', params: { items: 'loop.item.lines' } },
    { id: 'price', type: 'transform' },
    { id: 'sum', type: 'transform' },
    { id: 'again', type: 'repeat', params: { result: '{{ steps.ask.output }}' } },
    { id: 'ask', type: 'transform' },
  ],
  edges: [
    { source: 'start', target: 'call' },
    { source: 'call', target: 'orders' },
    { source: 'orders', target: 'lines', source_handle: 'item' },
    { source: 'lines', target: 'price', source_handle: 'item' },
    { source: 'price', target: 'sum' },
    { source: 'call', target: 'again' },
    { source: 'again', target: 'ask', source_handle: 'round' },
  ],
};
const orders = [
  { id: 1, lines: [10, 20] },
  { id: 2, lines: [30, 40] },
];
const step = { status: 'success', text: '', error: '', fileIds: [] };
const data: PreviewData = {
  workflow: { id: 'w', name: 'Shop' },
  run: { id: 'r', startedAt: Date.UTC(2026, 0, 2) },
  input: { orders, name: 'Ann' },
  steps: [
    { ...step, nodeId: 'start', iteration: [], output: { orders } },
    { ...step, nodeId: 'call', iteration: [], status: 'skipped' },
    { ...step, nodeId: 'price', iteration: [0, 0], output: 1 },
    { ...step, nodeId: 'price', iteration: [1, 1], output: 4 },
  ],
};

function placeOf(nodeId: string, iteration: readonly number[] = [], of: PreviewData = data) {
  return dataAt(of, { nodeId, scope: scopeOf(definition, nodeId, nodeRules(catalog)), iteration }, definition);
}

function evaluate(source: unknown, nodeId: string, iteration?: readonly number[], of?: PreviewData) {
  return evaluateParam(source, 'template', buildContext(placeOf(nodeId, iteration, of), now), now);
}

suite('the preview of a template', () => {
  test('sees the input, the facts of the run and the results of earlier steps', () => {
    assert.deepEqual(evaluate('Hello {{ input.name }} at {{ now }}', 'call'), {
      kind: 'value',
      type: 'string',
      text: 'Hello Ann at 2026-01-02T00:00:00.000Z',
      characters: 37,
      isTrue: true,
    });
    const { text } = evaluate('{{ steps.start.output.orders | length }}', 'call') as { text: string };
    assert.equal(text, '2');
  });

  test('sees the chosen item of each loop around, and the steps of that item', () => {
    const source = '{{ [loop.item, loop.index, loop.count, loop.parent.item.id, steps.price.output] }}';
    const shown = evaluate(source, 'sum', [1, 1]) as { text: string };
    assert.deepEqual(JSON.parse(shown.text), [40, 1, 2, 2, 4]);
    const first = evaluate('{{ loop.item }}', 'sum') as { text: string };
    assert.equal(first.text, '10');
  });

  test('a skipped step is undefined all the way down', () => {
    assert.equal((evaluate("{{ steps.call.output.a.b | default('none') }}", 'sum') as { text: string }).text, 'none');
  });

  test('what there is no data for is missing, not wrong', () => {
    const withoutRun: PreviewData = { workflow: data.workflow, run: null, steps: [] };
    assert.deepEqual(evaluate('{{ steps.price.output }}', 'sum', [0, 1]), { kind: 'missing', names: ['steps.price'] });
    assert.deepEqual(evaluate('{{ input.a }}{{ loop.item }}', 'sum', [], withoutRun), {
      kind: 'missing',
      names: ['input', 'loop'],
    });
  });

  test('a step without a result is told as such', () => {
    assert.deepEqual(evaluate('{{ steps.call.output.a }}', 'sum'), {
      kind: 'missing',
      names: ['steps.call.output (the step was skipped)'],
    });
  });

  test('errors name their line, and tell whether the source itself is wrong', () => {
    const wrong = evaluate('a\n{{ input. }}', 'call');
    assert.equal(wrong.kind, 'error');
    assert.deepEqual(wrong.kind === 'error' && [wrong.line, wrong.isSyntax], [2, true]);
    const undefinedName = evaluate('{{ input.nobody }}', 'call');
    assert.equal(undefinedName.kind === 'error' && undefinedName.isSyntax, false);
    assert.equal(checkSyntax('{{ a }}', 'template'), undefined);
    assert.equal(checkSyntax('a >', 'expression')?.isSyntax, true);
  });

  test('an error inside of JSON names its field', () => {
    const wrong = evaluate({ a: { b: ['{{ input.nobody }}'] } }, 'call');
    assert.match(wrong.kind === 'error' ? wrong.message : '', /^a\.b\['0'\]: 'input' has no 'nobody'/);
  });

  test('a template that runs too long is stopped by its budget', () => {
    const endless = '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}';
    const stopped = evaluate(endless, 'call');
    assert.match(stopped.kind === 'error' ? stopped.message : '', /too many steps/);
  });

  test('an expression needs no braces, and a literal is not evaluated', () => {
    const context = buildContext(placeOf('call'), now);
    assert.deepEqual(evaluateParam('input.orders', 'expression', context, now).kind, 'value');
    const literal = evaluateParam('{{ input.name }}', 'literal', context, now);
    assert.equal(literal.kind === 'value' && literal.text, '{{ input.name }}');
  });

  test('the end of a round sees its result as last, and nothing of it without a run', () => {
    const scope = scopeOf(definition, 'again', nodeRules(catalog), 'item');
    const endOf = (steps: PreviewData['steps']) => {
      const place = dataAt({ ...data, steps }, { nodeId: 'again', scope, iteration: [] }, definition);
      return evaluateParam("last.state == 'ready'", 'item expression', buildContext(place, now), now);
    };
    const shown = endOf([{ ...step, nodeId: 'ask', iteration: [0], output: { state: 'ready' } }]);
    assert.equal(shown.kind === 'value' && shown.isTrue, true);
    assert.deepEqual(endOf([]), { kind: 'missing', names: ['last'] });
  });

  test('a long result is cut for display', () => {
    const shown = evaluate("{{ 'x' * 50000 }}", 'call');
    assert.deepEqual(shown.kind === 'value' && [shown.text.length, shown.characters], [20_000, 50_000]);
  });
});

suite('params as a run renders them', () => {
  const cases: [type: string, params: Record<string, unknown>][] = [
    [
      'http.request',
      { url: 'https://x/{{ input.name }}', headers: { a: '{{ 1 + 1 }}' }, body: { n: ['{{ 4 / 2 }}'] } },
    ],
    ['condition', { expression: 'input.orders | length > 1' }],
    ['switch', { cases: [{ name: '{{ a }}', expression: 'true' }] }],
    ['trigger.schedule', { cron: '{{ 1 }}' }],
    ['transform', { value: '{{ [1, 2, 3, 4, 5, 6, 7, 8, 9] | random }}' }],
    ['human.approval', { title: '{{ 1 }}', form_schema: { title: '{{ 1 }}' }, assignees: ['{{ input.name }}'] }],
  ];

  test('are those of the service, random numbers included', () => {
    for (const [type, params] of cases) {
      const seed = 'r call';
      const { context, random } = buildContext({ ...placeOf('call'), seed }, now);
      const printed: [string, string][] = [];
      const params_ = renderValue(params, textsOf(type), '', {
        context,
        random,
        now,
        onScalar: (pointer, text) => printed.push([pointer, text]),
      });
      const templates = createTemplateCache({ entries: 10, maxSourceCharacters: 1000 });
      const render = createRenderer(context, { templates, clock: now, limitMs: 100, seed });
      const expected = renderParams(params, textsOf(type), render);
      assert.deepEqual({ params: params_, printed: Object.fromEntries(printed) }, expected, type);
    }
  });
});

suite('pinned outputs', () => {
  test('stand in for steps without data, in every item of a loop', () => {
    const pinned = withPins(data, { call: { output: { status: 200 } }, price: { output: 7 } });
    assert.deepEqual((evaluate('{{ steps.call.output.status }}', 'sum', [], pinned) as { text: string }).text, '200');
    // The run has data of this step, so its own results count.
    assert.equal((evaluate('{{ steps.price.output }}', 'sum', [0, 0], pinned) as { text: string }).text, '1');
    const withoutRun = withPins(
      { workflow: data.workflow, run: null, input: data.input, steps: [] },
      { price: { output: 7 } },
    );
    assert.equal((evaluate('{{ steps.price.output }}', 'sum', [1, 0], withoutRun) as { text: string }).text, '7');
  });

  test('a pinned text is the text of its step', () => {
    assert.equal(pinnedStep('a', 'hello').text, 'hello');
    assert.equal(pinnedStep('a', { b: 1 }).text, '');
  });
});
