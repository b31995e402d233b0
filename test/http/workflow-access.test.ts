/** Who may use which workflow endpoint: each one as every kind of user, with the exact message of each refusal. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { type Person, testService } from '../support/service.ts';
import { casesOf, firstPer } from '../support/tiers.ts';

const service = await testService();

const MISSING = '404 entity not found';
const NO_WORKFLOW = '404 Workflow not found';
const NO_ACCESS = '403 You do not have access to this workflow';
const WITHOUT = (permission: string) => `403 This workflow is shared with you without the '${permission}' permission`;
const DENIED = '403 permission denied';
const OUTSIDER = '403 User is not a member of the organization';
const NO_WRITE = '403 User does not have write permissions in the organization';

/** What an endpoint answers to each kind of user. `ok` is any answer with status 200. */
interface Expectation {
  write: string;
  read: string;
  /** The scope with which a read share also gives access to the endpoint. */
  scope?: 'workflow.export' | 'workflow.copy';
  stranger: string;
  missing: string;
  /** The answer to an account that may only read workflows. */
  readOnlyAccount: string;
}

const byEntity = { stranger: MISSING, missing: MISSING };
const byWorkflow = { stranger: NO_ACCESS, missing: NO_WORKFLOW };
const forWriters = { write: 'ok', read: NO_ACCESS, readOnlyAccount: DENIED };
const forReaders = { write: 'ok', read: 'ok', readOnlyAccount: 'ok' };

type Call = (workflowId: string, revisionId: string) => [path: string, body: unknown];

interface Tried {
  call: Call;
  expected: Expectation;
  /** Whether a workflow is another one after an accepted call. */
  changes?: true;
}

const ENDPOINTS: Record<string, Tried> = {
  get: { call: id => [`/get?entity_id=${id}`, {}], expected: { ...forReaders, ...byEntity } },
  update: {
    call: id => ['/update', { id, description: 'new' }],
    expected: { ...forWriters, ...byEntity },
    changes: true,
  },
  validate: { call: id => ['/validate', { workflow_id: id }], expected: { ...forReaders, ...byWorkflow } },
  deployment: { call: id => ['/deployment', { workflow_id: id }], expected: { ...forWriters, ...byWorkflow } },
  publish: {
    call: id => ['/publish', { workflow_id: id }],
    expected: { ...forWriters, ...byWorkflow },
    changes: true,
  },
  activate: {
    call: id => ['/activate', { workflow_id: id, active: true }],
    expected: { ...forWriters, ...byWorkflow },
    changes: true,
  },
  revisions: { call: id => ['/revisions', { workflow_id: id }], expected: { ...forReaders, ...byWorkflow } },
  'revision/get': {
    call: (id, revision) => ['/revision/get', { workflow_id: id, revision_id: revision }],
    expected: { ...forReaders, ...byWorkflow },
  },
  'revision/restore': {
    call: (id, revision) => ['/revision/restore', { workflow_id: id, revision_id: revision }],
    expected: { ...forWriters, ...byWorkflow },
    changes: true,
  },
  'trigger/regenerate': {
    call: id => ['/trigger/regenerate', { workflow_id: id, node_id: 'hook' }],
    expected: { ...forWriters, ...byWorkflow },
    changes: true,
  },
  assistant: {
    call: id => ['/assistant', { workflow_id: id }],
    expected: { ...forReaders, readOnlyAccount: DENIED, ...byWorkflow },
  },
  export: {
    call: id => ['/export', { workflow_id: id }],
    expected: { ...forReaders, read: WITHOUT('workflow.export'), scope: 'workflow.export', ...byWorkflow },
  },
  copy: {
    call: id => ['/copy', { workflow_id: id }],
    expected: { ...forWriters, read: WITHOUT('workflow.copy'), scope: 'workflow.copy', ...byWorkflow },
  },
  delete: {
    call: id => [`/delete?entity_id=${id}`, {}],
    expected: { ...forWriters, ...byEntity },
    changes: true,
  },
};

const DEFINITION = {
  nodes: [
    { id: 'hook', type: 'trigger.webhook', name: '', params: {}, position: null },
    { id: 'start', type: 'trigger.manual', name: '', params: {}, position: null },
  ],
  edges: [],
};

const people = {
  owner: await service.person(),
  groupOwner: await service.person(),
  writer: await service.person(),
  groupWriter: await service.person(),
  reader: await service.person(),
  groupReader: await service.person(),
  runner: await service.person(),
  exporter: await service.person(),
  copier: await service.person(),
  groupCopier: await service.person(),
  stranger: await service.person(),
};
const groups = {
  owning: await service.group([people.groupOwner]),
  writing: await service.group([people.groupWriter]),
  reading: await service.group([people.groupReader]),
  copying: await service.group([people.groupCopier]),
};

