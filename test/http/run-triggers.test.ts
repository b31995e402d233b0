/** Tests `trigger.run`: workflows that start when runs of others end. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { dividing, listening, waitForRuns } from './failing-workflows.ts';
import { poll } from './poll.ts';
import { publishHook } from './webhook-calls.ts';

const service = await testService();
const db = service.service.system.database.query;

async function publishListener(person: Person, params: Record<string, unknown>, more = {}): Promise<string> {
  const workflow_id = await createWorkflow(service, listening(params), person.key, { name: 'listener', ...more });
  await service.ask('/api/v3/workflow/publish', { workflow_id }, person.key);
  return workflow_id;
}

const inputOf = (run: Run) => JSON.parse(run.input_json);

/** Waits until every end that was announced is dealt with. */
async function settle(): Promise<void> {
  await poll(async () => {
    const rows = await db.selectFrom('run_events').select('id').where('due_at', '<=', sql<Date>`now()`).execute();
    return rows.length === 0 || undefined;
  });
}

suite('a workflow that watches another', { concurrency: true }, () => {
  test('starts when a run fails, and is told which run, which step and why', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing(), { name: 'dividing' });
    const listener = await publishListener(ann, { workflow_ids: [hook.workflowId] });
    await hook.waitForRun(await hook.call({ n: 2 }));
    const failed = await hook.waitForRun(await hook.call({ n: 0 }));
    const [run] = await waitForRuns(service, ann, listener, 1);
    assert.ok(run);
    assert.deepEqual(readResult(run), {
      run: {
        id: failed.id,
        workflow_id: hook.workflowId,
        workflow_name: 'dividing',
        version: 1,
        trigger_type: 'trigger.webhook',
        started_at: failed.started_at,
        finished_at: failed.finished_at,
        status: 'failed',
        error: 'params.value: {{ 6 / input.body.n }}: division by zero',
        input: JSON.parse(failed.input_json),
      },
      step: {
        node_id: 'divide',
        node_type: 'transform',
        iteration: [],
        error: 'params.value: {{ 6 / input.body.n }}: division by zero',
      },
      failures: 1,
    });
    assert.deepEqual([run.trigger_type, run.trigger_depth, run.automatic], ['trigger.run', 1, true]);
    const { triggers } = await service.ask<{ triggers: { last_fired_at: number | null }[] }>(
      '/api/v3/workflow/deployment',
      { workflow_id: listener },
      ann.key,
    );
    assert.ok(triggers[0]?.last_fired_at);
  });

  test('starts for each failure from the chosen number in a row on, and for other ends if it wants', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing());
    const third = await publishListener(ann, { workflow_ids: [hook.workflowId], after: 3 });
    const works = await publishListener(ann, { workflow_ids: [hook.workflowId], statuses: ['success'] });
    for (const n of [0, 0, 1, 0, 0, 0, 0, 2]) await hook.waitForRun(await hook.call({ n }));
    assert.deepEqual(
      (await waitForRuns(service, ann, third, 2)).map(run => inputOf(run).failures),
      [3, 4],
    );
    const successes = await waitForRuns(service, ann, works, 2);
    assert.deepEqual(
      successes.map(run => [inputOf(run).failures, inputOf(run).step, inputOf(run).run.status]),
      [
        [2, null, 'success'],
        [4, null, 'success'],
      ],
    );
  });

  test('hears of runs that people start only when it asks for all, and of cancelled ones', async () => {
    const ann = await service.person();
    const waiting = chain(node('ask', 'human.approval', { title: 'Go?', assignees: ann.email }));
    const workflow_id = await createWorkflow(service, waiting, ann.key);
    const all = await publishListener(ann, { workflow_ids: [workflow_id], statuses: ['cancelled'], runs: 'all' });
    const automatic = await publishListener(ann, { workflow_ids: [workflow_id], statuses: ['cancelled'] });
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
    await service.ask('/api/v1/run/cancel', { run_id: run.id, reason: 'enough' }, ann.key);
    const [told] = await waitForRuns(service, ann, all, 1);
    assert.ok(told);
    assert.deepEqual([inputOf(told).run.id, inputOf(told).run.error, inputOf(told).step], [run.id, 'enough', null]);
    await settle();
    assert.equal((await waitForRuns(service, ann, automatic, 0)).length, 0);
  });

  test('watches with * what its publisher owns, also what is made later, and no run that it started itself', async () => {
    const ann = await service.person();
    const listener = await publishListener(ann, { workflow_ids: '*', statuses: ['failed', 'success'] });
    const hook = await publishHook(service, ann, dividing());
    const failed = await hook.waitForRun(await hook.call({ n: 0 }));
    const runs = await waitForRuns(service, ann, listener, 1);
    assert.deepEqual(
      runs.map(run => inputOf(run).run.id),
      [failed.id],
    );
    await settle();
    assert.equal((await waitForRuns(service, ann, listener, 1)).length, 1, 'its own success started nothing');
  });

  test('never starts for the failure of a run that such a trigger started', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing());
    const broken = {
      nodes: [node('ended', 'trigger.run', { workflow_ids: '*' }), node('bad', 'transform', { value: '{{ 1 / 0 }}' })],
      edges: [edge('ended', 'bad')],
    };
    const workflow_id = await createWorkflow(service, broken, ann.key);
    await service.ask('/api/v3/workflow/publish', { workflow_id }, ann.key);
    const second = await publishListener(ann, { workflow_ids: [workflow_id] });
    await hook.waitForRun(await hook.call({ n: 0 }));
    const [run] = await waitForRuns(service, ann, workflow_id, 1);
    assert.equal(run?.status, 'failed');
    await settle();
    assert.equal((await waitForRuns(service, ann, workflow_id, 1)).length, 1);
    assert.equal((await waitForRuns(service, ann, second, 0)).length, 0);
  });

  test('is switched off with its workflow, and with the trigger', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing());
    const listener = await publishListener(ann, { workflow_ids: [hook.workflowId] });
    const change = (active: boolean) =>
      service.ask('/api/v3/workflow/activate', { workflow_id: listener, active }, ann.key);
    await change(false);
    await hook.waitForRun(await hook.call({ n: 0 }));
    await settle();
    await change(true);
    await hook.waitForRun(await hook.call({ n: 0 }));
    const [run] = await waitForRuns(service, ann, listener, 1);
    assert.equal(run && inputOf(run).failures, 2);
    const definition = chain(node('done', 'output', { value: 1 }));
    await service.ask('/api/v3/workflow/update', { id: listener, definition }, ann.key);
    await service.ask('/api/v3/workflow/publish', { workflow_id: listener }, ann.key);
    assert.deepEqual(
      await db.selectFrom('run_listeners').selectAll().where('subject', '=', hook.workflowId).execute(),
      [],
    );
  });
});

