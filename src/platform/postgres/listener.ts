import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectTo, type PostgresTarget, Servers } from './target.ts';

const RECONNECT_MS = 250;
const HEARTBEAT_MS = 5_000;
/** How long a connection that is closed may take to say goodbye. */
const CLOSE_MS = 1_000;

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
  const servers = new Servers(target);
  const subscribers = new Set<Subscriber>();
  const abort = new AbortController();
  let connected = false;
  let client = await connect();
  // The connection executes one statement at a time.
  let lastStatement: Promise<void> = Promise.resolve();

  /** A connection on which a statement fails is replaced, and the next one listens to all channels. */
  function execute(statement: string): Promise<unknown> {
    lastStatement = lastStatement.then(async () => {
      if (!connected) return;
      const current = client;
      await current.query(statement).catch(() => current.connection.stream.destroy());
    });
    return lastStatement;
  }

  async function connect(): Promise<pg.Client> {
    const fresh = await connectTo(servers, { application_name: 'heddle listener' });
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onNotification(payload);
    });
    // The iteration also reaches subscribers that are added while it runs.
    const timeout = setTimeout(() => fresh.connection.stream.destroy(), HEARTBEAT_MS);
    try {
      for (const { channel } of subscribers) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // A standby, for example, accepts connections but not this statement.
      fresh.connection.stream.destroy();
      throw error;
    } finally {
      clearTimeout(timeout);
    }
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
    void execute('SELECT 1').finally(() => clearTimeout(timeout));
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
      await (isFirst ? execute(`LISTEN ${pg.escapeIdentifier(channel)}`) : lastStatement);
      return {
        async close() {
          subscribers.delete(subscriber);
        },
      };
    },
    async close() {
      abort.abort();
      clearInterval(heartbeat);
      // A connection that was forgotten on the way never confirms its end.
      const timeout = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS);
      await client.end();
      clearTimeout(timeout);
    },
  };
}
