/** One-time links: how the administrator of a first start, and whoever lost a password, get in. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createOneTimeLink, findWhoSetsUp } from '../../src/accounts/sign-in/one-time-links.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';
import { PASSWORD, type Session, signedInPerson, Visitor } from './visitors.ts';

const service = await testService();
const { query: db, pool } = service.service.system.database;

const NOT_VALID = 'This link is not valid any more';

function tokenOf(link: string | undefined): string {
  return link?.split('#')[1] ?? '';
}

async function linkFor({ id }: { id: string }, purpose: 'setup' | 'password' = 'password'): Promise<string> {
  return tokenOf(await createOneTimeLink(db, id, purpose));
}

suite('the link of a first start', () => {
  const link = service.service.setupLink;

  test('is at the public address, with its token in the fragment', () => {
    assert.match(link ?? '', new RegExp(`^${service.url}/welcome#[\\w-]{43}$`));
  });

  test('sets address, name and password of the administrator, and signs in', async () => {
    const token = tokenOf(link);
    const visitor = new Visitor(service);
    const { email } = await visitor.ask('/api/v1/welcome/get', { token });
    assert.deepEqual(await visitor.ask('/api/v1/welcome/get', { token }), { purpose: 'setup', email });
    assert.equal(email, 'admin@localhost');

    const other = await service.person();
    const accept = (fields: object) => visitor.call('/api/v1/welcome/accept', { token, password: PASSWORD, ...fields });
    const refused: [fields: object, detail: string][] = [
      [{ password: 'short' }, 'validation error: password: must NOT have fewer than 8 characters'],
      [{ email: 'ada' }, 'validation error: email: must be an e-mail address'],
      [{ name: '' }, 'validation error: name: must NOT have fewer than 1 characters'],
      [{ email: other.email }, `a user with the e-mail '${other.email}' already exists`],
    ];
    for (const [fields, detail] of refused) {
      const { status, body } = await accept(fields);
      assert.deepEqual({ status, body }, { status: 422, body: { detail } });
    }

    const { body } = await accept({ email: 'ada@example.org', name: 'Ada' });
    const session = body as Session;
    assert.partialDeepStrictEqual(session.user, { email: 'ada@example.org', name: 'Ada', admin: true });
    assert.deepEqual(await visitor.ask('/api/v1/session/get'), session);
    await new Visitor(service).signIn({ email: 'ada@example.org' });
    await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/get', { token });
    await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/accept', { token, password: PASSWORD });
  });

  test('is offered until an administrator has a password, or somebody has signed in', async () => {
    assert.equal(await findWhoSetsUp(db), undefined);
    await pool.query('UPDATE users SET password_hash = NULL');
    assert.equal(await findWhoSetsUp(db), undefined, 'somebody has signed in');
    await pool.query('UPDATE users SET signed_in_at = NULL');
    const administrator = await findWhoSetsUp(db);
    assert.ok(administrator);
    const [first, second] = [await linkFor(administrator, 'setup'), await linkFor(administrator, 'setup')];
    const visitor = new Visitor(service);
    // Both work until one is used.
    for (const token of [first, second]) await visitor.ask('/api/v1/welcome/get', { token });
    await visitor.ask('/api/v1/welcome/accept', { token: second, password: PASSWORD });
    await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/get', { token: first });
    assert.equal(await findWhoSetsUp(db), undefined);
  });
});

suite('a link', () => {
  test('for a password changes nothing else of its user, and ends their sessions', async () => {
    const { person, visitor, session } = await signedInPerson(service);
    const token = await linkFor(person);
    const browser = new Visitor(service);
    assert.deepEqual(await browser.ask('/api/v1/welcome/get', { token }), {
      purpose: 'password',
      email: person.email,
    });
    const password = 'another password';
    for (const field of ['email', 'name']) {
      const body = { token, password, [field]: 'new@example.org' };
      const detail = `validation error: ${field}: can not be changed with this link`;
      await browser.refuse(422, detail, '/api/v1/welcome/accept', body);
    }
    const accepted = await browser.ask<Session>('/api/v1/welcome/accept', { token, password });
    assert.deepEqual(accepted.user, session.user);
    await visitor.refuse(401, 'The session has ended', '/api/v1/session/get');
    await visitor.signIn(person, password);
  });

  test('works once, even when it is used twice at the same time', async () => {
    const token = await linkFor(await service.person());
    const accept = () => new Visitor(service).call('/api/v1/welcome/accept', { token, password: PASSWORD });
    const statuses = await Promise.all([accept(), accept(), accept()]);
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [200, 404, 404]);
  });

  test('is refused when it has expired, when its user is disabled, and when there is none', async () => {
    const visitor = new Visitor(service);
    const [expired, disabled] = [await service.person(), await service.person()];
    const tokens = [await linkFor(expired), await linkFor(disabled), 'x', ''];
    await pool.query('UPDATE one_time_links SET expires_at = now() WHERE user_id = $1', [expired.id]);
    await pool.query('UPDATE users SET enabled = false WHERE id = $1', [disabled.id]);
    for (const token of tokens) {
      await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/get', { token });
      await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/accept', { token, password: PASSWORD });
    }
  });

  test('is worth nothing after its user has a new password', async () => {
    const person = await service.person();
    const token = await linkFor(person);
    await service.ask('/api/v1/user/update', { id: person.id, password: PASSWORD });
    await new Visitor(service).refuse(404, NOT_VALID, '/api/v1/welcome/get', { token });
  });

  test('lasts an hour for the first start, and a day for a password', async () => {
    const person = await service.person();
    await linkFor(person, 'setup');
    await linkFor(person, 'password');
    const { rows } = await pool.query(
      `SELECT purpose, round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM one_time_links
       WHERE user_id = $1 ORDER BY purpose`,
      [person.id],
    );
    assert.deepEqual(rows, [
      { purpose: 'password', minutes: 1440 },
      { purpose: 'setup', minutes: 60 },
    ]);
  });

  test('is stored as a hash', async () => {
    const token = await linkFor(await service.person());
    const { rows } = await pool.query('SELECT to_jsonb(one_time_links)::text AS row FROM one_time_links');
    for (const { row } of rows) {
      assert.equal(row.includes(token), false);
      assert.equal(row.includes(Buffer.from(token).toString('hex')), false);
    }
  });

  test('forgets the failures of its user', async () => {
    const person = await service.person({ password: PASSWORD });
    const wrong = { email: person.email, password: 'wrong password' };
    // Every attempt costs the hash of a password.
    const isRefused = async () => {
      const { status } = await new Visitor(service).call('/api/v1/session/create', wrong);
      return status === 429 ? true : undefined;
    };
    await poll(isRefused);
    const token = await linkFor(person);
    await new Visitor(service).ask('/api/v1/welcome/accept', { token, password: 'another password' });
    await new Visitor(service).signIn(person, 'another password');
  });
});