interface SharedWorkflow {
  id: string;
  revision: string;
}

/** Creates a published workflow that is shared in every way. */
async function sharedWorkflow(owner: Person, organizationId: string | null = null): Promise<SharedWorkflow> {
  const share = (person: Person, write: boolean, scopes = {}) => ({ user_email: person.email, write, scopes });
  const { id } = await service.ask<{ id: string }>(
    '/api/v3/workflow/create',
    {
      name: 'shared',
      organization_id: organizationId,
      definition: DEFINITION,
      sharing: [
        share(people.writer, true),
        share(people.reader, false),
        share(people.runner, false, { 'workflow.run': true }),
        share(people.exporter, false, { 'workflow.export': true }),
        share(people.copier, false, { 'workflow.copy': true }),
      ],
      group_sharing: [
        { group_id: groups.writing, write: true },
        { group_id: groups.reading, write: false },
        { group_id: groups.copying, write: false, scopes: { 'workflow.copy': true } },
      ],
    },
    owner.key,
  );
  await service.ask('/api/v3/workflow/publish', { workflow_id: id }, owner.key);
  await service.ask('/api/v1/workflow/owner', { workflow_id: id, group_id: groups.owning }, owner.key);
  const [revision] = await service.ask<{ id: string }[]>('/api/v3/workflow/revisions', { workflow_id: id }, owner.key);
  assert.ok(revision);
  return { id, revision: revision.id };
}

async function answer(call: Call, workflow: SharedWorkflow, person: Person): Promise<string> {
  const [path, body] = call(workflow.id, workflow.revision);
  const reply = await service.call(`/api/v3/workflow${path}`, body, person.key);
  return reply.status === 200 ? 'ok' : `${reply.status} ${(reply.body as { detail: string }).detail}`;
}

/** Calls that change nothing, because they are refused or only read, can share this one. */
const unchanged = await sharedWorkflow(people.owner);

/** Creates somebody who has a workflow, and then only this permission for workflows. */
async function restrictedOwner(workflow: 'read' | 'none') {
  const person = await service.person();
  const own = await sharedWorkflow(person);
  await service.ask('/api/v1/user/update', { id: person.id, permissions: { workflow } });
  return { person, own };
}

const readOnly = await restrictedOwner('read');
const without = await restrictedOwner('none');

for (const [name, { call, expected, changes }] of Object.entries(ENDPOINTS)) {
  suite(name, () => {
    const scoped = (scope: Expectation['scope']) => (expected.scope === scope ? 'ok' : expected.read);
    const cases: [keyof typeof people, string][] = [
      ['owner', expected.write],
      ['groupOwner', expected.write],
      ['writer', expected.write],
      ['groupWriter', expected.write],
      ['reader', expected.read],
      ['groupReader', expected.read],
      ['runner', expected.read],
      ['exporter', scoped('workflow.export')],
      ['copier', scoped('workflow.copy')],
      ['groupCopier', scoped('workflow.copy')],
      ['stranger', expected.stranger],
    ];
    for (const [who, outcome] of cases) {
      test(`answers ${who} with ${outcome}`, async () => {
        const workflow = changes && outcome === 'ok' ? await sharedWorkflow(people.owner) : unchanged;
        assert.equal(await answer(call, workflow, people[who]), outcome);
      });
    }

    test(`answers for a missing workflow with ${expected.missing}`, async () => {
      const nowhere = { id: randomUUID(), revision: randomUUID() };
      assert.equal(await answer(call, nowhere, people.owner), expected.missing);
    });

    test(`answers an account that may only read with ${expected.readOnlyAccount}`, async () => {
      assert.equal(await answer(call, readOnly.own, readOnly.person), expected.readOnlyAccount);
    });

    test(`answers an account without workflows with ${DENIED}`, async () => {
      assert.equal(await answer(call, without.own, without.person), DENIED);
    });
  });
}

const owner = await service.person();
const member = await service.person();
const organization = await service.organization([
  { person: owner, write: true },
  { person: member, write: true },
  { person: people.writer, write: true },
  { person: people.groupWriter, write: false },
]);
const unchangedInside = await sharedWorkflow(owner, organization);

