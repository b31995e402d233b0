import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { SCOPES } from '../../src/http/endpoint.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const database = service.service.system.database.query;

interface ApiKey {
  id: string;
  user_id: string;
  name: string;
  scopes: string[];
  enabled: boolean;
  created_at: number;
  last_used_at: number | null;
}

async function createKey(given: Record<string, unknown> = {}, key?: string): Promise<ApiKey & { key: string }> {
  return service.ask('/api/v1/key/create', { name: 'made in a test', scopes: ['service.workflow'], ...given }, key);
}

suite('creating a key', () => {
  test('returns exactly the documented fields, and the key belongs to the caller', async () => {
    const person = await service.person();
    const { id, key, created_at, ...rest } = await createKey(
      { name: 'ci', scopes: ['service.chat', 'service.workflow'] },
      person.key,
    );
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(key, /^hdl_[\w-]{43}$/);
    assert.ok(Math.abs(created_at - Date.now()) < 60_000);
    assert.deepEqual(rest, {
      user_id: person.id,
      name: 'ci',
      scopes: ['service.chat', 'service.workflow'],
      enabled: true,
      last_used_at: null,
    });
  });

  test('for another user is reserved for administrators', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    assert.equal((await createKey({ user_id: ann.id })).user_id, ann.id);
    assert.equal((await createKey({ user_id: bob.id }, bob.key)).user_id, bob.id);
    const body = { name: 'stolen', scopes: ['*'], user_id: ann.id };
    await service.refuse(404, 'entity not found', '/api/v1/key/create', body, bob.key);
    await service.refuse(404, 'entity not found', '/api/v1/key/create', { ...body, user_id: randomUUID() });
  });

  test('stores only a hash, and never shows the key again', async () => {
    const { id, key } = await createKey();
    const row = await database.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual(row.key_hash, createHash('sha256').update(key).digest());
    const { rows } = await service.service.system.database.pool.query(
      'SELECT to_jsonb(api_keys)::text AS row FROM api_keys WHERE id = $1',
      [id],
    );
    assert.equal(String(rows[0].row).includes(key.slice(4)), false);
    const answers = [
      await service.ask(`/api/v1/key/get?entity_id=${id}`),
      await service.ask('/api/v1/key/find', { filters: [['id', '==', id]] }),
      await service.ask('/api/v1/key/update', { id, name: 'renamed' }),
      await service.ask('/api/v1/key/delete', { id }),
    ];
    for (const answer of answers) {
      assert.deepEqual(Object.keys([answer].flat()[0] ?? {}).sort(), KEY_FIELDS);
      assert.equal(JSON.stringify(answer).includes(key), false);
    }
  });

  test('ignores read-only and unknown fields: nobody chooses a key, its hash or its id', async () => {
    const id = randomUUID();
    const created = await createKey({ id, key: 'chosen-by-the-caller', enabled: false, key_hash: 'x', x: 1 });
    assert.notEqual(created.id, id);
    assert.notEqual(created.key, 'chosen-by-the-caller');
    assert.equal(created.enabled, true);
    await service.refuse(401, 'API key is invalid', '/api/v1/key/find', {}, 'chosen-by-the-caller');
  });

  const wrong: [body: Record<string, unknown>, detail: string][] = [
    [{ scopes: undefined }, 'scopes: is required'],
    [{ name: undefined }, 'name: is required'],
    [{ scopes: [] }, 'scopes: must NOT have fewer than 1 items'],
    [{ scopes: '*' }, 'scopes: must be array'],
    [{ scopes: ['service.workflow', 'service.workflow.read'] }, `scopes.1: must be one of ${SCOPES.join(', ')}`],
    [{ scopes: Array(51).fill('*') }, 'scopes: must NOT have more than 50 items'],
    [{ name: '' }, 'name: must NOT have fewer than 1 characters'],
    [{ name: 'n'.repeat(201) }, 'name: must NOT have more than 200 characters'],
    [{ user_id: null }, 'user_id: must be string'],
  ];
  for (const [body, detail] of wrong) {
    test(`refuses ${detail.slice(0, 60)}`, async () => {
      const sent = { name: 'wrong', scopes: ['*'], ...body };
      await service.refuse(422, `validation error: ${detail}`, '/api/v1/key/create', sent);
    });
  }
});

suite('updating a key', () => {
  test('changes only what is sent', async () => {
    const { key: _, ...created } = await createKey();
    let expected = created;
    for (const change of [{ name: 'new' }, { scopes: ['*'] }, { enabled: false }, { enabled: true }, {}]) {
      expected = { ...expected, ...change };
      assert.deepEqual(await service.ask('/api/v1/key/update', { id: created.id, ...change }), expected);
      assert.deepEqual(await service.ask(`/api/v1/key/get?entity_id=${created.id}`), expected);
    }
  });

  test('never hands a key to another user, nor gives it another secret', async () => {
    const [person, admin] = [await service.person(), await service.person({ admin: true })];
    const { id, key } = await createKey({ scopes: ['*'] }, person.key);
    const sent = { id, user_id: admin.id, key_hash: '00', key: 'chosen-by-the-caller' };
    assert.equal((await service.ask<ApiKey>('/api/v1/key/update', sent, person.key)).user_id, person.id);
    await service.refuse(403, 'permission denied', '/api/v1/user/find', {}, key);
  });

  test('with an unknown id is refused', async () => {
    await service.refuse(404, 'entity not found', '/api/v1/key/update', { id: randomUUID(), enabled: false });
    await service.refuse(404, 'entity not found', '/api/v1/key/delete', { id: randomUUID() });
  });
});

suite('access to keys', () => {
  test('users see only their own keys, and administrators see all', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const annsKey = await createKey({ name: 'of ann' }, ann.key);
    const { key: _, ...shown } = annsKey;
    const { id } = annsKey;
    await service.refuse(404, 'entity not found', `/api/v1/key/get?entity_id=${id}`, {}, bob.key);
    await service.refuse(404, 'entity not found', '/api/v1/key/update', { id, enabled: false }, bob.key);
    await service.refuse(404, 'entity not found', '/api/v1/key/delete', { id }, bob.key);
    const filters = [['id', '==', id]];
    assert.deepEqual(await service.ask('/api/v1/key/find', { filters }, bob.key), []);
    assert.equal(await service.ask('/api/v1/key/count', { filters }, bob.key), 0);
    const seen = await service.ask<ApiKey[]>('/api/v1/key/find', {}, bob.key);
    assert.deepEqual(new Set(seen.map(({ user_id }) => user_id)), new Set([bob.id]));
    assert.equal(await service.ask('/api/v1/key/count', {}, bob.key), seen.length);

    assert.deepEqual(await service.ask(`/api/v1/key/get?entity_id=${id}`, {}, ann.key), shown);
    assert.deepEqual(await service.ask(`/api/v1/key/get?entity_id=${id}`), shown);
    assert.deepEqual(await service.ask('/api/v1/key/update', { id, name: 'by the administrator' }), {
      ...shown,
      name: 'by the administrator',
    });
  });

  test('deleting a key returns it once, and the key stops working', async () => {
    const person = await service.person();
    const { key, ...shown } = await createKey({ scopes: ['*'] }, person.key);
    assert.deepEqual(await service.ask('/api/v1/key/delete', { id: shown.id }, person.key), shown);
    await service.refuse(404, 'entity not found', '/api/v1/key/delete', { id: shown.id }, person.key);
    await service.refuse(401, 'API key is invalid', '/api/v1/key/find', {}, key);
  });
});

const KEY_FIELDS = ['created_at', 'enabled', 'id', 'last_used_at', 'name', 'scopes', 'user_id'];
