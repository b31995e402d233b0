/** Schedules that start runs. The tests make them due by changing their time in the database. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const { log, lines } = memoryLog();
const service = await testService({}, { log });
const { database, metrics } = service.service.system;
const ann = await service.person();
const ask = <Answer = Deployment>(path: string, body: unknown = {}) =>
  service.ask<Answer>(`/api/v3/workflow${path}`, body, ann.key);

const HOUR = 3_600_000;
/** Due after the next request is answered, but before the service has looked for due schedules twice. */
const IN_A_MOMENT = -0.8;

/** A workflow with a schedule `clock`, whose runs return their input. */
function createDefinition(params: Record<string, unknown> = {}): Definition {
  return {
    nodes: [
      node('clock', 'trigger.schedule', { cron: '0 3 * * *', ...params }),
      node('done', 'output', { value: '{{ input }}' }),
    ],
    edges: [edge('clock', 'done')],
  };
}

async function publishSchedule(params: Record<string, unknown> = {}): Promise<string> {
  const workflow_id = await createWorkflow(service, createDefinition(params), ann.key);
  await ask('/publish', { workflow_id });
  return workflow_id;
}

/** Sets the time at which the schedule is due to this many seconds ago, and returns that time. */
async function makeDue(workflowId: string, agoSeconds = 0): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    UPDATE workflow_triggers SET next_run_at = now() - make_interval(secs => ${agoSeconds})
    WHERE workflow_id = ${workflowId} RETURNING next_run_at AS at`.execute(database.query);
  return rows[0]?.at.getTime() ?? Number.NaN;
}

async function readTrigger(workflow_id: string) {
  const [trigger] = (await ask('/deployment', { workflow_id })).triggers;
  assert.ok(trigger);
  return trigger;
}

const findRuns = (workflow_id: string) => ask<Run[]>('/runs/find', { filters: [['workflow_id', '==', workflow_id]] });

/** Waits until a workflow has this many runs and all have ended, and returns them, oldest first. */
function waitForRuns(workflowId: string, count = 1): Promise<Run[]> {
  return poll(async () => {
    const runs = await findRuns(workflowId);
    return runs.length >= count && runs.every(({ status }) => status === 'success' || status === 'failed')
      ? runs.reverse()
      : undefined;
  });
}

/** Waits until the service has handled everything that is due: two schedules that became due later have fired. */
async function waitUntilHandled(): Promise<void> {
  for (const _ of [1, 2]) {
    const later = await publishSchedule();
    await makeDue(later);
    await waitForRuns(later);
  }
}

suite('a schedule that is due', { concurrency: true }, () => {
  test('starts one run of the published version, and the deployment shows it', async () => {
    const workflow_id = await publishSchedule({ cron: '0 3 * * 1', timezone: 'Europe/Berlin' });
    await ask('/update', { id: workflow_id, definition: createDefinition({ cron: '0 4 * * *' }) });
    const before = await readTrigger(workflow_id);
    assert.equal(before.last_fired_at, null);
    const scheduled_at = await makeDue(workflow_id);
    const [run] = await waitForRuns(workflow_id);
    assert.ok(run);
    assert.deepEqual(readResult(run), { scheduled_at, cron: '0 3 * * 1', timezone: 'Europe/Berlin' });
    assert.deepEqual(
      [run.trigger_type, run.trigger_node_id, run.automatic, run.version, run.trigger_depth, run.created.user_id],
      ['trigger.schedule', 'clock', true, 1, 0, ann.id],
    );
    const after = await readTrigger(workflow_id);
    assert.equal(after.next_run_at, before.next_run_at);
    assert.ok(after.last_fired_at !== null && after.last_fired_at >= scheduled_at);
    await waitUntilHandled();
    assert.equal((await findRuns(workflow_id)).length, 1);
    assert.match(await metrics.text(), /heddle_schedules_fired_total [1-9]/);
  });

  test('uses UTC by default', async () => {
    const workflow_id = await publishSchedule();
    const scheduled_at = await makeDue(workflow_id);
    const [run] = await waitForRuns(workflow_id);
    assert.deepEqual(run && readResult(run), { scheduled_at, cron: '0 3 * * *', timezone: 'UTC' });
    assert.equal(((await readTrigger(workflow_id)).next_run_at ?? 0) % (24 * HOUR), 3 * HOUR);
  });

  test('fires for each schedule of a workflow', async () => {
    const definition: Definition = {
      nodes: [...createDefinition().nodes, node('other', 'trigger.schedule', { cron: '0 5 * * *' })],
      edges: [...createDefinition().edges, edge('other', 'done')],
    };
    const workflow_id = await createWorkflow(service, definition, ann.key);
    await ask('/publish', { workflow_id });
    await makeDue(workflow_id);
    const runs = await waitForRuns(workflow_id, 2);
    assert.deepEqual(runs.map(({ trigger_node_id }) => trigger_node_id).sort(), ['clock', 'other']);
  });

  test('follows local time when the clocks change', async () => {
    // On the last Sunday of March, Berlin skips the hour from 02:00 to 03:00: 03:00 comes at 01:00 UTC.
    const years = [0, 1].map(more => new Date().getUTCFullYear() + more);
    const [change] = years.map(lastSundayOfMarch).filter(day => day + HOUR > Date.now());
    const cron = `30 2 ${new Date(change ?? 0).getUTCDate()} 3 *`;
    const workflow_id = await publishSchedule({ cron, timezone: 'Europe/Berlin' });
    await makeDue(workflow_id);
    await waitForRuns(workflow_id);
    assert.equal((await readTrigger(workflow_id)).next_run_at, (change ?? 0) + HOUR);
  });

  function lastSundayOfMarch(year: number): number {
    const last = new Date(Date.UTC(year, 2, 31));
    return Date.UTC(year, 2, 31 - last.getUTCDay());
  }

  test('but no longer valid stops without affecting others, and is logged', async () => {
    const [broken, sound] = [await publishSchedule(), await publishSchedule()];
    await sql`UPDATE workflow_triggers SET params = '{"cron":"every day"}' WHERE workflow_id = ${broken}`.execute(
      database.query,
    );
    const before = await readTrigger(broken);
    await makeDue(broken);
    await makeDue(sound);
    await waitForRuns(sound);
    await waitUntilHandled();
    assert.deepEqual(await readTrigger(broken), { ...before, next_run_at: null });
    assert.deepEqual(await findRuns(broken), []);
    const logged = lines().filter(
      ({ msg, workflow }) => msg === 'a schedule is no longer valid' && workflow === broken,
    );
    assert.equal(logged.length, 1);
  });
});

suite('a schedule that is late', { concurrency: true }, () => {
  test('by some minutes still fires', async () => {
    const workflow_id = await publishSchedule({ missed: 'skip' });
    const scheduled_at = await makeDue(workflow_id, 290);
    const [run] = await waitForRuns(workflow_id);
    assert.equal(Object(run && readResult(run)).scheduled_at, scheduled_at);
  });

  test('by more than that is skipped by default', async () => {
    for (const params of [{}, { missed: 'skip' }]) {
      const workflow_id = await publishSchedule(params);
      await makeDue(workflow_id, 3 * 86_400);
      await waitUntilHandled();
      const { next_run_at, last_fired_at } = await readTrigger(workflow_id);
      assert.ok(next_run_at !== null && next_run_at > Date.now() && next_run_at < Date.now() + 24 * HOUR);
      assert.equal(last_fired_at, null);
      assert.deepEqual(await findRuns(workflow_id), []);
      const logged = lines().filter(({ msg, workflow }) => msg === 'a schedule was missed' && workflow === workflow_id);
      assert.equal(logged.length, 1);
    }
    assert.match(await metrics.text(), /heddle_schedules_missed_total 2/);
  });

  test('by more than that starts one run for all missed times if it is configured so', async () => {
    const workflow_id = await publishSchedule({ missed: 'once' });
    const scheduled_at = await makeDue(workflow_id, 3 * 86_400);
    const [run] = await waitForRuns(workflow_id);
    assert.equal(Object(run && readResult(run)).scheduled_at, scheduled_at);
    await waitUntilHandled();
    assert.equal((await findRuns(workflow_id)).length, 1);
    assert.ok(((await readTrigger(workflow_id)).next_run_at ?? 0) > Date.now());
  });
});

suite('a change takes effect at once:', { concurrency: true }, () => {
  test('a deactivated schedule does not fire, and starts no missed runs when it is activated again', async () => {
    const workflow_id = await publishSchedule({ missed: 'once' });
    const { next_run_at } = await readTrigger(workflow_id);
    await makeDue(workflow_id, IN_A_MOMENT);
    const off = await ask('/activate', { workflow_id, active: false });
    assert.deepEqual(
      off.triggers.map(({ active, next_run_at }) => [active, next_run_at]),
      [[false, null]],
    );
    await waitUntilHandled();
    assert.deepEqual(await findRuns(workflow_id), []);
    const on = await ask('/activate', { workflow_id, active: true });
    assert.equal(on.triggers[0]?.next_run_at, next_run_at);
    await waitUntilHandled();
    assert.deepEqual(await findRuns(workflow_id), []);
  });

  test('a schedule that is published again fires as the new version defines', async () => {
    const workflow_id = await publishSchedule();
    await ask('/update', {
      id: workflow_id,
      definition: createDefinition({ cron: '0 5 * * *', timezone: 'Asia/Tokyo' }),
    });
    await makeDue(workflow_id, IN_A_MOMENT);
    const { triggers } = await ask('/publish', { workflow_id });
    assert.equal((triggers[0]?.next_run_at ?? 0) % (24 * HOUR), 20 * HOUR);
    const scheduled_at = await makeDue(workflow_id);
    const [run] = await waitForRuns(workflow_id);
    assert.equal(run?.version, 2);
    assert.deepEqual(run && readResult(run), { scheduled_at, cron: '0 5 * * *', timezone: 'Asia/Tokyo' });

    await ask('/update', { id: workflow_id, definition: chain(node('done', 'output', { value: 1 })) });
    await makeDue(workflow_id, IN_A_MOMENT);
    assert.deepEqual((await ask('/publish', { workflow_id })).triggers, []);
    await waitUntilHandled();
    assert.equal((await findRuns(workflow_id)).length, 1);
  });

  test('a change in progress blocks nothing, and the schedule does not fire', async () => {
    const workflow_id = await publishSchedule();
    const { promise: finishing, resolve: finish } = Promise.withResolvers<void>();
    const { promise: locked, resolve: reportLocked } = Promise.withResolvers<void>();
    await makeDue(workflow_id, IN_A_MOMENT);
    // This locks and changes rows as publishing does.
    const change = database.query.transaction().execute(async transaction => {
      await sql`SELECT FROM workflows WHERE id = ${workflow_id} FOR NO KEY UPDATE`.execute(transaction);
      await sql`UPDATE workflow_triggers SET next_run_at = NULL WHERE workflow_id = ${workflow_id}`.execute(
        transaction,
      );
      await sql`UPDATE workflows SET active = false WHERE id = ${workflow_id}`.execute(transaction);
      reportLocked();
      await finishing;
    });
    await locked;
    await waitUntilHandled();
    assert.deepEqual(await findRuns(workflow_id), []);
    finish();
    await change;
    await waitUntilHandled();
    assert.deepEqual(await findRuns(workflow_id), []);
  });

  test('a deleted schedule does not fire', async () => {
    const workflow_id = await publishSchedule();
    await makeDue(workflow_id, IN_A_MOMENT);
    await ask(`/delete?entity_id=${workflow_id}`);
    await waitUntilHandled();
    const { rows } = await sql`SELECT FROM runs WHERE workflow_id = ${workflow_id}`.execute(database.query);
    assert.deepEqual(rows, []);
  });
});
