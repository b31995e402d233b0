/** Tests what ends one run of a tree from outside, the limits of trees, who may run what, and replays and tests. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { decide, findApprovalId, getRun, waitForEnd } from './approval-workflows.ts';
import { doubling, failing, running, subWorkflows } from './sub-workflows.ts';

const service = await testService();
const db = service.service.system.database.query;
const ann = await service.person();
const { publish, start, run, children, onlyChild, waitingChild, waiting } = subWorkflows(service, ann);

/** A parent, its child and its grandchild, which all wait. */
async function waitingTree() {
  const inner = await publish(waiting, 'Inner');
  const middle = await publish(running(inner), 'Middle');
  const parent = await start(running(middle));
  const child = await waitingChild(parent);
  return { middle, inner, parent, child, grandchild: await waitingChild(child) };
}

const cancel = (run_id: string) => service.ask<Run>('/api/v1/run/cancel', { run_id }, ann.key);

suite('when a run of a tree ends from outside', () => {
  test('cancelling the first run cancels all that it waits for', async () => {
    const { parent, child, grandchild } = await waitingTree();
    await cancel(parent.id);
    for (const { id } of [child, grandchild]) {
      const { status, error } = await waitForEnd(service, id, ann);
      assert.deepEqual([status, error], ['cancelled', 'The run that waited for this one has ended']);
    }
  });

  test('a failure beside the step cancels its child as well', async () => {
    const workflow_id = await publish(waiting);
    const parent = await start({
      nodes: [
        node('start', 'trigger.manual'),
        node('call', 'workflow.run', { workflow_id }),
        node('ask', 'human.approval', { title: 'Go on?', assignees: ann.email }),
        node('fail', 'transform', { value: '{{ input.nothing.at_all }}' }),
      ],
      edges: [edge('start', 'call'), edge('start', 'ask'), edge('ask', 'fail', 'approved')],
    });
    const child = await waitingChild(parent);
    await decide(service, findApprovalId(parent), ann);
    assert.equal((await waitForEnd(service, parent.id, ann)).status, 'failed');
    assert.equal((await waitForEnd(service, child.id, ann)).status, 'cancelled');
  });

  test('a child that nobody waits for lives on', async () => {
    const definition = running(await publish(waiting, 'Free'), { wait: false });
    const awaited = node('awaited', 'workflow.run', { workflow_id: await publish(waiting, 'Awaited') });
    const nodes = [...definition.nodes, awaited];
    const parent = await start({ nodes, edges: [...definition.edges, edge('call', 'awaited')] });
    const [one, other] = await children(parent);
    await cancel(parent.id);
    assert.equal((await waitForEnd(service, other?.id ?? '', ann)).status, 'cancelled');
    const free = await getRun(service, one?.id ?? '', ann);
    assert.ok(['queued', 'running', 'waiting'].includes(free.status), free.status);
  });

  test('cancelling a child fails its step, in both ways to cancel', async () => {
    for (const path of ['/api/v1/run/cancel', '/api/v3/workflow/run/cancel']) {
      const parent = await start(running(await publish(waiting), { retry: { attempts: 3 } }));
      const child = await waitingChild(parent);
      await service.ask(path, { run_id: child.id }, ann.key);
      const ended = await waitForEnd(service, parent.id, ann);
      assert.deepEqual([ended.status, ended.error], ['failed', `Run ${child.id} of 'Child' was cancelled`]);
      assert.equal((await children(parent)).length, 1, 'what people cancel is not tried again');
    }
  });

  test('deleting a child fails its step, and deleting a parent cancels its child', async () => {
    const remove = (id: string) => service.ask(`/api/v3/workflow/runs/delete?entity_id=${id}`, {}, ann.key);
    const { parent, child, grandchild } = await waitingTree();
    await remove(child.id);
    const { error } = await waitForEnd(service, parent.id, ann);
    assert.equal(error, "The run of 'Middle' was deleted");
    assert.equal((await waitForEnd(service, grandchild.id, ann)).status, 'cancelled');
    const other = await waitingTree();
    await remove(other.parent.id);
    assert.equal((await waitForEnd(service, other.grandchild.id, ann)).status, 'cancelled');
  });

  test('deleting the workflow of a child fails its step', async () => {
    const { parent, inner } = await waitingTree();
    await service.ask(`/api/v3/workflow/delete?entity_id=${inner}`, {}, ann.key);
    const { error } = await waitForEnd(service, parent.id, ann);
    assert.match(error, /^Run [-0-9a-f]+ of 'Middle' failed: The run of 'Inner' was deleted$/);
  });
});

suite('a workflow of somebody else', () => {
  test('can be run as long as it is shared for that', async () => {
    const owner = await service.person();
    const shared = await createWorkflow(service, doubling, owner.key, { name: 'Shared' });
    await service.ask('/api/v3/workflow/publish', { workflow_id: shared }, owner.key);
    const share = (sharing: object[]) => service.ask('/api/v3/workflow/update', { id: shared, sharing }, owner.key);
    await share([{ user_email: ann.email, write: false, scopes: { 'workflow.run': true } }]);
    assert.equal(readResult(await run(running(shared, { input: { n: 1 } }))), 2);
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('ask', 'human.approval', { title: 'Go on?', assignees: ann.email }),
        node('call', 'workflow.run', { workflow_id: shared }),
      ],
      edges: [edge('start', 'ask'), edge('ask', 'call', 'approved')],
    };
    const parent = await start(definition);
    await share([]);
    await decide(service, findApprovalId(parent), ann);
    const { error } = await waitForEnd(service, parent.id, ann);
    assert.equal(error, `The workflow '${shared}' does not exist or may not be used`);
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const { status, body } = await service.send('/api/v3/workflow/run', {
      body: JSON.stringify({ workflow_id }),
      headers: { 'uni-api-key': ann.key },
    });
    const problem = `Step 'call': the workflow '${shared}' does not exist or may not be used`;
    assert.deepEqual([status, body], [422, { detail: `The workflow is not valid: ${problem}` }]);
  });
});

