/** Signing in with an OpenID Connect provider: a real one, in this process. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import { serviceOn } from '../support/service.ts';
import { CLIENT, get, signInAtProvider, startIdentityProvider, visitProvider } from './identity-provider.ts';
import { type Session, Visitor } from './visitors.ts';

const provider = await startIdentityProvider();
const settings = { HEDDLE_OIDC_ISSUER: provider.issuer, HEDDLE_OIDC_NAME: 'Looms Ltd', ...CLIENT };
const database = await createTestDatabase();
const service = await serviceOn(database, settings);
/** Another installation as far as its settings are concerned. */
const creating = await serviceOn(database, {
  ...settings,
  HEDDLE_OIDC_CREATE_USERS: 'on',
  HEDDLE_OIDC_ADMIN_GROUP: 'heddle-admins',
});
provider.open([service, creating]);
after(async () => {
  await creating.stopService();
  await service.stop();
});
const { pool } = service.service.system.database;

async function whoIs(visitor: Visitor): Promise<Session['user']> {
  return (await visitor.ask<Session>('/api/v1/session/get')).user;
}

async function requireSignedOut(visitor: Visitor): Promise<void> {
  assert.equal(visitor.cookies.has('heddle'), false);
  await visitor.refuse(401, 'API key is invalid', '/api/v1/session/get');
}

suite('somebody whom the provider lets in', () => {
  test('is the user with the same address, and comes back to the page they wanted', async () => {
    const person = await service.person();
    provider.next(randomUUID(), { email: person.email.toUpperCase(), email_verified: true, name: 'Another name' });
    const visitor = new Visitor(service);
    assert.deepEqual(await visitor.ask('/api/v1/session/options'), { oidc: { name: 'Looms Ltd' } });
    assert.equal(await signInAtProvider(service, visitor, '/runs?status=failed#top'), '/runs?status=failed#top');
    assert.deepEqual(await whoIs(visitor), {
      id: person.id,
      email: person.email,
      name: person.email,
      admin: false,
      permissions: { workflow: 'write' },
      has_password: false,
    });
  });

  test('stays the same user when either address changes', async () => {
    const person = await service.person();
    const subject = randomUUID();
    const visitor = new Visitor(service);
    provider.next(subject, { email: person.email, email_verified: true });
    await signInAtProvider(service, visitor);
    await service.ask('/api/v1/user/update', { id: person.id, email: `new-${person.email}` });
    const newcomer = await service.ask<{ id: string }>('/api/v1/user/create', { email: person.email, name: 'New' });
    for (const claims of [{ email: person.email, email_verified: true }, { email: 'x@example.org' }, {}]) {
      provider.next(subject, claims);
      const again = new Visitor(service);
      await signInAtProvider(service, again);
      assert.equal((await whoIs(again)).id, person.id);
      assert.notEqual((await whoIs(again)).id, newcomer.id);
    }
  });

  test('does not become whoever has an address that the provider has not verified', async () => {
    const person = await service.person();
    for (const claims of [{ email: person.email, email_verified: false }, { email: person.email }, {}]) {
      for (const at of [service, creating]) {
        provider.next(randomUUID(), claims);
        const visitor = new Visitor(at);
        assert.equal(await signInAtProvider(at, visitor), '/sign-in?problem=unverified');
        await requireSignedOut(visitor);
      }
    }
  });

  test('needs an account, unless the settings say that everybody gets one', async () => {
    const email = `${randomUUID()}@example.org`;
    provider.next(randomUUID(), { email, email_verified: true, name: 'Ada' });
    const visitor = new Visitor(service);
    assert.equal(await signInAtProvider(service, visitor), '/sign-in?problem=unknown');
    await requireSignedOut(visitor);
    const welcomed = new Visitor(creating);
    assert.equal(await signInAtProvider(creating, welcomed), '/');
    assert.partialDeepStrictEqual(await whoIs(welcomed), { email, name: 'Ada', admin: false, has_password: false });
    const filters = [['actor.email', '==', email]];
    const entries = await creating.ask<{ action: string; details: object }[]>('/api/v1/audit/find', { filters });
    assert.deepEqual(
      entries.map(({ action, details }) => ({ action, details })),
      [{ action: 'session.create', details: { method: 'oidc', created: true } }],
    );
  });

  test('becomes one user when they come twice at once', async () => {
    const email = `${randomUUID()}@example.org`;
    provider.next(randomUUID(), { email, email_verified: true });
    const visitors = [new Visitor(creating), new Visitor(creating), new Visitor(creating)];
    const urls = await Promise.all(visitors.map(visitor => visitProvider(creating, visitor)));
    await Promise.all(visitors.map((visitor, index) => get(visitor, urls[index] ?? '')));
    const ids = new Set(await Promise.all(visitors.map(async visitor => (await whoIs(visitor)).id)));
    assert.equal(ids.size, 1);
  });

  test('does not get in while they are disabled', async () => {
    const person = await service.person({ enabled: false });
    provider.next(randomUUID(), { email: person.email, email_verified: true });
    const visitor = new Visitor(service);
    assert.equal(await signInAtProvider(service, visitor), '/sign-in?problem=unknown');
    await requireSignedOut(visitor);
  });

  test('is an administrator while the provider lists them in the group, if the settings name one', async () => {
    const subject = randomUUID();
    const claims = { email: `${randomUUID()}@example.org`, email_verified: true };
    const steps: [at: typeof service, groups: string[] | undefined, admin: boolean][] = [
      [creating, ['weavers'], false],
      [creating, ['weavers', 'heddle-admins'], true],
      [creating, undefined, true],
      [service, ['weavers'], true],
      [creating, [], false],
      [service, ['heddle-admins'], false],
    ];
    for (const [at, groups, admin] of steps) {
      provider.next(subject, { ...claims, ...(groups && { groups }) });
      const visitor = new Visitor(at);
      await signInAtProvider(at, visitor);
      assert.equal((await whoIs(visitor)).admin, admin, JSON.stringify(groups));
    }
  });
});

