/**
 * Limits how many runs one root cause may start. A change of a panel starts runs, whose steps change panels and start
 * further runs. The number of all of them together is limited, while `trigger_depth` limits how many follow one another.
 * Only the changes that runs make are counted, not those of people and other services.
 */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { deleteInBatches } from '../platform/postgres/delete-in-batches.ts';

/** Returns how many of the wanted runs may start. Locks the root until the transaction ends. */
export async function reserveRuns(
  transaction: Query,
  rootId: string,
  wanted: number,
  { runsPerRoot }: { runsPerRoot: number },
): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    INSERT INTO run_roots (id) VALUES (${rootId})
    ON CONFLICT (id) DO UPDATE SET updated_at = now() RETURNING runs`.execute(transaction);
  const started = rows[0]?.runs ?? 0;
  const granted = Math.min(wanted, Math.max(0, runsPerRoot - started));
  await sql`
    UPDATE run_roots SET runs = ${started + granted}, exhausted = ${granted < wanted}
    WHERE id = ${rootId}`.execute(transaction);
  return granted;
}

/** Whether a run was refused before. Then nothing that follows can start any more. */
export async function isExhausted(db: Query, rootId: string): Promise<boolean> {
  const root = await db.selectFrom('run_roots').select('exhausted').where('id', '=', rootId).executeTakeFirst();
  return root?.exhausted ?? false;
}

const RETENTION = '7 days';

/** Deletes the roots that have started nothing for long. */
export async function deleteOldRoots(db: Query): Promise<void> {
  const where = sql`updated_at < now() - ${RETENTION}::interval`;
  await deleteInBatches(db, { table: 'run_roots', where, order: 'updated_at' });
}
