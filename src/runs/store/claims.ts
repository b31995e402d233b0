/** The statements that decide which process executes which run. */
import type { HeddleDatabase } from '../../database.ts';
import type { WorkflowPermission } from '../../http/caller.ts';
import type { ClaimCapacity } from '../executing/run-slots.ts';
import type { RunFacts } from '../executing/run-state.ts';
import type { SavedLength, SavedStep, StepKey } from '../executing/saved-run.ts';
import type { RunAuthorization } from './authorization.ts';
import type { QueueCursor } from './queue-order.ts';
import { activeMs, keysAsText, stepKeyIsOneOf } from './run-store.ts';

export interface ClaimedRun {
  facts: RunFacts;
  definition: string;
  lease: number;
  activeMs: number;
  /** Whether another process had begun to execute the run. */
  isTakenOver: boolean;
  /** How many processes died while they executed the run. */
  interruptions: number;
  authorization: RunAuthorization;
}

/** A process that is not registered checks this first, because it registers only when there is something to claim. */
export async function isAnythingClaimable({ pool }: HeddleDatabase): Promise<boolean> {
  const { rows } = await pool.query<{ is_any: boolean }>({
    name: 'runs.any-claimable',
    text: `SELECT EXISTS (SELECT FROM runs WHERE status = 'queued' AND held IS NULL) OR EXISTS (
        SELECT FROM runs LEFT JOIN runners ON runners.id = runs.runner_id
        WHERE status = 'running' AND (runners.id IS NULL OR runners.alive_until < now())
      ) AS is_any`,
  });
  return rows[0]?.is_any ?? false;
}

