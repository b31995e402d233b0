/** Reads ended runs with what decides about them: how often the workflow failed in a row, and what its settings say. */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { WorkflowSettings } from '../../engine/settings.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { findFailedStep } from '../executing/run-records.ts';
import type { RunVariation } from '../executing/run-variation.ts';
import type { Step } from '../schemas.ts';
import type { RunStatus } from '../store/tables.ts';

export interface EndedRun {
  id: string;
  workflowId: string;
  /** The present name. */
  workflowName: string;
  version: number | null;
  status: RunStatus;
  automatic: boolean;
  triggerType: string;
  triggerDepth: number;
  rootId: string | null;
  /** JSON. */
  input: string;
  error: string;
  startedAt: Date | null;
  finishedAt: Date;
  userId: string;
  /** Whether a step of another run waits for this one, and deals with its failure. */
  isAwaited: boolean;
  variation: RunVariation | null;
  /** How many processes died while they executed the run. */
  interruptions: number;
  failedStep: Step | undefined;
  /** Whether the workflow starts runs by itself. */
  isActive: boolean;
  settings: WorkflowSettings | null;
}

/** Returns undefined when the run or its workflow is gone, or the run has not ended. */
export async function readEndedRun(db: Query, id: string): Promise<EndedRun | undefined> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('workflows', 'workflows.id', 'runs.workflow_id')
    .select(['runs.id', 'runs.workflow_id', 'workflows.name', 'runs.version', 'runs.status', 'runs.automatic'])
    .select(['runs.trigger_type', 'runs.trigger_depth', 'runs.root_id', 'runs.input', 'runs.error', 'runs.steps'])
    .select(['runs.started_at', 'runs.finished_at', 'runs.created_by', 'runs.is_awaited', 'runs.options'])
    .select('runs.interruptions')
    .select(['workflows.active', 'workflows.settings'])
    .where('runs.id', '=', id)
    .where('workflows.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row?.finished_at) return undefined;
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.name,
    version: row.version,
    status: row.status,
    automatic: row.automatic,
    triggerType: row.trigger_type,
    triggerDepth: row.trigger_depth,
    rootId: row.root_id,
    input: row.input,
    error: row.error,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    userId: row.created_by,
    isAwaited: row.is_awaited ?? false,
    variation: row.options === null ? null : JSON.parse(row.options),
    failedStep: row.status === 'failed' ? findFailedStep((await parseJson(row.steps)) as Step[]) : undefined,
    interruptions: row.interruptions,
    isActive: row.active,
    settings: row.settings,
  };
}

/**
 * The runs that tell whether a workflow works. A failure that is tried again, or that was replayed, counts by what becomes
 * of that. A failure that the step of another run waits for is dealt with there.
 */
export function countedRuns({ automaticOnly }: { automaticOnly: boolean }): RawBuilder<boolean> {
  // Without its OFFSET, PostgreSQL would read all runs in order to look up one.
  return sql<boolean>`NOT runs.is_test AND runs.is_awaited IS NOT TRUE ${automaticOnly ? sql`AND runs.automatic` : sql``}
    AND (runs.status = 'success' OR runs.status = 'failed' AND runs.next_retry_at IS NULL
      AND NOT EXISTS (SELECT FROM runs AS replays WHERE replays.replay_of = runs.id OFFSET 0))`;
}

/** The count ends here: people read the same of a workflow that has failed more often in a row. */
const MOST_FAILURES = 1_000;

/** Counts how many runs of the workflow failed in a row, up to this one. */
export async function countFailures(
  db: Query,
  { workflowId, finishedAt }: Pick<EndedRun, 'workflowId' | 'finishedAt'>,
  options: { automaticOnly: boolean; isSuccess?: boolean },
): Promise<number> {
  // A success is told how many failures came before it.
  const until = options.isSuccess ? sql`runs.settled_at < ${finishedAt}` : sql`runs.settled_at <= ${finishedAt}`;
  const { rows } = await sql<{ failures: number }>`
    WITH recent AS (
      SELECT runs.status, runs.settled_at FROM runs
      WHERE runs.workflow_id = ${workflowId} AND ${until} AND ${countedRuns(options)}
      ORDER BY runs.settled_at DESC LIMIT ${MOST_FAILURES}
    )
    SELECT count(*)::integer AS failures FROM recent WHERE status = 'failed'
      AND settled_at > coalesce((SELECT max(settled_at) FROM recent WHERE status = 'success'), '-infinity')`.execute(
    db,
  );
  return rows[0]?.failures ?? 0;
}
