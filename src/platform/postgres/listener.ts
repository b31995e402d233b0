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

export async function openListener(target: PostgresTarget): Promise<Listener> {
  const listener = new SharedListener(target);
  await listener.open();
  return listener;
}

/** One connection that listens for all subscribers and reconnects when it breaks. */
class SharedListener implements Listener {
  readonly #servers: Servers;
  readonly #subscribers = new Set<Subscriber>();
  readonly #closing = new AbortController();
  #connected = false;
  #client: pg.Client | undefined;
  /** The connection executes one statement at a time. */
  #lastStatement: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(target: PostgresTarget) {
    this.#servers = new Servers(target);
  }

  async open(): Promise<void> {
    this.#client = await this.#connect();
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  get connected(): boolean {
    return this.#connected;
  }

  async subscribe(
    channel: string,
    onNotification: (payload: string) => void,
    onMissed: () => void,
  ): Promise<Subscription> {
    const subscriber = { channel, onNotification, onMissed };
    const isFirst = ![...this.#subscribers].some(other => other.channel === channel);
    this.#subscribers.add(subscriber);
    await (isFirst ? this.#execute(`LISTEN ${pg.escapeIdentifier(channel)}`) : this.#lastStatement);
    return {
      close: async () => {
        this.#subscribers.delete(subscriber);
      },
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeat);
    // A connection that was forgotten on the way never confirms its end.
    const timeout = setTimeout(() => this.#client?.connection.stream.destroy(), CLOSE_MS);
    await this.#client?.end();
    clearTimeout(timeout);
  }

  /** A connection on which a statement fails is replaced, and the next one listens to all channels. */
  #execute(statement: string): Promise<void> {
    this.#lastStatement = this.#lastStatement.then(async () => {
      if (!this.#connected) return;
      const current = this.#client;
      await current?.query(statement).catch(() => current.connection.stream.destroy());
    });
    return this.#lastStatement;
  }

  async #connect(): Promise<pg.Client> {
    const fresh = await connectTo(this.#servers, { application_name: 'heddle listener' });
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const subscriber of this.#subscribers) {
        if (subscriber.channel === channel) subscriber.onNotification(payload);
      }
    });
    // The iteration also reaches subscribers that are added while it runs.
    const timeout = setTimeout(() => fresh.connection.stream.destroy(), HEARTBEAT_MS);
    try {
      for (const { channel } of this.#subscribers) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // A standby, for example, accepts connections but not this statement.
      fresh.connection.stream.destroy();
      throw error;
    } finally {
      clearTimeout(timeout);
    }
    fresh.once('end', () => this.#reconnect());
    this.#connected = true;
    return fresh;
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    this.#connected = false;
    if (signal.aborted) return;
    this.#notifyMissed();
    while (!signal.aborted) {
      try {
        this.#client = await this.#connect();
        if (signal.aborted) await this.#client.end();
        this.#notifyMissed();
        return;
      } catch {
        await delay(RECONNECT_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  #notifyMissed(): void {
    for (const subscriber of this.#subscribers) subscriber.onMissed();
  }

  /** A connection that was cut silently (for example by a router) is noticed only when it is used. */
  #beat(): void {
    if (!this.#connected) return;
    const current = this.#client;
    const timeout = setTimeout(() => current?.connection.stream.destroy(), HEARTBEAT_MS);
    void this.#execute('SELECT 1').finally(() => clearTimeout(timeout));
  }
}
