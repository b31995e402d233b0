/**
 * What one cause may start. A change of a panel starts runs, whose steps change panels and start further runs: their
 * number is limited for all of them together, as `trigger_depth` limits how many follow one another. What people and
 * other services change themselves is not counted; only what runs change is.
 */
import { sql } from 'kysely';
import type { Query } from '../database.ts';

/** How many of the wanted runs may start. Others who ask for the same root wait until the transaction ends. */
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

/** Whether a run was refused already: nothing that follows can start any more. */
export async function isExhausted(db: Query, rootId: string): Promise<boolean> {
  const root = await db.selectFrom('run_roots').select('exhausted').where('id', '=', rootId).executeTakeFirst();
  return root?.exhausted ?? false;
}

const KEPT_FOR = '7 days';
const BATCH = 1000;

/** Those under which nothing was started for long. */
export async function deleteOldRoots(db: Query): Promise<void> {
  let deleted: bigint | undefined;
  do {
    const { numAffectedRows } = await sql`
      DELETE FROM run_roots WHERE id IN (
        SELECT id FROM run_roots WHERE updated_at < now() - ${KEPT_FOR}::interval
        ORDER BY updated_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    deleted = numAffectedRows;
  } while (deleted === BigInt(BATCH));
}
