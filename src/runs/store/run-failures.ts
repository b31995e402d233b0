/** Counts the failed runs that people deal with. `../failures/worklist.ts` draws the states of a failure. */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';

/** Counts the failures that are assigned to each of many users. Users without any are missing. */
export async function countAssignedFailures(
  db: Query,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; failures: number }>`
    SELECT assignee_id AS id, count(*)::integer AS failures FROM run_failures
    JOIN workflows ON workflows.id = workflow_id AND workflows.deleted_at IS NULL
    WHERE assignee_id = ANY (${userIds}::uuid[]) AND state = 'open' GROUP BY assignee_id`.execute(db);
  return new Map(rows.map(({ id, failures }) => [id, failures]));
}
