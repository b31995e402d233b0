import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { monotonicMs, startHeartbeat } from './heartbeat.ts';

const EVERY_MS = 20;
const LASTS_MS = 20_000;

suite('a heartbeat', () => {
  test('continues while the event loop is blocked, and is valid all the time', async t => {
    const { start, beats } = await setUp(t);
    const heartbeat = start({ lastsMs: 5_000 });
    await until(async () => (await beats()) > 0, 'it beats');
    const { lapses } = heartbeat;
    blockEventLoop(6_000);
    assert.ok(heartbeat.isAlive);
    assert.equal(heartbeat.lapses, lapses);
  });

  test('pauses while the main thread is hung, and counts a lapse when it continues', async t => {
    const { start, beats } = await setUp(t);
    const heartbeat = start({ hungMs: 200, lastsMs: 400 });
    await until(async () => (await beats()) > 0, 'it beats');
    const { lapses } = heartbeat;
    blockEventLoop(1_500);
    assert.equal(heartbeat.isAlive, false);
    await until(() => heartbeat.isAlive, 'it is valid again');
    assert.ok(heartbeat.lapses > lapses);
  });

  test('survives the loss of its connection without a lapse', async t => {
    const { start, beats, client } = await setUp(t);
    const errors: unknown[] = [];
    const heartbeat = start({ onError: error => errors.push(error) });
    await until(async () => (await beats()) > 0, 'it beats');
    await client.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'heddle heartbeat'",
    );
    const before = await beats();
    await until(async () => (await beats()) > before + 1, 'it beats again');
    assert.equal(heartbeat.lapses, 0);
    assert.ok(errors.length <= 1, 'several failures in a row are reported once');
  });

  test('expires while the database does not reply, and counts a lapse when it replies again', async t => {
    const { start, beats, client } = await setUp(t);
    const heartbeat = start({ lastsMs: 400 });
    await until(async () => (await beats()) > 0, 'it beats');
    const { lapses } = heartbeat;
    await client.query('BEGIN');
    await client.query('LOCK TABLE beats');
    await until(() => !heartbeat.isAlive, 'it has expired');
    await client.query('COMMIT');
    await until(() => heartbeat.isAlive, 'it is valid again');
    assert.ok(heartbeat.lapses > lapses);
  });

  test('ends when it is stopped', async t => {
    const { start, beats } = await setUp(t);
    const heartbeat = start({});
    await until(async () => (await beats()) > 0, 'it beats');
    await heartbeat.stop();
    await delay(5 * EVERY_MS);
    const before = await beats();
    await delay(10 * EVERY_MS);
    assert.equal(await beats(), before);
  });
});

async function setUp(t: TestContext) {
  const database = await createTestDatabase({ template: 'template0' });
  const client = new pg.Client(database.address);
  await client.connect();
  await client.query('CREATE TABLE beats (at timestamptz DEFAULT clock_timestamp())');
  const cleanup = new AsyncDisposableStack();
  t.after(() => cleanup.disposeAsync());
  cleanup.defer(() => database.drop());
  cleanup.defer(() => client.end());
  return {
    client,
    async beats(): Promise<number> {
      const { rows } = await client.query('SELECT count(*)::integer AS beats FROM beats');
      return rows[0].beats;
    },
    start({ lastsMs = LASTS_MS, hungMs = 60_000, onError = (_: unknown) => {} }) {
      const heartbeat = startHeartbeat({
        target: database.address,
        statement: { text: 'INSERT INTO beats DEFAULT VALUES', values: [] },
        everyMs: EVERY_MS,
        lastsMs,
        hungMs,
        firstBeatAtMs: monotonicMs(),
        onError,
      });
      cleanup.defer(() => heartbeat.stop());
      return heartbeat;
    },
  };
}

function blockEventLoop(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}
