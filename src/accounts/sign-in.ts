/** Signing in with an e-mail address and a password. */
import { sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';
import { wrongSignIn } from '../errors.ts';
import { isPassword } from './passwords.ts';
import { type Client, type NewSession, openSession } from './sessions.ts';
import { countAttempt } from './sign-in-limits.ts';
import { lockUserForNoKeyUpdate } from './users.ts';

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
    const locked = await lockUserForNoKeyUpdate(transaction, user.id);
    // The password was changed, or the user disabled, since it was checked.
    if (!locked?.enabled || locked.password_hash !== user.password_hash) throw wrongSignIn();
    return openSession(transaction, user.id, client);
  });
  await attempt.succeed();
  return session;
}