/** Returns the ids of the runs that the database assigns to this process. */
export async function findAssignedRuns({ pool }: HeddleDatabase, id: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM runs WHERE status = 'running' AND runner_id = $1`, [
    id,
  ]);
  return new Set(rows.map(row => row.id));
}

/** Lets other processes claim the runs at once. */
export async function releaseRuns({ pool }: HeddleDatabase, runnerId: string, ids: readonly string[]): Promise<void> {
  await pool.query(
    `UPDATE runs SET runner_id = NULL, active_ms = active_ms + ${activeMs('now()')}, active_since = now()
     WHERE status = 'running' AND runner_id = $1 AND id = ANY ($2::uuid[])`,
    [runnerId, ids],
  );
}

/** Deletes processes that have been dead for long. Other processes have claimed their runs. */
export async function deleteDeadRunners({ pool }: HeddleDatabase): Promise<void> {
  await pool.query(`DELETE FROM runners WHERE alive_until < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM runs WHERE runner_id = runners.id AND status = 'running')`);
}

export interface Claim {
  runs: ClaimedRun[];
  /** Whether more runs could be claimed at once. */
  hasMore: boolean;
  /** Whether there are runs that this process has no room for. */
  isCrowded: boolean;
  /** Whether other processes claimed some of the planned runs first. */
  isContended: boolean;
}

export interface ClaimOptions {
  runnerId: string;
  capacity: ClaimCapacity;
}

/** Claims queued runs. It skips rows that another process is claiming at this moment. */
export async function claimQueuedRuns(
  { pool }: HeddleDatabase,
  { runnerId, capacity, cursor }: ClaimOptions & { cursor: QueueCursor },
): Promise<Claim> {
  const { userIds, workflowIds } = cursor.workflows;
  const { rows } = await pool.query<ClaimedRow>({
    name: 'runs.claim-queue',
    text: 'SELECT * FROM claim_queued_runs($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    values: [runnerId, ...capacityValues(capacity), cursor.userId, userIds, workflowIds],
  });
  const claimed = rows.filter(isRun).toSorted((one, other) => one.workflow_turn - other.workflow_turn);
  for (const row of claimed) cursor.serve(row.created_by, row.workflow_id);
  cursor.userId = rows[0]?.last_user ?? cursor.userId;
  return toClaim(rows, { isTakenOver: false });
}

/** Claims running runs that nobody executes. The time during which nobody executed a run does not count against it. */
export async function claimDeadRuns(
  { pool }: HeddleDatabase,
  { runnerId, capacity, silenceSeconds }: ClaimOptions & { silenceSeconds: number },
): Promise<Claim> {
  const { rows } = await pool.query<ClaimedRow>({
    name: 'runs.claim-dead',
    text: CLAIM_DEAD_RUNS,
    values: [runnerId, ...capacityValues(capacity), silenceSeconds],
  });
  return toClaim(rows, { isTakenOver: true });
}

/** A process is dead when `alive_until` has passed. Several processes may claim its runs at the same time. */
const DEAD_RUNS = `
  dead AS MATERIALIZED (
    SELECT runs.id, runs.lease, runners.alive_until - make_interval(secs => $7) AS seen_at,
      coalesce(room, $3::integer) AS room, row_number() OVER (PARTITION BY created_by ORDER BY created_at) AS rank
    FROM runs LEFT JOIN runners ON runners.id = runs.runner_id
    LEFT JOIN unnest($4::uuid[], $5::integer[], $6::integer[]) AS known (user_id, room, active) ON user_id = created_by
    WHERE status = 'running' AND (runners.id IS NULL OR runners.alive_until < now())
  ),
  planned AS MATERIALIZED (SELECT * FROM dead WHERE rank <= room ORDER BY rank LIMIT $2),
  found AS MATERIALIZED (
    SELECT runs.id, planned.seen_at, 0 AS workflow_turn FROM planned JOIN runs ON runs.id = planned.id AND runs.lease = planned.lease
    WHERE status = 'running' FOR UPDATE OF runs SKIP LOCKED
  ),
  walk AS (
    SELECT (SELECT count(*) FROM planned) AS planned, NULL::uuid AS last_user,
      (SELECT count(*) FROM dead WHERE rank <= room) > (SELECT count(*) FROM planned) AS has_more,
      EXISTS (SELECT FROM dead WHERE rank > room) AS is_crowded
  )`;

/** It returns at least one row, because every row also contains the summary of the search. */
const CLAIM_DEAD_RUNS = `WITH ${DEAD_RUNS},
  claimed AS (
    UPDATE runs SET runner_id = $1, lease = lease + 1, interruptions = interruptions + 1,
      started_at = coalesce(started_at, now()), active_since = now(),
      active_ms = active_ms + CASE WHEN seen_at IS NULL THEN 0 ELSE ${activeMs('seen_at')} END,
      updated_at = now()
    FROM found WHERE runs.id = found.id RETURNING runs.*, workflow_turn
  )
  SELECT walk.*, claimed.*, coalesce(claimed.definition, version.definition::text) AS executed, users.email,
    users.name, users.enabled, users.workflow_permission,
    claimed.organization_id IS NULL AND workflows.created_by = users.id AND workflows.deleted_at IS NULL AS is_own
  FROM walk LEFT JOIN (
    claimed JOIN users ON users.id = claimed.created_by JOIN workflows ON workflows.id = claimed.workflow_id
    LEFT JOIN workflow_versions version
      ON version.workflow_id = claimed.workflow_id AND version.version = claimed.version
  ) ON true`;

/** The parameters $2 to $6. */
function capacityValues({ count, room, users }: ClaimCapacity): unknown[] {
  return [
    count,
    room,
    users.map(({ userId }) => userId),
    users.map(user => user.room),
    users.map(({ active }) => active),
  ];
}

export type SavedRow = Pick<SavedStep, 'nodeId' | 'iteration' | 'step' | 'output'> & SavedLength;

/** Reads the settled steps of a run, or those with these keys: outputs up to a length, and the beginnings of longer ones. */
export async function readSavedSteps(
  { pool }: HeddleDatabase,
  runId: string,
  { whole, beginning }: { whole: number; beginning: number },
  keys?: readonly StepKey[],
): Promise<SavedRow[]> {
  const { rows } = await pool.query<SavedRow>(
    `SELECT node_id AS "nodeId", iteration, step, CASE WHEN is_whole THEN output ELSE left(output, $3) END AS output,
       output_characters AS characters, output_key AS key, is_whole AS "isWhole"
     FROM run_steps,
       LATERAL (SELECT output_key IS NULL AND coalesce(length(output) <= $2, true) AS is_whole) AS measured
     WHERE run_id = $1 ${keys ? `AND ${stepKeyIsOneOf('$4')}` : ''} ORDER BY position`,
    [runId, whole, beginning, ...(keys ? [keysAsText(keys)] : [])],
  );
  return rows;
}

/** The characters of all outputs of a run's settled steps. */
export async function sumOutputs({ pool }: HeddleDatabase, runId: string): Promise<number> {
  const { rows } = await pool.query<{ characters: string }>(
    'SELECT coalesce(sum(output_characters), 0) AS characters FROM run_steps WHERE run_id = $1',
    [runId],
  );
  return Number(rows[0]?.characters);
}

/** The summary of the search together with a claimed run, or alone when none was claimed. */
type ClaimedRow = SearchResult & (ClaimedRunRow | { id: null });

interface SearchResult {
  planned: number;
  has_more: boolean;
  is_crowded: boolean;
  last_user: string | null;
}

interface ClaimedRunRow {
  workflow_turn: number;
  id: string;
  workflow_id: string;
  workflow_name: string;
  organization_id: string | null;
  version: number | null;
  revision_id: string | null;
  executed: string;
  trigger_node_id: string;
  trigger_type: string;
  trigger_depth: number;
  automatic: boolean;
  trace_context: string | null;
  options: string | null;
  variables: string | null;
  input: string;
  started_at: Date;
  active_ms: number;
  lease: number;
  created_at: Date;
  created_by: string;
  interruptions: number;
  parent_run_id: string | null;
  root_run_id: string | null;
  depth: number | null;
  is_awaited: boolean | null;
  email: string;
  name: string;
  enabled: boolean;
  workflow_permission: WorkflowPermission;
  is_own: boolean;
}

function isRun(row: ClaimedRow): row is SearchResult & ClaimedRunRow {
  return row.id !== null;
}

function toClaim(rows: readonly ClaimedRow[], { isTakenOver }: { isTakenOver: boolean }): Claim {
  const runs = rows.filter(isRun).map(row => toClaimedRun(row, isTakenOver));
  const { planned = 0, has_more: hasMore = false, is_crowded: isCrowded = false } = rows[0] ?? {};
  return { runs, hasMore, isCrowded, isContended: runs.length < planned };
}

function toClaimedRun(row: ClaimedRunRow, isTakenOver: boolean): ClaimedRun {
  return {
    facts: {
      id: row.id,
      workflowId: row.workflow_id,
      workflowName: row.workflow_name,
      organizationId: row.organization_id,
      version: row.version,
      revisionId: row.revision_id,
      triggerNodeId: row.trigger_node_id,
      triggerType: row.trigger_type,
      triggerDepth: row.trigger_depth,
      automatic: row.automatic,
      traceContext: row.trace_context,
      input: JSON.parse(row.input),
      inputText: row.input,
      variables: row.variables === null ? null : JSON.parse(row.variables),
      user: { id: row.created_by, email: row.email, name: row.name },
      createdAt: row.created_at,
      startedAt: row.started_at,
      variation: row.options === null ? null : JSON.parse(row.options),
      ...toParent(row),
    },
    definition: row.executed,
    lease: row.lease,
    activeMs: row.active_ms,
    isTakenOver,
    interruptions: row.interruptions,
    authorization: { isEnabled: row.enabled, permission: row.workflow_permission, isOwn: row.is_own },
  };
}

function toParent({ parent_run_id: runId, root_run_id, depth, is_awaited }: ClaimedRunRow): Pick<RunFacts, 'parent'> {
  if (runId === null) return {};
  return { parent: { runId, rootRunId: root_run_id ?? runId, depth: depth ?? 1, isAwaited: is_awaited ?? false } };
}
