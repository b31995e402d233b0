/** Tests runs as records: find, count, cancel, delete, and the deletion of old runs. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pg from 'pg';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { deleteOldRuns } from '../../src/runs/store/retention.ts';
import { chain, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', HEDDLE_RUNS_IN_MEMORY: '2' });
const openPlace = await openPlaces();

const FILE = { type: 'object', format: 'file' };
const definition = chain(node('done', 'output', { value: '{{ input }}' }));
const [start] = definition.nodes;
if (start) start.params = { input_schema: { type: 'object', properties: { doc: FILE } } };

const begin = (workflow_id: string, { key }: Person, input: Record<string, unknown> = {}) =>
  service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, key);
const get = (id: string, { key }: Person) => service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {}, key);
const count = ({ key }: Person, filters: unknown[] = []) =>
  service.ask<number>('/api/v3/workflow/runs/count', { filters }, key);

/** Uses the database on a separate connection. */
async function inDatabase<Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(service.database.address);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const update = (id: string, change: string) =>
  inDatabase(client => client.query(`UPDATE runs SET ${change} WHERE id = $1`, [id]));

/** Creates a run that waits, like a run with an approval. */
async function waitingRun(workflow: string, person: Person): Promise<Run> {
  const { id } = await begin(workflow, person);
  await update(id, "status = 'waiting', finished_at = NULL, output = ''");
  return get(id, person);
}

suite('find and count', () => {
  test('filter, sort and page by the fields of a run', async () => {
    const ann = await service.person();
    const [one, other] = [
      await createWorkflow(service, definition, ann.key),
      await createWorkflow(service, chain(node('bad', 'transform', { value: '{{ 1 / 0 }}' })), ann.key),
    ];
    const runs = [await begin(one, ann), await begin(other, ann), await begin(one, ann, { x: 'y' })];
    const find = async (query: object) =>
      (await service.ask<Run[]>('/api/v3/workflow/runs/find', query, ann.key)).map(({ id }) =>
        runs.findIndex(run => run.id === id),
      );
    assert.deepEqual(await find({}), [2, 1, 0]);
    assert.deepEqual(await find({ sort_key: 'created.timestamp' }), [0, 1, 2]);
    assert.deepEqual(await find({ limit_from: 1, limit_to: 2 }), [1]);
    const cases: [unknown[], number[]][] = [
      [
        ['workflow_id', '==', one],
        [2, 0],
      ],
      [['status', '==', 'failed'], [1]],
      [
        ['status', 'in', ['success', 'waiting']],
        [2, 0],
      ],
      [
        ['trigger_type', '==', 'trigger.manual'],
        [2, 1, 0],
      ],
      [['trigger_type', '!=', 'trigger.manual'], []],
      [['version', '!=', null], []],
      [
        ['version', '==', null],
        [2, 1, 0],
      ],
      [
        ['created.timestamp', '>=', runs[1]?.created.timestamp],
        [2, 1],
      ],
      [
        ['created.user_id', '==', ann.id],
        [2, 1, 0],
      ],
      [['input_json', 'contains', '"y"'], [2]],
      [['error', 'regex', '(?i)ZERO'], [1]],
      [['automatic', '==', true], []],
      [
        ['organization_id', '==', null],
        [2, 1, 0],
      ],
    ];
    for (const [filter, expected] of cases) {
      assert.deepEqual(await find({ filters: [filter] }), expected, JSON.stringify(filter));
      assert.equal(await count(ann, [filter]), expected.length);
    }
    const unknown = await service.call('/api/v3/workflow/runs/find', { filters: [['steps', '==', 1]] }, ann.key);
    assert.equal(unknown.status, 422);
  });
});

