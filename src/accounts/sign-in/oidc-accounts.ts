/** Which user somebody is whom an identity provider has let in. */
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { isEmailAddress } from '../../platform/mail/addresses.ts';
import { createUser, lockUserForNoKeyUpdate, userSubject, writeUser } from '../users.ts';
import type { OidcSettings, ProviderAccount } from './oidc.ts';
import { type Client, type NewSession, openSession, sessionActor } from './sessions.ts';

/** Why somebody whom the provider has let in does not get in here. */
export class NoAccount extends Error {
  readonly reason: 'unknown' | 'unverified';

  constructor(reason: NoAccount['reason']) {
    super(`the provider's account belongs to no user: ${reason}`);
    this.reason = reason;
  }
}

export async function signInWithAccount(
  { query: db }: HeddleDatabase,
  settings: Pick<OidcSettings, 'createUsers' | 'adminGroup'>,
  account: ProviderAccount,
  client: Client,
): Promise<NewSession> {
  return db.transaction().execute(async transaction => {
    // Somebody who clicks twice must not become two users.
    const name = `${account.issuer} ${account.subject}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
    const linkedId = await findLinkedUser(transaction, account);
    const { id: userId, created } = linkedId
      ? { id: linkedId, created: false }
      : await linkUser(transaction, settings, account);
    const user = await lockUserForNoKeyUpdate(transaction, userId);
    if (!user?.enabled) throw new NoAccount('unknown');
    const admin = isAdministrator(settings, account);
    const changesAdmin = admin !== undefined && admin !== user.admin;
    if (changesAdmin) await writeUser(transaction, userId, { admin });
    const session = await openSession(transaction, userId, client);
    await recordAudit(transaction, sessionActor(user, session, client), {
      action: 'session.create',
      subject: userSubject(user),
      details: { method: 'oidc', ...(created && { created }), ...(changesAdmin && { admin }) },
    });
    return session;
  });
}

async function findLinkedUser(db: Query, { issuer, subject }: ProviderAccount): Promise<string | undefined> {
  const linked = await db
    .selectFrom('oidc_accounts')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return linked?.user_id;
}

/**
 * Links the account to the user with its address. An address that the provider has not verified may be somebody else's:
 * neither may it lead to their account, nor to a new one, because things are shared with addresses.
 */
async function linkUser(
  transaction: Query,
  { createUsers }: Pick<OidcSettings, 'createUsers'>,
  { issuer, subject, name, verifiedEmail: email }: ProviderAccount,
): Promise<{ id: string; created: boolean }> {
  if (email === undefined || email.length > fixedLimits.emailCharacters || !isEmailAddress(email)) {
    throw new NoAccount('unverified');
  }
  const known = await transaction
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  if (!known && !createUsers) throw new NoAccount('unknown');
  const { id } = known ?? (await createUser(transaction, { email, name: name ?? email }));
  await transaction.insertInto('oidc_accounts').values({ issuer, subject, user_id: id }).execute();
  return { id, created: known === undefined };
}

/** Undefined when the provider does not decide it. */
function isAdministrator(
  { adminGroup }: Pick<OidcSettings, 'adminGroup'>,
  { groups }: ProviderAccount,
): boolean | undefined {
  return adminGroup === undefined ? undefined : groups?.includes(adminGroup);
}
