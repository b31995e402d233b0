/** A step changes a panel once, even if it is executed again or several times concurrently. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { SERVICE_ACTOR } from '../../src/booster/actor.ts';
import { createOpenLinkSecret } from '../../src/booster/panel-secrets.ts';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import type { StorageServices } from '../../src/booster/storage/files.ts';
import { boosterTools } from '../../src/booster/tools/tools.ts';
import type { Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import type { ToolContext } from '../../src/tools/contract/tool.ts';
import { defaultConfig } from '../fixtures/config.ts';
import { memoryFiles } from '../fixtures/tools.ts';
import { chain, node } from '../support/definitions.ts';
import { openLateProxy } from '../support/late-proxy.ts';
import { inReverse } from '../support/process.ts';
import { runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { changePanel, makePanel, type PanelUser, RECORDS, type StoredFile } from './booster-panels.ts';
import { echo, findSettledRuns, onFile, publishNewWorkflow, withTrigger } from './booster-workflows.ts';
import { poll } from './poll.ts';

const service = await testService();
const { system } = service.service;
const { query: db, pool } = system.database;
const ann = await service.person();
const storage: StorageServices = {
  database: system.database,
  blobs: system.blobs,
  announce: system.announce,
  actor: SERVICE_ACTOR,
  publicUrl: system.publicUrl,
  openLinkSecret: createOpenLinkSecret(system.sealer),
  limits: {
    ...defaultConfig.storage,
    fileBytes: 1000,
    linkMinutes: 60,
    directUpload: false,
  },
};
const webhooks = [
  {
    url: 'http://127.0.0.1:9/',
    events: ['file.stored', 'file.changed', 'file.deleted', 'record.created', 'record.changed', 'record.deleted'],
  },
];

/** Creates a panel with a webhook for every event, so that the service stores all of its events. */
async function makeWatchedPanel(): Promise<PanelUser> {
  return makePanel(service, ann, { kept: { keep_without_record: true } }, { webhooks });
}

async function readEventTypes({ id }: PanelUser): Promise<string[]> {
  const events = await db
    .selectFrom('booster_events')
    .select('type')
    .where('panel_id', '=', id)
    .orderBy('id')
    .execute();
  return events.map(({ type }) => type);
}

/** Returns a function that calls tools as one step of an existing run. */
async function step(idempotencyKey: string = randomUUID(), services = storage) {
  const { id: runId } = await runOnce(service, chain(node('a', 'transform', { value: 1 })), {}, ann.key);
  const tools = boosterTools(services);
  const context: ToolContext = {
    signal: AbortSignal.timeout(60_000),
    idempotencyKey,
    runId,
    user: { ...ann, name: 'Ann' },
    files: memoryFiles(),
    http: { request: () => Promise.reject(new Error('no network here')) },
    connect: () => Promise.reject(new Error('no network here')),
    progress: () => {},
    startedAt: new Date(),
    nextTriggerDepth: 0,
    readText: async () => assert.fail('nothing is read'),
    pay: async (_estimate, act) => (await act()).result,
  };
  return async <Output>(name: string, params: object, more: Partial<ToolContext> = {}): Promise<Output> => {
    const tool = tools.find(each => each.name === name);
    assert.ok(tool);
    return (await tool.call(params, { ...context, ...more })).output as Output;
  };
}

