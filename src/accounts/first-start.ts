import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { hashKey } from '../http/authentication.ts';
import { createKey } from './keys.ts';
import { createUser, updateUser } from './users.ts';

/**
 * Creates an administrator with a key, when there is no administrator yet; otherwise it returns undefined. Processes
 * that start at the same time wait for each other here, so that only one of them creates it.
 */
export async function createFirstAdministrator(
  db: Query,
  { email, key }: { email: string; key: string | undefined },
): Promise<{ key: string } | undefined> {
  if (await hasAdministrator(db)) return undefined;
  return db.transaction().execute(async transaction => {
    // This lock only blocks writers: readers, such as requests to another process, continue.
    await sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    if (await hasAdministrator(transaction)) return undefined;
    // An operator may have created this user on the command line before the first start.
    const existing = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst();
    const administrator = existing
      ? await updateUser(transaction, existing.id, { admin: true, enabled: true })
      : await createUser(transaction, { email, name: 'Administrator', admin: true });
    // The key of the settings may have belonged to another user.
    if (key !== undefined) await transaction.deleteFrom('api_keys').where('key_hash', '=', hashKey(key)).execute();
    const newKey = { user_id: administrator.id, name: 'first key', scopes: ['*'] };
    return createKey(transaction, key === undefined ? newKey : { ...newKey, key });
  });
}

export async function hasAdministrator(db: Query): Promise<boolean> {
  const administrator = await db.selectFrom('users').select('id').where('admin', '=', true).limit(1).executeTakeFirst();
  return administrator !== undefined;
}
