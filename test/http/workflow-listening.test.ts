/** "Wait for a call": the next call of a webhook runs the draft. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Caller } from '../../src/http/caller.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { createRenewals, listen } from '../../src/triggers/listening.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import { TestListener } from './console-workflows.ts';
import { poll } from './poll.ts';
import { defineHook, findHookPath, publishHook } from './webhook-calls.ts';

const service = await testService();
const { database } = service.service.system;
const ann = await service.person();
const bob = await service.person();

const echo = (mark: string) => defineHook(node('done', 'output', { value: { mark, input: '{{ input }}' } }));
const withBob = { sharing: [{ user_email: bob.email, write: true, scopes: {} }] };

function startListening(workflow_id: string, person: Person = ann, from = service): TestListener {
  return new TestListener(from, person.key, { workflow_id, node_id: 'hook' });
}

async function call(path: string, body: object = {}, from = service) {
  const headers = { 'content-type': 'application/json' };
  const reply = await from.send(path, { headers, body: JSON.stringify(body) });
  return { status: reply.status, body: reply.body as { run_id: string; status: string } };
}

/** Waits until the run has ended. */
function waitForRun(id: string, { key } = ann): Promise<Run> {
  return poll(async () => {
    const run = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {}, key);
    return ['queued', 'running'].includes(run.status) ? undefined : run;
  });
}

const NOT_ACTIVE = { detail: 'The workflow of this webhook is not active' };

async function countListeners(workflowId: string): Promise<number> {
  const { rowCount } = await database.pool.query('SELECT FROM webhook_listeners WHERE workflow_id = $1', [workflowId]);
  return rowCount ?? 0;
}

suite('a call of a webhook that was never published', () => {
  test('runs the draft with what was sent, and is answered with that run', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id);
    const path = await listener.path();
    const { status, body } = await call(`${path}?from=curl`, { order: 4711 });
    assert.deepEqual([status, body], [200, { run_id: body.run_id, status: 'queued' }]);
    assert.deepEqual(await listener.next(), { type: 'run', run_id: body.run_id });
    assert.equal(await listener.next(), 'over');
    const run = await waitForRun(body.run_id);
    const { mark, input } = readResult(run) as { mark: string; input: { body: unknown; query: unknown } };
    assert.deepEqual([mark, input.body, input.query], ['draft', { order: 4711 }, { from: 'curl' }]);
    assert.deepEqual(
      [run.version, run.trigger_node_id, run.trigger_type, run.automatic],
      [null, 'hook', 'trigger.webhook', false],
    );
    assert.equal(await countListeners(id), 0);
  });

  test('is refused when nobody waits, before and afterwards', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const first = startListening(id);
    const path = await first.path();
    await call(path);
    assert.deepEqual(await call(path), { status: 404, body: NOT_ACTIVE });
    const wrong = path.replace(/[^/]+$/, 'wrong');
    const second = startListening(id);
    assert.equal(await second.path(), path, 'the URL is the same each time');
    assert.deepEqual(await call(wrong), { status: 404, body: { detail: 'Webhook not found' } });
    await second.disconnect();
  });

  test('uses the draft as it is at that moment', async () => {
    const id = await createWorkflow(service, echo('old'), ann.key);
    const listener = startListening(id);
    const path = await listener.path();
    await service.ask('/api/v3/workflow/update', { id, definition: echo('new') }, ann.key);
    const { body } = await call(path);
    assert.equal((readResult(await waitForRun(body.run_id)) as { mark: string }).mark, 'new');
    const { rows } = await database.pool.query(
      'SELECT revision_id = (SELECT id FROM workflow_revisions WHERE workflow_id = $2 ORDER BY number DESC LIMIT 1) AS same FROM runs WHERE id = $1',
      [body.run_id, id],
    );
    assert.deepEqual(rows, [{ same: true }]);
  });

  test('that the draft can no longer take tells who waits why, and not who calls', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id);
    const path = await listener.path();
    const broken = defineHook(node('done', 'output', { value: '{{ 1 + }}' }));
    await service.ask('/api/v3/workflow/update', { id, definition: broken }, ann.key);
    assert.deepEqual(await call(path), { status: 404, body: NOT_ACTIVE });
    assert.match(
      String(await listener.next()),
      /^422 The workflow is not valid: Step 'done': 'value' is not a valid template: /,
    );
  });

  test('stores the files that it contains with the run', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id);
    const file = { name: 'a.txt', content_type: 'text/plain', data: Buffer.from('hello').toString('base64') };
    const { body } = await call(await listener.path(), { file });
    const result = readResult(await waitForRun(body.run_id)) as { input: { body: { file: { filename: string } } } };
    assert.equal(result.input.body.file.filename, 'a.txt');
    const { rows } = await database.pool.query('SELECT filename FROM files WHERE run_id = $1', [body.run_id]);
    assert.deepEqual(rows, [{ filename: 'a.txt' }]);
  });
});

