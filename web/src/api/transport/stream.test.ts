import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { ApiError } from './client.ts';
import { stream } from './stream.ts';

const chunkOf = (data: unknown, error: unknown = null) => JSON.stringify({ timestamp: 1, data, error });

/** A stream of the service that sends these texts and then, unless it ends, nothing more. */
function open(t: TestContext, texts: readonly string[], ends: boolean) {
  t.mock.method(globalThis, 'fetch', async (_: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    const body = new ReadableStream<Uint8Array>({
      start(sending) {
        for (const text of texts) sending.enqueue(new TextEncoder().encode(text));
        if (ends) sending.close();
        else signal?.addEventListener('abort', () => sending.error(signal.reason));
      },
    });
    return new Response(body);
  });
  const events: unknown[] = [];
  const controller = new AbortController();
  return { events, controller, ended: stream('v1/live', {}, event => events.push(event), controller.signal) };
}

const unreachable = (error: unknown) => error instanceof ApiError && error.status === 0;

suite('a stream of the service', () => {
  test('gives the events, and leaves out what only shows that it is alive', async t => {
    const { events, ended } = open(t, [chunkOf({ n: 1 }) + chunkOf(''), chunkOf({ n: 2 })], true);
    await ended;
    assert.deepEqual(events, [{ n: 1 }, { n: 2 }]);
  });

  test('that reports an error ends with it', async t => {
    const { ended } = open(t, [chunkOf('', { status: 503, text: 'x', detail: 'stopping' })], false);
    await assert.rejects(ended, { status: 503, message: 'stopping' });
  });

  test('that ends within a chunk has broken off', async t => {
    const { events, ended } = open(t, [chunkOf({ n: 1 }), '{"timestamp":'], true);
    await assert.rejects(ended, unreachable);
    assert.deepEqual(events, [{ n: 1 }]);
  });

  test('that falls silent for half a minute is given up', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { events, ended } = open(t, [chunkOf({ n: 1 })], false);
    while (events.length === 0) await new Promise(resolve => setImmediate(resolve));
    await new Promise(resolve => setImmediate(resolve));
    t.mock.timers.tick(30_000);
    await assert.rejects(ended, unreachable);
  });

  test('that is left throws the reason', async t => {
    const { ended, controller } = open(t, [chunkOf({ n: 1 })], false);
    controller.abort(new Error('left'));
    await assert.rejects(ended, { message: 'left' });
  });
});
