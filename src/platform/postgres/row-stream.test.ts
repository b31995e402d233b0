import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import { clientOptions } from './pool.ts';
import { streamRows } from './row-stream.ts';

const { url } = await createTestDatabase();
const client = new pg.Client(clientOptions(url));
await client.connect();
after(() => client.end());

const MEGABYTE = 1_000_000;

suite('rows that are streamed', () => {
  test('are read from the connection as they are taken, whatever their size', async () => {
    const { stream } = client.connection;
    assert.ok(stream instanceof Socket);
    const before = stream.bytesRead;
    let taken = 0;
    let mostAhead = 0;
    for await (const row of streamRows(
      client,
      `SELECT repeat('x', ${MEGABYTE}) AS line FROM generate_series(1, 100)`,
    )) {
      taken += row.length;
      // The connection gets the chance to read on.
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      mostAhead = Math.max(mostAhead, stream.bytesRead - before - taken);
    }
    assert.equal(taken, 100 * MEGABYTE);
    assert.ok(mostAhead < 20 * MEGABYTE, `${mostAhead} bytes were read ahead`);
  });

  test('all come, in their order, and the connection can be used afterwards', async () => {
    const rows = await Array.fromAsync(
      streamRows(client, 'SELECT n::text AS line FROM generate_series(1, 20000) AS n'),
    );
    assert.deepEqual(
      rows,
      Array.from({ length: 20_000 }, (_, index) => `${index + 1}`),
    );
    assert.deepEqual(await Array.fromAsync(streamRows(client, "SELECT 'x' AS line WHERE false")), []);
    assert.deepEqual((await client.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
  });

  test('end with the error of the server, after which the connection can be used', async () => {
    const failing = streamRows(client, 'SELECT (1 / (1000 - n))::text AS line FROM generate_series(1, 2000) AS n');
    await assert.rejects(Array.fromAsync(failing), { code: '22012' });
    assert.deepEqual((await client.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
  });

  test('close their connection when nobody takes the rest', async () => {
    const other = new pg.Client(clientOptions(url));
    other.on('error', () => {});
    await other.connect();
    const ended = new Promise(resolve => other.once('end', resolve));
    for await (const row of streamRows(other, `SELECT repeat('x', ${MEGABYTE}) AS line FROM generate_series(1, 100)`)) {
      assert.equal(row.length, MEGABYTE);
      break;
    }
    await ended;
  });
});
