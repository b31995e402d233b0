/** Invitations and resets by link, with a real mail server; and what the administration lists. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import type { ListedUser, SentInvitation, UserList } from '../../src/accounts/administration-schemas.ts';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import { openMailServer } from '../support/mail-server.ts';
import { inReverse } from '../support/process.ts';
import { type Person, testService } from '../support/service.ts';
import { poll } from './poll.ts';
import { PASSWORD, type Session, signedInPerson, Visitor } from './visitors.ts';

const mailServer = await openMailServer(inReverse({ after }));
const service = await testService({ HEDDLE_SMTP_URL: mailServer.url });
const { query: db, pool } = service.service.system.database;
const administrator = await service.ask<Session>('/api/v1/session/get');

const NOT_VALID = 'This link is not valid any more';

async function readMail(email: string, index = 0): Promise<{ subject: string; text: string; token: string }> {
  const mail = await poll(async () => mailServer.to(email)[index]);
  const { subject = '', text = '' } = mail;
  return { subject, text, token: /\/welcome#([\w-]{43})/.exec(text)?.[1] ?? '' };
}

async function listed(user_id: string): Promise<ListedUser> {
  const { items } = await service.ask<UserList>('/api/v1/user/list', { id: user_id });
  return items[0] ?? assert.fail(`no user ${user_id}`);
}

async function actionsOf(userId: string): Promise<string[]> {
  const entries = await service.ask<AuditEvent[]>('/api/v1/audit/find', {
    filters: [['subject.id', '==', userId]],
    sort_key: 'at',
  });
  return entries.map(({ action }) => action);
}

suite('an invitation', () => {
  test('goes by mail, sets name and password, and signs in', async () => {
    const email = 'invited@example.org';
    const sent = await service.ask<SentInvitation>('/api/v1/user/invite', { email, name: 'Ivy', credits: 5 });
    assert.partialDeepStrictEqual(sent, { link: null, invitation: { purpose: 'invitation', delivery: 'mail' } });
    const { subject, text, token } = await readMail(email);
    assert.equal(subject, 'You are invited to Heddle');
    assert.ok(text.startsWith(`${administrator.user.name} invites you to Heddle at ${service.url}.`), text);
    await poll(async () => (await listed(sent.user_id)).invitation?.mailed_at ?? undefined);
    assert.partialDeepStrictEqual(await listed(sent.user_id), {
      user: { email, name: 'Ivy', credits: 5, enabled: true, admin: false },
      has_password: false,
      last_seen_at: null,
    });

    const visitor = new Visitor(service);
    assert.deepEqual(await visitor.ask('/api/v1/welcome/get', { token }), { purpose: 'invitation', email });
    const other = { token, password: PASSWORD, email: 'other@example.org' };
    await visitor.refuse(
      422,
      'validation error: email: can not be changed with this link',
      '/api/v1/welcome/accept',
      other,
    );
    const session = await visitor.ask<Session>('/api/v1/welcome/accept', {
      token,
      password: PASSWORD,
      name: 'Ivy Lee',
    });
    assert.partialDeepStrictEqual(session.user, { id: sent.user_id, email, name: 'Ivy Lee', has_password: true });
    await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/get', { token });
    await new Visitor(service).signIn({ email });
    assert.partialDeepStrictEqual(await listed(sent.user_id), { invitation: null, has_password: true });
    assert.deepEqual(await actionsOf(sent.user_id), ['user.invite', 'link.accept', 'session.create']);
  });

  test('is sent again, which ends the one before, and revoked', async () => {
    const email = 'again@example.org';
    const { user_id } = await service.ask<SentInvitation>('/api/v1/user/invite', { email, name: 'Ann' });
    const first = await readMail(email);
    await service.ask('/api/v1/user/link/create', { user_id });
    const second = await readMail(email, 1);
    const visitor = new Visitor(service);
    await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/get', { token: first.token });
    await visitor.ask('/api/v1/welcome/get', { token: second.token });
    const third = await service.ask<SentInvitation>('/api/v1/user/link/create', { user_id, delivery: 'link' });
    await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/get', { token: second.token });
    const [, token] = third.link?.split('#') ?? [];
    assert.equal(third.link, `${service.url}/welcome#${token}`);
    await visitor.ask('/api/v1/welcome/get', { token });
    assert.deepEqual(await service.ask('/api/v1/user/link/revoke', { user_id }), { accepted: true });
    await visitor.refuse(404, NOT_VALID, '/api/v1/welcome/get', { token });
    await service.refuse(404, 'entity not found', '/api/v1/user/link/revoke', { user_id });
    assert.equal((await listed(user_id)).invitation, null);
    assert.deepEqual(await actionsOf(user_id), ['user.invite', 'user.invite', 'user.invite', 'user.revoke']);
  });

  test('expires', async () => {
    const sent = await service.ask<SentInvitation>('/api/v1/user/invite', {
      email: 'late@example.org',
      name: 'Late',
      delivery: 'link',
    });
    const days = (sent.invitation.expires_at - sent.invitation.created_at) / 86_400_000;
    assert.equal(Math.round(days), 7);
    await pool.query("UPDATE one_time_links SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
      sent.user_id,
    ]);
    const [, token] = sent.link?.split('#') ?? [];
    await new Visitor(service).refuse(404, NOT_VALID, '/api/v1/welcome/get', { token });
  });

  test('of an address that is taken creates nothing', async () => {
    const { email } = administrator.user;
    const detail = `a user with the e-mail '${email}' already exists`;
    await service.refuse(422, detail, '/api/v1/user/invite', { email, name: 'Other' });
    const { rows } = await pool.query('SELECT FROM invitations JOIN users ON users.id = user_id WHERE email = $1', [
      email,
    ]);
    assert.equal(rows.length, 0);
  });

  test('stores its token nowhere', async () => {
    const email = 'secret@example.org';
    await service.ask('/api/v1/user/invite', { email, name: 'Secret' });
    const { token } = await readMail(email);
    for (const table of ['jobs', 'invitations', 'one_time_links', 'audit_events', 'notifications']) {
      const { rows } = await pool.query<{ text: string }>(`SELECT ${table}::text AS text FROM ${table}`);
      assert.ok(!rows.some(({ text }) => text.includes(token)), table);
    }
  });

  test('is a link without a mail server, and a mail in the outbox if one is asked for', async () => {
    const other = await testService();
    const sent = await other.ask<SentInvitation>('/api/v1/user/invite', { name: 'Ann', email: 'ann@example.org' });
    assert.match(sent.link ?? '', /\/welcome#[\w-]{43}$/);
    assert.equal((await other.ask<UserList>('/api/v1/user/list')).sends_mail, false);
    const person = { name: 'Bob', email: 'bob@example.org' };
    const mailed = await other.ask<SentInvitation>('/api/v1/user/invite', { ...person, delivery: 'mail' });
    assert.equal(mailed.link, null);
    const outbox = path.join(other.dataFolder, 'outbox');
    const mail = await poll(async () => {
      const [file] = (await readdir(outbox).catch(() => [])).filter(name => name.endsWith('.eml'));
      return file && readFile(path.join(outbox, file), 'utf8');
    });
    assert.match(mail, /^To: bob@example\.org\r?$/m);
    assert.match(mail, /\/welcome#/);
  });
});

suite('a reset', () => {
  test('lets a user set a new password, and ends all sessions', async () => {
    const { person, visitor } = await signedInPerson(service);
    const sent = await service.ask<SentInvitation>('/api/v1/user/link/create', { user_id: person.id });
    assert.equal(sent.invitation.purpose, 'password');
    const { subject, token } = await readMail(person.email);
    assert.equal(subject, 'Set a new password for Heddle');
    await visitor.ask('/api/v1/session/get');
    const browser = new Visitor(service);
    const name = { token, password: PASSWORD, name: 'Other' };
    await browser.refuse(
      422,
      'validation error: name: can not be changed with this link',
      '/api/v1/welcome/accept',
      name,
    );
    await browser.ask('/api/v1/welcome/accept', { token, password: 'another password' });
    await visitor.refuse(401, 'The session has ended', '/api/v1/session/get');
    await new Visitor(service).signIn(person, 'another password');
  });

  test('is refused of users who are disabled or do not exist', async () => {
    const person = await service.person({ enabled: false });
    const detail = 'The user is disabled: enable the user first';
    await service.refuse(422, detail, '/api/v1/user/link/create', { user_id: person.id });
    await service.refuse(404, 'entity not found', '/api/v1/user/link/create', { user_id: randomUUID() });
  });
});

suite('disabling', () => {
  test('ends sessions and links at once', async () => {
    const { person, visitor } = await signedInPerson(service);
    const request = { user_id: person.id, delivery: 'link' };
    const { link } = await service.ask<SentInvitation>('/api/v1/user/link/create', request);
    await service.ask('/api/v1/user/update', { id: person.id, enabled: false });
    await visitor.refuse(401, 'The session has ended', '/api/v1/session/get');
    const [, token] = link?.split('#') ?? [];
    await new Visitor(service).refuse(404, NOT_VALID, '/api/v1/welcome/get', { token });
    assert.equal((await listed(person.id)).invitation, null);
  });

  test('is refused of the last administrator, also of two at once', async () => {
    const detail = 'This is the last enabled administrator: make another user an administrator first';
    const { id } = administrator.user;
    await service.refuse(422, detail, '/api/v1/user/update', { id, enabled: false });
    await service.refuse(422, detail, '/api/v1/user/update', { id, admin: false });
    await service.refuse(422, detail, `/api/v1/user/delete?entity_id=${id}`);
    await service.ask('/api/v1/user/update', { id, enabled: true, admin: true });

    const others = [await service.person({ admin: true }), await service.person({ admin: true })] as const;
    await db.updateTable('users').set({ admin: false }).where('id', '=', id).execute();
    service.service.system.identities.evict(id);
    const demote = (by: Person, user: Person) =>
      service.call('/api/v1/user/update', { id: user.id, admin: false }, by.key).then(({ status }) => status);
    const [first, second] = others;
    const statuses = await Promise.all([demote(first, second), demote(second, first)]);
    const { rows } = await pool.query('SELECT FROM users WHERE admin AND enabled');
    assert.equal(rows.length, 1, statuses.join());
    await db.updateTable('users').set({ admin: true }).where('id', '=', id).execute();
    service.service.system.identities.evict(id);
    for (const person of others) await service.ask('/api/v1/user/update', { id: person.id, admin: false });
  });
});

suite('the lists of the administration', () => {
  test('are for administrators', async () => {
    const { key, id: user_id } = await service.person();
    const requests: [path: string, body: object][] = [
      ['user/list', {}],
      ['user/remains', { user_id }],
      ['user/invite', { email: 'x@example.org', name: 'x' }],
      ['user/link/create', { user_id }],
      ['user/link/revoke', { user_id }],
      ['group/list', {}],
      ['group/update', { id: user_id, name: 'x' }],
      ['organization/list', {}],
    ];
    for (const [path, body] of requests) await service.refuse(403, 'permission denied', `/api/v1/${path}`, body, key);
  });

  test('users are found by text, state and role, page by page', async () => {
    const ann = await service.person({ name: 'Zz Ann%', storage_quota: 10 });
    const ben = await service.person({ name: 'Zz Ben', enabled: false });
    const invitation = { email: 'zz@example.org', name: 'Zz Cleo', delivery: 'link' };
    const { user_id } = await service.ask<SentInvitation>('/api/v1/user/invite', invitation);
    const list = (request: object) => service.ask<UserList>('/api/v1/user/list', { text: 'zZ ', ...request });
    const ids = async (request: object) => (await list(request)).items.map(({ user }) => user.id);
    assert.deepEqual(await ids({}), [ann.id, ben.id, user_id]);
    assert.deepEqual(await ids({ state: 'enabled' }), [ann.id]);
    assert.deepEqual(await ids({ state: 'disabled' }), [ben.id]);
    assert.deepEqual(await ids({ state: 'invited' }), [user_id]);
    assert.deepEqual(await ids({ admin: true }), []);
    assert.deepEqual(await ids({ text: 'Ann%' }), [ann.id]);
    assert.deepEqual(await ids({ text: 'ZZ@EXAMPLE' }), [user_id]);
    assert.partialDeepStrictEqual(await list({ skip: 1, limit: 1 }), { total: 3, sends_mail: true });
    assert.deepEqual(await ids({ skip: 1, limit: 1 }), [ben.id]);
    await service.refuse(
      422,
      'validation error: state: must be one of enabled, disabled, invited',
      '/api/v1/user/list',
      {
        state: 'x',
      },
    );
  });

  test('a user is listed with memberships, keys, storage and the time of the last use', async () => {
    const person = await service.person();
    const group_id = await service.group([person]);
    const organization_id = await service.organization([{ person, write: true }]);
    await pool.query('UPDATE users SET storage_used = 7 WHERE id = $1', [person.id]);
    await service.ask('/api/v1/session/get', {}, person.key);
    await poll(async () => (await listed(person.id)).last_seen_at ?? undefined);
    const { created, last_seen_at, user, ...rest } = await listed(person.id);
    assert.ok(Math.abs(Date.now() - created) < 60_000 && Math.abs(Date.now() - (last_seen_at ?? 0)) < 60_000);
    assert.equal(user.id, person.id);
    assert.deepEqual(rest, {
      has_password: false,
      has_provider: false,
      invitation: null,
      storage_used: 7,
      keys: 1,
      groups: [{ id: group_id, name: 'group' }],
      organizations: [{ id: organization_id, name: 'organization', write: true, role: 'editor' }],
    });
    const usage = { credits: null, storage_used: 7, storage_quota: null };
    assert.deepEqual(await service.ask('/api/v1/profile/usage', {}, person.key), usage);
  });

  test('what goes with a user, and what prevents the deletion, is told before', async () => {
    const person = await service.person();
    const remains = () => service.ask('/api/v1/user/remains', { user_id: person.id });
    assert.deepEqual(await remains(), { prevents: [], deletes: [{ what: 'api_keys', count: 1 }] });
    await service.ask('/api/v1/panel/create', { name: 'Shop' }, person.key);
    assert.partialDeepStrictEqual(await remains(), { prevents: [{ what: 'panels', count: 1 }] });
    await service.refuse(404, 'entity not found', '/api/v1/user/remains', { user_id: randomUUID() });
  });

  test('groups and organizations are found by name', async () => {
    const { id } = await service.ask<{ id: string }>('/api/v1/group/create', { name: 'Listed' });
    const renamed = { id, name: 'Listed again', members: [] };
    assert.deepEqual(await service.ask('/api/v1/group/update', { id, name: 'Listed again' }), renamed);
    assert.deepEqual(await service.ask('/api/v1/group/list', { text: 'listed' }), { total: 1, items: [renamed] });
    await service.refuse(404, 'entity not found', '/api/v1/group/update', { id: randomUUID(), name: 'x' });

    const fields = { name: 'Weavers', credits: 3, storage_quota: 9 };
    const organization = await service.ask('/api/v1/organization/create', fields);
    await service.ask('/api/v1/panel/create', { name: 'Shop', organization_id: organization.id });
    assert.deepEqual(await service.ask('/api/v1/organization/list', { text: 'weav' }), {
      total: 1,
      items: [{ organization, storage_used: 0, panels: 1, workflows: 0 }],
    });
  });
});
