/** What administrators change of groups and organizations: each change leaves an entry in the audit log. */
import { changedFields, hasChanges, recordAudit, type Subject } from '../audit/record.ts';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import {
  createGroup,
  createOrganization,
  type Group,
  type Organization,
  type OrganizationChanges,
  removeGroupMember,
  removeOrganizationMember,
  selectGroups,
  setGroupMember,
  setOrganizationMember,
  updateOrganization,
} from './memberships.ts';

type Kind = 'group' | 'organization';

const TABLES = { group: 'groups', organization: 'organizations' } as const;

export async function addGroup(db: Query, caller: Caller, name: string): Promise<Group> {
  return db.transaction().execute(async transaction => {
    const group = await createGroup(transaction, name);
    await recordAudit(transaction, caller, { action: 'group.create', subject: subjectOf('group', group) });
    return group;
  });
}

export async function renameGroup(db: Query, caller: Caller, id: string, name: string): Promise<Group> {
  return db.transaction().execute(async transaction => {
    const before = await lockForNoKeyUpdate(transaction, 'group', id);
    await transaction.updateTable('groups').set({ name, updated_at: new Date() }).where('id', '=', id).execute();
    const changes = changedFields(before, { ...before, name }, ['name']);
    if (hasChanges(changes)) {
      const subject = subjectOf('group', { ...before, name });
      await recordAudit(transaction, caller, { action: 'group.update', subject, details: { changes } });
    }
    return selectGroups(transaction).where('id', '=', id).executeTakeFirstOrThrow();
  });
}

export async function addOrganization(
  db: Query,
  caller: Caller,
  input: OrganizationChanges & { name: string },
): Promise<Organization> {
  return db.transaction().execute(async transaction => {
    const organization = await createOrganization(transaction, input);
    const { credits, storage_quota } = organization;
    const subject = subjectOf('organization', organization);
    await recordAudit(transaction, caller, {
      action: 'organization.create',
      subject,
      details: { credits, storage_quota },
    });
    return organization;
  });
}

export async function changeOrganization(
  db: Query,
  caller: Caller,
  id: string,
  changes: OrganizationChanges,
): Promise<Organization> {
  return db.transaction().execute(async transaction => {
    const before = await transaction
      .selectFrom('organizations')
      .select(['id', 'name', 'credits', 'storage_quota'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) throw entityNotFound();
    const after = await updateOrganization(transaction, id, changes);
    const changed = changedFields(before, after, ['name', 'credits', 'storage_quota']);
    if (hasChanges(changed)) {
      const subject = subjectOf('organization', after);
      await recordAudit(transaction, caller, { action: 'organization.update', subject, details: { changes: changed } });
    }
    return after;
  });
}

export async function addGroupMember(db: Query, caller: Caller, groupId: string, userId: string): Promise<void> {
  await db.transaction().execute(async transaction => {
    const group = await lockForNoKeyUpdate(transaction, 'group', groupId);
    if (!(await setGroupMember(transaction, groupId, userId))) return;
    const details = await describeMember(transaction, userId);
    await recordAudit(transaction, caller, { action: 'group.member.set', subject: subjectOf('group', group), details });
  });
}

export async function dropGroupMember(db: Query, caller: Caller, groupId: string, userId: string): Promise<void> {
  await db.transaction().execute(async transaction => {
    const group = await lockForNoKeyUpdate(transaction, 'group', groupId);
    await removeGroupMember(transaction, groupId, userId);
    const details = await describeMember(transaction, userId);
    const subject = subjectOf('group', group);
    await recordAudit(transaction, caller, { action: 'group.member.remove', subject, details });
  });
}

export async function addOrganizationMember(
  db: Query,
  caller: Caller,
  member: { organization_id: string; user_id: string; write: boolean },
): Promise<void> {
  await db.transaction().execute(async transaction => {
    const organization = await lockForNoKeyUpdate(transaction, 'organization', member.organization_id);
    const before = await transaction
      .selectFrom('organization_members')
      .select('write')
      .where('organization_id', '=', member.organization_id)
      .where('user_id', '=', member.user_id)
      .executeTakeFirst();
    if (before?.write === member.write) return;
    await setOrganizationMember(transaction, member);
    const details = { ...(await describeMember(transaction, member.user_id)), write: member.write };
    const subject = subjectOf('organization', organization);
    await recordAudit(transaction, caller, { action: 'organization.member.set', subject, details });
  });
}

export async function dropOrganizationMember(
  db: Query,
  caller: Caller,
  organizationId: string,
  userId: string,
): Promise<void> {
  await db.transaction().execute(async transaction => {
    const organization = await lockForNoKeyUpdate(transaction, 'organization', organizationId);
    await removeOrganizationMember(transaction, organizationId, userId);
    const details = await describeMember(transaction, userId);
    const subject = subjectOf('organization', organization);
    await recordAudit(transaction, caller, { action: 'organization.member.remove', subject, details });
  });
}

export async function removeGroupOrOrganization(db: Query, caller: Caller, kind: Kind, id: string): Promise<string> {
  return db.transaction().execute(async transaction => {
    const deletion = transaction.deleteFrom(TABLES[kind]).where('id', '=', id).returning(['id', 'name']);
    const deleted = await deletion.executeTakeFirst().catch(explainForeignKeyViolation);
    if (!deleted) throw entityNotFound();
    await recordAudit(transaction, caller, { action: `${kind}.delete`, subject: subjectOf(kind, deleted) });
    return deleted.id;
  });
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
