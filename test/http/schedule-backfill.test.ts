/** Tests `/api/v1/schedule/backfill`: runs for the times of a schedule in a range. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BatchCount, RunBatch } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_QUEUED_RUNS: '20' });
const ann = await service.person();
const BACKFILL = '/api/v1/schedule/backfill';
const ask = <Answer>(path: string, body: unknown) => service.ask<Answer>(path, body, ann.key);
const DAY = 86_400_000;
const monday = Date.UTC(2026, 2, 2);

async function publishSchedule(cron = '0 3 * * *'): Promise<string> {
  const definition: Definition = {
    nodes: [node('clock', 'trigger.schedule', { cron }), node('done', 'output', { value: '{{ input.scheduled_at }}' })],
    edges: [edge('clock', 'done')],
  };
  const workflow_id = await createWorkflow(service, definition, ann.key, { name: 'Reports' });
  await ask('/api/v3/workflow/publish', { workflow_id });
  return workflow_id;
}

const untilDone = ({ id }: RunBatch) =>
  poll(async () => {
    const batch = await ask<RunBatch>('/api/v1/run/batch/get', { batch_id: id });
    return batch.status === 'running' ? undefined : batch;
  });

/** Returns the times for which the workflow has runs, when all of them have ended. */
const untilEnded = (workflow_id: string, count: number) =>
  poll(async () => {
    const runs = await ask<Run[]>('/api/v3/workflow/runs/find', { filters: [['workflow_id', '==', workflow_id]] });
    return runs.length === count && runs.every(({ status }) => status === 'success')
      ? runs.map(readResult).sort()
      : undefined;
  });

suite('a backfill', { concurrency: true }, () => {
  test('makes one run for each time in the range, and none twice', async () => {
    const workflow_id = await publishSchedule();
    const range = { workflow_id, node_id: 'clock', from: monday, to: monday + 3 * DAY };
    const plan = await ask<BatchCount>(BACKFILL, { ...range, dry_run: true });
    assert.deepEqual(plan, {
      count: 3,
      sentence: "Starts 3 runs of 'Reports', for 2026-03-02 03:00 UTC to 2026-03-04 03:00 UTC.",
    });
    const batch = await ask<RunBatch>(BACKFILL, range);
    assert.deepEqual([batch.action, batch.total], ['backfill', 3]);
    assert.deepEqual((await untilDone(batch)).succeeded, 3);
    const threeOClock = [0, 1, 2].map(day => monday + day * DAY + 3 * 3_600_000);
    assert.deepEqual(await untilEnded(workflow_id, 3), threeOClock);
    const longer = { ...range, to: monday + 4 * DAY, dry_run: true };
    assert.deepEqual(await ask<BatchCount>(BACKFILL, longer), {
      count: 1,
      sentence:
        "Starts 1 run of 'Reports', for 2026-03-05 03:00 UTC to 2026-03-05 03:00 UTC, " +
        'and leaves out 3 that there are already.',
    });
    assert.equal((await ask<BatchCount>(BACKFILL, { ...longer, again: true })).count, 4);
  });

  test('goes on when the queue has room again', async () => {
    const workflow_id = await publishSchedule('*/5 * * * *');
    const batch = await ask<RunBatch>(BACKFILL, {
      workflow_id,
      node_id: 'clock',
      from: monday,
      to: monday + 15 * 300_000,
    });
    assert.equal((await untilDone(batch)).succeeded, 15);
    assert.equal(new Set(await untilEnded(workflow_id, 15)).size, 15);
  });

  test('makes nothing twice when it is asked for twice at once, or again while it is worked on', async () => {
    const workflow_id = await publishSchedule('*/5 * * * *');
    const range = { workflow_id, node_id: 'clock', from: monday, to: monday + 12 * 300_000, per_minute: 1 };
    const [one, other] = await Promise.all([ask<RunBatch>(BACKFILL, range), ask<RunBatch>(BACKFILL, range)]);
    assert.deepEqual([one.total, other.total].toSorted(), [0, 12]);
    const later = await ask<BatchCount>(BACKFILL, { ...range, to: range.to + 300_000, dry_run: true });
    assert.equal(later.count, 1);
    const [begun] = [one, other].filter(({ total }) => total > 0);
    assert.ok(begun);
    const { done } = await ask<RunBatch>('/api/v1/run/batch/cancel', { batch_id: begun.id });
    const { count } = await ask<BatchCount>(BACKFILL, { ...range, dry_run: true });
    assert.equal(count, 12 - done, 'what a cancelled backfill has not made can be made');
  });

  test('knows the runs that were made before their time', async () => {
    const workflow_id = await publishSchedule();
    const nextYear = Date.now() + 365 * DAY;
    const range = { workflow_id, node_id: 'clock', from: nextYear, to: nextYear + 2 * DAY };
    await untilDone(await ask<RunBatch>(BACKFILL, range));
    assert.equal((await ask<BatchCount>(BACKFILL, { ...range, dry_run: true })).count, 0);
  });

  test('is refused when it can not be meant so', async () => {
    const workflow_id = await publishSchedule('*/5 * * * *');
    const refuse = (status: number, detail: string, body: object, key = ann.key) =>
      service.refuse(
        status,
        detail,
        BACKFILL,
        { workflow_id, node_id: 'clock', from: monday, to: monday, ...body },
        key,
      );
    await refuse(422, 'validation error: to: must be after from', {});
    await refuse(404, "The published version has no schedule 'done'", { node_id: 'done', to: monday + DAY });
    await refuse(422, 'The schedule has more than 10000 times in this range', { to: monday + 40 * DAY });
    await ask('/api/v3/workflow/activate', { workflow_id, active: false });
    await refuse(422, 'The workflow is not active', { to: monday + DAY });
    const bob = await service.person();
    const request = { workflow_id, node_id: 'clock', from: monday, to: monday + DAY };
    assert.equal((await service.call(BACKFILL, request, bob.key)).status, 403);
  });
});
