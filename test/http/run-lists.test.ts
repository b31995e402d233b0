/** Tests the lists of runs in the console: filters, pages, counts over time, one run and its steps. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { RunDetails, RunPage, RunStats, RunSummary } from '../../src/runs/api/list-schemas.ts';
import type { Run, Step } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService();
const done = node('done', 'output', { value: '{{ input }}' });
const failing = chain(node('bad', 'transform', { value: '{{ 1 / input.n }}' }));

const list = (person: Person, body: object = {}) => service.ask<RunPage>('/api/v1/run/list', body, person.key);
const count = (person: Person, body: object = {}) => service.ask<number>('/api/v1/run/count', body, person.key);
const ids = ({ items }: RunPage) => items.map(({ id }) => id);

async function start(person: Person, workflow_id: string, input: object = {}): Promise<Run> {
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, person.key);
}

/** Inserts ended runs, one minute apart, the newest first at `newest`. */
async function insertRuns(person: Person, workflowId: string, count: number, newest: number): Promise<void> {
  await service.service.system.background.pool.query(
    `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, started_at,
       finished_at, settled_at, created_at, updated_at, created_by, error)
     SELECT gen_random_uuid(), $1, 'inserted', 'start', 'trigger.manual', '{"number":' || number || '}',
       CASE WHEN number % 10 = 0 THEN 'failed' ELSE 'success' END, at, at, at, at, at, $2,
       CASE WHEN number % 10 = 0 THEN 'Broken number ' || number ELSE '' END
     FROM (SELECT number, to_timestamp($3::double precision / 1000) - number * interval '1 minute' AS at
       FROM generate_series(1, $4::integer) AS number) AS numbers`,
    [workflowId, person.id, newest, count],
  );
}

