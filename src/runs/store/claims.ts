/** Which process executes which run. */

import type { HeddleDatabase } from '../../database.ts';
import type { WorkflowPermission } from '../../http/caller.ts';
import type { ClaimCapacity } from '../executing/run-slots.ts';
import type { RunFacts } from '../executing/run-state.ts';
import type { SavedLength, SavedStep, StepKey } from '../executing/saved-run.ts';
import type { RunAuthorization } from './authorization.ts';
import { QUEUE_ORDER, type QueueCursor } from './queue-order.ts';
import { activeMs, keysAsText, stepKeyIsOneOf } from './run-store.ts';

export interface ClaimedRun {
  facts: RunFacts;
  definition: string;
  lease: number;
  activeMs: number;
  /** Whether another process had begun it. */
  isTakenOver: boolean;
  /** By processes that died. */
  interruptions: number;
  authorization: RunAuthorization;
}

/** Whether there is anything to claim, for a process that is not known as alive yet. */
export async function isAnythingClaimable({ pool }: HeddleDatabase): Promise<boolean> {
  const { rows } = await pool.query<{ is_any: boolean }>({
    name: 'runs.any-claimable',
    text: `SELECT EXISTS (SELECT FROM runs WHERE status = 'queued') OR EXISTS (
        SELECT FROM runs LEFT JOIN runners ON runners.id = runs.runner_id
        WHERE status = 'running' AND (runners.id IS NULL OR runners.alive_until < now())
      ) AS is_any`,
  });
  return rows[0]?.is_any ?? false;
}

/** The runs that are this process's. */
export async function findAssignedRuns({ pool }: HeddleDatabase, id: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM runs WHERE status = 'running' AND runner_id = $1`, [
    id,
  ]);
  return new Set(rows.map(row => row.id));
}

/** Lets others have them at once. */
export async function releaseRuns({ pool }: HeddleDatabase, runnerId: string, ids: readonly string[]): Promise<void> {
  await pool.query(
    `UPDATE runs SET runner_id = NULL, active_ms = active_ms + ${activeMs('now()')}, active_since = now()
     WHERE status = 'running' AND runner_id = $1 AND id = ANY ($2::uuid[])`,
    [runnerId, ids],
  );
}

/** Those that have been dead for long have no runs any more. */
export async function deleteDeadRunners({ pool }: HeddleDatabase): Promise<void> {
  await pool.query(`DELETE FROM runners WHERE alive_until < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM runs WHERE runner_id = runners.id AND status = 'running')`);
}

export interface Claim {
  runs: ClaimedRun[];
  /** There are others that could be taken at once. */
  hasMore: boolean;
  /** There are others that there is no room for. */
  isCrowded: boolean;
  /** Others took some of those that were to be taken here. */
  isContended: boolean;
}

export interface ClaimOptions {
  runnerId: string;
  claimCapacity: ClaimCapacity;
}

/** Takes queued runs. Rows that another process is taking at this moment are passed over. */
export async function claimQueuedRuns(
  { pool }: HeddleDatabase,
  { runnerId, claimCapacity, cursor }: ClaimOptions & { cursor: QueueCursor },
): Promise<Claim> {
  const { userIds, workflowIds } = cursor.workflows;
  const { rows } = await pool.query<ClaimedRow>({
    name: 'runs.claim-queue',
    text: claimStatement(QUEUE_ORDER, { interruptions: 0 }),
    values: [runnerId, ...capacityValues(claimCapacity), cursor.userId, userIds, workflowIds],
  });
  const claimed = rows.filter(isRun).toSorted((one, other) => one.workflow_turn - other.workflow_turn);
  for (const row of claimed) cursor.serve(row.created_by, row.workflow_id);
  const [walk] = rows;
  const last = claimed.toSorted((one, other) => one.turn - other.turn).at(-1);
  if (last) cursor.userId = last.created_by;
  // None of these users may have more here: the next walk begins behind them.
  else if (walk?.planned === 0 && walk.last_user !== null) cursor.userId = walk.last_user;
  return toClaim(rows, { isTakenOver: false });
}

/** Takes running runs that nobody executes. The time during which nobody executed a run does not count as its own. */
export async function claimDeadRuns(
  { pool }: HeddleDatabase,
  { runnerId, claimCapacity, silenceSeconds }: ClaimOptions & { silenceSeconds: number },
): Promise<Claim> {
  const { rows } = await pool.query<ClaimedRow>({
    name: 'runs.claim-dead',
    text: claimStatement(DEAD_RUNS, { interruptions: 1 }),
    values: [runnerId, ...capacityValues(claimCapacity), silenceSeconds],
  });
  return toClaim(rows, { isTakenOver: true });
}

/** A process counts as dead when it has let its time pass. Another claim may take its runs at the same time. */
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
    SELECT runs.id, planned.seen_at, 0 AS turn, 0 AS workflow_turn FROM planned JOIN runs ON runs.id = planned.id AND runs.lease = planned.lease
    WHERE status = 'running' FOR UPDATE OF runs SKIP LOCKED
  ),
  walk AS (
    SELECT (SELECT count(*) FROM planned) AS planned, NULL::uuid AS last_user,
      (SELECT count(*) FROM dead WHERE rank <= room) > (SELECT count(*) FROM planned) AS has_more,
      EXISTS (SELECT FROM dead WHERE rank > room) AS is_crowded
  )`;

