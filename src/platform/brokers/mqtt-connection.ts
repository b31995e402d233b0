/** One connection to an MQTT 5 broker: the packets of a session, without anything that happens by itself but pings. */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { ANSWER_MS, BrokerError, type BrokerServer, socketOptions } from './broker.ts';

interface SessionOptions {
  /** Empty where the broker chooses one. */
  clientId: string;
  /** For how many seconds the broker keeps the session after the connection. None begins anew. */
  keepsSession: number;
  /** Messages without an acknowledgement. */
  receiveMaximum: number;
  onPublish(packet: IPublishPacket): void;
  onEnd(error: Error): void;
  signal: AbortSignal;
}

interface Answer {
  reasonCode?: number | undefined;
  granted?: readonly unknown[];
}

const PROTOCOL = { protocolVersion: 5 } as const;
const KEEP_ALIVE_SECONDS = 30;
const REFUSED = 0x80;
/** Larger packets are not accepted. */
const PACKET_BYTES = 8 * 2 ** 20;

export class MqttConnection {
  readonly #socket: net.Socket;
  readonly #waiting = new Map<string, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #lastId = 0;
  #pinging: NodeJS.Timeout | undefined;

  private constructor(socket: net.Socket, { onPublish, onEnd }: SessionOptions) {
    this.#socket = socket;
    const packets = parser(PROTOCOL);
    packets.on('packet', packet => {
      if (packet.cmd === 'publish') onPublish(packet);
      else if (packet.cmd === 'disconnect')
        socket.destroy(new BrokerError(`The broker ended the session (reason ${packet.reasonCode ?? 0})`));
      else this.#answer(packet);
    });
    packets.on('error', error => socket.destroy(error));
    socket.on('data', (data: Buffer) => packets.parse(data));
    socket.setTimeout(KEEP_ALIVE_SECONDS * 2000, () => socket.destroy(new BrokerError('The broker does not answer')));
    let failure: Error | undefined;
    socket.on('error', error => {
      failure = error;
    });
    socket.on('close', () => {
      clearInterval(this.#pinging);
      const error = failure ?? new BrokerError('The broker ended the connection');
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      onEnd(error);
    });
  }

  static async open(server: BrokerServer, options: SessionOptions): Promise<MqttConnection> {
    const socket = server.tls ? tls.connect(socketOptions(server)) : net.connect(socketOptions(server));
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      await once(socket, server.tls ? 'secureConnect' : 'connect', { signal });
    } catch (error) {
      socket.on('error', () => {}).destroy();
      throw error;
    }
    const connection = new MqttConnection(socket, options);
    try {
      await connection.#connect(server, options);
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  async #connect(server: BrokerServer, { clientId, keepsSession, receiveMaximum }: SessionOptions): Promise<void> {
    const { username, password, token } = server.fields;
    const { reasonCode = 0 } = await this.#ask('connack', {
      ...{ cmd: 'connect', protocolId: 'MQTT', ...PROTOCOL, clientId, clean: keepsSession === 0 },
      keepalive: KEEP_ALIVE_SECONDS,
      ...(username !== undefined && { username }),
      ...((password ?? token) !== undefined && { password: Buffer.from(password ?? token ?? '') }),
      properties: { sessionExpiryInterval: keepsSession, receiveMaximum, maximumPacketSize: PACKET_BYTES },
    });
    if (reasonCode === 0x86 || reasonCode === 0x87) {
      throw new BrokerError(`The broker '${server.host}' did not accept the credential`);
    }
    if (reasonCode >= REFUSED)
      throw new BrokerError(`The broker '${server.host}' refused the connection (reason ${reasonCode})`);
    this.#pinging = setInterval(() => this.#send({ cmd: 'pingreq' }), (KEEP_ALIVE_SECONDS * 1000) / 2);
    this.#pinging.unref();
  }

  /** Messages that the broker retains come only when the subscription is new. */
  async subscribe(topic: string): Promise<void> {
    const messageId = this.#nextId();
    const subscriptions = [{ topic, qos: 1 as const, nl: false, rap: true, rh: 1 }];
    const { granted } = await this.#ask(`suback ${messageId}`, { cmd: 'subscribe', messageId, subscriptions });
    const [code] = granted ?? [];
    if (typeof code === 'number' && code >= REFUSED) throw new BrokerError(`The broker refused the topic '${topic}'`);
  }

  publish(topic: string, payload: Buffer, properties: NonNullable<IPublishPacket['properties']>): Promise<Answer> {
    const messageId = this.#nextId();
    const flags = { qos: 1 as const, dup: false, retain: false };
    return this.#ask(`puback ${messageId}`, { cmd: 'publish', messageId, topic, payload, ...flags, properties });
  }

  acknowledge(messageId: number): void {
    this.#send({ cmd: 'puback', messageId, reasonCode: 0 });
  }

  close(): void {
    if (!this.#socket.destroyed) this.#send({ cmd: 'disconnect', reasonCode: 0 });
    this.#socket.destroySoon();
    // A broker that does not close its side must not keep the connection.
    this.#socket.setTimeout(1000, () => this.#socket.destroy());
  }

  async #ask(answer: string, packet: Packet): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => reject(new BrokerError('The broker does not answer')), ANSWER_MS);
    this.#waiting.set(answer, { resolve, reject });
    this.#send(packet);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(answer);
    }
  }

  #answer(packet: Packet): void {
    const name = packet.cmd === 'connack' ? packet.cmd : `${packet.cmd} ${packet.messageId}`;
    this.#waiting.get(name)?.resolve(packet as Answer);
  }

  #send(packet: Packet): void {
    if (this.#socket.writable) this.#socket.write(generate(packet, PROTOCOL));
  }

  #nextId(): number {
    this.#lastId = (this.#lastId % 0xffff) + 1;
    return this.#lastId;
  }
}
