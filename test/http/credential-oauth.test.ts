/** Connecting credentials in the browser, at a real authorization server. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { inReverse } from '../support/process.ts';
import { serviceOn, testService } from '../support/service.ts';
import {
  ACCEPTED,
  comeBack,
  connect,
  createCodeCredential,
  failed,
  leave,
  type OauthCredential,
  SCOPES,
  useCredential,
} from './oauth-credentials.ts';
import { signedInPerson, Visitor } from './visitors.ts';

const server = await startAuthorizationServer(inReverse({ after }));
const ENVIRONMENT = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' };
const service = await testService(ENVIRONMENT);
const { person, visitor } = await signedInPerson(service);

const NOT_BEGUN =
  'This connection was not begun in this browser, has been finished, or took longer than 10 minutes: connect again.';

const get = (id: string) => service.ask<OauthCredential>('/api/v1/credential/get', { id }, person.key);

suite('connecting a credential', () => {
  test('makes it usable, and says whose account it is', async () => {
    const credential = await createCodeCredential(service, server, person);
    assert.deepEqual(
      { state: credential.state, connected: credential.connected },
      { state: 'connect', connected: null },
    );
    const unconnected = await useCredential(service, server, person, credential.id);
    assert.deepEqual(unconnected, failed(`The credential '${credential.name}' is not connected`));

    await connect(service, server, visitor, credential.id);

    const { state, connected } = await get(credential.id);
    assert.equal(state, 'ready');
    assert.ok(connected?.expires_at && connected.expires_at > Date.now());
    assert.deepEqual({ ...connected, expires_at: 0 }, { account: 'ada@example.org', scopes: SCOPES, expires_at: 0 });
    assert.deepEqual(await useCredential(service, server, person, credential.id), ACCEPTED);
    const entries = await service.ask<{ action: string; details: unknown; via: string }[]>('/api/v1/audit/find', {
      filters: [['subject.id', '==', credential.id]],
    });
    const entry = entries.find(({ action }) => action === 'credential.connect');
    assert.deepEqual(
      { via: entry?.via, details: entry?.details },
      { via: 'session', details: { account: 'ada@example.org' } },
    );
  });

  for (const authentication of ['client_secret_post', 'none']) {
    test(`works with a client that authenticates with ${authentication}`, async () => {
      const client = await server.registerFor(service.url, authentication);
      const { id } = await createCodeCredential(service, server, person, {
        fields: {
          ...client,
          authorization_url: `${server.issuer}/auth`,
          token_url: `${server.issuer}/token`,
          client_authentication: authentication === 'none' ? 'none' : 'post',
          scopes: ['read'],
          resource: 'https://api.example.org/',
          extra_params: { prompt: 'login' },
        },
      });
      await connect(service, server, visitor, id);
      assert.equal((await get(id)).state, 'ready');
    });
  }

  test('asks with PKCE, and with a state that is not stored in clear', async () => {
    const { id } = await createCodeCredential(service, server, person);
    const { url } = await visitor.ask<{ url: string }>('/api/v1/credential/connect', { id });
    const asked = Object.fromEntries(new URL(url).searchParams);
    assert.match(asked.state ?? '', /^[\w-]{43}$/);
    assert.match(asked.code_challenge ?? '', /^[\w-]{43}$/);
    assert.equal(asked.code_challenge_method, 'S256');
    assert.equal(asked.redirect_uri, `${service.url}/api/v1/credential/callback`);
    const rows = await service.service.system.database.query.selectFrom('credential_connections').selectAll().execute();
    assert.equal(JSON.stringify(rows).includes(asked.state ?? ''), false);
  });

  test('returns to a page of the console, and to no other place', async () => {
    const { id } = await createCodeCredential(service, server, person);
    const url = await leave(service, server, visitor, id, { return_to: '/workflows/1?tab=runs' });
    const { path } = await comeBack(visitor, url);
    assert.equal(path, '/workflows/1?tab=runs&connected=true');
    for (const return_to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const detail = 'validation error: body.return_to: must be a path of the console';
      await visitor.refuse(422, detail, '/api/v1/credential/connect', { id, return_to });
    }
  });

  test('uses each state once, also when two come back at once', async () => {
    const { id } = await createCodeCredential(service, server, person);
    const url = await leave(service, server, visitor, id);
    const before = (await server.control()).granted.authorization_code ?? 0;
    const answers = await Promise.all([comeBack(visitor, url), comeBack(visitor, url)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422]);
    const third = await comeBack(visitor, url);
    assert.deepEqual([third.status, third.problem], [422, NOT_BEGUN]);
    assert.equal((await server.control()).granted.authorization_code, before + 1);
    assert.equal((await get(id)).state, 'ready');
  });

  test('is not finished by a request that only looks', async () => {
    const { id } = await createCodeCredential(service, server, person);
    const url = await leave(service, server, visitor, id);
    const looked = await fetch(url, { method: 'HEAD', headers: { cookie: visitor.cookie } });
    assert.equal(looked.status, 204);
    assert.equal((await comeBack(visitor, url)).status, 303);
  });

  test('is refused to another user, another session, and without a session', async () => {
    const { id } = await createCodeCredential(service, server, person);
    const url = await leave(service, server, visitor, id);
    const stranger = await signedInPerson(service);
    const elsewhere = new Visitor(service);
    await elsewhere.signIn(person);
    for (const other of [stranger.visitor, elsewhere]) {
      const { status, problem } = await comeBack(other, url);
      assert.deepEqual([status, problem], [422, NOT_BEGUN]);
    }
    const nobody = await comeBack(new Visitor(service), url);
    const text = 'Nobody is signed in in this browser: sign in, and connect again.';
    assert.deepEqual([nobody.status, nobody.problem], [401, text]);
    // None of them has used it up.
    assert.equal((await comeBack(visitor, url)).status, 303);
  });

  test('that was begun with a key is finished only when its user confirms it in a page of the service', async () => {
    const { id } = await createCodeCredential(service, server, person);
    const begun = await service.ask<{ url: string }>('/api/v1/credential/connect', { id }, person.key);
    const url = await server.visit(begun.url, service.url);
    const stranger = await signedInPerson(service);
    const confirm = (by: Visitor, origin: string | undefined = new URL(service.url).origin) =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: by.cookie, ...(origin !== '' && { origin }) },
      });
    assert.equal((await comeBack(stranger.visitor, url)).status, 422);
    const asked = await comeBack(visitor, url);
    assert.equal(asked.status, 200);
    assert.match(
      asked.problem,
      /^The credential “account .*” is to use the account that was just opened\. This was begun with/,
    );
    assert.equal((await get(id)).state, 'connect');
    const refused: [Response, number][] = [
      [await confirm(stranger.visitor), 422],
      [await confirm(visitor, ''), 403],
      [await confirm(visitor, 'https://attacker.example'), 403],
    ];
    for (const [{ status }, expected] of refused) assert.equal(status, expected);
    assert.equal((await get(id)).state, 'connect');
    assert.equal((await confirm(visitor)).status, 303);
    assert.equal((await get(id)).state, 'ready');
    assert.equal((await confirm(visitor)).status, 422);
  });

  test('that was begun in a browser is not finished by a confirmation', async () => {
    const { id } = await createCodeCredential(service, server, person);
    const url = await leave(service, server, visitor, id);
    const headers = { cookie: visitor.cookie, origin: new URL(service.url).origin };
    assert.equal((await fetch(url, { method: 'POST', redirect: 'manual', headers })).status, 422);
    assert.equal((await comeBack(visitor, url)).status, 303);
  });

  test('does not accept the code of another sign-in', async () => {
    const [mine, other] = [
      await createCodeCredential(service, server, person),
      await createCodeCredential(service, server, person),
    ];
    const url = await leave(service, server, visitor, mine.id);
    const { searchParams } = await leave(service, server, visitor, other.id);
    url.searchParams.set('code', searchParams.get('code') ?? '');
    const { status, path, problem } = await comeBack(visitor, url);
    assert.deepEqual([status, path], [303, `/credentials/${mine.id}`]);
    assert.match(problem, /^The server answered invalid_grant /);
    assert.equal((await get(mine.id)).state, 'connect');
  });

  test('does not accept a code with the verifier of another sign-in', async () => {
    const client = await server.registerFor(service.url);
    const { id } = await createCodeCredential(service, server, person, { client });
    const first = await leave(service, server, visitor, id);
    const second = await leave(service, server, visitor, id);
    first.searchParams.set('code', second.searchParams.get('code') ?? '');
    const { problem } = await comeBack(visitor, first);
    assert.match(problem, /^The server answered invalid_grant /);
    assert.equal((await get(id)).state, 'connect');
  });

  test('does not accept the answer of another authorization server', async () => {
    const { id } = await createCodeCredential(service, server, person);
    for (const iss of ['https://evil.example', undefined]) {
      const url = await leave(service, server, visitor, id);
      if (iss === undefined) url.searchParams.delete('iss');
      else url.searchParams.set('iss', iss);
      const { problem } = await comeBack(visitor, url);
      assert.match(problem, /\(issuer\)/);
    }
    assert.equal((await get(id)).state, 'connect');
  });

  test('knows the server by its address when the credential names no issuer', async () => {
    const { client_id, client_secret } = await server.registerFor(service.url);
    const { id } = await createCodeCredential(service, server, person, {
      fields: {
        client_id,
        client_secret,
        authorization_url: `${server.issuer}/auth`,
        token_url: `${server.issuer}/token`,
        scopes: ['read'],
      },
    });
    const url = await leave(service, server, visitor, id);
    url.searchParams.set('iss', 'https://login.example.org');
    const { problem } = await comeBack(visitor, url);
    assert.equal(problem, 'Another server has answered');
    await connect(service, server, visitor, id);
  });

  test('shows a refusal of the server as plain text', async () => {
    const { id } = await createCodeCredential(service, server, person);
    await server.control({ account: null });
    const refused = await comeBack(visitor, await leave(service, server, visitor, id));
    await server.control({ account: 'ada' });
    assert.match(refused.problem, /^The server answered access_denied/);
  });

  test('is told on a page where there is no console, whatever the server says', async () => {
    const plain = await serviceOn(service.database, { ...ENVIRONMENT, HEDDLE_CONSOLE: 'off' });
    after(() => plain.stopService());
    const browser = new Visitor(plain);
    await browser.signIn(person);
    const client = await server.registerFor(plain.url);
    const { id } = await createCodeCredential(plain, server, person, { client });
    const open = async (url: URL) => {
      const response = await fetch(url, { headers: { cookie: browser.cookie } });
      return { status: response.status, page: await response.text() };
    };
    const { url } = await browser.ask<{ url: string }>('/api/v1/credential/connect', { id });
    const hostile = new URL(`${plain.url}/api/v1/credential/callback`);
    hostile.searchParams.set('state', new URL(url).searchParams.get('state') ?? '');
    hostile.searchParams.set('iss', server.issuer);
    hostile.searchParams.set('error', '<script>alert(1)</script>');
    hostile.searchParams.set('error_description', '"><img src=x onerror=alert(2)>');
    const refused = await open(hostile);
    assert.equal(refused.status, 422);
    assert.ok(!refused.page.includes('<script') && !refused.page.includes('<img'), refused.page);

    const connected = await open(await leave(plain, server, browser, id));
    assert.equal(connected.status, 200);
    assert.match(connected.page, /<h1>The credential is connected<\/h1>/);
  });

  test('answers broken addresses with a page', async () => {
    for (const query of ['', '?state=', '?state=a&state=b', '?code=1', '?state=%00', '?state=%ff&code=%ff']) {
      const url = new URL(`${service.url}/api/v1/credential/callback${query}`);
      const { status, problem } = await comeBack(visitor, url);
      assert.deepEqual([status, problem], [422, NOT_BEGUN], query);
    }
  });

  test('is refused when the credential was changed meanwhile', async () => {
    const changes = [
      { hosts: [server.issuer, 'api.example.org'], fields: { client_secret: 'another secret of the client' } },
      { fields: { client_secret: 'another secret of the client' } },
      { fields: { scopes: ['write'] } },
    ];
    for (const change of changes) {
      const { id } = await createCodeCredential(service, server, person);
      const url = await leave(service, server, visitor, id);
      await service.ask('/api/v1/credential/update', { id, ...change }, person.key);
      const { problem } = await comeBack(visitor, url);
      assert.equal(problem, 'The credential was changed while it was being connected: connect it again');
      assert.equal((await get(id)).state, 'connect');
    }
  });

  test('needs the right to change the credential, still when the browser comes back', async () => {
    const colleague = await signedInPerson(service);
    const share = (write: boolean) => ({ sharing: [{ user_email: colleague.person.email, write }] });
    const { id } = await createCodeCredential(service, server, person, share(false));
    const stranger = await signedInPerson(service);
    await stranger.visitor.refuse(404, 'entity not found', '/api/v1/credential/connect', { id });
    await stranger.visitor.refuse(404, 'entity not found', '/api/v1/credential/disconnect', { id });
    await colleague.visitor.refuse(403, 'permission denied', '/api/v1/credential/connect', { id });
    await colleague.visitor.refuse(403, 'permission denied', '/api/v1/credential/disconnect', { id });
    await service.refuse(403, 'permission denied', '/api/v1/credential/connect', { id });

    await service.ask('/api/v1/credential/update', { id, ...share(true) }, person.key);
    const url = await leave(service, server, colleague.visitor, id);
    await service.ask('/api/v1/credential/update', { id, ...share(false) }, person.key);
    assert.equal((await comeBack(colleague.visitor, url)).problem, 'Permission denied');
    assert.equal((await get(id)).state, 'connect');
  });

  test('is refused for other kinds, and where the server can not be asked', async () => {
    const create = (kind: string, fields: object) =>
      service.ask<{ id: string }>(
        '/api/v1/credential/create',
        { name: `${kind} ${JSON.stringify(fields)}`.slice(0, 190), kind, hosts: ['api.example.org'], fields },
        person.key,
      );
    const bearer = await create('bearer', { token: 'a token that is long' });
    const only = "Only credentials of the kind 'oauth2_code' are connected to an account";
    await visitor.refuse(422, only, '/api/v1/credential/connect', { id: bearer.id });
    await visitor.refuse(422, only, '/api/v1/credential/disconnect', { id: bearer.id });

    const refusals: [object, string][] = [
      [{ issuer: 'https://10.0.0.1' }, "the address of '10.0.0.1' is not public"],
      [{ issuer: 'http://login.example.org' }, "'issuer' must begin with https://"],
      [
        { authorization_url: 'http://login.example.org/a', token_url: 'https://login.example.org/t' },
        "'authorization_url' must begin with https://",
      ],
    ];
    for (const [fields, reason] of refusals) {
      const { id } = await create('oauth2_code', { client_id: 'x', ...fields });
      const detail = `The credential can not be connected: ${reason}`;
      await visitor.refuse(422, detail, '/api/v1/credential/connect', { id });
    }
  });
});

suite('disconnecting a credential', () => {
  test('ends the grant at the server and forgets the tokens', async () => {
    const { id, name } = await createCodeCredential(service, server, person);
    await connect(service, server, visitor, id);
    const before = (await server.control()).revoked;
    const reply = await visitor.ask('/api/v1/credential/disconnect', { id });
    assert.deepEqual(reply, { accepted: true, revoked: true });
    assert.equal((await server.control()).revoked, before + 1);
    const { state, connected } = await get(id);
    assert.deepEqual({ state, connected }, { state: 'connect', connected: null });
    assert.deepEqual(
      await useCredential(service, server, person, id),
      failed(`The credential '${name}' is not connected`),
    );
    assert.deepEqual(await visitor.ask('/api/v1/credential/disconnect', { id }), { accepted: true, revoked: false });
  });
});