suite('a step that is executed again', () => {
  test('creates one record, and returns its current state', async () => {
    const panel = await makeWatchedPanel();
    const call = await step();
    const params = { panel_id: panel.id, collection: 'c', data: { n: 1 } };
    const first = await call<BoosterRecord>('booster_record_create', params);
    assert.deepEqual(await call('booster_record_create', params), first);
    const changed = await panel.ask('update', { key: first.key, data: { n: 2 } }, RECORDS);
    assert.deepEqual(await call('booster_record_create', params), changed);
    await panel.ask('delete', { key: first.key }, RECORDS);
    await assert.rejects(call('booster_record_create', params), { message: 'Database record not found' });
    assert.deepEqual(await readEventTypes(panel), ['record.created', 'record.changed', 'record.deleted']);
  });

  test('does not refuse the key that it chose for its record as taken', async () => {
    const panel = await makeWatchedPanel();
    const call = await step();
    const params = { panel_id: panel.id, collection: 'c', data: {}, key: randomUUID() };
    const first = await call('booster_record_create', params);
    assert.deepEqual(await call('booster_record_create', params), first);
    const another = await step();
    await assert.rejects(another('booster_record_create', params), {
      message: `a record '${params.key}' already exists`,
    });
  });

  test('changes and deletes once', async () => {
    const panel = await makeWatchedPanel();
    const { collection, key } = await panel.record('c', { n: 0 });
    const record = { record_collection: collection, record_key: key };
    for (const path of ['docs/a', 'docs/b', 'kept/c']) await panel.upload({ path, ...record });
    const update = await step();
    const params = { panel_id: panel.id, key, data: { n: 1 } };
    await update('booster_record_update', params);
    await panel.ask('update', { key, data: { n: 2 } }, RECORDS);
    assert.deepEqual((await update<BoosterRecord>('booster_record_update', params)).data, { n: 2 });
    const remove = await step();
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await remove('booster_record_delete', { panel_id: panel.id, key }), { accepted: true, key });
    }
    const events = (await readEventTypes(panel)).slice(4);
    assert.deepEqual(events, [
      'record.changed',
      'record.changed',
      'file.changed',
      'file.deleted',
      'file.deleted',
      'record.deleted',
    ]);
  });

  test('stores one file, even with rename, and leaves no other content behind', async () => {
    const panel = await makeWatchedPanel();
    const save = await step();
    const params = { panel_id: panel.id, path: 'docs/a.txt', text: 'once', rename: true };
    const first = await save<StoredFile>('booster_file_save', params);
    const again = await save<StoredFile>('booster_file_save', params);
    assert.deepEqual([again.id, again.path], [first.id, 'docs/a.txt']);
    const { files } = await panel.ask<{ files: number }>('usage');
    assert.deepEqual([files, await readEventTypes(panel)], [1, ['file.stored']]);
  });

  test('differs from another step of the run and from the same step of another run', async () => {
    const panel = await makeWatchedPanel();
    const params = { panel_id: panel.id, collection: 'c', data: {} };
    const call = await step('step');
    await call('booster_record_create', params);
    await call('booster_record_create', params, { idempotencyKey: 'other' });
    await (await step('step'))('booster_record_create', params);
    assert.equal((await readEventTypes(panel)).length, 3);
  });

  test('tries again if it was refused before', async () => {
    const panel = await makeWatchedPanel();
    await changePanel(panel, { database: false });
    const call = await step();
    const params = { panel_id: panel.id, collection: 'c', data: {} };
    const refusal = { message: 'database access is not allowed for this panel' };
    await assert.rejects(call('booster_record_create', params), refusal);
    await changePanel(panel, { database: true });
    await call('booster_record_create', params);
    assert.deepEqual(await readEventTypes(panel), ['record.created']);
  });
});

suite('a step whose commit arrives late', () => {
  const changes = [
    ['booster_record_create', { collection: 'c', data: {} }, 'record.created'],
    ['booster_file_save', { path: 'docs/a.txt', text: 'x', rename: true }, 'file.stored'],
  ] as const;
  for (const [name, params, event] of changes) {
    test(`does not repeat its change with ${name}`, async t => {
      const hooks = inReverse(t);
      const panel = await makeWatchedPanel();
      const proxy = await openLateProxy(hooks, service.database);
      const database = openDatabase<Schema>(proxy.url, { maxConnections: 4 });
      hooks.after(() => database.close());
      const call = await step(randomUUID(), { ...storage, database });
      const taken = proxy.interceptCommit(/INTO booster_effects/);
      const calling = call<object>(name, { panel_id: panel.id, ...params });
      const { deliver } = await taken;
      const isWaiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await poll(async () => ((await pool.query(isWaiting)).rowCount ? true : undefined));
      await deliver();
      await calling;
      assert.deepEqual(await readEventTypes(panel), [event]);
    });
  }
});

