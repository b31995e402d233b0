/** Tests the limits on the waiting runs of one user and on the runs that one cause may start. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/platform/ids.ts';
import { NO_CONTROL, queueRuns } from '../../src/runs/store/queueing.ts';
import type { ConcurrencyLimit } from '../../src/runs/store/start-row.ts';
import { handleEvent } from '../../src/triggers/booster-events.ts';
import type { BoosterTriggerServices } from '../../src/triggers/booster-starting.ts';
import { startWaitingRuns } from '../../src/triggers/booster-waiting.ts';
import { startSchedules } from '../../src/triggers/schedules/schedules.ts';
import { HolidayReader } from '../../src/workflows/schedule-holidays.ts';
import { makePanel, type PanelUser } from '../http/booster-panels.ts';
import {
  echo,
  findNotifications,
  findSettledRuns,
  onRecord,
  publishNewWorkflow,
  withTrigger,
} from '../http/booster-workflows.ts';
import { memoryLog } from '../http/memory-log.ts';
import { poll } from '../http/poll.ts';
import { publishHook } from '../http/webhook-calls.ts';
import { createTestDatabase } from '../support/database.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { type Person, serviceOn } from '../support/service.ts';

const QUEUED = 60;
/** More than one run causes, and fewer than those cause. */
const PER_CAUSE = 7;

const database = await createTestDatabase();
/** Executes no runs, so that queued runs stay queued. */
const service = await serviceOn(database, { HEDDLE_QUEUED_RUNS_PER_USER: String(QUEUED) }, { work: false });
after(() => service.stop());
const { database: opened, metrics } = service.service.system;
const { query: db } = opened;
const FULL = `The user of the workflow already has ${QUEUED} runs waiting`;

async function countRuns({ id }: Person): Promise<number> {
  const { rows } = await sql<{ runs: number }>`SELECT count(*) AS runs FROM runs WHERE created_by = ${id}`.execute(db);
  return rows[0]?.runs ?? 0;
}

/** Ends the runs as if they had been executed. */
async function endRuns({ id }: Person): Promise<void> {
  await sql`
    UPDATE runs SET status = 'success', finished_at = now() WHERE status = 'queued' AND created_by = ${id}`.execute(db);
}

