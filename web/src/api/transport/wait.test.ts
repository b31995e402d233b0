import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { wait } from './wait.ts';

test('waits leave no listeners behind, however long the signal lives', async () => {
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count++) await wait(0, signal);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('a wait ends when the signal aborts, also when it has aborted before', async () => {
  const controller = new AbortController();
  const waiting = wait(60_000, controller.signal);
  controller.abort(new Error('left'));
  await assert.rejects(waiting, { message: 'left' });
  await assert.rejects(wait(60_000, controller.signal), { message: 'left' });
});
