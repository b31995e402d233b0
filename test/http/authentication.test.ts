/** Which endpoints a key may call. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import Type from 'typebox';
import type { BoundEndpoint as Endpoint } from '../../src/http/binding.ts';
import { SCOPES, type Scope } from '../../src/http/endpoint.ts';
import { createServer } from '../../src/http/server.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { endpoint } from '../support/bound-endpoint.ts';
import { createTestDatabase } from '../support/database.ts';
import { ADMIN_KEY, type Person, type Reply, serviceOn } from '../support/service.ts';
import { hearOfChanges } from './heard-changes.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const memory = memoryLog();
const database = await createTestDatabase();
const service = await serviceOn(database, {}, memory);
/** Acts as another process on the same database. */
const other = await serviceOn(database);
after(async () => {
  await other.stopService();
  await service.stop();
});

const { system } = service.service;
const { pool } = system.database;
const INVALID = { detail: 'API key is invalid' };

async function findKeyId({ key }: Person): Promise<string> {
  const [found] = await service.ask<{ id: string }[]>('/api/v1/key/find', {}, key);
  assert.ok(found);
  return found.id;
}

/** Calls an endpoint that any key of scope `*` may call. */
function useKey(key: string | null, at = service): Promise<Reply> {
  return at.call('/api/v1/key/count', {}, key);
}

