/**
 * Links by which administrators let users set a password: invitations of those who never had one, and resets.
 *
 *   created ── by mail: a job makes the link and sends it ──▶ accepted: all links of the user are gone
 *      │       by hand: the response has the link, once   └─▶ expired
 *      └── revoked, or replaced by another one: its links work no more
 *
 * A token is in the mail or in the response, and its hash in the database. It is stored nowhere else.
 */

import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { entityNotFound, userDisabled } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import type { Invitation, SentInvitation } from './administration-schemas.ts';
import { mailInvitation } from './invitation-mail.ts';
import { createOneTimeLink, LINK_MINUTES } from './sign-in/one-time-links.ts';
import {
  insertUser,
  lockUserForNoKeyUpdate,
  toUserColumns,
  type UserChanges,
  type UserRow,
  userSubject,
} from './users.ts';

type Delivery = Invitation['delivery'];

export interface InvitationServices {
  database: HeddleDatabase;
  jobs: Pick<JobQueue, 'enqueue'>;
  publicUrl(): string;
  /** Whether there is a mail server. */
  sendsMail: boolean;
}

/** Creates a user without a password, and invites them. */
export async function inviteUser(
  services: InvitationServices,
  caller: Caller,
  { delivery, ...input }: UserChanges & { email: string; name: string; delivery?: Delivery },
): Promise<SentInvitation> {
  const chosen = chooseDelivery(services, delivery);
  const columns = toUserColumns(input);
  return services.database.query.transaction().execute(async transaction => {
    const user = await insertUser(transaction, { ...columns, email: input.email, name: input.name });
    return send(services, transaction, caller, { user, delivery: chosen, created: true });
  });
}

/** Sends another link, which replaces the one before: an invitation until the user has a password, and then a reset. */
export async function sendLink(
  services: InvitationServices,
  caller: Caller,
  { user_id, delivery }: { user_id: string; delivery?: Delivery },
): Promise<SentInvitation> {
  const chosen = chooseDelivery(services, delivery);
  return services.database.query.transaction().execute(async transaction => {
    const user = await lockUserForNoKeyUpdate(transaction, user_id);
    if (!user) throw entityNotFound();
    if (!user.enabled) throw userDisabled();
    return send(services, transaction, caller, { user, delivery: chosen, created: false });
  });
}

export async function revokeLink({ query: db }: HeddleDatabase, caller: Caller, userId: string): Promise<void> {
  await db.transaction().execute(async transaction => {
    const revoked = await transaction
      .deleteFrom('invitations')
      .where('user_id', '=', userId)
      .returning('purpose')
      .executeTakeFirst();
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!revoked || !user) throw entityNotFound();
    const details = { purpose: revoked.purpose };
    await recordAudit(transaction, caller, { action: 'user.revoke', subject: userSubject(user), details });
  });
}

function chooseDelivery({ sendsMail }: InvitationServices, wanted: Delivery | undefined): Delivery {
  // Without a mail server, a mail that is asked for goes to the outbox, like all others.
  return wanted ?? (sendsMail ? 'mail' : 'link');
}

async function send(
  { jobs, publicUrl }: InvitationServices,
  transaction: Query,
  caller: Caller,
  { user, delivery, created }: { user: UserRow; delivery: Delivery; created: boolean },
): Promise<SentInvitation> {
  const purpose = user.password_hash === null && user.signed_in_at === null ? 'invitation' : 'password';
  await transaction.deleteFrom('invitations').where('user_id', '=', user.id).execute();
  const invitation = await transaction
    .insertInto('invitations')
    .values({
      id: newId(),
      user_id: user.id,
      purpose,
      delivery,
      expires_at: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES[purpose]})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const path = delivery === 'link' ? await createOneTimeLink(transaction, user.id, purpose, invitation) : undefined;
  if (delivery === 'mail') {
    await jobs.enqueue(mailInvitation, { invitation_id: invitation.id, sender: caller.name }, { transaction });
  }
  await recordAudit(transaction, caller, {
    action: purpose === 'invitation' ? 'user.invite' : 'user.reset',
    subject: userSubject(user),
    details: {
      delivery,
      ...(created && { created, admin: user.admin, workflow_permission: user.workflow_permission }),
    },
  });
  return {
    user_id: user.id,
    invitation: toInvitation(invitation),
    link: path === undefined ? null : publicUrl() + path,
  };
}

export function toInvitation(row: {
  purpose: Invitation['purpose'];
  delivery: Delivery;
  created_at: Date;
  expires_at: Date;
  mailed_at: Date | null;
}): Invitation {
  const { purpose, delivery, created_at, expires_at, mailed_at } = row;
  return {
    purpose,
    delivery,
    created_at: created_at.getTime(),
    expires_at: expires_at.getTime(),
    mailed_at: mailed_at?.getTime() ?? null,
  };
}
