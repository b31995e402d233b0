/**
 * What a builder changed or proposed.
 *
 *   edit:      open ── the user keeps it ──▶ kept          proposal:  open ── the user applies it ──▶ applied
 *               └── the user takes it back ──▶ undone                  └── the user refuses it ──▶ dismissed
 *
 * An edit is recorded in the transaction that makes its revision. A proposal changes nothing: the user applies it by
 * saving the workflow, with the checks of every save.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { changeSettled, entityNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import { requireWorkflow, requireWorkflowEntity } from '../../workflows/access.ts';
import { builderLimits } from './builder-limits.ts';
import type { BuilderChange, BuilderContent, ChangeSettling, OpenChange } from './change-schemas.ts';

interface NewChange {
  workflowId: string;
  kind: BuilderChange['kind'];
  revisionId?: string | undefined;
  before: BuilderContent;
  after: BuilderContent;
}

/** Records a change, and forgets the oldest ones of the same user and workflow. */
export async function recordChange(
  db: Query,
  { userId }: Caller,
  { workflowId, kind, revisionId, before, after }: NewChange,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('builder_changes')
    .values({
      id,
      workflow_id: workflowId,
      user_id: userId,
      kind,
      revision_id: revisionId ?? null,
      before: toStorableJson(before),
      after: toStorableJson(after),
    })
    .execute();
  await sql`
    DELETE FROM builder_changes WHERE id IN (
      SELECT id FROM builder_changes WHERE workflow_id = ${workflowId} AND user_id = ${userId}
      ORDER BY created_at DESC, id DESC OFFSET ${builderLimits.changes})`.execute(db);
  return id;
}

/** Replaces what is proposed while the answer is still being made. Returns false when the user was faster. */
export async function extendProposal(db: Query, id: string, after: BuilderContent): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('builder_changes')
    .set({ after: toStorableJson(after) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Only the user of the builder sees its changes, and only as long as the workflow is visible to them. */
export async function readChange(db: Query, caller: Caller, id: string): Promise<BuilderChange> {
  const row = await db
    .selectFrom('builder_changes')
    .select(['id', 'workflow_id', 'kind', 'state', 'revision_id', 'before', 'after', 'created_at'])
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  await requireWorkflowEntity(db, caller, row.workflow_id, 'read');
  const { created_at, ...change } = row;
  return { ...change, created: created_at.getTime() };
}

/** An answer that broke off is deleted, but not what it changed before: so these are also found without the conversation. */
export async function listOpenChanges(db: Query, caller: Caller, workflowId: string): Promise<OpenChange[]> {
  await requireWorkflow(db, caller, workflowId, 'read');
  const rows = await db
    .selectFrom('builder_changes')
    .select(['id', 'kind', 'created_at'])
    .where('workflow_id', '=', workflowId)
    .where('user_id', '=', caller.userId)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, ...change }) => ({ ...change, created: created_at.getTime() }));
}

const ENDS = { edit: ['kept', 'undone'], proposal: ['applied', 'dismissed'] } as const;

export async function settleChange(
  db: Query,
  caller: Caller,
  { change_id, state }: ChangeSettling,
): Promise<BuilderChange> {
  const change = await readChange(db, caller, change_id);
  const ends: readonly string[] = ENDS[change.kind];
  if (!ends.includes(state)) throw changeSettled(change.kind, change.state);
  const { numUpdatedRows } = await db
    .updateTable('builder_changes')
    .set({ state })
    .where('id', '=', change_id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { ...change, state };
  const now = await readChange(db, caller, change_id);
  if (now.state !== state) throw changeSettled(now.kind, now.state);
  return now;
}
