import { defineJob } from '../platform/jobs/jobs.ts';
import { type Task, task } from '../platform/jobs/task.ts';
import { mailNotification, type NotificationMailServices, sendNotificationMails } from './notification-mail.ts';
import { releaseExpired } from './reservations.ts';

const releaseExpiredReservations = defineJob('accounts.release-expired-reservations', { repeat: { everyMinutes: 1 } });

/** Each waits for the mail server most of the time. */
const MAILS_AT_ONCE = 4;

export function accountTasks(services: NotificationMailServices): Task[] {
  return [
    task({
      kind: releaseExpiredReservations,
      concurrency: 1,
      run: async () => {
        await releaseExpired(services.database.query);
      },
    }),
    task({ kind: mailNotification, concurrency: MAILS_AT_ONCE, run: sendNotificationMails(services) }),
  ];
}
