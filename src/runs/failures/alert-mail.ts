/** Sends alerts to addresses that belong to no user. Users get theirs with their notifications. */
import { toMail } from '../../accounts/notification-mail.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { MarkdownToHtml } from '../../platform/markdown/markdown-html.ts';

interface AlertMail {
  /** The same for every attempt, so that mail readers show a mail once that was sent twice. */
  id: string;
  email: string;
  title: string;
  text: string;
  link: string | null;
}

/** The delays are those of the mails of notifications: about a day in all. */
export const mailAlert = defineJob<AlertMail>('runs.mail-alert', {
  attempts: 41,
  delaySeconds: 10,
  maxDelaySeconds: 3600,
});

/** A mailer gives up on a silent server after 30 s. */
const SEND_MS = 35_000;
/** All alerts together get the share of threads that one user gets. */
const MAIL_OWNER = 'alert mails';

interface AlertMailServices {
  mailer: Mailer;
  markdownToHtml: MarkdownToHtml;
  publicUrl(): string;
}

export function alertMailTask({ mailer, markdownToHtml, publicUrl }: AlertMailServices): Task {
  return defineTask({
    kind: mailAlert,
    concurrency: 2,
    run: async (mail, { signal }) => {
      const html = await markdownToHtml(mail.text, { owner: MAIL_OWNER, signal });
      const limit = AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]);
      await mailer.send(toMail(mail, publicUrl(), html), limit);
    },
  });
}
