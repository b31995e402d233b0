/**
 * Who may use and change what people set up for others: credentials, connectors and MCP servers.
 *
 *   owner         a user; or a group, all of whose members manage it; or an organization, whose members use it and
 *                 whose members with write access manage it
 *   shares        let users and groups use it, and with `write` manage it
 *   administrator manages everything, but that is no right to use it
 *
 * The creator of something that belongs to a group or an organization has only the rights of its members.
 */
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Query } from '../database.ts';
import { permissionDenied } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { jsonb, toStorableJson } from '../platform/postgres/storable-text.ts';
import { findGroupIds, requireOrganizationWrite } from './memberships.ts';
import type { OwnershipColumns } from './ownership-columns.ts';

type Owned = Selectable<OwnershipColumns>;

/** A user with their memberships at this moment. */
export interface Standing {
  readonly userId: string;
  readonly email: string;
  readonly groups: ReadonlySet<string>;
  /** Maps organizations to whether the user may write there. */
  readonly organizations: ReadonlyMap<string, boolean>;
}

export interface Rights {
  use: boolean;
  write: boolean;
}

export async function readStanding(db: Query, { userId, email }: { userId: string; email: string }): Promise<Standing> {
  const groups = await findGroupIds(db, { userId });
  const rows = await db
    .selectFrom('organization_members')
    .select(['organization_id', 'write'])
    .where('user_id', '=', userId)
    .execute();
  const organizations = new Map(rows.map(({ organization_id, write }) => [organization_id, write]));
  return { userId, email: email.toLowerCase(), groups, organizations };
}

/** A condition on the rows of a table with these columns. Without `write`, it selects what the user may use. */
export function isWithinRights(
  table: string,
  { userId, email, groups, organizations }: Standing,
  required: { write?: true } = {},
) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const share = (recipient: object) => toStorableJson([{ ...recipient, ...required }]);
  const ownOrganizations = [...organizations].filter(([, write]) => write || !required.write).map(([id]) => id);
  const ways = [
    sql`(${column('created_by')} = ${userId} AND ${column('group_id')} IS NULL AND ${column('organization_id')} IS NULL)`,
    sql`${column('group_id')} = ANY (${[...groups]}::uuid[])`,
    sql`${column('organization_id')} = ANY (${ownOrganizations}::uuid[])`,
    sql`${column('sharing')} @> ${jsonb(share({ user_email: email }))}`,
    ...[...groups].map(group_id => sql`${column('group_sharing')} @> ${jsonb(share({ group_id }))}`),
  ];
  return sql<SqlBool>`(${sql.join(ways, sql` OR `)})`;
}

/** A condition on the rows that the caller may see: administrators see all of them. */
export function isVisibleTo(table: string, caller: Caller, standing: Standing) {
  return caller.admin ? sql<SqlBool>`true` : isWithinRights(table, standing);
}

/** Nobody may give something to an organization or a group that they do not belong to. */
export async function requireMembership(
  db: Query,
  caller: Caller,
  { organization_id, group_id }: { organization_id?: string | null; group_id?: string | null },
): Promise<void> {
  if (organization_id) await requireOrganizationWrite(db, organization_id, caller.userId);
  if (group_id && !(await findGroupIds(db, caller)).has(group_id.toLowerCase())) throw permissionDenied();
}

/** Undefined when the user may not even know of it. */
export function calculateRights(owned: Owned, standing: Standing): Rights | undefined {
  const { userId, email, groups, organizations } = standing;
  const { created_by, group_id, organization_id } = owned;
  const isOwner =
    group_id !== null
      ? groups.has(group_id)
      : organization_id !== null
        ? organizations.get(organization_id) === true
        : created_by === userId;
  const shares = [
    ...owned.sharing.filter(share => share.user_email === email),
    ...owned.group_sharing.filter(share => groups.has(share.group_id)),
  ];
  const isMember = organization_id !== null && organizations.has(organization_id);
  if (!isOwner && !isMember && shares.length === 0) return undefined;
  return { use: true, write: isOwner || shares.some(({ write }) => write) };
}
