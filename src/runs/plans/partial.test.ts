import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { environment } from '../../../test/fixtures/engine.ts';
import { parseDefinition } from '../../../test/fixtures/settlement.ts';
import { createTemplateCache } from '../../templates/template.ts';
import { definitionOfStep, definitionUntil, type PartialDefinition } from './partial.ts';
import { RunPlan } from './run-plans.ts';

const templates = createTemplateCache({ entries: 100 });

/** `uses` maps steps to the steps whose outputs they use. */
function createPlan(edges: string, uses: Record<string, string[]> = {}) {
  const definition = parseDefinition(edges);
  const nodes = definition.nodes.map(node => {
    const value = (uses[node.id] ?? []).map(id => `{{ steps.${id}.output }}`).join('');
    return {
      ...node,
      params: node.type === 'loop' ? { items: value, collect: 'x' } : Object.assign({}, node.params, { value }),
    };
  });
  const plan = new RunPlan(JSON.stringify({ ...definition, nodes }), environment.nodeTypes, templates);
  const index = (id: string) => plan.graph.index(id) ?? assert.fail(`there is no step ${id}`);
  return { plan, index };
}

function describe({ nodes, edges }: PartialDefinition) {
  return {
    nodes: nodes.map(({ id }) => id).toSorted(),
    edges: edges
      .map(
        ({ source, source_handle, target }) =>
          `${source}${source_handle === null ? '' : `.${source_handle}`}>${target}`,
      )
      .toSorted(),
  };
}

suite('the part up to a step', () => {
  const until = (edges: string, id: string) => {
    const { plan, index } = createPlan(edges);
    return definitionUntil(plan, index('start'), index(id));
  };

  test('has what is before it', () => {
    assert.deepEqual(describe(until('start>a, a>b, a.error>c, b>d, c>d, start>x', 'b')), {
      nodes: ['a', 'b', 'start'],
      edges: ['a>b', 'start>a'],
    });
  });

  test('has the whole body of a loop before it, and only a part of a loop around it', () => {
    const edges = 'start>loop, loop.item>a, a>b, loop.done>c';
    assert.deepEqual(describe(until(edges, 'c')).nodes, ['a', 'b', 'c', 'loop', 'start']);
    assert.deepEqual(describe(until(edges, 'loop')).nodes, ['a', 'b', 'loop', 'start']);
    const inside = until(edges, 'a');
    assert.deepEqual(describe(inside).nodes, ['a', 'loop', 'start']);
    assert.ok(inside.nodes.every(({ params }) => !('collect' in params)));
  });

  test('ignores other triggers', () => {
    assert.deepEqual(describe(until('start>a, other>b, b>a', 'a')).nodes, ['a', 'start']);
  });
});

suite('a single step', () => {
  test('follows the trigger directly, and so do the steps that it uses', () => {
    const { plan, index } = createPlan('start>a, a>b, b>c, c>d', { d: ['a', 'c'] });
    const { definition, loops, used } = definitionOfStep(plan, index('start'), index('d'));
    assert.deepEqual(describe(definition), {
      nodes: ['a', 'c', 'd', 'start'],
      edges: ['a.error>d', 'c.error>d', 'start>a', 'start>c', 'start>d'],
    });
    assert.deepEqual([loops, used], [[], [index('a'), index('c')].map(node => ({ node, depth: 0 }))]);
  });

  test('is in the loops around it, which have what they use', () => {
    const edges = 'start>a, a>loop1, loop1.item>b, b>loop2, loop2.item>c, c>d, loop1.done>e';
    const { plan, index } = createPlan(edges, { loop1: ['a'], loop2: ['b'], d: ['c', 'a'] });
    const { definition, loops, used } = definitionOfStep(plan, index('start'), index('d'));
    assert.deepEqual(describe(definition), {
      nodes: ['a', 'b', 'c', 'd', 'loop1', 'loop2', 'start'],
      edges: [
        'a.error>loop1',
        'b.error>loop2',
        'c.error>d',
        'loop1.item>b',
        'loop1.item>loop2',
        'loop2.item>c',
        'loop2.item>d',
        'start>a',
        'start>loop1',
      ],
    });
    assert.deepEqual(loops, [index('loop2'), index('loop1')]);
    assert.deepEqual(
      new Map(used.map(({ node, depth }) => [plan.graph.id(node), depth])),
      new Map([
        ['c', 2],
        ['a', 0],
        ['b', 1],
      ]),
    );
  });

  test('may be the trigger itself', () => {
    const { plan, index } = createPlan('start>a');
    const { definition } = definitionOfStep(plan, index('start'), index('start'));
    assert.deepEqual(describe(definition), { nodes: ['start'], edges: [] });
  });
});
