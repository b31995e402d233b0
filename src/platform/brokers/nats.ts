/**
 * NATS with JetStream. A stream keeps messages, and a durable consumer remembers which were acknowledged. The broker hands
 * out no more than `max_ack_pending` messages that are not, which bounds what is read ahead.
 */
import { type ConsumerMessages, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers as createHeaders, type NatsConnection } from '@nats-io/transport-node';
import {
  ANSWER_MS,
  type Broker,
  type BrokerAddress,
  type BrokerDelivery,
  BrokerError,
  type BrokerServer,
  type Receiving,
  tlsOptions,
  toBrokerError,
} from './broker.ts';
import { failOnAbort, Inbox } from './inbox.ts';

/** After this time the broker delivers again what was neither acknowledged nor is worked on. */
const ACK_WAIT_MS = 30_000;

export const nats: Broker = {
  port: () => 4222,

  async receive(server, address, receiving) {
    const connection = await open(server, receiving.signal);
    const inbox = new Inbox<JsMsg>();
    const done = failOnAbort(inbox, receiving.signal);
    void connection.closed().then(error => inbox.fail(error ?? new BrokerError('The broker ended the connection')));
    let messages: ConsumerMessages | undefined;
    try {
      const name = await prepareConsumer(connection, address, receiving.most);
      const consumer = await jetstream(connection, { timeout: ANSWER_MS }).consumers.get(requireStream(address), name);
      messages = await consumer.consume({
        max_messages: receiving.most,
        abort_on_missing_resource: true,
        callback: message => inbox.push(message),
      });
      void messages.closed().then(error => inbox.fail(error ?? new BrokerError('The consumer was closed')));
      receiving.onReady();
      for (;;) await handle(await inbox.take(receiving.most), receiving, connection);
    } catch (error) {
      receiving.signal.throwIfAborted();
      throw toBrokerError(error, server);
    } finally {
      done();
      messages?.stop();
      await connection.close().catch(() => {});
    }
  },

  async send(server, { subject = '' }, { id, body, contentType, headers }, signal) {
    const connection = await open(server, signal);
    try {
      const given = createHeaders();
      for (const [name, value] of Object.entries({ 'Content-Type': contentType, ...headers })) given.set(name, value);
      const stream = jetstream(connection, { timeout: ANSWER_MS });
      const { stream: name, seq, duplicate } = await stream.publish(subject, body, { msgID: id, headers: given });
      return { stream: name, sequence: seq, duplicate };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error && /no responders|503|jetstream is not enabled/i.test(error.message)) {
        throw new BrokerError(`No stream takes messages of the subject '${subject}'`, { cause: error });
      }
      throw toBrokerError(error, server);
    } finally {
      await connection.close().catch(() => {});
    }
  },
};

async function handle(messages: JsMsg[], { handle }: Receiving, connection: NatsConnection): Promise<void> {
  const working = setInterval(() => {
    for (const message of messages) message.working();
  }, ACK_WAIT_MS / 3);
  try {
    const refused = await handle(messages.map(toDelivery));
    for (const message of messages) {
      if (refused.has(idOf(message))) message.term('longer than an input may be');
      else message.ack();
    }
    await connection.flush();
  } finally {
    clearInterval(working);
  }
}

/** A stream that was deleted and made again counts anew, so the time belongs to the id. */
function idOf({ info: { stream, streamSequence, timestampNanos } }: JsMsg): string {
  return `${stream}:${streamSequence}:${timestampNanos}`;
}

function toDelivery(message: JsMsg): BrokerDelivery {
  const names = message.headers?.keys() ?? [];
  return {
    id: idOf(message),
    source: { stream: message.info.stream, subject: message.subject },
    headers: Object.fromEntries(names.map(name => [name, message.headers?.values(name).join(', ')])),
    body: Buffer.from(message.data),
  };
}

/** A consumer that exists is used as it is. Returns its name. */
async function prepareConsumer(
  connection: NatsConnection,
  { consumer, subject, start, ...address }: BrokerAddress,
  most: number,
): Promise<string> {
  const stream = requireStream({ consumer, ...address });
  const { consumers } = await jetstreamManager(connection, { timeout: ANSWER_MS });
  const known = await consumers.info(stream, consumer).catch(error => {
    if (error instanceof Error && /consumer not found/i.test(error.message)) return undefined;
    if (error instanceof Error && /stream not found/i.test(error.message)) {
      throw new BrokerError(`There is no stream '${stream}'`, { cause: error });
    }
    throw error;
  });
  if (known) return known.name;
  const created = await consumers.add(stream, {
    durable_name: consumer,
    ack_policy: 'explicit',
    ack_wait: ACK_WAIT_MS * 1e6,
    deliver_policy: start === 'all' ? 'all' : 'new',
    max_ack_pending: most,
    ...(subject !== undefined && { filter_subject: subject }),
  });
  return created.name;
}

function requireStream({ stream = '' }: Pick<BrokerAddress, 'stream' | 'consumer'>): string {
  return stream;
}

async function open(server: BrokerServer, signal: AbortSignal): Promise<NatsConnection> {
  const { fields, port, tls } = server;
  const address = await firstAddress(server);
  signal.throwIfAborted();
  try {
    return await unlessAborted(
      signal,
      connect({
        servers: address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`,
        ...(fields.token ? { token: fields.token } : {}),
        ...(fields.username ? { user: fields.username, pass: fields.password ?? '' } : {}),
        tls: tls ? tlsOptions(server) : null,
        // Whoever listens connects anew, and asks anew which addresses it may.
        ...{ reconnect: false, ignoreClusterUpdates: true, resolve: false, timeout: ANSWER_MS },
        name: 'heddle',
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw toBrokerError(error, server);
  }
}

/** A connection that is made after the signal has aborted is closed. */
async function unlessAborted(signal: AbortSignal, connecting: Promise<NatsConnection>): Promise<NatsConnection> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([connecting, aborted.promise]);
  } catch (error) {
    connecting.then(
      connection => connection.close(),
      () => {},
    );
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The library knows no lookup of its own, so it gets an address; TLS still checks the name. */
function firstAddress({ host, lookup }: BrokerServer): Promise<string> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      const address = typeof found === 'string' ? found : found?.[0]?.address;
      if (error || address === undefined) reject(error ?? new BrokerError(`'${host}' has no address`));
      else resolve(address);
    });
  });
}
