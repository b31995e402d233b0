/** Requests that no client library would send, and requests that end before they are whole. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import { ADMIN_KEY, serviceOn, testService } from '../support/service.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';
import { openSocket, type RawReply, rawRequest } from './raw-request.ts';
import { lockTable } from './table-lock.ts';

const memory = memoryLog();
const service = await testService({}, memory);

const HEAD = `POST /api/v1/user/count HTTP/1.1\r\nhost: x\r\nuni-api-key: ${ADMIN_KEY}\r\n`;

function assertDetail(reply: RawReply, status: number): void {
  assert.equal(reply.status, status, reply.body);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
  const named = reply.headers.get('x-error-code');
  assert.match(named ?? '', /^[a-z_]+$/);
  // The body has it as well where the path could be read.
  const { detail, code = named, field: _, ...rest } = JSON.parse(reply.body);
  assert.deepEqual([typeof detail, code, rest], ['string', named, {}]);
}

async function assertServes(): Promise<void> {
  assert.equal(typeof (await service.ask('/api/v1/user/count')), 'number');
}

suite('what is not HTTP', () => {
  const broken: [name: string, bytes: string][] = [
    ['words', 'hello, is anybody there?\r\n\r\n'],
    ['zeros', '\0'.repeat(100)],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 'GET /health HTTP/3.7\r\nhost: x\r\n\r\n'],
    ['an unknown method', 'WEAVE /health HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a header without a name', 'GET /health HTTP/1.1\r\nhost: x\r\n: x\r\n\r\n'],
    ['a header with a NUL', 'GET /health HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n'],
    ['a negative length', `${HEAD}content-length: -5\r\n\r\n{}`],
    ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['a length beside chunks', `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a chunk without a size', `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n'],
  ];
  for (const [name, bytes] of broken) {
    test(`${name}: 400`, async () => {
      assertDetail(await rawRequest(service.url, Buffer.from(bytes, 'latin1')), 400);
      await assertServes();
    });
  }

  test('headers over the limit: 431', async () => {
    const long = 'a'.repeat(100_000);
    assertDetail(await rawRequest(service.url, `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${long}\r\n\r\n`), 431);
    const many = Array.from({ length: 5000 }, (_, index) => `x-${index}: y\r\n`).join('');
    assertDetail(await rawRequest(service.url, `GET /health HTTP/1.1\r\nhost: x\r\n${many}\r\n`), 431);
    await assertServes();
  });

  test('a megabyte of query string: 431', async () => {
    const long = 'a'.repeat(2 ** 20);
    assertDetail(await rawRequest(service.url, `GET /health?${long} HTTP/1.1\r\nhost: x\r\n\r\n`), 431);
    await assertServes();
  });

  test('an expectation that can not be met: 417', async () => {
    const reply = await rawRequest(service.url, `${HEAD}expect: the-unexpected\r\ncontent-length: 2\r\n\r\n{}`);
    assertDetail(reply, 417);
  });

  test('an announced body over the limit is refused before it is sent', async () => {
    const reply = await rawRequest(service.url, `${HEAD}content-length: 99999999999\r\n\r\n`);
    assertDetail(reply, 413);
  });

  test('other forms of a request target', async () => {
    const absolute = await rawRequest(service.url, 'GET http://example.org/health HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.equal(absolute.status, 200);
    assertDetail(await rawRequest(service.url, 'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n'), 404);
    assertDetail(await rawRequest(service.url, 'GET nowhere HTTP/1.1\r\nhost: x\r\n\r\n'), 400);
  });
});

suite('requests that are cut off', () => {
  /** Says a part of a request, is heard, and is gone. */
  async function leave(part: string): Promise<void> {
    const socket = openSocket(service.url);
    await once(socket, 'connect');
    await new Promise<void>(resolve => socket.write(part, () => resolve()));
    socket.resetAndDestroy();
    await once(socket, 'close');
  }

  test('at any place, the service goes on', async () => {
    const whole = `${HEAD}content-length: 1000\r\n\r\n{"filters": [`;
    const places = [1, 4, 20, HEAD.length, whole.length - 14, whole.length - 5, whole.length];
    for (const place of places) await Promise.all(Array.from({ length: 5 }, () => leave(whole.slice(0, place))));
    await Promise.all(Array.from({ length: 5 }, () => leave(`${HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"fi`)));
    await assertServes();
  });

  test('are not logged as faults of ours', async () => {
    await leave(`${HEAD}content-length: 1000\r\n\r\n{"filters": [`);
    await assertServes();
    assert.deepEqual(
      memory.lines().filter(({ level }) => level >= 50),
      [],
    );
  });

  test('while they are being answered, the answer goes nowhere', async () => {
    const lock = await lockTable(service.database, 'groups');
    const abort = new AbortController();
    const headers = { 'uni-api-key': ADMIN_KEY };
    const call = service.send('/api/v1/group/count', { headers, signal: abort.signal });
    await lock.waiting();
    abort.abort();
    await assert.rejects(call, { name: 'AbortError' });
    await lock.release();
    assert.equal(await service.ask('/api/v1/group/count'), 0);
  });
});

suite('stopping', () => {
  test('waits for half a request no longer than the drain time', async () => {
    const stopping = await serviceOn(await createTestDatabase(), { HEDDLE_DRAIN_SECONDS: '1' });
    const sockets = [];
    for (const bytes of ['', 'POST /api', 'nonsense\r\n\r\n', `${HEAD}content-length: 1000\r\n\r\n{"filters": [`]) {
      const socket = openSocket(stopping.url);
      socket.on('error', () => {});
      await once(socket, 'connect');
      if (bytes !== '') await new Promise<void>(resolve => socket.write(bytes, () => resolve()));
      socket.resume();
      sockets.push(socket);
    }
    await stopping.stop();
    for (const socket of sockets) socket.destroy();
  });

  // The client keeps its connection open after the answer; nothing is left to wait for on it.
  test('answers what is under way, and is done then', async () => {
    const stopping = await serviceOn(await createTestDatabase(), { HEDDLE_DRAIN_SECONDS: '20' });
    const lock = await lockTable(stopping.database, 'groups');
    const call = stopping.call('/api/v1/group/count');
    await lock.waiting();
    const stopped = stopping.stop();
    await poll(async () => ((await accepts(stopping.url)) ? undefined : true));
    await lock.release();
    assert.equal((await call).body, 0);
    await stopped;
  });

  function accepts(url: string): Promise<boolean> {
    const socket = openSocket(url);
    return once(socket, 'connect')
      .then(
        () => true,
        () => false,
      )
      .finally(() => socket.destroy());
  }
});