suite('a list of runs', () => {
  test('has the newest first, with every field and without steps', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, chain(done), ann.key, { name: 'Greeting' });
    const run = await start(ann, workflow_id, { name: 'Ada' });
    const newest = await start(ann, workflow_id);
    const page = await list(ann);
    assert.deepEqual(ids(page), [newest.id, run.id]);
    assert.equal(page.next, null);
    const item = page.items[1] as RunSummary;
    assert.match(item.revision_id ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(item, {
      id: run.id,
      created: run.created,
      workflow_id,
      workflow_name: 'Greeting',
      version: null,
      revision_id: item.revision_id,
      trigger_node_id: 'start',
      trigger_type: 'trigger.manual',
      automatic: false,
      status: 'success',
      started_at: run.started_at,
      finished_at: run.finished_at,
      credits: 0,
      error: '',
      replay_of: null,
      is_test: false,
    });
  });

  test('shows at most 300 characters of an error', async () => {
    const ann = await service.person();
    const definition = chain(node('bad', 'transform', { value: `{{ missing.${'x'.repeat(500)}.y }}` }));
    const run = await runOnce(service, definition, {}, ann.key);
    assert.equal(run.status, 'failed');
    const [item] = (await list(ann)).items;
    assert.equal(item?.error, run.error.slice(0, 300));
  });

  test('contains only the runs of the user who may run the workflow, but not change it', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const sharing = [{ user_email: ben.email, scopes: { 'workflow.run': true } }];
    const workflow_id = await createWorkflow(service, chain(done), ann.key, { sharing });
    const own = await start(ann, workflow_id);
    const other = await start(ben, workflow_id);
    assert.deepEqual(ids(await list(ann, { workflow_id, whose: 'mine' })), [own.id]);
    assert.deepEqual(ids(await list(ben, { workflow_id })), [other.id]);
    assert.deepEqual([await count(ann), await count(ben)], [2, 1]);
    await service.refuse(404, 'Workflow run not found', '/api/v1/run/get', { run_id: own.id }, ben.key);
    const step = { run_id: own.id, node_id: 'done', iteration: [] };
    await service.refuse(404, 'Workflow run not found', '/api/v1/run/step', step, ben.key);
    assert.deepEqual(ids(await list(ben, { text: own.id })), []);
  });

  test('is refused to users without the permission, and allowed to readers', async () => {
    const none = await service.person({ permissions: { workflow: 'none' } });
    const reader = await service.person({ permissions: { workflow: 'read' } });
    for (const path of ['list', 'count', 'stats']) {
      await service.refuse(403, 'permission denied', `/api/v1/run/${path}`, {}, none.key);
      await service.ask(`/api/v1/run/${path}`, {}, reader.key);
    }
    for (const path of ['get', 'watch']) {
      await service.refuse(403, 'permission denied', `/api/v1/run/${path}`, { run_id: randomUUID() }, none.key);
      await service.refuse(404, 'Workflow run not found', `/api/v1/run/${path}`, { run_id: randomUUID() }, reader.key);
    }
  });

  test('is filtered by workflow, status, trigger, version, cause, time and text', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, failing, ann.key);
    const other = await createWorkflow(service, chain(done), ann.key);
    const failed = await start(ann, workflow_id, { n: 0, order: 'A-4711' });
    const success = await start(ann, workflow_id, { n: 1 });
    const last = await start(ann, other, { order: 'B-1' });
    const found = async (filters: object) => {
      const page = await list(ann, filters);
      assert.equal(await count(ann, filters), page.items.length, JSON.stringify(filters));
      return ids(page);
    };
    assert.deepEqual(await found({ workflow_id }), [success.id, failed.id]);
    assert.deepEqual(await found({ status: ['failed'] }), [failed.id]);
    assert.deepEqual(await found({ status: ['success'] }), [last.id, success.id]);
    assert.deepEqual(await found({ status: ['success', 'failed'], workflow_id }), [success.id, failed.id]);
    assert.deepEqual(await found({ status: ['failed', 'cancelled', 'waiting', 'queued'] }), [failed.id]);
    assert.deepEqual(await found({ status: [] }), []);
    assert.deepEqual(await found({ trigger_type: ['trigger.webhook'] }), []);
    assert.deepEqual(await found({ trigger_type: ['trigger.webhook', 'trigger.manual'], status: ['failed'] }), [
      failed.id,
    ]);
    assert.deepEqual(await found({ version: 'draft' }), [last.id, success.id, failed.id]);
    assert.deepEqual(await found({ version: 1 }), []);
    assert.deepEqual(await found({ automatic: true }), []);
    assert.deepEqual(await found({ automatic: false, is_test: false }), [last.id, success.id, failed.id]);
    assert.deepEqual(await found({ is_test: true }), []);
    assert.deepEqual(await found({ replay_of: failed.id }), []);
    assert.deepEqual(await found({ from: success.created.timestamp, to: last.created.timestamp }), [success.id]);
    assert.deepEqual(await found({ text: 'a-4711' }), [failed.id]);
    assert.deepEqual(await found({ text: 'ZERO' }), [failed.id]);
    assert.deepEqual(await found({ text: '"order"' }), [last.id, failed.id]);
    assert.deepEqual(await found({ text: '%' }), []);
    assert.deepEqual(await found({ text: success.id }), [success.id]);
    assert.deepEqual(await found({ text: success.id.toUpperCase() }), [success.id]);
    assert.deepEqual(await found({ text: success.id.slice(9) }), [success.id]);
    assert.deepEqual(await found({ text: '' }), [last.id, success.id, failed.id]);
  });

  test('comes in pages that new runs do not move', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, chain(done), ann.key);
    await insertRuns(ann, workflow_id, 25, Date.now());
    for (const filters of [{}, { workflow_id }, { automatic: false }, { status: ['failed', 'cancelled'] }]) {
      const all = ids(await list(ann, { ...filters, limit: 100 }));
      const first = await list(ann, { ...filters, limit: 1 });
      await start(ann, workflow_id);
      const rest = await list(ann, { ...filters, limit: 100, before: first.next ?? '' });
      assert.deepEqual([...ids(first), ...ids(rest)], all);
      assert.equal(rest.next, null);
    }
    const [first, second] = [await list(ann, { limit: 10 }), undefined];
    assert.equal(first.items.length, 10);
    assert.notEqual(first.next, second);
  });

  test('that no index finds goes on where the search before has ended', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, chain(done), ann.key);
    await insertRuns(ann, workflow_id, 3_000, Date.now());
    // A busy database reads less in the time that a search has.
    let searched = await list(ann, { text: '"number":2999}' });
    while (searched.items.length === 0 && searched.next)
      searched = await list(ann, { text: '"number":2999}', before: searched.next });
    assert.equal(searched.items[0]?.workflow_id, workflow_id);
    let pages = 0;
    let before: string | null | undefined;
    const seen: string[] = [];
    do {
      const page: RunPage = await list(ann, { text: 'broken', limit: 70, ...(before && { before }) });
      seen.push(...ids(page));
      before = page.next;
      pages++;
    } while (before !== null);
    assert.deepEqual([seen.length, new Set(seen).size], [300, 300]);
    assert.ok(pages >= 5);
  });

  test('refuses what is not a filter', async () => {
    for (const [body, detail] of [
      [{ before: 'x' }, 'before: must be the next of an earlier page'],
      [{ before: `${'9'.repeat(15)}_${randomUUID()}_` }, 'before: must be the next of an earlier page'],
      [{ before: `9999999999999999_${randomUUID()}` }, 'before: must be the next of an earlier page'],
      [{ limit: 0 }, 'limit: must be >= 1'],
      [{ limit: 101 }, 'limit: must be <= 100'],
      [{ workflow_id: 'x' }, 'workflow_id: must match pattern'],
      [{ from: -1 }, 'from: must be >= 0'],
      [{ from: 1e18 }, 'from: must be <= 253402214400000'],
      [{ text: 'x'.repeat(201) }, 'text: must NOT have more than 200 characters'],
    ] as const) {
      const { status, body: answer } = await service.call('/api/v1/run/list', body);
      assert.equal(status, 422, JSON.stringify(answer));
      assert.ok(String(Object(answer).detail).includes(detail), `${JSON.stringify(answer)} ${detail}`);
    }
    assert.equal((await service.call('/api/v1/run/list', { status: ['broken'] })).status, 422);
    assert.equal((await service.call('/api/v1/run/list', { version: 'x' })).status, 422);
    // A cursor beyond all times is valid, and there is nothing behind the oldest run.
    assert.deepEqual((await service.ask<RunPage>('/api/v1/run/list', { before: `0_${randomUUID()}` })).items, []);
  });
});

