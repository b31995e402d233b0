import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { createNotify, type NewNotification } from '../../src/accounts/notifications.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const database = service.service.system.database.query;
const notify = createNotify(service.service.system.jobs);

async function notifyUser(userId: string, notification: Omit<NewNotification, 'event'>): Promise<void> {
  await database
    .transaction()
    .execute(transaction => notify(transaction, [userId], { event: randomUUID(), ...notification }));
}

suite('organizations', () => {
  test('are created with exactly their fields and defaults', async () => {
    const { id, ...rest } = await service.ask('/api/v1/organization/create', { name: 'Weavers' });
    assert.deepEqual(rest, { name: 'Weavers', credits: null, storage_quota: null, members: [] });
    const limited = await service.ask('/api/v1/organization/create', { name: 'W', credits: 0, storage_quota: 5, id });
    assert.notEqual(limited.id, id);
    assert.deepEqual([limited.credits, limited.storage_quota], [0, 5]);
  });

  test('an update changes only what is sent, and ignores the rest', async () => {
    const created = await service.ask('/api/v1/organization/create', { name: 'Weavers', credits: 1, storage_quota: 2 });
    const changes = [{ name: 'Dyers' }, { credits: null }, { credits: 2.5 }, { storage_quota: null }, {}];
    let expected = created;
    for (const change of changes) {
      expected = { ...expected, ...change };
      const sent = { id: created.id, ...change, storage_used: 7, members: [{}], nonsense: true };
      assert.deepEqual(await service.ask('/api/v1/organization/update', sent), expected);
    }
    const { storage_used } = await database
      .selectFrom('organizations')
      .select('storage_used')
      .where('id', '=', String(created.id))
      .executeTakeFirstOrThrow();
    assert.equal(storage_used, 0);
  });

  test('members are added, changed and removed', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const organization_id = await service.organization();
    const members = async () => (await service.ask(`/api/v1/organization/get?entity_id=${organization_id}`)).members;
    for (const [user_id, write] of [
      [ann.id, true],
      [bob.id, false],
      [ann.id, false],
      [ann.id, false],
      [bob.id, true],
    ]) {
      const answer = await service.ask('/api/v1/organization/member/set', { organization_id, user_id, write, x: 1 });
      assert.deepEqual(answer, { accepted: true });
    }
    assert.deepEqual(
      await members(),
      [
        { user_id: ann.id, write: false, role: 'viewer' },
        { user_id: bob.id, write: true, role: 'editor' },
      ].sort((a, b) => (a.user_id < b.user_id ? -1 : 1)),
    );
    const removal = { organization_id, user_id: ann.id };
    assert.deepEqual(await service.ask('/api/v1/organization/member/remove', removal), { accepted: true });
    assert.deepEqual(await members(), [{ user_id: bob.id, write: true, role: 'editor' }]);
    await service.refuse(404, 'entity not found', '/api/v1/organization/member/remove', removal);
  });

  test('unknown organizations and users are not found', async () => {
    const { id: user_id } = await service.person();
    const organization_id = await service.organization();
    const unknown = [
      { organization_id: randomUUID(), user_id, write: true },
      { organization_id, user_id: randomUUID(), write: true },
    ];
    for (const member of unknown) {
      await service.refuse(404, 'entity not found', '/api/v1/organization/member/set', member);
      await service.refuse(404, 'entity not found', '/api/v1/organization/member/remove', member);
    }
    await service.refuse(404, 'entity not found', '/api/v1/organization/update', { id: randomUUID(), name: 'x' });
  });

  test('a member without a role and without the field write is refused', async () => {
    const { id: user_id } = await service.person();
    const organization_id = await service.organization();
    await service.refuse(422, 'validation error: write: is required', '/api/v1/organization/member/set', {
      organization_id,
      user_id,
    });
  });

  test('are deleted with their memberships', async () => {
    const person = await service.person();
    const id = await service.organization([{ person, write: true }]);
    assert.equal(await service.ask(`/api/v1/organization/delete?entity_id=${id}`), id);
    await service.refuse(404, 'entity not found', `/api/v1/organization/get?entity_id=${id}`);
    const left = await database
      .selectFrom('organization_members')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    assert.deepEqual(left, []);
  });
});