suite('the limits of a tree of runs', () => {
  test('a run that runs itself ends ten levels below', async () => {
    const id = await createWorkflow(service, doubling, ann.key, { name: 'Again' });
    await service.ask('/api/v3/workflow/update', { id, definition: running(id) }, ann.key);
    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    const first = await service.ask<Run>('/api/v3/workflow/run', { workflow_id: id }, ann.key);
    const { error } = await waitForEnd(service, first.id, ann);
    assert.equal(error.split(" of 'Again' failed: ").length, 11);
    assert.match(error, / failed: Runs can start one another at most 10 levels deep$/);
  });

  test('a run and those below it start at most 1000 runs', async () => {
    const workflow_id = await publish(doubling);
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('ask', 'human.approval', { title: 'Go on?', assignees: ann.email }),
        node('call', 'workflow.run', { workflow_id, input: { n: 1 } }),
      ],
      edges: [edge('start', 'ask'), edge('ask', 'call', 'approved')],
    };
    const parent = await start(definition);
    await sql`INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, created_by,
        finished_at, parent_run_id, root_run_id, depth)
      SELECT gen_random_uuid(), workflow_id, 'filler', 'start', 'trigger.manual', '{}', 'success', created_by, now(),
        id, id, 1 FROM runs, generate_series(1, 1000) WHERE id = ${parent.id}`.execute(db);
    await decide(service, findApprovalId(parent), ann);
    const { error } = await waitForEnd(service, parent.id, ann);
    assert.equal(error, 'A run and those below it can start at most 1000 runs');
  });
});

suite('validation', () => {
  const issuesOf = async (id: string) => {
    const { issues } = await service.ask<{ issues: { severity: string; message: string }[] }>(
      '/api/v3/workflow/validate',
      { workflow_id: id },
      ann.key,
    );
    return issues.map(({ severity, message }) => `${severity}: ${message}`);
  };

  test('warns of a workflow that is not published, and of recursion', async () => {
    const first = await createWorkflow(service, doubling, ann.key, { name: 'First' });
    const middle = await publish(running(first), 'Middle');
    const last = await createWorkflow(service, running(middle), ann.key, { name: 'Last' });
    assert.deepEqual(await issuesOf(last), []);
    assert.deepEqual(await issuesOf(middle), ["warning: Step 'call': the workflow 'First' is not published"]);
    await service.ask('/api/v3/workflow/update', { id: first, definition: running(last) }, ann.key);
    await service.ask('/api/v3/workflow/publish', { workflow_id: last }, ann.key);
    assert.deepEqual(await issuesOf(first), [
      "warning: Step 'call': the workflow 'Last' runs this one in turn, so something must end that",
    ]);
    await service.ask('/api/v3/workflow/update', { id: first, definition: running(first) }, ann.key);
    assert.deepEqual(await issuesOf(first), [
      "warning: Step 'call': the workflow runs itself, so something must end that",
    ]);
  });
});

suite('replays and tests of a run with a child', () => {
  test('a replay from a later step adopts the result of the child', async () => {
    const workflow_id = await publish(doubling);
    const definition = chain(
      node('call', 'workflow.run', { workflow_id, input: { n: 3 } }),
      node('fail', 'transform', { value: '{{ input.nothing.at_all }}' }),
    );
    const parent = await run(definition);
    const replay = await service.ask<Run>(
      '/api/v1/run/replay',
      { run_id: parent.id, from: 'failed', version: 'same' },
      ann.key,
    );
    const again = await waitForEnd(service, replay.id, ann);
    assert.equal(findStep(again, 'call').output_json, '6');
    assert.deepEqual(await children(again), []);
  });

  test('a replay from the step has a child of its own', async () => {
    const parent = await run(running(await publish(failing)));
    const replay = await service.ask<Run>(
      '/api/v1/run/replay',
      { run_id: parent.id, from: 'failed', version: 'same' },
      ann.key,
    );
    const again = await waitForEnd(service, replay.id, ann);
    const [one, other] = [await onlyChild(parent), await onlyChild(again)];
    assert.notEqual(one.id, other.id);
    assert.equal(again.error, `Run ${other.id} of 'Child' failed: ${other.error}`);
  });

  test('a test without effects starts no child, and a pin stands for its result', async () => {
    const child = await publish(doubling);
    const workflow_id = await createWorkflow(service, running(child), ann.key);
    const tried = (body: object) => service.ask<Run>('/api/v1/run/test', { workflow_id, ...body }, ann.key);
    const without = await tried({ effects: false });
    assert.equal(without.error, 'The step was not executed, because it has effects and the test has no result for it');
    assert.deepEqual(await children(without), []);
    const pinned = await tried({ pins: { call: { output: 'pinned' } } });
    assert.equal(readResult(pinned), 'pinned');
    assert.deepEqual(await children(pinned), []);
  });
});
