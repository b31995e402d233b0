import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { catalog, registry } from '../../test/catalog.ts';
import { nodeRules, textsOf } from './node-rules.ts';
import { scopeOf } from './scope.ts';

const rules = nodeRules(catalog);

const definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual' },
    { id: 'big', type: 'condition', params: { expression: 'true' } },
    { id: 'call', type: 'http.request', params: { url: 'https://example.org' } },
    { id: 'rows', type: 'loop', params: { items: 'input.rows' } },
    { id: 'each', type: 'transform', params: { value: 1 } },
    { id: 'next', type: 'transform', params: { value: 1 } },
    { id: 'end', type: 'output', params: { value: 1 } },
    { id: 'other', type: 'transform', params: { value: 1 } },
  ],
  edges: [
    { source: 'start', target: 'big' },
    { source: 'big', target: 'call', source_handle: 'true' },
    { source: 'big', target: 'rows', source_handle: 'false' },
    { source: 'call', target: 'rows' },
    { source: 'rows', target: 'each', source_handle: 'item' },
    { source: 'each', target: 'next' },
    { source: 'rows', target: 'end', source_handle: 'done' },
  ],
};

suite('what the templates of a step can refer to', () => {
  test('the steps before it, the nearest first, and whether they certainly ran', () => {
    const { steps, loops } = scopeOf(definition, 'rows', rules);
    assert.deepEqual(loops, []);
    assert.deepEqual(
      steps.map(({ id, certain }) => [id, certain]),
      [
        ['call', false],
        ['big', true],
        ['start', true],
      ],
    );
  });

  test('in the body of a loop the loop itself is known by its item, not by its result', () => {
    const { steps, loops } = scopeOf(definition, 'next', rules);
    assert.deepEqual(loops, ['rows']);
    assert.deepEqual(
      steps.map(({ id, depth }) => [id, depth]),
      [
        ['each', 1],
        ['call', 0],
        ['big', 0],
        ['start', 0],
      ],
    );
  });

  test('collect sees the steps of the body, and what follows the loop does not', () => {
    assert.ok(scopeOf(definition, 'rows', rules, 'item').steps.some(({ id }) => id === 'next'));
    const after = scopeOf(definition, 'end', rules).steps.map(({ id }) => id);
    assert.deepEqual(after, ['rows', 'call', 'big', 'start']);
  });

  test('a cycle, an unknown step and a broken definition leave no error', () => {
    const cyclic = { ...definition, edges: [...definition.edges, { source: 'end', target: 'call' }] };
    assert.ok(scopeOf(cyclic, 'rows', rules).steps.some(({ id }) => id === 'end'));
    assert.deepEqual(scopeOf(definition, 'nobody', rules), { loops: [], steps: [] });
    assert.deepEqual(scopeOf(null, 'call', rules), { loops: [], steps: [] });
  });
});

suite('the rules of node types', () => {
  test('say the same as the node types of the service', () => {
    for (const node of Object.values(registry)) {
      const own = rules.get(node.type);
      assert.deepEqual(textsOf(node.type), node.texts ?? 'template', node.type);
      assert.equal(own?.bodyHandle, node.bodyHandle, node.type);
      for (const params of [{ cases: [{ name: 'a' }, 1] }, { options: [{ name: 'b' }] }, {}]) {
        assert.deepEqual(own?.namedHandles?.(params), node.namedHandles?.(params), node.type);
      }
    }
  });
});
