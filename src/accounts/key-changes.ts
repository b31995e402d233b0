/** What callers change of API keys: each change leaves an entry in the audit log. */
import { changedFields, hasChanges, recordAudit, type Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import {
  type ApiKey,
  createKey,
  deleteKey,
  type KeyChanges,
  lockKeyForNoKeyUpdate,
  toApiKey,
  updateKey,
} from './keys.ts';

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

export async function changeKey(db: Query, caller: Caller, id: string, changes: KeyChanges): Promise<ApiKey> {
  return db.transaction().execute(async transaction => {
    const locked = await lockKeyForNoKeyUpdate(transaction, id, requiredOwner(caller));
    if (!locked) throw entityNotFound();
    const before = toApiKey(locked);
    const key = await updateKey(transaction, id, requiredOwner(caller), changes);
    const changed = changedFields(before, key, ['name', 'scopes', 'enabled']);
    if (!hasChanges(changed)) return key;
    const details = { user_id: key.user_id, changes: changed };
    await recordAudit(transaction, caller, { action: 'key.update', subject: keySubject(key), details });
    return key;
  });
}

export async function removeKey(db: Query, caller: Caller, id: string): Promise<ApiKey> {
  return db.transaction().execute(async transaction => {
    // The entry comes first, because it names the key of the request, which may be this one.
    const locked = await lockKeyForNoKeyUpdate(transaction, id, requiredOwner(caller));
    if (!locked) throw entityNotFound();
    const subject = keySubject(toApiKey(locked));
    await recordAudit(transaction, caller, { action: 'key.delete', subject, details: { user_id: locked.user_id } });
    return deleteKey(transaction, id, requiredOwner(caller));
  });
}

function keySubject({ id, name }: ApiKey): Subject {
  return { kind: 'key', id, name };
}
