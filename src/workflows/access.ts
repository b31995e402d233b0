/**
 * Who may do what with a workflow: the one place that decides, and that chooses the words of a refusal.
 *
 *   owner        creator, or member of the owning group: everything
 *   write share  everything but handing it on
 *   read share   reading; running, exporting and copying as its scopes say
 *   administrator  handing it on, and nothing else
 *
 * Strangers get 404 from the endpoints that name a workflow by `entity_id` or `id`, as if there were none, and 403
 * from those that take `workflow_id`. Being in an organization shows nothing by itself; it is asked for where
 * something happens in the organization.
 */
import { type Selectable, sql } from 'kysely';
import { findGroupIds, requireOrganizationWrite } from '../accounts/memberships.ts';
import { isAccessibleTo } from '../accounts/shares.ts';
import { explainLockConflict, type Query } from '../database.ts';
import {
  entityNotFound,
  noWorkflowAccess,
  permissionDenied,
  missingSharePermission,
  workflowLocked,
  workflowNotFound,
} from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { GroupShare, UserShare, Workflow } from './schemas.ts';
import type { WorkflowTables } from './tables.ts';

export type WorkflowRow = Selectable<WorkflowTables['workflows']>;

export type RequiredAccess = 'read' | 'write' | 'run' | 'export' | 'copy';

/** What a caller may do with a workflow that they can see. */
export interface Access {
  owner: boolean;
  write: boolean;
  run: boolean;
  export: boolean;
  copy: boolean;
}

export interface VisibleWorkflow {
  /** `row_version` changes with every change of the row. */
  workflow: WorkflowRow & { row_version: string };
  access: Access;
}

/** What the account may do with workflows at all. */
export function requireWorkflowPermission(caller: Caller, permission: 'read' | 'write'): void {
  if (caller.workflowPermission === 'none') throw permissionDenied();
  if (permission === 'write' && caller.workflowPermission !== 'write') throw permissionDenied();
}

/** The workflows that the caller owns or that are shared with them. */
export function visibleWorkflows(db: Query, caller: Caller, groups: ReadonlySet<string>) {
  return db
    .selectFrom('workflows')
    .selectAll('workflows')
    .where('workflows.deleted_at', 'is', null)
    .where(isAccessibleTo({ table: 'workflows', hasGroup: true }, caller, groups));
}

/** For endpoints that name the workflow by `entity_id` or `id`. */
export async function requireWorkflowEntity(db: Query, caller: Caller, id: string, need: RequiredAccess): Promise<VisibleWorkflow> {
  const seen = await see(db, caller, await find(db, id));
  if (!seen) throw entityNotFound();
  return requireNeed(seen, need);
}

/** For endpoints that take `workflow_id`. */
export async function requireWorkflow(db: Query, caller: Caller, id: string, need: RequiredAccess): Promise<VisibleWorkflow> {
  const workflow = await find(db, id);
  if (!workflow) throw workflowNotFound();
  const seen = await see(db, caller, workflow);
  if (!seen) throw noWorkflowAccess();
  return requireNeed(seen, need);
}

/** For owners, and for administrators, who need no access of their own. */
export async function requireTransferableWorkflow(db: Query, caller: Caller, id: string): Promise<Pick<VisibleWorkflow, 'workflow'>> {
  if (caller.admin) {
    const workflow = await find(db, id);
    if (!workflow) throw workflowNotFound();
    return { workflow };
  }
  const seen = await requireWorkflow(db, caller, id, 'write');
  if (!seen.access.owner) throw noWorkflowAccess();
  return seen;
}

/** Where something happens in the workflow's organization. */
export async function requireWorkflowOrganization(
  db: Query,
  caller: Pick<Caller, 'userId'>,
  { organization_id }: WorkflowRow,
): Promise<void> {
  if (organization_id !== null) await requireOrganizationWrite(db, organization_id, caller.userId);
}

/**
 * A change of one workflow, in a transaction that holds its row. It waits for nobody: who comes second gets 423.
 * Refusals come before the lock, so that a stranger learns nothing from it, and are looked at again behind it.
 */
export async function withLockedWorkflow<Seen extends Pick<VisibleWorkflow, 'workflow'>, Result>(
  db: Query,
  look: (db: Query) => Promise<Seen>,
  act: (transaction: Query, seen: Seen) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async transaction => {
    const { workflow } = await look(transaction);
    await lock(transaction, workflow.id);
    return act(transaction, await look(transaction));
  });
}

export function toPermissions(workflow: WorkflowRow, access: Access | undefined): Workflow['permissions'] {
  return {
    owner: { user_id: workflow.created_by, group_id: workflow.group_id },
    write: access?.write ?? false,
    run: access?.run ?? false,
    export: access?.export ?? false,
    copy: access?.copy ?? false,
  };
}

const NO_GROUPS: ReadonlySet<string> = new Set();

async function lock(transaction: Query, id: string): Promise<void> {
  // Runs that are inserted meanwhile refer to the row: they need not wait for it.
  await sql`SELECT FROM workflows WHERE id = ${id} FOR NO KEY UPDATE NOWAIT`
    .execute(transaction)
    .catch(explainLockConflict(workflowLocked));
}

async function find(db: Query, id: string): Promise<VisibleWorkflow['workflow'] | undefined> {
  return db
    .selectFrom('workflows')
    .selectAll()
    .select(sql<string>`xmin::text`.as('row_version'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function see(
  db: Query,
  caller: Caller,
  workflow: VisibleWorkflow['workflow'] | undefined,
): Promise<VisibleWorkflow | undefined> {
  if (!workflow) return undefined;
  // Whoever made it may do everything with it: their groups add nothing.
  const groups = workflow.created_by === caller.userId ? NO_GROUPS : await findGroupIds(db, caller);
  const access = calculateAccess(workflow, caller, groups);
  return access && { workflow, access };
}

function requireNeed(seen: VisibleWorkflow, need: RequiredAccess): VisibleWorkflow {
  if (need === 'read' || seen.access[need]) return seen;
  throw need === 'write' ? noWorkflowAccess() : missingSharePermission(`workflow.${need}`);
}

/** The best of all ways in which the caller comes to the workflow; undefined when there is none. */
export function calculateAccess(
  workflow: Pick<WorkflowRow, 'created_by' | 'group_id' | 'sharing' | 'group_sharing'>,
  caller: Pick<Caller, 'userId' | 'email'>,
  groups: ReadonlySet<string>,
): Access | undefined {
  const owner = workflow.created_by === caller.userId || (workflow.group_id !== null && groups.has(workflow.group_id));
  const email = caller.email.toLowerCase();
  const shares: (UserShare | GroupShare)[] = [
    ...workflow.sharing.filter(share => share.user_email === email),
    ...workflow.group_sharing.filter(share => groups.has(share.group_id)),
  ];
  if (!owner && shares.length === 0) return undefined;
  const write = owner || shares.some(share => share.write);
  const allows = (scope: keyof UserShare['scopes']) => write || shares.some(share => share.scopes[scope] === true);
  return {
    owner,
    write,
    run: allows('workflow.run'),
    export: allows('workflow.export'),
    copy: allows('workflow.copy'),
  };
}
