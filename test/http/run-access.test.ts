/** Tests who may run, see, cancel and delete: calls every run endpoint as every kind of user and checks each refusal. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, type Reply, testService } from '../support/service.ts';

const service = await testService();

const DENIED = '403 permission denied';
const NO_ACCESS = '403 You do not have access to this workflow';
const NO_RUN = "403 This workflow is shared with you without the 'workflow.run' permission";
const OUTSIDER = '403 User is not a member of the organization';
const NO_WRITE = '403 User does not have write permissions in the organization';
const MISSING = '404 entity not found';
const NO_RUN_FOUND = '404 Workflow run not found';
const INVALID = '401 API key is invalid';
const ALREADY_ENDED = '422 A success run can not be cancelled';

const definition = chain(node('done', 'output', { value: '{{ input }}' }));

type Target = { workflow: string; run: string };
type Call = (target: Target) => [path: string, body: unknown];

const ENDPOINTS = {
  run: ({ workflow }) => ['/run', { workflow_id: workflow }],
  'run/stream': ({ workflow }) => ['/run/stream', { workflow_id: workflow }],
  'run/cancel': ({ run }) => ['/run/cancel', { run_id: run }],
  'runs/find': () => ['/runs/find', {}],
  'runs/count': () => ['/runs/count', {}],
  'runs/get': ({ run }) => [`/runs/get?entity_id=${run}`, {}],
  'runs/delete': ({ run }) => [`/runs/delete?entity_id=${run}`, {}],
} satisfies Record<string, Call>;

function summarize({ status, body }: Reply): string {
  return status === 200 ? 'ok' : `${status} ${(body as { detail: string }).detail}`;
}

async function answer(call: Call, target: Target, key: string): Promise<string> {
  const [path, body] = call(target);
  return summarize(await service.call(`/api/v3/workflow${path}`, body, key));
}

const begin = (workflow_id: string, person: Person) =>
  service.ask<Run>('/api/v3/workflow/run', { workflow_id }, person.key);

suite('running a workflow', () => {
  const createPeople = async () => ({
    owner: await service.person(),
    groupOwner: await service.person(),
    writer: await service.person(),
    groupWriter: await service.person(),
    reader: await service.person(),
    runner: await service.person(),
    groupRunner: await service.person(),
    exporter: await service.person(),
    stranger: await service.person(),
  });

  async function sharedWorkflow(
    people: Awaited<ReturnType<typeof createPeople>>,
    organization_id: string | null = null,
  ) {
    const share = ({ email }: Person, write: boolean, scopes = {}) => ({ user_email: email, write, scopes });
    const workflow = await createWorkflow(service, definition, people.owner.key, {
      organization_id,
      sharing: [
        share(people.writer, true),
        share(people.reader, false),
        share(people.runner, false, { 'workflow.run': true }),
        share(people.exporter, false, { 'workflow.export': true, 'workflow.copy': true }),
      ],
      group_sharing: [
        { group_id: await service.group([people.groupWriter]), write: true },
        { group_id: await service.group([people.groupRunner]), write: false, scopes: { 'workflow.run': true } },
      ],
    });
    const group_id = await service.group([people.groupOwner]);
    await service.ask('/api/v1/workflow/owner', { workflow_id: workflow, group_id }, people.owner.key);
    return workflow;
  }

  test('is allowed to the owner, by a share to write, and by a share to read with that permission', async () => {
    const people = await createPeople();
    const workflow = await sharedWorkflow(people);
    const outcomes: Record<keyof typeof people, string> = {
      owner: 'ok',
      groupOwner: 'ok',
      writer: 'ok',
      groupWriter: 'ok',
      reader: NO_RUN,
      runner: 'ok',
      groupRunner: 'ok',
      exporter: NO_RUN,
      stranger: NO_ACCESS,
    };
    for (const who of Object.keys(people) as (keyof typeof people)[]) {
      for (const call of [ENDPOINTS.run, ENDPOINTS['run/stream']]) {
        assert.equal(await answer(call, { workflow, run: '' }, people[who].key), outcomes[who], who);
      }
      const mine = await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, people[who].key);
      assert.equal(mine.length, outcomes[who] === 'ok' ? 2 : 0, who);
      for (const { created } of mine) assert.equal(created.user_id, people[who].id);
    }
    const nowhere = { workflow: randomUUID(), run: '' };
    assert.equal(await answer(ENDPOINTS.run, nowhere, people.owner.key), '404 Workflow not found');
  });

  test('of an organization is allowed to members with write access, whoever owns or shares it', async () => {
    const people = await createPeople();
    const member = await service.person();
    const organization = await service.organization([
      { person: people.owner, write: true },
      { person: people.writer, write: true },
      { person: people.groupWriter, write: false },
      { person: people.runner, write: true },
      { person: people.reader, write: true },
      { person: member, write: true },
    ]);
    const workflow = await sharedWorkflow(people, organization);
    for (const [person, outcome] of [
      [people.owner, 'ok'],
      [people.writer, 'ok'],
      [people.runner, 'ok'],
      [people.groupWriter, NO_WRITE],
      [people.groupOwner, OUTSIDER],
      [people.groupRunner, OUTSIDER],
      [people.reader, NO_RUN],
      [member, NO_ACCESS],
    ] as const) {
      for (const call of [ENDPOINTS.run, ENDPOINTS['run/stream']]) {
        assert.equal(await answer(call, { workflow, run: '' }, person.key), outcome);
      }
    }
    assert.equal((await begin(workflow, people.owner)).organization_id, organization);
    await service.ask('/api/v1/organization/member/set', {
      organization_id: organization,
      user_id: people.owner.id,
      write: false,
    });
    assert.equal(await answer(ENDPOINTS.run, { workflow, run: '' }, people.owner.key), NO_WRITE);
  });

  test('is refused after the share was revoked, even for a request that was accepted before', async () => {
    const people = await createPeople();
    const workflow = await sharedWorkflow(people);
    const headers = { 'content-type': 'application/json', 'uni-api-key': people.writer.key, 'idempotency-key': 'k' };
    const body = JSON.stringify({ workflow_id: workflow });
    assert.equal(summarize(await service.send('/api/v3/workflow/run', { body, headers })), 'ok');
    await service.ask('/api/v3/workflow/update', { id: workflow, sharing: [] }, people.owner.key);
    assert.equal(summarize(await service.send('/api/v3/workflow/run', { body, headers })), NO_ACCESS);
    const [mine] = await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, people.writer.key);
    assert.ok(mine, 'the run itself is still the one who ran it');
  });
});

suite('an account', () => {
  for (const [permission, outcomes] of Object.entries({
    write: { run: 'ok', 'run/stream': 'ok', 'run/cancel': ALREADY_ENDED, read: 'ok', 'runs/delete': 'ok' },
    read: { run: DENIED, 'run/stream': DENIED, 'run/cancel': DENIED, read: 'ok', 'runs/delete': DENIED },
    none: { run: DENIED, 'run/stream': DENIED, 'run/cancel': DENIED, read: DENIED, 'runs/delete': DENIED },
  })) {
    test(`with the permission ${permission} can do what this permission allows`, async () => {
      const person = await service.person();
      const workflow = await createWorkflow(service, definition, person.key);
      const { id: run } = await begin(workflow, person);
      await service.ask('/api/v1/user/update', { id: person.id, permissions: { workflow: permission } });
      const expected: Record<keyof typeof ENDPOINTS, string> = {
        ...outcomes,
        'runs/find': outcomes.read,
        'runs/count': outcomes.read,
        'runs/get': outcomes.read,
      };
      for (const name of Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]) {
        assert.equal(await answer(ENDPOINTS[name], { workflow, run }, person.key), expected[name], name);
      }
    });
  }

  test('that was disabled has no valid key', async () => {
    const person = await service.person();
    const workflow = await createWorkflow(service, definition, person.key);
    const { id: run } = await begin(workflow, person);
    await service.ask('/api/v1/user/update', { id: person.id, enabled: false });
    for (const call of Object.values(ENDPOINTS)) {
      assert.equal(await answer(call, { workflow, run }, person.key), INVALID);
    }
  });

  test('has keys whose scopes do not include one another', async () => {
    const person = await service.person();
    const workflow = await createWorkflow(service, definition, person.key);
    const { id: run } = await begin(workflow, person);
    const reading = await service.key(person.id, ['service.workflow']);
    const writing = await service.key(person.id, ['service.workflow.write']);
    for (const [name, call] of Object.entries(ENDPOINTS)) {
      const [right, wrong] = name === 'runs/delete' ? [writing, reading] : [reading, writing];
      assert.equal(await answer(call, { workflow, run }, wrong), INVALID, name);
      assert.equal(await answer(call, { workflow, run }, right), name === 'run/cancel' ? ALREADY_ENDED : 'ok', name);
    }
  });
});

suite('runs', () => {
  test('are visible only to the user on whose behalf they executed', async () => {
    const [owner, writer] = [await service.person(), await service.person()];
    const sharing = [{ user_email: writer.email, write: true }];
    const workflow = await createWorkflow(service, definition, owner.key, { sharing });
    const { id: run } = await begin(workflow, writer);
    for (const key of [owner.key, (await service.person()).key, undefined]) {
      for (const call of [ENDPOINTS['runs/get'], ENDPOINTS['runs/delete']]) {
        const [path, body] = call({ workflow, run });
        const refusal = await service.call(`/api/v3/workflow${path}`, body, key);
        const missing = await service.call(`/api/v3/workflow${path}`.replace(run, randomUUID()), body, key);
        assert.equal(summarize(refusal), MISSING);
        assert.deepEqual(refusal.body, missing.body);
      }
      const filters = [['id', '==', run]];
      assert.deepEqual(await service.ask('/api/v3/workflow/runs/find', { filters }, key), []);
      assert.equal(await service.ask('/api/v3/workflow/runs/count', { filters }, key), 0);
    }
    assert.equal(await answer(ENDPOINTS['runs/get'], { workflow, run }, writer.key), 'ok');
    assert.equal(await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run}`, {}, writer.key), run);
    assert.equal(await answer(ENDPOINTS['runs/get'], { workflow, run }, writer.key), MISSING);
    assert.equal(await answer(ENDPOINTS['runs/delete'], { workflow, run }, writer.key), MISSING);
  });

  test('can not be cancelled by users who can not see them', async () => {
    const [owner, reader, stranger] = [await service.person(), await service.person(), await service.person()];
    const sharing = [{ user_email: reader.email, write: false, scopes: { 'workflow.run': true } }];
    const workflow = await createWorkflow(service, definition, owner.key, { sharing });
    const { id: run } = await begin(workflow, owner);
    for (const { key } of [reader, stranger]) {
      assert.equal(await answer(ENDPOINTS['run/cancel'], { workflow, run }, key), NO_RUN_FOUND);
    }
    assert.equal(await answer(ENDPOINTS['run/cancel'], { workflow, run }, owner.key), ALREADY_ENDED);
    assert.equal(await answer(ENDPOINTS['run/cancel'], { workflow, run: randomUUID() }, owner.key), NO_RUN_FOUND);
  });
});
