/** Tests `settings.labels` and `settings.keep_days`: by what runs are found, and for how long. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { RunDetails, RunPage, RunStats } from '../../src/runs/api/list-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { deleteOldRuns } from '../../src/runs/store/retention.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { dividing } from './failing-workflows.ts';
import { publishHook } from './webhook-calls.ts';

const service = await testService();
const db = service.service.system.database.query;
const labels = {
  order: 'input.body.order',
  big: 'input.body.n > 100',
  kind: "workflow.name ~ ' ' ~ trigger.type",
  broken: 'input.body.missing.deeper',
};

suite('labels', { concurrency: true }, () => {
  test('are what the expressions say about the input, and those that fail give none', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing({ labels }), { name: 'Orders' });
    const run = await hook.waitForRun(await hook.call({ n: 200, order: 17 }));
    assert.equal(run.status, 'success');
    assert.deepEqual(run.labels, { order: '17', big: 'true', kind: 'Orders trigger.webhook' });
    const request = { workflow_id: hook.workflowId, input: { body: { n: 1, order: 'A-1' } } };
    const draft = await service.ask<Run>('/api/v3/workflow/run', request, ann.key);
    assert.deepEqual(draft.labels, { order: 'A-1', big: 'false', kind: 'Orders trigger.webhook' });
    assert.deepEqual((await hook.run(draft.id)).labels, draft.labels);
    const details = await service.ask<RunDetails>('/api/v1/run/get', { run_id: run.id }, ann.key);
    assert.deepEqual(details.labels, run.labels);
    const without = await createWorkflow(service, dividing(), ann.key);
    const plain = await service.ask<Run>('/api/v3/workflow/run', { ...request, workflow_id: without }, ann.key);
    assert.ok(!('labels' in plain));
  });

  test('find runs in lists and counts, but none of somebody else', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const hook = await publishHook(service, ann, dividing({ labels }));
    const ids: string[] = [];
    for (const [n, order] of [
      [1, 'x'],
      [200, 'x'],
      [0, 'y'],
    ]) {
      ids.push((await hook.waitForRun(await hook.call({ n, order }))).id);
    }
    const find = async (filters: object, person = ann) =>
      (await service.ask<RunPage>('/api/v1/run/list', filters, person.key)).items.map(({ id }) => ids.indexOf(id));
    assert.deepEqual(await find({ labels: { order: 'x' } }), [1, 0]);
    assert.deepEqual(await find({ labels: { order: 'x', big: 'true' } }), [1]);
    assert.deepEqual(await find({ labels: { order: 'y' }, status: ['failed'] }), [2]);
    assert.deepEqual(await find({ labels: { order: 'y' }, status: ['success'] }), []);
    assert.deepEqual(await find({ labels: {} }), [2, 1, 0]);
    assert.deepEqual(await find({ labels: { order: 'x' } }, bob), []);
    const first = await service.ask<RunPage>('/api/v1/run/list', { labels: { order: 'x' }, limit: 1 }, ann.key);
    assert.deepEqual(await find({ labels: { order: 'x' }, before: first.next }), [0]);
    const stats = await service.ask<RunStats>('/api/v1/run/stats', { labels: { order: 'x' }, buckets: 1 }, ann.key);
    assert.deepEqual([stats.buckets[0]?.success, stats.buckets[0]?.failed], [2, 0]);
    await service.refuse(
      422,
      "validation error: labels: 'Not a name' is not known",
      '/api/v1/run/list',
      { labels: { 'Not a name': 'x' } },
      ann.key,
    );
  });
});

async function age(id: string, days: number): Promise<void> {
  await sql`
    UPDATE runs SET finished_at = finished_at - make_interval(days => ${days}),
      settled_at = settled_at - make_interval(days => ${days}) WHERE id = ${id}`.execute(db);
}

/** The names of the runs that are still there. */
async function listLeft(ids: ReadonlyMap<string, string>): Promise<(string | undefined)[]> {
  const left = await db
    .selectFrom('runs')
    .select('id')
    .where('id', 'in', [...ids.keys()])
    .execute();
  return left.map(({ id }) => ids.get(id)).toSorted();
}

test('runs of a workflow are kept as long as its settings say, and those of others as long as the installation says', async () => {
  const ann = await service.person();
  const short = await publishHook(service, ann, dividing({ keep_days: 3 }));
  const long = await publishHook(service, ann, dividing());
  const ids = new Map<string, string>();
  for (const [name, hook, days] of [
    ['young', short, 2],
    ['old', short, 4],
    ['other', long, 4],
    ['ancient', long, 91],
  ] as const) {
    const { id } = await hook.waitForRun(await hook.call({ n: 1 }));
    ids.set(id, name);
    await age(id, days);
  }
  await deleteOldRuns(db, 90);
  assert.deepEqual(await listLeft(ids), ['other', 'young']);
});

test('runs are kept as long as the settings say for their status, and never longer than the installation says', async () => {
  const ann = await service.person();
  const byStatus = await publishHook(service, ann, dividing({ keep_days: { success: 3, cancelled: 3, failed: 30 } }));
  const failing = await publishHook(service, ann, dividing({ keep_days: { failed: 3 } }));
  const endless = await publishHook(service, ann, dividing({ keep_days: { success: 3650 } }));
  const ids = new Map<string, string>();
  for (const [name, hook, n, days] of [
    ['young success', byStatus, 1, 2],
    ['old success', byStatus, 1, 4],
    ['cancelled', byStatus, 1, 4],
    ['young failure', byStatus, 0, 29],
    ['old failure', byStatus, 0, 31],
    ['only failure', failing, 0, 4],
    ['not named', failing, 1, 89],
    ['not named and ancient', failing, 1, 91],
    ['kept for years', endless, 1, 91],
  ] as const) {
    const { id } = await hook.waitForRun(await hook.call({ n }));
    ids.set(id, name);
    if (name === 'cancelled') await sql`UPDATE runs SET status = 'cancelled' WHERE id = ${id}`.execute(db);
    await age(id, days);
  }
  await deleteOldRuns(db, 90);
  assert.deepEqual(await listLeft(ids), ['not named', 'young failure', 'young success']);
});