suite('a step that is executed many times concurrently', () => {
  const AT_ONCE = 8;
  const many = <Output>(act: () => Promise<Output>) => Promise.all(Array.from({ length: AT_ONCE }, act));

  test('makes one change', async () => {
    const panel = await makeWatchedPanel();
    const { key } = await panel.record('c', {});
    const [create, update, save, remove] = [await step(), await step(), await step(), await step()];
    const given = { panel_id: panel.id };
    const created = await many(() =>
      create<BoosterRecord>('booster_record_create', { ...given, collection: 'c', data: {} }),
    );
    assert.equal(new Set(created.map(record => record.key)).size, 1);
    await many(() => update('booster_record_update', { ...given, key, data: { n: 1 } }));
    const stored = await many(() =>
      save<StoredFile>('booster_file_save', { ...given, path: 'docs/a', text: 'x', rename: true }),
    );
    assert.deepEqual(new Set(stored.map(({ path }) => path)), new Set(['docs/a']));
    await many(() => remove('booster_record_delete', { ...given, key }));
    assert.deepEqual(await readEventTypes(panel), [
      'record.created',
      'record.created',
      'record.changed',
      'file.stored',
      'record.deleted',
    ]);
    const blobs = await Array.fromAsync(system.blobs.list());
    const known = await pool.query('SELECT blob_key FROM booster_files UNION SELECT blob_key FROM blob_tombstones');
    assert.deepEqual(blobs.map(blob => blob.key).toSorted(), known.rows.map(row => row.blob_key).toSorted());
    const { rows } = await pool.query('SELECT storage_used FROM users WHERE id = $1', [ann.id]);
    assert.equal(
      rows[0].storage_used,
      (await pool.query('SELECT sum(size) AS bytes FROM booster_files')).rows[0].bytes,
    );
  });
});

suite('the stored effects of steps', () => {
  const countEffects = async (runId: string) =>
    (await pool.query('SELECT FROM booster_effects WHERE run_id = $1', [runId])).rowCount;

  test('are deleted with their run, and a deleted run changes nothing', async () => {
    const panel = await makeWatchedPanel();
    const params = { panel_id: panel.id, collection: 'c', data: {} };
    const create = node('create', 'tool.call', { tool: 'booster_record_create', params });
    const run = await runOnce(service, chain(create), {}, ann.key);
    assert.equal(await countEffects(run.id), 1);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, ann.key);
    assert.equal(await countEffects(run.id), 0);
    const call = await step();
    await assert.rejects(call('booster_record_create', params, { runId: run.id }), { message: 'The run is gone' });
    assert.deepEqual(await readEventTypes(panel), ['record.created']);
  });

  test('exist for each item of a loop, and not for steps that only read', async () => {
    const panel = await makeWatchedPanel();
    const loop = node('loop', 'loop', { items: '[1, 2, 3]' });
    const params = { panel_id: panel.id, collection: 'c', data: { n: '{{ loop.item }}' } };
    const create = node('create', 'tool.call', { tool: 'booster_record_create', params });
    const find = node('find', 'tool.call', {
      tool: 'booster_record_find',
      params: { panel_id: panel.id, collection: 'c', params: { sort_key: 'data.n' } },
    });
    const start = node('start', 'trigger.manual');
    const definition = {
      nodes: [start, loop, create, find],
      edges: [
        { source: 'start', target: 'loop', source_handle: null },
        { source: 'loop', target: 'create', source_handle: 'item' },
        { source: 'loop', target: 'find', source_handle: 'done' },
      ],
    };
    const run = await runOnce(service, definition, {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    assert.equal(await countEffects(run.id), 3);
    const found = JSON.parse(run.steps.find(({ node_id }) => node_id === 'find')?.output_json ?? '');
    assert.deepEqual(
      found.map((record: BoosterRecord) => record.data.n),
      [1, 2, 3],
    );
  });
});

test('when a step deletes a record, the events of its files have the depth of the step', async () => {
  const panel = await makePanel(service, ann);
  const { collection, key } = await panel.record('c', {});
  await panel.upload({ path: 'docs/a', record_collection: collection, record_key: key });
  const workflow = await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
  const call = await step();
  await call('booster_record_delete', { panel_id: panel.id, key }, { nextTriggerDepth: 3 });
  const [run] = await findSettledRuns(service, workflow, ann);
  assert.equal(run?.trigger_depth, 3);
});
