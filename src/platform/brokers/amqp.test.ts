import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { amqp } from './amqp.ts';
import { BrokerError } from './broker.ts';

function frame(channel: number, classId: number, methodId: number, ...fields: Buffer[]): Buffer {
  const payload = Buffer.concat([uint16(classId), uint16(methodId), ...fields]);
  return Buffer.concat([Buffer.from([1]), uint16(channel), uint32(payload.length), payload, Buffer.from([0xce])]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const long = (text: string) => Buffer.concat([uint32(text.length), Buffer.from(text)]);
const short = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);

const START = frame(0, 10, 10, Buffer.from([0, 9]), uint32(0), long('PLAIN'), long('en_US'));
const TUNE = frame(0, 10, 30, uint16(0), uint32(0), uint16(0));
const OPENED = frame(0, 10, 41, short(''));
const CHANNEL_OPENED = frame(1, 20, 11, long(''));
const refusal = [uint16(541), short('no'), uint16(0), uint16(0)];
const CLOSE = frame(0, 10, 50, ...refusal);
const CHANNEL_CLOSE = frame(1, 20, 40, ...refusal);

/** A broker that answers with these bytes, one answer for each time that something comes. */
async function openBroker(t: TestContext, answers: Buffer[]) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer(socket => {
    sockets.add(socket);
    const left = [START, TUNE, ...answers];
    socket.on('error', () => {});
    socket.on('data', () => {
      const answer = left.shift();
      if (answer) socket.write(answer);
      else socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const lookup: net.LookupFunction = (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
  return { host: 'localhost', port: (server.address() as AddressInfo).port, tls: false, lookup, fields: {} };
}

const hostile: Record<string, Buffer[]> = {
  'the channel while it is opened': [OPENED, CHANNEL_CLOSE],
  'the channel as soon as it is open': [OPENED, Buffer.concat([CHANNEL_OPENED, CHANNEL_CLOSE])],
  'the channel behind its settings': [OPENED, CHANNEL_OPENED, CHANNEL_CLOSE],
  'the connection while a channel is opened': [OPENED, CLOSE],
  'the connection as soon as it is open': [Buffer.concat([OPENED, CLOSE])],
};

for (const [what, answers] of Object.entries(hostile)) {
  test(`a broker that closes ${what} breaks off the attempt, and nothing else`, { timeout: 60_000 }, async t => {
    const server = await openBroker(t, answers);
    const { signal } = new AbortController();
    const message = { id: '1', body: Buffer.from('x'), contentType: 'text/plain', headers: {} };
    await assert.rejects(amqp.send(server, { routing_key: 'q', consumer: '' }, message, signal), BrokerError);
    const handle = async () => new Set<string>();
    const receiving = { most: 10, position: undefined, onReady() {}, handle, signal };
    await assert.rejects(amqp.receive(server, { queue: 'q', consumer: '' }, receiving), BrokerError);
  });
}
