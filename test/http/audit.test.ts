/** The audit log: every change that it is about leaves exactly one entry, and nothing else does. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { recordAudit } from '../../src/audit/record.ts';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import { deleteOldAuditEvents } from '../../src/audit/tasks.ts';
import { ADMIN_KEY, type Person, testService } from '../support/service.ts';
import { PASSWORD, type Session, signedInPerson, Visitor } from './visitors.ts';

const service = await testService();
const { query: db, pool } = service.service.system.database;

function findEntries(filters: unknown[] = [], page: object = {}): Promise<AuditEvent[]> {
  return service.ask<AuditEvent[]>('/api/v1/audit/find', { filters, ...page });
}

/** Makes changes, and returns the entries that they left, oldest first. */
async function entriesOf(act: () => Promise<unknown>): Promise<AuditEvent[]> {
  const known = new Set((await findEntries()).map(({ id }) => id));
  await act();
  return (await findEntries()).filter(({ id }) => !known.has(id)).reverse();
}

/** Makes one change, which must leave one entry. */
async function entryOf(act: () => Promise<unknown>): Promise<AuditEvent> {
  const entries = await entriesOf(act);
  assert.deepEqual(entries.length, 1, JSON.stringify(entries));
  const [entry] = entries;
  assert.ok(entry);
  return entry;
}

function told({ action, subject, details }: AuditEvent) {
  return { action, subject, details };
}

const administrator = await service.ask<Session>('/api/v1/session/get');

suite('an entry', () => {
  test('tells who did what, how and from where', async () => {
    const created = await service.ask<{ id: string }>('/api/v1/group/create', { name: 'Weavers' });
    const [entry] = await findEntries([['subject.id', '==', created.id]]);
    const { id, at, key, ...rest } = entry ?? assert.fail();
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.now() - at) < 60_000);
    assert.equal(key?.name, 'first key');
    const { id: userId, name, email } = administrator.user;
    assert.deepEqual(rest, {
      actor: { id: userId, name, email },
      via: 'key',
      address: '127.0.0.1',
      action: 'group.create',
      subject: { kind: 'group', id: created.id, name: 'Weavers' },
      details: {},
    });
  });

  test('of somebody in the console names no key', async () => {
    const { visitor, session } = await signedInPerson(service);
    const entry = await entryOf(() => visitor.ask('/api/v1/profile/update', { name: 'Ada' }));
    assert.deepEqual([entry.via, entry.key, entry.actor.id], ['session', null, session.user.id]);
    const changes = { name: { from: session.user.name, to: 'Ada' } };
    const subject = { kind: 'user', id: session.user.id, name: session.user.email };
    assert.deepEqual(told(entry), { action: 'user.update', subject, details: { changes } });
  });

  test('of a command names neither a key nor an address', async () => {
    const operator = { userId: administrator.user.id, name: 'Ada', email: 'ada@example.org', keyId: 'operator' };
    const subject = { kind: 'user', id: administrator.user.id, name: 'ada@example.org' } as const;
    const record = (transaction: typeof db) =>
      recordAudit(transaction, { ...operator, address: '127.0.0.1' }, { action: 'user.reset', subject });
    const entry = await entryOf(() => db.transaction().execute(record));
    assert.deepEqual([entry.via, entry.key, entry.address], ['command', null, null]);
  });

  test('is there exactly when its change is', async () => {
    const count = () => service.ask<number>('/api/v1/audit/count');
    const before = await count();
    const actor = { userId: administrator.user.id, name: 'x', email: 'y' };
    const event = { action: 'group.create', subject: { kind: 'group', id: randomUUID(), name: 'x' } } as const;
    const rolledBack = db.transaction().execute(async transaction => {
      await recordAudit(transaction, actor, event);
      throw new Error('rolled back');
    });
    await assert.rejects(rolledBack, /rolled back/);
    await assert.rejects(recordAudit(db, actor, event), /belongs to the transaction/);
    const taken = { email: administrator.user.email, name: 'Somebody' };
    const detail = `a user with the e-mail '${taken.email}' already exists`;
    await service.refuse(422, detail, '/api/v1/user/create', taken);
    await service.refuse(404, 'entity not found', '/api/v1/user/update', { id: randomUUID(), name: 'x' });
    const group_id = await service.group();
    await service.refuse(404, 'entity not found', '/api/v1/group/member/set', { group_id, user_id: randomUUID() });
    assert.equal(await count(), before + 1, 'only the group');
  });

  test('is never changed', async () => {
    await assert.rejects(pool.query("UPDATE audit_events SET action = 'x'"), /never changed/);
  });

  test('outlives its user, and is deleted when its time is over', async () => {
    const person = await service.person();
    await service.ask('/api/v1/profile/update', { name: 'Ann' }, person.key);
    await service.ask(`/api/v1/user/delete?entity_id=${person.id}`);
    const [entry] = await findEntries([
      ['actor.id', '==', person.id],
      ['action', '==', 'user.update'],
    ]);
    assert.equal(entry?.actor.email, person.email);
    const old = `INSERT INTO audit_events (id, at, actor_name, actor_email, via, action, subject_kind, subject_name)
      SELECT gen_random_uuid(), now() - interval '366 days', '', '', 'none', 'old', 'user', '' FROM generate_series(1, 1500)`;
    await pool.query(old);
    await deleteOldAuditEvents(db, 367);
    assert.equal(await service.ask('/api/v1/audit/count', { filters: [['action', '==', 'old']] }), 1500);
    await deleteOldAuditEvents(db, 365);
    assert.equal(await service.ask('/api/v1/audit/count', { filters: [['action', '==', 'old']] }), 0);
    assert.equal((await findEntries([['actor.id', '==', person.id]])).length, 1);
  });
});

