/**
 * Links that set a password once: for the administrator of a first start, for whoever is invited, and for whoever has
 * lost theirs.
 *
 *   printed ──▶ used: all links of the user are deleted, and the browser is signed in
 *           └─▶ expired
 *
 * The token is in the fragment of the link, which browsers send to nobody, so that it is in no log.
 */
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { linkNotValid, validationError } from '../../errors.ts';
import { hashKey } from '../../http/authentication.ts';
import { newSecret } from '../../platform/ids.ts';
import type { UserServices } from '../user-changes.ts';
import { userSubject, writeUser } from '../users.ts';
import { type Client, type NewSession, openSession, sessionActor } from './sessions.ts';
import { forgetFailures } from './sign-in-limits.ts';

export type Purpose = 'setup' | 'password' | 'invitation';

export const LINK_MINUTES: Record<Purpose, number> = {
  setup: fixedLimits.signIn.setupLinkMinutes,
  password: fixedLimits.signIn.passwordLinkMinutes,
  invitation: fixedLimits.signIn.invitationLinkMinutes,
};

/** Returns the path of the link, with its token. */
export async function createOneTimeLink(
  db: Query,
  userId: string,
  purpose: Purpose,
  invitation?: { id: string; expires_at: Date },
): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('one_time_links')
    .values({
      token_hash: hashKey(token),
      user_id: userId,
      purpose,
      expires_at: invitation?.expires_at ?? sql<Date>`now() + make_interval(mins => ${LINK_MINUTES[purpose]})`,
      invitation_id: invitation?.id ?? null,
    })
    .execute();
  return `/welcome#${token}`;
}

/**
 * Finds the administrator who has still to set up the console: as long as no administrator has a password, and nobody
 * has ever signed in.
 */
export async function findWhoSetsUp(db: Query): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('admin', '=', true)
    .where('enabled', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('id')
            .where(({ or, and, eb }) =>
              or([
                eb('signed_in_at', 'is not', null),
                and([eb('admin', '=', true), eb('enabled', '=', true), eb('password_hash', 'is not', null)]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

export async function readLink(db: Query, token: string): Promise<{ purpose: Purpose; email: string }> {
  const link = await db
    .selectFrom('one_time_links')
    .innerJoin('users', 'users.id', 'one_time_links.user_id')
    .select(['one_time_links.purpose', 'users.email'])
    .where('token_hash', '=', hashKey(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('users.enabled', '=', true)
    .executeTakeFirst();
  if (!link) throw linkNotValid();
  return link;
}

interface Acceptance {
  token: string;
  password: string;
  email?: string;
  name?: string;
}

/**
 * Sets the password, and signs in. A link for a lost password changes nothing else of its user. Whoever is invited may
 * choose a name, but not the address to which the invitation went.
 */
export async function acceptLink(
  { database: { query: db }, passwords }: UserServices,
  { token, password, email, name }: Acceptance,
  client: Client,
): Promise<NewSession> {
  const { purpose } = await readLink(db, token);
  if (purpose !== 'setup' && email !== undefined) throw validationError('email', 'can not be changed with this link');
  if (purpose === 'password' && name !== undefined) throw validationError('name', 'can not be changed with this link');
  // This takes a tenth of a second, in which nothing should be locked.
  const password_hash = await passwords.hash(password, client.address);
  const { session, user } = await db.transaction().execute(async transaction => {
    const link = await transaction
      .deleteFrom('one_time_links')
      .where('token_hash', '=', hashKey(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('user_id')
      .executeTakeFirst();
    if (!link) throw linkNotValid();
    const columns = { password_hash, ...(email !== undefined && { email }), ...(name !== undefined && { name }) };
    const user = await writeUser(transaction, link.user_id, columns);
    if (!user.enabled) throw linkNotValid();
    const session = await openSession(transaction, user.id, client);
    const actor = sessionActor(user, session, client);
    await recordAudit(transaction, actor, { action: 'link.accept', subject: userSubject(user), details: { purpose } });
    return { session, user };
  });
  await forgetFailures(db, user.email);
  return session;
}
