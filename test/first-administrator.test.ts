/** Tests the administrator that the first start creates. */
import assert from 'node:assert/strict';
import { after, beforeEach, suite, test } from 'node:test';
import { createFirstAdministrator } from '../src/accounts/first-start.ts';
import { createUser, updateUser } from '../src/accounts/users.ts';
import type { Schema } from '../src/database.ts';
import { hashKey } from '../src/http/authentication.ts';
import { openDatabase } from '../src/platform/postgres/database.ts';
import { createTestDatabase } from './support/database.ts';

const testDatabase = await createTestDatabase();
const database = openDatabase<Schema>(testDatabase.address, { maxConnections: 10 });
const db = database.query;
after(async () => {
  await database.close();
  await testDatabase.drop();
});

const EMAIL = 'admin@localhost';
const KEY = 'chosen-by-the-operator';

async function listAdministrators(): Promise<string[]> {
  const rows = await db.selectFrom('users').select('email').where('admin', '=', true).orderBy('email').execute();
  return rows.map(({ email }) => email);
}

/** Returns the e-mail address of the user to whom a key belongs. */
async function findOwnerEmail(key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select('users.email')
    .where('key_hash', '=', hashKey(key))
    .where('api_keys.enabled', '=', true)
    .where('users.enabled', '=', true)
    .executeTakeFirst();
  return row?.email;
}

suite('the first administrator', () => {
  beforeEach(() => db.deleteFrom('users').execute());

  test('gets a key of scope *, which is random or taken from the settings', async () => {
    const random = await createFirstAdministrator(db, { email: EMAIL, key: undefined });
    assert.match(random?.key ?? '', /^hdl_[\w-]{43}$/);
    assert.equal(await findOwnerEmail(random?.key ?? ''), EMAIL);
    await db.deleteFrom('users').execute();
    const given = await createFirstAdministrator(db, { email: EMAIL, key: KEY });
    assert.equal(given?.key, KEY);
    assert.equal(await findOwnerEmail(KEY), EMAIL);
    assert.deepEqual(await db.selectFrom('api_keys').select(['scopes', 'enabled']).execute(), [
      { scopes: ['*'], enabled: true },
    ]);
  });

  test('is created once, however many processes start at the same time', async () => {
    const starts = Array.from({ length: 8 }, () => createFirstAdministrator(db, { email: EMAIL, key: undefined }));
    assert.equal((await Promise.all(starts)).filter(made => made !== undefined).length, 1);
    assert.equal(await createFirstAdministrator(db, { email: 'other@localhost', key: KEY }), undefined);
    assert.deepEqual(await listAdministrators(), [EMAIL]);
  });

  test('is the existing user with that e-mail address, if there is one', async () => {
    await createUser(db, { email: 'Admin@LocalHost', name: 'Ann', enabled: false });
    await createFirstAdministrator(db, { email: EMAIL, key: KEY });
    assert.deepEqual(await listAdministrators(), ['Admin@LocalHost']);
    assert.equal(await findOwnerEmail(KEY), 'Admin@LocalHost');
  });

  test('is created again after the last one was demoted, with the same key in the settings', async () => {
    await createFirstAdministrator(db, { email: EMAIL, key: KEY });
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await updateUser(db, id, { admin: false });
    await createFirstAdministrator(db, { email: EMAIL, key: KEY });
    assert.deepEqual(await listAdministrators(), [EMAIL]);
    assert.equal(await findOwnerEmail(KEY), EMAIL);
  });
});
