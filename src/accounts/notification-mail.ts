/**
 * Sends notifications by e-mail.
 *
 *   waiting ── claimed, sent ──▶ mailed
 *      ▲          ├── refused: released, and retried by its job, for about a day
 *      └──────────┴── the process died: released when the claim expires
 *
 * A process only sends a mail that it has claimed, stops sending before the claim expires, and never claims a mail that
 * was sent. A mail is sent twice only when the mail server accepts it, and the process then dies, is suspended until
 * its claim expires, or can not reach the database, before it records that: no protocol commits to a mail server and a
 * database at once. Both mails then have the same Message-ID, so mail servers and readers usually show only one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob, type JobHandler } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { Mail, Mailer } from '../platform/mail/mail.ts';
import { escapeHtml } from '../platform/markdown/escape-html.ts';
import { unescapeMarkdown } from '../platform/markdown/escape-markdown.ts';
import type { MarkdownToHtml } from '../platform/markdown/markdown-html.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { OpenOwnLinks } from './own-links.ts';

export interface NotificationMailServices {
  database: HeddleDatabase;
  mailer: Mailer;
  markdownToHtml: MarkdownToHtml;
  /** Precedes links that begin with a slash. */
  publicUrl(): string;
  openOwnLinks: OpenOwnLinks;
  log: Logger;
  metrics: Metrics;
}

/** The delays are 10 s, 20 s, 40 s, ... up to an hour, each randomly shortened: about a day in all. */
export const mailNotification = defineJob<{ notification_id: string }>('accounts.mail-notification', {
  attempts: 41,
  delaySeconds: 10,
  maxDelaySeconds: 3600,
});

/** A mailer gives up on a silent server after 30 s. */
const SEND_MS = 35_000;
/** All mails together get the share of threads that one user gets, because the author of a text is not known here. */
const MAIL_OWNER = 'notification mails';
const CLAIM_SECONDS = 40;
const POLL_MS = 1_000;
const MARK_RETRY_MS = 500;

export function sendNotificationMails({
  database: { query },
  mailer,
  markdownToHtml,
  publicUrl,
  openOwnLinks,
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
        toMail(
          await withOwnLink(claim, openOwnLinks),
          publicUrl(),
          await markdownToHtml(claim.text, { owner: MAIL_OWNER, signal }),
        ),
        AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]),
      );
    } catch (error) {
      await releaseMail(query, claim).catch(() => {}); // the claim expires anyway
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
  /** The time at which the claim expires. It also distinguishes this claim from later ones. */
  until: Date;
  email: string;
  title: string;
  text: string;
  link: string | null;
  user_id: string;
  own_path: string | null;
}

/**
 * Waits while another process has claimed the mail. Returns undefined when the mail was sent, or when its user is
 * disabled or deleted.
 */
async function claimMail(db: Query, id: string, signal: AbortSignal): Promise<MailClaim | undefined> {
  for (;;) {
    const { rows } = await sql<MailClaim>`
      UPDATE notifications SET mail_claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}) FROM users
      WHERE users.id = notifications.user_id AND users.enabled AND notifications.id = ${id} AND mailed_at IS NULL
        AND (mail_claimed_until IS NULL OR mail_claimed_until <= now())
      RETURNING notifications.id, mail_claimed_until AS until, email, title, text, link,
        user_id, own_path`.execute(db);
    if (rows[0]) return rows[0];
    const leftMs = await claimLeftMs(db, id);
    if (leftMs === undefined) return undefined;
    await delay(Math.min(leftMs, POLL_MS), undefined, { signal });
  }
}

/** Returns how long the claim lasts; undefined when there is no mail to send. */
async function claimLeftMs(db: Query, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(sql<number>`greatest(0, ceil(extract(epoch FROM mail_claimed_until - now()) * 1000))::integer`.as('leftMs'))
    .where('notifications.id', '=', id)
    .where('users.enabled', '=', true)
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  return row?.leftMs;
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
 * Marks a mail as sent, even when the claim has expired meanwhile. It retries while the database is unreachable, as
 * long as this process owns the job, because otherwise the mail would be sent again.
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
      await delay(MARK_RETRY_MS, undefined, { signal });
    }
  }
}

async function withOwnLink(claim: MailClaim, open: OpenOwnLinks): Promise<MailClaim> {
  const { own_path, user_id } = claim;
  return own_path === null ? claim : { ...claim, link: (await open()).sign(own_path, user_id) };
}

export function toMail(
  { id, email, title, text, link }: Pick<MailClaim, 'id' | 'email' | 'title' | 'text' | 'link'>,
  publicUrl: string,
  html: string | undefined,
): Mail {
  const url = link?.startsWith('/') ? publicUrl + link : link;
  return {
    to: email,
    subject: title,
    text: [unescapeMarkdown(text), url].filter(Boolean).join('\n\n'),
    ...(html !== undefined && { html: url ? `${html}${linkTo(url)}` : html }),
    messageId: `notification-${id}@heddle`,
  };
}

/** The link is added outside of the Markdown, which could otherwise make it part of its own syntax. */
function linkTo(url: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>\n`;
}
