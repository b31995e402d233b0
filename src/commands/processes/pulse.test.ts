import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pulse } from './pulse.ts';

test('a process that answers is fine, however often it is asked', () => {
  const pulse = new Pulse();
  for (let asked = 0; asked < 10; asked++) {
    assert.equal(pulse.ask(), 'fine');
    pulse.answer();
  }
});

test('a process whose answers are missing is silent first, and then it hangs', () => {
  const pulse = new Pulse();
  const states = Array.from({ length: 5 }, () => pulse.ask());
  assert.deepEqual(states, ['fine', 'fine', 'silent', 'silent', 'hung']);
});

test('a late answer makes it a process that is fine again', () => {
  const pulse = new Pulse();
  for (let asked = 0; asked < 3; asked++) pulse.ask();
  assert.equal(pulse.state, 'silent');
  pulse.answer();
  assert.equal(pulse.state, 'fine');
});
