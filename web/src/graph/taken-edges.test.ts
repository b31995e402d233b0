import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workflow } from '../../test/graph.ts';
import type { StepMark } from './flow-items.ts';
import { readEdgeStates } from './taken-edges.ts';

const definition = workflow(
  { a: 'trigger.manual', b: 'condition', c: 'transform', d: 'transform', e: 'transform' },
  'a > b, b.true > c, b.false > d, b.error > e',
);

function states(marks: Record<string, StepMark>): string {
  return [...readEdgeStates(definition, new Map(Object.entries(marks)))]
    .map(([key, state]) => `${key.replace('edge:', '')} ${state}`)
    .join(', ');
}

const done: StepMark = { state: 'success', taken: [null] };

describe('the edges of a run', () => {
  it('have no state without a run', () => {
    assert.equal(readEdgeStates(definition, undefined).size, 0);
    assert.equal(states({ a: { errors: 1 } }), '');
  });

  it('are taken in the state of what they lead to, and the others are not', () => {
    const ended = { a: done, b: { state: 'success', taken: ['true'] }, c: done } as const;
    assert.equal(states(ended), 'a:b: success, b:c:true success, b:d:false untaken, b:e:error untaken');
    assert.equal(
      states({ ...ended, c: { state: 'running' } }),
      'a:b: success, b:c:true running, b:d:false untaken, b:e:error untaken',
    );
  });

  it('are undecided behind what still runs', () => {
    assert.equal(states({ a: done, b: { state: 'running' } }), 'a:b: running');
    assert.equal(states({ a: { state: 'queued' } }), '');
  });

  it('lead to failure by the error output, and nowhere behind a step that the run ended at', () => {
    assert.match(states({ a: done, b: { state: 'success', taken: ['true', 'error'] } }), /b:e:error failed/);
    assert.equal(
      states({ a: done, b: { state: 'failed' } }),
      'a:b: success, b:c:true untaken, b:d:false untaken, b:e:error untaken',
    );
  });
});
