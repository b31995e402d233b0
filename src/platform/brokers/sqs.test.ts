import assert from 'node:assert/strict';
import { after, mock, suite, test } from 'node:test';
import { openSqsServer, SQS_KEYS } from '../../../test/support/sqs-server.ts';
import type { BrokerDelivery, BrokerServer } from './broker.ts';
import { sqs } from './sqs.ts';

const server = await openSqsServer({ after });
const local: BrokerServer = {
  ...{ host: '127.0.0.1', port: server.port, tls: false, fields: SQS_KEYS },
  lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
};

/** Reads until the test stops it. */
function read(
  queue: string,
  handle: (deliveries: readonly BrokerDelivery[]) => Promise<void> = async () => {},
  fields: Record<string, string> = SQS_KEYS,
) {
  const stop = new AbortController();
  const batches: (readonly BrokerDelivery[])[] = [];
  const ended = sqs
    .receive(
      { ...local, fields },
      { queue, consumer: '' },
      {
        ...{ most: 200, position: undefined, signal: stop.signal, onReady() {} },
        async handle(deliveries) {
          batches.push(deliveries);
          await handle(deliveries);
          return new Set<string>();
        },
      },
    )
    .catch((error: unknown) => error);
  return {
    batches,
    ended,
    async stop() {
      stop.abort(new Error('stopped'));
      await ended;
    },
  };
}

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise(resolve => setImmediate(resolve));
}

const send = (
  queue: string,
  body: string,
  more: { id?: string; group?: string; headers?: Record<string, string> } = {},
) =>
  sqs.send(
    local,
    { queue, consumer: '', group: more.group },
    { id: more.id ?? 'one', body: Buffer.from(body), contentType: 'text/plain', headers: more.headers ?? {} },
    AbortSignal.timeout(60_000),
  );

suite('a queue of SQS', () => {
  test('gives what was sent, and keeps it until it is handled', async () => {
    server.create('plain');
    const said = await send('plain', 'hello', { headers: { shop: 'north' } });
    const [kept] = server.kept('plain');
    assert.deepEqual(said, { queue: 'plain', message_id: kept?.id });
    let whileHandled = 0;
    const reading = read('plain', async () => {
      whileHandled = server.kept('plain').length;
    });
    await until(() => server.kept('plain').length === 0);
    assert.equal(whileHandled, 1);
    assert.deepEqual(reading.batches[0], [
      { id: kept?.id, source: { queue: 'plain' }, headers: { shop: 'north' }, body: Buffer.from('hello') },
    ]);
    server.put('plain', 'x', { MessageAttributes: { raw: { DataType: 'Binary', BinaryValue: 'AAE=' } } });
    await until(() => reading.batches.length === 2);
    assert.deepEqual(reading.batches[1]?.[0]?.headers, { raw: { base64: 'AAE=' } });
    await reading.stop();
  });

  test('may be named by its URL, and gives up to a hundred messages at a time', async () => {
    server.create('many');
    for (let n = 0; n < 35; n++) server.put('many', `${n}`);
    const reading = read(server.url('many'));
    await until(() => server.kept('many').length === 0);
    assert.deepEqual(
      reading.batches.map(({ length }) => length),
      [35],
    );
    assert.deepEqual(reading.batches[0]?.[0]?.source, { queue: 'many' });
    await reading.stop();
  });

  test('keeps messages hidden while they are being handled', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      server.create('slow');
      server.put('slow', 'x');
      const done = Promise.withResolvers<void>();
      const reading = read('slow', () => done.promise);
      await until(() => reading.batches.length === 1);
      for (let times = 1; times <= 4; times++) {
        server.pass(10);
        mock.timers.tick(10_000);
        await until(() => server.kept('slow')[0]?.hiddenUntil === server.now() + 30);
      }
      done.resolve();
      await until(() => server.kept('slow').length === 0);
      assert.equal(reading.batches.length, 1);
      await reading.stop();
    } finally {
      mock.timers.reset();
    }
  });

  test('gives again what could not be handled or deleted, with the same id', async () => {
    server.create('again');
    const id = server.put('again', 'x');
    const failing = read('again', () => Promise.reject(new Error('no database')));
    assert.match(String(await failing.ended), /no database/);
    assert.equal(server.kept('again').length, 1);
    server.keepsAll = true;
    server.pass(30);
    const reading = read('again');
    await until(() => server.calls.at(-1) === 'ReceiveMessage' && reading.batches.length === 1);
    server.keepsAll = false;
    server.pass(30);
    await until(() => server.kept('again').length === 0);
    assert.deepEqual(
      reading.batches.map(batch => batch.map(each => each.id)),
      [[id], [id]],
    );
    await reading.stop();
  });

  test('that is FIFO takes an id once, and gives the messages of a group in their order', async () => {
    server.create('orders.fifo');
    for (const n of [1, 1, 2, 3]) await send('orders.fifo', `${n}`, { id: `order ${n}`, group: 'north' });
    assert.equal(server.kept('orders.fifo').length, 3);
    const reading = read('orders.fifo');
    await until(() => server.kept('orders.fifo').length === 0);
    const deliveries = reading.batches.flat();
    assert.deepEqual(
      deliveries.map(({ body }) => String(body)),
      ['1', '2', '3'],
    );
    assert.deepEqual(deliveries[0]?.source, { queue: 'orders.fifo', group: 'north' });
    await reading.stop();
  });

  test('says why it can not be used', async () => {
    const problem = async (queue: string, fields: Record<string, string> = SQS_KEYS) =>
      String(await read(queue, undefined, fields).ended);
    assert.equal(await problem('missing'), "BrokerError: There is no queue 'missing'");
    assert.equal(await problem(server.url('missing')), `BrokerError: There is no queue '${server.url('missing')}'`);
    server.create('mine');
    assert.equal(
      await problem('mine', { ...SQS_KEYS, secret_access_key: 'another' }),
      "BrokerError: The broker '127.0.0.1' did not accept the credential (InvalidSignatureException)",
    );
    assert.equal(
      await problem('mine', { username: 'another', password: 'another' }),
      "BrokerError: The broker '127.0.0.1' did not accept the credential (UnrecognizedClientException)",
    );
    assert.equal(
      await problem('mine', {}),
      "BrokerError: SQS needs a credential with 'access_key_id' and 'secret_access_key'",
    );
    await assert.rejects(send('mine.fifo', 'x'), {
      message: "The queue 'mine.fifo' needs a 'group'",
      retryable: false,
    });
    await assert.rejects(send('mine', ''), { message: 'SQS takes no message with an empty body', retryable: false });
    await assert.rejects(send('missing', 'x'), { message: "There is no queue 'missing'", retryable: false });
    server.forbid('ReceiveMessage');
    assert.equal(
      await problem('mine'),
      'BrokerError: The credential may not call ReceiveMessage for this queue: AccessDeniedException: not authorized to ' +
        'perform: sqs:ReceiveMessage',
    );
  });
});
