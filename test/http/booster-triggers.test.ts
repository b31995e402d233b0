/** Changes of records and files of panels start the workflows that watch them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { deleteExpiredFiles } from '../../src/booster/storage/tasks.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { readResult } from '../support/runs.ts';
import { type Reply, testService } from '../support/service.ts';
import {
  changePanel,
  makePanel,
  type PanelUser,
  RECORDS,
  type StoredFile,
  setFolders,
  succeeded,
} from './booster-panels.ts';
import {
  echo,
  findSettledRuns,
  onFile,
  onRecord,
  publish,
  publishNewWorkflow,
  readRunInputs,
  waitUntilIdle,
  withTrigger,
} from './booster-workflows.ts';

const service = await testService();
const { system } = service.service;
const ann = await service.person();

interface TriggerInput {
  event: string;
  [field: string]: unknown;
}

const inputs = async <Input = TriggerInput>(workflow: string) =>
  (await readRunInputs(service, workflow, ann)) as Input[];
const readEvents = async (workflow: string) => (await inputs(workflow)).map(({ event }) => event);
const write = <Answer = { key: string }>(panel: PanelUser, path: string, body: object) =>
  panel.ask<Answer>(path, body, RECORDS);

/** Removes the last part of links, which differs from minute to minute. */
function withoutGrants(file: StoredFile): StoredFile {
  const plain = (url: string | null) => url?.replace(/[^/]+$/, '') ?? null;
  return { ...file, url: plain(file.url), download_url: plain(file.download_url) };
}

/** Counts the stored events of a panel, including those that were handled. */
async function countEvents({ id }: PanelUser): Promise<number> {
  const found = await system.database.query.selectFrom('booster_events').where('panel_id', '=', id).execute();
  return found.length;
}

suite('the runs of a file and of a record', () => {
  interface Started {
    pending: boolean;
    runs: { id: string; workflow_id: string; status: string; finished_at: number | null }[];
  }

  test('are found by everybody who may use the panel, with their state alone', async () => {
    const [panel, bob, eve] = [await makePanel(service, ann), await service.person(), await service.person()];
    await changePanel(panel, { sharing: [{ user_email: bob.email, write: true }] });
    const ofFiles = await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
    const ofRecords = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    const file = await panel.upload({ path: 'inbox/a.txt' });
    const { key } = await write(panel, 'create', { collection: 'orders', data: {} });
    await waitUntilIdle(service);
    const subjects: [string, object, string][] = [
      ['/api/v1/run/of_file', { panel_id: panel.id, file_id: file.id }, ofFiles],
      ['/api/v1/run/of_record', { panel_id: panel.id, key }, ofRecords],
    ];
    for (const [path, body, workflow_id] of subjects) {
      const { pending, runs } = await service.ask<Started>(path, body, bob.key);
      assert.deepEqual(
        [pending, runs.map(({ workflow_id, status }) => [workflow_id, status])],
        [false, [[workflow_id, 'success']]],
      );
      assert.deepEqual(Object.keys(runs[0] ?? {}).sort(), ['created_at', 'finished_at', 'id', 'status', 'workflow_id']);
      assert.equal((await service.call(path, body, eve.key)).status, 403);
    }
    const unknown = { panel_id: panel.id, key: randomUUID() };
    assert.deepEqual(await service.ask('/api/v1/run/of_record', unknown, bob.key), { pending: false, runs: [] });
  });

  test('are named by the answer to the change that starts them', async () => {
    const panel = await makePanel(service, ann);
    const unwatched = await panel.call('create', { collection: 'orders', data: {} }, RECORDS);
    assert.equal(unwatched.headers.get('x-started-runs'), null);
    await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
    await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    await publishNewWorkflow(service, withTrigger(onRecord(panel.id, { collection: 'other' }), echo), ann);
    const named: string[] = [];
    /** Returns the answer, whose header and body name the same runs where both do. */
    const change = async <Answer>(reply: Reply, runs = 1): Promise<Answer> => {
      const answer = succeeded(reply) as Answer & { started_runs?: string[] };
      const ids = reply.headers.get('x-started-runs')?.split(', ') ?? [];
      assert.equal(ids.length, runs);
      assert.deepEqual(answer.started_runs ?? ids, ids);
      named.push(...ids);
      return answer;
    };
    const v1 = (path: string, body: object) =>
      service.call(`/api/v1/${path}`, { panel_id: panel.id, ...body }, ann.key);
    const record = (path: string, body: object) => panel.call(path, body, RECORDS);
    const upload = (path: string) => panel.call('upload-b64', { path, data: 'YQ==' });

    const { key } = await change<{ key: string }>(await record('create', { collection: 'orders', data: {} }));
    const { updated } = await change<{ updated: number }>(await record('update', { key, data: { a: 1 } }));
    await change(await v1('record/save', { key, updated, set: { a: 2 } }));
    await change(await v1('record/import', { collection: 'orders', rows: [{ data: {} }, { data: {} }] }), 2);
    const { id } = await change<{ id: string }>(await upload('inbox/a.txt'));
    await change(await v1('panel/files/move', { ids: [id], directory: 'inbox/old' }));
    await change(await panel.call('update', { id, record: { collection: 'orders', key } }));
    // The file is deleted with its record.
    await change(await v1('record/delete', { keys: [key] }), 2);
    const { id: second } = await change<{ id: string }>(await upload('inbox/b.txt'));
    await change(await v1('panel/files/delete', { ids: [second] }));

    await waitUntilIdle(service);
    const runs = await system.database.query.selectFrom('runs').select('id').where('id', 'in', named).execute();
    assert.deepEqual(runs.map(run => run.id).sort(), named.toSorted());
    const started = await service.ask<Started>('/api/v1/run/of_file', { panel_id: panel.id, file_id: second }, ann.key);
    assert.deepEqual(started.runs.map(run => run.id).sort(), named.slice(-2).sort());
  });

  test('are shown to whoever may upload into a folder, even if they may not read it', async () => {
    const panel = await makePanel(service, ann);
    await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
    const { id: file_id } = await panel.upload({ path: 'inbox/a.txt' });
    await waitUntilIdle(service);
    const body = { panel_id: panel.id, file_id };
    const count = async () => (await service.ask<Started>('/api/v1/run/of_file', body, ann.key)).runs.length;
    await setFolders(panel, { inbox: { read: 'none' } });
    assert.equal(await count(), 1);
    await setFolders(panel, { inbox: { read: 'none', upload: 'none' } });
    assert.equal((await service.call('/api/v1/run/of_file', body, ann.key)).status, 403);
  });
});

