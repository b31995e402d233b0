/** Random workflows and random edits of them, for the tests of merging and saving. */
import fc from 'fast-check';
import type { RenameStep } from '../src/editor/document/merge.ts';
import type { Definition, GraphEdge, GraphNode } from '../src/graph/definition.ts';

const PARAMS = ['url', 'method', 'body'];

export const stepIds = ['a', 'b', 'c', 'd', 'e', 'f'];

const params = fc.dictionary(fc.constantFrom(...PARAMS), fc.constantFrom('1', '2', '3'), { maxKeys: 3 });

const step = (id: string): fc.Arbitrary<GraphNode> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constantFrom('transform', 'http.request'),
    name: fc.constantFrom('', 'One', 'Two'),
    params,
    position: fc.record({ x: fc.integer({ min: 0, max: 3 }), y: fc.constant(0) }),
  });

/** A definition of some of the given steps, with notes, pins and edges between steps that it has. */
export function anyDefinition(ids: readonly string[]): fc.Arbitrary<Definition> {
  return fc.subarray([...ids]).chain(chosen =>
    fc
      .record({
        nodes: fc.tuple(...chosen.map(step)),
        edges: anyEdges(chosen),
        texts: fc.dictionary(fc.constantFrom('n1', 'n2'), fc.constantFrom('x', 'y')),
        pinned: fc.subarray(chosen),
      })
      .map(({ nodes, edges, texts, pinned }) => ({
        nodes,
        edges,
        editor: {
          notes: Object.entries(texts).map(([id, text]) => ({ id, text, x: 0, y: 0, width: 100, height: 60 })),
          pins: Object.fromEntries(pinned.map(id => [id, { output: id }])),
        },
      })),
  );
}

function anyEdges(ids: readonly string[]): fc.Arbitrary<GraphEdge[]> {
  if (ids.length === 0) return fc.constant([]);
  const edge = fc.record({
    source: fc.constantFrom(...ids),
    target: fc.constantFrom(...ids),
    source_handle: fc.constantFrom(null, 'true'),
  });
  return fc.uniqueArray(edge, { selector: entry => JSON.stringify(entry) });
}

/** Renames a step in the graph. The console's own function renames references in templates as well. */
export const renameInGraph: RenameStep = (definition, from, to) => {
  const renamed = (id: string) => (id === from ? to : id);
  const { editor } = definition;
  const pins = Object.entries(editor?.pins ?? {}).map(([id, pin]) => [renamed(id), pin] as const);
  return {
    ...definition,
    nodes: definition.nodes.map(node => (node.id === from ? { ...node, id: to } : node)),
    edges: definition.edges.map(entry => ({
      ...entry,
      source: renamed(entry.source),
      target: renamed(entry.target),
    })),
    ...(editor && { editor: { ...editor, ...(editor.pins && { pins: Object.fromEntries(pins) }) } }),
  };
};
