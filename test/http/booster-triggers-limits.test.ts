/** Which events start no runs, and that all others start their runs exactly once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deleteOldDeliveries } from '../../src/booster/webhooks/tasks.ts';
import { toStorableJson } from '../../src/platform/postgres/storable-text.ts';
import { enqueueLostEvents, handleEvent } from '../../src/triggers/booster-events.ts';
import type { BoosterTriggerServices } from '../../src/triggers/booster-starting.ts';
import { defaultConfig } from '../fixtures/config.ts';
import { node } from '../support/definitions.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import { changePanel, makePanel, type PanelUser, RECORDS } from './booster-panels.ts';
import {
  echo,
  findNotifications,
  findSettledRuns,
  onFile,
  onRecord,
  publishNewWorkflow,
  waitUntilIdle,
  withTrigger,
} from './booster-workflows.ts';

const service = await testService();
const { system } = service.service;
const { query: db, pool } = system.database;
const ann = await service.person();
const bob = await service.person();

const notified: string[][] = [];
/** For events that tests handle themselves. */
const services: BoosterTriggerServices = {
  database: system.database,
  notify: async (_transaction, userIds, { event }) => void notified.push([...userIds, event]),
  withLinks: (_panel, file) => file,
  limits: {
    runsPerRoot: defaultConfig.triggers.runsPerRoot,
    queuedPerUser: defaultConfig.triggers.queuedPerUser,
    startOf: () => null,
    decide: () => 'start' as const,
  },
};

const write = (panelId: string, collection: string) =>
  node('write', 'tool.call', {
    tool: 'booster_record_create',
    params: { panel_id: panelId, collection, data: { run: '{{ run.id }}' } },
  });

async function countRecords(panel: PanelUser, collection: string): Promise<number> {
  return panel.ask<number>('count', { collection }, RECORDS);
}

/** Inserts an event without a job, so that the service does not handle it. */
async function insertUnhandledEvent(panel: PanelUser, { depth = 0 } = {}): Promise<number> {
  const record = { key: panel.id, collection: 'c', data: {}, created: 1, updated: 1 };
  const { id } = await db
    .insertInto('booster_events')
    .values({
      panel_id: panel.id,
      subject: panel.id,
      type: 'record.created',
      data: toStorableJson({ record, previous: null }),
      trigger_depth: depth,
      starts_runs: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

suite('runs that start each other', () => {
  test('stop at depth 5, and the owner of the panel is notified once', async () => {
    const owner = await service.person();
    const panel = await makePanel(
      service,
      owner,
      {},
      { name: 'My *panel*', sharing: [{ user_email: bob.email, write: false }] },
    );
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), write(panel.id, 'c')), bob, {
      name: 'around [and](x) around',
    });
    const depths = async () =>
      (await findSettledRuns(service, workflow, bob)).map(({ trigger_depth }) => trigger_depth);
    await panel.record('c');
    assert.deepEqual(await depths(), [0, 1, 2, 3, 4, 5]);
    assert.equal(await countRecords(panel, 'c'), 7);
    await panel.record('c');
    assert.deepEqual((await depths()).slice(6), [0, 1, 2, 3, 4, 5], 'what a person does begins anew');
    const [notification, ...more] = await findNotifications(service, owner);
    assert.deepEqual(more, []);
    assert.equal(notification?.kind, 'trigger_depth');
    assert.equal(notification.title, "The workflow 'around [and](x) around' was not started again");
    assert.match(notification.text, /^A change in the panel 'My \\\*panel\\\*' would have started the workflow /);
    assert.match(notification.text, /around \\\[and\\\]\\\(x\\\) around/);
    assert.deepEqual(await findNotifications(service, bob), []);
  });

  test('count their depth across panels, records and files, but not across runs that people start', async () => {
    const panel = await makePanel(service, ann);
    const other = await makePanel(service, ann);
    const save = node('save', 'tool.call', {
      tool: 'booster_file_save',
      params: { panel_id: other.id, path: 'docs/a.txt', rename: true, text: 'x' },
    });
    const first = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), save), ann);
    const second = await publishNewWorkflow(service, withTrigger(onFile(other.id), echo), ann);
    const started = node('start', 'trigger.manual');
    const definition = withTrigger(started, write(panel.id, 'c'));
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'w', definition }, ann.key);
    await service.ask('/api/v3/workflow/run', { workflow_id: id }, ann.key);
    const depths = async (workflow: string) =>
      (await findSettledRuns(service, workflow, ann)).map(({ trigger_depth }) => trigger_depth);
    assert.deepEqual([await depths(first), await depths(second)], [[0], [1]]);
  });

  test('cause one notification a day for each trigger', async () => {
    const panel = await makePanel(service, ann);
    await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    await publishNewWorkflow(service, withTrigger(onRecord(panel.id, { collection: 'other' }), echo), ann);
    notified.length = 0;
    await handleEvent(services, await insertUnhandledEvent(panel, { depth: 5 }));
    assert.deepEqual(notified, []);
    await handleEvent(services, await insertUnhandledEvent(panel, { depth: 6 }));
    assert.equal(notified.length, 1);
    assert.match(String(notified[0]), new RegExp(`^${ann.id},trigger-depth:[0-9a-f-]{36}:\\d{4}-\\d\\d-\\d\\d$`));
  });
});

