import { defineJob } from '../platform/jobs/jobs.ts';
import { type Task, task } from '../platform/jobs/task.ts';
import { mailNotification, type NotificationMailServices, sendNotificationMails } from './notification-mail.ts';
import { deleteOldNotifications, type NotificationRetention } from './notification-retention.ts';
import { releaseExpired } from './reservations.ts';

const releaseExpiredReservations = defineJob('accounts.release-expired-reservations', { repeat: { everyMinutes: 1 } });

/** Each waits for the mail server most of the time. */
const MAILS_AT_ONCE = 4;

export interface AccountTaskServices extends NotificationMailServices {
  notificationRetention: NotificationRetention;
}

export function accountTasks(services: AccountTaskServices): Task[] {
  return [
    task({
      kind: releaseExpiredReservations,
      concurrency: 1,
      run: async () => {
        await releaseExpired(services.database.query);
      },
    }),
    task({
      kind: defineJob('accounts.delete-old-notifications', { repeat: { everyMinutes: 60, offsetMinutes: 37 } }),
      concurrency: 1,
      run: async () => {
        await deleteOldNotifications(services.database.query, services.notificationRetention);
      },
    }),
    task({ kind: mailNotification, concurrency: MAILS_AT_ONCE, run: sendNotificationMails(services) }),
  ];
}
