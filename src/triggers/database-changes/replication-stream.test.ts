import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import type pg from 'pg';
import { startStream } from './replication-stream.ts';

const LIMITS = { waitingBytes: 100, messageBytes: 1000, statusMs: 5, silenceMs: 120_000 };

interface Submitted {
  submit(connection: unknown): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/** A client of `pg` whose server is the test. */
async function start(t: TestContext, limits: Partial<typeof LIMITS> = {}) {
  const socket = new PassThrough();
  const written: Buffer[] = [];
  socket.write = (chunk: Buffer) => written.push(chunk) > 0;
  const connection = Object.assign(new EventEmitter(), { stream: socket, query: () => {} });
  let submitted: Submitted | undefined;
  const client = Object.assign(new EventEmitter(), {
    query(query: Submitted) {
      submitted = query;
      query.submit(connection);
    },
  });
  const started = startStream(client as unknown as pg.Client, {
    command: 'START_REPLICATION',
    fromLsn: 7n,
    limits: { ...LIMITS, ...limits },
  });
  connection.emit('replicationStart');
  const stream = await started;
  t.after(() => stream.close());
  assert.ok(submitted);
  const { handleCopyData, handleError } = submitted;
  return {
    stream,
    socket,
    client,
    fail: handleError,
    /** Bytes of which `pg` has made no message yet. */
    arrive: (bytes: number) => socket.emit('data', Buffer.alloc(bytes)),
    send(chunk: Buffer) {
      handleCopyData({ chunk });
      socket.emit('data', chunk);
    },
    /** The positions that were told, and whether an answer was asked for. */
    told: () => written.map(bytes => [bytes.readBigUInt64BE(6), bytes.readBigUInt64BE(14), bytes.readUInt8(38)]),
  };
}

function change(text: string): Buffer {
  const head = Buffer.alloc(25);
  head.write('w');
  return Buffer.concat([head, Buffer.from(text)]);
}

function looked(untilLsn: bigint, asks: boolean): Buffer {
  const bytes = Buffer.alloc(18);
  bytes.write('k');
  bytes.writeBigUInt64BE(untilLsn, 1);
  bytes.writeUInt8(asks ? 1 : 0, 17);
  return bytes;
}

const passed = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

suite('a stream of a log', () => {
  test('gives what arrives in its order', async t => {
    const { stream, send } = await start(t);
    const first = stream.next();
    send(change('one'));
    send(looked(20n, false));
    assert.deepEqual(await first, { kind: 'message', bytes: Buffer.from('one') });
    assert.ok(stream.hasArrived());
    assert.deepEqual(await stream.next(), { kind: 'looked', untilLsn: 20n });
    assert.ok(!stream.hasArrived());
  });

  test('tells the server only what was confirmed, at once when it asks', async t => {
    const { stream, send, told } = await start(t, { statusMs: 60_000 });
    assert.deepEqual(told(), [[7n, 7n, 0]]);
    send(change('one'));
    send(looked(20n, true));
    assert.deepEqual(told().at(-1), [7n, 7n, 0]);
    stream.confirm(15n);
    stream.confirm(9n);
    send(looked(30n, true));
    assert.deepEqual(told().at(-1), [15n, 15n, 0]);
    assert.equal(told().length, 3);
  });

  test('is read no further while much of it waits, and tells that it is alive meanwhile', async t => {
    const { stream, send, socket, told } = await start(t);
    for (const text of ['a', 'b', 'c']) send(change(text.repeat(50)));
    assert.ok(socket.isPaused());
    const before = told().length;
    while (told().length < before + 2) await passed(1);
    assert.deepEqual(told().at(-1), [7n, 7n, 0]);
    for (let n = 0; n < 3; n++) await stream.next();
    assert.ok(!socket.isPaused());
    while (told().at(-1)?.[2] !== 1) await passed(1);
  });

  test('ends with an error when the server is silent, fails, or sends something else', async t => {
    const silent = await start(t, { silenceMs: -1 });
    await assert.rejects(silent.stream.next(), /The server does not answer any more/);
    const failing = await start(t);
    failing.send(change('before'));
    failing.fail(new Error('the disk is full'));
    await failing.stream.next();
    await assert.rejects(failing.stream.next(), /the disk is full/);
    assert.ok(failing.socket.destroyed);
    for (const bytes of [Buffer.from('x'), Buffer.from('w'), looked(1n, true).subarray(0, 9), Buffer.alloc(0)]) {
      const broken = await start(t);
      broken.send(bytes);
      await assert.rejects(broken.stream.next(), /The server sent what is no part of its log/);
    }
    const gone = await start(t);
    gone.client.emit('end');
    await assert.rejects(gone.stream.next(), /The connection was broken off/);
  });

  test('refuses a change that is too long before it has arrived', async t => {
    const { stream, arrive, send } = await start(t, { messageBytes: 2 ** 20 });
    arrive(2 ** 19);
    send(change('one'));
    await stream.next();
    arrive(2 ** 19);
    arrive(2 ** 19);
    assert.ok(!stream.hasArrived());
    arrive(1);
    await assert.rejects(stream.next(), /A changed row has more than 1 MB/);
  });
});
