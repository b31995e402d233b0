/** Webhook calls while their workflow is changed: each is of what was there before, or of what is there after. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newId } from '../../src/platform/ids.ts';
import { createBatchedAccept, type PreparedQueuedRun } from '../../src/runs/starting/accept-queued-runs.ts';
import { TriggerChanged } from '../../src/runs/starting/admission.ts';
import type { CalledTrigger } from '../../src/runs/store/accept-statements.ts';
import { createFindTrigger } from '../../src/triggers/webhook-triggers.ts';
import { type Person, testService } from '../support/service.ts';
import { echo, pathOf, publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService({ HEDDLE_QUEUED_RUNS: '10000' });
const [ann, bob] = [await service.person(), await service.person()];
const { database } = service.service.system;
const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
const shared = () => publishHook(service, ann, echo, { sharing });

const askAs = ({ key }: Person, { workflowId }: TestHook, endpoint: string, body: object = {}) =>
  service.ask(`/api/v3/workflow/${endpoint}`, { workflow_id: workflowId, ...body }, key);

suite('a call whose trigger was looked up before', () => {
  const findTrigger = createFindTrigger(database);
  const accept = createBatchedAccept({
    database,
    limits: { queued: 50, queuedPerUser: 1000, calls: undefined },
    shutdownSignal: new AbortController().signal,
  });
  const plainCall = (trigger: CalledTrigger): PreparedQueuedRun => {
    const run = { runId: newId(), trigger, input: '{}' };
    return { ...run, files: [], key: undefined, traceContext: null };
  };
  const look = ({ path }: TestHook) => {
    const [secret = '', triggerId = ''] = path.split('/').reverse();
    return findTrigger({ triggerId, secret });
  };

  const changes: [what: string, change: (hook: TestHook) => Promise<unknown>][] = [
    ['runs as another', hook => askAs(bob, hook, 'activate', { active: true })],
    ['is not active', hook => askAs(ann, hook, 'activate', { active: false })],
    ['has another secret', hook => askAs(ann, hook, 'trigger/regenerate', { node_id: 'hook' })],
    ['is gone', hook => service.ask(`/api/v3/workflow/delete?entity_id=${hook.workflowId}`, {}, ann.key)],
  ];
  for (const [what, change] of changes) {
    test(`and now ${what} is not accepted so`, async () => {
      const hook = await shared();
      const trigger = await look(hook);
      const call = () => accept(plainCall(trigger));
      await call();
      await change(hook);
      await assert.rejects(call(), TriggerChanged);
      const other = await shared();
      const unchanged = await look(other);
      const [stale, fresh] = await Promise.allSettled([call(), accept(plainCall(unchanged))]);
      assert.deepEqual([stale?.status, fresh?.status], ['rejected', 'fulfilled'], 'the others of its batch are');
      assert.equal(await other.count(), 1);
    });
  }

  test('and is published again is accepted', async () => {
    const hook = await shared();
    const trigger = await look(hook);
    await askAs(ann, hook, 'publish');
    const { status } = await accept(plainCall(trigger));
    assert.equal(status, 'queued');
  });
});

test('files always belong to whom their run runs as', async () => {
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
  for (let batch = 0; batch < 10 || owners.size < 2; batch++) {
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

test('a dead URL starts nothing from the moment on at which its death was told', async () => {
  const hook = await shared();
  for (let round = 0; round < 5; round++) {
    const under = Array.from({ length: 10 }, () => hook.send({}));
    const fresh = pathOf(await hook.change('trigger/regenerate', { node_id: 'hook' }));
    const after = await Promise.all(Array.from({ length: 10 }, () => hook.send({})));
    for (const { status } of after) assert.equal(status, 404);
    for (const { status } of await Promise.all(under)) assert.ok(status === 200 || status === 404);
    hook.path = fresh;
    await hook.call();
  }
});

test('calls and publications at once stop neither', async () => {
  const hook = await shared();
  const calls = Array.from({ length: 100 }, () => hook.send({}));
  for (let round = 0; round < 5; round++) await hook.change('publish');
  for (const { status, body } of await Promise.all(calls)) assert.equal(status, 200, JSON.stringify(body));
  assert.equal(await hook.count(), 100);
});
