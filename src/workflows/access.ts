/**
 * Decides who may do what with a workflow, and which error a refusal is.
 *
 *   owner          the creator, or a member of the owning group: everything
 *   write share    everything but transferring the workflow
 *   read share     reading; also running, exporting and copying, if its scopes allow that
 *   administrator  transferring the workflow, and nothing else
 *
 * For strangers, endpoints that take `entity_id` or `id` respond with 404, as if there were no workflow, and endpoints
 * that take `workflow_id` with 403. Membership in an organization makes no workflow visible; it is only required for
 * actions that happen in the organization.
 */
import { type Selectable, sql } from 'kysely';
import { findGroupIds, requireOrganizationRight } from '../accounts/memberships.ts';
import type { OrganizationRight } from '../accounts/roles.ts';
import { findShares, isAccessibleTo } from '../accounts/sharing/shares.ts';
import type { Subject } from '../audit/record.ts';
import { explainLockConflict, type Query } from '../database.ts';
import {
  entityNotFound,
  missingSharePermission,
  noWorkflowAccess,
  workflowLocked,
  workflowNotFound,
} from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { Workflow, WorkflowUserShare } from './schemas.ts';
import type { WorkflowTables } from './tables.ts';

export type WorkflowRow = Selectable<WorkflowTables['workflows']>;
/** A row without what the database computes from it for lists. */
export type StoredWorkflow = Omit<
  WorkflowRow,
  'steps' | 'triggers' | 'definition_hash' | 'words' | 'settings' | 'row_version'
>;

type RequiredAccess = 'read' | 'write' | 'run' | 'export' | 'copy';

/** What a caller may do with a workflow that is visible to them. */
interface Access {
  owner: boolean;
  write: boolean;
  run: boolean;
  export: boolean;
  copy: boolean;
}

export interface VisibleWorkflow {
  /** `revision_id` is the latest revision of the draft. */
  workflow: WorkflowRow & { revision_id: string | null };
  access: Access;
}

/** How the audit log names a workflow. */
export function workflowSubject({ id, name }: { id: string; name: string }): Subject {
  return { kind: 'workflow', id, name };
}

/** Selects the workflows that the caller owns or that are shared with them. */
export function visibleWorkflows(db: Query, caller: Caller, groups: ReadonlySet<string>) {
  return db
    .selectFrom('workflows')
    .selectAll('workflows')
    .where('workflows.deleted_at', 'is', null)
    .where(isAccessibleTo('workflows', caller, groups));
}

/** For endpoints that take `entity_id` or `id`. */
export async function requireWorkflowEntity(
  db: Query,
  caller: Caller,
  id: string,
  required: RequiredAccess,
): Promise<VisibleWorkflow> {
  const visible = await checkVisibility(db, caller, await findWorkflow(db, id));
  if (!visible) throw entityNotFound();
  return requireAccess(visible, required);
}

/** For endpoints that take `workflow_id`. */
export async function requireWorkflow(
  db: Query,
  caller: Caller,
  id: string,
  required: RequiredAccess,
): Promise<VisibleWorkflow> {
  const workflow = await findWorkflow(db, id);
  if (!workflow) throw workflowNotFound();
  const visible = await checkVisibility(db, caller, workflow);
  if (!visible) throw noWorkflowAccess();
  return requireAccess(visible, required);
}

/** For owners, and for administrators, to whom the workflow need not be visible. */
export async function requireTransferableWorkflow(
  db: Query,
  caller: Caller,
  id: string,
): Promise<Pick<VisibleWorkflow, 'workflow'>> {
  if (caller.admin) {
    const workflow = await findWorkflow(db, id);
    if (!workflow) throw workflowNotFound();
    return { workflow };
  }
  const visible = await requireWorkflow(db, caller, id, 'write');
  if (!visible.access.owner) throw noWorkflowAccess();
  return visible;
}

