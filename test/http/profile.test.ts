/** What people change of their own account, and whom they can name. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { PASSWORD, type Session, signedInPerson, Visitor } from './visitors.ts';

const service = await testService();

suite('a profile', () => {
  test('has a name that its user changes, and nothing else that they change', async () => {
    const { person, visitor, session } = await signedInPerson(service);
    const user = { ...session.user, name: 'Ada' };
    const changes = { name: 'Ada', admin: true, email: 'other@example.org', permissions: { workflow: 'none' } };
    assert.deepEqual(await visitor.ask('/api/v1/profile/update', changes), user);
    assert.deepEqual((await visitor.ask<Session>('/api/v1/session/get')).user, user);
    assert.deepEqual(await service.ask('/api/v1/profile/update', {}, person.key), user);
    await visitor.refuse(
      422,
      'validation error: name: must NOT have fewer than 1 characters',
      '/api/v1/profile/update',
      { name: '' },
    );
  });
});

suite('a password', () => {
  const CHANGE = '/api/v1/profile/password';

  test('is changed by whoever knows it, which ends all other sessions', async () => {
    const { person, visitor, session } = await signedInPerson(service);
    const phone = new Visitor(service);
    await phone.signIn(person);
    const password = 'another password';
    assert.deepEqual(await visitor.ask(CHANGE, { current: PASSWORD, password }), { accepted: true });
    await phone.refuse(401, 'The session has ended', '/api/v1/session/get');
    assert.equal((await visitor.ask<Session>('/api/v1/session/get')).session_id, session.session_id);
    await phone.signIn(person, password);
    await new Visitor(service).refuse(401, 'The e-mail address or the password is wrong', '/api/v1/session/create', {
      email: person.email,
      password: PASSWORD,
    });
  });

  test('is not changed by an open console alone', async () => {
    const { person, visitor } = await signedInPerson(service);
    const password = 'another password';
    await visitor.refuse(422, 'validation error: current: is required', CHANGE, { password });
    await visitor.refuse(422, 'The current password is wrong', CHANGE, { current: 'wrong', password });
    await service.refuse(422, 'validation error: current: is required', CHANGE, { password }, person.key);
    await new Visitor(service).signIn(person);
    const tooShort = 'validation error: password: must NOT have fewer than 8 characters';
    await visitor.refuse(422, tooShort, CHANGE, { current: PASSWORD, password: 'short' });
  });

  test('can not be guessed here either', async () => {
    const { visitor } = await signedInPerson(service);
    const guess = { current: 'wrong password', password: 'another password' };
    for (let count = 0; count < 10; count++) await visitor.refuse(422, 'The current password is wrong', CHANGE, guess);
    await visitor.refuse(429, 'Too many attempts to sign in', CHANGE, { ...guess, current: PASSWORD });
  });

  test('is set by whoever has none yet', async () => {
    const person = await service.person();
    const before = await service.ask<Session>('/api/v1/session/get', {}, person.key);
    assert.equal(before.user.has_password, false);
    await service.ask(CHANGE, { password: PASSWORD }, person.key);
    const session = await new Visitor(service).signIn(person);
    assert.equal(session.user.has_password, true);
  });

  test('that two requests change at once is that of one of them', async () => {
    const { person, visitor } = await signedInPerson(service);
    const passwords = ['the first password', 'the second password'];
    const replies = await Promise.all(passwords.map(password => visitor.call(CHANGE, { current: PASSWORD, password })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    const winner = passwords[replies.findIndex(({ status }) => status === 200)];
    await new Visitor(service).signIn(person, winner);
  });
});

suite('people', () => {
  interface Person {
    id: string;
    name: string;
    email: string;
  }
  const mark = randomUUID().slice(0, 8);
  const create = (name: string, more = {}) =>
    service.ask<Person>('/api/v1/user/create', { email: `${name}-${mark}@example.org`, name, ...more });

  test('are found by a part of their name or address, sorted by name', async () => {
    const { visitor } = await signedInPerson(service);
    const [zoe, ada] = [await create('Zoe'), await create('ada')];
    await create('Gone', { enabled: false });
    const shown = [ada, zoe].map(({ id, name, email }) => ({ id, name, email }));
    const find = (body: object) => visitor.ask<Person[]>('/api/v1/people/find', body);
    assert.deepEqual(await find({ text: mark }), shown);
    assert.deepEqual(await find({ text: `ADA-${mark.toUpperCase()}` }), shown.slice(0, 1));
    assert.deepEqual(await find({ text: mark, limit: 1 }), shown.slice(0, 1));
    for (const text of [`%${mark}`, `_${mark.slice(1)}`, `\\${mark}`, 'nobody-like-this']) {
      assert.deepEqual(await find({ text }), []);
    }
    assert.ok((await find({})).length >= 3);
  });

  test('are found by their ids, also when they are disabled', async () => {
    const { visitor } = await signedInPerson(service);
    const { id, name, email } = await create('Former', { enabled: false });
    const ids = [id, randomUUID()];
    assert.deepEqual(await visitor.ask('/api/v1/people/find', { ids }), [{ id, name, email }]);
    assert.deepEqual(await visitor.ask('/api/v1/people/find', { ids: [] }), []);
    assert.deepEqual(await visitor.ask('/api/v1/people/find', { ids, text: 'other' }), []);
    await visitor.refuse(422, 'validation error: ids: must NOT have more than 500 items', '/api/v1/people/find', {
      ids: Array(501).fill(id),
    });
  });

  test('have groups, whose names their members, their colleagues and administrators can read', async () => {
    const { visitor, person } = await signedInPerson(service);
    const [colleague, stranger] = [await service.person(), await service.person()];
    await service.organization([person, colleague].map(each => ({ person: each, write: false })));
    const members: [string, { id: string }[]][] = [
      ['Weavers', [person, stranger]],
      ['dyers', [colleague]],
      ['Spinners', [stranger]],
      ['empty', []],
    ];
    for (const [name, people] of members) {
      const { id: group_id } = await service.ask<{ id: string }>('/api/v1/group/create', { name });
      for (const { id: user_id } of people) await service.ask('/api/v1/group/member/set', { group_id, user_id });
    }
    type Groups = { id: string; name: string }[];
    const groups = await visitor.ask<Groups>('/api/v1/people/groups');
    assert.deepEqual(
      groups.map(({ name }) => name),
      ['dyers', 'Weavers'],
    );
    for (const group of groups) assert.deepEqual(Object.keys(group), ['id', 'name']);
    const ofStranger = await service.ask<Groups>('/api/v1/people/groups', {}, stranger.key);
    assert.deepEqual(
      ofStranger.map(({ name }) => name),
      ['Spinners', 'Weavers'],
    );
    const ofAdministrator = await service.ask<Groups>('/api/v1/people/groups');
    assert.deepEqual(
      ofAdministrator.map(({ name }) => name),
      ['dyers', 'empty', 'Spinners', 'Weavers'],
    );
  });
});
