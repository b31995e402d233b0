/**
 * What users and organizations may spend: credits, and bytes of storage.
 *
 *   reserve ──▶ reserved ── settle (what it really was) ──▶ spent
 *                        ── release, or its time passes ──▶ given back
 *
 * Reserving takes the amount in one conditional UPDATE, so that no number of requests at once can take more than
 * there is: nothing is checked first and written later. Settling and releasing delete the reservation in the same
 * statement that corrects the account, so each happens once. Call them in the transaction that writes what was paid
 * for.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../database.ts';
import { notEnoughCredits, organizationStorageQuotaExceeded, storageQuotaExceeded } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import type { Account, Reservation, Resource } from './account.ts';

/** Who pays for what happens on behalf of a user: the organization that it happens in, if any. */
export function payingAccount(userId: string, organizationId: string | null): Account {
  return organizationId === null ? { kind: 'user', id: userId } : { kind: 'organization', id: organizationId };
}

/** Longer than any run or upload may take; only the reservations of dead processes get that old. */
const LIFETIME = '2 hours';
const REMEMBERED = '30 days';

export async function reserve(db: Query, account: Account, resource: Resource, amount: number): Promise<Reservation> {
  const id = newId();
  const { numAffectedRows } = await sql`
    WITH taken AS (
      UPDATE ${table(account)} SET ${change(resource, sql`${amount}::numeric`)}
      WHERE id = ${account.id} AND ${covers(resource, amount)}
      RETURNING ${resource === 'credits' ? sql`credits IS NULL` : sql`false`} AS unlimited
    )
    INSERT INTO reservations (id, resource, ${column(account)}, amount, expires_at)
    -- From unlimited credits nothing was taken, so nothing may be given back later.
    SELECT ${id}, ${resource}, ${account.id}, CASE WHEN unlimited THEN 0 ELSE ${amount}::numeric END, now() + ${LIFETIME}::interval
    FROM taken`.execute(db);
  if (numAffectedRows !== 1n) throw refusal(account, resource);
  return { id, resource, account, amount };
}

/**
 * Replaces the reserved amount by the real one, once. Credits may go below zero by it, for what they paid has happened;
 * then nothing more can be reserved. Storage beyond the reserved amount must be there.
 */
export async function settle(db: Query, reservation: Reservation, actual: number): Promise<void> {
  if (await finish(db, reservation, actual)) return;
  const open = await db.selectFrom('reservations').select('id').where('id', '=', reservation.id).executeTakeFirst();
  if (open) throw refusal(reservation.account, reservation.resource);
}

/** Gives it all back; once. */
export async function release(db: Query, reservation: Reservation): Promise<void> {
  await finish(db, reservation, 0);
}

/** Frees storage of something that was settled before, such as a deleted file. */
export async function giveBackStorage(db: Query, account: Account, bytes: number): Promise<void> {
  await sql`UPDATE ${table(account)} SET storage_used = storage_used - ${bytes}::bigint WHERE id = ${account.id}`.execute(
    db,
  );
}

/** In the order in which everybody locks several: users first, by their ids. */
export async function lockAccounts(transaction: Query, accounts: readonly Account[]): Promise<void> {
  const place = ({ kind, id }: Account) => `${kind === 'user' ? 0 : 1} ${id}`;
  for (const account of accounts.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))) {
    await lockAccount(account).execute(transaction);
  }
}

/**
 * Gives back what was reserved for longer than anything takes: its process is dead. Should it live after all, its
 * reservation is still there, of nothing, and settling it takes what it took.
 */
export async function releaseExpired(db: Query): Promise<number> {
  const expired = await db
    .selectFrom('reservations')
    .selectAll()
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(1000)
    .execute();
  for (const { id, resource, user_id, organization_id, amount } of expired) {
    const account: Account =
      user_id === null ? { kind: 'organization', id: organization_id ?? '' } : { kind: 'user', id: user_id };
    if (amount === 0) await db.deleteFrom('reservations').where('id', '=', id).execute();
    else await expire(db, { id, resource, account, amount });
  }
  return expired.length;
}

async function expire(db: Query, { id, resource, account }: Reservation): Promise<void> {
  await sql`
    WITH locked AS (${lockAccount(account)}),
    due AS (SELECT id, amount FROM reservations WHERE id = ${id} AND EXISTS (SELECT FROM locked) FOR UPDATE),
    emptied AS (
      UPDATE reservations SET amount = 0, expires_at = now() + ${REMEMBERED}::interval
      FROM due WHERE reservations.id = due.id RETURNING due.amount
    )
    UPDATE ${table(account)} SET ${change(resource, sql`-emptied.amount`)}
    FROM emptied WHERE ${table(account)}.id = ${account.id}`.execute(db);
}

async function finish(db: Query, { id, resource, account }: Reservation, actual: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    WITH locked AS (${lockAccount(account)}),
    finished AS (
      DELETE FROM reservations USING locked
      WHERE reservations.id = ${id} AND ${hasRoom(resource, sql`${actual}::numeric - amount`)}
      RETURNING amount
    )
    UPDATE ${table(account)} SET ${change(resource, sql`${actual}::numeric - finished.amount`)}
    FROM finished WHERE ${table(account)}.id = ${account.id}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * The account before the reservation, as deleting an account locks them: the other order could deadlock. So could a
 * lock on its key, with a transaction that has inserted what refers to it.
 */
function lockAccount(account: Account) {
  return sql`SELECT storage_used, storage_quota FROM ${table(account)} WHERE id = ${account.id} FOR NO KEY UPDATE`;
}

function table(account: Account) {
  return account.kind === 'user' ? sql.table('users') : sql.table('organizations');
}

function column(account: Account) {
  return account.kind === 'user' ? sql.ref('user_id') : sql.ref('organization_id');
}

/** Credits are what is left; storage is what is used. */
function change(resource: Resource, amount: RawBuilder<unknown>) {
  return resource === 'credits'
    ? sql`credits = credits - (${amount})`
    : sql`storage_used = storage_used + (${amount})::bigint`;
}

function covers(resource: Resource, amount: number) {
  return resource === 'credits'
    ? sql`(credits IS NULL OR credits >= ${amount}::numeric)`
    : hasRoom(resource, sql`${amount}::numeric`);
}

/** Room for so much more storage; giving some back is always possible. Of credits only a reservation asks. */
function hasRoom(resource: Resource, bytes: RawBuilder<unknown>) {
  return resource === 'credits'
    ? sql`true`
    : sql`(storage_quota IS NULL OR (${bytes}) <= 0 OR storage_used + (${bytes}) <= storage_quota)`;
}

function refusal(account: Account, resource: Resource) {
  if (resource === 'credits') return notEnoughCredits();
  return account.kind === 'user' ? storageQuotaExceeded() : organizationStorageQuotaExceeded();
}
