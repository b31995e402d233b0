import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { ADMIN_KEY, testService } from '../support/service.ts';

const service = await testService();
const { database: opened, passwords } = service.service.system;
const database = opened.query;

interface User {
  id: string;
  email: string;
  name: string;
  admin: boolean;
  enabled: boolean;
  credits: number | null;
  storage_quota: number | null;
  permissions: { workflow: string };
}

let users = 0;

async function createUser(given: Record<string, unknown> = {}): Promise<User> {
  return service.ask<User>('/api/v1/user/create', { email: `user${++users}@example.org`, name: 'Somebody', ...given });
}

function get(kind: string, id: string, key = ADMIN_KEY) {
  return service.call(`/api/v1/${kind}/get?entity_id=${id}`, {}, key);
}

function storedUser(id: string) {
  return database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

suite('creating a user', () => {
  test('returns exactly the documented fields and their defaults', async () => {
    const { id, ...user } = await service.ask('/api/v1/user/create', { email: 'Ann@Example.org', name: 'Ann' });
    assert.match(String(id), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.deepEqual(user, {
      email: 'Ann@Example.org',
      name: 'Ann',
      admin: false,
      enabled: true,
      credits: null,
      storage_quota: null,
      permissions: { workflow: 'write' },
    });
  });

  test('accepts every documented field', async () => {
    const given = {
      email: 'all@example.org',
      name: 'Ünï 名前 🙂',
      admin: true,
      enabled: false,
      credits: 12.5,
      storage_quota: 2 ** 40,
      permissions: { workflow: 'read' },
    };
    const { id, ...user } = await createUser(given);
    assert.deepEqual(user, given);
    assert.deepEqual((await get('user', id)).body, { id, ...given });
  });

  test('distinguishes zero credits from unlimited credits', async () => {
    const user = await createUser({ credits: 0, storage_quota: 0 });
    assert.deepEqual([user.credits, user.storage_quota], [0, 0]);
    const unlimited = await createUser({ credits: null, storage_quota: null });
    assert.deepEqual([unlimited.credits, unlimited.storage_quota], [null, null]);
  });

  test('ignores read-only and unknown fields', async () => {
    const id = randomUUID();
    const user = await createUser({ id, storage_used: 5, password_hash: 'x', created: 1, nonsense: { a: [1] } });
    assert.notEqual(user.id, id);
    assert.deepEqual(Object.keys(user).sort(), USER_FIELDS);
    const stored = await storedUser(user.id);
    assert.deepEqual([stored.storage_used, stored.password_hash], [0, null]);
  });

  test('refuses an e-mail that is in use, whatever its case', async () => {
    await createUser({ email: 'Bob.Ä@example.org' });
    const email = 'bob.ä@EXAMPLE.org';
    await service.refuse(422, `a user with the e-mail '${email}' already exists`, '/api/v1/user/create', {
      email,
      name: 'Bob',
    });
  });

  test('succeeds for only one of many simultaneous requests with the same e-mail', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.call('/api/v1/user/create', { email: 'wanted@example.org', name: 'One' }),
      ),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(422)]);
  });

  test('stores a password only as a slow hash', async () => {
    const password = 'correct horse battery';
    const user = await createUser({ password });
    assert.deepEqual(Object.keys(user).sort(), USER_FIELDS);
    const stored = await storedUser(user.id);
    assert.match(String(stored.password_hash), /^scrypt\$/);
    assert.equal(JSON.stringify(stored).includes(password), false);
    assert.equal(await passwords.check(password, String(stored.password_hash)), true);
    assert.equal(await passwords.check('correct horse batterx', String(stored.password_hash)), false);
  });
});

suite('updating a user', () => {
  test('changes only what is sent', async () => {
    const user = await createUser({ credits: 3, storage_quota: 4, permissions: { workflow: 'none' } });
    const changes = [
      { email: 'changed@example.org' },
      { name: 'Changed' },
      { admin: true },
      { enabled: false },
      { credits: 9.25 },
      { credits: null },
      { storage_quota: 0 },
      { storage_quota: null },
      { permissions: { workflow: 'read' } },
      { permissions: {} },
      {},
    ];
    let expected = user;
    for (const change of changes) {
      expected = { ...expected, ...change, permissions: { ...expected.permissions, ...change.permissions } };
      assert.deepEqual(await service.ask('/api/v1/user/update', { id: user.id, ...change }), expected);
      assert.deepEqual((await get('user', user.id)).body, expected);
    }
  });

  test('ignores read-only and unknown fields', async () => {
    const user = await createUser();
    const before = await storedUser(user.id);
    const sent = { id: user.id, storage_used: 9, password_hash: 'x', workflow_permission: 'none', created_at: 0, x: 1 };
    assert.deepEqual(await service.ask('/api/v1/user/update', sent), user);
    const { updated_at: _, ...after } = await storedUser(user.id);
    assert.deepEqual({ ...before, ...after }, before);
  });

  test('replaces the password only if one is sent', async () => {
    const user = await createUser({ password: 'the first one' });
    await service.ask('/api/v1/user/update', { id: user.id, name: 'Other' });
    assert.equal(await passwords.check('the first one', String((await storedUser(user.id)).password_hash)), true);
    await service.ask('/api/v1/user/update', { id: user.id, password: 'the second one' });
    assert.equal(await passwords.check('the second one', String((await storedUser(user.id)).password_hash)), true);
  });

  test('refuses the e-mail of another user, but accepts a change of case', async () => {
    const [ann, bob] = [await createUser(), await createUser()];
    await service.refuse(422, `a user with the e-mail '${ann.email}' already exists`, '/api/v1/user/update', {
      id: bob.id,
      email: ann.email,
    });
    const email = bob.email.toUpperCase();
    assert.deepEqual(await service.ask('/api/v1/user/update', { id: bob.id, email }), { ...bob, email });
  });

  test('with an unknown id gets 404', async () => {
    await service.refuse(404, 'entity not found', '/api/v1/user/update', { id: randomUUID(), name: 'Nobody' });
  });
});

