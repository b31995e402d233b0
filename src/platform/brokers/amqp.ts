/**
 * AMQP 0-9-1, as RabbitMQ speaks it. The queue delivers as many messages as the channel allows (prefetch) until some are
 * acknowledged; a connection that ends gives back all that are not.
 */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type Channel, type ChannelModel, type ConsumeMessage, connect } from 'amqplib';
import { settledWithin } from '../concurrency/promises.ts';
import {
  ANSWER_MS,
  type Broker,
  type BrokerDelivery,
  BrokerError,
  type BrokerServer,
  type Receiving,
  socketOptions,
  toBrokerError,
} from './broker.ts';
import { failOnAbort, Inbox } from './inbox.ts';

const CLOSE_MS = 1_000;

interface Received {
  message: ConsumeMessage;
  id: string;
}

export const amqp: Broker = {
  port: tls => (tls ? 5671 : 5672),

  async receive(server, { queue = '', vhost }, receiving) {
    const connection = await open(server, vhost, receiving.signal);
    const inbox = new Inbox<Received>();
    const done = failOnAbort(inbox, receiving.signal);
    connection.on('error', error => inbox.fail(error));
    connection.on('close', error => inbox.fail(error ?? new BrokerError('The broker ended the connection')));
    try {
      const channel = await connection.createChannel();
      channel.on('error', error => inbox.fail(error));
      await channel.prefetch(receiving.most);
      await channel.consume(queue, message => {
        if (!message) inbox.fail(new BrokerError(`The queue '${queue}' was deleted`));
        else
          inbox.push({ message, id: message.properties.messageId ? `${message.properties.messageId}` : randomUUID() });
      });
      receiving.onReady();
      for (;;) await handle(await inbox.take(receiving.most), queue, channel, receiving);
    } catch (error) {
      receiving.signal.throwIfAborted();
      throw explain(error, server, queue);
    } finally {
      done();
      await close(connection);
    }
  },

  async send(server, { exchange = '', routing_key = '', vhost }, { id, body, contentType, headers }, signal) {
    const connection = await open(server, vhost, signal);
    try {
      const channel = await connection.createConfirmChannel();
      const failing = Promise.withResolvers<never>();
      failing.promise.catch(() => {});
      channel.on('error', failing.reject);
      connection.on('error', failing.reject);
      connection.on('close', () => failing.reject(new BrokerError('The broker ended the connection')));
      let isReturned = false;
      channel.on('return', () => {
        isReturned = true;
      });
      const options = { messageId: id, contentType, headers, persistent: true, mandatory: true };
      channel.publish(exchange, routing_key, body, options);
      await Promise.race([channel.waitForConfirms(), failing.promise]);
      if (isReturned) {
        throw new BrokerError(`No queue takes messages of the exchange '${exchange}' with the key '${routing_key}'`);
      }
      return { exchange, routing_key };
    } catch (error) {
      signal.throwIfAborted();
      throw explain(error, server, exchange);
    } finally {
      await close(connection);
    }
  },
};

async function handle(received: Received[], queue: string, channel: Channel, { handle }: Receiving): Promise<void> {
  const refused = await handle(received.map(each => toDelivery(queue, each)));
  for (const { message, id } of received) {
    // What is refused goes to the dead letters of the queue, if it has any.
    if (refused.has(id)) channel.nack(message, false, false);
    else channel.ack(message);
  }
}

function toDelivery(queue: string, { id, message: { content, fields, properties } }: Received): BrokerDelivery {
  const { headers = {}, contentType, correlationId, replyTo, type } = properties;
  const told = { 'content-type': contentType, 'correlation-id': correlationId, 'reply-to': replyTo, type };
  return {
    id,
    source: { queue, exchange: fields.exchange, routing_key: fields.routingKey },
    headers: { ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)), ...headers },
    body: content,
  };
}

function explain(error: unknown, server: BrokerServer, name: string): BrokerError {
  if (error instanceof Error && /404|NOT.FOUND/.test(error.message)) {
    return new BrokerError(`The broker has no '${name}'`, { cause: error });
  }
  return toBrokerError(error, server);
}

async function open(server: BrokerServer, vhost = '/', signal: AbortSignal): Promise<ChannelModel> {
  const { host, port, tls, fields } = server;
  try {
    const connection = await connect(
      {
        ...{ protocol: tls ? 'amqps' : 'amqp', hostname: host, port, vhost, heartbeat: 20 },
        username: fields.username ?? 'guest',
        password: fields.password ?? 'guest',
      },
      { ...socketOptions(server), timeout: ANSWER_MS },
    );
    // Without a listener an error would end the process.
    connection.on('error', () => {});
    listenForErrors(connection);
    return connection;
  } catch (error) {
    signal.throwIfAborted();
    if (/ACCESS.REFUSED|403/.test(String(error))) {
      throw new BrokerError(`The broker '${host}' did not accept the credential`, { cause: error });
    }
    throw toBrokerError(error, server);
  }
}

/** A broker that does not confirm the end must not keep anybody waiting. */
async function close(model: ChannelModel): Promise<void> {
  await settledWithin(CLOSE_MS, [model.close()]);
  Object(model).connection?.stream?.destroy();
}

/**
 * A broker may close a connection or a channel while it is being opened, when nobody can listen for that yet. Such errors are
 * emitted by objects inside of the library, and what waits for the opening is rejected as well.
 */
function listenForErrors(model: ChannelModel): void {
  const { connection: inner }: { connection: object & { freshChannel?(...args: unknown[]): unknown } } = Object(model);
  const type: { emit(event: string, ...args: unknown[]): boolean; listenerCount(event: string): number } =
    Object.getPrototypeOf(inner);
  const { emit } = type;
  if (!Object.hasOwn(type, 'emit')) {
    type.emit = function (this: typeof type, event, ...args) {
      return event === 'error' && this.listenerCount('error') === 0 ? false : emit.call(this, event, ...args);
    };
  }
  const { freshChannel } = inner;
  inner.freshChannel = (channel, ...rest) => {
    if (channel instanceof EventEmitter) channel.on('error', () => {});
    return freshChannel?.call(inner, channel, ...rest);
  };
}
