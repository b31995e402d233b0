import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTheRight, types, workflow, writeEdges } from '../../../test/graph.ts';
import type { Definition } from '../../graph/definition.ts';
import { withPositions } from '../../graph/layout.ts';
import { overlaps } from '../../graph/sizes.ts';
import { boxesOf, fitsPlace, insertStep, type Place } from './inserting.ts';

function typeOf(name: string) {
  const type = types.get(name);
  assert.ok(type);
  return type;
}

function insert(definition: Definition, type: string, place: Place) {
  return insertStep(definition, { type: typeOf(type) }, place, types);
}

function assertNothingOverlaps(definition: Definition): void {
  const boxes = [...boxesOf(definition, types)];
  assert.equal(boxes.length, definition.nodes.length);
  boxes.forEach(([one, box], index) => {
    for (const [other, otherBox] of boxes.slice(index + 1))
      assert.ok(!overlaps(box, otherBox), `${one} covers ${other}`);
  });
}

describe('a new step', () => {
  const chain = withPositions(
    workflow({ a: 'trigger.manual', b: 'condition', c: 'output' }, 'a > b, b.true > c'),
    types,
  );

  it('on an edge is connected on both sides, and the steps below make room', () => {
    const { definition, id } = insert(chain, 'http.request', { kind: 'edge', edge: { source: 'a', target: 'b' } });
    assert.equal(id, 'request');
    assert.equal(writeEdges(definition), 'a > request, b.true > c, request > b');
    const [, before, after] = chain.nodes;
    const y = (of: Definition, step: string) => of.nodes.find(node => node.id === step)?.position?.y ?? 0;
    assert.ok(y(definition, 'b') > (before?.position?.y ?? 0));
    assert.equal(y(definition, 'c') - y(definition, 'b'), (after?.position?.y ?? 0) - (before?.position?.y ?? 0));
    assertNothingOverlaps(definition);
  });

  it('makes room to the right where the workflow leads there', () => {
    const turned = withPositions(
      toTheRight(workflow({ a: 'trigger.manual', b: 'condition', c: 'output' }, 'a > b, b.true > c')),
      types,
    );
    const x = (of: Definition, step: string) => of.nodes.find(node => node.id === step)?.position?.x ?? 0;
    const { definition } = insert(turned, 'transform', { kind: 'edge', edge: { source: 'a', target: 'b' } });
    assert.ok(x(definition, 'a') < x(definition, 'transform') && x(definition, 'transform') < x(definition, 'b'));
    assert.equal(x(definition, 'c') - x(definition, 'b'), x(turned, 'c') - x(turned, 'b'));
    assertNothingOverlaps(definition);
    const added = insert(definition, 'notify', { kind: 'output', source: 'b', handle: 'false' }).definition;
    assert.ok(x(added, 'notify') > x(added, 'b'));
    assertNothingOverlaps(added);
    assertNothingOverlaps(insert(added, 'notify', { kind: 'output', source: 'b', handle: 'error' }).definition);
    assertNothingOverlaps(insert(added, 'notify', { kind: 'free' }).definition);
  });

  it('on an edge goes on by the output that the workflow goes on by', () => {
    const edge = { source: 'b', target: 'c', source_handle: 'true' };
    assert.equal(
      writeEdges(insert(chain, 'loop', { kind: 'edge', edge }).definition),
      'a > b, b.true > loop, loop.done > c',
    );
    assert.equal(
      writeEdges(insert(chain, 'human.approval', { kind: 'edge', edge }).definition),
      'a > b, approval.approved > c, b.true > approval',
    );
  });

  it('uses the room that is there already', () => {
    const [a, b, c] = chain.nodes;
    assert.ok(a && b && c);
    const wide = { ...chain, nodes: [a, { ...b, position: { x: 0, y: 400 } }, { ...c, position: { x: 0, y: 600 } }] };
    const { definition } = insert(wide, 'transform', { kind: 'edge', edge: { source: 'a', target: 'b' } });
    assert.deepEqual(definition.nodes[1]?.position, { x: 0, y: 400 });
    assertNothingOverlaps(definition);
  });

  it('at an output is below it, beside what is there', () => {
    const { definition } = insert(chain, 'notify', { kind: 'output', source: 'b', handle: 'true' });
    assert.equal(writeEdges(definition), 'a > b, b.true > c, b.true > notify');
    assertNothingOverlaps(definition);
    const failed = insert(definition, 'notify', { kind: 'output', source: 'b', handle: 'error' });
    assert.equal(failed.id, 'notify_2');
    assertNothingOverlaps(failed.definition);
  });

  it('on its own is below everything, or near a place', () => {
    const { definition } = insert(chain, 'transform', { kind: 'free' });
    assert.equal(writeEdges(definition), writeEdges(chain));
    assertNothingOverlaps(definition);
    assertNothingOverlaps(
      insert(chain, 'transform', { kind: 'free', at: chain.nodes[0]?.position ?? { x: 0, y: 0 } }).definition,
    );
    assert.deepEqual(
      insert({ nodes: [], edges: [] }, 'trigger.manual', { kind: 'free' }).definition.nodes[0]?.position,
      {
        x: 0,
        y: 0,
      },
    );
  });

  it('at a suggested output is connected, unless it is a trigger', () => {
    const place: Place = { kind: 'output', source: 'b', handle: 'false', isSuggested: true };
    const edges = 'a > b, b.true > c';
    assert.equal(writeEdges(insert(chain, 'transform', place).definition), `a > b, b.false > transform, b.true > c`);
    assert.equal(writeEdges(insert(chain, 'trigger.webhook', place).definition), edges);
  });

  it('for a tool is ready to call it', () => {
    const tool = { name: 'qr_code', display_name: 'QR code' };
    const { definition } = insertStep(chain, { type: typeOf('tool.call'), tool }, { kind: 'free' }, types);
    const { position: _, ...node } = definition.nodes.at(-1) ?? { id: '', type: '' };
    assert.deepEqual(node, {
      id: 'qr_code',
      type: 'tool.call',
      name: 'QR code',
      params: { tool: 'qr_code', params: {} },
    });
  });

  it('is offered only where it fits', () => {
    const edge: Place = { kind: 'edge', edge: { source: 'a', target: 'b' } };
    const output = { kind: 'output', source: 'a', handle: null } as const;
    const offered = (place: Place) =>
      ['trigger.manual', 'output', 'transform'].filter(type => fitsPlace(typeOf(type), place));
    assert.deepEqual(offered(edge), ['transform']);
    assert.deepEqual(offered(output), ['output', 'transform']);
    assert.deepEqual(offered({ ...output, isSuggested: true }), ['trigger.manual', 'output', 'transform']);
    assert.deepEqual(offered({ kind: 'free' }), ['trigger.manual', 'output', 'transform']);
  });
});