suite('a workflow of somebody else', { concurrency: true }, () => {
  const problem = (id: string) => ({
    detail: `The workflow is not valid: Step 'ended': the workflow '${id}' does not exist or may not be used`,
  });

  test('can not be watched, and is not heard of after it is no longer shared', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const hook = await publishHook(service, ann, dividing());
    const workflow_id = await createWorkflow(service, listening({ workflow_ids: [hook.workflowId] }), bob.key);
    const refused = await service.call('/api/v3/workflow/publish', { workflow_id }, bob.key);
    assert.deepEqual([refused.status, refused.body], [422, problem(hook.workflowId)]);
    const share = (sharing: object[]) =>
      service.ask('/api/v3/workflow/update', { id: hook.workflowId, sharing }, ann.key);
    await share([{ user_email: bob.email, write: false, scopes: {} }]);
    await service.ask('/api/v3/workflow/publish', { workflow_id }, bob.key);
    await hook.waitForRun(await hook.call({ n: 0 }));
    const [run] = await waitForRuns(service, bob, workflow_id, 1);
    // Bob may read the workflow, but can not see the runs of Ann.
    assert.deepEqual(run && [inputOf(run).run.error, inputOf(run).run.input], [
      'params.value: {{ 6 / input.body.n }}: division by zero',
      null,
    ]);
    await share([]);
    await hook.waitForRun(await hook.call({ n: 0 }));
    await settle();
    assert.equal((await waitForRuns(service, bob, workflow_id, 1)).length, 1);
  });

  test('is watched with * when it is in the same organization and may be read', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const organization_id = await service.organization([
      { person: ann, write: true },
      { person: bob, write: true },
    ]);
    const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
    const seen = await publishHook(service, ann, dividing(), { organization_id, sharing });
    const unseen = await publishHook(service, ann, dividing(), { organization_id });
    const listener = await publishListener(bob, { workflow_ids: '*' }, { organization_id });
    for (const hook of [unseen, seen]) await hook.waitForRun(await hook.call({ n: 0 }));
    const runs = await waitForRuns(service, bob, listener, 1);
    await settle();
    assert.deepEqual(
      runs.map(run => [inputOf(run).run.workflow_id, inputOf(run).run.input.body]),
      [[seen.workflowId, { n: 0 }]],
    );
    assert.equal((await waitForRuns(service, bob, listener, 1)).length, 1);
  });
});
