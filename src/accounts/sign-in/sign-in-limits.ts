/**
 * Limits how often somebody may fail to sign in, by account and by address, in the database, so that all processes
 * agree. An attempt is counted before its password is checked, and given back when it was right: attempts that are sent
 * at once can not slip through.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { tooManySignIns } from '../../errors.ts';
import { networkOf } from '../../platform/network-of.ts';

const { failuresPerAccount, failuresPerAccountElsewhere, failuresPerAddress, windowMinutes } = fixedLimits.signIn;

export interface SignInAttempt {
  /** The password was right: neither the account nor the address has failed. */
  succeed(): Promise<void>;
}

/**
 * Throws `tooManySignIns` when the account or the address has failed too often. Failures at one address lock nobody out at
 * another, and failures at many addresses do not lock out those from which the user has a session.
 */
export async function countAttempt(db: Query, email: string, address: string): Promise<SignInAttempt> {
  const network = networkOf(address);
  const ofAddress = `sign-in address ${network}`;
  const ofAccount = accountWindow(email);
  const ofAccountHere = `${ofAccount} ${network}`;
  // The address comes first: whoever is refused because of it must not use up the attempts of an account.
  await count(db, ofAddress, failuresPerAddress);
  await count(db, ofAccountHere, failuresPerAccount);
  if (!(await hasSessionFrom(db, email, network))) await count(db, ofAccount, failuresPerAccountElsewhere);
  return {
    async succeed() {
      await sql`DELETE FROM rate_windows WHERE name IN (${ofAccount}, ${ofAccountHere})`.execute(db);
      await sql`UPDATE rate_windows SET used = greatest(used - 1, 0) WHERE name = ${ofAddress}`.execute(db);
    },
  };
}

async function hasSessionFrom(db: Query, email: string, network: string): Promise<boolean> {
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.address')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .where('sessions.ends_at', '>', sql<Date>`now()`)
    .execute();
  return sessions.some(({ address }) => networkOf(address) === network);
}

/** Whoever has a new password starts anew. */
export async function forgetFailures(db: Query, email: string): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE starts_with(name, ${accountWindow(email)})`.execute(db);
}

/**
 * Accounts that do not exist are counted too. The database gets only a hash, because strangers may type anything here.
 */
function accountWindow(email: string): string {
  return `sign-in account ${hash('sha256', email.toLowerCase(), 'base64url')}`;
}

async function count(db: Query, name: string, limit: number): Promise<void> {
  const { rows } = await sql<{ used: number; leftSeconds: number }>`
    INSERT INTO rate_windows AS stored (name, ends_at, used)
    VALUES (${name}, now() + make_interval(mins => ${windowMinutes}), 1)
    ON CONFLICT (name) DO UPDATE SET
      used = CASE WHEN stored.ends_at <= now() THEN 1 ELSE least(${limit} + 1, stored.used + 1) END,
      ends_at = CASE WHEN stored.ends_at <= now() THEN excluded.ends_at ELSE stored.ends_at END
    RETURNING used, extract(epoch FROM ends_at - now())::float8 AS "leftSeconds"`.execute(db);
  const [row] = rows;
  if (row && row.used > limit) throw tooManySignIns(Math.max(1, Math.ceil(row.leftSeconds)));
}
