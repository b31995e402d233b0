/**
 * A broker that speaks MQTT 5, for tests in which no real one is needed: it keeps messages for the subscribers of a topic
 * until they are acknowledged, and sends them again when a session goes on.
 */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { generate, type Packet, parser } from 'mqtt-packet';

interface Kept {
  topic: string;
  payload: Buffer;
  id: string | undefined;
  messageId: number;
  isSent: boolean;
  acknowledge(): void;
}

interface Session {
  topics: Set<string>;
  kept: Map<number, Kept>;
  /** Those of them that were never sent. */
  unsent: Kept[];
  /** How many were sent and not acknowledged. */
  inFlight: number;
  send: ((packet: Packet) => void) | undefined;
  room: number;
}

export interface TestBroker {
  port: number;
  /** Resolves when the message was acknowledged. It waits for a subscriber. */
  publish(topic: string, body: unknown, id?: string): Promise<void>;
  /** How often a message was sent, by its body. */
  sent: string[];
}

const FIVE = { protocolVersion: 5 } as const;

export async function openTestBroker(hooks: { after(act: () => unknown): void }): Promise<TestBroker> {
  const sessions = new Map<string, Session>();
  const waiting: Kept[] = [];
  const sockets = new Set<net.Socket>();
  const sent: string[] = [];
  let lastId = 0;

  /** Gives what waits to a subscriber, and sends what it has room for. */
  function deliver(): void {
    if (waiting.length > 0) assign();
    for (const session of sessions.values()) {
      while (session.send && session.inFlight < session.room) {
        const next = session.unsent.shift();
        if (!next) break;
        session.inFlight++;
        transmit(session, next, false);
      }
    }
  }

  function assign(): void {
    const left: Kept[] = [];
    for (const kept of waiting.splice(0)) {
      const session = sessions.values().find(({ topics }) => topics.has(kept.topic));
      if (session) session.kept.set(kept.messageId, kept);
      (session?.unsent ?? left).push(kept);
    }
    waiting.push(...left);
  }

  function transmit({ send }: Session, kept: Kept, dup: boolean): void {
    const { topic, payload, id, messageId } = kept;
    kept.isSent = true;
    sent.push(payload.toString());
    const properties = id === undefined ? {} : { userProperties: { id } };
    send?.({ cmd: 'publish', topic, payload, messageId, qos: 1, dup, retain: false, properties });
  }

  const server = net.createServer(socket => {
    sockets.add(socket);
    let session: Session | undefined;
    const send = (packet: Packet) => void (socket.writable && socket.write(generate(packet, FIVE)));
    const packets = parser(FIVE);
    packets.on('packet', packet => {
      if (packet.cmd === 'connect') {
        const known = sessions.get(packet.clientId);
        session = known ?? { topics: new Set(), kept: new Map(), unsent: [], inFlight: 0, send, room: 0 };
        session.send = send;
        session.room = packet.properties?.receiveMaximum ?? 100;
        sessions.set(packet.clientId, session);
        send({ cmd: 'connack', sessionPresent: known !== undefined, reasonCode: 0 });
        for (const kept of session.kept.values()) if (kept.isSent) transmit(session, kept, true);
        deliver();
      } else if (packet.cmd === 'subscribe' && packet.messageId !== undefined) {
        for (const { topic } of packet.subscriptions) session?.topics.add(topic);
        send({ cmd: 'suback', messageId: packet.messageId, granted: [1] });
        deliver();
      } else if (packet.cmd === 'puback' && packet.messageId !== undefined) {
        session?.kept.get(packet.messageId)?.acknowledge();
        if (session?.kept.delete(packet.messageId)) session.inFlight--;
        deliver();
      } else if (packet.cmd === 'pingreq') send({ cmd: 'pingresp' });
    });
    socket.on('data', (data: Buffer) => packets.parse(data));
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (session?.send === send) session.send = undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const publish = (topic: string, body: unknown, id: string | undefined) =>
    new Promise<void>(resolve => {
      lastId = (lastId % 0xffff) + 1;
      const payload = Buffer.from(JSON.stringify(body));
      waiting.push({ topic, payload, id, messageId: lastId, isSent: false, acknowledge: resolve });
      deliver();
    });
  return {
    port: (server.address() as AddressInfo).port,
    publish,
    sent,
  };
}
