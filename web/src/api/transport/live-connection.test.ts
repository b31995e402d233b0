import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLiveConnection, type LiveEvent } from './live-connection.ts';

/** A service whose streams the test ends, and a clock that the test moves. */
function fakeService() {
  const streams: { body: object; send(event: LiveEvent): void; end(): void; break(): void; signal: AbortSignal }[] = [];
  const waits: { ms: number; end(): void; signal: AbortSignal }[] = [];
  const told: (string | null)[] = [];
  const live = createLiveConnection({
    stream: (body, onEvent, signal) =>
      new Promise((resolve, reject) => {
        streams.push({ body, send: onEvent, end: resolve, break: () => reject(new Error('broken')), signal });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    setPresence: async workflowId => told.push(workflowId),
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ ms, end: resolve, signal });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  return { live, streams, waits, told };
}

const soon = () => new Promise(resolve => setImmediate(resolve));

test('all listeners share one stream', async () => {
  const { live, streams } = fakeService();
  const heard: string[] = [];
  live.subscribe(({ type }) => heard.push(`one ${type}`));
  live.subscribe(({ type }) => heard.push(`other ${type}`));
  assert.equal(streams.length, 1);
  streams[0]?.send({ type: 'hello' });
  assert.deepEqual(heard, ['one hello', 'other hello']);
});

test('a broken stream is opened again, later each time until it worked', async () => {
  const { live, streams, waits } = fakeService();
  live.subscribe(() => {});
  for (let failures = 0; failures < 3; failures++) {
    streams.at(-1)?.break();
    await soon();
    waits.at(-1)?.end();
    await soon();
  }
  assert.deepEqual(
    waits.map(({ ms }) => ms),
    [500, 1_000, 2_000],
  );
  streams.at(-1)?.send({ type: 'hello' });
  streams.at(-1)?.end();
  await soon();
  assert.equal(waits.at(-1)?.ms, 500);
});

test('the stream stays for a page that replaces the last one, and is closed when there is none', async () => {
  const { live, streams, waits } = fakeService();
  const leave = live.subscribe(() => {});
  leave();
  const stay = live.subscribe(() => {});
  await soon();
  assert.equal(waits[0]?.signal.aborted, true);
  assert.equal(streams[0]?.signal.aborted, false);
  stay();
  waits.at(-1)?.end();
  await soon();
  assert.equal(streams[0]?.signal.aborted, true);
  assert.equal(streams.length, 1);
});

test('the workflow that a tab shows is told with the stream, and whenever it changes', async () => {
  const { live, streams, told } = fakeService();
  live.show('one');
  live.subscribe(() => {});
  assert.deepEqual(streams[0]?.body, { workflow_id: 'one' });
  live.show('other');
  assert.deepEqual(told, [], 'the stream is not open yet');
  streams[0]?.send({ type: 'hello' });
  live.show(null);
  live.show(null);
  assert.deepEqual(told, ['other', null]);
});