suite('groups', () => {
  test('are created with exactly their fields', async () => {
    const { id, ...rest } = await service.ask('/api/v1/group/create', { name: 'Weavers', members: [{ user_id: 'x' }] });
    assert.match(String(id), /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, { name: 'Weavers', members: [] });
    assert.deepEqual(await service.ask('/api/v1/group/find', { filters: [['id', '==', id]] }), [{ id, ...rest }]);
  });

  test('members are added, once each, and removed', async () => {
    const person = await service.person();
    const group_id = await service.group([person, person]);
    const group = () => service.ask(`/api/v1/group/get?entity_id=${group_id}`);
    assert.deepEqual((await group()).members, [{ user_id: person.id }]);
    const member = { group_id, user_id: person.id };
    assert.deepEqual(await service.ask('/api/v1/group/member/remove', member), { accepted: true });
    assert.deepEqual((await group()).members, []);
    await service.refuse(404, 'entity not found', '/api/v1/group/member/remove', member);
  });

  test('unknown groups and users are not found', async () => {
    const { id: user_id } = await service.person();
    const group_id = await service.group();
    for (const member of [
      { group_id: randomUUID(), user_id },
      { group_id, user_id: randomUUID() },
    ]) {
      await service.refuse(404, 'entity not found', '/api/v1/group/member/set', member);
      await service.refuse(404, 'entity not found', '/api/v1/group/member/remove', member);
    }
  });

  test('are deleted', async () => {
    const id = await service.group([await service.person()]);
    assert.equal(await service.ask(`/api/v1/group/delete?entity_id=${id}`), id);
    await service.refuse(404, 'entity not found', `/api/v1/group/delete?entity_id=${id}`);
  });
});

interface Notification {
  id: string;
  read: boolean;
  created: number;
}

suite('notifications', () => {
  test('have exactly their fields, and the newest comes first', async () => {
    const person = await service.person();
    const before = Date.now();
    await notifyUser(person.id, { kind: 'run.failed', title: 'Run failed', text: 'Why', link: '/runs/1' });
    await notifyUser(person.id, { kind: 'welcome', title: 'Hello', text: '' });
    const found = await service.ask<Notification[]>('/api/v1/notification/find', {}, person.key);
    for (const { created } of found) assert.ok(Number.isInteger(created) && Math.abs(created - before) < 60_000);
    assert.deepEqual(
      found.map(notification => ({ ...notification, id: '', created: 0 })),
      [
        { id: '', kind: 'welcome', title: 'Hello', text: '', link: null, read: false, created: 0 },
        { id: '', kind: 'run.failed', title: 'Run failed', text: 'Why', link: '/runs/1', read: false, created: 0 },
      ],
    );
  });

  test('are marked as read one by one, even repeatedly', async () => {
    const person = await service.person();
    await notifyUser(person.id, { kind: 'a', title: 'A', text: 'a' });
    await notifyUser(person.id, { kind: 'b', title: 'B', text: 'b' });
    const [newest] = await service.ask<Notification[]>('/api/v1/notification/find', {}, person.key);
    for (const _ of [1, 2]) {
      const answer = await service.ask('/api/v1/notification/read', { id: newest?.id, text: 'changed' }, person.key);
      assert.deepEqual(answer, { ...newest, read: true });
    }
    const unread = { filters: [['read', '==', false]] };
    assert.equal(await service.ask('/api/v1/notification/count', unread, person.key), 1);
  });

  test('are only those of the caller, even for administrators', async () => {
    const [ann, bob] = [await service.person(), await service.person({ admin: true })];
    await notifyUser(ann.id, { kind: 'a', title: 'A', text: 'a' });
    const [own] = await service.ask<Notification[]>('/api/v1/notification/find', {}, ann.key);
    assert.deepEqual(await service.ask('/api/v1/notification/find', {}, bob.key), []);
    assert.equal(await service.ask('/api/v1/notification/count', {}, bob.key), 0);
    await service.refuse(404, 'entity not found', '/api/v1/notification/read', { id: own?.id }, bob.key);
    await service.refuse(404, 'entity not found', `/api/v1/notification/get?entity_id=${own?.id}`, {}, bob.key);
    assert.deepEqual(await service.ask(`/api/v1/notification/get?entity_id=${own?.id}`, {}, ann.key), own);
  });

  test('are not created if the transaction is rolled back', async () => {
    const person = await service.person();
    await database
      .transaction()
      .execute(async transaction => {
        await notify(transaction, [person.id], { event: 'a', kind: 'a', title: 'A', text: 'a' });
        throw new Error('thought better of it');
      })
      .catch(() => {});
    assert.equal(await service.ask('/api/v1/notification/count', {}, person.key), 0);
  });
});
