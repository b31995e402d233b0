import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { hashKey } from '../http/authentication.ts';
import { createKey } from './keys.ts';
import { createUser, updateUser } from './users.ts';

/**
 * Makes sure of an administrator, with a key, where there is none yet; undefined when there is one. Processes that
 * start at once wait for each other here, so that one of them does it.
 */
export async function createFirstAdministrator(
  db: Query,
  { email, key }: { email: string; key: string | undefined },
): Promise<{ key: string } | undefined> {
  if (await hasAdministrator(db)) return undefined;
  return db.transaction().execute(async transaction => {
    // Locks out writers alone; readers, such as requests to another process, go on.
    await sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    if (await hasAdministrator(transaction)) return undefined;
    // An operator may have created users by the command line before the first start.
    const namesake = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst();
    const administrator = namesake
      ? await updateUser(transaction, namesake.id, { admin: true, enabled: true })
      : await createUser(transaction, { email, name: 'Administrator', admin: true });
    // The key of the settings belongs to whoever is the administrator now.
    if (key !== undefined) await transaction.deleteFrom('api_keys').where('key_hash', '=', hashKey(key)).execute();
    const given = { user_id: administrator.id, name: 'first key', scopes: ['*'] };
    return createKey(transaction, key === undefined ? given : { ...given, key });
  });
}

async function hasAdministrator(db: Query): Promise<boolean> {
  const administrator = await db.selectFrom('users').select('id').where('admin', '=', true).limit(1).executeTakeFirst();
  return administrator !== undefined;
}
