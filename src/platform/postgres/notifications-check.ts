/** Checks that what one connection notifies arrives at another, which a pooler may prevent without any error. */
import { randomUUID } from 'node:crypto';
import type { Listener } from './listener.ts';
import type { Pool } from './pool.ts';

/** Nothing that is notified arrives at the connection that listens. */
export class NotificationsLost extends Error {}

const CHANNEL = 'heddle_listening';
const LIMIT_MS = 5_000;
/** A notification that was sent while the listener reconnected is lost, so it is sent again. */
const REPEAT_MS = 500;

/** Throws `NotificationsLost` when none arrives within some seconds. */
export async function requireNotifications(pool: Pool, listener: Listener, limitMs = LIMIT_MS): Promise<void> {
  const payload = randomUUID();
  const arrived = Promise.withResolvers<void>();
  const send = () => pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(arrived.reject);
  const subscription = await listener.subscribe(
    CHANNEL,
    text => text === payload && arrived.resolve(),
    () => {},
  );
  const giveUp = () =>
    arrived.reject(
      new NotificationsLost(
        'notifications of the database do not arrive, as behind a pooler that gives every transaction another connection: ' +
          'set HEDDLE_DATABASE_DIRECT_URL to an address of PostgreSQL itself',
      ),
    );
  const timer = setTimeout(giveUp, limitMs);
  const repeating = setInterval(send, REPEAT_MS);
  try {
    void send();
    await arrived.promise;
  } finally {
    clearTimeout(timer);
    clearInterval(repeating);
    await subscription.close();
  }
}
