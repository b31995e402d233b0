/** Which process executes which run. */
import type { HeddleDatabase } from '../database.ts';
import type { WorkflowPermission } from '../http/authentication.ts';
import type { BlobKey } from '../platform/blobs/blobs.ts';
import type { RunFacts } from './run-state.ts';
import { activeMs, isOneOf, keysAsText, type SavedStep, type StepKey } from './run-store.ts';
import type { Standing } from './standing.ts';

/** How long a process may be silent before it counts as dead. */
const ALIVE_SECONDS = 15;
export const ALIVE_MS = ALIVE_SECONDS * 1000;

export interface ClaimedRun {
  facts: RunFacts;
  definition: string;
  lease: number;
  activeMs: number;
  /** Whether another process had begun it. */
  isTakenOver: boolean;
  /** By processes that died. */
  interruptions: number;
  standing: Standing;
}

/** Its time begins anew, also when it had passed: runs that were taken meanwhile have another lease. */
export async function renewRunner({ pool }: HeddleDatabase, id: string): Promise<void> {
  await pool.query(
    `INSERT INTO runners (id, alive_until) VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
    [id, ALIVE_SECONDS],
  );
}

/** The runs that are this process's. */
export async function heldRuns({ pool }: HeddleDatabase, id: string): Promise<Set<string>> {
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

export async function removeRunner({ pool }: HeddleDatabase, id: string): Promise<void> {
  await pool.query('DELETE FROM runners WHERE id = $1', [id]);
}

/** Those that have been dead for long have no runs any more. */
export async function forgetDeadRunners({ pool }: HeddleDatabase): Promise<void> {
  await pool.query(`DELETE FROM runners WHERE alive_until < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM runs WHERE runner_id = runners.id AND status = 'running')`);
}

/**
 * Takes queued runs, the oldest first, and running ones that nobody executes. Rows that another process is taking at
 * this moment are passed over. The time during which nobody executed a run does not count as its own.
 */
export async function claimRuns(
  { pool }: HeddleDatabase,
  { runnerId, count, from }: { runnerId: string; count: number; from: 'queue' | 'dead' },
): Promise<ClaimedRun[]> {
  const source =
    from === 'queue'
      ? `SELECT id, NULL::timestamptz AS seen_at FROM runs WHERE status = 'queued'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`
      : `SELECT runs.id, runners.alive_until - make_interval(secs => $3) AS seen_at
         FROM runs LEFT JOIN runners ON runners.id = runs.runner_id
         WHERE status = 'running' AND (runners.id IS NULL OR runners.alive_until < now())
         ORDER BY created_at LIMIT $2 FOR UPDATE OF runs SKIP LOCKED`;
  const { rows } = await pool.query<ClaimedRow>({
    name: `runs.claim-${from}`,
    text: `WITH found AS MATERIALIZED (${source}),
     claimed AS (
       UPDATE runs SET status = 'running', runner_id = $1, lease = lease + 1,
         interruptions = interruptions + ${from === 'dead' ? 1 : 0},
         started_at = coalesce(started_at, now()), active_since = now(),
         active_ms = active_ms + CASE WHEN seen_at IS NULL THEN 0 ELSE ${activeMs('seen_at')} END,
         updated_at = now()
       FROM found WHERE runs.id = found.id RETURNING runs.*
     )
     SELECT claimed.*, coalesce(claimed.definition, version.definition::text) AS executed, users.email, users.name,
       users.enabled, users.workflow_permission,
       claimed.organization_id IS NULL AND workflows.created_by = users.id AS is_own
     FROM claimed JOIN users ON users.id = claimed.created_by JOIN workflows ON workflows.id = claimed.workflow_id
     LEFT JOIN workflow_versions version
       ON version.workflow_id = claimed.workflow_id AND version.version = claimed.version`,
    values: from === 'queue' ? [runnerId, count] : [runnerId, count, ALIVE_SECONDS],
  });
  return rows.map(row => claimedRun(row, from === 'dead'));
}

export interface SavedLength {
  characters: number;
  /** The blob of a long one. */
  key: BlobKey | null;
  /** Whether `output` is all of it. */
  isWhole: boolean;
}

type SavedRow = Pick<SavedStep, 'nodeId' | 'iteration' | 'step' | 'output'> & SavedLength;

/** What a run's steps, or those of them, have given so far; of longer outputs only the beginning. */
export async function savedSteps(
  { pool }: HeddleDatabase,
  runId: string,
  mostCharacters: number,
  keys?: readonly StepKey[],
): Promise<SavedRow[]> {
  const { rows } = await pool.query<SavedRow>(
    `SELECT node_id AS "nodeId", iteration, step, left(output, $2) AS output, output_characters AS characters,
       output_key AS key, output_key IS NULL AND coalesce(length(output) <= $2, true) AS "isWhole"
     FROM run_steps WHERE run_id = $1 ${keys ? `AND ${isOneOf('$3')}` : ''} ORDER BY position`,
    [runId, mostCharacters, ...(keys ? [keysAsText(keys)] : [])],
  );
  return rows;
}

interface ClaimedRow {
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

function claimedRun(row: ClaimedRow, isTakenOver: boolean): ClaimedRun {
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
    standing: { isEnabled: row.enabled, permission: row.workflow_permission, isOwn: row.is_own },
  };
}
