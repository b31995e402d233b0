/** Tests `/api/v1/run/replay_many`, `/api/v1/run/cancel_many` and their batches. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { sql } from 'kysely';
import type { BatchCount, RunBatch } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { asking, waitingRun } from './approval-workflows.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', HEDDLE_QUEUED_RUNS: '20' });
const db = service.service.system.database.query;
const openPlace = await openPlaces();
const MANY = '/api/v1/run/replay_many';
const CANCEL_MANY = '/api/v1/run/cancel_many';
const BATCH = '/api/v1/run/batch';

/** Creates runs that fail until the returned function is called. */
async function failedRuns(count: number) {
  const ann = await service.person();
  let isMended = false;
  const place = openPlace((request, response) => json({}, isMended ? 200 : 500)(request, response));
  const definition = chain(node('call', 'http.request', { url: place.url }), node('done', 'output', { value: 1 }));
  const workflow_id = await createWorkflow(service, definition, ann.key, { name: 'Orders' });
  const runs = await Promise.all(
    Array.from({ length: count }, () => service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key)),
  );
  assert.ok(runs.every(({ status }) => status === 'failed'));
  const mend = () => {
    isMended = true;
  };
  return { ann, place, workflow_id, runs, mend };
}

async function untilDone({ id }: { id: string }, { key }: Person): Promise<RunBatch> {
  return poll(async () => {
    const batch = await service.ask<RunBatch>(`${BATCH}/get`, { batch_id: id }, key);
    return batch.status === 'running' ? undefined : batch;
  });
}

