import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { clientOptions, type PostgresTarget } from './pool.ts';

const RECONNECT_MS = 250;
const HEARTBEAT_MS = 5_000;

export interface Listener {
  /** False while notifications may be missed, so that caches can not be trusted. */
  readonly connected: boolean;
  /** `onMissed` is called when notifications may have been lost; whatever depends on them must then be read again. */
  subscribe(channel: string, onNotification: (payload: string) => void, onMissed: () => void): Promise<Subscription>;
  close(): Promise<void>;
}

export interface Subscription {
  close(): Promise<void>;
}

interface Subscriber {
  channel: string;
  onNotification: (payload: string) => void;
  onMissed: () => void;
}

/** Opens one connection that listens for all subscribers and reconnects when it breaks. */
export async function openListener(target: PostgresTarget): Promise<Listener> {
  const subscribers = new Set<Subscriber>();
  const abort = new AbortController();
  let connected = false;
  let client = await connect();
  // The connection executes one statement at a time.
  let lastStatement: Promise<unknown> = Promise.resolve();

  function execute(statement: string): Promise<unknown> {
    const executing = lastStatement.then(() => (connected ? client.query(statement) : undefined));
    lastStatement = executing.catch(() => {});
    return executing;
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...clientOptions(target), application_name: 'heddle listener' });
    fresh.on('error', () => {}); // 'end' follows
    await fresh.connect();
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onNotification(payload);
    });
    // The iteration also reaches subscribers that are added while it runs.
    for (const { channel } of subscribers) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    fresh.once('end', reconnect);
    connected = true;
    return fresh;
  }

  async function reconnect(): Promise<void> {
    connected = false;
    if (abort.signal.aborted) return;
    notifyMissed();
    while (!abort.signal.aborted) {
      try {
        client = await connect();
        if (abort.signal.aborted) await client.end();
        notifyMissed();
        return;
      } catch {
        await delay(RECONNECT_MS, undefined, { signal: abort.signal }).catch(() => {});
      }
    }
  }

  function notifyMissed(): void {
    for (const subscriber of subscribers) subscriber.onMissed();
  }

  // A connection that was cut silently (for example by a router) is noticed only when it is used.
  const heartbeat = setInterval(() => {
    if (!connected) return;
    const current = client;
    const timeout = setTimeout(() => current.connection.stream.destroy(), HEARTBEAT_MS);
    execute('SELECT 1')
      .catch(() => {})
      .finally(() => clearTimeout(timeout));
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    get connected() {
      return connected;
    },
    async subscribe(channel, onNotification, onMissed) {
      const subscriber = { channel, onNotification, onMissed };
      const isFirst = ![...subscribers].some(other => other.channel === channel);
      subscribers.add(subscriber);
      if (isFirst) await execute(`LISTEN ${pg.escapeIdentifier(channel)}`);
      return {
        async close() {
          subscribers.delete(subscriber);
        },
      };
    },
    async close() {
      abort.abort();
      clearInterval(heartbeat);
      await client.end();
    },
  };
}
