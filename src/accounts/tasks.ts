import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { mailInvitation, sendInvitationMails } from './invitation-mail.ts';
import { mailNotification, type NotificationMailServices, sendNotificationMails } from './notification-mail.ts';
import { deleteOldNotifications, type NotificationRetention } from './notifications.ts';
import { releaseExpiredReservations } from './reservations.ts';
import { deleteEndedSessions } from './sign-in/sessions.ts';

/** A job that sends a mail spends most of its time waiting for the mail server. */
const MAILS_AT_ONCE = 4;

interface AccountTaskServices extends NotificationMailServices {
  notificationRetention: NotificationRetention;
}

export function accountTasks(services: AccountTaskServices): Task[] {
  return [
    defineTask({
      kind: defineJob('accounts.release-expired-reservations', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: async () => {
        await releaseExpiredReservations(services.database.query);
      },
    }),
    defineTask({
      kind: defineJob('accounts.delete-old-notifications', { repeat: { everyMinutes: 60, offsetMinutes: 37 } }),
      concurrency: 1,
      run: (_payload, { signal }) =>
        deleteOldNotifications(services.database.query, services.notificationRetention, signal),
    }),
    defineTask({
      kind: defineJob('accounts.delete-ended-sessions', { repeat: { everyMinutes: 60, offsetMinutes: 11 } }),
      concurrency: 1,
      run: () => deleteEndedSessions(services.database.query),
    }),
    defineTask({ kind: mailInvitation, concurrency: 1, run: sendInvitationMails(services) }),
    defineTask({ kind: mailNotification, concurrency: MAILS_AT_ONCE, run: sendNotificationMails(services) }),
  ];
}
