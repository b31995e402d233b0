/** What each role may do in an organization, and who may give it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { ROLES, type Role } from '../../src/accounts/roles.ts';
import type { OwnOrganizations } from '../../src/accounts/schemas.ts';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { SavedVariable } from '../../src/variables/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, type Reply, testService } from '../support/service.ts';

const service = await testService({ HEDDLE_RATE_LIMITS: 'off' });
const database = service.service.system.database.query;

const SET = '/api/v1/organization/member/set';
const REMOVE = '/api/v1/organization/member/remove';
const definition = chain(node('done', 'output', { value: '{{ input }}' }));

function summarize({ status, body }: Reply): string {
  return status === 200 ? 'ok' : `${status} ${(body as { detail: string }).detail}`;
}

async function organizationOf<Name extends string>(members: Record<Name, Role>) {
  const organization_id = await service.organization();
  const join = async ([name, role]: [string, unknown]) => {
    const person = await service.person();
    await service.ask(SET, { organization_id, user_id: person.id, role });
    return [name, person] as const;
  };
  const people = Object.fromEntries(await Promise.all(Object.entries(members).map(join))) as Record<Name, Person>;
  return { organization_id, people };
}

async function rolesIn(organization_id: string): Promise<Map<string, Role>> {
  const rows = await database
    .selectFrom('organization_members')
    .select(['user_id', 'role'])
    .where('organization_id', '=', organization_id)
    .execute();
  return new Map(rows.map(({ user_id, role }) => [user_id, role]));
}

const NO_WRITE = '403 User does not have write permissions in the organization';
const DENIED = '403 permission denied';

test('each role may do what those before it may', async () => {
  const { organization_id, people } = await organizationOf({
    viewer: 'viewer',
    operator: 'operator',
    editor: 'editor',
    admin: 'admin',
    owner: 'owner',
    author: 'editor',
  });
  const workflow_id = await createWorkflow(service, definition, people.author.key, {
    organization_id,
    sharing: ROLES.map(role => ({ user_email: people[role].email, write: true })),
  });
  const creation = { organization_id, name: 'color', type: 'text', value: 'red' };
  const variable = await service.ask<SavedVariable>('/api/v1/variable/create', creation, people.author.key);
  const { id: run_id } = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, people.author.key);
  const newMember = async () => ({ organization_id, user_id: (await service.person()).id });
  type Act = (name: string) => [path: string, body: object] | Promise<[path: string, body: object]>;
  const acts: [what: string, least: Role, refusal: string, act: Act][] = [
    ['read a variable', 'viewer', '', () => ['/api/v1/variable/get', { id: variable.id }]],
    ['run', 'operator', NO_WRITE, () => ['/api/v3/workflow/run', { workflow_id }]],
    ['repeat a run', 'operator', NO_WRITE, () => ['/api/v1/run/replay', { run_id, from: 'done', version: 'same' }]],
    ['send an event', 'operator', NO_WRITE, () => ['/api/v1/event/send', { organization_id, name: 'ready' }]],
    ['change a variable', 'editor', NO_WRITE, () => ['/api/v1/variable/update', { id: variable.id, value: 'blue' }]],
    [
      'create a variable',
      'editor',
      NO_WRITE,
      name => ['/api/v1/variable/create', { organization_id, name: `of_${name}`, type: 'text', value: '' }],
    ],
    [
      'create a workflow',
      'editor',
      NO_WRITE,
      () => ['/api/v3/workflow/create', { name: 'workflow', definition, organization_id }],
    ],
    ['publish', 'editor', NO_WRITE, () => ['/api/v3/workflow/publish', { workflow_id }]],
    [
      'create a credential',
      'editor',
      NO_WRITE,
      name => [
        '/api/v1/credential/create',
        { organization_id, name: `of ${name}`, kind: 'bearer', hosts: ['example.org'], fields: { token: 'x' } },
      ],
    ],
    ['add a viewer', 'admin', DENIED, async () => [SET, { ...(await newMember()), role: 'viewer' }]],
    ['add an admin', 'admin', DENIED, async () => [SET, { ...(await newMember()), role: 'admin' }]],
    ['add an owner', 'owner', DENIED, async () => [SET, { ...(await newMember()), role: 'owner' }]],
    ['rename', 'owner', DENIED, () => ['/api/v1/organization/update', { id: organization_id, name: 'Mill' }]],
  ];
  for (const [what, least, refusal, act] of acts) {
    for (const role of ROLES) {
      const [path, body] = await act(role);
      const expected = ROLES.indexOf(role) >= ROLES.indexOf(least) ? 'ok' : refusal;
      assert.equal(summarize(await service.call(path, body, people[role].key)), expected, `${role}: ${what}`);
    }
  }
  for (const limits of [{ credits: null }, { storage_quota: 5 }, { name: 'Mill', credits: 3 }]) {
    const update = { id: organization_id, ...limits };
    await service.refuse(403, 'permission denied', '/api/v1/organization/update', update, people.owner.key);
  }
});

suite('members are changed', () => {
  test('by admins up to their own role, and owners only by owners', async () => {
    const { organization_id, people } = await organizationOf({
      owner: 'owner',
      second: 'owner',
      admin: 'admin',
      editor: 'editor',
    });
    const set = (by: Person, of: Person, role: Role) =>
      service.call(SET, { organization_id, user_id: of.id, role }, by.key).then(summarize);
    const remove = (by: Person, of: Person) =>
      service.call(REMOVE, { organization_id, user_id: of.id }, by.key).then(summarize);
    const { owner, second, admin, editor } = people;
    assert.equal(await set(admin, owner, 'admin'), DENIED);
    assert.equal(await remove(admin, owner), DENIED);
    assert.equal(await set(admin, admin, 'owner'), DENIED);
    assert.equal(await set(admin, editor, 'operator'), 'ok');
    assert.equal(await remove(editor, editor), DENIED);
    assert.equal(await set(owner, admin, 'owner'), 'ok');
    assert.equal(await remove(owner, admin), 'ok');
    assert.equal(await set(second, owner, 'viewer'), 'ok');
    const last = '422 An organization keeps an owner: name another one first';
    assert.equal(await set(second, second, 'admin'), last);
    assert.equal(await remove(second, second), last);
    assert.deepEqual(
      await rolesIn(organization_id),
      new Map(
        Object.entries({ [owner.id]: 'viewer', [second.id]: 'owner', [editor.id]: 'operator' }).toSorted() as [
          string,
          Role,
        ][],
      ),
    );
    // Administrators of the installation may do it: somebody may have left the company.
    await service.ask(REMOVE, { organization_id, user_id: second.id });
  });

  test('so that an owner remains when two remove each other at once', async () => {
    const { organization_id, people } = await organizationOf({ one: 'owner', two: 'owner' });
    const { one, two } = people;
    const outcomes = await Promise.all([
      service.call(REMOVE, { organization_id, user_id: two.id }, one.key).then(summarize),
      service.call(REMOVE, { organization_id, user_id: one.id }, two.key).then(summarize),
    ]);
    assert.deepEqual(outcomes.toSorted(), [DENIED, 'ok'].toSorted());
    assert.deepEqual([...(await rolesIn(organization_id)).values()], ['owner']);
  });

  test('by nobody who does not belong to it, and who does not learn whether there is one', async () => {
    const { organization_id, people } = await organizationOf({ owner: 'owner' });
    const stranger = await service.person();
    for (const id of [organization_id, randomUUID()]) {
      const member = { organization_id: id, user_id: people.owner.id };
      await service.refuse(403, 'permission denied', SET, { ...member, role: 'viewer' }, stranger.key);
      await service.refuse(403, 'permission denied', REMOVE, member, stranger.key);
      const rename = { id, name: 'Mill' };
      await service.refuse(403, 'permission denied', '/api/v1/organization/update', rename, stranger.key);
    }
  });

  test('with a role or with write, which leaves a role that agrees', async () => {
    const { organization_id, people } = await organizationOf({ one: 'admin' });
    const member = { organization_id, user_id: people.one.id };
    const role = async () => (await rolesIn(organization_id)).get(people.one.id);
    const steps: [sent: object, then: Role][] = [
      [{ write: true }, 'admin'],
      [{ write: false }, 'viewer'],
      [{ role: 'operator' }, 'operator'],
      [{ write: false }, 'operator'],
      [{ write: true }, 'editor'],
    ];
    for (const [sent, then] of steps) {
      await service.ask(SET, { ...member, ...sent });
      assert.equal(await role(), then, JSON.stringify(sent));
    }
    await service.refuse(422, 'validation error: write: must be left out beside a role', SET, {
      ...member,
      role: 'viewer',
      write: false,
    });
    const filters = [
      ['subject.id', '==', organization_id],
      ['action', '==', 'organization.member.set'],
    ];
    const entries = await service.ask<AuditEvent[]>('/api/v1/audit/find', { filters });
    assert.deepEqual(entries.map(({ details }) => (details as { role: Role }).role).toReversed(), [
      'admin',
      'viewer',
      'operator',
      'editor',
    ]);
  });

  test('by a process of the version before, which knows no roles', async () => {
    const { organization_id, people } = await organizationOf({ one: 'admin', two: 'operator' });
    const other = await service.person();
    const change = (userId: string, write: boolean) =>
      sql`INSERT INTO organization_members (organization_id, user_id, write) VALUES (${organization_id}, ${userId}, ${write})
        ON CONFLICT (organization_id, user_id) DO UPDATE SET write = ${write}`.execute(database);
    await change(people.one.id, true);
    await change(people.two.id, true);
    await change(other.id, false);
    const roles = await rolesIn(organization_id);
    assert.deepEqual(
      [people.one, people.two, other].map(({ id }) => roles.get(id)),
      ['admin', 'editor', 'viewer'],
    );
  });
});

test('everyone sees the organizations that they belong to, with their role and the members', async () => {
  const { organization_id, people } = await organizationOf({ one: 'operator', two: 'owner' });
  const { items } = await service.ask<OwnOrganizations>('/api/v1/organization/mine', {}, people.one.key);
  const members = [
    { user_id: people.one.id, role: 'operator' },
    { user_id: people.two.id, role: 'owner' },
  ].sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
  assert.deepEqual(items, [{ id: organization_id, name: 'organization', role: 'operator', members }]);
  const stranger = await service.person();
  assert.deepEqual(await service.ask('/api/v1/organization/mine', {}, stranger.key), { items: [] });
});
