/** Workflows as records: how they are created and changed, and what clients see of them. */
import { findGroupIds, requireOrganizationRight } from '../accounts/memberships.ts';
import { shareColumns } from '../accounts/sharing/shares.ts';
import { changedFields, hasChanges, type NewAuditEvent, recordAudit, recordChanges, SHARES } from '../audit/record.ts';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import { findSizeProblem } from '../engine/definition-size.ts';
import { validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import {
  calculateAccess,
  requireTransferableWorkflow,
  requireWorkflowEntity,
  type StoredWorkflow,
  toPermissions,
  type WorkflowRow,
  withLockedWorkflow,
  workflowSubject,
} from './access.ts';
import { findLastRun } from './last-run.ts';
import { recordRevision, startHistory } from './revisions.ts';
import type {
  Origin,
  Workflow,
  WorkflowCreation,
  WorkflowGroupShare,
  WorkflowUpdate,
  WorkflowUserShare,
} from './schemas.ts';
import type { WorkflowLimits } from './workflow-limits.ts';
import { withoutLinksInPins } from './working-links.ts';

/** The definition of a workflow that is created without one. */
const FIRST_DEFINITION = {
  nodes: [{ id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } }],
  edges: [],
};

/** Creates what else belongs to a new workflow, in the same transaction. */
export type OnCreated = (transaction: Query, caller: Caller, workflow: WorkflowRow) => Promise<unknown>;

export interface CreationOptions {
  onCreated: OnCreated;
  limits: WorkflowLimits;
  /** How the audit log tells of it. */
  origin?: Pick<NewAuditEvent, 'details'> & { action: 'workflow.create' | 'workflow.import' | 'workflow.copy' };
}

export async function createWorkflow(
  db: Query,
  caller: Caller,
  creation: WorkflowCreation,
  { onCreated, limits, origin = { action: 'workflow.create' } }: CreationOptions,
): Promise<WorkflowRow> {
  const { name, description = '', organization_id = null } = creation;
  const definition = withoutLinksInPins(creation.definition ?? FIRST_DEFINITION);
  requireDefinitionSize(definition, limits);
  if (organization_id !== null) {
    await requireOrganizationRight(db, 'edit', { organizationId: organization_id, userId: caller.userId });
  }
  return db.transaction().execute(async transaction => {
    const workflow = await transaction
      .insertInto('workflows')
      .values({
        id: newId(),
        name,
        description,
        organization_id,
        definition: toStorableJson(definition),
        created_by: caller.userId,
        updated_by: caller.userId,
        ...sharingColumns(creation),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainForeignKeyViolation);
    await startHistory(transaction, caller, workflow);
    await onCreated(transaction, caller, workflow);
    await recordAudit(transaction, caller, { ...origin, subject: workflowSubject(workflow) });
    return workflow;
  });
}

/** Changes only the fields that are present. */
export async function updateWorkflow(
  db: Query,
  caller: Caller,
  changes: WorkflowUpdate,
  limits: WorkflowLimits,
): Promise<WorkflowRow> {
  const authorize = (db: Query) => requireWorkflowEntity(db, caller, changes.id, 'write');
  return withLockedWorkflow(db, authorize, (transaction, { workflow }) =>
    saveChanges(transaction, caller, { workflow, changes, limits, origin: 'editor' }),
  );
}

/** The calling code must have locked the workflow, and checked that the caller may change it. */
export async function saveChanges(
  transaction: Query,
  caller: Caller,
  { workflow, changes, limits, origin, mergesMoves = true }: WorkflowChange,
): Promise<WorkflowRow> {
  const { name, description } = changes;
  const definition = withoutLinksInPins(changes.definition);
  if (definition !== undefined) requireDefinitionSize(definition, limits);
  const change = { workflow, definition, limits, origin, mergesMoves };
  const revision = definition === undefined ? 'none' : await recordRevision(transaction, caller, change);
  const saved = await transaction
    .updateTable('workflows')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(revision !== 'none' && { definition: toStorableJson(definition) }),
      ...sharingColumns(changes),
      updated_at: new Date(),
      updated_by: caller.userId,
    })
    .where('id', '=', workflow.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(transaction, caller, {
    before: workflow,
    after: saved,
    isNewRevision: revision === 'new',
    origin,
  });
  return saved;
}

