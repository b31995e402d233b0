/** Signing in with an e-mail address and a password. */
import { sql } from 'kysely';
import { recordAudit, recordAuditAlone } from '../../audit/record.ts';
import type { Query } from '../../database.ts';
import { wrongSignIn } from '../../errors.ts';
import type { UserServices } from '../user-changes.ts';
import { lockUserForNoKeyUpdate, type UserRow, userSubject } from '../users.ts';
import { type Client, type NewSession, openSession, sessionActor } from './sessions.ts';
import { countAttempt } from './sign-in-limits.ts';

/**
 * Unknown and disabled users and users without a password get the same response as a wrong password, after the same
 * work. Only the failures of users who exist are in the audit log: what strangers type here may be their password.
 */
export async function signIn(
  { database: { query: db }, passwords }: UserServices,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<NewSession> {
  const attempt = await countAttempt(db, email, client.address);
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'enabled', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const isRight = await passwords.check(password, user?.enabled ? user.password_hash : null, client.address);
  const session = user && isRight ? await openCheckedSession(db, user, client) : undefined;
  if (!session) {
    await recordRefusal(db, user, client);
    throw wrongSignIn();
  }
  await attempt.succeed();
  return session;
}

type SigningIn = Pick<UserRow, 'id' | 'name' | 'email' | 'enabled' | 'password_hash'>;

/** Returns undefined when the password was changed, or the user disabled, since it was checked. */
async function openCheckedSession(db: Query, user: SigningIn, client: Client): Promise<NewSession | undefined> {
  return db.transaction().execute(async transaction => {
    const locked = await lockUserForNoKeyUpdate(transaction, user.id);
    if (!locked?.enabled || locked.password_hash !== user.password_hash) return undefined;
    const session = await openSession(transaction, user.id, client);
    const actor = sessionActor(user, session, client);
    const details = { method: 'password' };
    await recordAudit(transaction, actor, { action: 'session.create', subject: userSubject(user), details });
    return session;
  });
}

/** Bytes of the log of the database that an entry takes. */
const ENTRY_BYTES = 400;

async function recordRefusal(db: Query, user: SigningIn | undefined, { address }: Client): Promise<void> {
  if (user) {
    const { id: userId, name, email } = user;
    const details = user.enabled ? {} : { disabled: true };
    await recordAuditAlone(
      db,
      { userId, name, email, address },
      {
        action: 'session.refused',
        subject: userSubject(user),
        details,
      },
    );
    return;
  }
  // A commit that writes as much takes as long, so that nobody can tell by the time who exists.
  const nothing = ' '.repeat(ENTRY_BYTES);
  await sql`SELECT pg_logical_emit_message(true, 'heddle', ${nothing}::text)`.execute(db);
}
