/** Workflows as records: creating, changing, deleting, and what clients see of them. */
import { groupsOf, requireOrganizationWrite } from '../accounts/memberships.ts';
import { explainReference, type Query } from '../database.ts';
import { noWorkflowAccess } from '../errors.ts';
import type { Caller } from '../http/authentication.ts';
import { newId } from '../platform/ids.ts';
import { accessOf, changing, permissionsOf, seeEntity, seeWorkflow, type WorkflowRow } from './access.ts';
import { lastRunOf } from './last-run.ts';
import { recordRevision, startHistory } from './revisions.ts';
import type { GroupShare, UserShare, Workflow, WorkflowCreation, WorkflowUpdate } from './schemas.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

/** What a workflow begins with that is created without a definition. */
const FIRST_DEFINITION = {
  nodes: [{ id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } }],
  edges: [],
};

export async function createWorkflow(db: Query, caller: Caller, given: WorkflowCreation): Promise<WorkflowRow> {
  const { name, description = '', organization_id = null, definition = FIRST_DEFINITION } = given;
  if (organization_id !== null) await requireOrganizationWrite(db, organization_id, caller.userId);
  return db.transaction().execute(async transaction => {
    const workflow = await transaction
      .insertInto('workflows')
      .values({
        id: newId(),
        name,
        description,
        organization_id,
        definition: JSON.stringify(definition),
        created_by: caller.userId,
        updated_by: caller.userId,
        ...sharingColumns(given),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainReference);
    await startHistory(transaction, caller, workflow);
    return workflow;
  });
}

/** Only what is sent changes. */
export async function updateWorkflow(
  db: Query,
  caller: Caller,
  changes: WorkflowUpdate,
  limits: WorkflowLimits,
): Promise<WorkflowRow> {
  const { id, name, description, definition } = changes;
  const look = (db: Query) => seeEntity(db, caller, id, 'write');
  return changing(db, look, async (transaction, { workflow }) => {
    const change = { workflow, definition, limits };
    const draftChanged = definition !== undefined && (await recordRevision(transaction, caller, change));
    return transaction
      .updateTable('workflows')
      .set({
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(draftChanged && { definition: JSON.stringify(definition) }),
        ...sharingColumns(changes),
        updated_at: new Date(),
        updated_by: caller.userId,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** With everything that belongs to it. */
export async function deleteWorkflow(db: Query, caller: Caller, id: string): Promise<string> {
  const look = (db: Query) => seeEntity(db, caller, id, 'write');
  return changing(db, look, async (transaction, { workflow }) => {
    await transaction.deleteFrom('workflows').where('id', '=', workflow.id).execute();
    return workflow.id;
  });
}

/** Hands a workflow to an owning group, or back to its creator alone. */
export async function changeOwner(
  db: Query,
  caller: Caller,
  { workflow_id, group_id }: { workflow_id: string; group_id: string | null },
): Promise<WorkflowRow> {
  const { access } = await seeWorkflow(db, caller, workflow_id, 'write');
  if (!access.owner) throw noWorkflowAccess();
  return db
    .updateTable('workflows')
    .set({ group_id, updated_at: new Date(), updated_by: caller.userId })
    .where('id', '=', workflow_id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(explainReference);
}

export async function workflowObject(db: Query, caller: Caller, workflow: WorkflowRow): Promise<Workflow> {
  const row = { ...workflow, last_run: await lastRunOf(db, workflow.id) };
  return objectOf(row, caller, await groupsOf(db, caller));
}

/** What clients see. `groups` are the caller's. */
export function objectOf(
  workflow: WorkflowRow & Pick<Workflow, 'last_run'>,
  caller: Caller,
  groups: ReadonlySet<string>,
): Workflow {
  return {
    id: workflow.id,
    created: { timestamp: workflow.created_at.getTime(), user_id: workflow.created_by },
    updated: { timestamp: workflow.updated_at.getTime(), user_id: workflow.updated_by },
    permissions: permissionsOf(workflow, accessOf(workflow, caller, groups)),
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

function sharingColumns({ sharing, group_sharing }: { sharing?: UserShare[]; group_sharing?: GroupShare[] }) {
  return {
    ...(sharing && {
      sharing: JSON.stringify(
        sharing.map(({ user_email, write, scopes }) => ({ user_email: user_email.toLowerCase(), write, scopes })),
      ),
    }),
    ...(group_sharing && {
      group_sharing: JSON.stringify(
        group_sharing.map(({ group_id, write, scopes }) => ({ group_id: group_id.toLowerCase(), write, scopes })),
      ),
    }),
  };
}
