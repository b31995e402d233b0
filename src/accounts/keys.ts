import type { Selectable } from 'kysely';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import { hashKey } from '../http/authentication.ts';
import { newId, newSecret } from '../platform/ids.ts';
import type { AccountTables } from './tables.ts';

type KeyRow = Selectable<AccountTables['api_keys']>;

export interface ApiKey {
  id: string;
  user_id: string;
  name: string;
  scopes: string[];
  enabled: boolean;
  created_at: number;
  last_used_at: number | null;
}

export interface KeyChanges {
  name?: string;
  scopes?: string[];
  enabled?: boolean;
}

/** Only this result contains the key itself; the database only has its hash. */
export async function createKey(
  db: Query,
  input: { user_id: string; name: string; scopes: string[]; key?: string },
): Promise<ApiKey & { key: string }> {
  const { user_id, name, scopes, key = `hdl_${newSecret()}` } = input;
  const row = await db
    .insertInto('api_keys')
    .values({ id: newId(), user_id, name, scopes, key_hash: hashKey(key) })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(explainForeignKeyViolation);
  return { ...toApiKey(row), key };
}

export async function lockKeyForNoKeyUpdate(
  transaction: Query,
  id: string,
  userId: string | undefined,
): Promise<KeyRow | undefined> {
  return transaction
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? null))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Without `userId`, the key may belong to anybody: this is for administrators. */
export async function updateKey(
  db: Query,
  id: string,
  userId: string | undefined,
  changes: KeyChanges,
): Promise<ApiKey> {
  const row = await db
    .updateTable('api_keys')
    .set({ ...changes, updated_at: new Date() })
    .where('id', '=', id)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? null))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  return toApiKey(row);
}

export async function deleteKey(db: Query, id: string, userId: string | undefined): Promise<ApiKey> {
  const row = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? null))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  return toApiKey(row);
}

export function toApiKey({ id, user_id, name, scopes, enabled, created_at, last_used_at }: KeyRow): ApiKey {
  return {
    id,
    user_id,
    name,
    scopes,
    enabled,
    created_at: created_at.getTime(),
    last_used_at: last_used_at?.getTime() ?? null,
  };
}