suite('a call of a published webhook for which somebody waits', () => {
  test('is answered as always, and runs the draft in addition', async () => {
    const hook = await publishHook(service, ann, echo('published'));
    await service.ask('/api/v3/workflow/update', { id: hook.workflowId, definition: echo('draft') }, ann.key);
    const listener = startListening(hook.workflowId);
    assert.equal(await listener.path(), hook.path);
    const file = { name: 'a.txt', content_type: 'text/plain', data: Buffer.from('hello').toString('base64') };
    const runId = await hook.call({ order: 1, file });
    const event = await listener.next();
    assert.ok(typeof event === 'object' && event.type === 'run' && event.run_id !== runId);
    const marks = [];
    for (const id of [runId, event.run_id]) {
      const run = await waitForRun(id);
      const { mark, input } = readResult(run) as { mark: string; input: { body: { order: number } } };
      marks.push([mark, input.body.order, run.version]);
      const { rowCount } = await database.pool.query('SELECT FROM files WHERE run_id = $1', [id]);
      assert.equal(rowCount, 1, 'each run has its own file');
    }
    assert.deepEqual(marks, [
      ['published', 1, 1],
      ['draft', 1, null],
    ]);
    await hook.call({ order: 2 });
    assert.equal(await hook.count(), 3, 'only one call ran the draft');
  });

  test('is answered as always when the draft is broken', async () => {
    const hook = await publishHook(service, ann, echo('published'));
    const listener = startListening(hook.workflowId);
    await listener.path();
    const broken = chain(node('done', 'output', { value: 1 }));
    await service.ask('/api/v3/workflow/update', { id: hook.workflowId, definition: broken }, ann.key);
    await waitForRun(await hook.call());
    assert.equal(await listener.next(), "422 'hook' is not a webhook trigger of the workflow");
  });

  test('runs only the draft while the workflow is turned off', async () => {
    const hook = await publishHook(service, ann, echo('published'));
    await hook.change('activate', { active: false });
    await hook.refuse(404, NOT_ACTIVE.detail);
    const listener = startListening(hook.workflowId);
    assert.equal(await listener.path(), hook.path);
    const run = await waitForRun(await hook.call());
    assert.equal(run.version, null);
    assert.deepEqual(await listener.next(), { type: 'run', run_id: run.id });
    await hook.refuse(404, NOT_ACTIVE.detail);
  });
});

test('publishing keeps the URL that somebody waited with', async () => {
  const id = await createWorkflow(service, echo('draft'), ann.key);
  const listener = startListening(id);
  const path = await listener.path();
  const deployment = await service.ask<Deployment>('/api/v3/workflow/deployment', { workflow_id: id }, ann.key);
  assert.deepEqual(deployment.triggers, [], 'a reserved URL is not a trigger yet');
  const published = await service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
  assert.equal(findHookPath(published), path);
  const { body } = await call(path);
  const event = await listener.next();
  assert.ok(typeof event === 'object' && event.type === 'run' && event.run_id !== body.run_id);
  assert.equal((await waitForRun(body.run_id)).version, 1);
});

suite('people who wait at the same time', () => {
  test('take turns, while two tabs of one person get the same run', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key, withBob);
    const tab = startListening(id);
    const path = await tab.path();
    const bobs = startListening(id, bob);
    await bobs.path();
    const otherTab = startListening(id);
    await otherTab.path();
    const { body: first } = await call(path);
    assert.deepEqual(await tab.next(), { type: 'run', run_id: first.run_id });
    assert.deepEqual(await otherTab.next(), { type: 'run', run_id: first.run_id });
    const { body: second } = await call(path);
    assert.deepEqual(await bobs.next(), { type: 'run', run_id: second.run_id });
    assert.notEqual(first.run_id, second.run_id);
    await waitForRun(first.run_id);
    await waitForRun(second.run_id, bob);
    assert.equal((await call(path)).status, 404);
  });

  test('of many simultaneous calls, one runs the draft', async () => {
    const hook = await publishHook(service, ann, echo('published'));
    const listener = startListening(hook.workflowId);
    await listener.path();
    const runs = await Promise.all(Array.from({ length: 12 }, () => hook.call()));
    const event = await listener.next();
    assert.ok(typeof event === 'object' && event.type === 'run' && !runs.includes(event.run_id));
    assert.equal(await hook.count(), 13);
  });
});

