import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { largeWorkflow, toTheRight, types, workflow } from '../../test/graph.ts';
import type { Definition } from './definition.ts';
import { layOut, layOutPart, withPositions } from './layout.ts';
import { findLoopBodies, toLoopAreas } from './loop-bodies.ts';
import { type Box, overlaps, shapesOf } from './sizes.ts';

function boxesOf(definition: Definition): Map<string, Box> {
  const shapes = shapesOf(definition, types);
  return new Map(
    [...layOut(definition, types)].map(([id, point]) => [
      id,
      { ...point, ...(shapes.get(id)?.size ?? { width: 0, height: 0 }) },
    ]),
  );
}

function middle(box: Box | undefined): number {
  assert.ok(box);
  return box.x + box.width / 2;
}

describe('the tidy layout', () => {
  it('leads downwards, straight where nothing branches', () => {
    const boxes = boxesOf(
      workflow({ a: 'trigger.manual', b: 'transform', c: 'condition', d: 'output' }, 'a > b, b > c, c.true > d'),
    );
    const ys = ['a', 'b', 'c', 'd'].map(id => boxes.get(id)?.y ?? 0);
    assert.deepEqual(
      ys,
      ys.toSorted((one, other) => one - other),
    );
    assert.equal(middle(boxes.get('a')), middle(boxes.get('b')));
    assert.equal(middle(boxes.get('b')), middle(boxes.get('c')));
  });

  it('leads to the right, straight where nothing branches, with the first branch above', () => {
    const steps = { a: 'trigger.manual', b: 'transform', c: 'condition', d: 'output', e: 'output', f: 'output' };
    const boxes = boxesOf(toTheRight(workflow(steps, 'a > b, b > c, c.true > d, c.false > e, c.error > f')));
    const xs = ['a', 'b', 'c', 'd'].map(id => boxes.get(id)?.x ?? 0);
    assert.deepEqual(
      xs,
      xs.toSorted((one, other) => one - other),
    );
    const middles = ['a', 'b', 'c'].map(id => (boxes.get(id)?.y ?? 0) + (boxes.get(id)?.height ?? 0) / 2);
    assert.equal(new Set(middles).size, 1);
    const ys = ['d', 'e', 'f'].map(id => boxes.get(id)?.y ?? 0);
    assert.deepEqual(
      ys,
      ys.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(ys).size, 3);
  });

  it('orders branches by the outputs, in whatever order edges are stored', () => {
    const steps = {
      a: ['switch', { cases: [{ name: 'x' }, { name: 'y' }] }] as [string, Record<string, unknown>],
      first: 'transform',
      second: 'transform',
      third: 'transform',
      failed: 'transform',
    };
    const edges = ['a.error > failed', 'a.otherwise > third', 'a.x > first', 'a.y > second'];
    for (const order of [edges, edges.toReversed()]) {
      const boxes = boxesOf(workflow(steps, order.join(', ')));
      const xs = ['first', 'second', 'third', 'failed'].map(id => middle(boxes.get(id)));
      assert.deepEqual(
        xs,
        xs.toSorted((one, other) => one - other),
      );
      assert.equal(new Set(xs).size, 4);
    }
  });

  it('puts a second trigger beside the step that it leads to, not above everything', () => {
    const boxes = boxesOf(
      workflow({ a: 'trigger.manual', b: 'transform', c: 'transform', t: 'trigger.webhook' }, 'a > b, b > c, t > c'),
    );
    assert.equal(boxes.get('t')?.y, boxes.get('b')?.y);
  });

  for (const direction of ['down', 'right'] as const) {
    it(`covers no step by another, nor by the body of a loop, in a workflow of 200 steps that leads ${direction}`, () => {
      const definition = direction === 'right' ? toTheRight(largeWorkflow()) : largeWorkflow();
      const boxes = boxesOf(definition);
      assert.equal(boxes.size, definition.nodes.length);
      const all = [...boxes];
      all.forEach(([one, box], index) => {
        for (const [other, otherBox] of all.slice(index + 1)) {
          assert.ok(!overlaps(box, otherBox), `${one} and ${other} overlap`);
        }
      });
      const bodies = findLoopBodies(definition);
      const members = new Map(bodies.map(body => [body.loop, new Set(body.members)]));
      for (const area of toLoopAreas(bodies, definition, id => boxes.get(id))) {
        const covered = all.filter(([id, box]) => overlaps(area, box) && !members.get(area.loop)?.has(id));
        assert.deepEqual(covered, [], `the body of ${area.loop} covers other steps`);
      }
    });
  }

  it('copes with cycles, loose ends and nothing at all', () => {
    assert.equal(layOut(workflow({}), types).size, 0);
    assert.equal(layOut(workflow({ a: 'transform', b: 'transform' }, 'a > b, b > a, a > gone'), types).size, 2);
    assert.equal(layOut(workflow({ a: 'transform', b: 'transform' }), types).size, 2);
  });

  it('gives places only to the steps that have none', () => {
    const definition = workflow({ a: 'trigger.manual', b: 'transform', c: 'transform' }, 'a > b, b > c');
    const placed = withPositions(definition, types);
    assert.ok(placed.nodes.every(({ position }) => position));
    assert.equal(withPositions(placed, types), placed);
    const [a, b, c] = placed.nodes;
    assert.ok(a && b && c);
    const moved = { ...placed, nodes: [{ ...a, position: { x: 1000, y: 80 } }, { ...b, position: null }, c] };
    const again = withPositions(moved, types);
    assert.deepEqual(again.nodes[0]?.position, { x: 1000, y: 80 });
    assert.equal(again.nodes[2], c);
    assert.equal(again.nodes[1]?.position?.x, 1000, 'a new step is below the one that leads to it');
  });

  it('lays out a part where it is', () => {
    const definition = withPositions(
      workflow({ a: 'transform', b: 'transform', c: 'transform' }, 'a > b, b > c'),
      types,
    );
    const positions = layOutPart(definition, types, new Set(['b', 'c']));
    assert.deepEqual([...positions.keys()], ['b', 'c']);
    assert.deepEqual(positions.get('b'), definition.nodes[1]?.position);
  });
});
