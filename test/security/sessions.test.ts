/** What attackers try with sessions: forged requests, planted cookies, stolen databases, and the time that answers take. */
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, suite, test } from 'node:test';
import { memoryLog } from '../http/memory-log.ts';
import { PASSWORD, signedInPerson, Visitor } from '../http/visitors.ts';
import { createTestDatabase } from '../support/database.ts';
import { serviceOn } from '../support/service.ts';
import { casesOf } from '../support/tiers.ts';

const memory = memoryLog();
const database = await createTestDatabase();
const service = await serviceOn(database, {}, memory);
const secure = await serviceOn(database, { HEDDLE_PUBLIC_URL: 'https://heddle.example.org' });
after(async () => {
  await secure.stopService();
  await service.stop();
});
const { endpoints, database: opened } = service.service.system;
const { pool } = opened;

const MISSING = 'a request with a session needs the header Origin of the console: programs use an API key';
const foreign = (publicUrl: string) =>
  `requests from this origin are not allowed: the console is at ${publicUrl} (HEDDLE_PUBLIC_URL)`;
const FOREIGN = foreign(service.url);

suite('a request that relies on the cookie', async () => {
  const { visitor } = await signedInPerson(service, { admin: true });
  const sibling = new URL(service.url);
  sibling.hostname = 'evil.localhost';
  const origins: [what: string, origin: string | null, detail: string][] = [
    ['no origin', null, MISSING],
    ['the origin of a sibling', sibling.origin, FOREIGN],
    ['an opaque origin', 'null', FOREIGN],
    ['the origin of another port', service.url.replace(/\d+$/, '1'), FOREIGN],
  ];
  for (const [index, { path, form }] of endpoints.filter(({ anyone }) => !anyone).entries()) {
    test(`to ${path} is refused unless it comes from our own pages`, async () => {
      const isNext = (_: unknown, at: number) => at === index % origins.length;
      for (const [what, origin, detail] of casesOf(origins, isNext)) {
        // A form of another page sends its text as JSON, without asking the browser for permission.
        const type = form ? 'multipart/form-data; boundary=x' : 'text/plain';
        const { status, body } = await visitor.call(path, {}, { origin, headers: { 'content-type': type } });
        assert.deepEqual({ what, status, body }, { what, status: 403, body: { detail } });
      }
    });
  }

  for (const { path } of endpoints.filter(({ anyone }) => anyone)) {
    test(`or not, to ${path}, is refused from pages of others`, async () => {
      for (const [what, origin, detail] of origins.slice(1)) {
        for (const each of [visitor, new Visitor(service)]) {
          const { status, body } = await each.call(path, {}, { origin });
          assert.deepEqual({ what, status, body }, { what, status: 403, body: { detail } });
        }
      }
    });
  }

  test('is refused before its body is read', async () => {
    const headers = { cookie: visitor.cookie, origin: 'https://evil.example' };
    const reply = await service.send('/api/v1/user/create', { headers, body: '{not json' });
    assert.deepEqual([reply.status, reply.body], [403, { detail: FOREIGN }]);
  });

  test('is accepted from the public address and from the host of the request', async () => {
    const { person } = await signedInPerson(service);
    const browser = new Visitor(secure);
    const options = { origin: 'https://heddle.example.org' };
    await browser.call('/api/v1/session/create', { email: person.email, password: PASSWORD }, options);
    assert.equal((await browser.call('/api/v1/session/get', {}, options)).status, 200);
    // The host of the request is that of the page, but the page came without TLS.
    const detail = foreign('https://heddle.example.org');
    await browser.refuse(403, detail, '/api/v1/session/get', {}, { origin: secure.url });
    await visitor.ask('/api/v1/session/get');
  });

  test('does not reach the MCP server, which knows keys alone', async () => {
    const reply = await visitor.call('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
    assert.deepEqual([reply.status, reply.body], [401, { detail: 'API key is invalid' }]);
  });
});

suite('the cookie', () => {
  const flags = 'Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax';

  test('is for this host only, and no script can read it', async () => {
    const { email } = await service.person({ password: PASSWORD });
    const { headers } = await new Visitor(service).call('/api/v1/session/create', { email, password: PASSWORD });
    assert.match(headers.getSetCookie().join('\n'), new RegExp(`^heddle=[\\w-]{43}; ${flags}$`));
  });

  test('is protected by its name and by TLS where the public address has TLS', async () => {
    const { email } = await service.person({ password: PASSWORD });
    const options = { origin: 'https://heddle.example.org' };
    const visitor = new Visitor(secure);
    const { headers } = await visitor.call('/api/v1/session/create', { email, password: PASSWORD }, options);
    assert.match(headers.getSetCookie().join('\n'), new RegExp(`^__Host-heddle=[\\w-]{43}; ${flags}; Secure$`));
    const end = await visitor.call('/api/v1/session/delete', {}, options);
    assert.deepEqual(end.headers.getSetCookie(), ['__Host-heddle=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure']);
  });

  test('of a plain address is no cookie of one with TLS', async () => {
    const { visitor } = await signedInPerson(service);
    const headers = { cookie: visitor.cookie, origin: 'https://heddle.example.org' };
    const reply = await secure.send('/api/v1/session/get', { headers });
    assert.deepEqual([reply.status, reply.body], [401, { detail: 'API key is invalid' }]);
  });

  test('is never one that the browser brought', async () => {
    const planted = 'p'.repeat(43);
    const visitor = new Visitor(service);
    visitor.cookies.set('heddle', planted);
    const person = await service.person({ password: PASSWORD });
    await visitor.signIn(person);
    assert.notEqual(visitor.cookies.get('heddle'), planted);
    const attacker = new Visitor(service);
    attacker.cookies.set('heddle', planted);
    await attacker.refuse(401, 'The session has ended', '/api/v1/session/get');
  });

  test('is new with every sign-in', async () => {
    const { person, visitor } = await signedInPerson(service);
    const tokens = new Set([visitor.cookies.get('heddle')]);
    for (let count = 0; count < 3; count++) {
      const again = new Visitor(service);
      await again.signIn(person);
      tokens.add(again.cookies.get('heddle'));
    }
    assert.equal(tokens.size, 4);
  });

  test('is not a key, and a key is not a cookie', async () => {
    const { person, visitor } = await signedInPerson(service);
    const token = visitor.cookies.get('heddle') ?? '';
    await service.refuse(401, 'API key is invalid', '/api/v1/session/get', {}, token);
    visitor.cookies.set('heddle', person.key);
    await visitor.refuse(401, 'The session has ended', '/api/v1/session/get');
  });

  for (const value of ['', ' ', 'x', 'x'.repeat(5000), '%00', "' OR '1'='1", '"quoted"', 'a=b', '; heddle']) {
    test(`is refused when it is ${JSON.stringify(value.slice(0, 20))}`, async () => {
      const headers = { cookie: `other=1; heddle=${value}`, origin: service.url };
      assert.equal((await service.send('/api/v1/session/get', { headers })).status, 401);
    });
  }

  test('and passwords are in no log', async () => {
    const { person, visitor } = await signedInPerson(service);
    const token = visitor.cookies.get('heddle') ?? '';
    await visitor.ask('/api/v1/session/get');
    await visitor.call('/api/v1/session/create', { email: person.email, password: `${PASSWORD}!` });
    await visitor.call(`/unknown?${token}`);
    await pool.query('ALTER TABLE groups RENAME TO moved');
    await visitor.call('/api/v1/people/groups');
    await pool.query('ALTER TABLE moved RENAME TO groups');
    const text = memory.text();
    assert.match(text, /"msg":"a request failed"/);
    for (const secret of [token, PASSWORD]) assert.equal(text.includes(secret), false);
    assert.doesNotMatch(text, /cookie/i);
  });
});

suite('a stolen database', () => {
  test('contains nothing with which a session could be continued', async () => {
    const { visitor, session } = await signedInPerson(service);
    const token = visitor.cookies.get('heddle') ?? '';
    const { rows } = await pool.query(
      'SELECT to_jsonb(sessions)::text AS row, token_hash FROM sessions WHERE id = $1',
      [session.session_id],
    );
    const { row, token_hash: hash } = rows[0];
    for (const form of [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')]) {
      assert.equal(row.includes(form), false);
    }
    for (const stolen of [hash.toString('hex'), hash.toString('base64url'), hash.toString('latin1').slice(0, 20)]) {
      const thief = new Visitor(service);
      thief.cookies.set('heddle', encodeURIComponent(stolen));
      await thief.refuse(401, 'The session has ended', '/api/v1/session/get');
      await service.refuse(401, 'API key is invalid', '/api/v1/session/get', {}, encodeURIComponent(stolen));
    }
  });
});

suite('a sign-in', () => {
  test('costs the same work whether or not the account exists, is enabled, or has a password', async () => {
    const person = await service.person({ password: PASSWORD });
    const disabled = await service.person({ password: PASSWORD, enabled: false });
    const passwordless = await service.person();
    for (const { email, password } of [
      { email: person.email, password: PASSWORD },
      { email: person.email, password: 'wrong password' },
      { email: disabled.email, password: PASSWORD },
      { email: passwordless.email, password: PASSWORD },
      { email: 'nobody@example.org', password: PASSWORD },
    ]) {
      const derivations = await countDerivations(() =>
        new Visitor(service).call('/api/v1/session/create', { email, password }),
      );
      assert.deepEqual(derivations, { all: 1, atOnce: 1 }, email);
    }
  });

  test('waits while two others are being checked, because each takes 64 MB', async t => {
    // Passwords take as long as in an installation, so that those who wait for each other do so here as well.
    const costly = await serviceOn(database, {}, { passwordCost: undefined });
    t.after(() => costly.stopService());
    const people = await Promise.all(Array.from({ length: 6 }, () => service.person()));
    const derivations = await countDerivations(() =>
      Promise.all(
        people.map(({ email }) => new Visitor(costly).call('/api/v1/session/create', { email, password: PASSWORD })),
      ),
    );
    assert.deepEqual(derivations, { all: 6, atOnce: 2 });
  });

  test('that is refused because of its number is not checked', async () => {
    const email = 'often-tried@example.org';
    const attempt = () => new Visitor(service).call('/api/v1/session/create', { email, password: PASSWORD });
    while ((await attempt()).status !== 429);
    assert.deepEqual(await countDerivations(attempt), { all: 0, atOnce: 0 });
  });
});

/** Counts how often scrypt is computed, by what Node tells of its threads. */
async function countDerivations(act: () => Promise<unknown>): Promise<{ all: number; atOnce: number }> {
  const running = new Set<number>();
  let all = 0;
  let atOnce = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return;
      all++;
      running.add(id);
      atOnce = Math.max(atOnce, running.size);
    },
    before: id => void running.delete(id),
  }).enable();
  try {
    await act();
  } finally {
    hook.disable();
  }
  return { all, atOnce };
}