suite('a listener', () => {
  test('hears of a call that another process takes', async t => {
    const other = await serviceOn(service.database);
    t.after(() => other.stopService());
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id);
    const { body } = await call(await listener.path(), {}, other);
    assert.deepEqual(await listener.next(), { type: 'run', run_id: body.run_id });
  });

  test('that disconnects is gone', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id);
    const path = await listener.path();
    await listener.disconnect();
    await poll(async () => ((await countListeners(id)) === 0 ? true : undefined));
    assert.deepEqual(await call(path), { status: 404, body: NOT_ACTIVE });
  });

  test('whose process died is not waited for', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id);
    const path = await listener.path();
    // A living process would renew its row, so this one is gone and its row comes back as it was left.
    const { rows } = await database.pool.query('SELECT trigger_id FROM webhook_listeners WHERE workflow_id = $1', [id]);
    await listener.disconnect();
    await poll(async () => ((await countListeners(id)) === 0 ? true : undefined));
    await database.pool.query(
      `INSERT INTO webhook_listeners (id, trigger_id, workflow_id, node_id, user_id, alive_until)
       VALUES ($1, $2, $3, 'hook', $4, now() - interval '1 second')`,
      [randomUUID(), rows[0].trigger_id, id, ann.id],
    );
    assert.deepEqual(await call(path), { status: 404, body: NOT_ACTIVE });
  });

  test('is told when nobody has called in time', async () => {
    const { listener, sealer } = service.service.system;
    const workflow_id = await createWorkflow(service, echo('draft'), ann.key);
    const checker = { requireValid: async () => ({ forAnyone: true }) };
    const caller: Caller = {
      keyId: randomUUID(),
      userId: ann.id,
      email: ann.email,
      name: '',
      admin: false,
      scopes: new Set(),
      workflowPermission: 'write',
    };
    const events: string[] = [];
    const renewals = createRenewals(database);
    await listen(
      { database, checker, listener, renewals, sealer, publicUrl: () => '', limits: { listenSeconds: 0.3 } },
      caller,
      { workflow_id, node_id: 'hook' },
      { send: ({ type }) => events.push(type), signal: new AbortController().signal },
    );
    assert.deepEqual(events, ['listening', 'expired']);
    assert.equal(await countListeners(workflow_id), 0);
  });

  test('hears that the workflow is gone', async () => {
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id);
    await listener.path();
    await service.ask(`/api/v3/workflow/delete?entity_id=${id}`, {}, ann.key);
    assert.equal(await listener.next(), '404 Workflow not found');
  });

  test('does not keep a process from stopping', async () => {
    const other = await serviceOn(service.database, { HEDDLE_DRAIN_SECONDS: '60' });
    const id = await createWorkflow(service, echo('draft'), ann.key);
    const listener = startListening(id, ann, other);
    await listener.path();
    await other.stopService();
    assert.equal(await listener.next(), '503 the service is stopping');
    assert.equal(await countListeners(id), 0);
  });
});

suite('waiting is refused', () => {
  const path = '/api/v1/workflow/listen';

  test('to those who may not write the workflow', async () => {
    const reader = await service.person();
    const readOnly = await service.person({ permissions: { workflow: 'read' } });
    const sharing = [
      { user_email: reader.email, write: false, scopes: { 'workflow.run': true } },
      { user_email: readOnly.email, write: true, scopes: {} },
    ];
    const id = await createWorkflow(service, echo('draft'), ann.key, { sharing });
    const body = { workflow_id: id, node_id: 'hook' };
    await service.refuse(403, 'You do not have access to this workflow', path, body, reader.key);
    await service.refuse(403, 'You do not have access to this workflow', path, body, bob.key);
    await service.refuse(403, 'permission denied', path, body, readOnly.key);
    await service.refuse(404, 'Workflow not found', path, { ...body, workflow_id: randomUUID() }, ann.key);
  });

  test('for what is not a webhook of a valid draft', async () => {
    const definition = {
      nodes: [
        node('hook', 'trigger.webhook'),
        node('start', 'trigger.manual'),
        node('end', 'output', { value: '{{ 1 + }}' }),
      ],
      edges: [edge('hook', 'end'), edge('start', 'end')],
    };
    const id = await createWorkflow(service, definition, ann.key);
    const body = { workflow_id: id, node_id: 'start' };
    await service.refuse(422, "'start' is not a webhook trigger of the workflow", path, body, ann.key);
    await service.refuse(
      422,
      "'no' is not a webhook trigger of the workflow",
      path,
      { ...body, node_id: 'no' },
      ann.key,
    );
    const { status, body: refusal } = await service.call(path, { ...body, node_id: 'hook' }, ann.key);
    assert.equal(status, 422);
    assert.match(String(Object(refusal).detail), /^The workflow is not valid: Step 'end': 'value' is not a valid/);
  });
});