/** Moving nodes again and again counts as one change, as it makes one revision. */
async function recordChange(
  transaction: Query,
  caller: Caller,
  change: { before: WorkflowRow; after: WorkflowRow; isNewRevision: boolean; origin: Origin },
): Promise<void> {
  const { before, after, isNewRevision, origin } = change;
  const subject = workflowSubject(after);
  const changes = changedFields<WorkflowRow>(before, after, ['name', 'description']);
  if (isNewRevision || hasChanges(changes)) {
    const details = { changes, ...(isNewRevision && { definition_changed: true }), origin };
    await recordAudit(transaction, caller, { action: 'workflow.update', subject, details });
  }
  await recordChanges<WorkflowRow>(
    transaction,
    caller,
    { action: 'workflow.share', subject },
    { before, after },
    SHARES,
  );
}

/** A larger definition would cost other users time whenever it is read, validated or run. */
function requireDefinitionSize(definition: unknown, limits: WorkflowLimits): void {
  const problem = findSizeProblem(definition, limits);
  if (problem) throw validationError('definition', problem);
}

interface WorkflowChange {
  workflow: WorkflowRow;
  changes: Omit<WorkflowUpdate, 'id'>;
  limits: WorkflowLimits;
  origin: Origin;
  mergesMoves?: boolean;
}

/** Transfers a workflow to an owning group, or back to its creator. Administrators may do so, as owners may leave. */
export async function changeOwner(
  db: Query,
  caller: Caller,
  { workflow_id, group_id }: { workflow_id: string; group_id: string | null },
): Promise<WorkflowRow> {
  const authorize = (db: Query) => requireTransferableWorkflow(db, caller, workflow_id);
  return withLockedWorkflow(db, authorize, async (transaction, { workflow }) => {
    const transferred = await transaction
      .updateTable('workflows')
      .set({ group_id, updated_at: new Date(), updated_by: caller.userId })
      .where('id', '=', workflow.id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainForeignKeyViolation);
    const event = { action: 'workflow.owner', subject: workflowSubject(transferred) } as const;
    const change = { before: workflow, after: transferred };
    await recordChanges<WorkflowRow>(transaction, caller, event, change, ['group_id']);
    return transferred;
  });
}

export async function buildWorkflow(db: Query, caller: Caller, workflow: WorkflowRow): Promise<Workflow> {
  const row = { ...workflow, last_run: await findLastRun(db, workflow.id) };
  return toWorkflow(row, caller, await findGroupIds(db, caller));
}

/** Converts a row to what clients see. `groups` are the groups of the caller. */
export function toWorkflow(
  workflow: StoredWorkflow & Pick<Workflow, 'last_run'>,
  caller: Caller,
  groups: ReadonlySet<string>,
): Workflow {
  return {
    id: workflow.id,
    created: { timestamp: workflow.created_at.getTime(), user_id: workflow.created_by },
    updated: { timestamp: workflow.updated_at.getTime(), user_id: workflow.updated_by },
    permissions: toPermissions(workflow, calculateAccess(workflow, caller, groups)),
    name: workflow.name,
    description: workflow.description,
    organization_id: workflow.organization_id,
    definition: workflow.definition,
    sharing: workflow.sharing,
    group_sharing: workflow.group_sharing,
    last_run: workflow.last_run,
    published_version: workflow.published_version,
    published_at: workflow.published_at?.getTime() ?? null,
    active: workflow.active,
    run_as: workflow.run_as,
  };
}

/** Stores only the known fields of a share. */
function sharingColumns({
  sharing,
  group_sharing,
}: {
  sharing?: WorkflowUserShare[];
  group_sharing?: WorkflowGroupShare[];
}) {
  return shareColumns({
    ...(sharing && { sharing: sharing.map(({ user_email, write, scopes }) => ({ user_email, write, scopes })) }),
    ...(group_sharing && {
      group_sharing: group_sharing.map(({ group_id, write, scopes }) => ({ group_id, write, scopes })),
    }),
  });
}