suite('the log', () => {
  test('is for administrators, and only to be read', async () => {
    const person = await service.person();
    const reading = ['/api/v1/audit/find', '/api/v1/audit/count', '/api/v1/audit/person'];
    for (const path of reading) {
      await service.refuse(403, 'permission denied', path, { user_id: person.id }, person.key);
    }
    const paths = service.service.system.endpoints.map(({ path }) => path);
    assert.deepEqual(
      paths.filter(path => path.startsWith('/api/v1/audit/')),
      reading,
    );
  });

  test('is filtered, sorted and read page by page', async () => {
    const person = await service.person();
    const group_id = await service.group();
    for (const name of ['a', 'b', 'c']) await service.ask('/api/v1/group/update', { id: group_id, name });
    const ofGroup = ['subject.id', '==', group_id];
    const names = async (filters: unknown[], page: object = {}) =>
      (await findEntries([ofGroup, ...filters], page)).map(({ subject }) => subject.name);
    assert.deepEqual(await names([]), ['c', 'b', 'a', 'group']);
    assert.deepEqual(await names([], { sort_key: 'at' }), ['group', 'a', 'b', 'c']);
    assert.deepEqual(await names([], { limit_from: 1, limit_to: 3 }), ['b', 'a']);
    assert.deepEqual(await names([['action', '==', 'group.create']]), ['group']);
    assert.deepEqual(await names([['subject.name', 'contains', 'b']]), ['b']);
    assert.deepEqual(await names([['details.changes.name.from', '==', 'b']]), ['c']);
    assert.deepEqual(await names([['actor.email', '==', person.email]]), []);
    assert.deepEqual(await names([['at', '<', Date.now() - 3_600_000]]), []);
    const filters = [ofGroup, ['action', 'in', ['group.update']]];
    assert.equal(await service.ask('/api/v1/audit/count', { filters }), 3);
  });
});

