/**
 * Real processes that renew the tokens of one credential, at a real authorization server that accepts each refresh
 * token once and takes a second use for theft.
 */
import assert from 'node:assert/strict';
import { suite, type TestContext } from 'node:test';
import pg from 'pg';
import { poll } from '../http/poll.ts';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { dyingAt } from '../support/points.ts';
import { admitted, call, inReverse, newInstallationOnDatabase, type Reply } from '../support/process.ts';
import { startQuietService } from '../support/survivors.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const ENVIRONMENT = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', HEDDLE_RATE_LIMITS: 'off' };
const PERSON = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery staple' };
const ACCEPTED = { ok: true, status: 200, message: 'The server answered 200 OK' };
const LOST = { ok: false, status: null, message: "The credential 'account' must be connected again" };

suite('the tokens of one credential', { concurrency: 3 }, () => {
  test('are renewed once when two processes need them at the same time', COMPLETE_ONLY, async t => {
    const { server, heddle, use, url, expire } = await setUp(t);
    const other = await heddle.serve({ words: ['--no-worker'], environment: ENVIRONMENT });
    await expire();
    await server.control({ delayMs: 1_000 });
    const uses = [url, other.url].flatMap(each => Array.from({ length: 5 }, () => use(each)));
    for (const result of await Promise.all(uses)) assert.deepEqual(result, ACCEPTED);
    const { granted, refused } = await server.control();
    assert.deepEqual(
      { renewed: granted.refresh_token, refused: refused.refresh_token },
      { renewed: 1, refused: undefined },
    );
  });

  test('are as before when a process dies before it asks', async t => {
    const { server, use, url, die } = await setUp(t);
    await die('credential.refreshing');
    // Nobody helps here: the lease of the dead process expires by itself.
    assert.deepEqual(await use(url), ACCEPTED);
    assert.equal((await server.control()).granted.refresh_token, 1);
  });

  test('are there when a process dies after it has stored them', async t => {
    const { server, use, url, die } = await setUp(t);
    await die('credential.saved');
    assert.deepEqual(await use(url), ACCEPTED);
    assert.equal((await server.control()).granted.refresh_token, 1);
  });

  test(
    'are renewed again when a process dies before it stores them, and the server allows it',
    COMPLETE_ONLY,
    async t => {
      const { server, use, url, die, endLease } = await setUp(t);
      await server.control({ graceful: true });
      await die('credential.refreshed');
      await endLease();
      assert.deepEqual(await use(url), ACCEPTED);
      assert.equal((await server.control()).granted.refresh_token, 2);
    },
  );

  test('must be asked for in the browser when a process dies before it stores them, and the server is strict', async t => {
    const { server, use, url, die, endLease, connect, ask } = await setUp(t);
    await die('credential.refreshed');
    await endLease();
    assert.deepEqual(await Promise.all([use(url), use(url)]), [LOST, LOST]);
    const notifications = Object(await ask('/api/v1/notification/find', {}));
    assert.deepEqual(
      Array.from(notifications, ({ title }: { title: string }) => title),
      ["The credential 'account' must be connected again"],
    );
    const { granted, refused } = await server.control();
    assert.deepEqual({ granted: granted.refresh_token, refused: refused.refresh_token }, { granted: 1, refused: 1 });
    await connect();
    assert.deepEqual(await use(url), ACCEPTED);
  });
});

async function setUp(t: TestContext) {
  const hooks = inReverse(t);
  const server = await startAuthorizationServer(hooks);
  const { heddle, database } = await newInstallationOnDatabase(hooks);
  const { url } = await startQuietService(hooks, heddle, database, ENVIRONMENT);
  const user = await succeed(call(url, '/api/v1/user/create', PERSON));
  const { key } = await succeed(call(url, '/api/v1/key/create', { user_id: user.id, name: 'test', scopes: ['*'] }));
  const ask = (endpoint: string, body: unknown, at = url) =>
    succeed(admitted(() => call(at, endpoint, body, String(key))));
  const client = await server.registerFor(url);
  const { id } = await ask('/api/v1/credential/create', {
    name: 'account',
    kind: 'oauth2_code',
    hosts: [server.issuer],
    fields: { issuer: server.issuer, ...client, scopes: ['read'] },
  });
  const cookie = await signIn(url);

  async function connect(): Promise<void> {
    const begun = await ask('/api/v1/credential/connect', { id });
    const back = await server.visit(String(begun.url), url);
    // It was begun with a key, so the person confirms it.
    const response = await fetch(back, { method: 'POST', redirect: 'manual', headers: { cookie, origin: url } });
    assert.match(response.headers.get('location') ?? '', /\?connected=true$/, await response.text());
  }

  const use = (at: string) => ask('/api/v1/credential/test', { id, url: `${server.issuer}/api` }, at);

  async function change(statement: string): Promise<void> {
    const connection = new pg.Client(database.address);
    await connection.connect();
    await connection.query(statement);
    await connection.end();
  }

  /** Connects with a token that expires at once, and waits for that. */
  async function expire(): Promise<void> {
    await server.control({ tokenSeconds: 1 });
    await connect();
    await server.control({ tokenSeconds: 3600 });
    const { connected } = await ask('/api/v1/credential/get', { id });
    await poll(async () => Date.now() > Object(connected).expires_at || undefined);
  }

  /** Lets a process that needs new tokens die at a point. */
  async function die(point: string): Promise<void> {
    await expire();
    const victim = await heddle.serve({
      words: ['--no-worker'],
      environment: { ...ENVIRONMENT, ...dyingAt(point, 1) },
    });
    await assert.rejects(use(victim.url));
    assert.equal((await victim.process.finished).signal, 'SIGKILL');
  }

  const endLease = () => change('UPDATE credentials SET tokens_leased_until = now()');
  return { server, heddle, url, use, ask, connect, expire, die, endLease };
}

async function succeed(asked: Promise<Reply>): Promise<Record<string, unknown>> {
  const { status, body } = await asked;
  assert.equal(status, 200, JSON.stringify(body));
  return Object(body);
}

/** Returns the cookie of a browser in which the person has signed in. */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/session/create`, {
    method: 'POST',
    body: JSON.stringify({ email: PERSON.email, password: PERSON.password }),
    headers: { 'content-type': 'application/json', origin: url },
  });
  assert.equal(response.status, 200, await response.text());
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ');
}