suite('cancel', () => {
  test('ends a waiting or queued run, for its user and for everybody who may change the workflow', async () => {
    const [owner, runner, writer] = [await service.person(), await service.person(), await service.person()];
    const workflow = await createWorkflow(service, definition, owner.key, {
      sharing: [
        { user_email: runner.email, write: false, scopes: { 'workflow.run': true } },
        { user_email: writer.email, write: true },
      ],
    });
    for (const canceller of [owner, runner, writer]) {
      const { id } = await waitingRun(workflow, runner);
      const before = Date.now();
      const run = await service.ask<Run>('/api/v3/workflow/run/cancel', { run_id: id }, canceller.key);
      assert.deepEqual([run.id, run.status, run.created.user_id], [id, 'cancelled', runner.id]);
      assert.ok(Number(run.finished_at) >= before - 1);
      assert.deepEqual(await get(id, runner), run);
      const again = { run_id: id };
      await service.refuse(
        422,
        'A cancelled run can not be cancelled',
        '/api/v3/workflow/run/cancel',
        again,
        canceller.key,
      );
    }
  });

  test('of a queued run keeps every worker from starting it', async () => {
    const ann = await service.person();
    const slow = gate();
    const place = openPlace((request, response) =>
      (place.seen.length === 1 ? json({}) : slow.answer)(request, response),
    );
    const calling = chain(node('call', 'http.request', { url: place.url }));
    const workflow = await createWorkflow(service, calling, ann.key);
    const other = await createWorkflow(service, definition, ann.key);
    const [busy, queued] = [await begin(workflow, ann), await begin(other, ann)];
    const queue = ({ id }: Run, draft: object) =>
      inDatabase(client =>
        client.query(
          `UPDATE runs SET status = 'queued', definition = $2, started_at = NULL, finished_at = NULL, steps = '[]',
             output = '' WHERE id = $1`,
          [id, JSON.stringify(draft)],
        ),
      );
    await queue(busy, calling);
    await place.came(2);
    // The service executes one run of each user at a time, so the next one stays in the queue.
    await queue(queued, definition);
    assert.equal((await get(queued.id, ann)).started_at, null);
    const cancelled = await service.ask<Run>('/api/v3/workflow/run/cancel', { run_id: queued.id }, ann.key);
    assert.deepEqual([cancelled.status, cancelled.started_at, cancelled.steps], ['cancelled', null, []]);
    slow.open();
    await poll(async () => ((await get(busy.id, ann)).status === 'success' ? true : undefined));
    assert.deepEqual(await get(queued.id, ann), cancelled);
  });

  test('fails the waiting step', async () => {
    const ann = await service.person();
    const workflow = await createWorkflow(service, definition, ann.key);
    const { id, steps } = await waitingRun(workflow, ann);
    const waiting = steps.map(step =>
      step.node_id === 'done' ? { ...step, status: 'waiting', finished_at: null } : step,
    );
    await inDatabase(client => client.query('UPDATE runs SET steps = $2 WHERE id = $1', [id, JSON.stringify(waiting)]));
    const run = await service.ask<Run>('/api/v3/workflow/run/cancel', { run_id: id }, ann.key);
    const [first, last] = run.steps;
    assert.deepEqual([first?.status, last?.status, last?.error], ['success', 'failed', 'The run was cancelled']);
    assert.equal(typeof last?.finished_at, 'number');
  });

  test('of a running or ended run is refused', async () => {
    const ann = await service.person();
    const slow = gate();
    const place = openPlace(slow.answer);
    const calling = await createWorkflow(service, chain(node('call', 'http.request', { url: place.url })), ann.key);
    const running = begin(calling, ann);
    await place.came(1);
    const [{ id } = { id: '' }] = await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, ann.key);
    const cancel = { run_id: id };
    await service.refuse(422, 'A running run can not be cancelled', '/api/v3/workflow/run/cancel', cancel, ann.key);
    slow.open();
    assert.equal((await running).status, 'success');
    await service.refuse(422, 'A success run can not be cancelled', '/api/v3/workflow/run/cancel', cancel, ann.key);
    const failing = await createWorkflow(service, chain(node('x', 'transform', { value: '{{ 1 / 0 }}' })), ann.key);
    const failed = { run_id: (await begin(failing, ann)).id };
    await service.refuse(422, 'A failed run can not be cancelled', '/api/v3/workflow/run/cancel', failed, ann.key);
  });

  test('and delete answer 423 at once while another request changes the run', async () => {
    const ann = await service.person();
    const workflow = await createWorkflow(service, definition, ann.key);
    const { id } = await waitingRun(workflow, ann);
    await inDatabase(async client => {
      await client.query('BEGIN');
      await client.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [id]);
      for (const [path, body] of [
        ['run/cancel', { run_id: id }],
        [`runs/delete?entity_id=${id}`, {}],
      ] as const) {
        const detail = 'The run is being changed by another request';
        const { headers } = await service.refuse(423, detail, `/api/v3/workflow/${path}`, body, ann.key);
        assert.equal(headers.get('retry-after'), '1');
      }
      assert.equal((await get(id, ann)).status, 'waiting', 'reading waits for nobody');
    });
    assert.equal((await service.ask<Run>('/api/v3/workflow/run/cancel', { run_id: id }, ann.key)).status, 'cancelled');
  });
});

