/** Users, groups and organizations as the administration of the console lists them, with what they use. */
import { type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type {
  CreditUsage,
  GroupList,
  ListedUser,
  OrganizationList,
  UserListRequest,
  UserRemains,
} from './administration-schemas.ts';
import { toInvitation } from './invitations.ts';
import { selectGroups, selectOrganizations } from './memberships.ts';
import { OWNED, REFERRING } from './user-deletion.ts';
import { toUser } from './users.ts';

interface Page {
  text?: string;
  skip?: number;
  limit?: number;
}

/** What a page has when the request does not say. */
const ITEMS = fixedLimits.query.items;

export async function listUsers(db: Query, request: UserListRequest): Promise<{ total: number; items: ListedUser[] }> {
  const { skip = 0, limit = ITEMS } = request;
  const rows = await selectListedUsers(db)
    .where(matches(request))
    .orderBy(sql`lower(users.name)`)
    .orderBy('users.id')
    .offset(skip)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(matches(request))
    .executeTakeFirstOrThrow();
  return { total: Number(total), items: rows.map(toListedUser) };
}

type ListedUserRow = Awaited<ReturnType<ReturnType<typeof selectListedUsers>['executeTakeFirstOrThrow']>>;

function selectListedUsers(db: Query) {
  return db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .selectAll('users')
    .select([
      'invitations.purpose',
      'invitations.delivery',
      'invitations.created_at as invited_at',
      'invitations.expires_at',
      'invitations.mailed_at',
    ])
    .select(select => [
      sql<Date | null>`greatest(users.signed_in_at,
        (SELECT max(last_seen_at) FROM sessions WHERE sessions.user_id = users.id),
        (SELECT max(last_used_at) FROM api_keys WHERE api_keys.user_id = users.id))`.as('last_seen_at'),
      sql<boolean>`EXISTS (SELECT FROM oidc_accounts WHERE oidc_accounts.user_id = users.id)`.as('has_provider'),
      sql<number>`(SELECT count(*)::integer FROM api_keys WHERE api_keys.user_id = users.id)`.as('keys'),
      jsonArrayFrom(
        select
          .selectFrom('group_members')
          .innerJoin('groups', 'groups.id', 'group_members.group_id')
          .select(['groups.id', 'groups.name'])
          .whereRef('group_members.user_id', '=', 'users.id')
          .orderBy(sql`lower(groups.name)`),
      ).as('groups'),
      jsonArrayFrom(
        select
          .selectFrom('organization_members')
          .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
          .select(['organizations.id', 'organizations.name', 'organization_members.write', 'organization_members.role'])
          .whereRef('organization_members.user_id', '=', 'users.id')
          .orderBy(sql`lower(organizations.name)`),
      ).as('organizations'),
    ]);
}

const IS_INVITED = sql<SqlBool>`(users.enabled AND invitations.purpose = 'invitation' AND users.signed_in_at IS NULL)`;

/** Who is invited is enabled too, but is listed apart: nobody has come yet. */
function matches({ text, state, admin, id }: UserListRequest) {
  const conditions = [
    ...(id === undefined ? [] : [sql`users.id = ${id}`]),
    ...(text ? [sql`(users.name ILIKE ${pattern(text)} OR users.email ILIKE ${pattern(text)})`] : []),
    ...(admin === undefined ? [] : [sql`users.admin = ${admin}`]),
    ...(state === 'disabled' ? [sql`NOT users.enabled`] : []),
    ...(state === 'invited' ? [IS_INVITED] : []),
    ...(state === 'enabled' ? [sql`users.enabled AND ${IS_INVITED} IS NOT TRUE`] : []),
  ];
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

function pattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function toListedUser(row: ListedUserRow): ListedUser {
  const { purpose, delivery, invited_at, expires_at, mailed_at } = row;
  const isInvited = purpose !== null && delivery !== null && invited_at !== null && expires_at !== null;
  return {
    user: toUser(row),
    created: row.created_at.getTime(),
    last_seen_at: row.last_seen_at?.getTime() ?? null,
    has_password: row.password_hash !== null,
    has_provider: row.has_provider,
    invitation: isInvited ? toInvitation({ purpose, delivery, created_at: invited_at, expires_at, mailed_at }) : null,
    storage_used: row.storage_used,
    keys: row.keys,
    groups: row.groups,
    organizations: row.organizations,
  };
}

/** Counting further would take long, and changes nothing of what people decide. */
const MOST_COUNTED = 1000;

/** Tells what prevents the deletion of a user, and what would go with the user. */
export async function readRemains(db: Query, userId: string): Promise<UserRemains> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user) throw entityNotFound();
  const prevents = new Map<string, number>();
  for (const [table, column] of REFERRING) {
    const count = await countRows(db, table, column, userId);
    if (count > 0) prevents.set(table, Math.max(count, prevents.get(table) ?? 0));
  }
  const deletes = new Map<string, number>();
  for (const table of ['api_keys', ...OWNED]) {
    const count = await countRows(db, table, 'user_id', userId);
    if (count > 0) deletes.set(table, count);
  }
  return { prevents: toList(prevents), deletes: toList(deletes) };
}

function toList(counts: Map<string, number>): { what: string; count: number }[] {
  return [...counts].map(([what, count]) => ({ what, count }));
}

async function countRows(db: Query, table: string, column: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${userId} LIMIT ${MOST_COUNTED}
    ) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listGroups(db: Query, { text, skip = 0, limit = ITEMS }: Page): Promise<GroupList> {
  const named = text ? sql<SqlBool>`groups.name ILIKE ${pattern(text)}` : sql<SqlBool>`true`;
  const items = await selectGroups(db)
    .where(named)
    .orderBy(sql`lower(groups.name)`)
    .orderBy('groups.id')
    .offset(skip)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom('groups')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(named)
    .executeTakeFirstOrThrow();
  return { total: Number(total), items };
}

export async function listOrganizations(db: Query, { text, skip = 0, limit = ITEMS }: Page): Promise<OrganizationList> {
  const named = text ? sql<SqlBool>`organizations.name ILIKE ${pattern(text)}` : sql<SqlBool>`true`;
  const rows = await selectOrganizations(db)
    .select([
      'organizations.storage_used',
      sql<number>`(SELECT count(*)::integer FROM panels
        WHERE organization_id = organizations.id AND deleted_at IS NULL)`.as('panels'),
      sql<number>`(SELECT count(*)::integer FROM workflows
        WHERE organization_id = organizations.id AND deleted_at IS NULL)`.as('workflows'),
    ])
    .where(named)
    .orderBy(sql`lower(organizations.name)`)
    .orderBy('organizations.id')
    .offset(skip)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom('organizations')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(named)
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    items: rows.map(({ storage_used, panels, workflows, ...organization }) => ({
      organization,
      storage_used,
      panels,
      workflows,
    })),
  };
}

export async function readCreditUsage(db: Query, userId: string): Promise<CreditUsage> {
  const usage = await db
    .selectFrom('users')
    .select(['credits', 'storage_used', 'storage_quota'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!usage) throw entityNotFound();
  return usage;
}
