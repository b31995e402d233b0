/** Names of users and groups, for everyone who shares something or reads who did something. */
import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
}

interface Search {
  /** A part of the name or of the address. */
  text?: string;
  ids?: string[];
  limit?: number;
}

/** Those who are disabled are found only by their ids: nothing should be shared with them, but they did things. */
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

export async function findGroupNames(db: Query): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('groups')
    .select(['id', 'name'])
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(fixedLimits.query.items)
    .execute();
}
