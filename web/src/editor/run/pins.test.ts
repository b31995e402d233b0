import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePinnable, findPin, readTypedPin } from './pins.ts';

test('a success is pinned, and never a failure', () => {
  const step = (status: 'success' | 'failed', iteration: number[] = []) => ({ node_id: 'call', status, iteration });
  assert.equal(choosePinnable([step('failed')], 'call'), undefined);
  const [inLoop, outside] = [step('success', [0]), step('success')];
  assert.equal(choosePinnable([step('failed'), inLoop, outside], 'call'), outside);
  assert.equal(choosePinnable([inLoop], 'other'), undefined);
});

test('the pin of a step is found by its own name alone', () => {
  const definition = { nodes: [], edges: [], editor: { pins: { call: { output: null } } } };
  assert.deepEqual(findPin(definition, 'call'), { output: null });
  assert.equal(findPin(definition, 'toString'), undefined);
});

test('an output is typed as JSON, with the way on where there are several', () => {
  assert.deepEqual(readTypedPin('{"a": 1}', ''), { pin: { output: { a: 1 } } });
  assert.deepEqual(readTypedPin('null', 'true'), { pin: { output: null, handle: 'true' } });
  assert.ok('problem' in readTypedPin('{', ''));
});
