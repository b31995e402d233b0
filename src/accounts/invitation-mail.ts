/**
 * Mails invitations and resets. Each attempt makes a link of its own, because no token is stored: whichever mail arrives,
 * its link works, and using one ends all.
 */
import { sql } from 'kysely';
import { type HeddleDatabase, isForeignKeyViolation, type Query } from '../database.ts';
import { defineJob, type JobHandler } from '../platform/jobs/jobs.ts';
import type { Mail, Mailer } from '../platform/mail/mail.ts';
import { createOneTimeLink } from './sign-in/one-time-links.ts';

export interface InvitationMailServices {
  database: HeddleDatabase;
  mailer: Mailer;
  publicUrl(): string;
}

interface InvitationJob {
  invitation_id: string;
  /** The name of the administrator. */
  sender: string;
}

/** The delays are 10 s, 20 s, 40 s, ... up to an hour, each randomly shortened: about a day in all. */
export const mailInvitation = defineJob<InvitationJob>('accounts.mail-invitation', {
  attempts: 41,
  delaySeconds: 10,
  maxDelaySeconds: 3600,
});

/** A mailer gives up on a silent server after 30 s. */
const SEND_MS = 35_000;

export function sendInvitationMails(services: InvitationMailServices): JobHandler<InvitationJob> {
  const { mailer, publicUrl } = services;
  const { query: db } = services.database;
  return async ({ invitation_id, sender }, { signal }) => {
    const invitation = await findUnsent(db, invitation_id);
    if (!invitation) return;
    const path = await createLinkOf(db, invitation);
    if (path === undefined) return;
    const mail = toMail(invitation, { sender, publicUrl: publicUrl(), link: publicUrl() + path });
    await mailer.send(mail, AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]));
    await db.updateTable('invitations').set({ mailed_at: sql<Date>`now()` }).where('id', '=', invitation_id).execute();
  };
}

type Unsent = NonNullable<Awaited<ReturnType<typeof findUnsent>>>;

/** Finds nothing when the invitation was sent, revoked or replaced, or is over, or when its user is disabled. */
async function findUnsent(db: Query, id: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select(['invitations.id', 'invitations.user_id', 'invitations.purpose', 'invitations.expires_at', 'users.email'])
    .where('invitations.id', '=', id)
    .where('mailed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('users.enabled', '=', true)
    .executeTakeFirst();
}

/** Returns undefined when the invitation was revoked at this moment. */
async function createLinkOf(db: Query, invitation: Unsent): Promise<string | undefined> {
  try {
    return await createOneTimeLink(db, invitation.user_id, invitation.purpose, invitation);
  } catch (error) {
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}

function toMail(
  { id, email, purpose, expires_at }: Unsent,
  { sender, publicUrl, link }: { sender: string; publicUrl: string; link: string },
): Mail {
  const until = `${expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const isInvitation = purpose === 'invitation';
  return {
    to: email,
    subject: isInvitation ? 'You are invited to Heddle' : 'Set a new password for Heddle',
    text: [
      isInvitation
        ? `${sender} invites you to Heddle at ${publicUrl}.`
        : `${sender} sends you a link to set a new password for Heddle at ${publicUrl}.`,
      `Open it to choose your password. It works once, until ${until}:`,
      link,
      'If you do not know what this is about, you can ignore this mail.',
    ].join('\n\n'),
    messageId: `invitation-${id}@heddle`,
  };
}
