/** Queues the runs that requests ask for, without a trigger that was called. */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { tooManyQueuedRuns, tooManyQueuedRunsOfUser } from '../../errors.ts';
import { jsonb, type StorableJson } from '../../platform/postgres/storable-text.ts';
import type { RunFacts } from '../executing/run-state.ts';
import { countQueuedRuns, type QueueRules } from './queueing.ts';
import { START_COLUMNS, startValues } from './start-row.ts';

export interface RequestedRun {
  facts: RunFacts;
  /** The draft that is executed, as JSON. Null for a published version. */
  definition: string | null;
  /** The version that the row of the workflow must still have. */
  rowVersion: number;
  /** What the settings of the workflow say about the run (`toStartJson`). */
  start: StorableJson | null;
}

/** Returns false when the workflow has changed. The caller must notify the runners. */
export async function insertRequestedRun(
  transaction: Query,
  { facts, definition, rowVersion, start }: RequestedRun,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, definition, revision_id, trigger_node_id,
      trigger_type, trigger_depth, automatic, input, status, created_by, trace_context, ${START_COLUMNS})
    SELECT ${facts.id}::uuid, workflows.id, workflows.name, workflows.organization_id, ${facts.version}::integer,
      ${definition}::text, ${facts.revisionId}::uuid, ${facts.triggerNodeId}::text, ${facts.triggerType}::text,
      ${facts.triggerDepth}::integer, ${facts.automatic}::boolean, ${facts.inputText}::text, 'queued',
      ${facts.user.id}::uuid, ${facts.traceContext}::text, ${startValues(jsonb(start))}
    FROM workflows
    WHERE workflows.id = ${facts.workflowId} AND workflows.deleted_at IS NULL
      AND workflows.row_version = ${rowVersion}
    RETURNING id`.execute(transaction);
  return rows.length === 1;
}

/**
 * Throws when the queue of the user, or of a workflow, is full. Transactions that queue runs at the same moment do not see
 * each other, so a queue may exceed its limit by some runs.
 */
export async function requireRoomInQueue(
  transaction: Query,
  userId: string,
  { queuedPerUser }: Pick<QueueRules, 'queuedPerUser'>,
  workflow?: { id: string; queued: number },
): Promise<void> {
  const { rows } = await sql<{ ofUser: number; ofWorkflow: number }>`
    SELECT ${countQueuedRuns(sql`${userId}::uuid`, sql`${queuedPerUser}`)} AS "ofUser",
      (SELECT count(*)::integer FROM (
        SELECT FROM runs WHERE workflow_id = ${workflow?.id ?? null}::uuid AND status = 'queued' AND held IS NULL
        LIMIT ${workflow?.queued ?? 0}
      ) AS waiting) AS "ofWorkflow"`.execute(transaction);
  const { ofUser = 0, ofWorkflow = 0 } = rows[0] ?? {};
  if (workflow && ofWorkflow >= workflow.queued) throw tooManyQueuedRuns(ofWorkflow);
  if (ofUser >= queuedPerUser) throw tooManyQueuedRunsOfUser(ofUser);
}
