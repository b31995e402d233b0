/** Tests automatic and paused runs whose user may no longer run the workflow. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Notification } from '../../src/accounts/schemas.ts';
import { type Person, testService } from '../support/service.ts';
import { asking, decide, findApprovalId, waitForEnd, type waitingRun } from './approval-workflows.ts';
import { poll } from './poll.ts';
import { publishHook, TestHook } from './webhook-calls.ts';

const service = await testService();

async function findNotifications({ key }: Person): Promise<Pick<Notification, 'kind' | 'title' | 'text'>[]> {
  const found = await service.ask<Notification[]>('/api/v1/notification/find', {}, key);
  return found.map(({ kind, title, text }) => ({ kind, title, text }));
}

/** Creates a workflow of one person that another person has published. */
async function publishWorkflow(owner: Person, publisher: Person, more: Record<string, unknown> = {}) {
  const hook = await publishHook(service, owner, undefined, {
    sharing: [{ user_email: publisher.email, write: true, scopes: {} }],
    ...more,
  });
  const { workflowId: workflow_id } = hook;
  const deployment = await service.ask<ConstructorParameters<typeof TestHook>[3]>(
    '/api/v3/workflow/publish',
    { workflow_id },
    publisher.key,
  );
  return new TestHook(service, publisher, workflow_id, deployment);
}

function formatReason({ email }: Person, why: string): string {
  return `The run can not be executed on behalf of ${email}: ${why}`;
}

suite('an automatic run fails when its user', () => {
  type Change = (publisher: Person, hook: TestHook, owner: Person, organization: string) => Promise<unknown>;
  const cases: Record<string, { change: Change; why: string; inOrganization?: boolean }> = {
    'was disabled': {
      change: ({ id }) => service.ask('/api/v1/user/update', { id, enabled: false }),
      why: 'the user is disabled',
    },
    'may not run workflows any more': {
      change: ({ id }) => service.ask('/api/v1/user/update', { id, permissions: { workflow: 'read' } }),
      why: 'the user may not run workflows',
    },
    'lost the share': {
      change: (_publisher, { workflowId: id }, owner) =>
        service.ask('/api/v3/workflow/update', { id, sharing: [] }, owner.key),
      why: 'the user has no access to the workflow',
    },
    'has only a share to read': {
      change: ({ email: user_email }, { workflowId: id }, owner) =>
        service.ask('/api/v3/workflow/update', { id, sharing: [{ user_email, write: false, scopes: {} }] }, owner.key),
      why: 'the user has no access to the workflow',
    },
    'left the organization': {
      change: ({ id: user_id }, _hook, _owner, organization_id) =>
        service.ask('/api/v1/organization/member/remove', { organization_id, user_id }),
      why: 'User is not a member of the organization',
      inOrganization: true,
    },
    'may not write in the organization any more': {
      change: ({ id: user_id }, _hook, _owner, organization_id) =>
        service.ask('/api/v1/organization/member/set', { organization_id, user_id, write: false }),
      why: 'User does not have write permissions in the organization',
      inOrganization: true,
    },
  };
  for (const [name, { change, why, inOrganization = false }] of Object.entries(cases)) {
    test(`${name}, and the owner is notified once`, async () => {
      const [owner, publisher] = [await service.person(), await service.person()];
      const organization = await service.organization([
        { person: owner, write: true },
        { person: publisher, write: true },
      ]);
      const hook = await publishWorkflow(owner, publisher, inOrganization ? { organization_id: organization } : {});
      assert.equal((await hook.waitForRun(await hook.call())).status, 'success');
      await change(publisher, hook, owner, organization);

      const ids = [await hook.call(), await hook.call()];
      for (const id of ids) {
        const { status, error, steps } = await waitForEndedRun(id);
        assert.deepEqual([status, error, steps], ['failed', formatReason(publisher, why), '[]']);
      }
      assert.deepEqual(await findNotifications(owner), [
        {
          kind: 'run_refused',
          title: 'Runs of workflow fail',
          text: `${formatReason(publisher, why)}. Publish or activate the workflow as a user who may run it.`,
        },
      ]);

      await service.ask('/api/v3/workflow/activate', { workflow_id: hook.workflowId, active: true }, owner.key);
      const again = new TestHook(service, owner, hook.workflowId, await readDeployment(hook.workflowId, owner));
      assert.equal((await again.waitForRun(await again.call())).status, 'success');
    });
  }
});

test('a waiting run fails, and preserves its steps, when its user may no longer run it', async () => {
  const [boss, owner, runner] = [await service.person(), await service.person(), await service.person()];
  const sharing = [{ user_email: runner.email, write: false, scopes: { 'workflow.run': true } }];
  const definition = asking({ assignees: boss.email });
  const { id: workflow_id } = await service.ask<{ id: string }>(
    '/api/v3/workflow/create',
    { name: 'shared', definition, sharing },
    owner.key,
  );
  const run = await service.ask<Awaited<ReturnType<typeof waitingRun>>>(
    '/api/v3/workflow/run',
    { workflow_id },
    runner.key,
  );
  assert.equal(run.status, 'waiting');
  await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing: [] }, owner.key);
  await decide(service, findApprovalId(run), boss);
  const ended = await waitForEnd(service, run.id, runner);
  assert.deepEqual(
    [ended.status, ended.error, ended.steps.map(({ node_id, status }) => [node_id, status])],
    [
      'failed',
      formatReason(runner, 'the user has no access to the workflow'),
      [
        ['start', 'success'],
        ['ask', 'success'],
      ],
    ],
  );
});

/** Reads the database, because a disabled user can send no requests. */
async function waitForEndedRun(id: string) {
  const db = service.service.system.database.query;
  return poll(async () => {
    const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return run.finished_at ? run : undefined;
  });
}

async function readDeployment(workflow_id: string, { key }: Person) {
  return service.ask<ConstructorParameters<typeof TestHook>[3]>('/api/v3/workflow/deployment', { workflow_id }, key);
}
