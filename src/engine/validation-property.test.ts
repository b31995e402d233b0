import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import { draft, environment } from '../../test/fixtures/engine.ts';
import { COMPLETE_ONLY, runsOf, test } from '../../test/support/tiers.ts';
import { referencedResources, validateDefinition } from './validation.ts';

const types = [
  'trigger',
  'clock',
  'step',
  'branch',
  'choice',
  'approval',
  'loop',
  'end',
  'user',
  'strict',
  'magic',
  '',
];
const ids = ['a', 'b', 'c', 'd', '__proto__', 'constructor', '1', ''];
const texts = [
  '{{ steps.a.output }}',
  '{{ steps.b.output | default(1) }}',
  '{{ loop.item }}',
  '{{ x',
  'steps.c',
  '{% for',
  '',
];
const handles = [null, 'true', 'false', 'item', 'done', 'error', 'otherwise', 'approved', 'timeout', 'x', ''];

const anyJson = fc.jsonValue({ maxDepth: 4 });
const value = fc.oneof(anyJson, fc.constantFrom(...texts), fc.array(fc.constantFrom(...texts)));
const params = fc.dictionary(
  fc.constantFrom(
    'value',
    'expression',
    'schema',
    'form',
    'names',
    'items',
    'collect',
    'cron',
    'tool',
    'panel',
    'name',
    'list',
  ),
  value,
);
const node = fc.record(
  {
    id: fc.constantFrom(...ids),
    type: fc.constantFrom(...types),
    name: anyJson,
    params: fc.oneof(params, anyJson),
    position: anyJson,
  },
  { requiredKeys: ['id', 'type'] },
);
const edge = fc.record(
  { source: fc.constantFrom(...ids), target: fc.constantFrom(...ids), source_handle: fc.constantFrom(...handles) },
  { requiredKeys: ['source', 'target'] },
);
const definition = fc.record({
  nodes: fc.array(fc.oneof({ weight: 9, arbitrary: node }, anyJson)),
  edges: fc.array(fc.oneof({ weight: 9, arbitrary: edge }, anyJson), { maxLength: 30 }),
});

function check(json: unknown): void {
  const before = JSON.stringify(json);
  const issues = validateDefinition(json, environment);
  assert.deepEqual(validateDefinition(json, environment), issues, 'the same again');
  assert.equal(JSON.stringify(json), before, 'the definition is left as it was');
  const severities = issues.map(({ severity }) => severity);
  assert.deepEqual(severities, severities.toSorted(), 'errors come first');
  for (const issue of issues) {
    assert.deepEqual(Object.keys(issue), ['severity', 'message', 'node_id', 'edge']);
    assert.match(issue.message, /^\S.*\S$/s);
    assert(!issue.message.includes('undefined') && !issue.message.includes('[object'), issue.message);
    if (issue.edge) assert.deepEqual(Object.keys(issue.edge), ['source', 'target', 'source_handle']);
  }
  referencedResources(json, environment.nodeTypes);
}

describe('validation never throws', () => {
  test('for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), check));
  });

  test('for anything that looks like a definition', () => {
    fc.assert(fc.property(definition, check), runsOf(500));
  });

  test('for definitions of the maximum depth, or deeper', () => {
    for (const depth of [400, 490, 600, 50_000]) {
      const deep = JSON.parse(`${'{"properties":{"x":'.repeat(depth / 2)}{}${'}}'.repeat(depth / 2)}`);
      const json = draft({ start: ['trigger', { schema: deep }], a: ['step', { value: deep }] }, 'start > a');
      assert.equal(validateDefinition(json, environment).length, depth > 500 ? 1 : 0);
    }
  });
});

describe('the work grows linearly', () => {
  /** Counts how often parts of the definition are read, and how many texts are compiled. */
  function work(json: { nodes: object[]; edges: object[] }, nodes: number): { reads: number; compiled: number } {
    const counts = { reads: 0, compiled: 0 };
    const counted = (entry: object) =>
      new Proxy(entry, {
        get(target, key, receiver) {
          counts.reads++;
          return Reflect.get(target, key, receiver);
        },
      });
    const compile = () => {
      counts.compiled++;
      return {
        references: [
          {
            root: 'steps',
            path: ['n1', 'output'],
            guarded: false,
            tolerated: false,
            printed: false,
            insteadOf: [],
            line: 1,
            start: 0,
          },
        ],
      };
    };
    validateDefinition(
      { nodes: json.nodes.map(counted), edges: json.edges.map(counted) },
      { ...environment, templates: { template: compile, expression: compile }, limits: { nodes } },
    );
    return counts;
  }

  function dense(size: number, count: number) {
    const names = Array.from({ length: size }, (_, i) => `n${i}`);
    const pairs = names.flatMap((source, i) => names.slice(i + 1).map(target => ({ source, target })));
    const all = [null, 'error'].flatMap(source_handle => pairs.map(pair => ({ ...pair, source_handle })));
    return {
      nodes: names.map((id, i) => ({
        id,
        type: i === 0 ? 'trigger' : 'step',
        params: { value: ['{{ x }}', '{{ y }}'] },
      })),
      edges: Array.from({ length: count }, (_, i) => all[i % all.length] ?? {}),
    };
  }

  test('with the number of edges', () => {
    const few = work(dense(200, 10_000), 200);
    const many = work(dense(200, 40_000), 200);
    assert(many.reads - few.reads <= 30_000 * 12, `${few.reads} and ${many.reads} reads`);
    assert.equal(many.compiled, 400);
  });

  test('with the number of nodes', () => {
    const few = work(dense(100, 0), 5);
    const many = work(dense(1000, 0), 5);
    assert(many.reads <= few.reads * 10, `${few.reads} and ${many.reads} reads`);
    assert.equal(many.compiled, 2000);
  });

  // Each of these would take minutes if any part of the validation were quadratic.
  test('for a hundred thousand edges, ten thousand nodes, a megabyte of text and long lists', COMPLETE_ONLY, () => {
    const numbers = Array.from({ length: 100_000 }, (_, i) => `x${i}`);
    const definitions = [
      dense(200, 100_000),
      dense(10, 100_000),
      draft(
        Object.fromEntries(numbers.slice(0, 10_000).map(id => [id, 'step'])),
        numbers
          .slice(1, 10_000)
          .map((id, i) => `x${i} > ${id}`)
          .join(),
      ),
      draft(
        Object.fromEntries(numbers.slice(0, 10_000).map(id => [id, 'loop'])),
        numbers
          .slice(1, 10_000)
          .map((id, i) => `x${i}.item > ${id}, ${id}.done > x${i}`)
          .join(),
      ),
      draft({ start: 'trigger', a: ['step', { value: '{{ input.x }} and text '.repeat(45_000) }] }, 'start > a'),
      draft({ start: 'trigger', a: ['step', { value: numbers.map(name => `{{ ${name} }}`) }] }, 'start > a'),
      draft(
        { start: 'trigger', c: ['choice', { names: numbers }], a: 'step' },
        `start > c, ${numbers.map(name => `c.${name} > a`).join()}`,
      ),
      draft({ start: ['trigger', { schema: { enum: numbers, required: numbers } }] }),
      draft({ start: ['trigger', { schema: { type: numbers } }] }),
      draft({
        start: [
          'trigger',
          { schema: { properties: Object.fromEntries(numbers.map(name => [name, { type: 'string' }])) } },
        ],
      }),
      draft({ start: 'trigger', a: ['strict', { name: 'x', tags: numbers, list: numbers }] }, 'start > a'),
    ];
    for (const json of definitions) assert(validateDefinition(json, environment).length <= 1002);
  });
});
