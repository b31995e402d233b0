/** Groups, organizations and their members. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Query } from '../database.ts';
import { noOrganizationWritePermission, notAnOrganizationMember } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import { hasRight, type OrganizationRight, type Role } from './roles.ts';
import type { Organization, OrganizationCreation, OwnOrganizations } from './schemas.ts';

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
          .select(['user_id', 'write', 'role'])
          .whereRef('organization_id', '=', 'organizations.id')
          .orderBy('user_id'),
      ).as('members'),
    ]);
}

export async function listOwnOrganizations(db: Query, { userId }: { userId: string }): Promise<OwnOrganizations> {
  const items = await db
    .selectFrom('organizations')
    .innerJoin('organization_members as own', 'own.organization_id', 'organizations.id')
    .select(select => [
      'organizations.id',
      'organizations.name',
      'own.role',
      jsonArrayFrom(
        select
          .selectFrom('organization_members')
          .select(['user_id', 'role'])
          .whereRef('organization_id', '=', 'organizations.id')
          .orderBy('user_id'),
      ).as('members'),
    ])
    .where('own.user_id', '=', userId)
    .orderBy(sql`lower(organizations.name)`)
    .orderBy('organizations.id')
    .execute();
  return { items };
}

/** Finds the groups of a user. */
export async function findGroupIds(db: Query, { userId }: { userId: string }): Promise<Set<string>> {
  const rows = await db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).execute();
  return new Set(rows.map(row => row.group_id));
}

/** Undefined when the user is no member. */
export async function findRole(db: Query, organizationId: string, userId: string): Promise<Role | undefined> {
  const member = await db
    .selectFrom('organization_members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member?.role;
}

/** Everything that happens in an organization requires one of these rights. */
export async function requireOrganizationRight(
  db: Query,
  right: OrganizationRight,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const role = await findRole(db, organizationId, userId);
  if (!role) throw notAnOrganizationMember();
  if (!hasRight(role, right)) throw noOrganizationWritePermission();
}
