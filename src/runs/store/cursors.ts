/** The positions of loops that read their items from a source. */
import type { Pool } from '../../platform/postgres/pool.ts';
import type { CursorMove, SavedCursor } from '../executing/saved-run.ts';

/** PostgreSQL returns long integers and numerics as texts. */
interface CursorRow {
  next_offset: string;
  next_line: string;
  succeeded: string;
  failed: string;
  kept: number;
  credits: string;
  failures: string;
}

export async function readRunCursor(pool: Pool, runId: string, nodeId: string): Promise<SavedCursor | undefined> {
  const { rows } = await pool.query<CursorRow>(
    `SELECT next_offset, next_line, succeeded, failed, kept, credits, failures FROM run_cursors
     WHERE run_id = $1 AND node_id = $2`,
    [runId, nodeId],
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    position: { offset: Number(row.next_offset), line: Number(row.next_line) },
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
  const { position, succeeded, failed, kept, credits, failures } = cursor;
  const { rows } = await pool.query({
    name: 'runs.move-cursor',
    text: `WITH locked AS (SELECT id FROM runs WHERE id = $1 AND lease = $2 AND status = 'running' FOR SHARE),
      forgotten AS (
        DELETE FROM run_steps USING locked WHERE run_id = locked.id AND node_id = ANY ($10::text[])
          AND iteration[cardinality(iteration)] = ANY ($11::integer[])
      ),
      moved AS (
        INSERT INTO run_cursors SELECT locked.id, $3, $4, $5, $6, $7, $8, $9, coalesce($12, '[]') FROM locked
        ON CONFLICT (run_id, node_id) DO UPDATE SET next_offset = $4, next_line = $5, succeeded = $6, failed = $7,
          kept = $8, credits = $9, failures = coalesce($12, run_cursors.failures)
      )
      SELECT id FROM locked`,
    values: [
      ...[id, lease, nodeId, position.offset, position.line, succeeded, failed, kept, credits],
      ...[forgotten.nodeIds, forgotten.items, failures && JSON.stringify(failures)],
    ],
  });
  return rows.length === 1;
}