suite('invalid input for a user', () => {
  const cases: [field: string, value: unknown, what: string][] = [
    ['email', undefined, 'is required'],
    ['name', undefined, 'is required'],
    ['email', 7, 'must be string'],
    ['email', null, 'must be string'],
    ['email', 'nobody', 'must be an e-mail address'],
    ['email', 'a b@example.org', 'must be an e-mail address'],
    ['email', 'group:a@example.org;', 'must be an e-mail address'],
    ['email', '=?utf-8?q?a?=@example.org', 'must be an e-mail address'],
    ['email', 'a(comment)@example.org', 'must be an e-mail address'],
    ['email', '"a"@example.org', 'must be an e-mail address'],
    ['email', 'Ann<ann@example.org>', 'must be an e-mail address'],
    ['email', 'a@example.org,b@example.org', 'must be an e-mail address'],
    ['email', 'a@[127.0.0.1]', 'must be an e-mail address'],
    ['email', 'a@example.org\u200b', 'must be an e-mail address'],
    ['email', `${'a'.repeat(250)}@x.de`, 'must NOT have more than 254 characters'],
    ['name', '', 'must NOT have fewer than 1 characters'],
    ['name', 'n'.repeat(201), 'must NOT have more than 200 characters'],
    ['name', ['a'], 'must be string'],
    ['admin', 'true', 'must be boolean'],
    ['admin', 1, 'must be boolean'],
    ['enabled', null, 'must be boolean'],
    ['credits', '1', 'must be number'],
    ['credits', -0.5, 'must be >= 0'],
    ['credits', 1e300, 'must be <= 9007199254740991'],
    ['storage_quota', 1.5, 'must be integer'],
    ['storage_quota', -1, 'must be >= 0'],
    ['storage_quota', 2 ** 60, 'must be <= 9007199254740991'],
    ['password', 'short', 'must NOT have fewer than 8 characters'],
    ['password', 'p'.repeat(201), 'must NOT have more than 200 characters'],
    ['password', null, 'must be string'],
    ['permissions', 'write', 'must be object'],
    ['permissions', [], 'must be object'],
  ];
  for (const [field, value, what] of cases) {
    test(`${field} ${JSON.stringify(value)?.slice(0, 20) ?? 'left out'}: ${what}`, async () => {
      const body = { email: 'wrong@example.org', name: 'Wrong', [field]: value };
      await service.refuse(422, `validation error: ${field}: ${what}`, '/api/v1/user/create', body);
    });
  }

  test('is refused if the workflow permission is unknown', async () => {
    const body = { email: 'wrong@example.org', name: 'Wrong', permissions: { workflow: 'all' } };
    await service.refuse(
      422,
      'validation error: permissions.workflow: must be one of write, read, none',
      '/api/v1/user/create',
      body,
    );
  });

  test('leaves nothing behind', async () => {
    const filters = [['email', 'regex', '(?i)wrong']];
    assert.equal(await service.ask('/api/v1/user/count', { filters }), 0);
  });
});

suite('reading and deleting users', () => {
  test('get, find and count return the same user', async () => {
    const user = await createUser();
    const filters = [['id', '==', user.id]];
    assert.deepEqual((await get('user', user.id)).body, user);
    assert.deepEqual(await service.ask('/api/v1/user/find', { filters }), [user]);
    assert.equal(await service.ask('/api/v1/user/count', { filters }), 1);
  });

  test('delete returns the id as a JSON string and removes everything of the user', async () => {
    const person = await service.person();
    const groupId = await service.group([person]);
    const organizationId = await service.organization([{ person, write: true }]);
    const reply = await service.call(`/api/v1/user/delete?entity_id=${person.id}`);
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(reply.body, person.id);
    assert.deepEqual((await get('user', person.id)).body, { detail: 'entity not found' });
    assert.equal(await service.ask('/api/v1/key/count', { filters: [['user_id', '==', person.id]] }), 0);
    assert.deepEqual((await service.ask(`/api/v1/group/get?entity_id=${groupId}`)).members, []);
    assert.deepEqual((await service.ask(`/api/v1/organization/get?entity_id=${organizationId}`)).members, []);
    await service.refuse(404, 'entity not found', `/api/v1/user/delete?entity_id=${person.id}`);
  });

  test('a user may be created again with the e-mail of a deleted one', async () => {
    const { id, email } = await createUser();
    await service.ask(`/api/v1/user/delete?entity_id=${id}`);
    assert.notEqual((await createUser({ email })).id, id);
  });
});

const USER_FIELDS = ['admin', 'credits', 'email', 'enabled', 'id', 'name', 'permissions', 'storage_quota'];