/** Changes a row without notifying the processes, so that only a query of the database shows the change. */
async function changeSilently(statement: string, id: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(statement, [id]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

suite('an unusable key', () => {
  test('gets 401 with the same text for every reason', async () => {
    const [disabled, deleted, offUser, goneUser] = [
      await service.person(),
      await service.person(),
      await service.person({ enabled: false }),
      await service.person(),
    ];
    await service.ask('/api/v1/key/update', { id: await findKeyId(disabled), enabled: false });
    await service.ask('/api/v1/key/delete', { id: await findKeyId(deleted) });
    await service.ask(`/api/v1/user/delete?entity_id=${goneUser.id}`);
    const underScoped = await service.person(
      {},
      SCOPES.filter(scope => scope !== '*'),
    );
    const keys = {
      missing: null,
      empty: '',
      blank: ' ',
      unknown: 'hdl_unknown',
      'of another case': ADMIN_KEY.toUpperCase(),
      'with something after it': `${ADMIN_KEY}x`,
      'a part': ADMIN_KEY.slice(0, -1),
      'a pattern': '%',
      'an injection': `' OR '1'='1`,
      long: 'k'.repeat(600),
      'longer still': 'k'.repeat(12_000),
      disabled: disabled.key,
      deleted: deleted.key,
      'of a disabled user': offUser.key,
      'of a deleted user': goneUser.key,
      'under-scoped': underScoped.key,
    };
    for (const [what, key] of Object.entries(keys)) {
      const { status, body } = await useKey(key);
      assert.deepEqual({ what, status, body }, { what, status: 401, body: INVALID });
    }
  });

  test('is refused before anything else about the request is checked', async () => {
    for (const key of ['', 'hdl_unknown']) {
      const headers = { 'uni-api-key': key };
      for (const [path, body] of [
        ['/api/v1/user/create', '{not json'],
        ['/api/v1/user/create', '{}'],
        ['/api/v1/user/get', ''],
        ['/api/v1/user/get?entity_id=x', ''],
      ]) {
        const reply = await service.send(String(path), { headers, body });
        assert.deepEqual([reply.status, reply.body], [401, INVALID]);
      }
    }
  });

  test('is refused if it is a megabyte long', async () => {
    const reply = await useKey('k'.repeat(2 ** 20)).catch((error: Error) => error);
    // The server may close the connection while the client still sends its headers.
    if (!(reply instanceof Error)) assert.equal(reply.status, 431);
    assert.equal((await useKey(ADMIN_KEY)).status, 200);
  });

  test('is refused if its header is sent twice', async () => {
    const headers = new Headers({ 'uni-api-key': ADMIN_KEY });
    headers.append('uni-api-key', ADMIN_KEY);
    assert.equal((await service.send('/api/v1/key/count', { headers })).status, 401);
  });

  test('is refused if it is sent outside its header', async () => {
    for (const init of [
      { headers: { authorization: `Bearer ${ADMIN_KEY}` } },
      { headers: { cookie: `uni-api-key=${ADMIN_KEY}` } },
      { body: JSON.stringify({ 'uni-api-key': ADMIN_KEY }) },
    ]) {
      assert.equal((await service.send(`/api/v1/key/count?uni-api-key=${ADMIN_KEY}`, init)).status, 401);
    }
  });
});

suite('scopes', () => {
  const toPath = (scope: Scope) =>
    scope.startsWith('service.booster') ? `/api/v3/booster/storage/private/${scope}` : `/api/v3/test/${scope}`;
  const endpoints: Endpoint[] = SCOPES.map(scope =>
    endpoint({
      path: toPath(scope),
      summary: 'For a test',
      scope,
      tier: 'default',
      body: Type.Object({ size: Type.Optional(Type.Integer()) }),
      reply: Type.Object({ user: Type.String() }),
      handle: async ({ caller }) => ({ user: caller.userId }),
    }),
  );
  const server = createServer({ ...system, metrics: createMetrics('test_'), rateLimiter: undefined, endpoints });
  after(() => server.close());

  async function call(path: string, key: string | undefined, body: string | undefined = '{}') {
    const headers = key === undefined ? {} : { 'uni-api-key': key };
    const reply = await server.inject({ method: 'POST', url: path, payload: body, headers });
    return { status: reply.statusCode, body: reply.json() };
  }

  test('do not include one another, and * includes all', async () => {
    const person = await service.person();
    for (const granted of SCOPES) {
      const key = await service.key(person.id, [granted]);
      for (const asked of SCOPES) {
        const { status } = await call(toPath(asked), key);
        assert.equal(status, granted === '*' || granted === asked ? 200 : 401, `${granted} for ${asked}`);
      }
    }
    const both = await service.key(person.id, ['service.workflow', 'service.workflow.write']);
    assert.deepEqual(await call(toPath('service.workflow.write'), both), { status: 200, body: { user: person.id } });
    assert.deepEqual(await call(toPath('service.chat'), both), { status: 401, body: INVALID });
  });

  test('of booster endpoints distinguish a missing key from an invalid one, others do not', async () => {
    const underScoped = await service.key((await service.person()).id, ['service.chat']);
    const booster = toPath('service.booster.storage');
    for (const key of [undefined, '']) {
      assert.deepEqual(await call(booster, key), { status: 401, body: { detail: 'API key not provided' } });
      assert.deepEqual(await call(toPath('service.workflow'), key), { status: 401, body: INVALID });
    }
    for (const key of ['hdl_unknown', underScoped]) {
      assert.deepEqual(await call(booster, key), { status: 401, body: INVALID });
    }
  });

  test('of booster endpoints hide the details of invalid input, others show them', async () => {
    const bodies: [body: string, details: RegExp][] = [
      ['{"size":"x"}', /^validation error: size: must be integer$/],
      ['[]', /^validation error: body: must be object$/],
      ['{', /^validation error: body: is not JSON: /],
      ['{"a":"\\u0000"}', /^validation error: body: NUL characters are not allowed$/],
    ];
    for (const [body, details] of bodies) {
      assert.deepEqual(await call(toPath('service.booster.storage'), ADMIN_KEY, body), {
        status: 422,
        body: { detail: 'validation error' },
      });
      const reply = await call(toPath('service.workflow'), ADMIN_KEY, body);
      assert.equal(reply.status, 422);
      assert.match(reply.body.detail, details);
    }
  });

  test('of booster endpoints apply to encoded paths too', async () => {
    const encoded = toPath('service.booster.storage').replace('/booster/', '/boos%74er/');
    assert.deepEqual(await call(encoded, ADMIN_KEY, '[]'), { status: 422, body: { detail: 'validation error' } });
    assert.deepEqual(await call(encoded, undefined), { status: 401, body: { detail: 'API key not provided' } });
  });
});

suite('a change of a key or its user', () => {
  test('takes effect immediately in the process that made it', async () => {
    const person = await service.person();
    const id = await findKeyId(person);
    for (let round = 0; round < 150; round++) {
      await service.ask('/api/v1/key/update', { id, enabled: false });
      assert.equal((await useKey(person.key)).status, 401, `still accepted after it was disabled, round ${round}`);
      await service.ask('/api/v1/key/update', { id, enabled: true });
      assert.equal((await useKey(person.key)).status, 200);
    }
  });

  const changes: [what: string, change: (person: Person, keyId: string) => Promise<unknown>][] = [
    ['a disabled key', (_, id) => other.ask('/api/v1/key/update', { id, enabled: false })],
    ['a key of other scopes', (_, id) => other.ask('/api/v1/key/update', { id, scopes: ['service.chat'] })],
    ['a deleted key', (_, id) => other.ask('/api/v1/key/delete', { id })],
    ['a disabled user', ({ id }) => other.ask('/api/v1/user/update', { id, enabled: false })],
    ['a deleted user', ({ id }) => other.ask(`/api/v1/user/delete?entity_id=${id}`)],
  ];
  for (const [what, change] of changes) {
    test(`makes other processes refuse ${what}, even if they have cached the key`, async () => {
      const person = await service.person();
      const keyId = await findKeyId(person);
      assert.equal((await useKey(person.key)).status, 200);
      await changeSilently('UPDATE api_keys SET enabled = false WHERE id = $1', keyId);
      assert.equal((await useKey(person.key)).status, 200, 'the process did not know the key by heart');
      await changeSilently('UPDATE api_keys SET enabled = true WHERE id = $1', keyId);
      await change(person, keyId);
      await hearOfChanges(service);
      assert.equal((await useKey(person.key)).status, 401);
    });
  }

  test('that enables a key again takes effect immediately in every process', async () => {
    const person = await service.person();
    const keyId = await findKeyId(person);
    await other.ask('/api/v1/key/update', { id: keyId, enabled: false });
    await hearOfChanges(service);
    assert.equal((await useKey(person.key)).status, 401);
    await other.ask('/api/v1/key/update', { id: keyId, enabled: true });
    assert.equal((await useKey(person.key)).status, 200);
    assert.equal((await useKey(person.key, other)).status, 200);
  });

  test('removes the rights of a former administrator', async () => {
    const admin = await service.person({ admin: true });
    await service.ask('/api/v1/user/count', {}, admin.key);
    await other.ask('/api/v1/user/update', { id: admin.id, admin: false });
    await hearOfChanges(service);
    assert.equal((await service.call('/api/v1/user/count', {}, admin.key)).status, 403);
  });

  test('is noticed by a process without notifications, because it queries the database each time', async () => {
    const person = await service.person();
    const keyId = await findKeyId(person);
    await useKey(person.key);
    await withoutListener(async () => {
      assert.equal((await useKey(person.key)).status, 200);
      await changeSilently('UPDATE api_keys SET enabled = false WHERE id = $1', keyId);
      assert.equal((await useKey(person.key)).status, 401);
      await changeSilently('UPDATE api_keys SET enabled = true WHERE id = $1', keyId);
      assert.equal((await useKey(person.key)).status, 200);
      await service.ask('/api/v1/key/update', { id: keyId, enabled: false });
      assert.equal((await useKey(person.key)).status, 401);
    });
    assert.equal((await useKey(person.key)).status, 401);
    await service.ask('/api/v1/key/update', { id: keyId, enabled: true });
    assert.equal((await useKey(person.key)).status, 200);
  });

  /** Cuts the connection that listens for changes, and prevents it from reconnecting during `act`. The pool stays connected. */
  async function withoutListener(act: () => Promise<void>): Promise<void> {
    const { database } = service.database.address;
    await pool.query(`UPDATE pg_database SET datallowconn = false WHERE datname = $1`, [database]);
    try {
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = $1 AND application_name = 'heddle listener'`,
        [database],
      );
      await poll(() => !system.listener.connected || undefined);
      await act();
      assert.equal(system.listener.connected, false);
    } finally {
      await pool.query(`UPDATE pg_database SET datallowconn = true WHERE datname = $1`, [database]);
    }
    await poll(() => (system.listener.connected && other.service.system.listener.connected) || undefined);
  }
});

test('the log never contains a key', async () => {
  const person = await service.person();
  const keys = [ADMIN_KEY, person.key, await service.key(person.id, ['service.chat']), 'hdl_a-key-that-nobody-knows'];
  for (const key of keys) {
    const headers = { 'uni-api-key': key };
    for (const path of [
      '/api/v1/key/find',
      '/api/v1/user/find',
      '/api/v1/user/get?entity_id=x',
      '/unknown',
      '/health',
    ]) {
      for (const init of [{ body: '{}' }, { body: '{"a":' }, { method: 'GET' }]) {
        await service.send(path, { ...init, headers });
      }
    }
    await service.send(`/api/v1/key/find?uni-api-key=${key}`, { headers, body: JSON.stringify({ key }) });
    await service.send(`/${key}?${key}`, { headers });
  }
  // The log of an internal error includes the details of the request.
  await pool.query('ALTER TABLE groups RENAME TO moved');
  for (const key of keys) await service.call(`/api/v1/group/find?key=${key}`, { key }, key);
  await pool.query('ALTER TABLE moved RENAME TO groups');
  const text = memory.text();
  assert.match(text, /"msg":"a request failed"/);
  assert.ok(memory.lines().filter(({ msg }) => msg === 'request').length > 50);
  for (const key of keys) assert.equal(text.includes(key), false);
  assert.doesNotMatch(text, /uni-api-key/);
});
