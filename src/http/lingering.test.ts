import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { createLingering } from './lingering.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\n';
const ENDLESS = `${HEAD}content-length: 999999999999\r\n`;

/** Connects to a server that refuses every request at once. */
async function openConnection(t: TestContext, limits: { seconds: number; bytes: number }): Promise<Socket> {
  const lingering = createLingering(limits);
  const server = createServer((request, response) => {
    lingering.watch(request, response);
    response.writeHead(401, { 'content-length': 2 }).end('no');
  });
  server.on('clientError', (_error, socket) => lingering.refuse(socket as Socket, 'HTTP/1.1 400 Bad Request\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return socket.on('error', () => {});
}

/** Sends for as long as the connection exists. */
function sendForEver(socket: Socket): void {
  const piece = Buffer.alloc(2 ** 16, 'x');
  const send = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', send);
  send();
}

suite('a client that was refused', () => {
  for (const [what, head] of [
    ['a request', `${ENDLESS}\r\n`],
    ['a request that is to be the last', `${ENDLESS}connection: close\r\n\r\n`],
    ['chunks', `${HEAD}transfer-encoding: chunked\r\n\r\nffffffffff\r\n`],
    ['what is not HTTP', 'words, words, words\r\n'],
  ] as const) {
    test(`is disconnected when it sends ${what} for ever`, { timeout: 60_000 }, async t => {
      const socket = await openConnection(t, { seconds: 3600, bytes: 2 ** 20 });
      const closed = new Promise(resolve => socket.once('close', resolve));
      socket.resume().write(head);
      sendForEver(socket);
      await closed;
      assert.ok(socket.bytesWritten > 2 ** 20);
    });

    test(`is disconnected when it stops to send ${what}`, { timeout: 60_000 }, async t => {
      const socket = await openConnection(t, { seconds: 0.1, bytes: 2 ** 30 });
      socket.allowHalfOpen = true;
      const closed = new Promise(resolve => socket.once('close', resolve));
      socket.resume().write(head);
      // The end alone would not tell whether the server still reads.
      socket.once('end', () => setInterval(() => socket.write('x'), 10).unref());
      await closed;
    });
  }
});
