/** What people are told of schedules that start no run. */
import { sql } from 'kysely';
import type { Notify } from '../accounts/notifications.ts';
import type { Query } from '../database.ts';

/** Once a day. */
export async function notifyQueueFull(
  notify: Notify,
  transaction: Query,
  userId: string,
  queuedPerUser: number,
): Promise<void> {
  const { rows } = await sql<{ today: string }>`
    SELECT (now() AT TIME ZONE 'UTC')::date::text AS today`.execute(transaction);
  await notify(transaction, [userId], {
    event: `queue-full:${rows[0]?.today}`,
    kind: 'queue_full',
    title: 'Schedules were missed',
    text:
      `Schedules of your workflows were due, but ${queuedPerUser} runs on your behalf wait already. Such schedules are ` +
      'passed over until there is room again, and webhook calls are refused. Look for workflows that are started more ' +
      'often than they can be executed.',
  });
}