suite('deletion', () => {
  const withFile = async (workflow: string, person: Person) => {
    const run = await begin(workflow, person, { doc: { filename: 'x', data: 'eA==' } });
    return { run, link: (readResult(run) as { doc: Attachment }).doc.file_url };
  };
  const status = async (link: string) => (await fetch(link)).status;

  test('of a workflow deletes its runs and their files, and no others', async () => {
    const ann = await service.person();
    const [one, other] = [
      await createWorkflow(service, definition, ann.key),
      await createWorkflow(service, definition, ann.key),
    ];
    const [gone, kept] = [await withFile(one, ann), await withFile(other, ann)];
    await service.ask(`/api/v3/workflow/delete?entity_id=${one}`, {}, ann.key);
    await service.refuse(404, 'entity not found', `/api/v3/workflow/runs/get?entity_id=${gone.run.id}`, {}, ann.key);
    assert.deepEqual([await status(gone.link), await status(kept.link), await count(ann)], [404, 200, 1]);
  });

  test('of a paused run ends it', async () => {
    const ann = await service.person();
    const { id } = await waitingRun(await createWorkflow(service, definition, ann.key), ann);
    assert.equal(await service.ask(`/api/v3/workflow/runs/delete?entity_id=${id}`, {}, ann.key), id);
    assert.equal(await count(ann), 0);
  });

  test('of a running run answers the requests that wait for it, and nothing more of it is stored', async () => {
    const ann = await service.person();
    const slow = gate();
    const place = openPlace(slow.answer);
    const steps = ['a', 'b'].map(id => node(id, 'http.request', { url: place.url }));
    const workflow_id = await createWorkflow(service, chain(...steps), ann.key);
    const running = service.call('/api/v3/workflow/run', { workflow_id }, ann.key);
    await place.came(1);
    const [{ id } = { id: '' }] = await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, ann.key);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${id}`, {}, ann.key);
    slow.open();
    const { status: code, body } = await running;
    assert.deepEqual([code, body], [404, { detail: 'Workflow run not found' }]);
    assert.deepEqual([place.seen.length, await count(ann)], [1, 0]);
  });

  test('of ended runs happens after 90 days, and never to paused runs', async () => {
    const ann = await service.person();
    const workflow = await createWorkflow(service, definition, ann.key);
    const [old, young, paused] = [
      await withFile(workflow, ann),
      await withFile(workflow, ann),
      await waitingRun(workflow, ann),
    ];
    const end = (id: string, age: string) =>
      update(id, `finished_at = now() - interval '${age}', settled_at = now() - interval '${age}'`);
    await end(old.run.id, '90 days 1 minute');
    await end(young.run.id, '89 days 23 hours');
    await update(paused.id, "created_at = now() - interval '1 year', updated_at = now() - interval '1 year'");
    await deleteOldRuns(service.service.system.database.query, 90);
    const left = await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, ann.key);
    assert.deepEqual(left.map(({ id }) => id).sort(), [young.run.id, paused.id].sort());
    assert.deepEqual([await status(old.link), await status(young.link)], [404, 200]);
  });

  test('removes the bytes of files, too', async () => {
    const ann = await service.person();
    const { run } = await withFile(await createWorkflow(service, definition, ann.key), ann);
    const { database } = service.service.system;
    const rows = () => database.query.selectFrom('files').select('id').where('run_id', '=', run.id).execute();
    assert.equal((await rows()).length, 1);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, ann.key);
    await poll(async () => ((await rows()).length === 0 ? true : undefined));
    assert.equal((await service.ask<{ id: string }[]>('/api/v1/file/find', {}, ann.key)).length, 0);
  });
});