suite('counts over time', () => {
  test('have every part of the time, by how the runs ended', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, chain(done), ann.key);
    const to = 1_700_000_000_000;
    await insertRuns(ann, workflow_id, 100, to);
    const ask = (body: object) => service.ask<RunStats>('/api/v1/run/stats', body, ann.key);
    const stats = await ask({ from: to - 100 * 60_000, to, buckets: 4 });
    assert.deepEqual([stats.from, stats.to], [to - 100 * 60_000, to]);
    assert.deepEqual(
      stats.buckets.map(({ at, success, failed, cancelled, open }) => [at - to, success, failed, cancelled, open]),
      [
        [-6_000_000, 22, 3, 0, 0],
        [-4_500_000, 23, 2, 0, 0],
        [-3_000_000, 22, 3, 0, 0],
        [-1_500_000, 23, 2, 0, 0],
      ],
    );
    const whole = await ask({ workflow_id });
    assert.equal(whole.buckets.length, 60);
    assert.equal(whole.from, to - 100 * 60_000);
    assert.equal(
      whole.buckets.reduce((sum, { success, failed }) => sum + success + failed, 0),
      100,
    );
    const failed = await ask({ status: ['failed'], to, buckets: 1 });
    assert.deepEqual(
      failed.buckets.map(bucket => [bucket.success, bucket.failed]),
      [[0, 10]],
    );
    const nothing = await ask({ workflow_id: randomUUID(), buckets: 2 });
    assert.deepEqual(
      nothing.buckets.map(({ success }) => success),
      [0, 0],
    );
    const refusal = 'validation error: to: must be later than from';
    await service.refuse(422, refusal, '/api/v1/run/stats', { from: 5, to: 5 }, ann.key);
  });
});

suite('one run', () => {
  const text = 'x'.repeat(5_000);
  const definition = chain(
    node('long', 'transform', { value: text }),
    node('done', 'output', { value: '{{ input.name }}' }),
  );

  test('has the beginnings of outputs, and each step has its whole output', async () => {
    const ann = await service.person();
    const run = await runOnce(service, definition, { name: 'Ada' }, ann.key);
    const details = await service.ask<RunDetails>('/api/v1/run/get', { run_id: run.id }, ann.key);
    const [summary] = (await list(ann)).items;
    const { steps, input_json, output_json, permissions, ...rest } = details;
    assert.deepEqual(rest, summary);
    assert.deepEqual([input_json, output_json], ['{"name":"Ada"}', '"Ada"']);
    assert.deepEqual(permissions, run.permissions);
    assert.deepEqual(
      steps.map(({ node_id, output_json, output_characters }) => [node_id, output_json, output_characters]),
      [
        ['start', '{"name":"Ada"}', 14],
        ['long', `"${text}`.slice(0, 2_000), 5_002],
        ['done', '"Ada"', 5],
      ],
    );
    const ask = { run_id: run.id, node_id: 'long', iteration: [] };
    const step = await service.ask<Step>('/api/v1/run/step', ask, ann.key);
    assert.deepEqual(step, run.steps[1]);
    assert.equal(step.output_json, JSON.stringify(text));
  });

  test('has no step that did not happen', async () => {
    const ann = await service.person();
    const run = await runOnce(service, definition, {}, ann.key);
    const missing = (body: object) => service.call('/api/v1/run/step', { run_id: run.id, ...body }, ann.key);
    const { status, body } = await missing({ node_id: 'nothing', iteration: [] });
    assert.deepEqual([status, body], [404, { detail: "The run has no such step 'nothing'" }]);
    assert.equal((await missing({ node_id: 'long', iteration: [0] })).status, 404);
    assert.equal((await missing({ node_id: 'long', iteration: [-1] })).status, 422);
  });

  test('has the whole error', async () => {
    const ann = await service.person();
    const run = await runOnce(service, failing, { n: 0 }, ann.key);
    const details = await service.ask<RunDetails>('/api/v1/run/get', { run_id: run.id }, ann.key);
    assert.deepEqual([details.status, details.error], ['failed', run.error]);
  });
});
