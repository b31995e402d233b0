/** While a workflow is changed, each webhook call uses either the state before the change or the state after it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newId } from '../../src/platform/ids.ts';
import { createBatchedAccept } from '../../src/runs/starting/accept-queued-runs.ts';
import type { PreparedQueuedRun } from '../../src/runs/starting/admission.ts';
import { TriggerChanged } from '../../src/runs/starting/admission.ts';
import type { CalledTrigger } from '../../src/runs/store/accept-statements.ts';
import { createFindWebhook } from '../../src/triggers/webhook-triggers.ts';
import { type Person, testService } from '../support/service.ts';
import { echo, findHookPath, publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService({ HEDDLE_QUEUED_RUNS: '10000' });
const [ann, bob] = [await service.person(), await service.person()];
const { database } = service.service.system;
const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
const shared = () => publishHook(service, ann, echo, { sharing });

const askAs = ({ key }: Person, { workflowId }: TestHook, endpoint: string, body: object = {}) =>
  service.ask(`/api/v3/workflow/${endpoint}`, { workflow_id: workflowId, ...body }, key);

suite('a call whose trigger was looked up before a change', () => {
  const findWebhook = createFindWebhook(database);
  const accept = createBatchedAccept({
    database,
    limits: { queued: 50, queuedPerUser: 1000, calls: undefined, startOf: () => null, decide: () => 'start' as const },
    shutdownSignal: new AbortController().signal,
  });
  const plainCall = (trigger: CalledTrigger): PreparedQueuedRun => {
    const run = { runId: newId(), trigger, input: '{}' };
    return { ...run, files: [], key: undefined, traceContext: null };
  };
  /** A call that waits for its run, which has begun. */
  const begunCall = (trigger: CalledTrigger): PreparedQueuedRun => ({
    ...plainCall(trigger),
    begun: { runnerId: newId(), version: 1, startedAt: new Date(), variables: null, end: undefined },
  });
  const findHookTrigger = async ({ path }: TestHook) => {
    const [secret = '', triggerId = ''] = path.split('/').reverse();
    const { published } = await findWebhook({ triggerId, secret });
    assert.ok(published);
    return published;
  };

  const changes: [what: string, change: (hook: TestHook) => Promise<unknown>][] = [
    ['runs as another user', hook => askAs(bob, hook, 'activate', { active: true })],
    ['is not active', hook => askAs(ann, hook, 'activate', { active: false })],
    ['has another secret', hook => askAs(ann, hook, 'trigger/regenerate', { node_id: 'hook' })],
    ['is deleted', hook => service.ask(`/api/v3/workflow/delete?entity_id=${hook.workflowId}`, {}, ann.key)],
  ];
  const cases = changes.flatMap(change => [
    { change, newCall: plainCall, state: '' },
    { change, newCall: begunCall, state: ', although its run has begun' },
  ]);
  for (const {
    change: [what, change],
    newCall,
    state,
  } of cases) {
    test(`is refused if the trigger now ${what}${state}`, async () => {
      const hook = await shared();
      const trigger = await findHookTrigger(hook);
      const call = () => accept(newCall(trigger));
      await call();
      await change(hook);
      await assert.rejects(call(), TriggerChanged);
      const other = await shared();
      const unchanged = await findHookTrigger(other);
      const [stale, fresh] = await Promise.allSettled([call(), accept(newCall(unchanged))]);
      assert.deepEqual([stale?.status, fresh?.status], ['rejected', 'fulfilled'], 'the others of its batch are');
      assert.equal(await other.count(), 1);
    });
  }

  test('is accepted if the workflow was only published again', async () => {
    const hook = await shared();
    const trigger = await findHookTrigger(hook);
    await askAs(ann, hook, 'publish');
    const { status } = await accept(plainCall(trigger));
    assert.equal(status, 'queued');
    await assert.rejects(accept(begunCall(trigger)), TriggerChanged, 'it has begun with the version before');
  });
});

test('files always belong to the user on whose behalf their run executes', async () => {
  const hook = await shared();
  let isOver = false;
  const changing = (async () => {
    for (let round = 0; !isOver; round++) await askAs(round % 2 === 0 ? bob : ann, hook, 'activate', { active: true });
  })();
  const files = database.query
    .selectFrom('runs')
    .innerJoin('files', 'files.run_id', 'runs.id')
    .select(['files.user_id', 'runs.created_by'])
    .where('workflow_id', '=', hook.workflowId);
  let accepted = 0;
  const owners = new Set<string>();
  for (let batch = 0; batch < 5 || owners.size < 2; batch++) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => hook.send({ file: { name: 'a.txt', data: 'QUFB' } })),
    );
    for (const { status, body } of replies) {
      assert.ok(status === 200 || status === 423, JSON.stringify(body));
      if (status === 200) accepted++;
    }
    for (const { user_id } of await files.execute()) owners.add(user_id);
  }
  isOver = true;
  await changing;
  const rows = await files.execute();
  assert.equal(rows.length, accepted);
  for (const { user_id, created_by } of rows) assert.equal(user_id, created_by);
});

test('an old URL starts no run once the request that replaced it is answered', async () => {
  const hook = await shared();
  for (let round = 0; round < 5; round++) {
    const concurrent = Array.from({ length: 10 }, () => hook.send({}));
    const fresh = findHookPath(await hook.change('trigger/regenerate', { node_id: 'hook' }));
    const after = await Promise.all(Array.from({ length: 10 }, () => hook.send({})));
    for (const { status } of after) assert.equal(status, 404);
    for (const { status } of await Promise.all(concurrent)) assert.ok(status === 200 || status === 404);
    hook.path = fresh;
    await hook.call();
  }
});

test('concurrent calls and publications all succeed', async () => {
  const hook = await shared();
  const calls = Array.from({ length: 100 }, () => hook.send({}));
  for (let round = 0; round < 5; round++) await hook.change('publish');
  for (const { status, body } of await Promise.all(calls)) assert.equal(status, 200, JSON.stringify(body));
  assert.equal(await hook.count(), 100);
});