suite('signing in', () => {
  test('is recorded, and so are refusals of users who exist, and signing out', async () => {
    const { person, visitor, session } = await signedInPerson(service);
    const subject = { kind: 'user', id: person.id, name: person.email };
    const signedIn = await entryOf(() => new Visitor(service).signIn({ email: person.email.toUpperCase() }));
    assert.deepEqual(told(signedIn), { action: 'session.create', subject, details: { method: 'password' } });
    assert.deepEqual([signedIn.actor.id, signedIn.via, signedIn.address], [person.id, 'session', '127.0.0.1']);

    const wrong = { email: person.email, password: `${PASSWORD}!` };
    const refused = await entryOf(() => new Visitor(service).call('/api/v1/session/create', wrong));
    assert.deepEqual(told(refused), { action: 'session.refused', subject, details: {} });
    assert.deepEqual([refused.actor.id, refused.via, refused.address], [person.id, 'none', '127.0.0.1']);
    const unknown = { email: 'nobody@example.org', password: PASSWORD };
    assert.deepEqual(await entriesOf(() => new Visitor(service).call('/api/v1/session/create', unknown)), []);

    const signedOut = await entryOf(() => visitor.ask('/api/v1/session/delete'));
    assert.deepEqual(told(signedOut), { action: 'session.delete', subject, details: { own: true } });
    assert.equal(signedOut.actor.id, session.user.id);
    await service.ask('/api/v1/user/update', { id: person.id, enabled: false });
    const disabled = await entryOf(() =>
      new Visitor(service).call('/api/v1/session/create', { email: person.email, password: PASSWORD }),
    );
    assert.deepEqual(told(disabled), { action: 'session.refused', subject, details: { disabled: true } });
  });

  test('a changed password is recorded without it', async () => {
    const { person, visitor } = await signedInPerson(service);
    const password = 'another horse battery staple';
    const entry = await entryOf(() => visitor.ask('/api/v1/profile/password', { current: PASSWORD, password }));
    const subject = { kind: 'user', id: person.id, name: person.email };
    assert.deepEqual(told(entry), { action: 'password.change', subject, details: {} });
  });
});

suite('accounts', () => {
  test('users', async () => {
    const email = 'audited@example.org';
    const creation = { email, name: 'Ann', password: PASSWORD };
    const created = await entryOf(() => service.ask('/api/v1/user/create', creation));
    const { subject } = created;
    assert.deepEqual(told(created), {
      action: 'user.create',
      subject: { kind: 'user', id: subject.id, name: email },
      details: { name: 'Ann', admin: false, workflow_permission: 'write', has_password: true },
    });
    const change = (changes: object) =>
      entriesOf(() => service.ask('/api/v1/user/update', { id: subject.id, ...changes }));
    const [changed] = await change({ name: 'Anna', credits: 5, password: `${PASSWORD}!`, storage_quota: null });
    assert.deepEqual(told(changed ?? assert.fail()), {
      action: 'user.update',
      subject,
      details: {
        changes: { name: { from: 'Ann', to: 'Anna' }, credits: { from: null, to: 5 } },
        password_changed: true,
      },
    });
    assert.deepEqual(await change({ name: 'Anna' }), [], 'nothing has changed');
    assert.deepEqual((await change({ enabled: false })).map(told), [
      { action: 'user.disable', subject, details: { changes: { enabled: { from: true, to: false } } } },
    ]);
    assert.deepEqual(
      (await change({ enabled: true })).map(({ action }) => action),
      ['user.enable'],
    );
    const deleted = await entryOf(() => service.ask(`/api/v1/user/delete?entity_id=${subject.id}`));
    assert.deepEqual(told(deleted), { action: 'user.delete', subject, details: { name: 'Anna' } });
  });

  test('keys, also one that deletes itself', async () => {
    const person = await service.person();
    let key = { id: '', key: '' };
    const creation = { name: 'robot', scopes: ['service.chat', '*'] };
    const created = await entryOf(async () => {
      key = await service.ask('/api/v1/key/create', creation, person.key);
    });
    const subject = { kind: 'key', id: key.id, name: 'robot' };
    const details = { user_id: person.id };
    assert.deepEqual(told(created), {
      action: 'key.create',
      subject,
      details: { ...details, scopes: ['service.chat', '*'] },
    });
    assert.ok(!JSON.stringify(created).includes(key.key));
    const update = { id: key.id, scopes: ['*'] };
    const changed = await entryOf(() => service.ask('/api/v1/key/update', update));
    assert.deepEqual(changed.details, { ...details, changes: { scopes: { from: ['service.chat', '*'], to: ['*'] } } });
    const deleted = await entryOf(() => service.ask('/api/v1/key/delete', { id: key.id }, key.key));
    assert.deepEqual(told(deleted), { action: 'key.delete', subject, details });
    assert.deepEqual(deleted.key, { id: key.id, name: 'robot' });
  });

  test('groups and organizations', async () => {
    const person = await service.person();
    const member = { user_id: person.id };
    const described = { user_id: person.id, user_email: person.email };
    let [group_id, organization_id] = ['', ''];
    const createGroup = async () => {
      group_id = await service.group();
    };
    const createOrganization = async () => {
      organization_id = await service.organization();
    };
    const steps: [action: string, act: () => Promise<unknown>, details: object][] = [
      ['group.create', createGroup, {}],
      ['group.member.set', () => service.ask('/api/v1/group/member/set', { group_id, ...member }), described],
      ['group.member.remove', () => service.ask('/api/v1/group/member/remove', { group_id, ...member }), described],
      ['group.delete', () => service.ask(`/api/v1/group/delete?entity_id=${group_id}`), {}],
      ['organization.create', createOrganization, { credits: null, storage_quota: null }],
      [
        'organization.update',
        () => service.ask('/api/v1/organization/update', { id: organization_id, credits: 3 }),
        { changes: { credits: { from: null, to: 3 } } },
      ],
      [
        'organization.member.set',
        () => service.ask('/api/v1/organization/member/set', { organization_id, ...member, write: true }),
        { ...described, role: 'editor' },
      ],
      [
        'organization.member.remove',
        () => service.ask('/api/v1/organization/member/remove', { organization_id, ...member }),
        described,
      ],
      ['organization.delete', () => service.ask(`/api/v1/organization/delete?entity_id=${organization_id}`), {}],
    ];
    for (const [action, act, details] of steps) {
      const entry = await entryOf(act);
      const [kind = ''] = action.split('.');
      const id = kind === 'group' ? group_id : organization_id;
      assert.deepEqual(told(entry), { action, subject: { kind, id, name: kind }, details });
    }
  });
});

