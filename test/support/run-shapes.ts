/** Workflows of every shape. Their effects are requests to `/<name>/<step>` at the outside server. */
import { chain, type Definition, edge, node } from './definitions.ts';

export const SHAPES = ['pure', 'sequence', 'long', 'parallel', 'loop', 'ordered'] as const;
export type Shape = (typeof SHAPES)[number];

/** Every value builds on the answers to the effects before it, so that a mixture of two attempts would show. */
export function defineShape(shape: Shape, outsideUrl: string): Definition {
  // Some tests delay an answer until another process was taken for dead, which is slow on a busy machine.
  const timeout_seconds = 300;
  const request = (id: string, body: string, place = id) =>
    node(id, 'http.request', {
      method: 'POST',
      url: `${outsideUrl}/{{ input.name }}/${place}`,
      body: { body },
      timeout_seconds,
    });
  const nonce = (id: string) => `steps.${id}.output.body.nonce`;
  switch (shape) {
    case 'pure':
      return {
        nodes: [
          node('start', 'trigger.manual'),
          node('greet', 'transform', { value: { text: 'Hello {{ input.who }}' } }),
          node('check', 'condition', { expression: "'Ada' in input.who" }),
          node('done', 'output', { value: '{{ steps.greet.output }}' }),
          node('other', 'output', { value: 'nobody' }),
        ],
        edges: [
          edge('start', 'greet'),
          edge('greet', 'check'),
          edge('check', 'done', 'true'),
          edge('check', 'other', 'false'),
        ],
      };
    case 'sequence':
      return chain(
        request('first', '{{ input.who }}'),
        node('middle', 'transform', { value: `{{ ${nonce('first')} }} again` }),
        request('second', '{{ steps.middle.output }}'),
        request('third', `{{ ${nonce('first')} ~ ${nonce('second')} }}`),
        node('done', 'output', { value: `{{ ${nonce('third')} ~ steps.middle.output }}` }),
      );
    // The output of the middle step is shown only in part, but the next step uses all of it.
    case 'long':
      return chain(
        request('first', '{{ input.who }}'),
        node('middle', 'transform', { value: `{{ input.who ~ ${nonce('first')} * 25000 }}` }),
        request('second', '{{ steps.middle.output | length }} {{ steps.middle.output[-12:] }}'),
        node('done', 'output', { value: `{{ ${nonce('second')} ~ steps.middle.output[-12:] }}` }),
      );
    case 'parallel':
      return {
        nodes: [
          node('start', 'trigger.manual'),
          request('one', '1'),
          request('two', '2'),
          request('three', '3'),
          node('joined', 'transform', {
            value: [`{{ ${nonce('one')} }}`, `{{ ${nonce('two')} ~ ${nonce('three')} }}`],
          }),
          request('last', '{{ steps.joined.output | join }}'),
          node('done', 'output', { value: `{{ ${nonce('last')} ~ steps.joined.output }}` }),
        ],
        edges: [
          ...['one', 'two', 'three'].flatMap(id => [edge('start', id), edge(id, 'joined')]),
          edge('joined', 'last'),
          edge('last', 'done'),
        ],
      };
    // The items of the one loop run at once, those of the other one after the other.
    case 'loop':
    case 'ordered':
      return {
        nodes: [
          node('start', 'trigger.manual'),
          node('each', 'loop', {
            items: '[3, 4, 5]',
            collect: '{{ steps.told.output }}',
            ...(shape === 'ordered' && { concurrency: 1 }),
          }),
          request('tell', '{{ loop.item }}', 'tell-{{ loop.index }}'),
          node('told', 'transform', { value: `{{ loop.item ~ ${nonce('tell')} }}` }),
          request('last', '{{ steps.each.output.results | join }}'),
          node('done', 'output', { value: `{{ ${nonce('last')} ~ steps.each.output }}` }),
        ],
        edges: [
          edge('start', 'each'),
          edge('each', 'tell', 'item'),
          edge('tell', 'told'),
          edge('each', 'last', 'done'),
          edge('last', 'done'),
        ],
      };
  }
}
