/**
 * Finds the runs of some users and workflows that have changed since the last time somebody asked, also in what people do
 * about their failures.
 */
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
  let reported: ReadonlySet<string> = new Set();
  return {
    async take(db, { userIds, workflowIds }) {
      const { rows } = await sql<ChangedRun & { stamp: string }>`
        (SELECT id, workflow_id, created_by, status, id || ' ' || status || ' ' || lease AS stamp, updated_at FROM runs
        WHERE updated_at > now() - make_interval(secs => ${LOOK_BACK_SECONDS}) 
          AND (created_by = ANY (${userIds}::uuid[]) OR workflow_id = ANY (${workflowIds}::uuid[]))
        ORDER BY updated_at DESC LIMIT ${MOST_RUNS})
        UNION ALL
        (SELECT run_id, workflow_id, run_user, 'failed', chain_id || ' failure ' || revision, changed_at FROM run_failures
        WHERE changed_at > now() - make_interval(secs => ${LOOK_BACK_SECONDS}) AND revision > 1
          AND (run_user = ANY (${userIds}::uuid[]) OR workflow_id = ANY (${workflowIds}::uuid[]))
        ORDER BY changed_at DESC LIMIT ${MOST_RUNS})
        ORDER BY updated_at DESC`.execute(db);
      const before = reported;
      reported = new Set(rows.map(({ stamp }) => stamp));
      return rows.filter(({ stamp }) => !before.has(stamp)).toReversed();
    },
  };
}