suite('what people make', () => {
  const trigger = { id: 'hook', type: 'trigger.webhook', name: 'Hook', params: {}, position: { x: 0, y: 0 } };

  async function workflowOf(person: Person): Promise<string> {
    const definition = { nodes: [trigger], edges: [] };
    const { id } = await service.ask<{ id: string }>(
      '/api/v3/workflow/create',
      { name: 'Orders', definition },
      person.key,
    );
    return id;
  }

  test('workflows are created, shared, changed, published, switched, given a new URL, handed over and deleted', async () => {
    const person = await service.person();
    const group_id = await service.group([person]);
    const created = await entryOf(() => workflowOf(person));
    const id = created.subject.id ?? '';
    assert.deepEqual(told(created), {
      action: 'workflow.create',
      subject: { kind: 'workflow', id, name: 'Orders' },
      details: {},
    });
    const ask = (path: string, body: object) => () => service.ask(`/api/v3/workflow/${path}`, body, person.key);
    const sharing = [{ user_email: 'ben@example.org', write: true, scopes: { 'workflow.run': true } }];
    const steps: [action: string, act: () => Promise<unknown>, details: object][] = [
      ['workflow.share', ask('update', { id, sharing }), { changes: { sharing: { from: [], to: sharing } } }],
      [
        'workflow.update',
        ask('update', {
          id,
          description: 'x',
          definition: { nodes: [trigger], edges: [], settings: { keep_days: 3 } },
        }),
        { changes: { description: { from: '', to: 'x' } }, definition_changed: true, origin: 'editor' },
      ],
      ['workflow.publish', ask('publish', { workflow_id: id, note: 'first' }), { version: 1, note: 'first' }],
      ['workflow.deactivate', ask('activate', { workflow_id: id, active: false }), {}],
      ['workflow.activate', ask('activate', { workflow_id: id, active: true }), {}],
      ['workflow.regenerate', ask('trigger/regenerate', { workflow_id: id, node_id: 'hook' }), { node_id: 'hook' }],
      [
        'workflow.owner',
        () => service.ask('/api/v1/workflow/owner', { workflow_id: id, group_id }, person.key),
        { changes: { group_id: { from: null, to: group_id } } },
      ],
    ];
    for (const [action, act, details] of steps) {
      const entry = await entryOf(act);
      assert.deepEqual(told(entry), { action, subject: { kind: 'workflow', id, name: 'Orders' }, details });
      assert.equal(entry.actor.id, person.id);
    }
    for (const unchanged of [{ sharing }, { description: 'x' }]) {
      assert.deepEqual(await entriesOf(ask('update', { id, ...unchanged })), []);
    }
    assert.deepEqual(await entriesOf(ask('activate', { workflow_id: id, active: true })), []);
    const run = await service.ask<{ id: string }>('/api/v3/workflow/run', { workflow_id: id }, person.key);
    const deletedRun = await entryOf(ask(`runs/delete?entity_id=${run.id}`, {}));
    assert.deepEqual([deletedRun.action, deletedRun.subject.id], ['run.delete', run.id]);
    assert.equal(deletedRun.details.workflow_id, id);
    const deleted = await entryOf(ask(`delete?entity_id=${id}`, {}));
    assert.deepEqual([deleted.action, deleted.subject.id], ['workflow.delete', id]);
  });

  test('panels are created, configured, shared and deleted, and their secrets stay out of it', async () => {
    const person = await service.person();
    let id = '';
    const created = await entryOf(async () => {
      id = (await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'Shop' }, person.key)).id;
    });
    const subject = { kind: 'panel', id, name: 'Shop' };
    assert.deepEqual(told(created), { action: 'panel.create', subject, details: {} });
    const update = (changes: object) => () => service.ask('/api/v1/panel/update', { id, ...changes }, person.key);
    const sharing = [{ user_email: 'ben@example.org', write: false }];
    const shared = await entryOf(update({ sharing }));
    const changes = { sharing: { from: [], to: sharing } };
    assert.deepEqual(told(shared), { action: 'panel.share', subject, details: { changes } });
    const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
    const webhooks = [{ url: 'https://example.org/token-in-the-address', events: ['file.stored'], secret }];
    const file_storage = { enabled: true, folders: { docs: { read: 'public' } } };
    const changed = await entryOf(update({ webhooks, file_storage, enabled: false }));
    assert.deepEqual(told(changed), {
      action: 'panel.update',
      subject,
      details: {
        changes: { enabled: { from: true, to: false } },
        folders: ['docs'],
        webhooks: { from: 0, to: 1 },
      },
    });
    assert.deepEqual(await entriesOf(update({ webhooks })), []);
    const deleted = await entryOf(() => service.ask(`/api/v1/panel/delete?entity_id=${id}`, {}, ADMIN_KEY));
    assert.deepEqual(told(deleted), { action: 'panel.delete', subject, details: {} });
    assert.equal(deleted.actor.id, administrator.user.id);
  });

  test('assistants are created, shared, changed and deleted', async () => {
    const person = await service.person();
    const creation = { name: 'Clerk', instructions: 'Be kind' };
    const created = await entryOf(() => service.ask('/api/v3/assistant/create', creation, person.key));
    const id = created.subject.id ?? '';
    const update = (changes: object) => () => service.ask('/api/v3/assistant/update', { id, ...changes }, person.key);
    const subject = { kind: 'assistant', id, name: 'Clerk' };
    assert.deepEqual(told(created), { action: 'assistant.create', subject, details: {} });
    const group_sharing = [{ group_id: await service.group(), write: true }];
    const shared = await entryOf(update({ group_sharing }));
    const changes = { group_sharing: { from: [], to: group_sharing } };
    assert.deepEqual(told(shared), { action: 'assistant.share', subject, details: { changes } });
    const updated = await entryOf(update({ instructions: 'Be short' }));
    const details = { changes: {}, instructions_changed: true };
    assert.deepEqual(told(updated), { action: 'assistant.update', subject, details });
    assert.deepEqual(await entriesOf(update({ instructions: 'Be short' })), []);
    const deleted = await entryOf(() => service.ask(`/api/v3/assistant/delete?entity_id=${id}`, {}, person.key));
    assert.deepEqual(told(deleted), { action: 'assistant.delete', subject, details: {} });
  });
});

test('no secret is in the log', async () => {
  const { rows } = await pool.query<{ text: string }>('SELECT audit_events::text AS text FROM audit_events');
  const everything = rows.map(({ text }) => text).join('\n');
  for (const secret of [PASSWORD, 'scrypt', 'hdl_', 'whsec_', 'token-in-the-address', ADMIN_KEY]) {
    assert.ok(!everything.includes(secret), secret);
  }
});
