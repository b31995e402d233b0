/** The positions of loops that read their items from a source. */
import type { Pool } from '../../platform/postgres/pool.ts';
import type { CursorMove, SavedCursor } from '../executing/saved-run.ts';

/** PostgreSQL returns long integers and numerics as texts. */
interface CursorRow {
  position: string;
  succeeded: string;
  failed: string;
  kept: number;
  credits: string;
  failures: string;
  items: string | null;
}

export async function readRunCursor(pool: Pool, runId: string, nodeId: string): Promise<SavedCursor | undefined> {
  const { rows } = await pool.query<CursorRow>(
    `SELECT position, succeeded, failed, kept, credits, failures, items FROM run_cursors WHERE run_id = $1 AND node_id = $2`,
    [runId, nodeId],
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    position: JSON.parse(row.position),
    window: row.items === null ? null : JSON.parse(row.items),
    succeeded: Number(row.succeeded),
    failed: Number(row.failed),
    kept: row.kept,
    credits: Number(row.credits),
    failures: JSON.parse(row.failures),
  };
}

/**
 * Moves a cursor behind a window of items that are over, and deletes the steps of those that keep no details. Items are
 * the last members of iterations, because such a loop is in no other. Returns false when the lease is lost.
 */
export async function moveRunCursor(
  pool: Pool,
  id: string,
  lease: number,
  { nodeId, cursor, forgotten }: CursorMove,
): Promise<boolean> {
  const { position, window, succeeded, failed, kept, credits, failures } = cursor;
  const { rows } = await pool.query({
    name: 'runs.move-cursor',
    text: `WITH locked AS (SELECT id FROM runs WHERE id = $1 AND lease = $2 AND status = 'running' FOR SHARE),
      forgotten AS (
        DELETE FROM run_steps USING locked WHERE run_id = locked.id AND node_id = ANY ($9::text[])
          AND iteration[cardinality(iteration)] = ANY ($10::integer[])
      ),
      moved AS (
        INSERT INTO run_cursors SELECT locked.id, $3, $4, $5, $6, $7, $8, coalesce($11, '[]'), $12 FROM locked
        ON CONFLICT (run_id, node_id) DO UPDATE SET position = $4, succeeded = $5, failed = $6, kept = $7, credits = $8,
          failures = coalesce($11, run_cursors.failures), items = $12
      )
      SELECT id FROM locked`,
    values: [
      ...[id, lease, nodeId, JSON.stringify(position), succeeded, failed, kept, credits],
      ...[forgotten.nodeIds, forgotten.items, failures && JSON.stringify(failures), window && JSON.stringify(window)],
    ],
  });
  return rows.length === 1;
}
