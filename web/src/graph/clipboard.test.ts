import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workflow } from '../../test/graph.ts';
import { readFragment, selectFragment, writeFragment } from './clipboard.ts';

const note = { id: 'n', x: 0, y: 0, width: 10, height: 10, text: 'hello' };
const definition = {
  ...workflow({ a: 'transform', b: 'transform', c: 'transform' }, 'a > b, b > c'),
  editor: { notes: [note], pins: { a: { output: 1 } } },
};

describe('the clipboard', () => {
  it('has the selected steps, the edges between them, and notes', () => {
    const fragment = selectFragment(definition, new Set(['a', 'b', 'note:n', 'edge:b:c:']));
    assert.deepEqual(fragment, {
      nodes: definition.nodes.slice(0, 2),
      edges: definition.edges.slice(0, 1),
      notes: [note],
    });
    assert.deepEqual(readFragment(writeFragment(fragment)), fragment);
  });

  it('has no values of credential headers', () => {
    const headers = { Authorization: 'Bearer s3cret', 'X-Api-Key': 's3cret', accept: 'text/plain' };
    const nodes = [{ id: 'call', type: 'http.request', params: { url: 'https://x', headers } }];
    const text = writeFragment({ nodes, edges: [], notes: [] });
    assert.ok(!text.includes('s3cret'));
    assert.deepEqual(readFragment(text)?.nodes[0]?.params, {
      url: 'https://x',
      headers: { Authorization: '', 'X-Api-Key': '', accept: 'text/plain' },
    });
  });

  it('is read in every form in which steps are passed on', () => {
    const step = { id: 'a', type: 'transform' };
    const expected = { nodes: [step], edges: [], notes: [] };
    const forms: unknown[] = [
      step,
      [step],
      { nodes: [step] },
      { nodes: [step], edges: [] },
      { definition: { nodes: [step], edges: [] } },
      { version: '1', workflow: { name: 'x', definition: { nodes: [step], edges: [] } } },
    ];
    for (const form of forms) assert.deepEqual(readFragment(JSON.stringify(form)), expected);
    assert.deepEqual(readFragment(`\`\`\`json\n${JSON.stringify(step)}\n\`\`\``), expected);
  });

  it('leaves other texts alone', () => {
    for (const text of ['', 'steps', '{}', '[]', '[1]', '{"nodes": []}', '{"id": 1, "type": "x"}', '{broken', 'null']) {
      assert.equal(readFragment(text), undefined, text);
    }
  });

  it('drops edges that lead elsewhere or are there twice', () => {
    const edge = { source: 'a', target: 'b' };
    const nodes = ['a', 'b'].map(id => ({ id, type: 'transform' }));
    const text = JSON.stringify({ nodes, edges: [edge, edge, { source: 'b', target: 'z' }] });
    assert.deepEqual(readFragment(text)?.edges, [edge]);
  });
});
