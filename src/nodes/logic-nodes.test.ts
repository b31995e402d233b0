import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { registry } from '../../test/fixtures/nodes.ts';
import { failure, perform, renderer, testStep } from '../../test/fixtures/step.ts';
import type { Params } from '../engine/definition.ts';
import { TemplateError } from '../templates/template.ts';
import type { NodeTypeName } from './node.ts';

const data = { input: { n: 0, text: 'x', list: [1, 'b'], empty: [], nothing: null, object: { a: 1 } } };

function evaluate(type: NodeTypeName, params: Params, seen?: string[]) {
  const { execution } = registry[type];
  assert(execution.kind === 'pure');
  return execution.evaluate(params, renderer(data, seen));
}

test('each type has its kind of execution', () => {
  const kinds = Object.values(registry).map(({ type, execution }) => `${type} ${execution.kind}`);
  assert.deepEqual(kinds, [
    'trigger.manual input',
    'trigger.schedule input',
    'trigger.webhook input',
    'trigger.booster_record input',
    'trigger.booster_file input',
    'trigger.run input',
    'trigger.poll input',
    'trigger.database_change input',
    'trigger.form input',
    'trigger.message input',
    'tool.call effect',
    'assistant.run effect',
    'workflow.run effect',
    'http.request effect',
    'notify effect',
    'file.to_text effect',
    'code compute',
    'event.send effect',
    'message.send effect',
    'webhook.reply effect',
    'human.approval effect',
    'wait effect',
    'condition pure',
    'switch pure',
    'ai.condition effect',
    'ai.choice effect',
    'loop loop',
    'repeat repeat',
    'transform pure',
    'output pure',
  ]);
});

describe('condition', () => {
  const cases: [expression: string, result: boolean][] = [
    ['input.n == 0', true],
    ['{{ input.n > 0 }}', false],
    ['input.text', true],
    ['input.n', false],
    ['input.list', true],
    ['input.empty', false],
    ['input.object', true],
    ['{}', false],
    ["'false'", true],
    ['none', false],
  ];
  for (const [expression, result] of cases) {
    test(`${expression} is ${result}`, () => {
      assert.deepEqual(evaluate('condition', { expression }), { output: { result }, handle: String(result) });
    });
  }

  test('an undefined variable fails the step', () => {
    assert.throws(() => evaluate('condition', { expression: 'input.missing' }), TemplateError);
  });
});

describe('switch', () => {
  const wherever = (...expressions: string[]) => ({
    cases: expressions.map((expression, index) => ({ name: `case ${index}`, expression })),
  });

  test('the first true case wins, and those after it are not evaluated', () => {
    const seen: string[] = [];
    const outcome = evaluate('switch', wherever('input.n > 0', 'input.list', 'true', 'input.missing'), seen);
    assert.deepEqual(outcome, { output: { case: 'case 1' }, handle: 'case 1' });
    assert.deepEqual(seen, ['input.n > 0', 'input.list']);
  });

  test('without a true case, the run continues on otherwise', () => {
    const outcome = evaluate('switch', wherever('input.n', 'input.empty'));
    assert.deepEqual(outcome, { output: { case: 'otherwise' }, handle: 'otherwise' });
  });

  test('a case that fails before one is true fails the step', () => {
    assert.throws(() => evaluate('switch', wherever('input.missing', 'true')), TemplateError);
  });

  test('cases from a template fail the step', () => {
    assert.throws(() => evaluate('switch', { cases: '{{ input.list }}' }), failure("'cases' must be a list"));
  });
});

for (const type of ['transform', 'output'] as const) {
  test(`${type} returns its value with rendered templates`, () => {
    const value = { list: '{{ input.list }}', text: 'n is {{ input.n }}', deep: [{ none: null, yes: true }] };
    const output = { list: [1, 'b'], text: 'n is 0', deep: [{ none: null, yes: true }] };
    assert.deepEqual(evaluate(type, { value }), { output });
    assert.deepEqual(evaluate(type, { value: null }), { output: null });
    assert.deepEqual(evaluate(type, { value: 7 }), { output: 7 });
  });
}

describe('loop', () => {
  const { execution } = registry.loop;
  assert(execution.kind === 'loop');
  const items = (expression: string) => execution.items({ items: expression }, renderer(data));

  test('the items are a list', () => {
    assert.deepEqual(items('input.list'), [1, 'b']);
    assert.deepEqual(items('{{ range(3) }}'), [0, 1, 2]);
    assert.deepEqual(items('[]'), []);
  });

  const others: [expression: string, kind: string][] = [
    ['input.text', 'a string'],
    ['input.n', 'a number'],
    ['true', 'a boolean'],
    ['input.nothing', 'none'],
    ['input.object', 'an object'],
  ];
  for (const [expression, kind] of others) {
    test(`${kind} is not a list`, () => {
      assert.throws(() => items(expression), failure(`'items' must give a list, but gives ${kind}`));
    });
  }

  test('collect renders its templates', () => {
    const collect = { item: '{{ loop.item }}', text: 'number {{ loop.index }}' };
    const collected = execution.collect({ items: 'x', collect }, renderer({ loop: { item: { a: 1 }, index: 4 } }));
    assert.deepEqual(collected, { item: { a: 1 }, text: 'number 4' });
  });
});

describe('tool.call', () => {
  test('returns the outcome of the tool', async t => {
    const outcome = { output: { found: 3 }, text: 'Found 3', fileIds: ['f'] };
    const calls: unknown[] = [];
    const callTool = async (name: string, params: Params) => {
      calls.push([name, params]);
      return outcome;
    };
    const { context } = await testStep(t, { callTool });
    assert.deepEqual(await perform('tool.call', { tool: 'search', params: { query: 'x' } }, context), outcome);
    assert.deepEqual(await perform('tool.call', { tool: 'list' }, context), outcome);
    assert.deepEqual(calls, [
      ['search', { query: 'x' }],
      ['list', {}],
    ]);
  });
});