suite('a record', () => {
  test('that is created, changed and deleted starts a run each time, with its previous and its current state', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    const created = await write(panel, 'create', { collection: 'orders', data: { a: 1, b: [null] } });
    await waitUntilIdle(service);
    const changed = await write(panel, 'update', { key: created.key, data: { a: 2 } });
    await waitUntilIdle(service);
    await write(panel, 'delete', { key: created.key });

    const about = { panel_id: panel.id, collection: 'orders', key: created.key };
    const expected = [
      { event: 'created', ...about, record: created, previous: null },
      { event: 'changed', ...about, record: changed, previous: created },
      { event: 'deleted', ...about, record: null, previous: changed },
    ];
    assert.deepEqual(await inputs(workflow), expected);
    const runs = await findSettledRuns(service, workflow, ann);
    assert.deepEqual(runs.map(readResult), expected);
    for (const run of runs) {
      assert.deepEqual(
        [run.trigger_node_id, run.trigger_type, run.trigger_depth, run.automatic, run.version],
        ['watch', 'trigger.booster_record', 0, true, 1],
      );
    }
    const { triggers } = await service.ask<Deployment>(
      '/api/v3/workflow/deployment',
      { workflow_id: workflow },
      ann.key,
    );
    const [trigger] = triggers;
    assert.ok(trigger?.last_fired_at && trigger.last_fired_at >= Number(runs[0]?.created.timestamp));
    assert.deepEqual([trigger.panel_id, trigger.collection, trigger.folder], [panel.id, '*', null]);
  });

  test('starts only the workflows that watch its collection and the event', async () => {
    const panel = await makePanel(service, ann);
    const other = await makePanel(service, ann);
    const watching = (params: object, id = panel.id) =>
      publishNewWorkflow(service, withTrigger(onRecord(id, params), echo), ann);
    const all = await watching({ collection: '*' });
    const orders = await watching({ collection: 'orders' });
    const deletions = await watching({ events: ['deleted'] });
    const changes = await watching({ collection: 'orders', events: ['created', 'changed'] });
    const elsewhere = await watching({}, other.id);
    const { key } = await write(panel, 'create', { collection: 'orders', data: {} });
    await write(panel, 'update', { key, data: { a: 1 } });
    await write(panel, 'delete', { key });
    await write(panel, 'create', { collection: 'Orders', data: {} });
    const sorted = async (workflow: string) => (await readEvents(workflow)).toSorted();
    assert.deepEqual(await sorted(all), ['changed', 'created', 'created', 'deleted']);
    assert.deepEqual(await sorted(orders), ['changed', 'created', 'deleted']);
    assert.deepEqual(await sorted(deletions), ['deleted']);
    assert.deepEqual(await sorted(changes), ['changed', 'created']);
    assert.deepEqual(await sorted(elsewhere), []);
  });

  test('starts a run even if it is longer than the input of a requested run may be', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await publishNewWorkflow(
      service,
      withTrigger(onRecord(panel.id), node('a', 'transform', { value: 1 })),
      ann,
    );
    const text = 'x'.repeat(900_000);
    const { key } = await write(panel, 'create', { collection: 'c', data: { text } });
    await write(panel, 'update', { key, data: { text: `${text}y` } });
    const started = await inputs<{ event: string; record: { data: { text: string } } }>(workflow);
    assert.deepEqual(started.map(({ record }) => record.data.text.length).toSorted(), [900_000, 900_001]);
  });
});

