/** Calls of webhooks: who may make them, and which runs they start. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { rawRequest } from './raw-request.ts';
import { defineHook, echo, findHookPath, publishHook } from './webhook-calls.ts';

const service = await testService();
const ann = await service.person();
const bob = await service.person();

const NOT_FOUND = 'Webhook not found';
const NOT_ACTIVE = 'The workflow of this webhook is not active';

suite('a call', () => {
  test('starts a run of the published version on behalf of the user who published it', async () => {
    const hook = await publishHook(service, ann);
    const run = await hook.waitForRun(await hook.call({ x: [1, 'ä'] }));
    const { status, version, automatic, trigger_type, trigger_node_id, trigger_depth, workflow_id } = run;
    assert.deepEqual(
      { status, version, automatic, trigger_type, trigger_node_id, trigger_depth, workflow_id },
      {
        status: 'success',
        version: 1,
        automatic: true,
        trigger_type: 'trigger.webhook',
        trigger_node_id: 'hook',
        trigger_depth: 0,
        workflow_id: hook.workflowId,
      },
    );
    assert.equal(run.created.user_id, ann.id);
    assert.partialDeepStrictEqual(readResult(run), { body: { x: [1, 'ä'] }, query: {} });
  });

  test('needs no key, and ignores any key that is sent', async () => {
    const hook = await publishHook(service, ann);
    await hook.call({}, { 'uni-api-key': 'nonsense' });
    await hook.call({}, { 'uni-api-key': bob.key });
  });

  test('updates last_fired_at', async () => {
    const hook = await publishHook(service, ann);
    const readLastFired = async () => (await hook.change('deployment')).triggers[0]?.last_fired_at;
    assert.equal(await readLastFired(), null);
    const before = Date.now();
    await hook.call();
    const first = await readLastFired();
    assert.ok(typeof first === 'number' && first >= before - 1000 && first <= Date.now() + 1000);
    const NUL = 'validation error: body: NUL characters are not allowed';
    await hook.refuse(422, NUL, '"\\u0000"', { 'content-type': 'application/json' });
    assert.equal(await readLastFired(), first, 'a refused one is not');
  });

  test('must be a POST', async () => {
    const hook = await publishHook(service, ann);
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status, body } = await service.send(hook.path, { method });
      assert.deepEqual([status, body], [405, { detail: 'method not allowed' }]);
    }
    assert.equal(await hook.count(), 0);
  });

  test('executes what is published, not the draft', async () => {
    const hook = await publishHook(service, ann, defineHook(node('done', 'output', { value: 'first' })));
    const update = (value: string) => {
      const definition = defineHook(node('done', 'output', { value }));
      return service.ask('/api/v3/workflow/update', { id: hook.workflowId, definition }, ann.key);
    };
    await update('second');
    assert.equal(readResult(await hook.waitForRun(await hook.call())), 'first');
    const again = await hook.change('publish');
    assert.equal(findHookPath(again), hook.path, 'publishing again keeps the URL');
    const run = await hook.waitForRun(await hook.call());
    assert.deepEqual([readResult(run), run.version], ['second', 2]);
  });

  test('starts the trigger of its URL', async () => {
    const definition = {
      nodes: [
        node('hook', 'trigger.webhook'),
        node('other', 'trigger.webhook'),
        node('by_hook', 'output', { value: 'hook' }),
        node('by_other', 'output', { value: 'other' }),
      ],
      edges: [edge('hook', 'by_hook'), edge('other', 'by_other')],
    };
    const hook = await publishHook(service, ann, definition);
    assert.equal(readResult(await hook.waitForRun(await hook.call())), 'hook');
    hook.path = findHookPath(await hook.change('deployment'), 'other');
    const run = await hook.waitForRun(await hook.call());
    assert.deepEqual([readResult(run), run.trigger_node_id], ['other', 'other']);
  });

  test('runs as the user who last published or activated the workflow', async () => {
    const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
    const hook = await publishHook(service, ann, echo, { sharing });
    await service.ask('/api/v3/workflow/activate', { workflow_id: hook.workflowId, active: true }, bob.key);
    const path = `/api/v3/workflow/runs/get?entity_id=${await hook.call()}`;
    const run = await service.ask<Run>(path, {}, bob.key);
    assert.equal(run.created.user_id, bob.id);
  });
});

suite('a call is answered with 404', () => {
  test('if the trigger is unknown or not an id', async () => {
    const hook = await publishHook(service, ann);
    const secret = hook.path.split('/').at(-1) ?? '';
    const ids = [randomUUID(), 'x', 'null', '%00', 'a%20b', "x'--", hook.workflowId, '%F0%9F%98%80', '0'.repeat(5000)];
    for (const id of ids) {
      hook.path = `/api/v3/workflow/hook/${id}/${secret}`;
      await hook.refuse(404, NOT_FOUND);
    }
  });

  test('with another secret of any length', async () => {
    const hook = await publishHook(service, ann);
    const [secret = '', ...rest] = hook.path.split('/').reverse();
    const base = rest.reverse().join('/');
    const changed = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
    const others = [changed, secret.slice(1), `${secret}A`, secret.toLowerCase(), 'x', '%00', '%20', 'null'];
    for (const other of [...others, 'A'.repeat(4096), 'A'.repeat(4097), 'A'.repeat(15_000)]) {
      hook.path = `${base}/${other}`;
      await hook.refuse(404, NOT_FOUND);
    }
    for (const path of [`${base}/`, base, `${base}/${secret}/`, `${base}/${secret}/x`]) {
      assert.equal((await service.send(path)).status, 404, path);
    }
    assert.equal((await service.send(`${base}/%ff`)).status, 404);
    assert.equal(await hook.count(), 0);
  });

  test('with a secret of a megabyte', async () => {
    const hook = await publishHook(service, ann);
    const base = hook.path.split('/').slice(0, -1).join('/');
    for (const length of [17_000, 2 ** 20]) {
      const head = `POST ${base}/${'A'.repeat(length)} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`;
      const { status, body } = await rawRequest(service.url, head);
      assert.deepEqual([status, JSON.parse(body)], [404, { detail: 'not found' }]);
    }
  });

  test('before the body is read', async () => {
    const path = `/api/v3/workflow/hook/${randomUUID()}/secret`;
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{`;
    const { status, body } = await rawRequest(service.url, head);
    assert.deepEqual([status, JSON.parse(body)], [404, { detail: NOT_FOUND }]);
  });

  test('with the secret before it was regenerated', async () => {
    const hook = await publishHook(service, ann);
    await hook.call();
    const fresh = findHookPath(await hook.change('trigger/regenerate', { node_id: 'hook' }));
    await hook.refuse(404, NOT_FOUND);
    hook.path = fresh;
    await hook.call();
    assert.equal(await hook.count(), 2);
  });

  test('if the published version no longer has the trigger', async () => {
    const hook = await publishHook(service, ann);
    const definition = {
      nodes: [node('other', 'trigger.webhook'), node('done', 'output', { value: 1 })],
      edges: [edge('other', 'done')],
    };
    await service.ask('/api/v3/workflow/update', { id: hook.workflowId, definition }, ann.key);
    await hook.call();
    await hook.change('publish');
    await hook.refuse(404, NOT_FOUND);
  });

  test('if the workflow was deleted', async () => {
    const hook = await publishHook(service, ann);
    await service.ask(`/api/v3/workflow/delete?entity_id=${hook.workflowId}`, {}, ann.key);
    await hook.refuse(404, NOT_FOUND);
  });

  test('if the trigger is not a webhook', async () => {
    const definition = {
      nodes: [node('daily', 'trigger.schedule', { cron: '0 7 * * *' }), node('done', 'output', { value: 1 })],
      edges: [edge('daily', 'done')],
    };
    const workflow_id = await createWorkflow(service, definition, ann.key);
    await service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id }, ann.key);
    const { query: db } = service.service.system.database;
    const { id } = await db
      .selectFrom('workflow_triggers')
      .select('id')
      .where('workflow_id', '=', workflow_id)
      .executeTakeFirstOrThrow();
    const { status, body } = await service.send(`/api/v3/workflow/hook/${id}/null`);
    assert.deepEqual([status, body], [404, { detail: NOT_FOUND }]);
  });
});

test('a call is refused while the workflow is not active', async () => {
  const hook = await publishHook(service, ann);
  const right = hook.path;
  await hook.change('activate', { active: false });
  await hook.refuse(404, NOT_ACTIVE);
  hook.path = `${right}x`;
  await hook.refuse(404, NOT_FOUND);
  hook.path = right;
  await hook.change('activate', { active: true });
  await hook.call();
  assert.equal(await hook.count(), 1);
});