suite('a visit to the provider', () => {
  async function newVisit(returnPath?: string) {
    const person = await service.person();
    provider.next(randomUUID(), { email: person.email, email_verified: true });
    const visitor = new Visitor(service);
    return { visitor, url: await visitProvider(service, visitor, returnPath) };
  }

  async function requireProblem(visitor: Visitor, url: string, problem: string): Promise<void> {
    const response = await get(visitor, url);
    assert.deepEqual(
      [response.status, response.headers.get('location')],
      [303, `${service.url}/sign-in?problem=${problem}`],
    );
    await requireSignedOut(visitor);
  }

  test('is finished once', async () => {
    const { visitor, url } = await newVisit();
    const response = await get(visitor, url);
    assert.equal(response.headers.get('location'), `${service.url}/`);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const replay = new Visitor(service);
    replay.cookies.set('heddle-oidc', visitor.cookies.get('heddle-oidc') ?? '');
    await requireProblem(replay, url, 'expired');
  });

  test('is finished only by the browser that began it', async () => {
    const { visitor, url } = await newVisit();
    await requireProblem(new Visitor(service), url, 'expired');
    const { visitor: victim } = await newVisit();
    await requireProblem(victim, url, 'expired');
    assert.equal((await get(visitor, url)).headers.get('location'), `${service.url}/`);
  });

  test('can be finished in two tabs of one browser', async () => {
    const { visitor, url } = await newVisit('/runs');
    const second = await visitProvider(service, visitor, '/workflows');
    assert.equal((await get(visitor, url)).headers.get('location'), `${service.url}/runs`);
    assert.equal((await get(visitor, second)).headers.get('location'), `${service.url}/workflows`);
  });

  test('can be finished by another process at the same public address', async () => {
    const twin = await serviceOn(database, { ...settings, HEDDLE_PUBLIC_URL: service.url });
    try {
      const { visitor, url } = await newVisit('/runs');
      const response = await get(visitor, url.replace(service.url, twin.url));
      assert.equal(response.headers.get('location'), `${service.url}/runs`);
      await whoIs(visitor);
    } finally {
      await twin.stopService();
    }
  });

  test('is refused when its nonce is another one', async () => {
    const { visitor, url } = await newVisit();
    await pool.query("UPDATE oidc_requests SET nonce = 'x'");
    await requireProblem(visitor, url, 'refused');
  });

  test('leaves nothing in the database with which somebody else could redeem its code', async () => {
    await newVisit();
    const { rows } = await pool.query('SELECT DISTINCT code_verifier FROM oidc_requests');
    assert.deepEqual(rows, [{ code_verifier: '' }]);
  });

  test('is over after a quarter of an hour', async () => {
    const { visitor, url } = await newVisit();
    const { rows } = await pool.query(
      'SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM oidc_requests ORDER BY expires_at DESC',
    );
    assert.equal(rows[0].minutes, 15);
    await pool.query('UPDATE oidc_requests SET expires_at = now()');
    await requireProblem(visitor, url, 'expired');
  });

  test('that was refused, forged or never begun leads back to the sign-in page', async () => {
    const { visitor, url } = await newVisit();
    const forged = new URL(url);
    forged.searchParams.set('code', 'x');
    await requireProblem(visitor, forged.href, 'refused');
    for (const search of ['', '?', '?state=x&code=y', '?error=access_denied', '?state[]=x']) {
      await requireProblem(new Visitor(service), `${service.url}/sign-in/oidc/callback${search}`, 'expired');
    }
    provider.next(undefined);
    const denied = new Visitor(service);
    await requireProblem(denied, await visitProvider(service, denied), 'refused');
  });

  test('leads back to our own pages only', async () => {
    for (const path of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/..//evil.example']) {
      const { visitor, url } = await newVisit(path);
      assert.equal((await get(visitor, url)).headers.get('location'), `${service.url}/`, path);
    }
  });

  test('keeps secrets out of the address: code flow with PKCE, state and nonce, and a cookie of its own', async () => {
    const response = await get(new Visitor(service), `${service.url}/sign-in/oidc`);
    const target = new URL(response.headers.get('location') ?? '');
    assert.equal(target.origin, provider.issuer);
    const parameters = Object.fromEntries(target.searchParams);
    assert.partialDeepStrictEqual(parameters, {
      response_type: 'code',
      client_id: 'heddle',
      redirect_uri: `${service.url}/sign-in/oidc/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(parameters[name] ?? '', /^[\w-]{43}$/);
    assert.match(
      response.headers.getSetCookie().join('\n'),
      /^heddle-oidc=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(target.href.includes(CLIENT.HEDDLE_OIDC_CLIENT_SECRET), false);
  });

  test('leads back at once when the provider can not be reached', async () => {
    const lonely = await serviceOn(database, { ...settings, HEDDLE_OIDC_ISSUER: 'http://127.0.0.1:9' });
    try {
      const response = await get(new Visitor(lonely), `${lonely.url}/sign-in/oidc`);
      assert.equal(response.headers.get('location'), `${lonely.url}/sign-in?problem=unreachable`);
    } finally {
      await lonely.stopService();
    }
  });
});
