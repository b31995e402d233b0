import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { EditOperation } from './edit-params.ts';
import { applyOperations } from './operations.ts';

const START = { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } };
const CHECK = { id: 'check', type: 'condition', name: 'Check', params: { expression: 'input.x', keep: 1 }, own: true };
const edge = (source: string, target: string, source_handle: string | null = null) => ({
  source,
  target,
  source_handle,
});
const DRAFT = { nodes: [START, CHECK], edges: [edge('start', 'check')], view: { zoom: 2 } };
const RESULT = { id: 'result', type: 'output', params: { value: 1 } };

function edited(...operations: EditOperation[]): Record<string, unknown> {
  const { definition, problems } = applyOperations(DRAFT, operations);
  assert.deepEqual(problems, []);
  return definition;
}

function findProblems(draft: unknown, ...operations: EditOperation[]): string[] {
  return applyOperations(draft, operations).problems;
}

suite('operations', () => {
  test('add nodes and edges in any order, and change nothing else', () => {
    const definition = edited(
      { operation: 'add_edge', source: 'check', target: 'result', source_handle: 'true' },
      { operation: 'add_node', node: RESULT },
    );
    assert.deepEqual(definition, {
      nodes: [START, CHECK, { ...RESULT, name: 'result', position: null }],
      edges: [...DRAFT.edges, edge('check', 'result', 'true')],
      view: { zoom: 2 },
    });
  });

  test('change only the named fields of a node', () => {
    const nodeAfter = (change: Partial<EditOperation>) => {
      const { nodes } = edited({ operation: 'update_node', id: 'check', ...change });
      return Array.isArray(nodes) ? nodes[1] : undefined;
    };
    assert.deepEqual(nodeAfter({ name: 'New' }), { ...CHECK, name: 'New' });
    assert.deepEqual(nodeAfter({ set_params: { expression: 'true' } }), {
      ...CHECK,
      params: { expression: 'true', keep: 1 },
    });
    assert.deepEqual(nodeAfter({ type: 'transform', params: { value: 1 } }), {
      ...CHECK,
      type: 'transform',
      params: { value: 1 },
    });
    assert.deepEqual(nodeAfter({ params: { a: 1, b: 1 }, set_params: { b: 2 } }).params, { a: 1, b: 2 });
    assert.deepEqual(nodeAfter({ position: { x: 5, y: 6 } }).position, { x: 5, y: 6 });
  });

  test('set single settings, and take them away', () => {
    const set = (settings: Record<string, unknown>): EditOperation => ({ operation: 'set_settings', settings });
    const one = edited(set({ keep_days: 7 }), set({ alert: false }));
    assert.deepEqual(one, { ...DRAFT, settings: { keep_days: 7, alert: false } });
    assert.deepEqual(edited(set({ keep_days: 7, alert: false }), set({ alert: null })).settings, { keep_days: 7 });
    assert.deepEqual(edited(set({ keep_days: 7 }), set({ keep_days: null })), DRAFT);
    assert.deepEqual(findProblems(DRAFT, { operation: 'set_settings' }), [
      "Operation 1 (set_settings): 'settings' is required",
    ]);
  });

  test('remove a node with its edges, and an edge alone', () => {
    assert.deepEqual(edited({ operation: 'remove_node', id: 'check' }), {
      nodes: [START],
      edges: [],
      view: { zoom: 2 },
    });
    assert.deepEqual(edited({ operation: 'remove_edge', source: 'start', target: 'check' }).edges, []);
    const bare = { nodes: [START, CHECK], edges: [{ source: 'start', target: 'check' }] };
    const { definition } = applyOperations(bare, [{ operation: 'remove_edge', source: 'start', target: 'check' }]);
    assert.deepEqual(definition.edges, [], 'an edge without source_handle leaves the default output');
  });

  test('replace the whole definition, and continue with the new one', () => {
    const definition = edited(
      { operation: 'remove_node', id: 'check' },
      { operation: 'replace', definition: { nodes: [START], edges: [], mine: 1 } },
      { operation: 'add_node', node: { id: 'check', type: 'transform' } },
    );
    assert.deepEqual(definition, {
      nodes: [START, { id: 'check', type: 'transform', name: 'check', params: {}, position: null }],
      edges: [],
      mine: 1,
    });
  });

  test('that are impossible are all reported by their number', () => {
    assert.deepEqual(
      findProblems(
        DRAFT,
        { operation: 'add_node', node: { ...RESULT, id: 'check' } },
        { operation: 'update_node', id: 'chek', name: 'x' },
        { operation: 'remove_node', id: 'gone' },
        { operation: 'add_edge', source: 'start', target: 'check' },
        { operation: 'remove_edge', source: 'start', target: 'check', source_handle: 'error' },
        { operation: 'add_edge', source: 'check', target: 'nowhere', source_handle: 'false' },
      ),
      [
        "Operation 1 (add_node): there is a node 'check' already",
        "Operation 2 (update_node): there is no node 'chek', but 'start', 'check'",
        "Operation 3 (remove_node): there is no node 'gone', but 'start', 'check'",
        "Operation 4 (add_edge): there is an edge from 'start' to 'check' already",
        "Operation 5 (remove_edge): there is no edge from 'start' to 'check' on 'error', but one on the default output",
        "The edge from 'check' to 'nowhere' on 'false': there is no node 'nowhere', but 'start', 'check'",
      ],
    );
  });

  test('that lack a field, or have a wrong one, are reported', () => {
    assert.deepEqual(
      findProblems(
        DRAFT,
        { operation: 'add_node' },
        { operation: 'add_edge', id: 'start' },
        { operation: 'add_edge', source: 'start', target: 'check', source_handle: 'error', name: 'x' },
        { operation: 'update_node', id: 'check' },
        { operation: 'replace' },
      ),
      [
        "Operation 1 (add_node): 'node' is required",
        "Operation 2 (add_edge): 'source', 'target' is required",
        "Operation 3 (add_edge): 'name' does not belong to it",
        'Operation 4 (update_node): it changes nothing',
        "Operation 5 (replace): 'definition' is required",
      ],
    );
  });

  test('can only replace a draft that is not a definition', () => {
    for (const draft of [{}, { nodes: [] }, { nodes: {}, edges: [] }, null, 'text']) {
      assert.deepEqual(findProblems(draft, { operation: 'add_node', node: RESULT }), [
        "Operation 1 (add_node): the draft has no list of nodes and edges: 'replace' it first",
      ]);
      const replacement = { nodes: [START], edges: [] };
      const replaced = applyOperations(draft, [{ operation: 'replace', definition: replacement }]);
      assert.deepEqual(replaced, { definition: replacement, problems: [] });
    }
  });

  test('do not report an edge to a node that is removed again', () => {
    assert.deepEqual(
      findProblems(
        DRAFT,
        { operation: 'add_node', node: RESULT },
        { operation: 'add_edge', source: 'check', target: 'result', source_handle: 'true' },
        { operation: 'remove_node', id: 'result' },
      ),
      [],
    );
  });

  test('never throw and never change the draft itself', () => {
    const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
    const anyNode = fc.oneof(fc.record({ id, type: id, name: id }), fc.jsonValue());
    const anyEdge = fc.oneof(fc.record({ source: id, target: id }, { requiredKeys: [] }), fc.jsonValue());
    const draft = fc.oneof(fc.record({ nodes: fc.array(anyNode), edges: fc.array(anyEdge) }), fc.jsonValue());
    const operation: fc.Arbitrary<EditOperation> = fc.record(
      {
        operation: fc.constantFrom('add_node', 'update_node', 'remove_node', 'add_edge', 'remove_edge', 'replace'),
        id,
        source: id,
        target: id,
        name: id,
        params: fc.dictionary(id, fc.jsonValue()),
        node: fc.record({ id, type: id }),
        definition: fc.record({ nodes: fc.array(anyNode), edges: fc.array(anyEdge) }),
      },
      { requiredKeys: ['operation'] },
    );
    fc.assert(
      fc.property(draft, fc.array(operation, { maxLength: 8 }), (given, operations) => {
        const before = JSON.stringify(given);
        const { definition, problems } = applyOperations(given, operations);
        assert.equal(JSON.stringify(given), before);
        assert.equal(typeof definition, 'object');
        assert.ok(operations.length > 0 || problems.length === 0);
      }),
    );
  });
});