suite('when a user has the maximum of waiting runs', () => {
  test('webhook calls are refused for all workflows of that user and for no others', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const hooks = [await publishHook(service, ann), await publishHook(service, ann)];
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => hooks[index % 2]?.send({})));
    const accepted = replies.filter(reply => reply?.status === 200).length;
    // Simultaneous calls of the two workflows do not see each other's runs.
    assert.ok(accepted >= QUEUED && accepted <= QUEUED + 32, `${accepted}`);
    const refusal = await hooks[0]?.refuse(429, FULL);
    assert.equal(refusal?.headers.get('retry-after'), '5');
    await (await publishHook(service, bob)).call();
    await endRuns(ann);
    await hooks[1]?.call();
  });

  test('schedules of that user are missed with one notification, and those of others fire', async () => {
    const { log, lines } = memoryLog();
    const [ann, bob] = [await service.person(), await service.person()];
    const clocks: Definition = {
      nodes: [node('clock', 'trigger.schedule', { cron: '0 3 * * *' }), echo],
      edges: [edge('clock', 'echo')],
    };
    const workflows = [await publishNewWorkflow(service, clocks, ann), await publishNewWorkflow(service, clocks, ann)];
    const other = await publishNewWorkflow(service, clocks, bob);
    const notified: string[] = [];
    const schedules = startSchedules({
      database: opened,
      notify: async (_transaction, userIds, { event }) => void notified.push(...userIds, event.replace(/\d/g, '0')),
      holidays: new HolidayReader(service.service.system.blobs),
      limits: { queuedPerUser: 1, startOf: () => null, decide: () => 'start' as const },
      log,
      metrics,
    });
    try {
      const due = [...workflows, other];
      await sql`UPDATE workflow_triggers SET next_run_at = now() WHERE workflow_id = ANY (${due}::uuid[])`.execute(db);
      await poll(async () => (lines().some(({ msg }) => String(msg).includes('too many runs')) ? true : undefined));
      assert.deepEqual([await countRuns(ann), await countRuns(bob)], [1, 1]);
      assert.deepEqual(notified, [ann.id, 'queue-full:0000-00-00']);
      const { rows } = await sql<{ late: number }>`
        SELECT count(*) AS late FROM workflow_triggers WHERE next_run_at <= now()`.execute(db);
      assert.equal(rows[0]?.late, 0, 'all have gone on to their next time');
    } finally {
      await schedules.stop();
    }
  });

  test('events for a workflow whose own queue is full are passed over, and other workflows of the user start', async () => {
    const ann = await service.person();
    const [crowded, free] = [await makePanel(service, ann), await makePanel(service, ann)];
    const settings = { concurrency: [{ limit: 1 }] };
    const limited = await publishNewWorkflow(service, { ...withTrigger(onRecord(crowded.id), echo), settings }, ann);
    const other = await publishNewWorkflow(service, withTrigger(onRecord(free.id), echo), ann);
    const limit: ConcurrencyLimit = { key: `test ${limited}`, limit: 1, onFull: 'queue', queued: 1 };
    const services: BoosterTriggerServices = {
      database: opened,
      notify: async () => {},
      withLinks: (_panel, file) => file,
      limits: {
        runsPerRoot: 1000,
        queuedPerUser: 1000,
        startOf: () => ({ ...NO_CONTROL, concurrency: [limit] }),
        decide: () => 'start' as const,
      },
    };
    // More than one batch is refused before the walk comes to the event of the other workflow.
    const record = { key: crowded.id, collection: 'c', data: {}, created: 1, updated: 1 };
    const events = Array.from({ length: 120 }, () => ({ type: 'record.created', record, previous: null }) as const);
    const { announce } = service.service.system;
    await db.transaction().execute(transaction => announce(transaction, { id: crowded.id, webhooks: [] }, events));
    await free.record('c');
    const [last] = await readEventIds(free);
    for (const id of await readEventIds(crowded)) await handleEvent(services, id);
    await sql`INSERT INTO booster_starts (event_id, trigger_id, user_id)
      SELECT ${last}, id, ${ann.id} FROM workflow_triggers WHERE workflow_id = ${other}`.execute(db);
    await startWaitingRuns(services, AbortSignal.timeout(60_000));
    const { rows } = await sql<{ workflow_id: string }>`
      SELECT workflow_id FROM runs WHERE created_by = ${ann.id}`.execute(db);
    assert.deepEqual(rows.map(({ workflow_id }) => workflow_id).toSorted(), [limited, limited, other].toSorted());
    const { rows: waiting } = await sql<{ starts: number }>`
      SELECT count(*) AS starts FROM booster_starts WHERE user_id = ${ann.id}`.execute(db);
    assert.equal(waiting[0]?.starts, 118);
  });

  test('what is refused again and again takes no turn of a throttle', async () => {
    const ann = await service.person();
    const panel = await makePanel(service, ann);
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    await sql`UPDATE workflow_triggers SET params = (params::jsonb || '{"throttle": {}}')::json WHERE workflow_id = ${workflow}`.execute(
      db,
    );
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM workflow_triggers WHERE workflow_id = ${workflow}`.execute(db);
    const throttle = { key: `test ${workflow}`, limit: 1, seconds: 600 };
    const rules = {
      queuedPerUser: 2,
      startOf: () => ({ ...NO_CONTROL, throttle }),
      decide: () => 'start' as const,
    };
    const queue = async (count: number) => {
      const ids = Array.from({ length: count }, newId).sort();
      const run = { triggerId: rows[0]?.id ?? '', input: '{}', triggerDepth: 0, rootId: null };
      const runs = ids.map(id => ({ ...run, id }));
      const outcomes = await db.transaction().execute(transaction => queueRuns(transaction, runs, rules));
      return runs.map(({ id }) => outcomes.get(id)?.outcome);
    };
    assert.deepEqual(await queue(1), ['queued']);
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.deepEqual(await queue(3), attempt === 0 ? ['queued', 'full', 'full'] : ['full', 'full', 'full']);
    }
    await sql`DELETE FROM runs WHERE created_by = ${ann.id} AND due_at IS NULL`.execute(db);
    assert.deepEqual(await queue(1), ['queued']);
    const { rows: due } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM due_at - created_at) / 60)::integer AS minutes FROM runs
      WHERE created_by = ${ann.id} ORDER BY due_at`.execute(db);
    assert.deepEqual(due, [{ minutes: 10 }, { minutes: 20 }]);
    await endRuns(ann);
  });

  test('events of panels start their runs as soon as there is room, each exactly once', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const panel = await makePanel(service, ann, {}, { sharing: [{ user_email: bob.email, write: true }] });
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    const others = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), bob);
    const services: BoosterTriggerServices = {
      database: opened,
      notify: async () => {},
      withLinks: (_panel, file) => file,
      limits: { runsPerRoot: 1000, queuedPerUser: 2, startOf: () => null, decide: () => 'start' as const },
    };
    for (let records = 0; records < 3; records++) await panel.record('c', { records });
    await endRuns(bob);
    for (const id of await readEventIds(panel)) {
      await handleEvent(services, id);
      await endRuns(bob);
    }
    assert.deepEqual([await countRuns(ann), await countRuns(bob)], [2, 3], 'others do not wait');
    const { signal } = new AbortController();
    await startWaitingRuns(services, signal);
    assert.equal(await countRuns(ann), 2, 'there is no room yet');
    await endRuns(ann);
    await Promise.all([startWaitingRuns(services, signal), startWaitingRuns(services, signal)]);
    await startWaitingRuns(services, signal);
    for (const id of await readEventIds(panel)) await handleEvent(services, id);
    const readRecordNumbers = async (workflowId: string) => {
      const { rows } = await sql<{ input: string }>`
        SELECT input FROM runs WHERE workflow_id = ${workflowId}`.execute(db);
      return rows.map(({ input }) => JSON.parse(input).record.data.records).toSorted();
    };
    assert.deepEqual(
      [await readRecordNumbers(workflow), await readRecordNumbers(others)],
      [
        [0, 1, 2],
        [0, 1, 2],
      ],
    );
  });
});

