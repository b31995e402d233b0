import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultKeys, plannedName, summarizePlan, toReplayRequest } from './replay-request.ts';

const choice = { from: 'start', stepId: '', version: 'same', keys: 'new', input: undefined } as const;

test('the request says what was chosen, with an input only from the start', () => {
  const start = { run_id: 'r', from: 'start', version: 'same', keys: 'new' };
  assert.deepEqual(toReplayRequest('r', choice), start);
  assert.deepEqual(toReplayRequest('r', { ...choice, input: { a: 1 } }), { ...start, input: { a: 1 } });
  assert.equal(toReplayRequest('r', { ...choice, from: 'step' }), undefined);
  const step = { ...choice, from: 'step', stepId: 'call', keys: 'same', input: { a: 1 } } as const;
  assert.deepEqual(toReplayRequest('r', step), { run_id: 'r', from: 'call', version: 'same', keys: 'same' });
});

test('keys are new from the start, and the same from a step', () => {
  assert.deepEqual([defaultKeys('start'), defaultKeys('failed'), defaultKeys('step')], ['new', 'same', 'same']);
});

test('a plan names the effects that happen again, and counts the rest', () => {
  const step = (node_id: string, effect: boolean, items: number | null = null) => ({
    node_id,
    node_type: 'transform',
    effect,
    items,
  });
  const plan = { adopted: [step('start', false)], executed: [step('call', true, 3), step('end', false)] };
  const { effects, text } = summarizePlan(plan);
  assert.deepEqual(effects.map(plannedName), ['call (3 items)']);
  assert.equal(
    text,
    '1 step that only computes will run again; 1 step will be taken over with the result of this run.',
  );
  assert.equal(summarizePlan({ adopted: [], executed: [] }).text, '');
});
