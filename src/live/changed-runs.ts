/** Finds the runs of some users and workflows that have changed since the last time somebody asked. */
import { sql } from 'kysely';
import type { Query } from '../database.ts';

export interface ChangedRun {
  id: string;
  workflow_id: string;
  created_by: string;
  status: string;
}

/**
 * A change becomes visible when its transaction is committed, and that may be some time after the time that it wrote.
 * The processes' clocks may differ as well. So every poll looks back so far, and leaves out what was reported before.
 */
const LOOK_BACK_SECONDS = 10;
/** When more runs have changed, the latest are reported. */
const MOST_RUNS = 2_000;

export interface ChangedRuns {
  /** Returns the changes of the last seconds that were not returned before. */
  take(db: Query, seen: { userIds: readonly string[]; workflowIds: readonly string[] }): Promise<ChangedRun[]>;
}

export function createChangedRuns(): ChangedRuns {
  let reported: ReadonlyMap<string, string> = new Map();
  return {
    async take(db, { userIds, workflowIds }) {
      const { rows } = await sql<ChangedRun & { stamp: string }>`
        SELECT id, workflow_id, created_by, status, status || ' ' || lease AS stamp FROM runs
        WHERE updated_at > now() - make_interval(secs => ${LOOK_BACK_SECONDS}) 
          AND (created_by = ANY (${userIds}::uuid[]) OR workflow_id = ANY (${workflowIds}::uuid[]))
        ORDER BY updated_at DESC LIMIT ${MOST_RUNS}`.execute(db);
      const before = reported;
      reported = new Map(rows.map(({ id, stamp }) => [id, stamp]));
      return rows.filter(({ id, stamp }) => before.get(id) !== stamp).toReversed();
    },
  };
}
