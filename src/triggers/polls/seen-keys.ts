/**
 * The keys of the items that a trigger knows, as hashes of 16 bytes. The oldest are forgotten first, but never those that
 * the source still lists: they would start runs again.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import type { FoundItem } from './poll-thread.ts';

const { seenKeys } = fixedLimits.poll;

type Hashed = Pick<FoundItem, 'hash'>;

function toKeys(items: readonly Hashed[]): Buffer[] {
  return items.map(({ hash }) => Buffer.from(hash, 'hex'));
}

/** Returns the hashes that are known. */
export async function readKnownKeys(
  transaction: Query,
  triggerId: string,
  items: readonly Hashed[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    SELECT encode(key, 'hex') AS hash FROM poll_seen
    WHERE trigger_id = ${triggerId} AND key = ANY (${toKeys(items)}::bytea[])`.execute(transaction);
  return new Set(rows.map(({ hash }) => hash));
}

export async function rememberKeys(transaction: Query, triggerId: string, items: readonly Hashed[]): Promise<void> {
  if (items.length === 0) return;
  await sql`
    INSERT INTO poll_seen (trigger_id, key)
    SELECT ${triggerId}, key FROM unnest(${toKeys(items)}::bytea[]) WITH ORDINALITY AS given (key, position)
    ORDER BY position ON CONFLICT DO NOTHING`.execute(transaction);
}

/**
 * Keys that the source still lists become young again when they are among the older half. So they are written rarely, and
 * are forgotten never, as long as the source lists fewer than half of what is kept.
 */
export async function forgetOldKeys(transaction: Query, triggerId: string, listed: readonly Hashed[]): Promise<void> {
  const middle = await readPlace(transaction, triggerId, Math.floor(seenKeys / 2));
  if (middle === undefined) return;
  await sql`UPDATE poll_seen SET place = DEFAULT WHERE trigger_id = ${triggerId} AND place <= ${middle}
    AND key = ANY (${toKeys(listed)}::bytea[])`.execute(transaction);
  const last = await readPlace(transaction, triggerId, seenKeys);
  if (last === undefined) return;
  await sql`DELETE FROM poll_seen WHERE trigger_id = ${triggerId} AND place <= ${last}`.execute(transaction);
}

/** The place of the key that so many younger ones precede. */
async function readPlace(transaction: Query, triggerId: string, younger: number): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    SELECT place FROM poll_seen WHERE trigger_id = ${triggerId}
    ORDER BY place DESC OFFSET ${younger} LIMIT 1`.execute(transaction);
  return rows[0]?.place;
}
