/** Names of users and groups, for everyone who shares something or reads who did something. */

import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import type { Person } from './sign-in/session-schemas.ts';

interface Search {
  /** A part of the name or of the address. */
  text?: string;
  ids?: string[];
  limit?: number;
}

/**
 * Disabled users are found only by their ids: nothing should be shared with them, but lists name them as those who did
 * something.
 */
export async function findPeople(db: Query, { text, ids, limit }: Search): Promise<Person[]> {
  const pattern = `%${(text ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .$if(ids !== undefined, query => query.where(sql<boolean>`id = ANY(${ids}::uuid[])`))
    .$if(ids === undefined, query => query.where('enabled', '=', true))
    .$if(text !== undefined, query => query.where(sql<boolean>`(name ILIKE ${pattern} OR email ILIKE ${pattern})`))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit ?? (ids === undefined ? fixedLimits.people.found : fixedLimits.people.ids))
    .execute();
}

/**
 * Finds the groups of the caller, and those of the people with whom they share an organization: a name may tell what others
 * work on. Administrators see all.
 */
export async function findGroupNames(
  db: Query,
  { userId, admin }: Pick<Caller, 'userId' | 'admin'>,
): Promise<{ id: string; name: string }[]> {
  const isKnown = sql<boolean>`EXISTS (
    SELECT FROM group_members AS member WHERE member.group_id = groups.id AND (
      member.user_id = ${userId} OR EXISTS (
        SELECT FROM organization_members AS own
        JOIN organization_members AS theirs USING (organization_id)
        WHERE own.user_id = ${userId} AND theirs.user_id = member.user_id)))`;
  return db
    .selectFrom('groups')
    .select(['id', 'name'])
    .$if(!admin, query => query.where(isKnown))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(fixedLimits.query.items)
    .execute();
}
