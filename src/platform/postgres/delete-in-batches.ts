/** Deletes what is old in pieces, so that no statement takes long and nobody notices the row locks. */
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

const BATCH = 1000;

interface Deletion {
  table: string;
  where: RawBuilder<unknown>;
  /** An indexed column: the rows are taken in its order, so each batch begins where the one before it ended. */
  order: string;
}

/** Rows that somebody has locked are left for the next time. The table must have no partitions. */
export async function deleteInBatches(
  db: QueryExecutorProvider,
  { table, where, order }: Deletion,
  signal?: AbortSignal,
): Promise<void> {
  const rows = sql.table(table);
  await inBatches(BATCH, signal, () =>
    sql`
      DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${rows} WHERE ${where} ORDER BY ${sql.ref(order)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ))`.execute(db),
  );
}

/** Repeats a statement that changes at most so many rows, until it finds fewer. */
export async function inBatches(
  size: number,
  signal: AbortSignal | undefined,
  change: () => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await change();
    if (numAffectedRows < size) return;
  }
}
