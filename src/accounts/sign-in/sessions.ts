/**
 * Sessions of the console: what a browser has instead of a key.
 *
 *   sign-in ──▶ open ──▶ ended: signed out, a new password, the user disabled or deleted (the row is deleted, which
 *                        every process is notified of), not used for 14 days, or 90 days old
 *
 * The cookie has 256 random bits. The database has only their SHA-256, with which nobody can sign in.
 */
import { type Selectable, sql } from 'kysely';
import { type Actor, recordAudit } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { entityNotFound } from '../../errors.ts';
import { hashKey } from '../../http/authentication.ts';
import type { Caller } from '../../http/caller.ts';
import { SESSION_IDLE_SECONDS, SESSION_SECONDS } from '../../http/session-cookie.ts';
import { newId, newSecret } from '../../platform/ids.ts';
import type { AccountTables } from '../tables.ts';

/** The browser that signs in. */
export interface Client {
  address: string;
  agent: string;
  /** The token of the session that it had until now. */
  oldToken: string | undefined;
}

export interface NewSession {
  id: string;
  userId: string;
  /** What the cookie contains. It is known only now. */
  token: string;
}

/**
 * Opens a session for a user whose row the transaction has locked, so that no new password and no disabling can come in
 * between. The token is always a new one: a browser can not bring its own.
 */
export async function openSession(transaction: Query, userId: string, client: Client): Promise<NewSession> {
  const id = newId();
  const token = newSecret();
  await transaction
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      token_hash: hashKey(token),
      address: client.address,
      agent: client.agent.slice(0, fixedLimits.signIn.agentCharacters),
      ends_at: sql<Date>`now() + make_interval(secs => ${SESSION_SECONDS})`,
    })
    .execute();
  await transaction.updateTable('users').set({ signed_in_at: sql<Date>`now()` }).where('id', '=', userId).execute();
  if (client.oldToken !== undefined) await endSessionOfToken(transaction, client.oldToken);
  await endOldest(transaction, userId);
  return { id, userId, token };
}

async function endSessionOfToken(db: Query, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashKey(token)).execute();
}

async function endOldest(db: Query, userId: string): Promise<void> {
  const kept = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(fixedLimits.signIn.sessionsPerUser);
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', kept).execute();
}

/** Who has just signed in, for the audit log. */
export function sessionActor(
  { name, email }: { name: string; email: string },
  { id, userId }: NewSession,
  { address }: Client,
): Actor {
  return { userId, name, email, sessionId: id, address };
}

/** Without an id, it ends the session of the request. */
export async function endSession(db: Query, caller: Caller, id: string | undefined): Promise<string> {
  const { userId, sessionId, email } = caller;
  return db.transaction().execute(async transaction => {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('id', '=', id ?? sessionId ?? null)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw entityNotFound();
    await recordAudit(transaction, caller, {
      action: 'session.delete',
      subject: { kind: 'user', id: userId, name: email },
      details: { own: ended.id === sessionId },
    });
    return ended.id;
  });
}

type SessionRow = Selectable<AccountTables['sessions']>;

export async function findSessions(db: Query, { userId, sessionId }: Caller) {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ends_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${SESSION_IDLE_SECONDS})`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(row => toListedSession(row, sessionId));
}

function toListedSession(row: SessionRow, current: string | undefined) {
  const { id, created_at, last_seen_at, ends_at, address, agent } = row;
  return {
    id,
    created_at: created_at.getTime(),
    last_seen_at: last_seen_at.getTime(),
    ends_at: Math.min(ends_at.getTime(), last_seen_at.getTime() + SESSION_IDLE_SECONDS * 1000),
    address,
    agent,
    current: id === current,
  };
}

/** Deletes what can not be used any more. */
export async function deleteEndedSessions(db: Query): Promise<void> {
  await sql`
    DELETE FROM sessions
    WHERE ends_at <= now() OR last_seen_at <= now() - make_interval(secs => ${SESSION_IDLE_SECONDS})`.execute(db);
  await sql`DELETE FROM one_time_links WHERE expires_at <= now()`.execute(db);
  await sql`DELETE FROM oidc_requests WHERE expires_at <= now()`.execute(db);
}
