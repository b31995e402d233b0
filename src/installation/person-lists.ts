/**
 * Everything that names a person, as lists with the same columns: the entries of the audit log, and what comes by the
 * thousands and leaves none (`audit/endpoints.ts`). Contents and secrets are in none of them.
 */
import { type RawBuilder, sql } from 'kysely';

type Rows = RawBuilder<unknown>;

/** Each selects `id`, `at` and `details` for the id of a user. */
export const PERSON_LISTS = {
  audit: user => sql`
    SELECT id, at, jsonb_build_object('action', action, 'via', via, 'key', key_name, 'address', address,
      'subject', jsonb_build_object('kind', subject_kind, 'id', subject_id, 'name', subject_name), 'details', details
    ) AS details
    FROM audit_events WHERE actor_id = ${user}`,
  decisions: user => sql`
    SELECT approvals.id, decided_at AS at, jsonb_build_object('status', approvals.status, 'title', title,
      'comment', comment, 'workflow_id', workflow_id, 'workflow_name', workflow_name, 'run_id', run_id) AS details
    FROM approval_assignees JOIN approvals ON approvals.id = approval_id
    WHERE user_id = ${user} AND NOT several AND decided_at IS NOT NULL AND decided_by ->> 'id' = ${user}::text
    UNION ALL
    SELECT approvals.id, decisions.decided_at, jsonb_build_object('status', decision, 'title', title,
      'comment', decisions.comment, 'workflow_id', workflow_id, 'workflow_name', workflow_name, 'run_id', run_id)
    FROM approval_decisions AS decisions JOIN approvals ON approvals.id = approval_id
    WHERE user_id = ${user}`,
  runs: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('workflow_id', workflow_id, 'workflow_name', workflow_name,
      'status', status, 'trigger_type', trigger_type, 'replay_of', replay_of) AS details
    FROM runs WHERE created_by = ${user}`,
  workflows: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('name', name) AS details FROM workflows
    WHERE created_by = ${user} AND deleted_at IS NULL`,
  assistants: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('name', name, 'workflow_id', workflow_id) AS details
    FROM assistants WHERE created_by = ${user}`,
  conversations: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('title', title, 'model', model, 'messages', messages,
      'updated_at', updated_at) AS details
    FROM conversations WHERE user_id = ${user}`,
  credentials: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('name', name, 'kind', kind) AS details
    FROM credentials WHERE created_by = ${user}`,
  panels: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('name', name) AS details FROM panels
    WHERE created_by = ${user} AND deleted_at IS NULL`,
  panel_files: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('panel_id', panel_id, 'path', path, 'size', size,
      'content_type', content_type) AS details
    FROM booster_files WHERE uploaded_by = ${user}`,
  records: user => sql`
    SELECT key AS id, created_at AS at, jsonb_build_object('panel_id', panel_id, 'collection', collection,
      'created', created_by IS NOT DISTINCT FROM ${user}::uuid, 'changed', updated_by IS NOT DISTINCT FROM ${user}::uuid,
      'updated_at', updated_at) AS details
    FROM booster_records WHERE created_by = ${user}
      OR (updated_by = ${user} AND updated_by IS DISTINCT FROM created_by)`,
  files: user => sql`
    SELECT id, created_at AS at, jsonb_build_object('filename', filename, 'size', size, 'content_type', content_type,
      'run_id', run_id) AS details
    FROM files WHERE user_id = ${user}`,
} satisfies Record<string, (userId: string) => Rows>;

export type PersonList = keyof typeof PERSON_LISTS;
export const PERSON_LIST_NAMES = Object.keys(PERSON_LISTS) as PersonList[];