suite('a file', () => {
  test('that is stored, changed and deleted starts a run each time, with current links', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
    const stored = await panel.upload({ path: 'docs/a.txt', metadata: '{"n":1}' }, { content: 'content' });
    await waitUntilIdle(service);
    const moved = await panel.ask('update', { id: stored.id, path: 'other/b.txt' });
    await waitUntilIdle(service);
    await panel.ask('delete', { id: stored.id });
    const started = await inputs<{ file: StoredFile }>(workflow);
    const gone = { ...moved, url: null, download_url: null };
    const expected = [
      { event: 'stored', reason: 'upload', panel_id: panel.id, file: withoutGrants(stored) },
      { event: 'changed', reason: 'update', panel_id: panel.id, file: withoutGrants(moved) },
      { event: 'deleted', reason: 'delete', panel_id: panel.id, file: gone },
    ];
    assert.deepEqual(
      started.map(({ file, ...input }) => ({ ...input, file: withoutGrants(file) })),
      expected,
    );
    const run = (await findSettledRuns(service, workflow, ann))[0];
    assert.deepEqual([run?.trigger_type, run?.automatic], ['trigger.booster_file', true]);
  });

  test('has working links in the input of its run', async () => {
    const panel = await makePanel(service, ann, { secret: { read: 'none' } });
    const workflow = await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
    await panel.upload({ path: 'docs/a.txt' }, { content: 'content' });
    await waitUntilIdle(service);
    await panel.upload({ path: 'secret/a.txt' }, { content: 'content' });
    const [shown, hidden] = await inputs<{ file: { url: string | null } }>(workflow);
    assert.equal(await (await fetch(shown?.file.url ?? '')).text(), 'content');
    assert.equal(hidden?.file.url, null);
  });

  test('starts only the workflows that watch its folder and the event', async () => {
    const panel = await makePanel(service, ann);
    const watching = (params: object) => publishNewWorkflow(service, withTrigger(onFile(panel.id, params), echo), ann);
    const all = await watching({});
    const docs = await watching({ folder: 'docs' });
    const changes = await watching({ folder: '*', events: ['changed'] });
    const records = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    const { id } = await panel.upload({ path: 'docs/deep/a.txt' });
    await panel.ask('update', { id, metadata: { n: 1 } });
    await panel.upload({ path: 'docs2/a.txt' });
    const sorted = async (workflow: string) => (await readEvents(workflow)).toSorted();
    assert.deepEqual(await sorted(all), ['changed', 'stored', 'stored']);
    assert.deepEqual(await sorted(docs), ['changed', 'stored']);
    assert.deepEqual(await sorted(changes), ['changed']);
    assert.deepEqual(await sorted(records), []);
  });

  test('that loses its record or expires starts a run with the reason', async () => {
    const folders = { gone: {}, kept: { keep_without_record: true }, short: { keep_days: 1 } };
    const panel = await makePanel(service, ann, folders);
    const { collection, key } = await panel.record();
    const record = { record_collection: collection, record_key: key };
    await panel.upload({ path: 'gone/a', ...record });
    await panel.upload({ path: 'kept/a', ...record });
    await panel.upload({ path: 'short/a' });
    const workflow = await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
    await write(panel, 'delete', { key });
    await system.database.pool.query(
      "UPDATE booster_files SET kept_since = now() - interval '2 days' WHERE panel_id = $1 AND folder = 'short'",
      [panel.id],
    );
    await deleteExpiredFiles(system, AbortSignal.timeout(60_000));
    const started = await inputs<{ event: string; reason: string; file: { path: string } }>(workflow);
    assert.deepEqual(started.map(({ event, reason, file }) => `${file.path} ${event} ${reason}`).toSorted(), [
      'gone/a deleted record',
      'kept/a changed record',
      'short/a deleted retention',
    ]);
  });

  test('that overwrites another counts as stored', async () => {
    const panel = await makePanel(service, ann);
    await panel.upload({ path: 'docs/a.txt' });
    const workflow = await publishNewWorkflow(service, withTrigger(onFile(panel.id), echo), ann);
    const data = Buffer.from('new').toString('base64');
    await panel.ask('upload-b64', { path: 'docs/a.txt', data, overwrite: true });
    assert.deepEqual(await readEvents(workflow), ['stored']);
  });
});

