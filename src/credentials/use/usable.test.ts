import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { Schema } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { type StorableJson, toStorableJson } from '../../platform/postgres/storable-text.ts';
import { findUsable, findUsableRows } from './usable.ts';

const created = await createTestDatabase();
const database = openDatabase<Schema>(created.url, { maxConnections: 2 });
after(async () => {
  await database.close();
  await created.drop();
});

async function addUser(): Promise<{ id: string; email: string }> {
  const id = newId();
  const user = { id, email: `${id}@example.org` };
  await database.query
    .insertInto('users')
    .values({ ...user, name: 'user', credits: null, storage_quota: null, password_hash: null })
    .execute();
  return user;
}

async function addCredential(
  created_by: string,
  more: { name?: string; connected_for?: string; sharing?: StorableJson; group_id?: string } = {},
) {
  const id = newId();
  const row = {
    ...{ id, created_by, updated_by: created_by, group_id: null, organization_id: null, rotate_at: null },
    ...{ name: id.slice(-12), description: '', kind: 'oauth2_code' as const, hosts: ['api.example.org'] },
    template_places: ['header' as const],
    ...{ fields: toStorableJson({ client_id: 'x' }), secrets: toStorableJson({ client_secret: { source: 'value' } }) },
    sealed: Buffer.alloc(1),
    ...more,
  };
  await database.query.insertInto('credentials').values(row).execute();
  return id;
}

test('an account that somebody connected is found only for them', async () => {
  const [ann, ben] = [await addUser(), await addUser()];
  const connector = newId();
  const sharing = toStorableJson([{ user_email: ben.email, write: true }]);
  const id = await addCredential(ann.id, { connected_for: connector, sharing });
  const own = { own: connector.toUpperCase() };
  const find = async (user: typeof ann) => (await findUsableRows(database.query, user, [own])).get(own)?.id;
  assert.equal(await find(ann), id);
  // It is shared, but the account of somebody else is not one's own.
  assert.equal(await find(ben), undefined);
  assert.deepEqual([...(await findUsable(database.query, ben, [id])).keys()], [id]);
});

test('names are compared without regard to case, and fields that only sign are not told', async () => {
  const ann = await addUser();
  const id = await addCredential(ann.id, { name: 'My Key' });
  const found = await findUsable(database.query, ann, ['MY KEY', 'my key', id.toUpperCase(), 'other', newId()]);
  const usable = {
    id,
    name: 'My Key',
    kind: 'oauth2_code',
    hosts: ['api.example.org'],
    places: ['header'],
    fields: ['client_id', 'access_token'],
  };
  assert.deepEqual(
    [...found],
    [
      ['MY KEY', usable],
      ['my key', usable],
      [id.toUpperCase(), usable],
    ],
  );
});

test('users who are disabled may use nothing', async () => {
  const ann = await addUser();
  const id = await addCredential(ann.id);
  await database.query.updateTable('users').set({ enabled: false }).where('id', '=', ann.id).execute();
  assert.equal((await findUsable(database.query, ann, [id])).size, 0);
});

test('of several shared ones with one name, the oldest is meant', async () => {
  const [ann, ben, carl] = [await addUser(), await addUser(), await addUser()];
  const sharing = toStorableJson([{ user_email: carl.email, write: false }]);
  const first = await addCredential(ann.id, { name: 'same', sharing });
  await addCredential(ben.id, { name: 'same', sharing });
  assert.equal((await findUsable(database.query, carl, ['same'])).get('same')?.id, first);
});

test("the user's own comes first, then one of a group, and then what others share, whatever their age", async () => {
  const [ann, ben] = [await addUser(), await addUser()];
  const sharing = toStorableJson([{ user_email: ann.email, write: false }]);
  const shared = await addCredential(ben.id, { name: 'one', sharing });
  const group = newId();
  await database.query.insertInto('groups').values({ id: group, name: 'group' }).execute();
  const members = [{ group_id: group, user_id: ann.id }];
  await database.query.insertInto('group_members').values(members).execute();
  const find = async () => (await findUsable(database.query, ann, ['one'])).get('one')?.id;
  assert.equal(await find(), shared);
  const ofGroup = await addCredential(ben.id, { name: 'one', group_id: group });
  assert.equal(await find(), ofGroup);
  const own = await addCredential(ann.id, { name: 'one' });
  assert.equal(await find(), own);
});
