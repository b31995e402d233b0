/** Tests which step gives the output of a run. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { prepareExecution } from '../../../test/fixtures/execution.ts';

type Node = [id: string, type: string, params?: object];
type Edge = [source: string, target: string, handle?: string];

async function outputOf(nodes: readonly Node[], edges: readonly Edge[]): Promise<string | null | undefined> {
  const execution = await prepareExecution({
    nodes: nodes.map(([id, type, params = {}]) => ({ id, type, params })),
    edges: edges.map(([source, target, handle = null]) => ({ source, target, source_handle: handle })),
  });
  const end = await execution.run();
  return 'output' in end ? end.output : undefined;
}

const START: Node = ['start', 'trigger.manual'];

suite('the output of a run', () => {
  test('is that of an output step, also when other steps follow it', async () => {
    const nodes: Node[] = [START, ['out', 'output', { value: 'out' }], ['after', 'transform', { value: 'after' }]];
    assert.equal(
      await outputOf(nodes, [
        ['start', 'out'],
        ['out', 'after'],
      ]),
      '"out"',
    );
  });

  test('is that of the last output step in the graph, whichever was listed or reached first', async () => {
    const [one, two]: [Node, Node] = [
      ['one', 'output', { value: 'one' }],
      ['two', 'output', { value: 'two' }],
    ];
    const edges: Edge[] = [
      ['start', 'one'],
      ['one', 'two'],
    ];
    assert.equal(await outputOf([START, one, two], edges), '"two"');
    assert.equal(await outputOf([two, one, START], edges), '"two"');
  });

  test('is that of the last item when a loop has the output step', async () => {
    const nodes: Node[] = [
      START,
      ['each', 'loop', { items: '[1, 2, 3]' }],
      ['out', 'output', { value: '{{ loop.item }}' }],
      ['after', 'transform', { value: 'after' }],
    ];
    const edges: Edge[] = [
      ['start', 'each'],
      ['each', 'out', 'item'],
      ['each', 'after', 'done'],
    ];
    assert.equal(await outputOf(nodes, edges), '3');
  });

  test('is not that of an output step that failed, whose failure led on', async () => {
    const nodes: Node[] = [
      START,
      ['good', 'output', { value: 'good' }],
      ['bad', 'output', { value: '{{ 1 / 0 }}' }],
      ['rescue', 'transform', { value: 'rescued' }],
    ];
    const edges: Edge[] = [
      ['start', 'good'],
      ['good', 'bad'],
      ['bad', 'rescue', 'error'],
    ];
    assert.equal(await outputOf(nodes, edges), '"good"');
  });

  test('is nothing when no output step was reached', async () => {
    assert.equal(await outputOf([START, ['only', 'transform', { value: 1 }]], [['start', 'only']]), '');
  });
});