async function readEventIds(panel: PanelUser): Promise<number[]> {
  const events = await db
    .selectFrom('booster_events')
    .select('id')
    .where('panel_id', '=', panel.id)
    .orderBy('id')
    .execute();
  return events.map(({ id }) => id);
}

test('one cause starts a limited number of runs through changes by runs, and the owner is notified once', async () => {
  const working = await serviceOn(database, { HEDDLE_RUNS_PER_CAUSE: String(PER_CAUSE) });
  try {
    const ann = await service.person();
    const panel = await makePanel(working, ann);
    const each = node('each', 'loop', { items: 'range(3)' });
    const write = node('write', 'tool.call', {
      tool: 'booster_record_create',
      params: { panel_id: panel.id, collection: 'c', data: {} },
    });
    const multiplying: Definition = {
      nodes: [onRecord(panel.id), each, write],
      edges: [edge('watch', 'each'), edge('each', 'write', 'item')],
    };
    const workflow = await publishNewWorkflow(working, multiplying, ann);
    await panel.record('c');
    // The change by a person is not counted, and starts one more run.
    assert.equal((await findSettledRuns(working, workflow, ann)).length, 1 + PER_CAUSE);
    await panel.record('c');
    assert.equal((await findSettledRuns(working, workflow, ann)).length, 2 * (1 + PER_CAUSE), 'it was another cause');
    const [notification, ...more] = await findNotifications(working, ann);
    assert.deepEqual([notification?.kind, more], ['trigger_fan_out', []]);
    assert.match(notification?.text ?? '', new RegExp(`one cause had already started ${PER_CAUSE} runs`));
  } finally {
    await working.stopService();
  }
});

test('many events of one panel do not delay the event of another', async () => {
  const MANY = 120;
  const [ann, bob] = [await service.person(), await service.person()];
  const [crowded, quiet] = [await makePanel(service, ann), await makePanel(service, bob)];
  await publishNewWorkflow(service, withTrigger(onRecord(crowded.id), echo), ann);
  const workflow = await publishNewWorkflow(service, withTrigger(onRecord(quiet.id), echo), bob);
  const record = { key: crowded.id, collection: 'c', data: {}, created: 1, updated: 1 };
  const events = Array.from({ length: MANY }, () => ({ type: 'record.created', record, previous: null }) as const);
  const { announce } = service.service.system;
  await db.transaction().execute(transaction => announce(transaction, { id: crowded.id, webhooks: [] }, events));
  await quiet.record('c');
  const working = await serviceOn(database);
  try {
    assert.equal((await findSettledRuns(working, workflow, bob)).length, 1);
    assert.equal(await countRuns(ann), MANY);
    const { rows } = await sql<{ earlier: number }>`
      SELECT count(*) AS earlier FROM runs WHERE created_by = ${ann.id}
        AND created_at < (SELECT created_at FROM runs WHERE created_by = ${bob.id})`.execute(db);
    assert.ok(Number(rows[0]?.earlier) < MANY / 2, `${rows[0]?.earlier} runs of the other panel began earlier`);
  } finally {
    await working.stopService();
  }
});
