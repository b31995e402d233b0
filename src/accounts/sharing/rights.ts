/**
 * Who may use and change what people set up for others: credentials, connectors and MCP servers.
 *
 *   owner         a user; or a group, all of whose members manage it; or an organization, whose members use it and
 *                 whose editors manage it
 *   shares        let users and groups use it, and with `write` manage it
 *   administrator manages everything, but that is no right to use it
 *
 * The creator of something that belongs to a group or an organization has only the rights of its members.
 */
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Query } from '../../database.ts';
import { permissionDenied } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { findGroupIds, requireOrganizationRight } from '../memberships.ts';
import { hasRight, type Role } from '../roles.ts';
import type { OwnershipColumns } from './ownership-columns.ts';
import type { Owner } from './schemas.ts';
import { findShares, isSharedWith } from './shares.ts';

type Owned = Selectable<OwnershipColumns>;

/** The groups and organizations of a user at this moment. */
export interface Memberships {
  readonly userId: string;
  readonly email: string;
  readonly groups: ReadonlySet<string>;
  readonly organizations: ReadonlyMap<string, Role>;
}

export interface Rights {
  use: boolean;
  write: boolean;
}

export async function readMemberships(
  db: Query,
  { userId, email }: { userId: string; email: string },
): Promise<Memberships> {
  const groups = await findGroupIds(db, { userId });
  const rows = await db
    .selectFrom('organization_members')
    .select(['organization_id', 'role'])
    .where('user_id', '=', userId)
    .execute();
  const organizations = new Map(rows.map(({ organization_id, role }) => [organization_id, role]));
  return { userId, email, groups, organizations };
}

/** A condition on the rows of a table with these columns: the user may use them. */
export function isUsableBy(table: string, { userId, email, groups, organizations }: Memberships) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const ways = [
    sql`(${column('created_by')} = ${userId} AND ${column('group_id')} IS NULL AND ${column('organization_id')} IS NULL)`,
    sql`${column('group_id')} = ANY (${[...groups]}::uuid[])`,
    sql`${column('organization_id')} = ANY (${[...organizations.keys()]}::uuid[])`,
    ...isSharedWith(table, { email }, groups),
  ];
  return sql<SqlBool>`(${sql.join(ways, sql` OR `)})`;
}

/** A condition on the rows that the caller may see: administrators see all of them. */
export function isVisibleTo(table: string, caller: Caller, memberships: Memberships) {
  return caller.admin ? sql<SqlBool>`true` : isUsableBy(table, memberships);
}

/** Nobody may give something to an organization or a group that they do not belong to. */
export async function requireMembership(
  db: Query,
  caller: Pick<Caller, 'userId'>,
  { organization_id, group_id }: { organization_id?: string | null; group_id?: string | null },
): Promise<void> {
  if (organization_id) {
    await requireOrganizationRight(db, 'edit', { organizationId: organization_id, userId: caller.userId });
  }
  if (group_id && !(await findGroupIds(db, caller)).has(group_id.toLowerCase())) throw permissionDenied();
}

/** Undefined when the user may not even know of it. */
export function calculateRights(owned: Owned, memberships: Memberships): Rights | undefined {
  const { userId, groups, organizations } = memberships;
  const { created_by, group_id, organization_id } = owned;
  const role = organizations.get(organization_id ?? '');
  const isOwner =
    group_id !== null
      ? groups.has(group_id)
      : organization_id !== null
        ? role !== undefined && hasRight(role, 'edit')
        : created_by === userId;
  const shares = findShares(owned, memberships, groups);
  if (!isOwner && role === undefined && shares.length === 0) return undefined;
  return { use: true, write: isOwner || shares.some(({ write }) => write) };
}

export function toOwner({ created_by, group_id, organization_id }: Owned): Owner {
  const isPersonal = group_id === null && organization_id === null;
  return { user_id: isPersonal ? created_by : null, group_id, organization_id };
}