suite('a workflow', () => {
  test('that is unpublished, inactive or deleted is not started, and no event is stored', async () => {
    const panel = await makePanel(service, ann);
    const set = (workflow_id: string, active: boolean) =>
      service.ask('/api/v3/workflow/activate', { workflow_id, active }, ann.key);
    const definition = withTrigger(onRecord(panel.id), echo);
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'w', definition }, ann.key);
    await panel.record();
    assert.equal(await countEvents(panel), 0);
    await publish(service, id, ann);
    await set(id, false);
    await panel.record();
    assert.equal(await countEvents(panel), 0);
    await set(id, true);
    await panel.record();
    assert.deepEqual(await readEvents(id), ['created']);
    await panel.upload({ path: 'docs/a.txt' });
    assert.equal(await countEvents(panel), 1, 'nobody watches its files');
    await service.ask(`/api/v3/workflow/delete?entity_id=${id}`, {}, ann.key);
    await panel.record();
    assert.equal(await countEvents(panel), 1);
  });

  test('that is deactivated before the event is handled is not started', async () => {
    const panel = await makePanel(service, ann);
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    // The service cannot handle the event earlier, because the event is only visible after the commit.
    await system.database.query.transaction().execute(async transaction => {
      const row = await transaction
        .selectFrom('panels')
        .selectAll()
        .where('id', '=', panel.id)
        .executeTakeFirstOrThrow();
      const record = { key: panel.id, collection: 'c', data: {}, created: 1, updated: 1 };
      await system.announce(transaction, row, [{ type: 'record.created', record, previous: null }]);
      await service.ask('/api/v3/workflow/activate', { workflow_id: workflow, active: false }, ann.key);
    });
    assert.deepEqual(await readEvents(workflow), []);
  });

  test('is started in its last published version, by the trigger that watches', async () => {
    const panel = await makePanel(service, ann);
    const named = (id: string, collection: string) => ({ ...onRecord(panel.id, { collection }), id });
    const definition = {
      nodes: [named('first', 'a'), named('second', 'b'), echo],
      edges: [edge('first', 'echo'), edge('second', 'echo')],
    };
    const workflow = await publishNewWorkflow(service, definition, ann);
    const started = async () =>
      (await findSettledRuns(service, workflow, ann)).map(run => `${run.version} ${run.trigger_node_id}`);
    await panel.record('b');
    await panel.record('c');
    assert.deepEqual(await started(), ['1 second']);
    const changed = { ...definition, nodes: [named('first', 'a'), named('second', 'c'), echo] };
    await service.ask('/api/v3/workflow/update', { id: workflow, definition: changed }, ann.key);
    await panel.record('c');
    assert.equal((await started()).length, 1, 'it is a draft');
    await publish(service, workflow, ann);
    await panel.record('b');
    await panel.record('c');
    assert.deepEqual(await started(), ['1 second', '2 second']);
  });

  test('is started in addition to the webhooks of the panel', async () => {
    const panel = await makePanel(service, ann);
    await changePanel(panel, { webhooks: [{ url: 'http://127.0.0.1:9/', events: ['record.created'] }] });
    const workflow = await publishNewWorkflow(service, withTrigger(onRecord(panel.id), echo), ann);
    const { key } = await panel.record();
    await write(panel, 'delete', { key });
    assert.deepEqual((await readEvents(workflow)).toSorted(), ['created', 'deleted']);
    const deliveries = await system.database.query
      .selectFrom('booster_deliveries')
      .where('panel_id', '=', panel.id)
      .execute();
    assert.equal(deliveries.length, 1);
    assert.equal(await countEvents(panel), 2);
  });
});
