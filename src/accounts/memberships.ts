/** Groups, organizations and their members. */
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import { entityNotFound, noOrganizationWritePermission, notAnOrganizationMember } from '../errors.ts';
import { newId } from '../platform/ids.ts';

export interface Group {
  id: string;
  name: string;
  members: { user_id: string }[];
}

export interface Organization {
  id: string;
  name: string;
  credits: number | null;
  storage_quota: number | null;
  members: { user_id: string; write: boolean }[];
}

export interface OrganizationChanges {
  name?: string;
  credits?: number | null;
  storage_quota?: number | null;
}

export async function createGroup(db: Query, name: string): Promise<Group> {
  const id = newId();
  await db.insertInto('groups').values({ id, name }).execute();
  return { id, name, members: [] };
}

export function selectGroups(db: Query) {
  return db
    .selectFrom('groups')
    .select(select => [
      'groups.id',
      'groups.name',
      jsonArrayFrom(
        select.selectFrom('group_members').select('user_id').whereRef('group_id', '=', 'groups.id').orderBy('user_id'),
      ).as('members'),
    ]);
}

export async function createOrganization(
  db: Query,
  input: OrganizationChanges & { name: string },
): Promise<Organization> {
  const { name, credits = null, storage_quota = null } = input;
  const id = newId();
  await db.insertInto('organizations').values({ id, name, credits, storage_quota }).execute();
  return { id, name, credits, storage_quota, members: [] };
}

export async function updateOrganization(db: Query, id: string, changes: OrganizationChanges): Promise<Organization> {
  await db
    .updateTable('organizations')
    .set({ ...changes, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  const organization = await selectOrganizations(db).where('id', '=', id).executeTakeFirst();
  if (!organization) throw entityNotFound();
  return organization;
}

export function selectOrganizations(db: Query) {
  return db
    .selectFrom('organizations')
    .select(select => [
      'organizations.id',
      'organizations.name',
      'organizations.credits',
      'organizations.storage_quota',
      jsonArrayFrom(
        select
          .selectFrom('organization_members')
          .select(['user_id', 'write'])
          .whereRef('organization_id', '=', 'organizations.id')
          .orderBy('user_id'),
      ).as('members'),
    ]);
}

/** Returns false when the user was a member already. */
export async function setGroupMember(db: Query, groupId: string, userId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
    .catch(explainForeignKeyViolation);
  return numInsertedOrUpdatedRows > 0n;
}

export async function removeGroupMember(db: Query, groupId: string, userId: string): Promise<void> {
  const removed = await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw entityNotFound();
}

export async function setOrganizationMember(
  db: Query,
  member: { organization_id: string; user_id: string; write: boolean },
): Promise<void> {
  await db
    .insertInto('organization_members')
    .values(member)
    .onConflict(conflict => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ write: member.write }))
    .execute()
    .catch(explainForeignKeyViolation);
}

export async function removeOrganizationMember(db: Query, organizationId: string, userId: string): Promise<void> {
  const removed = await db
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw entityNotFound();
}

/** Finds the groups of a user. */
export async function findGroupIds(db: Query, { userId }: { userId: string }): Promise<Set<string>> {
  const rows = await db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).execute();
  return new Set(rows.map(row => row.group_id));
}

/** Everything that happens in an organization requires this. */
export async function requireOrganizationWrite(db: Query, organizationId: string, userId: string): Promise<void> {
  const member = await db
    .selectFrom('organization_members')
    .select('write')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!member) throw notAnOrganizationMember();
  if (!member.write) throw noOrganizationWritePermission();
}