suite('a user who may no longer use the panel', () => {
  const sharePanel = async (person: Person) => {
    const panel = await makePanel(service, ann, {}, { sharing: [{ user_email: person.email, write: false }] });
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), person, {
      name: 'watcher',
    });
    return { panel, workflow };
  };

  test('gets no runs, and the owner of the workflow is notified once', async () => {
    const cleo = await service.person();
    const { panel, workflow } = await sharePanel(cleo);
    const allowed = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    await panel.record();
    assert.equal((await findSettledRuns(service, workflow, cleo)).length, 1);
    await changePanel(panel, { sharing: [] });
    await panel.record();
    await panel.record();
    assert.equal((await findSettledRuns(service, workflow, cleo)).length, 1);
    assert.equal((await findSettledRuns(service, allowed, ann)).length, 3, 'others go on');
    const [notification, ...more] = await findNotifications(service, cleo);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [notification?.kind, notification?.title],
      ['trigger_panel', "The workflow 'watcher' was not started"],
    );
    assert.ok(notification?.text.includes(`in the panel ${panel.id} that its trigger 'watch' watches`));
    assert.deepEqual(await findNotifications(service, ann), []);
    await changePanel(panel, { sharing: [{ user_email: cleo.email, write: false }] });
    await panel.record();
    assert.equal((await findSettledRuns(service, workflow, cleo)).length, 2);
  });

  test('gets no runs either if the panel is disabled', async () => {
    const dora = await service.person();
    const { panel, workflow } = await sharePanel(dora);
    await changePanel(panel, { enabled: false });
    await handleEvent(services, await insertUnhandledEvent(panel));
    assert.equal((await findSettledRuns(service, workflow, dora)).length, 0);
  });
});

suite('an event', () => {
  test('that is handled repeatedly or concurrently starts its runs once', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    const id = await insertUnhandledEvent(panel);
    await Promise.all(Array.from({ length: 4 }, () => handleEvent(services, id)));
    await handleEvent(services, id);
    assert.equal((await findSettledRuns(service, workflow, ann)).length, 1);
    // This also holds if the event is not marked as handled.
    await db.updateTable('booster_events').set({ starts_runs: true }).where('id', '=', id).execute();
    await handleEvent(services, id);
    assert.equal((await findSettledRuns(service, workflow, ann)).length, 1);
  });

  test('is handled again if handling it failed', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    await changePanel(panel, { enabled: false });
    const id = await insertUnhandledEvent(panel);
    const notify = () => Promise.reject(new Error('in vain'));
    await assert.rejects(handleEvent({ ...services, notify }, id), /in vain/);
    await changePanel(panel, { enabled: true });
    await handleEvent(services, id);
    assert.equal((await findSettledRuns(service, workflow, ann)).length, 1);
  });

  test('among many at the same time starts one run per workflow, whichever process handles it', async () => {
    const panel = await makePanel(service, ann);
    const workflows = [
      await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann),
      await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann),
    ];
    const other = await serviceOn(service.database);
    try {
      await Promise.all(Array.from({ length: 50 }, () => panel.record()));
      await waitUntilIdle(service);
    } finally {
      await other.stopService();
    }
    for (const workflow of workflows) {
      const keys = (await findSettledRuns(service, workflow, ann)).map(({ input_json }) => JSON.parse(input_json).key);
      assert.deepEqual([keys.length, new Set(keys).size], [50, 50]);
    }
  });

  test('starts all of dozens of workflows that watch its panel', async () => {
    const panel = await makePanel(service, ann);
    const workflows: string[] = [];
    for (let n = 0; n < 45; n++)
      workflows.push(await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann));
    await panel.record();
    await waitUntilIdle(service);
    const { rows } = await pool.query('SELECT count(*) AS runs FROM runs WHERE workflow_id = ANY ($1)', [workflows]);
    assert.equal(rows[0].runs, 45);
  });

  test('without a job is found again, and stored until it is handled', async () => {
    const panel = await makePanel(service, ann);
    const id = await insertUnhandledEvent(panel);
    const enqueued: object[] = [];
    const jobs = {
      async enqueueMany(_kind: object, payloads: readonly object[]) {
        enqueued.push(...payloads);
      },
    };
    const isThere = async () => (await db.selectFrom('booster_events').where('id', '=', id).execute()).length === 1;
    await enqueueLostEvents(db, jobs);
    assert.deepEqual(enqueued, [], 'somebody will come to it');
    await pool.query("UPDATE booster_events SET created_at = now() - interval '8 days' WHERE id = $1", [id]);
    await deleteOldDeliveries(db, AbortSignal.timeout(60_000));
    assert.ok(await isThere());
    await enqueueLostEvents(db, jobs);
    assert.deepEqual(enqueued, [{ event_id: id }]);
    await handleEvent(services, id);
    await deleteOldDeliveries(db, AbortSignal.timeout(60_000));
    assert.ok(!(await isThere()));
    await handleEvent(services, id);
  });
});
