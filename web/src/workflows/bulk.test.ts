import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deletedDone, turnedOn } from '../texts/workflows.ts';
import { actOnEach, describeResult } from './bulk.ts';

test('acts on all, a few at a time, and goes on after a failure', async () => {
  let active = 0;
  let most = 0;
  const items = Array.from({ length: 10 }, (_, number) => ({ name: `w${number}`, number }));
  const result = await actOnEach(items, async ({ number }) => {
    most = Math.max(most, ++active);
    await Promise.resolve();
    active--;
    if (number === 3) throw new Error('no');
  });
  assert.deepEqual(result, { done: 9, failures: [{ name: 'w3', message: 'no' }] });
  assert.equal(most, 4);
});

test('says how it went', () => {
  assert.equal(describeResult({ done: 1, failures: [] }, deletedDone), '1 workflow was deleted.');
  assert.equal(describeResult({ done: 3, failures: [] }, turnedOn), '3 workflows were turned on.');
  assert.equal(
    describeResult({ done: 1, failures: [{ name: 'a', message: 'no' }] }, turnedOn),
    '1 of 2 workflows were turned on. a: no',
  );
  const failures = ['a', 'b', 'c', 'd'].map(name => ({ name, message: 'no' }));
  assert.match(describeResult({ done: 0, failures }, deletedDone), /c: no 1 more failed$/);
});
