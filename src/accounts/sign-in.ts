/** Signing in with an e-mail address and a password. */
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../database.ts';
import { wrongSignIn } from '../errors.ts';
import { isPassword } from './passwords.ts';
import { type Client, type NewSession, openSession } from './sessions.ts';
import { countAttempt } from './sign-in-limits.ts';

/**
 * Unknown and disabled users and users without a password get the same response as a wrong password, after the same
 * work.
 */
export async function signIn(
  { query: db }: HeddleDatabase,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<NewSession> {
  const attempt = await countAttempt(db, email, client.address);
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('enabled', '=', true)
    .executeTakeFirst();
  const isRight = await isPassword(password, user?.password_hash ?? null, client.address);
  if (!user || !isRight) throw wrongSignIn();
  const session = await db.transaction().execute(async transaction => {
    if (!(await lockUserForNoKeyUpdate(transaction, user))) throw wrongSignIn();
    return openSession(transaction, user.id, client);
  });
  await attempt.succeed();
  return session;
}

/** False when the password was changed, or the user disabled, since it was checked. */
async function lockUserForNoKeyUpdate(
  transaction: Query,
  { id, password_hash }: { id: string; password_hash: string | null },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined && row.password_hash === password_hash;
}
