/**
 * Changes of groups and organizations, each with an entry in the audit log. Administrators of the installation change all of
 * them, and members of an organization what their role allows.
 */
import { sql } from 'kysely';
import { recordAudit, recordChanges, type Subject } from '../audit/record.ts';
import { explainForeignKeyViolation, explainRemainingReference, type Query } from '../database.ts';
import { entityNotFound, lastOwner, permissionDenied, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { createOrganization, findRole, selectGroups, selectOrganizations } from './memberships.ts';
import { hasRight, type OrganizationRight, type Role, roleOf } from './roles.ts';
import type { Group, Organization, OrganizationCreation, OrganizationMember } from './schemas.ts';

type Kind = 'group' | 'organization';

const TABLES = { group: 'groups', organization: 'organizations' } as const;
const MEMBERS = { group: 'group_members', organization: 'organization_members' } as const;

export async function addGroup(db: Query, caller: Caller, name: string): Promise<Group> {
  return db.transaction().execute(async transaction => {
    const id = newId();
    await transaction.insertInto('groups').values({ id, name }).execute();
    await recordAudit(transaction, caller, { action: 'group.create', subject: subjectOf('group', { id, name }) });
    return { id, name, members: [] };
  });
}

export async function renameGroup(db: Query, caller: Caller, id: string, name: string): Promise<Group> {
  return db.transaction().execute(async transaction => {
    const before = await lockForNoKeyUpdate(transaction, 'group', id);
    await transaction.updateTable('groups').set({ name, updated_at: new Date() }).where('id', '=', id).execute();
    const after = { ...before, name };
    const subject = subjectOf('group', after);
    await recordChanges(transaction, caller, { action: 'group.update', subject }, { before, after }, ['name']);
    return selectGroups(transaction).where('id', '=', id).executeTakeFirstOrThrow();
  });
}

export async function addOrganization(db: Query, caller: Caller, input: OrganizationCreation): Promise<Organization> {
  return db.transaction().execute(async transaction => {
    const organization = await createOrganization(transaction, input);
    const { credits, storage_quota } = organization;
    const subject = subjectOf('organization', organization);
    const details = { credits, storage_quota };
    await recordAudit(transaction, caller, { action: 'organization.create', subject, details });
    return organization;
  });
}

export async function changeOrganization(
  db: Query,
  caller: Caller,
  id: string,
  changes: Partial<OrganizationCreation>,
): Promise<Organization> {
  // What an organization may use is not for its members to decide.
  const { credits, storage_quota } = changes;
  const isRenaming = credits === undefined && storage_quota === undefined;
  if (!(isRenaming || caller.admin)) throw permissionDenied();
  await requireRight(db, caller, 'own', id);
  return db.transaction().execute(async transaction => {
    const organizations = selectOrganizations(transaction).where('id', '=', id);
    const before = await organizations.forNoKeyUpdate('organizations').executeTakeFirst();
    if (!before) throw entityNotFound();
    await transaction
      .updateTable('organizations')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    const after = await organizations.executeTakeFirstOrThrow();
    const event = { action: 'organization.update', subject: subjectOf('organization', after) } as const;
    await recordChanges(transaction, caller, event, { before, after }, ['name', 'credits', 'storage_quota']);
    return after;
  });
}

export async function addGroupMember(db: Query, caller: Caller, groupId: string, userId: string): Promise<void> {
  await db.transaction().execute(async transaction => {
    const group = await lockForNoKeyUpdate(transaction, 'group', groupId);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('group_members')
      .values({ group_id: groupId, user_id: userId })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
      .catch(explainForeignKeyViolation);
    // The user was a member already.
    if (numInsertedOrUpdatedRows === 0n) return;
    const details = await describeMember(transaction, userId);
    await recordAudit(transaction, caller, { action: 'group.member.set', subject: subjectOf('group', group), details });
  });
}

export async function setOrganizationMember(db: Query, caller: Caller, member: OrganizationMember): Promise<void> {
  const { organization_id, user_id } = member;
  await requireRight(db, caller, 'manage', organization_id);
  await db.transaction().execute(async transaction => {
    const organization = await lockForNoKeyUpdate(transaction, 'organization', organization_id);
    const before = await findRole(transaction, organization_id, user_id);
    const role = chooseRole(member, before);
    if (before === role) return;
    await requireMayChange(transaction, caller, organization_id, { before, after: role });
    await transaction
      .insertInto('organization_members')
      .values({ organization_id, user_id, role })
      .onConflict(conflict => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
      .execute()
      .catch(explainForeignKeyViolation);
    const details = { ...(await describeMember(transaction, user_id)), role };
    const subject = subjectOf('organization', organization);
    await recordAudit(transaction, caller, { action: 'organization.member.set', subject, details });
  });
}

export async function removeMember(db: Query, caller: Caller, kind: Kind, id: string, userId: string): Promise<void> {
  if (kind === 'organization') await requireRight(db, caller, 'manage', id);
  await db.transaction().execute(async transaction => {
    const left = await lockForNoKeyUpdate(transaction, kind, id);
    if (kind === 'organization') {
      await requireMayChange(transaction, caller, id, { before: await findRole(transaction, id, userId) });
    }
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(MEMBERS[kind])} WHERE ${sql.ref(`${kind}_id`)} = ${id} AND user_id = ${userId}`.execute(
      transaction,
    );
    if (numAffectedRows === 0n) throw entityNotFound();
    const details = await describeMember(transaction, userId);
    await recordAudit(transaction, caller, {
      action: `${kind}.member.remove`,
      subject: subjectOf(kind, left),
      details,
    });
  });
}

export async function removeGroupOrOrganization(db: Query, caller: Caller, kind: Kind, id: string): Promise<string> {
  return db.transaction().execute(async transaction => {
    const deletion = transaction.deleteFrom(TABLES[kind]).where('id', '=', id).returning(['id', 'name']);
    const deleted = await deletion.executeTakeFirst().catch(explainRemainingReference);
    if (!deleted) throw entityNotFound();
    await recordAudit(transaction, caller, { action: `${kind}.delete`, subject: subjectOf(kind, deleted) });
    return deleted.id;
  });
}

/** `write` says less than a role, and so changes only a role that says otherwise. */
function chooseRole({ role, write }: OrganizationMember, before: Role | undefined): Role {
  if (role === undefined && write === undefined) throw validationError('write', 'is required');
  if (role !== undefined && write !== undefined) throw validationError('write', 'must be left out beside a role');
  const agrees = before !== undefined && role === undefined && hasRight(before, 'edit') === write;
  return agrees ? before : roleOf({ role, write });
}

/** Others do not learn whether there is such an organization. */
async function requireRight(
  db: Query,
  caller: Caller,
  right: OrganizationRight,
  organizationId: string,
): Promise<void> {
  if (caller.admin) return;
  const role = await findRole(db, organizationId, caller.userId);
  if (!role || !hasRight(role, right)) throw permissionDenied();
}

/** Only owners decide who is an owner, and one remains. Asked again with the lock, because a role may just have changed. */
async function requireMayChange(
  transaction: Query,
  caller: Caller,
  organizationId: string,
  { before, after }: { before: Role | undefined; after?: Role },
): Promise<void> {
  if (caller.admin) return;
  const isAboutOwners = before === 'owner' || after === 'owner';
  await requireRight(transaction, caller, isAboutOwners ? 'own' : 'manage', organizationId);
  if (before !== 'owner') return;
  const owners = await transaction
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .limit(2)
    .execute();
  if (owners.length === 1) throw lastOwner();
}

interface Named {
  id: string;
  name: string;
}

/** Changes of the same members come one after another, so that the log tells what really changed. */
async function lockForNoKeyUpdate(transaction: Query, kind: Kind, id: string): Promise<Named> {
  const query = transaction.selectFrom(TABLES[kind]).select(['id', 'name']).where('id', '=', id);
  const found = await query.forNoKeyUpdate().executeTakeFirst();
  if (!found) throw entityNotFound();
  return found;
}

async function describeMember(db: Query, userId: string): Promise<{ user_id: string; user_email: string }> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return { user_id: userId, user_email: user.email };
}

function subjectOf(kind: Kind, { id, name }: Named): Subject {
  return { kind, id, name };
}
