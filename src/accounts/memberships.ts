/** Groups, organizations and their members. */
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Query } from '../database.ts';
import { noOrganizationWritePermission, notAnOrganizationMember } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import type { Organization, OrganizationCreation } from './schemas.ts';

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

export async function createOrganization(db: Query, input: OrganizationCreation): Promise<Organization> {
  const { name, credits = null, storage_quota = null } = input;
  const id = newId();
  await db.insertInto('organizations').values({ id, name, credits, storage_quota }).execute();
  return { id, name, credits, storage_quota, members: [] };
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
