/**
 * Who may ask for new tokens, and how they are stored.
 *
 *   free ── taken by one process ──▶ leased ── new tokens are committed ──▶ free, next generation
 *    ▲                                 ├── no tokens ──▶ free
 *    └── the process died: the lease expires
 *
 * A lease, and no row lock: a lock would keep a connection of the pool for as long as another server takes to answer,
 * and a few slow servers would then stop everything else. The lease lasts longer than the request and its commit may
 * take. If a process is suspended for so long that it loses its lease, the generation decides: of two new tokens from
 * one refresh token, those that are committed first are kept.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import type { CredentialRow } from '../tables.ts';

export interface Lease {
  id: string;
  row: CredentialRow;
}

/** The request takes 10 s at most. */
const LEASE_SECONDS = 25;

/** Undefined while another process has the lease. */
export async function takeLease(db: Query, credentialId: string): Promise<Lease | undefined> {
  const id = newId();
  const row = await db
    .updateTable('credentials')
    .set({
      tokens_lease: id,
      tokens_leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where('id', '=', credentialId)
    .where(eb =>
      eb.or([eb('tokens_leased_until', 'is', null), eb('tokens_leased_until', '<=', sql<Date>`clock_timestamp()`)]),
    )
    .returningAll()
    .executeTakeFirst();
  return row && { id, row };
}

export async function releaseLease(db: Query, { id, row }: Lease): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ tokens_lease: null, tokens_leased_until: null })
    .where('id', '=', row.id)
    .where('tokens_lease', '=', id)
    .execute();
}

export interface TokenChange {
  /** If left out, they stay as they are, even if their key has just been wrapped anew. */
  tokens_sealed?: Buffer | null;
  tokens_expire_at: Date | null;
  state: CredentialRow['state'];
  /** Left out, it stays as it is. */
  connected?: CredentialRow['connected'];
}

/** Changes the tokens if they are still those of this row, and ends any lease. Returns whether it did. */
export async function changeTokens(
  db: Query,
  { id, tokens_generation }: Pick<CredentialRow, 'id' | 'tokens_generation'>,
  { connected, ...change }: TokenChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({
      ...change,
      ...(connected !== undefined && { connected: connected === null ? null : toStorableJson(connected) }),
      tokens_generation: tokens_generation + 1,
      tokens_lease: null,
      tokens_leased_until: null,
    })
    .where('id', '=', id)
    .where('tokens_generation', '=', tokens_generation)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