async function untilEnded(runId: string, { key }: Person): Promise<void> {
  await poll(async () => {
    const { finished_at } = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${runId}`, {}, key);
    return finished_at !== null || undefined;
  });
}

async function replaysOf(runs: readonly Run[]): Promise<Map<string, number>> {
  const ids = runs.map(({ id }) => id);
  const { rows } = await sql<{ replay_of: string; count: number }>`
    SELECT replay_of, count(*)::integer AS count FROM runs WHERE replay_of = ANY (${ids}::uuid[]) GROUP BY 1`.execute(
    db,
  );
  return new Map(rows.map(({ replay_of, count }) => [replay_of, count]));
}

suite('many runs', () => {
  test('are replayed once each, after their number was told', COMPLETE_ONLY, async () => {
    const { ann, place, workflow_id, runs, mend } = await failedRuns(45);
    mend();
    const request = { filters: { workflow_id }, from: 'failed', version: 'same' };
    const dry = await service.ask<BatchCount>(MANY, { ...request, dry_run: true }, ann.key);
    const sentence =
      "Replays 45 failed runs of 'Orders' from their failed steps, with the version that each of them executed.";
    assert.deepEqual(dry, { count: 45, sentence });
    assert.equal((await replaysOf(runs)).size, 0);
    const started = await service.ask<RunBatch>(MANY, { ...request, most: dry.count }, ann.key);
    assert.deepEqual([started.status, started.total, started.sentence], ['running', 45, sentence]);
    const { status, total, done, succeeded, refusals, finished_at } = await untilDone(started, ann);
    assert.deepEqual([status, total, done, succeeded, refusals], ['done', 45, 45, 45, []]);
    assert.ok(finished_at);
    const replays = await replaysOf(runs);
    assert.deepEqual([replays.size, new Set(replays.values())], [45, new Set([1])]);
    const isOver = async () => {
      const open = { filters: [['status', '==', 'success']] };
      return (await service.ask<number>('/api/v3/workflow/runs/count', open, ann.key)) === 45 || undefined;
    };
    await poll(isOver);
    assert.equal(place.seen.length, 90);
  });

  test('are chosen by their ids, and other runs are left alone', async () => {
    const { ann, runs } = await failedRuns(3);
    const other = await failedRuns(1);
    const ids = [...runs.slice(0, 2), ...other.runs].map(({ id }) => id);
    const request = { ids, from: 'start', version: 'draft', per_minute: 600 };
    const dry = await service.ask<BatchCount>(MANY, { ...request, dry_run: true }, ann.key);
    const sentence = "Replays 2 failed runs of 'Orders' from the start, with the draft and at most 600 a minute.";
    assert.deepEqual(dry, { count: 2, sentence });
    await untilDone(await service.ask<RunBatch>(MANY, request, ann.key), ann);
    assert.deepEqual([...(await replaysOf(runs)).keys()].toSorted(), ids.slice(0, 2).toSorted());
    assert.equal((await replaysOf(other.runs)).size, 0);
  });

  test('are replayed from their failed steps only while nothing has repaired them', async () => {
    const { ann, workflow_id, runs, mend } = await failedRuns(3);
    const request = { filters: { workflow_id }, from: 'failed', version: 'same' };
    const replay = { run_id: runs[0]?.id, from: 'failed', version: 'same' };
    const { id: failedAgain } = await service.ask<Run>('/api/v1/run/replay', replay, ann.key);
    await untilEnded(failedAgain, ann);
    assert.equal((await service.ask<BatchCount>(MANY, { ...request, dry_run: true }, ann.key)).count, 3);
    mend();
    const twice = await Promise.all([
      service.ask<RunBatch>(MANY, { ...request, most: 3 }, ann.key),
      service.ask<RunBatch>(MANY, { ...request, most: 3 }, ann.key),
    ]);
    assert.deepEqual(twice.map(({ total }) => total).toSorted(), [0, 3]);
    for (const batch of twice) await untilDone(batch, ann);
    const replays = await replaysOf([...runs, { id: failedAgain } as Run]);
    assert.deepEqual([replays.size, new Set(replays.values())], [4, new Set([1])]);
    assert.equal((await service.ask<BatchCount>(MANY, { ...request, dry_run: true }, ann.key)).count, 0);
    const everything = { ...request, from: 'start', dry_run: true };
    assert.ok((await service.ask<BatchCount>(MANY, everything, ann.key)).count > 3);
  });

  test('are refused one by one when they can not be replayed', async () => {
    const { ann, runs, workflow_id } = await failedRuns(2);
    await sql`UPDATE runs SET revision_id = NULL WHERE id = ${runs[0]?.id}`.execute(db);
    const request = { filters: { workflow_id }, from: 'failed', version: 'same' };
    const { done, succeeded, refusals } = await untilDone(await service.ask<RunBatch>(MANY, request, ann.key), ann);
    const detail = 'The definition that the run executed is gone, because the draft has changed often since then';
    const refusal = { run_id: runs[0]?.id, code: 'run_definition_gone', detail };
    assert.deepEqual([done, succeeded, refusals], [2, 1, [refusal]]);
  });

  test('are cancelled', async () => {
    const ann = await service.person();
    const runs = [
      await waitingRun(service, asking({ assignees: ann.email }), ann),
      await waitingRun(service, asking({ assignees: ann.email }), ann),
    ];
    const request = { filters: { status: ['waiting'] }, reason: 'no longer needed' };
    const dry = await service.ask<BatchCount>(CANCEL_MANY, { ...request, dry_run: true }, ann.key);
    assert.deepEqual(dry, { count: 2, sentence: 'Cancels 2 waiting runs of 2 workflows.' });
    const batch = await untilDone(await service.ask<RunBatch>(CANCEL_MANY, request, ann.key), ann);
    assert.deepEqual([batch.action, batch.succeeded], ['cancel', 2]);
    for (const { id } of runs) {
      const run = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {}, ann.key);
      assert.deepEqual([run.status, run.error], ['cancelled', 'no longer needed']);
    }
  });
});

suite('a batch', () => {
  test('is cancelled, and stays where it was', async () => {
    const { ann, runs, workflow_id } = await failedRuns(3);
    const request = { filters: { workflow_id }, from: 'failed', version: 'same', per_minute: 1 };
    const started = await service.ask<RunBatch>(MANY, request, ann.key);
    await poll(async () => (await replaysOf(runs)).size === 1 || undefined);
    const cancelled = await service.ask<RunBatch>(`${BATCH}/cancel`, { batch_id: started.id }, ann.key);
    assert.deepEqual([cancelled.status, cancelled.done], ['cancelled', 1]);
    const again = { batch_id: started.id };
    await service.refuse(422, 'A cancelled batch can not be cancelled', `${BATCH}/cancel`, again, ann.key);
    assert.equal((await replaysOf(runs)).size, 1);
  });

  test('belongs to its user', async () => {
    const { ann, workflow_id } = await failedRuns(1);
    const request = { filters: { workflow_id }, from: 'failed', version: 'same' };
    const { id: batch_id } = await service.ask<RunBatch>(MANY, request, ann.key);
    const stranger = await service.person();
    for (const path of [`${BATCH}/get`, `${BATCH}/cancel`]) {
      await service.refuse(404, 'Batch not found', path, { batch_id }, stranger.key);
      await service.refuse(404, 'Batch not found', path, { batch_id: crypto.randomUUID() }, ann.key);
    }
    await untilDone({ id: batch_id }, ann);
  });

  test('is refused when it has more runs than its user has seen, or when nothing is chosen', async () => {
    const { ann, runs, workflow_id } = await failedRuns(3);
    const request = { filters: { workflow_id }, from: 'failed', version: 'same', most: 2 };
    await service.refuse(422, 'The filters match 3 runs (at most 2)', MANY, request, ann.key);
    const nothing = { from: 'failed', version: 'same' };
    await service.refuse(422, 'validation error: ids: or filters must be given', MANY, nothing, ann.key);
    const both = { ...request, ids: runs.map(({ id }) => id) };
    await service.refuse(422, 'validation error: ids: or filters must be given', MANY, both, ann.key);
    const empty = await service.ask<RunBatch>(MANY, { ids: [], from: 'failed', version: 'same' }, ann.key);
    assert.deepEqual([empty.total, empty.sentence.slice(0, 16)], [0, 'Replays no runs ']);
    assert.equal((await untilDone(empty, ann)).status, 'done');
  });
});
