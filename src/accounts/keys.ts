/** API keys. Each change leaves an entry in the audit log. */
import type { Selectable } from 'kysely';
import { recordAudit, recordChanges, type Subject } from '../audit/record.ts';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import { hashKey } from '../http/authentication.ts';
import type { Caller } from '../http/caller.ts';
import { newId, newSecret } from '../platform/ids.ts';
import type { ApiKey, KeyChanges } from './schemas.ts';
import type { AccountTables } from './tables.ts';

type KeyRow = Selectable<AccountTables['api_keys']>;

/** Administrators manage everybody's keys. For other users, only their own keys exist. */
export function requiredOwner(caller: Caller): string | undefined {
  return caller.admin ? undefined : caller.userId;
}

export async function addKey(
  db: Query,
  caller: Caller,
  { user_id = caller.userId, ...input }: { user_id?: string; name: string; scopes: string[] },
): Promise<ApiKey & { key: string }> {
  if (user_id !== caller.userId && !caller.admin) throw entityNotFound();
  return db.transaction().execute(async transaction => {
    const key = await createKey(transaction, { user_id, ...input });
    const details = { user_id: key.user_id, scopes: key.scopes };
    await recordAudit(transaction, caller, { action: 'key.create', subject: keySubject(key), details });
    return key;
  });
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

export async function changeKey(db: Query, caller: Caller, id: string, changes: KeyChanges): Promise<ApiKey> {
  return db.transaction().execute(async transaction => {
    const before = await lockKeyForNoKeyUpdate(transaction, caller, id);
    const row = await transaction
      .updateTable('api_keys')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const key = toApiKey(row);
    const event = { action: 'key.update', subject: keySubject(key), details: { user_id: key.user_id } } as const;
    await recordChanges(transaction, caller, event, { before, after: key }, ['name', 'scopes', 'enabled']);
    return key;
  });
}

export async function removeKey(db: Query, caller: Caller, id: string): Promise<ApiKey> {
  return db.transaction().execute(async transaction => {
    // The entry comes first, because it names the key of the request, which may be this one.
    const key = await lockKeyForNoKeyUpdate(transaction, caller, id);
    const details = { user_id: key.user_id };
    await recordAudit(transaction, caller, { action: 'key.delete', subject: keySubject(key), details });
    await transaction.deleteFrom('api_keys').where('id', '=', id).execute();
    return key;
  });
}

async function lockKeyForNoKeyUpdate(transaction: Query, caller: Caller, id: string): Promise<ApiKey> {
  const owner = requiredOwner(caller);
  let keys = transaction.selectFrom('api_keys').selectAll().where('id', '=', id);
  if (owner !== undefined) keys = keys.where('user_id', '=', owner);
  const row = await keys.forNoKeyUpdate().executeTakeFirst();
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

function keySubject({ id, name }: ApiKey): Subject {
  return { kind: 'key', id, name };
}
