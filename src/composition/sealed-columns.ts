/** Every column with sealed secrets. Rotating the key wraps them all again, so a new one must be added here. */
import type { Pool } from '../platform/postgres/pool.ts';
import { keyIdSql } from '../platform/sealing/envelope.ts';
import { type Sealer, SealingError } from '../platform/sealing/sealing.ts';

interface SealedColumn {
  table: string;
  column: string;
  /** The primary key of the table. */
  key: string;
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'workflow_triggers', column: 'secret_sealed', key: 'id' },
  { table: 'webhook_addresses', column: 'secret_sealed', key: 'id' },
  { table: 'workflows', column: 'signing_secret_sealed', key: 'id' },
  { table: 'panels', column: 'link_secret_sealed', key: 'id' },
  { table: 'panels', column: 'webhook_secrets_sealed', key: 'id' },
  { table: 'installation_secrets', column: 'sealed', key: 'name' },
  { table: 'credentials', column: 'sealed', key: 'id' },
  { table: 'credentials', column: 'tokens_sealed', key: 'id' },
  { table: 'credential_connections', column: 'code_verifier_sealed', key: 'state_hash' },
];

const BATCH = 500;

/** Counts the secrets by the id of the key that wraps them. */
export async function countSealedSecrets(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const counts = sealedColumns.map(
    ({ table, column }) => `SELECT ${keyIdSql(column)} AS key FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  const { rows } = await pool.query<{ key: string; count: number }>(
    `SELECT key, count(*)::integer AS count FROM (${counts.join(' UNION ALL ')}) AS sealed GROUP BY key`,
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}

export interface Rewrapped {
  /** The table and the column. */
  place: string;
  wrapped: number;
  /** Secrets that no key of the file opens. */
  failed: number;
}

/**
 * Wraps what is not yet wrapped by this key, which must be the newest. The service may run meanwhile: what changes
 * between reading and writing is left alone, because the running process has wrapped it with the newest key itself. A
 * rotation that was interrupted is simply run again.
 */
export async function rewrapSealedSecrets(
  pool: Pool,
  sealer: Sealer,
  newestId: string,
  onColumn: (result: Rewrapped) => void = () => {},
): Promise<Rewrapped[]> {
  const results: Rewrapped[] = [];
  for (const column of sealedColumns) {
    const result = await rewrapColumn(pool, sealer, newestId, column);
    results.push(result);
    onColumn(result);
  }
  return results;
}

async function rewrapColumn(
  pool: Pool,
  sealer: Sealer,
  newestId: string,
  { table, column, key }: SealedColumn,
): Promise<Rewrapped> {
  const result: Rewrapped = { place: `${table}.${column}`, wrapped: 0, failed: 0 };
  let last: unknown;
  for (;;) {
    const after = last === undefined ? '' : `AND ${key} > $3`;
    const { rows } = await pool.query<{ key: unknown; sealed: Buffer }>(
      `SELECT ${key} AS key, ${column} AS sealed FROM ${table}
       WHERE ${column} IS NOT NULL AND ${keyIdSql(column)} <> $1 ${after} ORDER BY ${key} LIMIT $2`,
      [newestId, BATCH, ...(last === undefined ? [] : [last])],
    );
    for (const row of rows) {
      const rewrapped = tryRewrap(sealer, row.sealed);
      if (rewrapped === 'failed') result.failed++;
      if (!(rewrapped instanceof Buffer)) continue;
      const { rowCount } = await pool.query(`UPDATE ${table} SET ${column} = $3 WHERE ${key} = $1 AND ${column} = $2`, [
        row.key,
        row.sealed,
        rewrapped,
      ]);
      result.wrapped += rowCount ?? 0;
    }
    if (rows.length < BATCH) return result;
    last = rows.at(-1)?.key;
  }
}

function tryRewrap(sealer: Sealer, sealed: Buffer): Buffer | undefined | 'failed' {
  try {
    return sealer.rewrap(sealed);
  } catch (error) {
    if (error instanceof SealingError) return 'failed';
    throw error;
  }
}
