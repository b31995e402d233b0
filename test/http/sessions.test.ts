/** Sessions of the console: how people sign in and out, and what ends a session. */
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { after, beforeEach, suite, test } from 'node:test';
import { VERSION } from '../../src/composition/version.ts';
import { createTestDatabase } from '../support/database.ts';
import { ADMIN_KEY, serviceOn } from '../support/service.ts';
import { hearOfChanges } from './heard-changes.ts';
import { poll } from './poll.ts';
import { PASSWORD, type Session, signedInPerson, Visitor } from './visitors.ts';

const database = await createTestDatabase();
const service = await serviceOn(database);
/** Acts as another process on the same database. */
const other = await serviceOn(database);
after(async () => {
  await other.stopService();
  await service.stop();
});
const { pool } = service.service.system.database;

const ENDED = 'The session has ended';
const WRONG = 'The e-mail address or the password is wrong';
const DAY_MS = 24 * 60 * 60 * 1000;

interface Listed {
  id: string;
  created_at: number;
  last_seen_at: number;
  ends_at: number;
  address: string;
  agent: string;
  current: boolean;
}

suite('signing in', () => {
  test('returns who is signed in, which session/get repeats', async () => {
    const { person, visitor, session } = await signedInPerson(service, { permissions: { workflow: 'read' } });
    assert.match(session.session_id ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(session, {
      user: {
        id: person.id,
        email: person.email,
        name: person.email,
        admin: false,
        permissions: { workflow: 'read' },
        has_password: true,
      },
      session_id: session.session_id,
      version: VERSION,
      public_url: service.url,
    });
    assert.deepEqual(await visitor.ask('/api/v1/session/get'), session);
  });

  test('does not mind the case of the address', async () => {
    const { email } = await service.person({ password: PASSWORD });
    await new Visitor(service).signIn({ email: email.toUpperCase() });
  });

  test('is refused in the same way for a wrong password, an unknown, a disabled and a passwordless user', async () => {
    const person = await service.person({ password: PASSWORD });
    const disabled = await service.person({ password: PASSWORD, enabled: false });
    const passwordless = await service.person();
    for (const { email, password } of [
      { email: person.email, password: 'another password' },
      { email: person.email, password: '' },
      { email: 'nobody@example.org', password: PASSWORD },
      { email: '', password: PASSWORD },
      { email: '%', password: PASSWORD },
      { email: disabled.email, password: PASSWORD },
      { email: passwordless.email, password: PASSWORD },
      { email: passwordless.email, password: '' },
    ]) {
      const visitor = new Visitor(service);
      const reply = await visitor.refuse(401, WRONG, '/api/v1/session/create', { email, password });
      assert.deepEqual(reply.headers.getSetCookie(), []);
    }
  });

  test('tells whether there is an identity provider', async () => {
    assert.deepEqual(await new Visitor(service).ask('/api/v1/session/options'), { oidc: null });
    assert.equal((await fetch(`${service.url}/sign-in/oidc/callback`)).status, 404);
  });

  test('works without an origin, as programs send it', async () => {
    const { email } = await service.person({ password: PASSWORD });
    const body = { email, password: PASSWORD };
    assert.equal((await new Visitor(service).call('/api/v1/session/create', body, { origin: null })).status, 200);
  });

  test('again in the same browser ends the session before it', async () => {
    const { person, visitor } = await signedInPerson(service);
    const old = new Visitor(service);
    for (const [name, value] of visitor.cookies) old.cookies.set(name, value);
    await visitor.signIn(person);
    await old.refuse(401, ENDED, '/api/v1/session/get');
    assert.equal((await visitor.ask<Listed[]>('/api/v1/session/find')).length, 1);
  });
});

suite('a session', () => {
  test('may do whatever its user may do, and no more', async () => {
    const { person, visitor } = await signedInPerson(service);
    const keys = await visitor.ask<{ user_id: string }[]>('/api/v1/key/find');
    assert.deepEqual(
      keys.map(({ user_id }) => user_id),
      [person.id],
    );
    await visitor.ask('/api/v3/workflow/find');
    await visitor.refuse(403, 'permission denied', '/api/v1/user/find');
    const administrator = await signedInPerson(service, { admin: true });
    await administrator.visitor.ask('/api/v1/user/find');
  });

  test('is not looked at when the request has a key', async () => {
    const { visitor } = await signedInPerson(service);
    const someone = await service.person();
    const asSomeone = { headers: { 'uni-api-key': someone.key }, origin: 'https://evil.example' };
    const reply = await visitor.call('/api/v1/session/get', {}, asSomeone);
    assert.equal((reply.body as Session).user.id, someone.id);
    assert.equal((reply.body as Session).session_id, null);
    await visitor.refuse(401, 'API key is invalid', '/api/v1/session/get', {}, { headers: { 'uni-api-key': 'hdl_x' } });
  });

  test('can send forms', async () => {
    const { visitor } = await signedInPerson(service);
    const form = new FormData();
    form.set('file', new File(['hello'], 'hello.txt', { type: 'text/plain' }));
    const headers = { cookie: visitor.cookie, origin: service.url };
    const reply = await service.send('/api/v1/file/upload', { headers, body: form });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  });

  test('is found with where and when it was used', async () => {
    const { visitor, session } = await signedInPerson(service);
    const [listed, ...others] = await visitor.ask<Listed[]>('/api/v1/session/find');
    assert.ok(listed);
    assert.deepEqual(others, []);
    const { created_at, last_seen_at, ends_at, ...rest } = listed;
    assert.deepEqual(rest, { id: session.session_id, address: '127.0.0.1', agent: 'node', current: true });
    assert.ok(Math.abs(created_at - Date.now()) < 60_000);
    assert.equal(last_seen_at, created_at);
    assert.equal(ends_at, last_seen_at + 14 * DAY_MS);
  });

  test('is listed for its user only, and a key is none of them', async () => {
    const [ann, ben] = [await signedInPerson(service), await signedInPerson(service)];
    const seen = await service.ask<Listed[]>('/api/v1/session/find', {}, ann.person.key);
    assert.deepEqual(
      seen.map(({ id, current }) => ({ id, current })),
      [{ id: ann.session.session_id, current: false }],
    );
    const theirs = { id: ben.session.session_id };
    await ann.visitor.refuse(404, 'entity not found', '/api/v1/session/delete', theirs);
    await ann.visitor.refuse(404, 'entity not found', '/api/v1/session/delete', { id: randomUUID() });
    await service.refuse(404, 'entity not found', '/api/v1/session/delete', {}, ann.person.key);
    await ben.visitor.ask('/api/v1/session/get');
  });

  test('writes when it was seen at most once a minute, and no request waits for it', async () => {
    const { visitor, session } = await signedInPerson(service);
    const seenAt = async () => {
      const { rows } = await pool.query('SELECT last_seen_at FROM sessions WHERE id = $1', [session.session_id]);
      return rows[0].last_seen_at.getTime();
    };
    const first = await seenAt();
    await other.send('/api/v1/session/get', { headers: { cookie: visitor.cookie, origin: other.url } });
    await pool.query("UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE id = $1", [
      session.session_id,
    ]);
    const reread = { headers: { cookie: visitor.cookie, origin: service.url } };
    service.service.system.identities.evict(session.user.id);
    await service.send('/api/v1/session/get', reread);
    const written = await poll(async () => ((await seenAt()) >= first ? seenAt() : undefined));
    for (let time = 0; time < 3; time++) {
      service.service.system.identities.evict(session.user.id);
      await service.send('/api/v1/session/get', reread);
    }
    assert.equal(await seenAt(), written);
  });

  test('has its own count of requests', async () => {
    const limited = await serviceOn(database, { HEDDLE_RATE_LIMITS: 'on', HEDDLE_REQUESTS_DEFAULT: '20' });
    try {
      const { person } = await signedInPerson(service);
      const [one, two] = [new Visitor(limited), new Visitor(limited)];
      await one.signIn(person);
      await two.signIn(person);
      const statuses = [];
      for (let count = 0; count < 21; count++) statuses.push((await one.call('/api/v1/session/get')).status);
      assert.deepEqual([statuses[19], statuses[20]], [200, 429]);
      await two.ask('/api/v1/session/get');
    } finally {
      await limited.stopService();
    }
  });
});

suite('a session ends', () => {
  test('when its user signs out, which deletes the cookie', async () => {
    const { visitor } = await signedInPerson(service);
    const [[name, token] = ['', '']] = [...visitor.cookies];
    assert.deepEqual(await visitor.ask('/api/v1/session/delete'), { accepted: true });
    assert.equal(visitor.cookies.size, 0);
    await visitor.refuse(401, 'API key is invalid', '/api/v1/session/get');
    visitor.cookies.set(name, token);
    await visitor.refuse(401, ENDED, '/api/v1/session/get');
  });

  test('for the page of somebody else, whose requests name its user', async () => {
    const { person, visitor } = await signedInPerson(service);
    const read = async (user: string) => {
      const headers = { cookie: visitor.cookie, origin: service.url, 'heddle-user': user };
      const { status, body } = await service.send('/api/v1/session/get', { headers });
      return [status, status === 200 || body];
    };
    assert.deepEqual(await read(person.id), [200, true]);
    for (const user of [randomUUID(), '']) assert.deepEqual(await read(user), [401, { detail: ENDED }]);
  });

  test('when its user ends it from another one, which goes on', async () => {
    const { person, visitor } = await signedInPerson(service);
    const phone = new Visitor(service);
    const { session_id: id } = await phone.signIn(person);
    const reply = await visitor.call('/api/v1/session/delete', { id });
    assert.deepEqual([reply.status, reply.body], [200, { accepted: true }]);
    assert.deepEqual(reply.headers.getSetCookie(), []);
    await phone.refuse(401, ENDED, '/api/v1/session/get');
    await visitor.ask('/api/v1/session/get');
  });

  const endings: [what: string, end: (person: { id: string }, sessionId: string | null) => Promise<unknown>][] = [
    ['it is ended there', async ({ id }, session) => endElsewhere(id, session)],
    ['its user has a new password', ({ id }) => other.ask('/api/v1/user/update', { id, password: 'a new password' })],
    ['its user is disabled', ({ id }) => other.ask('/api/v1/user/update', { id, enabled: false })],
    ['its user is deleted', ({ id }) => other.ask(`/api/v1/user/delete?entity_id=${id}`)],
  ];
  for (const [what, end] of endings) {
    test(`in every process when, in another one, ${what}`, async () => {
      const { person, visitor, session } = await signedInPerson(service);
      await visitor.ask('/api/v1/session/get');
      await end(person, session.session_id);
      await hearOfChanges(service);
      await visitor.refuse(401, ENDED, '/api/v1/session/get');
    });
  }

  async function endElsewhere(userId: string, id: string | null): Promise<void> {
    const key = await service.key(userId, ['*']);
    await other.ask('/api/v1/session/delete', { id }, key);
  }

  test('and does not come back when its user is enabled again', async () => {
    const { person, visitor } = await signedInPerson(service);
    await service.ask('/api/v1/user/update', { id: person.id, enabled: false });
    await service.ask('/api/v1/user/update', { id: person.id, enabled: true });
    await visitor.refuse(401, ENDED, '/api/v1/session/get');
    await visitor.signIn(person);
  });

  for (const [what, change] of [
    ['14 days without a request', "last_seen_at = now() - interval '14 days'"],
    ['90 days, however much it is used', 'ends_at = now()'],
  ]) {
    test(`after ${what}`, async () => {
      const { person, visitor, session } = await signedInPerson(service);
      await pool.query(`UPDATE sessions SET ${change} WHERE id = $1`, [session.session_id]);
      service.service.system.identities.evict(person.id);
      await visitor.refuse(401, ENDED, '/api/v1/session/get');
      assert.deepEqual(await service.ask('/api/v1/session/find', {}, person.key), []);
    });
  }

  test('90 days after it began at the latest', async () => {
    const { visitor, session } = await signedInPerson(service);
    await pool.query("UPDATE sessions SET ends_at = created_at + interval '1 day' WHERE id = $1", [session.session_id]);
    const [listed] = await visitor.ask<Listed[]>('/api/v1/session/find');
    assert.equal(listed?.ends_at, (listed?.created_at ?? 0) + DAY_MS);
    const fresh = await signedInPerson(service);
    const { rows } = await pool.query(
      'SELECT extract(epoch FROM ends_at - created_at)::float8 / 86400 AS days FROM sessions WHERE id = $1',
      [fresh.session.session_id],
    );
    assert.equal(Math.round(rows[0].days), 90);
  });

  test('when a hundred newer ones of the user have begun', async () => {
    const { person, visitor, session } = await signedInPerson(service);
    await pool.query(
      `INSERT INTO sessions (id, user_id, token_hash, address, agent, created_at, ends_at)
       SELECT gen_random_uuid(), $1, sha256(n::text::bytea || uuid_send($1)), '', '', now() + interval '1 s', now() + interval '1 day'
       FROM generate_series(1, 99) n`,
      [person.id],
    );
    await visitor.ask('/api/v1/session/get');
    await new Visitor(service).signIn(person);
    const { rowCount } = await pool.query('SELECT FROM sessions WHERE user_id = $1', [person.id]);
    assert.equal(rowCount, 100);
    await poll(async () => ((await visitor.call('/api/v1/session/get')).status === 401 ? true : undefined));
    assert.ok(session.session_id);
  });
});

suite('failures to sign in', () => {
  const TOO_MANY = 'Too many attempts to sign in';
  beforeEach(async () => {
    await pool.query("DELETE FROM rate_windows WHERE name LIKE 'sign-in %'");
  });

  test('are limited per account in all processes, and the right password does not help then', async () => {
    const person = await service.person({ password: PASSWORD });
    const wrong = { email: person.email, password: 'wrong password' };
    for (let count = 0; count < 10; count++) {
      const visitor = new Visitor(count % 2 === 0 ? service : other);
      await visitor.refuse(401, WRONG, '/api/v1/session/create', wrong);
    }
    for (const visitor of [new Visitor(service), new Visitor(other)]) {
      const right = { email: person.email.toUpperCase(), password: PASSWORD };
      const { headers } = await visitor.refuse(429, TOO_MANY, '/api/v1/session/create', right);
      const seconds = Number(headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= 15 * 60, String(seconds));
    }
    await service.ask('/api/v1/key/find', {}, person.key);
    await signedInPerson(service);
  });

  test('at one address lock nobody out at another', async () => {
    const person = await service.person({ password: PASSWORD });
    const fail = (status: number, detail: string) =>
      new Visitor(service).refuse(status, detail, '/api/v1/session/create', {
        email: person.email,
        password: 'wrong password',
      });
    for (let count = 0; count < 10; count++) await fail(401, WRONG);
    await fail(429, TOO_MANY);
    await pool.query(
      "UPDATE rate_windows SET name = replace(name, '127.0.0.1', '192.0.2.7') WHERE name LIKE 'sign-in account %'",
    );
    await new Visitor(service).signIn(person);
  });

  test('at many addresses lock the user out only where they have no session', async () => {
    const person = await service.person({ password: PASSWORD });
    const failEverywhere = () =>
      pool.query(
        "INSERT INTO rate_windows (name, ends_at, used) VALUES ('sign-in account ' || $1, now() + interval '1 min', 100)",
        [hash('sha256', person.email.toLowerCase(), 'base64url')],
      );
    await failEverywhere();
    const right = { email: person.email, password: PASSWORD };
    await new Visitor(service).refuse(429, TOO_MANY, '/api/v1/session/create', right);
    await pool.query("DELETE FROM rate_windows WHERE name LIKE 'sign-in %'");
    await new Visitor(service).signIn(person);
    await failEverywhere();
    await new Visitor(service).signIn(person);
  });

  test('of accounts that do not exist are limited in the same way', async () => {
    const nobody = { email: 'nobody-at-all@example.org', password: PASSWORD };
    for (let count = 0; count < 10; count++) {
      await new Visitor(service).refuse(401, WRONG, '/api/v1/session/create', nobody);
    }
    await new Visitor(service).refuse(429, TOO_MANY, '/api/v1/session/create', nobody);
  });

  test('sent at once do not slip through', async () => {
    const { email } = await service.person({ password: PASSWORD });
    const attempts = Array.from({ length: 20 }, () =>
      new Visitor(service).call('/api/v1/session/create', { email, password: 'wrong password' }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    assert.equal(statuses.filter(status => status === 401).length, 10);
    assert.equal(statuses.filter(status => status === 429).length, 10);
  });

  test('are forgotten after the right password, and when a window is over', async () => {
    const person = await service.person({ password: PASSWORD });
    const wrong = { email: person.email, password: 'wrong password' };
    const fail = () => new Visitor(service).refuse(401, WRONG, '/api/v1/session/create', wrong);
    for (let count = 0; count < 9; count++) await fail();
    await new Visitor(service).signIn(person);
    for (let count = 0; count < 10; count++) await fail();
    await new Visitor(service).refuse(429, TOO_MANY, '/api/v1/session/create', wrong);
    await pool.query("UPDATE rate_windows SET ends_at = now() WHERE name LIKE 'sign-in %'");
    await fail();
  });

  test('are limited per address, over all accounts', async () => {
    await pool.query(
      "INSERT INTO rate_windows (name, ends_at, used) VALUES ('sign-in address 127.0.0.1', now() + interval '1 min', 49)",
    );
    const person = await service.person({ password: PASSWORD });
    await new Visitor(service).signIn(person);
    const fail = () =>
      new Visitor(service).call('/api/v1/session/create', { email: `${randomUUID()}@example.org`, password: PASSWORD });
    assert.equal((await fail()).status, 401);
    assert.equal((await fail()).status, 429);
  });
});

test('the keys of users tell when they were used', async () => {
  const person = await service.person();
  const find = () =>
    service.ask<{ last_used_at: number | null }[]>('/api/v1/key/find', { filters: [['user_id', '==', person.id]] });
  assert.equal((await find())[0]?.last_used_at, null);
  await service.ask('/api/v1/session/get', {}, person.key);
  const used = await poll(async () => (await find())[0]?.last_used_at ?? undefined);
  assert.ok(Math.abs(used - Date.now()) < 60_000);
  await service.ask('/api/v1/session/get', {}, ADMIN_KEY);
});
