/**
 * What users and organizations may spend: credits, and bytes of storage.
 *
 *   reserve ──▶ reserved ── charge (with the actual amount) ──▶ spent
 *                        ── release, or its time passes ──▶ returned
 *
 * Reserving subtracts the amount in one conditional UPDATE instead of checking it first, so that concurrent requests
 * never take more than there is. Charging and releasing delete the reservation in the statement that corrects the
 * account, so each happens once. Call them in the transaction that writes what was paid for.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../database.ts';
import { notEnoughCredits, organizationStorageQuotaExceeded, storageQuotaExceeded } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import type { Account, Reservation, Resource } from './account.ts';

/** Returns who pays for the actions of a user: the organization in which they happen, if any. */
export function payingAccount(userId: string, organizationId: string | null): Account {
  return organizationId === null ? { kind: 'user', id: userId } : { kind: 'organization', id: organizationId };
}

/** Longer than any run or upload may take: only the reservations of dead processes get that old. */
const LIFETIME = '2 hours';
/** How long an expired reservation is stored, in case its process turns out to be alive. */
const EXPIRED_LIFETIME = '30 days';

export async function reserve(db: Query, account: Account, resource: Resource, amount: number): Promise<Reservation> {
  const id = newId();
  const { numAffectedRows } = await sql`
    WITH changed AS (
      UPDATE ${table(account)} SET ${change(resource, sql`${amount}::numeric`)}
      WHERE id = ${account.id} AND ${covers(resource, amount)}
      RETURNING ${resource === 'credits' ? sql`credits IS NULL` : sql`false`} AS unlimited
    )
    INSERT INTO reservations (id, resource, ${column(account)}, amount, expires_at)
    -- Nothing was subtracted from unlimited credits, so nothing may be returned later.
    SELECT ${id}, ${resource}, ${account.id}, CASE WHEN unlimited THEN 0 ELSE ${amount}::numeric END, now() + ${LIFETIME}::interval
    FROM changed`.execute(db);
  if (numAffectedRows !== 1n) throw refusal(account, resource);
  return { id, resource, account, amount };
}

/**
 * Replaces the reserved amount by the actual one, once. Credits may become negative, because what they paid for has
 * happened; then nothing more can be reserved. Storage beyond the reserved amount is refused when the quota is full.
 * Returns false when the reservation is gone.
 */
export async function chargeReservation(db: Query, reservation: Reservation, actual: number): Promise<boolean> {
  if (await finish(db, reservation, actual)) return true;
  const open = await db.selectFrom('reservations').select('id').where('id', '=', reservation.id).executeTakeFirst();
  if (open) throw refusal(reservation.account, reservation.resource);
  return false;
}

/** Returns the whole amount, once. */
export async function release(db: Query, reservation: Reservation): Promise<void> {
  await finish(db, reservation, 0);
}

/** Frees storage that was charged before, such as that of a deleted file. */
export async function freeStorage(db: Query, account: Account, bytes: number): Promise<void> {
  await sql`UPDATE ${table(account)} SET storage_used = storage_used - ${bytes}::bigint WHERE id = ${account.id}`.execute(
    db,
  );
}

/** Locks several accounts in the order that all transactions use, to avoid deadlocks: users first, by their ids. */
export async function lockAccounts(transaction: Query, accounts: readonly Account[]): Promise<void> {
  const order = ({ kind, id }: Account) => `${kind === 'user' ? 0 : 1} ${id}`;
  for (const account of accounts.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))) {
    await lockAccount(transaction, account);
  }
}

/**
 * Returns the amounts of reservations that are older than any work can be: their processes are dead. If one is alive
 * after all, its reservation still exists with an amount of zero, and charging it takes the actual amount from
 * the account. Returns the number of reservations.
 */
export async function releaseExpiredReservations(db: Query): Promise<number> {
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
  await withLockedAccount(db, account, transaction =>
    sql`
      WITH due AS (SELECT id, amount FROM reservations WHERE id = ${id} FOR UPDATE),
      emptied AS (
        UPDATE reservations SET amount = 0, expires_at = now() + ${EXPIRED_LIFETIME}::interval
        FROM due WHERE reservations.id = due.id RETURNING due.amount
      )
      UPDATE ${table(account)} SET ${change(resource, sql`-emptied.amount`)}
      FROM emptied WHERE ${table(account)}.id = ${account.id}`.execute(transaction),
  );
}

async function finish(db: Query, { id, resource, account }: Reservation, actual: number): Promise<boolean> {
  const { numAffectedRows } = await withLockedAccount(db, account, transaction =>
    sql`
      WITH finished AS (
        DELETE FROM reservations USING ${table(account)} AS account
        WHERE reservations.id = ${id} AND account.id = ${account.id}
          AND ${hasRoom(resource, sql`${actual}::numeric - amount`)}
        RETURNING amount
      )
      UPDATE ${table(account)} SET ${change(resource, sql`${actual}::numeric - finished.amount`)}
      FROM finished WHERE ${table(account)}.id = ${account.id}`.execute(transaction),
  );
  return numAffectedRows === 1n;
}

/**
 * Locks the account before the reservation, as the deletion of an account does: the other order could deadlock. The
 * lock is a statement of its own: one that also changes the account would see the row as it was before it waited for
 * the lock, and would then queue behind others that wait for this very transaction.
 */
async function withLockedAccount<Result>(
  db: Query,
  account: Account,
  work: (transaction: Query) => Promise<Result>,
): Promise<Result> {
  if (!db.isTransaction) return db.transaction().execute(transaction => withLockedAccount(transaction, account, work));
  await lockAccount(db, account);
  return work(db);
}

/** A lock that includes the key could deadlock with a transaction that has inserted a row that refers to the account. */
async function lockAccount(transaction: Query, account: Account): Promise<void> {
  await sql`SELECT FROM ${table(account)} WHERE id = ${account.id} FOR NO KEY UPDATE`.execute(transaction);
}

function table(account: Account) {
  return account.kind === 'user' ? sql.table('users') : sql.table('organizations');
}

function column(account: Account) {
  return account.kind === 'user' ? sql.ref('user_id') : sql.ref('organization_id');
}

/** The column of credits has what is left; that of storage has what is used. */
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

/** Whether the quota covers so many more bytes; using less is always possible. Only `reserve` checks credits. */
function hasRoom(resource: Resource, bytes: RawBuilder<unknown>) {
  return resource === 'credits'
    ? sql`true`
    : sql`(storage_quota IS NULL OR (${bytes}) <= 0 OR storage_used + (${bytes}) <= storage_quota)`;
}

function refusal(account: Account, resource: Resource) {
  if (resource === 'credits') return notEnoughCredits();
  return account.kind === 'user' ? storageQuotaExceeded() : organizationStorageQuotaExceeded();
}
