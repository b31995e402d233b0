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
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { notEnoughCredits, organizationStorageQuotaExceeded, storageQuotaExceeded } from '../errors.ts';
import { newId } from '../platform/ids.ts';

export type Account = { kind: 'user'; id: string } | { kind: 'organization'; id: string };
export type Resource = 'credits' | 'storage';

export interface Reservation {
  id: string;
  resource: Resource;
  account: Account;
  amount: number;
}

/** Longer than any run or upload may take; only the reservations of dead processes get that old. */
const LIFETIME = '2 hours';

export async function reserve(db: Query, account: Account, resource: Resource, amount: number): Promise<Reservation> {
  const id = newId();
  const { numAffectedRows } = await sql`
    WITH taken AS (
      UPDATE ${table(account)} SET ${change(resource, sql`${amount}::numeric`)}
      WHERE id = ${account.id} AND ${hasRoom(resource, amount)}
      RETURNING ${resource === 'credits' ? sql`credits IS NULL` : sql`false`} AS unlimited
    )
    INSERT INTO reservations (id, resource, ${column(account)}, amount, expires_at)
    -- From unlimited credits nothing was taken, so nothing may be given back later.
    SELECT ${id}, ${resource}, ${account.id}, CASE WHEN unlimited THEN 0 ELSE ${amount}::numeric END, now() + ${LIFETIME}::interval
    FROM taken`.execute(db);
  if (numAffectedRows !== 1n) throw refusal(account, resource);
  return { id, resource, account, amount };
}

/** Replaces the reserved amount by the real one. Credits may go below zero by it; the next reservation is refused. */
export async function settle(db: Query, reservation: Reservation, actual: number): Promise<void> {
  if (await finish(db, reservation, actual)) return;
  // Its time had passed and it was given back: what is spent now must be there again.
  const again = await reserve(db, reservation.account, reservation.resource, actual);
  await finish(db, again, actual);
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

/** Releases what dead processes left behind. */
export async function releaseExpired(db: Query): Promise<number> {
  const expired = await db
    .selectFrom('reservations')
    .selectAll()
    .where('expires_at', '<', sql<Date>`now()`)
    .limit(1000)
    .execute();
  for (const { id, resource, user_id, organization_id, amount } of expired) {
    const account: Account | undefined =
      user_id !== null
        ? { kind: 'user', id: user_id }
        : organization_id !== null
          ? { kind: 'organization', id: organization_id }
          : undefined;
    if (account) await release(db, { id, resource, account, amount });
  }
  return expired.length;
}

async function finish(db: Query, { id, resource, account }: Reservation, actual: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    WITH finished AS (DELETE FROM reservations WHERE id = ${id} RETURNING amount)
    UPDATE ${table(account)} SET ${change(resource, sql`${actual}::numeric - finished.amount`)}
    FROM finished WHERE ${table(account)}.id = ${account.id}`.execute(db);
  return numAffectedRows === 1n;
}

function table(account: Account) {
  return account.kind === 'user' ? sql.table('users') : sql.table('organizations');
}

function column(account: Account) {
  return account.kind === 'user' ? sql.ref('user_id') : sql.ref('organization_id');
}

/** Credits are what is left; storage is what is used. */
function change(resource: Resource, amount: ReturnType<typeof sql>) {
  return resource === 'credits'
    ? sql`credits = credits - (${amount})`
    : sql`storage_used = storage_used + (${amount})::bigint`;
}

function hasRoom(resource: Resource, amount: number) {
  return resource === 'credits'
    ? sql`(credits IS NULL OR credits >= ${amount}::numeric)`
    : sql`(storage_quota IS NULL OR storage_used + ${amount}::bigint <= storage_quota)`;
}

function refusal(account: Account, resource: Resource) {
  if (resource === 'credits') return notEnoughCredits();
  return account.kind === 'user' ? storageQuotaExceeded() : organizationStorageQuotaExceeded();
}
