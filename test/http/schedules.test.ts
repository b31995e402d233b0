/** Schedules that start runs. They become due by setting their time back in the database. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, resultOf } from '../support/runs.ts';
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
/** Not before the next request is answered, and before there were two looks. */
const IN_A_MOMENT = -0.8;

/** A schedule `clock` whose runs give back their input. */
function scheduled(params: Record<string, unknown> = {}): Definition {
  return {
    nodes: [
      node('clock', 'trigger.schedule', { cron: '0 3 * * *', ...params }),
      node('done', 'output', { value: '{{ input }}' }),
    ],
    edges: [edge('clock', 'done')],
  };
}

async function published(params: Record<string, unknown> = {}): Promise<string> {
  const workflow_id = await createWorkflow(service, scheduled(params), ann.key);
  await ask('/publish', { workflow_id });
  return workflow_id;
}

/** Lets the schedule have been due so long ago, and answers that time. */
async function due(workflowId: string, agoSeconds = 0): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    UPDATE workflow_triggers SET next_run_at = now() - make_interval(secs => ${agoSeconds})
    WHERE workflow_id = ${workflowId} RETURNING next_run_at AS at`.execute(database.query);
  return rows[0]?.at.getTime() ?? Number.NaN;
}

async function clockOf(workflow_id: string) {
  const [trigger] = (await ask('/deployment', { workflow_id })).triggers;
  assert.ok(trigger);
  return trigger;
}

const runsOf = (workflow_id: string) => ask<Run[]>('/runs/find', { filters: [['workflow_id', '==', workflow_id]] });

/** The runs of a workflow once there are so many and all have ended, the first one first. */
function ended(workflowId: string, count = 1): Promise<Run[]> {
  return poll(async () => {
    const runs = await runsOf(workflowId);
    return runs.length >= count && runs.every(({ status }) => status === 'success' || status === 'failed')
      ? runs.reverse()
      : undefined;
  });
}

/** Whatever is due has been looked at since: a schedule that became due later has fired, and then another one. */
async function looked(): Promise<void> {
  for (const _ of [1, 2]) {
    const later = await published();
    await due(later);
    await ended(later);
  }
}

suite('a schedule that is due', { concurrency: true }, () => {
  test('starts a run of the published version, once, and tells so', async () => {
    const workflow_id = await published({ cron: '0 3 * * 1', timezone: 'Europe/Berlin' });
    await ask('/update', { id: workflow_id, definition: scheduled({ cron: '0 4 * * *' }) });
    const before = await clockOf(workflow_id);
    assert.equal(before.last_fired_at, null);
    const scheduled_at = await due(workflow_id);
    const [run] = await ended(workflow_id);
    assert.ok(run);
    assert.deepEqual(resultOf(run), { scheduled_at, cron: '0 3 * * 1', timezone: 'Europe/Berlin' });
    assert.deepEqual(
      [run.trigger_type, run.trigger_node_id, run.automatic, run.version, run.trigger_depth, run.created.user_id],
      ['trigger.schedule', 'clock', true, 1, 0, ann.id],
    );
    const after = await clockOf(workflow_id);
    assert.equal(after.next_run_at, before.next_run_at);
    assert.ok(after.last_fired_at !== null && after.last_fired_at >= scheduled_at);
    await looked();
    assert.equal((await runsOf(workflow_id)).length, 1);
    assert.match(await metrics.text(), /heddle_schedules_fired_total [1-9]/);
  });

  test('is in UTC unless it says otherwise', async () => {
    const workflow_id = await published();
    const scheduled_at = await due(workflow_id);
    const [run] = await ended(workflow_id);
    assert.deepEqual(run && resultOf(run), { scheduled_at, cron: '0 3 * * *', timezone: 'UTC' });
    assert.equal(((await clockOf(workflow_id)).next_run_at ?? 0) % (24 * HOUR), 3 * HOUR);
  });

  test('fires for each of the schedules of a workflow', async () => {
    const definition: Definition = {
      nodes: [...scheduled().nodes, node('other', 'trigger.schedule', { cron: '0 5 * * *' })],
      edges: [...scheduled().edges, edge('other', 'done')],
    };
    const workflow_id = await createWorkflow(service, definition, ann.key);
    await ask('/publish', { workflow_id });
    await due(workflow_id);
    const runs = await ended(workflow_id, 2);
    assert.deepEqual(runs.map(({ trigger_node_id }) => trigger_node_id).sort(), ['clock', 'other']);
  });

  test('keeps local time through the change of clocks', async () => {
    // The last Sunday of March, when 02:00 to 03:00 is left out in Berlin: 03:00 comes at 01:00 UTC.
    const years = [0, 1].map(more => new Date().getUTCFullYear() + more);
    const [change] = years.map(lastSundayOfMarch).filter(day => day + HOUR > Date.now());
    const cron = `30 2 ${new Date(change ?? 0).getUTCDate()} 3 *`;
    const workflow_id = await published({ cron, timezone: 'Europe/Berlin' });
    await due(workflow_id);
    await ended(workflow_id);
    assert.equal((await clockOf(workflow_id)).next_run_at, (change ?? 0) + HOUR);
  });

  function lastSundayOfMarch(year: number): number {
    const last = new Date(Date.UTC(year, 2, 31));
    return Date.UTC(year, 2, 31 - last.getUTCDay());
  }

  test('and is no schedule any more stops alone, and is told of', async () => {
    const [broken, sound] = [await published(), await published()];
    await sql`UPDATE workflow_triggers SET params = '{"cron":"every day"}' WHERE workflow_id = ${broken}`.execute(
      database.query,
    );
    const before = await clockOf(broken);
    await due(broken);
    await due(sound);
    await ended(sound);
    await looked();
    assert.deepEqual(await clockOf(broken), { ...before, next_run_at: null });
    assert.deepEqual(await runsOf(broken), []);
    const told = lines().filter(({ msg, workflow }) => msg === 'a schedule is no longer valid' && workflow === broken);
    assert.equal(told.length, 1);
  });
});

suite('a schedule that is late', { concurrency: true }, () => {
  test('by some minutes fires all the same', async () => {
    const workflow_id = await published({ missed: 'skip' });
    const scheduled_at = await due(workflow_id, 290);
    const [run] = await ended(workflow_id);
    assert.equal(Object(run && resultOf(run)).scheduled_at, scheduled_at);
  });

  test('by more was missed, and is passed over', async () => {
    for (const params of [{}, { missed: 'skip' }]) {
      const workflow_id = await published(params);
      await due(workflow_id, 3 * 86_400);
      await looked();
      const { next_run_at, last_fired_at } = await clockOf(workflow_id);
      assert.ok(next_run_at !== null && next_run_at > Date.now() && next_run_at < Date.now() + 24 * HOUR);
      assert.equal(last_fired_at, null);
      assert.deepEqual(await runsOf(workflow_id), []);
      const told = lines().filter(({ msg, workflow }) => msg === 'a schedule was missed' && workflow === workflow_id);
      assert.equal(told.length, 1);
    }
    assert.match(await metrics.text(), /heddle_schedules_missed_total 2/);
  });

  test('by more makes up for all that it missed with one run, where it says so', async () => {
    const workflow_id = await published({ missed: 'once' });
    const scheduled_at = await due(workflow_id, 3 * 86_400);
    const [run] = await ended(workflow_id);
    assert.equal(Object(run && resultOf(run)).scheduled_at, scheduled_at);
    await looked();
    assert.equal((await runsOf(workflow_id)).length, 1);
    assert.ok(((await clockOf(workflow_id)).next_run_at ?? 0) > Date.now());
  });
});

suite('a change takes effect at once:', { concurrency: true }, () => {
  test('what is deactivated never fires, and activated again it makes up for nothing', async () => {
    const workflow_id = await published({ missed: 'once' });
    const { next_run_at } = await clockOf(workflow_id);
    await due(workflow_id, IN_A_MOMENT);
    const off = await ask('/activate', { workflow_id, active: false });
    assert.deepEqual(
      off.triggers.map(({ active, next_run_at }) => [active, next_run_at]),
      [[false, null]],
    );
    await looked();
    assert.deepEqual(await runsOf(workflow_id), []);
    const on = await ask('/activate', { workflow_id, active: true });
    assert.equal(on.triggers[0]?.next_run_at, next_run_at);
    await looked();
    assert.deepEqual(await runsOf(workflow_id), []);
  });

  test('published again, it fires as the new version says', async () => {
    const workflow_id = await published();
    await ask('/update', { id: workflow_id, definition: scheduled({ cron: '0 5 * * *', timezone: 'Asia/Tokyo' }) });
    await due(workflow_id, IN_A_MOMENT);
    const { triggers } = await ask('/publish', { workflow_id });
    assert.equal((triggers[0]?.next_run_at ?? 0) % (24 * HOUR), 20 * HOUR);
    const scheduled_at = await due(workflow_id);
    const [run] = await ended(workflow_id);
    assert.equal(run?.version, 2);
    assert.deepEqual(run && resultOf(run), { scheduled_at, cron: '0 5 * * *', timezone: 'Asia/Tokyo' });

    await ask('/update', { id: workflow_id, definition: chain(node('done', 'output', { value: 1 })) });
    await due(workflow_id, IN_A_MOMENT);
    assert.deepEqual((await ask('/publish', { workflow_id })).triggers, []);
    await looked();
    assert.equal((await runsOf(workflow_id)).length, 1);
  });

  test('while it is being made nothing waits for it, and it decides', async () => {
    const workflow_id = await published();
    const { promise: going, resolve: go } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    await due(workflow_id, IN_A_MOMENT);
    // As publishing does it.
    const change = database.query.transaction().execute(async transaction => {
      await sql`SELECT FROM workflows WHERE id = ${workflow_id} FOR NO KEY UPDATE`.execute(transaction);
      await sql`UPDATE workflow_triggers SET next_run_at = NULL WHERE workflow_id = ${workflow_id}`.execute(
        transaction,
      );
      await sql`UPDATE workflows SET active = false WHERE id = ${workflow_id}`.execute(transaction);
      hold();
      await going;
    });
    await held;
    await looked();
    assert.deepEqual(await runsOf(workflow_id), []);
    go();
    await change;
    await looked();
    assert.deepEqual(await runsOf(workflow_id), []);
  });

  test('what is deleted is gone', async () => {
    const workflow_id = await published();
    await due(workflow_id, IN_A_MOMENT);
    await ask(`/delete?entity_id=${workflow_id}`);
    await looked();
    const { rows } = await sql`SELECT FROM runs WHERE workflow_id = ${workflow_id}`.execute(database.query);
    assert.deepEqual(rows, []);
  });
});
