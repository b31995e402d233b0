/** A short notation for definitions, and the node types of the service, for tests. */

import type { Definition, GraphEdge } from '../src/graph/definition.ts';
import { indexNodeTypes } from '../src/graph/outputs.ts';
import { catalog } from './catalog.ts';

export { catalog };
export const types = indexNodeTypes(catalog.node_types);

type Spec = string | [type: string, params: Record<string, unknown>];

/** Builds a definition from `{ a: 'transform', b: ['loop', { items: 'x' }] }` and `'a > b, b.item > c'`. */
export function workflow(steps: Record<string, Spec>, edges = ''): Definition {
  return {
    nodes: Object.entries(steps).map(([id, spec]) => {
      const [type, params] = typeof spec === 'string' ? [spec, {}] : spec;
      return { id, type, params };
    }),
    edges: readEdges(edges),
  };
}

export function toTheRight(definition: Definition): Definition {
  return { ...definition, editor: { ...definition.editor, direction: 'right' } };
}

export function readEdges(edges: string): GraphEdge[] {
  const texts = edges.split(',').filter(text => text.trim() !== '');
  return texts.map(text => {
    const [from = '', target = ''] = text.split('>').map(end => end.trim());
    const [source = '', handle] = from.split('.');
    return { source, target, source_handle: handle ?? null };
  });
}

export function writeEdges({ edges }: { edges: readonly GraphEdge[] }): string {
  const texts = edges.map(({ source, target, source_handle: handle }) =>
    handle ? `${source}.${handle} > ${target}` : `${source} > ${target}`,
  );
  return texts.toSorted().join(', ');
}

/** A workflow as large as they may be: loops with branches in their bodies, one after the other. */
export function largeWorkflow(size = 200): Definition {
  const steps: Record<string, Spec> = { start: 'trigger.manual' };
  const edges: string[] = [];
  let last = 'start';
  for (let number = 0; Object.keys(steps).length + 6 <= size; number++) {
    const [loop, body, choice, other, check, skip] = ['loop', 'body', 'choice', 'other', 'check', 'skip'].map(
      name => `${name}${number}`,
    );
    Object.assign(steps, {
      [`${loop}`]: ['loop', { items: '[1, 2]' }],
      [`${body}`]: ['transform', { value: 1 }],
      [`${choice}`]: ['condition', { expression: 'true' }],
      [`${other}`]: ['transform', { value: 1 }],
      [`${check}`]: ['condition', { expression: 'true' }],
      [`${skip}`]: ['transform', { value: 1 }],
    });
    edges.push(
      `${last} > ${loop}`,
      `${loop}.item > ${body}`,
      `${body} > ${choice}`,
      `${choice}.false > ${other}`,
      `${loop}.done > ${check}`,
      `${check}.true > ${skip}`,
    );
    last = `${check}.false`;
  }
  return workflow(steps, edges.join(', '));
}