suite('in an organization', () => {
  const IN_ORGANIZATION = new Set(['publish', 'activate']);

  const isOneOfTheRest = firstPer<[name: string, endpoint: unknown]>(([name]) => IN_ORGANIZATION.has(name) && name);
  for (const [name, { call, expected, changes }] of casesOf(Object.entries(ENDPOINTS), isOneOfTheRest)) {
    test(`${name} needs a share, and write access to publish or activate`, async () => {
      const answers = async (who: Person, outcome: string) => {
        const workflow = changes && outcome === 'ok' ? await sharedWorkflow(owner, organization) : unchangedInside;
        assert.equal(await answer(call, workflow, who), outcome);
      };
      await answers(people.writer, 'ok');
      await answers(people.groupWriter, IN_ORGANIZATION.has(name) ? NO_WRITE : 'ok');
      await answers(people.groupOwner, IN_ORGANIZATION.has(name) ? OUTSIDER : 'ok');
      // Membership alone shows nothing.
      await answers(member, expected.stranger);
    });
  }

  test('create, import and copy into it need write access there', async () => {
    const [member, guest, outsider] = [await service.person(), await service.person(), await service.person()];
    const organization_id = await service.organization([
      { person: member, write: true },
      { person: guest, write: false },
    ]);
    for (const [person, outcome] of [
      [member, 'ok'],
      [guest, NO_WRITE],
      [outsider, OUTSIDER],
    ] as const) {
      const own = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'own' }, person.key);
      const data = await service.ask('/api/v3/workflow/export', { workflow_id: own.id }, person.key);
      const calls: Call[] = [
        () => ['/create', { name: 'x', organization_id }],
        () => ['/import', { data, organization_id }],
        () => ['/copy', { workflow_id: own.id, organization_id }],
      ];
      for (const call of calls) assert.equal(await answer(call, { id: '', revision: '' }, person), outcome);
    }
  });
});

suite('find and count', () => {
  test('show owned and shared workflows, each with the permissions of the caller', async () => {
    const workflow = await sharedWorkflow(people.owner);
    const filters = [['id', '==', workflow.id]];
    for (const [who, person] of Object.entries(people)) {
      const found = await service.ask<{ permissions: unknown }[]>('/api/v3/workflow/find', { filters }, person.key);
      const count = await service.ask<number>('/api/v3/workflow/count', { filters }, person.key);
      assert.equal(count, found.length, who);
      assert.equal(found.length, who === 'stranger' ? 0 : 1, who);
      const write = ['owner', 'groupOwner', 'writer', 'groupWriter'].includes(who);
      if (found[0]) {
        assert.deepEqual(found[0].permissions, {
          owner: { user_id: people.owner.id, group_id: groups.owning },
          write,
          run: write || who === 'runner',
          export: write || who === 'exporter',
          copy: write || who === 'copier' || who === 'groupCopier',
        });
      }
    }
  });

  test('refuse an account without workflows', async () => {
    const person = await service.person({ permissions: { workflow: 'none' } });
    for (const path of ['find', 'count', 'catalog']) {
      await service.refuse(403, 'permission denied', `/api/v3/workflow/${path}`, {}, person.key);
    }
    await service.refuse(403, 'permission denied', '/api/v3/workflow/create', { name: 'x' }, person.key);
    await service.refuse(
      403,
      'permission denied',
      '/api/v3/workflow/schedule/preview',
      { cron: '0 * * * *' },
      person.key,
    );
  });
});

suite('the owning group', () => {
  test('can be set by an administrator for any workflow', async () => {
    const workflow = await sharedWorkflow(people.owner);
    await service.ask('/api/v1/user/update', { id: people.owner.id, enabled: false });
    const administrator = await service.person({ admin: true });
    const group_id = await service.group([people.stranger]);
    const change = { workflow_id: workflow.id, group_id };
    const changed = await service.ask<Workflow>('/api/v1/workflow/owner', change, administrator.key);
    assert.equal(changed.permissions.owner.group_id, group_id);
    assert.equal(changed.permissions.write, false, 'that gives the administrator nothing');
    const seen = await service.ask<Workflow>(`/api/v3/workflow/get?entity_id=${workflow.id}`, {}, people.stranger.key);
    assert.equal(seen.permissions.write, true);
    const unknown = { workflow_id: randomUUID(), group_id };
    await service.refuse(404, 'Workflow not found', '/api/v1/workflow/owner', unknown, administrator.key);
    await service.ask('/api/v1/user/update', { id: people.owner.id, enabled: true });
  });

  test('can be changed only by owners', async () => {
    const workflow = await sharedWorkflow(people.owner);
    const change = { workflow_id: workflow.id, group_id: null };
    await service.refuse(
      403,
      'You do not have access to this workflow',
      '/api/v1/workflow/owner',
      change,
      people.writer.key,
    );
    await service.ask('/api/v1/workflow/owner', change, people.groupOwner.key);
    await service.refuse(
      403,
      'You do not have access to this workflow',
      '/api/v1/workflow/owner',
      change,
      people.groupOwner.key,
    );
    await service.refuse(
      404,
      'entity not found',
      '/api/v1/workflow/owner',
      { workflow_id: workflow.id, group_id: randomUUID() },
      people.owner.key,
    );
  });
});
