/** Creates many schedules for tests. */
import { sql } from 'kysely';
import type { Query } from '../../src/database.ts';

/** Copies a published workflow this often, each copy with its own triggers, and returns the ids of the triggers. */
export async function copyPublished(db: Query, workflowId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH copies AS (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::integer)),
    workflows AS (
      INSERT INTO workflows (id, name, description, definition, published_version, published_at, active, run_as,
        created_by, updated_by)
      SELECT copies.id, name, description, definition, published_version, published_at, active, run_as, created_by,
        updated_by
      FROM workflows, copies WHERE workflows.id = ${workflowId}
    ),
    versions AS (
      INSERT INTO workflow_versions (workflow_id, version, definition, note, created_by)
      SELECT copies.id, version, definition, note, created_by
      FROM workflow_versions, copies WHERE workflow_id = ${workflowId}
    )
    INSERT INTO workflow_triggers (id, workflow_id, node_id, type, params, next_run_at)
    SELECT gen_random_uuid(), copies.id, node_id, type, params, next_run_at
    FROM workflow_triggers, copies WHERE workflow_id = ${workflowId}
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes all of them due now at the same time, and returns that time. The column rounds, also to what is not due yet. */
export async function makeDue(db: Query, triggerIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ at: Date }>`UPDATE workflow_triggers SET next_run_at = date_trunc('milliseconds', now())
    WHERE id = ANY (${triggerIds}::uuid[]) RETURNING next_run_at AS at`.execute(db);
  return rows[0]?.at.getTime() ?? Number.NaN;
}

export async function countDue(db: Query): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    SELECT count(*) AS due FROM workflow_triggers WHERE next_run_at <= now()`.execute(db);
  return rows[0]?.due ?? 0;
}

/** Counts the runs that each schedule has started for each of its times. */
export async function countFirings(db: Query): Promise<{ scheduledAt: number; workflowId: string; runs: number }[]> {
  const { rows } = await sql<{ scheduledAt: number; workflowId: string; runs: number }>`
    SELECT (input::json ->> 'scheduled_at')::bigint AS "scheduledAt", workflow_id AS "workflowId", count(*) AS runs
    FROM runs WHERE trigger_type = 'trigger.schedule' GROUP BY 1, 2`.execute(db);
  return rows;
}
