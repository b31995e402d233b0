/** Deleting an object with many rows hides it at once, and nobody waits while its rows are deleted. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '../../src/runs/schemas.ts';
import { makePanel } from '../http/booster-panels.ts';
import { poll } from '../http/poll.ts';
import { publishHook } from '../http/webhook-calls.ts';
import { chain } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService({ HEDDLE_RATE_LIMITS: 'off' });
const ann = await service.person();
const { pool } = service.service.system.database;
const RUN = '/api/v3/workflow/run';

/** Inserts ended runs, and some that are queued or waiting. */
async function addRuns(workflowId: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, finished_at, created_by)
     SELECT gen_random_uuid(), $1, 'many', 'start', 'trigger.manual', '{}',
       CASE WHEN index % 100 = 0 THEN 'waiting' ELSE 'success' END, CASE WHEN index % 100 = 0 THEN NULL ELSE now() END, $2
     FROM generate_series(1, $3) AS index`,
    [workflowId, ann.id, count],
  );
}

async function countRuns(workflowId: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM runs WHERE workflow_id = $1', [
    workflowId,
  ]);
  return Number(rows[0]?.count);
}

suite('a workflow with many runs', () => {
  test('disappears at once, and its rows are deleted in the background while others run and call webhooks', async () => {
    const many = await publishHook(service, ann);
    await addRuns(many.workflowId, 20_000);
    const other = await createWorkflow(service, chain(), ann.key);
    const hook = await publishHook(service, ann);

    const deleted = await service.call(`/api/v3/workflow/delete?entity_id=${many.workflowId}`, {}, ann.key);
    assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
    const leftAfter = await countRuns(many.workflowId);
    assert.ok(leftAfter > 0, 'the answer did not wait for the rows');

    for (const [endpoint, status] of [
      [`/api/v3/workflow/get?entity_id=${many.workflowId}`, 404],
      [`/api/v3/workflow/delete?entity_id=${many.workflowId}`, 404],
      [RUN, 404],
    ] as const) {
      assert.equal((await service.call(endpoint, { workflow_id: many.workflowId }, ann.key)).status, status, endpoint);
    }
    await many.refuse(404, 'Webhook not found', {});
    const found = await service.ask<Run[]>('/api/v3/workflow/runs/find', { limit_to: 100 }, ann.key);
    assert.deepEqual(
      found.filter(({ workflow_id }) => workflow_id === many.workflowId),
      [],
    );
    const filters = [['workflow_id', '==', many.workflowId]];
    assert.equal(await service.ask('/api/v3/workflow/runs/count', { filters }, ann.key), 0);

    // Others continue to work while rows are deleted.
    let answered = 0;
    while ((await countRuns(many.workflowId)) > 0) {
      const run = await service.ask<Run>(RUN, { workflow_id: other }, ann.key);
      assert.equal(run.status, 'success');
      await hook.call({});
      answered++;
      await delay(5);
    }
    assert.ok(answered > 0);
    await poll(async () => {
      const { rowCount } = await pool.query('SELECT FROM workflows WHERE id = $1', [many.workflowId]);
      return rowCount === 0 || undefined;
    });
  });

  test('answers 404, and never 500, to requests that run it at that moment', async () => {
    for (const runs of [0, 600]) {
      const workflow_id = await createWorkflow(service, chain(), ann.key);
      await addRuns(workflow_id, runs);
      const running = Array.from({ length: 20 }, () => service.call(RUN, { workflow_id }, ann.key));
      const deleting = service.call(`/api/v3/workflow/delete?entity_id=${workflow_id}`, {}, ann.key);
      const statuses = new Set((await Promise.all([...running, deleting])).map(({ status }) => status));
      for (const status of statuses) assert.ok([200, 404, 423].includes(status), String(status));
    }
  });
});

suite('a panel with many records', () => {
  test('disappears at once, and its content is deleted in the background', async () => {
    const panel = await makePanel(service, ann);
    await pool.query(
      `INSERT INTO booster_records (key, panel_id, collection, data)
       SELECT gen_random_uuid(), $1, 'orders', '{}' FROM generate_series(1, 3000)`,
      [panel.id],
    );
    const deleted = await service.call(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, ann.key);
    assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
    const refused = await panel.call('usage');
    assert.deepEqual([refused.status, refused.body], [404, { detail: 'panel not found' }]);
    assert.deepEqual(await service.ask('/api/v1/panel/find', {}, ann.key), []);
    assert.equal((await service.call(`/api/v1/panel/get?entity_id=${panel.id}`, {}, ann.key)).status, 404);
    await poll(async () => {
      const { rowCount } = await pool.query('SELECT FROM panels WHERE id = $1', [panel.id]);
      return rowCount === 0 || undefined;
    });
    const { rowCount } = await pool.query('SELECT FROM booster_records WHERE panel_id = $1', [panel.id]);
    assert.equal(rowCount, 0);
  });
});
