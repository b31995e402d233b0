/**
 * The mail that goes with a notification.
 *
 *   waiting ── claimed, sent ──▶ mailed
 *      ▲          ├── refused: released, and tried again by its job, for about a day
 *      └──────────┴── the process died: free when the claim ends
 *
 * Nobody sends what another has claimed, and nobody claims what is mailed. Sending stops before the claim ends. So
 * one mail is sent twice only when the server has taken it and the process then dies, stands still until its claim is
 * over, or can not reach the database, before that is written down: no protocol can tell a mail server and a database
 * of the same thing at once. The second is the same mail then, with the same Message-ID, and mail servers and readers
 * commonly show it once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../database.ts';
import { defineJob, type JobHandler } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Mail, Mailer } from '../platform/mail/mail.ts';
import { escapeHtml } from '../platform/markdown/escape-html.ts';
import type { MarkdownToHtml } from '../platform/markdown/markdown-html.ts';
import type { Metrics } from '../platform/metrics.ts';
import { passPoint } from '../platform/crash-points.ts';

export interface NotificationMailServices {
  database: HeddleDatabase;
  mailer: Mailer;
  markdownToHtml: MarkdownToHtml;
  /** What links that begin with a slash start with. */
  publicUrl(): string;
  log: Logger;
  metrics: Metrics;
}

/** Waits of 10 s, 20 s, 40 s ... and from then on of an hour, each shortened by chance: a day in all. */
export const mailNotification = defineJob<{ notification_id: string }>('accounts.mail-notification', {
  attempts: 41,
  delaySeconds: 10,
  maxDelaySeconds: 3600,
});

/** A mailer gives up a silent server after 30 s. */
const SEND_MS = 35_000;
/** All mails share threads as one user does: whose workflow wrote the text is not known here. */
const MAILS = 'notification mails';
const CLAIM_SECONDS = 40;
const LOOK_AGAIN_MS = 1_000;
const MARK_AGAIN_MS = 500;

export function sendNotificationMails({
  database: { query },
  mailer,
  markdownToHtml,
  publicUrl,
  log,
  metrics,
}: NotificationMailServices): JobHandler<{ notification_id: string }> {
  const mails = metrics.counter('notification_mails_total', 'E-mails of notifications by outcome', ['outcome']);
  return async ({ notification_id: id }, { attempt, signal }) => {
    const claim = await claimMail(query, id, signal);
    if (!claim) return;
    passPoint('mail.claimed');
    try {
      await mailer.send(
        mailOf(claim, publicUrl(), await markdownToHtml(claim.text, { owner: MAILS, signal })),
        AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]),
      );
    } catch (error) {
      await releaseMail(query, claim).catch(() => {}); // it ends by itself
      if (signal.aborted) throw error;
      const isLast = attempt >= mailNotification.attempts;
      mails.inc({ outcome: isLast ? 'given_up' : 'refused' });
      if (isLast) log.error({ notification: id, err: error }, 'the mail of a notification was given up');
      throw error;
    }
    passPoint('mail.sent');
    await markMailed(query, id, signal);
    mails.inc({ outcome: 'sent' });
    passPoint('mail.marked');
  };
}

interface MailClaim {
  id: string;
  /** Tells this claim from a later one. */
  until: Date;
  email: string;
  title: string;
  text: string;
  link: string | null;
}

/** Undefined: it is mailed already, or its user is disabled or gone. Waits where another has claimed it. */
async function claimMail(db: Query, id: string, signal: AbortSignal): Promise<MailClaim | undefined> {
  for (;;) {
    const { rows } = await sql<MailClaim>`
      UPDATE notifications SET mail_claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}) FROM users
      WHERE users.id = notifications.user_id AND users.enabled AND notifications.id = ${id} AND mailed_at IS NULL
        AND (mail_claimed_until IS NULL OR mail_claimed_until <= now())
      RETURNING notifications.id, mail_claimed_until AS until, email, title, text, link`.execute(db);
    if (rows[0]) return rows[0];
    const heldMs = await heldForMs(db, id);
    if (heldMs === undefined) return undefined;
    await delay(Math.min(heldMs, LOOK_AGAIN_MS), undefined, { signal });
  }
}

/** How long it is still claimed, if it is yet to be sent. */
async function heldForMs(db: Query, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(sql<number>`greatest(0, ceil(extract(epoch FROM mail_claimed_until - now()) * 1000))::integer`.as('heldMs'))
    .where('notifications.id', '=', id)
    .where('users.enabled', '=', true)
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  return row?.heldMs;
}

async function releaseMail(db: Query, { id, until }: MailClaim): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_claimed_until: null })
    .where('id', '=', id)
    .where('mail_claimed_until', '=', until)
    .execute();
}

/**
 * Also when the claim has run out meanwhile: it was sent. Tried again while the database is away, for as long as the
 * job is ours, because otherwise the mail would be sent once more.
 */
async function markMailed(db: Query, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await db
        .updateTable('notifications')
        .set({ mailed_at: sql<Date>`now()`, mail_claimed_until: null })
        .where('id', '=', id)
        .where('mailed_at', 'is', null)
        .execute();
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      await delay(MARK_AGAIN_MS, undefined, { signal });
    }
  }
}

function mailOf({ id, email, title, text, link }: MailClaim, publicUrl: string, html: string | undefined): Mail {
  const url = link?.startsWith('/') ? publicUrl + link : link;
  return {
    to: email,
    subject: title,
    text: [text, url].filter(Boolean).join('\n\n'),
    ...(html !== undefined && { html: url ? `${html}${linkTo(url)}` : html }),
    messageId: `notification-${id}@heddle`,
  };
}

/** Beside the Markdown, which can not swallow it then. */
function linkTo(url: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>\n`;
}
