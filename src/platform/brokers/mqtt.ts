/**
 * MQTT 5 with QoS 1 and a session that the broker keeps. A message is acknowledged (PUBACK) when it was handled; the broker
 * sends no more than `receiveMaximum` that are not, and sends them again, marked as duplicates, when the session goes on.
 *
 * MQTT gives messages no ids. What the sender calls `id` among the user properties is one. Without it, the position has
 * the packet identifiers of what was handled last, so that a duplicate of one of these is only acknowledged.
 */
import { hash, randomUUID } from 'node:crypto';
import type { IPublishPacket } from 'mqtt-packet';
import {
  type Broker,
  type BrokerAddress,
  type BrokerDelivery,
  BrokerError,
  type BrokerServer,
  type Receiving,
  toBrokerError,
} from './broker.ts';
import { failOnAbort, Inbox } from './inbox.ts';
import { MqttConnection } from './mqtt-connection.ts';

/** How long the broker keeps messages while nobody listens. */
const SESSION_SECONDS = 7 * 86_400;
const ID_PROPERTY = 'id';

export const mqtt: Broker = {
  port: tls => (tls ? 8883 : 1883),

  async receive(server, address, receiving) {
    const inbox = new Inbox<IPublishPacket>();
    const done = failOnAbort(inbox, receiving.signal);
    let connection: MqttConnection | undefined;
    try {
      connection = await MqttConnection.open(server, {
        clientId: address.consumer,
        keepsSession: SESSION_SECONDS,
        receiveMaximum: receiving.most,
        onPublish: packet => inbox.push(packet),
        onEnd: error => inbox.fail(error),
        signal: receiving.signal,
      });
      await connection.subscribe(address.topic ?? '');
      receiving.onReady();
      const handled = new Handled(receiving.position);
      for (;;) await handle(await inbox.take(receiving.most), handled, connection, receiving);
    } catch (error) {
      receiving.signal.throwIfAborted();
      throw toBrokerError(error, server);
    } finally {
      done();
      connection?.close();
    }
  },

  async send(server: BrokerServer, { topic = '' }: BrokerAddress, { id, body, contentType, headers }, signal) {
    let connection: MqttConnection | undefined;
    try {
      connection = await MqttConnection.open(server, {
        ...{ clientId: '', keepsSession: 0, receiveMaximum: 1, signal },
        onPublish() {},
        onEnd() {},
      });
      const properties = { contentType, userProperties: { ...headers, [ID_PROPERTY]: id } };
      const { reasonCode = 0 } = await connection.publish(topic, body, properties);
      if (reasonCode >= 0x80) throw new BrokerError(`The broker refused the message (reason ${reasonCode})`);
      return { topic, delivered: reasonCode !== NO_SUBSCRIBERS };
    } catch (error) {
      signal.throwIfAborted();
      throw toBrokerError(error, server);
    } finally {
      connection?.close();
    }
  },
};

const NO_SUBSCRIBERS = 0x10;

async function handle(
  packets: IPublishPacket[],
  handled: Handled,
  connection: MqttConnection,
  { handle, most }: Receiving,
): Promise<void> {
  const fresh = packets.filter(packet => !(packet.dup && handled.has(packet)));
  for (const packet of fresh) handled.add(packet, most);
  if (fresh.length > 0) await handle(fresh.map(toDelivery), handled.position);
  for (const { messageId } of packets) if (messageId !== undefined) connection.acknowledge(messageId);
}

function toDelivery({ topic, payload, retain, properties = {} }: IPublishPacket): BrokerDelivery {
  const { userProperties = {}, contentType, responseTopic } = properties;
  const { [ID_PROPERTY]: given } = userProperties;
  return {
    id: typeof given === 'string' && given !== '' ? given : randomUUID(),
    source: { topic },
    headers: {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(responseTopic !== undefined && { 'response-topic': responseTopic }),
      ...(retain && { retained: true }),
      ...userProperties,
    },
    body: Buffer.from(payload),
  };
}

/** What was handled last, by packet identifier: a hash of the message. */
class Handled {
  readonly #hashes: Map<number, string>;

  constructor(position: unknown) {
    this.#hashes = new Map(Array.isArray(position) ? position : []);
  }

  has(packet: IPublishPacket): boolean {
    return this.#hashes.get(packet.messageId ?? 0) === hashOf(packet);
  }

  /** No more than `most` can be without an acknowledgement. */
  add(packet: IPublishPacket, most: number): void {
    const { messageId = 0 } = packet;
    this.#hashes.delete(messageId);
    this.#hashes.set(messageId, hashOf(packet));
    for (const oldest of this.#hashes.keys()) {
      if (this.#hashes.size <= 2 * most) break;
      this.#hashes.delete(oldest);
    }
  }

  get position(): [number, string][] {
    return [...this.#hashes];
  }
}

function hashOf({ topic, payload }: IPublishPacket): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${topic}\0`), Buffer.from(payload)]), 'hex').slice(0, 16);
}
