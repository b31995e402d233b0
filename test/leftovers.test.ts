/** The check for leftovers of test files that share a process reports what they leave behind, and nothing else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { poll } from './http/poll.ts';
import { watchLeftovers } from './support/leftovers.ts';

test('nothing is reported when everything was removed', async () => {
  const findLeftovers = await watchLeftovers();
  const server = createServer().listen(0);
  await once(server, 'listening');
  const listener = () => {};
  process.on('SIGUSR2', listener);
  process.env.HEDDLE_TEST_LEFTOVER = 'one';
  clearTimeout(setTimeout(listener, 60_000));
  setTimeout(listener, 60_000).unref();
  process.off('SIGUSR2', listener);
  delete process.env.HEDDLE_TEST_LEFTOVER;
  // The server closes some iterations of the event loop later.
  server.close();
  assert.deepEqual(await findLeftovers(), []);
});

test('remaining listeners, timers, handles and variables are reported', async t => {
  const findLeftovers = await watchLeftovers();
  const server = createServer().listen(0);
  await once(server, 'listening');
  const listener = () => {};
  process.on('uncaughtExceptionMonitor', listener).on('uncaughtExceptionMonitor', listener);
  const timer = setTimeout(listener, 60_000);
  process.env.HEDDLE_TEST_LEFTOVER = 'one';
  t.after(() => {
    server.close();
    process.off('uncaughtExceptionMonitor', listener).off('uncaughtExceptionMonitor', listener);
    clearTimeout(timer);
    delete process.env.HEDDLE_TEST_LEFTOVER;
  });
  const expected = [
    'an open TCPServerWrap',
    'an open Timeout',
    'the environment variable HEDDLE_TEST_LEFTOVER=one',
    'the listener listener on process for uncaughtExceptionMonitor (2 more)',
  ];
  // What an earlier file of the process left to the system, such as removing its folder, may still be going on.
  await poll(async () => {
    const left = await findLeftovers({ withinMs: 0 });
    return isDeepStrictEqual(left.toSorted(), expected) || undefined;
  });
});