/** Gives one row at least, for what the search tells beside the runs. */
function claimStatement(search: string, { interruptions }: { interruptions: 0 | 1 }): string {
  return `WITH RECURSIVE ${search},
     claimed AS (
       UPDATE runs SET status = 'running', runner_id = $1, lease = lease + 1,
         interruptions = interruptions + ${interruptions},
         started_at = coalesce(started_at, now()), active_since = now(),
         active_ms = active_ms + CASE WHEN seen_at IS NULL THEN 0 ELSE ${activeMs('seen_at')} END,
         updated_at = now()
       FROM found WHERE runs.id = found.id RETURNING runs.*, turn, workflow_turn
     )
     SELECT walk.*, claimed.*, coalesce(claimed.definition, version.definition::text) AS executed, users.email,
       users.name, users.enabled, users.workflow_permission,
       claimed.organization_id IS NULL AND workflows.created_by = users.id AND workflows.deleted_at IS NULL AS is_own
     FROM walk LEFT JOIN (
       claimed JOIN users ON users.id = claimed.created_by JOIN workflows ON workflows.id = claimed.workflow_id
       LEFT JOIN workflow_versions version
         ON version.workflow_id = claimed.workflow_id AND version.version = claimed.version
     ) ON true`;
}

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

type SavedRow = Pick<SavedStep, 'nodeId' | 'iteration' | 'step' | 'output'> & SavedLength;

/** What a run's steps, or those of them, have given so far; of longer outputs only the beginning. */
export async function readSavedSteps(
  { pool }: HeddleDatabase,
  runId: string,
  mostCharacters: number,
  keys?: readonly StepKey[],
): Promise<SavedRow[]> {
  const { rows } = await pool.query<SavedRow>(
    `SELECT node_id AS "nodeId", iteration, step, left(output, $2) AS output, output_characters AS characters,
       output_key AS key, output_key IS NULL AND coalesce(length(output) <= $2, true) AS "isWhole"
     FROM run_steps WHERE run_id = $1 ${keys ? `AND ${stepKeyIsOneOf('$3')}` : ''} ORDER BY position`,
    [runId, mostCharacters, ...(keys ? [keysAsText(keys)] : [])],
  );
  return rows;
}

/** What the search tells, with a run; where none was claimed, without one. */
type ClaimedRow = SearchResult & (RunRow | { id: null });

interface SearchResult {
  planned: number;
  has_more: boolean;
  is_crowded: boolean;
  last_user: string | null;
}

interface RunRow {
  turn: number;
  workflow_turn: number;
  id: string;
  workflow_id: string;
  workflow_name: string;
  organization_id: string | null;
  version: number | null;
  executed: string;
  trigger_node_id: string;
  trigger_type: string;
  trigger_depth: number;
  automatic: boolean;
  trace_context: string | null;
  input: string;
  started_at: Date;
  active_ms: number;
  lease: number;
  created_at: Date;
  created_by: string;
  interruptions: number;
  email: string;
  name: string;
  enabled: boolean;
  workflow_permission: WorkflowPermission;
  is_own: boolean;
}

function isRun(row: ClaimedRow): row is SearchResult & RunRow {
  return row.id !== null;
}

function toClaim(rows: readonly ClaimedRow[], { isTakenOver }: { isTakenOver: boolean }): Claim {
  const runs = rows.filter(isRun).map(row => toClaimedRun(row, isTakenOver));
  const { planned = 0, has_more: hasMore = false, is_crowded: isCrowded = false } = rows[0] ?? {};
  return { runs, hasMore, isCrowded, isContended: runs.length < planned };
}

function toClaimedRun(row: RunRow, isTakenOver: boolean): ClaimedRun {
  return {
    facts: {
      id: row.id,
      workflowId: row.workflow_id,
      workflowName: row.workflow_name,
      organizationId: row.organization_id,
      version: row.version,
      triggerNodeId: row.trigger_node_id,
      triggerType: row.trigger_type,
      triggerDepth: row.trigger_depth,
      automatic: row.automatic,
      traceContext: row.trace_context,
      input: JSON.parse(row.input),
      inputText: row.input,
      user: { id: row.created_by, email: row.email, name: row.name },
      createdAt: row.created_at,
      startedAt: row.started_at,
    },
    definition: row.executed,
    lease: row.lease,
    activeMs: row.active_ms,
    isTakenOver,
    interruptions: row.interruptions,
    authorization: { isEnabled: row.enabled, permission: row.workflow_permission, isOwn: row.is_own },
  };
}
