/**
 * Sends notifications after the commit of what they tell of, instead of within its transaction. PostgreSQL lets only one
 * transaction with a `NOTIFY` commit at a time, in the whole server, so that all others would wait for its flush to the
 * disk.
 *
 *   noted in a transaction ── COMMIT ──▶ waiting ── at most one statement at a time ──▶ sent
 *                          ── ROLLBACK, or the connection breaks ──▶ forgotten
 *
 * Equal notifications that wait become one. A notification can be lost when the process dies after the commit, so
 * whoever listens polls as well.
 */
import { type RawBuilder, sql } from 'kysely';

export interface PostgresNotification {
  channel: string;
  payload: string;
}

export interface Notifier {
  /** Sends a notification soon. It never fails: whoever listens polls as well. */
  notify(notification: PostgresNotification): void;
}

/** Sends notifications in one statement. */
type Send = (channels: readonly string[], payloads: readonly string[]) => Promise<unknown>;

/** The pause after each statement, in which further notifications come together. The first of them waits for nothing. */
const PAUSE_MS = 5;

export function createNotifier(send: Send): Notifier {
  const waiting = new Map<string, PostgresNotification>();
  let isSending = false;

  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.size > 0) {
      const notifications = [...waiting.values()];
      waiting.clear();
      await send(
        notifications.map(({ channel }) => channel),
        notifications.map(({ payload }) => payload),
      ).catch(() => {});
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    }
    isSending = false;
  }

  return {
    notify(notification) {
      waiting.set(`${notification.channel} ${notification.payload}`, notification);
      if (!isSending) void sendWaiting();
    },
  };
}

/**
 * The statement that sends notifications. Its transaction changes nothing that must survive a crash, so that its commit
 * does not wait for the disk.
 */
export const SEND_NOTIFICATIONS = {
  name: 'notifications.send',
  text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
    FROM unnest($1::text[], $2::text[]) AS waiting (channel, payload)`,
};

/**
 * Notifies after the commit of the transaction in which it is executed, or at once outside of a transaction. This
 * statement never reaches the database: the connection (`pool.ts`) keeps the notification until the transaction ends.
 */
export function notifyAfterCommit(channel: string, payload = ''): RawBuilder<unknown> {
  return sql`SELECT heddle_notify(${channel}, ${payload})`;
}

const NOTE = 'SELECT heddle_notify($1, $2)';

/** Returns the notification that a statement asks for, if it is a statement of `notifyAfterCommit`. */
export function toPostgresNotification(
  text: string,
  values: readonly unknown[] = [],
): PostgresNotification | undefined {
  return text === NOTE ? { channel: String(values[0]), payload: String(values[1]) } : undefined;
}
