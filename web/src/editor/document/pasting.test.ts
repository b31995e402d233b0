import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { types, workflow, writeEdges } from '../../../test/graph.ts';
import { selectFragment } from '../../graph/clipboard.ts';
import { withPositions } from '../../graph/layout.ts';
import { paste } from './pasting.ts';

const definition = withPositions(
  workflow(
    {
      start: 'trigger.manual',
      call: ['http.request', { url: 'https://x/{{ steps.start.output.id }}' }],
      read: ['transform', { value: '{{ steps.call.output.x }} of {{ steps.start.output.y }}' }],
      check: ['condition', { expression: 'steps.read.output and steps.call.success' }],
    },
    'start > call, call > read, read > check',
  ),
  types,
);

describe('pasted steps', () => {
  const fragment = selectFragment(definition, new Set(['call', 'read', 'check']));

  it('get new ids, and refer to each other by them and to others as before', () => {
    const pasted = paste(definition, fragment, types, undefined);
    assert.equal(
      writeEdges(pasted.definition),
      'call > read, call_2 > read_2, read > check, read_2 > check_2, start > call',
    );
    assert.deepEqual(
      pasted.definition.nodes.slice(4).map(({ id, params }) => [id, params]),
      [
        ['call_2', { url: 'https://x/{{ steps.start.output.id }}' }],
        ['read_2', { value: '{{ steps.call_2.output.x }} of {{ steps.start.output.y }}' }],
        ['check_2', { expression: 'steps.read_2.output and steps.call_2.success' }],
      ],
    );
    assert.deepEqual([...pasted.keys], ['call_2', 'read_2', 'check_2']);
    const again = paste(pasted.definition, fragment, types, undefined);
    assert.deepEqual([...again.keys], ['call_3', 'read_3', 'check_3']);
  });

  it('keep their ids in another workflow', () => {
    const pasted = paste({ nodes: [], edges: [] }, fragment, types, undefined);
    assert.deepEqual([...pasted.keys], ['call', 'read', 'check']);
    assert.equal(pasted.definition.nodes[1]?.params?.value, '{{ steps.call.output.x }} of {{ steps.start.output.y }}');
  });

  it('do not take an id that another pasted step keeps', () => {
    const other = workflow({ call: 'transform' });
    const both = { ...workflow({ call: 'transform', call_2: 'transform' }, 'call > call_2'), notes: [] };
    const pasted = paste(other, both, types, undefined);
    assert.deepEqual([...pasted.keys], ['call_3', 'call_2']);
    assert.equal(writeEdges(pasted.definition), 'call_3 > call_2');
  });

  it('lie where they are asked for, or beside the originals', () => {
    const at = paste(definition, fragment, types, { x: 1000, y: 2000 }).definition.nodes.slice(4);
    assert.deepEqual(at[0]?.position, { x: 1000, y: 2000 });
    const beside = paste(definition, fragment, types, undefined).definition;
    const original = definition.nodes[1]?.position;
    assert.deepEqual(beside.nodes[4]?.position, { x: (original?.x ?? 0) + 40, y: (original?.y ?? 0) + 40 });
    const twice = paste(beside, fragment, types, undefined).definition;
    assert.deepEqual(twice.nodes[7]?.position, { x: (original?.x ?? 0) + 80, y: (original?.y ?? 0) + 80 });
  });

  it('without places are laid out, and notes come with them', () => {
    const note = { id: 'n', x: 0, y: 0, width: 10, height: 10, text: 'x' };
    const bare = { ...workflow({ a: 'transform', b: 'transform' }, 'a > b'), notes: [note] };
    const pasted = paste({ ...definition, editor: { notes: [note] } }, bare, types, undefined);
    assert.ok((pasted.definition.nodes.at(-1)?.position?.y ?? 0) > (pasted.definition.nodes.at(-2)?.position?.y ?? 0));
    assert.deepEqual(
      pasted.definition.editor?.notes?.map(({ id }) => id),
      ['n', 'n_2'],
    );
  });
});
