/** Failures in lists of runs: what is known of them, how they are found, and how many there are. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { searchableJson } from '../../platform/postgres/storable-text.ts';
import { withinTime } from './count-time.ts';
import type { FailureCounts, FailureState, RunFailure } from './failure-schemas.ts';

/** Longer steps are not searched for the one that failed, because a list has a hundred runs. */
const SEARCHED_STEP_BYTES = 100_000;

interface FailureFilters {
  failure_state?: readonly FailureState[];
  assignee_id?: string;
}

export function hasFailureFilters({ failure_state, assignee_id }: FailureFilters): boolean {
  return failure_state !== undefined || assignee_id !== undefined;
}

/** The condition on rows of `run_failures`. */
export function isFailureOf({ failure_state: states, assignee_id }: FailureFilters): Expression<SqlBool> {
  const conditions = [
    ...(states ? [sql<SqlBool>`${shownState} = ANY (${states}::text[])`] : []),
    ...(assignee_id !== undefined ? [sql<SqlBool>`run_failures.assignee_id = ${assignee_id}`] : []),
    ...(assignee_id !== undefined && states === undefined ? [sql<SqlBool>`run_failures.state = 'open'`] : []),
  ];
  return sql`(${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)})`;
}

/** An open failure with an assignee is an assigned one. */
const shownState = sql<FailureState>`CASE WHEN run_failures.state = 'open' AND run_failures.assignee_id IS NOT NULL
  THEN 'assigned' ELSE run_failures.state END`;

const shortSteps = sql`CASE WHEN octet_length(runs.steps) <= ${sql.lit(SEARCHED_STEP_BYTES)} THEN runs.steps ELSE '[]' END`;

/** Adds what people do about the runs of a page that have failed. */
export async function withFailures<Run extends { id: string; status: string }>(
  db: Query,
  runs: readonly Run[],
): Promise<(Run & { failure?: RunFailure })[]> {
  const ids = runs.filter(({ status }) => status === 'failed').map(({ id }) => id);
  if (ids.length === 0) return [...runs];
  const failures = new Map((await readFailures(db, ids)).map(failure => [failure.run_id, failure]));
  return runs.map(run => {
    const failure = failures.get(run.id);
    return failure ? { ...run, failure } : run;
  });
}

/** Reads the failures of these runs, whoever may see them. */
export async function readFailures(db: Query, ids: readonly string[]): Promise<RunFailure[]> {
  const { rows } = await sql<Omit<RunFailure, 'changed_at'> & { changed_at: Date }>`
    SELECT run_failures.run_id, ${shownState} AS state, assignee_id, note, resolved_by AS resolved_by_run_id,
      failed.step AS failed_step, revision, changed_at, changed_by
    FROM run_failures JOIN runs ON runs.id = run_failures.run_id
    LEFT JOIN LATERAL (
      -- As "findFailedStep" does: the innermost step that failed without leading on.
      SELECT step ->> 'node_id' AS step
      FROM json_array_elements(${searchableJson(shortSteps)})
        WITH ORDINALITY AS steps (step, place)
      WHERE step ->> 'status' = 'failed' AND step ->> 'handle' IS NULL
      ORDER BY json_array_length(step -> 'iteration') DESC, place LIMIT 1
    ) AS failed ON true
    WHERE run_failures.run_id = ANY (${ids}::uuid[])`.execute(db);
  return rows.map(({ changed_at, ...row }) => ({ ...row, changed_at: changed_at.getTime() }));
}

interface CountsRow extends Omit<FailureCounts, 'workflows'> {
  workflow_id: string;
  workflow_name: string;
}

/** Counts the failures that the caller may see. An index has everything that is counted. */
export async function countOpenFailures(
  db: Query,
  { userId }: Caller,
  { teamWorkflowIds }: { teamWorkflowIds: readonly string[] },
  workflowId: string | undefined,
): Promise<FailureCounts> {
  const rows = await withinTime(db, async db => {
    const { rows } = await sql<CountsRow>`
      WITH counted AS (
        SELECT workflow_id, state, assignee_id, count(*)::integer AS runs FROM (
          SELECT workflow_id, state, assignee_id FROM run_failures WHERE workflow_id = ANY (${teamWorkflowIds}::uuid[])
          UNION ALL
          SELECT workflow_id, state, assignee_id FROM run_failures
          WHERE run_user = ${userId} AND workflow_id <> ALL (${teamWorkflowIds}::uuid[])
        ) AS seen
        ${workflowId === undefined ? sql`` : sql`WHERE workflow_id = ${workflowId}`}
        GROUP BY workflow_id, state, assignee_id
      )
      SELECT workflow_id, workflows.name AS workflow_name,
        coalesce(sum(runs) FILTER (WHERE state = 'open' AND assignee_id IS NULL), 0)::integer AS open,
        coalesce(sum(runs) FILTER (WHERE state = 'open' AND assignee_id IS NOT NULL), 0)::integer AS assigned,
        coalesce(sum(runs) FILTER (WHERE state = 'open' AND assignee_id = ${userId}), 0)::integer AS mine,
        coalesce(sum(runs) FILTER (WHERE state = 'muted'), 0)::integer AS muted,
        coalesce(sum(runs) FILTER (WHERE state = 'resolved'), 0)::integer AS resolved
      FROM counted JOIN workflows ON workflows.id = counted.workflow_id AND workflows.deleted_at IS NULL
      GROUP BY workflow_id, workflows.name`.execute(db);
    return rows;
  });
  const sum = (count: 'open' | 'assigned' | 'mine' | 'muted' | 'resolved') =>
    rows.reduce((total, row) => total + row[count], 0);
  const waiting = (row: CountsRow) => row.open + row.assigned;
  const byName = (one: CountsRow, other: CountsRow) => (one.workflow_name < other.workflow_name ? -1 : 1);
  return {
    open: sum('open'),
    assigned: sum('assigned'),
    mine: sum('mine'),
    muted: sum('muted'),
    resolved: sum('resolved'),
    workflows: rows
      .toSorted((one, other) => waiting(other) - waiting(one) || byName(one, other))
      .slice(0, fixedLimits.run.failure.workflows),
  };
}
