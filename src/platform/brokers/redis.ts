/**
 * Streams of Redis. A group of consumers remembers what was delivered and not acknowledged. There is one reader in the
 * group, always of the same name: what it got before it died is read first.
 */
import { createClient } from '@redis/client';
import {
  ANSWER_MS,
  type Broker,
  type BrokerDelivery,
  BrokerError,
  type BrokerServer,
  socketOptions,
  toBrokerError,
} from './broker.ts';

const READER = 'heddle';
const BLOCK_MS = 5_000;
/** What other readers of the group have left for this long is taken over. */
const ABANDONED_MS = 60_000;

type Entry = { id: string; message: Record<string, string> } | null;

export const redis: Broker = {
  port: tls => (tls ? 6380 : 6379),

  async receive(server, { stream = '', consumer: group, start }, { most, signal, onReady, handle }) {
    const client = await open(server, signal);
    const abort = () => client.destroy();
    signal.addEventListener('abort', abort, { once: true });
    const done = async (entries: readonly Entry[]) => {
      const given = entries.filter(entry => entry !== null);
      // Entries that were deleted meanwhile have no content any more.
      await handle(given.filter(({ message }) => message !== null).map(entry => toDelivery(stream, entry)));
      if (given.length > 0)
        await client.xAck(
          stream,
          group,
          given.map(({ id }) => id),
        );
    };
    try {
      signal.throwIfAborted();
      await client.xGroupCreate(stream, group, start === 'all' ? '0' : '$', { MKSTREAM: true }).catch(error => {
        if (!/BUSYGROUP/.test(String(error))) throw error;
      });
      onReady();
      let claimedAt = 0;
      for (let from = '0'; ; ) {
        if (Date.now() - claimedAt > ABANDONED_MS) {
          claimedAt = Date.now();
          const { messages } = await client.xAutoClaim(stream, group, READER, ABANDONED_MS, '0-0', { COUNT: most });
          if (messages.length > 0) await done(messages);
        }
        const read = await client.xReadGroup(
          group,
          READER,
          { key: stream, id: from },
          { COUNT: most, BLOCK: BLOCK_MS },
        );
        const entries = entriesOf(read);
        if (entries.length > 0) await done(entries);
        else from = '>';
      }
    } catch (error) {
      signal.throwIfAborted();
      throw toBrokerError(error, server);
    } finally {
      signal.removeEventListener('abort', abort);
      if (client.isOpen) client.destroy();
    }
  },

  async send(server, { stream = '' }, { body, headers }, signal) {
    const client = await open(server, signal);
    try {
      const id = await client.xAdd(stream, '*', { ...headers, body: body.toString() });
      return { stream, entry: id };
    } catch (error) {
      signal.throwIfAborted();
      throw toBrokerError(error, server);
    } finally {
      if (client.isOpen) client.destroy();
    }
  },
};

function entriesOf(read: unknown): Entry[] {
  const [first] = Array.isArray(read) ? read : [];
  return first?.messages ?? [];
}

/** A field `body` is the content, and all others are headers. Without one, the fields are the content. */
function toDelivery(stream: string, { id, message }: NonNullable<Entry>): BrokerDelivery {
  const { body, ...headers } = message;
  const content = body === undefined ? { headers: {}, body: headers } : { headers, body: Buffer.from(body) };
  return { id: `${stream}:${id}`, source: { stream }, ...content };
}

async function open(server: BrokerServer, signal: AbortSignal) {
  const { fields, tls } = server;
  const client = createClient({
    ...(fields.username && { username: fields.username }),
    ...((fields.password ?? fields.token) && { password: fields.password ?? fields.token }),
    socket: {
      ...socketOptions(server),
      ...(tls && { tls: true }),
      connectTimeout: ANSWER_MS,
      reconnectStrategy: false,
    },
    disableOfflineQueue: true,
  } as Parameters<typeof createClient>[0]);
  // What waits for an answer is rejected as well.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    signal.throwIfAborted();
    if (/WRONGPASS|NOAUTH/.test(String(error))) {
      throw new BrokerError(`The broker '${server.host}' did not accept the credential`, { cause: error });
    }
    throw toBrokerError(error, server);
  }
  return client;
}
