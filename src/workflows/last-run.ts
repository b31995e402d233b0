/**
 * The last finished or paused run of a workflow. It is read from the runs: if it were stored with the workflow, every
 * run would update the same row, and the runs of one workflow would wait for each other.
 */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import type { LastRun } from './schemas.ts';

/** For queries on `workflows`. */
export const lastRun = sql<LastRun | null>`(
  SELECT jsonb_build_object('run_id', runs.id, 'status', runs.status, 'credits', runs.credits,
    'finished_at', floor(extract(epoch FROM runs.finished_at) * 1000)::bigint)
  FROM runs WHERE runs.workflow_id = workflows.id AND runs.settled_at IS NOT NULL
    AND runs.status NOT IN ('queued', 'running') -- such a run was paused, and continues
  ORDER BY runs.settled_at DESC LIMIT 1)`;

export async function findLastRun(db: Query, workflowId: string): Promise<LastRun | null> {
  const found = await db
    .selectFrom('workflows')
    .select(lastRun.as('last_run'))
    .where('id', '=', workflowId)
    .executeTakeFirst();
  return found?.last_run ?? null;
}