/** For actions that happen in the organization of the workflow. */
export async function requireWorkflowOrganization(
  db: Query,
  { userId }: Pick<Caller, 'userId'>,
  { organization_id: organizationId }: WorkflowRow,
  right: OrganizationRight,
): Promise<void> {
  if (organizationId !== null) await requireOrganizationRight(db, right, { organizationId, userId });
}

/**
 * Changes one workflow in a transaction that locks its row. Unless it `waits` for the lock, the second of two concurrent
 * changes gets 423 at once; a change that checks what it is based on may wait. `authorize` runs before the lock, so that strangers can not find out about it, and again after it.
 */
export async function withLockedWorkflow<Authorized extends Pick<VisibleWorkflow, 'workflow'>, Result>(
  db: Query,
  authorize: (db: Query) => Promise<Authorized>,
  change: (transaction: Query, authorized: Authorized) => Promise<Result>,
  { waits = false }: { waits?: boolean } = {},
): Promise<Result> {
  return db.transaction().execute(async transaction => {
    const { workflow } = await authorize(transaction);
    await lockForNoKeyUpdate(transaction, workflow.id, { waits });
    return change(transaction, await authorize(transaction));
  });
}

export function toPermissions(
  workflow: Pick<WorkflowRow, 'created_by' | 'group_id'>,
  access: Access | undefined,
): Workflow['permissions'] {
  return {
    owner: { user_id: workflow.created_by, group_id: workflow.group_id },
    write: access?.write ?? false,
    run: access?.run ?? false,
    export: access?.export ?? false,
    copy: access?.copy ?? false,
  };
}

const NO_GROUPS: ReadonlySet<string> = new Set();

async function lockForNoKeyUpdate(transaction: Query, id: string, { waits }: { waits: boolean }): Promise<void> {
  // This mode does not block the insertion of runs, which refer to the row.
  await sql`SELECT FROM workflows WHERE id = ${id} FOR NO KEY UPDATE ${waits ? sql`` : sql`NOWAIT`}`
    .execute(transaction)
    .catch(explainLockConflict(workflowLocked));
}

/** In the statement that reads the draft, so that both are of the same moment. */
const latestRevision = sql<string | null>`(
  SELECT id FROM workflow_revisions WHERE workflow_id = workflows.id ORDER BY number DESC LIMIT 1)`;

async function findWorkflow(db: Query, id: string): Promise<VisibleWorkflow['workflow'] | undefined> {
  return db
    .selectFrom('workflows')
    .selectAll()
    .select(latestRevision.as('revision_id'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function checkVisibility(
  db: Query,
  caller: Caller,
  workflow: VisibleWorkflow['workflow'] | undefined,
): Promise<VisibleWorkflow | undefined> {
  if (!workflow) return undefined;
  // The creator may do everything, so their groups do not matter.
  const groups = workflow.created_by === caller.userId ? NO_GROUPS : await findGroupIds(db, caller);
  const access = calculateAccess(workflow, caller, groups);
  return access && { workflow, access };
}

function requireAccess(visible: VisibleWorkflow, required: RequiredAccess): VisibleWorkflow {
  if (required === 'read' || visible.access[required]) return visible;
  throw required === 'write' ? noWorkflowAccess() : missingSharePermission(`workflow.${required}`);
}

/** Combines ownership and all shares of the caller. Returns undefined when the caller may not see the workflow. */
export function calculateAccess(
  workflow: Pick<WorkflowRow, 'created_by' | 'group_id' | 'sharing' | 'group_sharing'>,
  caller: Pick<Caller, 'userId' | 'email'>,
  groups: ReadonlySet<string>,
): Access | undefined {
  const owner = workflow.created_by === caller.userId || (workflow.group_id !== null && groups.has(workflow.group_id));
  const shares = findShares(workflow, caller, groups);
  if (!owner && shares.length === 0) return undefined;
  const write = owner || shares.some(share => share.write);
  const allows = (scope: keyof WorkflowUserShare['scopes']) =>
    write || shares.some(share => share.scopes[scope] === true);
  return {
    owner,
    write,
    run: allows('workflow.run'),
    export: allows('workflow.export'),
    copy: allows('workflow.copy'),
  };
}
