/** Tests what replays do again, and what is left when runs and workflows are deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { defineJob } from '../../src/platform/jobs/jobs.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { deleteOldRuns, deleteOldSteps } from '../../src/runs/store/retention.ts';
import { chain, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { waitForEnd } from './approval-workflows.ts';
import { makePanel } from './booster-panels.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const { database, jobs } = service.service.system;
const db = database.query;
const openPlace = await openPlaces();
const ann = await service.person();

async function replay(run_id: string, body: object): Promise<Run> {
  const { id } = await service.ask<Run>('/api/v1/run/replay', { run_id, version: 'same', ...body }, ann.key);
  return waitForEnd(service, id, ann);
}

test('a panel says that it was changed already when the keys are the same', async () => {
  const panel = await makePanel(service, ann);
  const create = node('create', 'tool.call', {
    tool: 'booster_record_create',
    params: { panel_id: panel.id, collection: 'c', data: { n: 1 } },
  });
  const run = await runOnce(service, chain(create), {}, ann.key);
  const count = async () =>
    (await sql`SELECT FROM booster_records WHERE panel_id = ${panel.id}`.execute(db)).rows.length;
  assert.equal(await count(), 1);
  const same = await replay(run.id, { from: 'create' });
  assert.deepEqual([same.status, await count()], ['success', 1]);
  assert.equal(findStep(same, 'create').output_json, findStep(run, 'create').output_json);
  await replay(same.id, { from: 'create' });
  assert.equal(await count(), 1, 'a replay of a replay knows it too');
  await replay(run.id, { from: 'create', keys: 'new' });
  assert.equal(await count(), 2);
});

async function runsWithFile() {
  const file = openPlace((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/zip' }).end(Buffer.from([0, 1, 2, 255])),
  );
  const broken = openPlace(json({}, 500));
  const definition = chain(
    node('fetch', 'http.request', { url: file.url }),
    node('broken', 'http.request', { url: broken.url }),
  );
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const first = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
  const second = await replay(first.id, { from: 'failed' });
  const third = await replay(second.id, { from: 'failed' });
  const [fileId = ''] = findStep(third, 'fetch').file_ids;
  const owner = async () => {
    const { rows } = await sql<{ run_id: string }>`SELECT run_id FROM files WHERE id = ${fileId}`.execute(db);
    return rows[0]?.run_id;
  };
  assert.equal(await owner(), first.id);
  return { workflow_id, first, second, third, owner };
}

test('a workflow is deleted with files that its runs share', async () => {
  const { workflow_id, owner } = await runsWithFile();
  await service.ask(`/api/v3/workflow/delete?entity_id=${workflow_id}`, {}, ann.key);
  assert.equal(await owner(), undefined);
});

async function end(runs: Run[], days: number): Promise<void> {
  await sql`UPDATE runs SET finished_at = now() - make_interval(days => ${days}), settled_at = now() - make_interval(days => ${days})
    WHERE id = ANY (${runs.map(({ id }) => id)}::uuid[])`.execute(db);
}

test('old runs are deleted, and files that a younger run shares stay', async () => {
  const { first, second, third, owner } = await runsWithFile();
  await end([first, second], 20);
  await deleteOldSteps(db, 14);
  const kept = await sql<{ run_id: string }>`SELECT DISTINCT run_id FROM run_steps
    WHERE run_id = ANY (${[first.id, second.id, third.id]}::uuid[])`.execute(db);
  assert.deepEqual(kept.rows, [{ run_id: third.id }]);
  await end([first, second], 100);
  await deleteOldRuns(db, 90);
  assert.equal(await owner(), third.id);
  await end([third], 100);
  await deleteOldRuns(db, 90);
  assert.equal(await owner(), undefined);
});

test('what old runs kept for replays is deleted also while the runs themselves can not be', async () => {
  const { first, third } = await runsWithFile();
  await end([first], 100);
  // It stays until the end of the tests: to drop it locks tables in another order than the service does at that moment.
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`.execute(db);
  await sql`CREATE TRIGGER refused BEFORE DELETE ON runs FOR EACH ROW WHEN (OLD.id = ${sql.lit(first.id)})
    EXECUTE FUNCTION refuse()`.execute(db);
  await jobs.enqueue(defineJob('runs.delete-old'), {});
  await poll(async () => {
    const { rows } = await sql`SELECT FROM jobs WHERE kind = 'runs.delete-old' AND error LIKE '%refused%'`.execute(db);
    return rows[0];
  });
  await jobs.enqueue(defineJob('runs.delete-steps'), {});
  const runsWithSteps = async () => {
    const { rows } = await sql<{ run_id: string }>`SELECT DISTINCT run_id FROM run_steps
      WHERE run_id IN (${first.id}, ${third.id})`.execute(db);
    return rows.map(({ run_id }) => run_id);
  };
  await poll(async () => ((await runsWithSteps()).includes(first.id) ? undefined : true));
  assert.deepEqual(await runsWithSteps(), [third.id]);
});
