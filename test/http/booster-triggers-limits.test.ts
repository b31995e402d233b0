/** Events that start nothing, and events that start everything exactly once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deleteOldDeliveries } from '../../src/booster/webhooks/tasks.ts';
import { defaultConfig } from '../../src/configuration/config.ts';
import { enqueueLostEvents, handleEvent } from '../../src/triggers/booster-events.ts';
import type { BoosterTriggerServices } from '../../src/triggers/booster-starting.ts';
import { node } from '../support/definitions.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import { changePanel, makePanel, type PanelUser, RECORDS } from './booster-panels.ts';
import { behind, echo, notificationsOf, onFile, onRecord, published, quiet, runsOf } from './booster-workflows.ts';

const service = await testService();
const { system } = service.service;
const { query: db, pool } = system.database;
const ann = await service.person();
const bob = await service.person();

const told: string[][] = [];
/** For events that are handled by hand. */
const services: BoosterTriggerServices = {
  database: system.database,
  notify: async (_transaction, userIds, { event }) => void told.push([...userIds, event]),
  withLinks: (_panel, file) => file,
  limits: {
    runsPerRoot: defaultConfig.triggers.runsPerRoot,
    queuedPerUser: defaultConfig.triggers.queuedPerUser,
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

/** An event that nobody comes to by himself. */
async function unhandled(panel: PanelUser, { depth = 0 } = {}): Promise<number> {
  const record = { key: panel.id, collection: 'c', data: {}, created: 1, updated: 1 };
  const { id } = await db
    .insertInto('booster_events')
    .values({
      panel_id: panel.id,
      subject: panel.id,
      type: 'record.created',
      data: JSON.stringify({ record, previous: null }),
      trigger_depth: depth,
      starts_runs: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

suite('runs that start each other', () => {
  test('end with the one of depth 5, and the owner of the panel is told once', async () => {
    const owner = await service.person();
    const panel = await makePanel(
      service,
      owner,
      {},
      { name: 'My *panel*', sharing: [{ user_email: bob.email, write: false }] },
    );
    const workflow = await published(service, behind(onRecord(panel.id), write(panel.id, 'c')), bob, {
      name: 'around [and](x) around',
    });
    const depths = async () => (await runsOf(service, workflow, bob)).map(({ trigger_depth }) => trigger_depth);
    await panel.record('c');
    assert.deepEqual(await depths(), [0, 1, 2, 3, 4, 5]);
    assert.equal(await countRecords(panel, 'c'), 7);
    await panel.record('c');
    assert.deepEqual((await depths()).slice(6), [0, 1, 2, 3, 4, 5], 'what a person does begins anew');
    const [notification, ...more] = await notificationsOf(service, owner);
    assert.deepEqual(more, []);
    assert.equal(notification?.kind, 'trigger_depth');
    assert.equal(notification.title, "The workflow 'around [and](x) around' was not started again");
    assert.match(notification.text, /^A change in the panel 'My \\\*panel\\\*' would have started the workflow /);
    assert.match(notification.text, /around \\\[and\\\]\\\(x\\\) around/);
    assert.deepEqual(await notificationsOf(service, bob), []);
  });

  test('count from panel to panel, from records to files, and not through runs that people start', async () => {
    const panel = await makePanel(service, ann);
    const other = await makePanel(service, ann);
    const save = node('save', 'tool.call', {
      tool: 'booster_file_save',
      params: { panel_id: other.id, path: 'docs/a.txt', rename: true, text: 'x' },
    });
    const first = await published(service, behind(onRecord(panel.id), save), ann);
    const second = await published(service, behind(onFile(other.id), echo), ann);
    const started = node('start', 'trigger.manual');
    const definition = behind(started, write(panel.id, 'c'));
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'w', definition }, ann.key);
    await service.ask('/api/v3/workflow/run', { workflow_id: id }, ann.key);
    const depths = async (workflow: string) =>
      (await runsOf(service, workflow, ann)).map(({ trigger_depth }) => trigger_depth);
    assert.deepEqual([await depths(first), await depths(second)], [[0], [1]]);
  });

  test('are told of once a day for each trigger', async () => {
    const panel = await makePanel(service, ann);
    await published(service, behind(onRecord(panel.id), echo), ann);
    await published(service, behind(onRecord(panel.id, { collection: 'other' }), echo), ann);
    told.length = 0;
    await handleEvent(services, await unhandled(panel, { depth: 5 }));
    assert.deepEqual(told, []);
    await handleEvent(services, await unhandled(panel, { depth: 6 }));
    assert.equal(told.length, 1);
    assert.match(String(told[0]), new RegExp(`^${ann.id},trigger-depth:[0-9a-f-]{36}:\\d{4}-\\d\\d-\\d\\d$`));
  });
});

suite('a user who may not use the panel any more', () => {
  const shared = async (person: Person) => {
    const panel = await makePanel(service, ann, {}, { sharing: [{ user_email: person.email, write: false }] });
    const workflow = await published(service, behind(onRecord(panel.id), echo), person, { name: 'watcher' });
    return { panel, workflow };
  };

  test('gets no runs, and the owner of the workflow is told once', async () => {
    const cleo = await service.person();
    const { panel, workflow } = await shared(cleo);
    const allowed = await published(service, behind(onRecord(panel.id), echo), ann);
    await panel.record();
    assert.equal((await runsOf(service, workflow, cleo)).length, 1);
    await changePanel(panel, { sharing: [] });
    await panel.record();
    await panel.record();
    assert.equal((await runsOf(service, workflow, cleo)).length, 1);
    assert.equal((await runsOf(service, allowed, ann)).length, 3, 'others go on');
    const [notification, ...more] = await notificationsOf(service, cleo);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [notification?.kind, notification?.title],
      ['trigger_panel', "The workflow 'watcher' was not started"],
    );
    assert.ok(notification?.text.includes(`in the panel ${panel.id} that its trigger 'watch' watches`));
    assert.deepEqual(await notificationsOf(service, ann), []);
    await changePanel(panel, { sharing: [{ user_email: cleo.email, write: false }] });
    await panel.record();
    assert.equal((await runsOf(service, workflow, cleo)).length, 2);
  });

  test('because the panel is switched off gets none either', async () => {
    const dora = await service.person();
    const { panel, workflow } = await shared(dora);
    await changePanel(panel, { enabled: false });
    await handleEvent(services, await unhandled(panel));
    assert.equal((await runsOf(service, workflow, dora)).length, 0);
  });
});

suite('an event', () => {
  test('that is handled twice, or by many at once, starts its runs once', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await published(service, behind(onRecord(panel.id), echo), ann);
    const id = await unhandled(panel);
    await Promise.all(Array.from({ length: 4 }, () => handleEvent(services, id)));
    await handleEvent(services, id);
    assert.equal((await runsOf(service, workflow, ann)).length, 1);
    // Even if it were not known to be handled.
    await db.updateTable('booster_events').set({ starts_runs: true }).where('id', '=', id).execute();
    await handleEvent(services, id);
    assert.equal((await runsOf(service, workflow, ann)).length, 1);
  });

  test('that is handled in vain is handled again', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await published(service, behind(onRecord(panel.id), echo), ann);
    await changePanel(panel, { enabled: false });
    const id = await unhandled(panel);
    const notify = () => Promise.reject(new Error('in vain'));
    await assert.rejects(handleEvent({ ...services, notify }, id), /in vain/);
    await changePanel(panel, { enabled: true });
    await handleEvent(services, id);
    assert.equal((await runsOf(service, workflow, ann)).length, 1);
  });

  test('of many at once starts one run for each, whichever process comes to it', async () => {
    const panel = await makePanel(service, ann);
    const workflows = [
      await published(service, behind(onRecord(panel.id), echo), ann),
      await published(service, behind(onRecord(panel.id), echo), ann),
    ];
    const other = await serviceOn(service.database);
    try {
      await Promise.all(Array.from({ length: 50 }, () => panel.record()));
      await quiet(service);
    } finally {
      await other.stopService();
    }
    for (const workflow of workflows) {
      const keys = (await runsOf(service, workflow, ann)).map(({ input_json }) => JSON.parse(input_json).key);
      assert.deepEqual([keys.length, new Set(keys).size], [50, 50]);
    }
  });

  test('that a panel has with dozens of workflows starts all of them', async () => {
    const panel = await makePanel(service, ann);
    const workflows: string[] = [];
    for (let n = 0; n < 45; n++) workflows.push(await published(service, behind(onRecord(panel.id), echo), ann));
    await panel.record();
    await quiet(service);
    const { rows } = await pool.query('SELECT count(*) AS runs FROM runs WHERE workflow_id = ANY ($1)', [workflows]);
    assert.equal(rows[0].runs, 45);
  });

  test('that lost its job is found again, and kept until it is handled', async () => {
    const panel = await makePanel(service, ann);
    const id = await unhandled(panel);
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
    await deleteOldDeliveries(db, AbortSignal.timeout(10_000));
    assert.ok(await isThere());
    await enqueueLostEvents(db, jobs);
    assert.deepEqual(enqueued, [{ event_id: id }]);
    await handleEvent(services, id);
    await deleteOldDeliveries(db, AbortSignal.timeout(10_000));
    assert.ok(!(await isThere()));
    await handleEvent(services, id);
  });
});
