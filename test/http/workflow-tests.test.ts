/** Tests `/api/v1/workflow/test`: stored tests of workflows, and publishing that requires them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import type { TestsResult, WorkflowTest } from '../../src/workflows/tests/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const TEST = '/api/v1/workflow/test';
const db = service.service.system.database.query;
const ann = await service.person();
const ask = <Answer>(path: string, body: unknown) => service.ask<Answer>(path, body, ann.key);

const createOrders = (url: string): Definition =>
  chain(
    node('call', 'http.request', { url }),
    node('double', 'transform', {
      value: { total: '{{ steps.call.output.body.n * 2 }}', who: '{{ input.who | default("") }}' },
    }),
    node('done', 'output', { value: '{{ steps.double.output }}' }),
  );
const orders = createOrders(openPlace(json({ n: 5 })).url);
const answer = (n: number) => ({ output: { status: 200, body: { n } } });

suite('the tests of a workflow', { concurrency: true }, () => {
  test('pass when everything comes out as expected, without effects and without runs', async () => {
    const place = openPlace(json({ n: 5 }));
    const workflow_id = await createWorkflow(service, createOrders(place.url), ann.key);
    const created = await ask<WorkflowTest>(`${TEST}/create`, {
      workflow_id,
      name: 'doubles',
      input: { who: 'Ada' },
      pins: { call: answer(21) },
      expect: { status: 'success', output: { total: 42 }, steps: { double: 'success' } },
    });
    await ask(`${TEST}/create`, { workflow_id, name: 'nothing pinned', expect: { status: 'success' } });
    const { passed, failed, results } = await ask<TestsResult>(TEST, { workflow_id });
    assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
    const notExecuted = 'The step was not executed, because it has effects and the test has no result for it';
    assert.deepEqual(
      results.map(({ name, problems }) => ({ name, problems })),
      [
        { name: 'doubles', problems: [] },
        {
          name: 'nothing pinned',
          problems: [`The run ended as failed instead of success: ${notExecuted}`],
        },
      ],
    );
    assert.deepEqual(
      results[0]?.steps.map(({ node_id, status }) => `${node_id} ${status}`),
      ['start success', 'call success', 'double success', 'done success'],
    );
    assert.equal(place.seen.length, 0);
    assert.deepEqual(await ask('/api/v3/workflow/runs/find', { filters: [['workflow_id', '==', workflow_id]] }), []);
    const listed = await ask<WorkflowTest[]>(`${TEST}/list`, { workflow_id });
    assert.deepEqual(listed[0]?.last_problems, []);
    assert.equal(typeof listed[0]?.last_run_at, 'number');
    const chosen = await ask<TestsResult>(TEST, { workflow_id, test_ids: [created.id] });
    assert.deepEqual([chosen.passed, chosen.failed], [1, 0]);
  });

  test('say what came out instead', async () => {
    const workflow_id = await createWorkflow(service, orders, ann.key);
    const expect = {
      status: 'failed',
      error: 'no such order',
      output: { total: 43, who: 'Ada', missing: [1] },
      steps: { double: 'skipped', elsewhere: 'success' },
    };
    await ask(`${TEST}/create`, { workflow_id, name: 'wrong', pins: { call: answer(21) }, expect });
    const { results } = await ask<TestsResult>(TEST, { workflow_id });
    assert.deepEqual(results[0]?.problems, [
      'The run ended as success instead of failed',
      'The error is "" and does not contain "no such order"',
      "The step 'double' is success instead of skipped",
      "The run never reached the step 'elsewhere'",
      'output.total is 42 instead of 43',
      'output.who is "" instead of "Ada"',
      'output.missing is missing',
    ]);
  });

  test('can be made from a run, with the results of its effects in every item of a loop', async () => {
    let n = 0;
    const counter = openPlace((request, response) => json({ n: ++n })(request, response));
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: 'input.orders', collect: '{{ steps.call.output.body.n }}' }),
        node('call', 'http.request', { url: counter.url }),
        node('done', 'output', { value: '{{ steps.each.output.results | sum }}' }),
      ],
      edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('each', 'done', 'done')],
    };
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const run = await ask<Run>('/api/v3/workflow/run', { workflow_id, input: { orders: ['a', 'b', 'c'] } });
    assert.equal(run.output_json, '6');
    const made = await ask<WorkflowTest>(`${TEST}/from_run`, { run_id: run.id, name: 'as it was' });
    assert.deepEqual(Object.keys(made.pins), ['call[0]', 'call[1]', 'call[2]']);
    const asked = { url: counter.url };
    assert.deepEqual(made.expect, {
      status: 'success',
      output: 6,
      steps: { start: 'success', each: 'success', call: 'success', done: 'success' },
      effects: { 'call[0]': asked, 'call[1]': asked, 'call[2]': asked },
    });
    const { passed, results } = await ask<TestsResult>(TEST, { workflow_id });
    assert.equal(passed, 1, JSON.stringify(results));
    assert.equal(counter.seen.length, 3);
  });

  test('that were made from a run notice every step that is skipped, and everything that an effect is asked', async () => {
    const place = openPlace(json({ ok: true }));
    const createPaying = (condition: string, to = 'Ada', further = {}): Definition => ({
      nodes: [
        node('start', 'trigger.manual'),
        node('large', 'condition', { expression: condition }),
        node('ask', 'http.request', {
          url: place.url,
          method: 'POST',
          headers: { authorization: 'Basic c2VjcmV0', 'x-run': '{{ run.id }}' },
          body: { to, text: 'May we pay {{ input.total }}? Asked at {{ now }}.', ...further },
        }),
        node('done', 'output', { value: { paid: '{{ input.total }}', at: '{{ now }}' } }),
      ],
      edges: [
        edge('start', 'large'),
        edge('large', 'ask', 'true'),
        edge('large', 'done', 'false'),
        edge('ask', 'done'),
      ],
    });
    const workflow_id = await createWorkflow(service, createPaying('input.total > 1000'), ann.key);
    const run = await ask<Run>('/api/v3/workflow/run', { workflow_id, input: { total: 1200 } });
    const made = await ask<WorkflowTest>(`${TEST}/from_run`, { run_id: run.id, name: 'paid' });
    assert.deepEqual(made.expect, {
      status: 'success',
      output: { paid: 1200, at: '***' },
      steps: { start: 'success', large: 'success', ask: 'success', done: 'success' },
      effects: {
        ask: {
          url: place.url,
          method: 'POST',
          headers: { authorization: '***', 'x-run': '***' },
          body: { to: 'Ada', text: 'May we pay 1200? Asked at ***' },
        },
      },
    });
    const problemsOf = async (definition: Definition) => {
      await ask('/api/v3/workflow/update', { id: workflow_id, definition });
      return (await ask<TestsResult>(TEST, { workflow_id })).results[0]?.problems;
    };
    assert.deepEqual(await problemsOf(createPaying('input.total >= 1000')), []);
    assert.deepEqual(await problemsOf(createPaying('false')), [
      "The step 'ask' is skipped instead of success",
      "The step 'ask' was not performed",
    ]);
    assert.deepEqual(await problemsOf(createPaying('true', 'Bob')), ['ask.params.body.to is "Bob" instead of "Ada"']);
    assert.deepEqual(await problemsOf(createPaying('true', 'Ada', { cc: 'Eve' })), [
      'ask.params.body.cc is "Eve" and was not expected',
    ]);
    const [first] = (await problemsOf(createPaying('true', '{{ input.nobody }}'))) ?? [];
    assert.match(first ?? '', /^The run ended as failed instead of success: /);
    assert.equal(place.seen.length, 1);
  });

  test('can be made from a failed run', async () => {
    const broken = openPlace(json({}, 500));
    const definition = chain(node('call', 'http.request', { url: broken.url }), node('done', 'output', { value: 1 }));
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const run = await ask<Run>('/api/v3/workflow/run', { workflow_id });
    const made = await ask<WorkflowTest>(`${TEST}/from_run`, { run_id: run.id });
    assert.equal(made.expect.status, 'failed');
    assert.deepEqual(Object.keys(made.pins), ['call']);
    assert.equal((await ask<TestsResult>(TEST, { workflow_id })).passed, 1);
  });

  test('are executed with the published version as well', async () => {
    const definition = chain(node('done', 'output', { value: 1 }));
    const workflow_id = await createWorkflow(service, definition, ann.key);
    await service.refuse(422, 'Publish the workflow first', TEST, { workflow_id, version: 'published' }, ann.key);
    await ask('/api/v3/workflow/publish', { workflow_id });
    await ask('/api/v3/workflow/update', { id: workflow_id, definition: chain(node('done', 'output', { value: 2 })) });
    await ask(`${TEST}/create`, { workflow_id, name: 'one', expect: { output: 1 } });
    assert.equal((await ask<TestsResult>(TEST, { workflow_id, version: 'published' })).passed, 1);
    assert.equal((await ask<TestsResult>(TEST, { workflow_id })).failed, 1);
  });

  test('can be changed and deleted', async () => {
    const workflow_id = await createWorkflow(service, chain(node('done', 'output', { value: 1 })), ann.key);
    const { id } = await ask<WorkflowTest>(`${TEST}/create`, { workflow_id, name: 'one', expect: { output: 1 } });
    await ask(TEST, { workflow_id });
    const changed = await ask<WorkflowTest>(`${TEST}/update`, { id, expect: { output: 2 } });
    assert.deepEqual([changed.name, changed.expect, changed.last_run_at], ['one', { output: 2 }, null]);
    assert.equal((await ask<TestsResult>(TEST, { workflow_id })).failed, 1);
    assert.deepEqual(await ask(`${TEST}/delete`, { id }), { id });
    assert.deepEqual(await ask(`${TEST}/list`, { workflow_id }), []);
    await service.refuse(404, 'entity not found', `${TEST}/delete`, { id }, ann.key);
  });

  test('are refused when they can not be meant so', async () => {
    const workflow_id = await createWorkflow(service, orders, ann.key);
    const create = (body: object) => ({ workflow_id, name: 'twice', ...body });
    await ask(`${TEST}/create`, create({}));
    await service.refuse(422, "The workflow has a test 'twice' already", `${TEST}/create`, create({}), ann.key);
    const large = create({ name: 'large', input: { text: 'x'.repeat(1_000_000) } });
    const tooLarge = 'The test is too large (at most 1000000 characters of JSON)';
    await service.refuse(422, tooLarge, `${TEST}/create`, large, ann.key);
    const unknown = { ...create({ name: 'unknown' }), pins: { nothing: { output: 1 } } };
    await ask(`${TEST}/create`, unknown);
    const { results } = await ask<TestsResult>(TEST, { workflow_id });
    assert.deepEqual(results.find(({ name }) => name === 'unknown')?.problems, ["There is no step 'nothing' to pin"]);
  });

  test('are exported, imported and copied with the workflow, for those who may write it', async () => {
    const workflow_id = await createWorkflow(service, orders, ann.key);
    await ask(`${TEST}/create`, {
      workflow_id,
      name: 'one',
      pins: { call: answer(1) },
      expect: { output: { total: 2 } },
    });
    const data = await ask<{ tests: object[] }>('/api/v3/workflow/export', { workflow_id });
    assert.equal(data.tests.length, 1);
    const imported = await ask<{ workflow: { id: string } }>('/api/v3/workflow/import', { data });
    assert.equal((await ask<TestsResult>(TEST, { workflow_id: imported.workflow.id })).passed, 1);
    const copied = await ask<{ workflow: { id: string } }>('/api/v3/workflow/copy', { workflow_id });
    assert.equal((await ask<TestsResult>(TEST, { workflow_id: copied.workflow.id })).passed, 1);
    const twice = { data: { ...data, tests: [...data.tests, ...data.tests] } };
    await service.refuse(
      422,
      "validation error: data.tests: contains 'one' twice",
      '/api/v3/workflow/import',
      twice,
      ann.key,
    );
    const wrong = { data: { ...data, tests: [{ name: 3 }] } };
    await service.refuse(
      422,
      'validation error: data.tests.0.name: must be string',
      '/api/v3/workflow/import',
      wrong,
      ann.key,
    );
    const bob = await service.person();
    const scopes = { 'workflow.export': true, 'workflow.copy': true };
    await ask('/api/v3/workflow/update', {
      id: workflow_id,
      sharing: [{ user_email: bob.email, write: false, scopes }],
    });
    const seen = await service.ask<object>('/api/v3/workflow/export', { workflow_id }, bob.key);
    assert.equal('tests' in seen, false);
    const his = await service.ask<{ workflow: { id: string } }>('/api/v3/workflow/copy', { workflow_id }, bob.key);
    assert.deepEqual(await service.ask(`${TEST}/list`, { workflow_id: his.workflow.id }, bob.key), []);
  });

  test('and exports contain no link that opens a file, also if they were made before', async () => {
    const definition = chain(node('done', 'output', { value: '{{ input }}' }));
    const properties = { doc: { type: 'object', format: 'file' } };
    Object.assign(definition.nodes[0]?.params ?? {}, { input_schema: { type: 'object', properties } });
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const input = { doc: { filename: 'a.txt', data: Buffer.from('a').toString('base64') } };
    const run = await ask<Run>('/api/v3/workflow/run', { workflow_id, input });
    const { file_url } = JSON.parse(run.output_json).doc;
    assert.equal((await fetch(file_url)).status, 200);
    const secret = new URL(file_url).searchParams.get('secret') ?? '';
    const linking = chain(node('done', 'output', { value: `See ${file_url}` }));
    await ask('/api/v3/workflow/update', { id: workflow_id, definition: linking, description: file_url });
    const made = await ask<WorkflowTest>(`${TEST}/from_run`, { run_id: run.id });
    const old = { input: run.input_json, expected: JSON.stringify({ output: { doc: { file_url } } }) };
    await db.updateTable('workflow_tests').set(old).where('id', '=', made.id).execute();
    const exported = await ask<{ tests: object[] }>('/api/v3/workflow/export', { workflow_id });
    assert.equal(exported.tests.length, 1);
    const listed = await ask<WorkflowTest[]>(`${TEST}/list`, { workflow_id });
    const tested = await ask<TestsResult>(TEST, { workflow_id });
    assert.deepEqual([tested.passed, tested.failed], [0, 1]);
    for (const shown of [made, exported, listed, tested]) {
      const text = JSON.stringify(shown);
      assert.equal(text.includes(secret), false, text);
    }
    assert.ok(JSON.stringify(exported).includes(file_url.replace(secret, '')), 'people see which file was meant');
  });

  test('do not exist for those who may not write the workflow', async () => {
    const workflow_id = await createWorkflow(service, orders, ann.key);
    const { id } = await ask<WorkflowTest>(`${TEST}/create`, { workflow_id, name: 'mine' });
    const run = await ask<Run>('/api/v3/workflow/run', { workflow_id });
    const bob = await service.person();
    await service.refuse(404, 'entity not found', `${TEST}/update`, { id, name: 'his' }, bob.key);
    await service.refuse(404, 'entity not found', `${TEST}/delete`, { id }, bob.key);
    await service.refuse(404, 'Workflow run not found', `${TEST}/from_run`, { run_id: run.id }, bob.key);
    for (const path of [TEST, `${TEST}/list`]) {
      assert.equal((await service.call(path, { workflow_id }, bob.key)).status, 403, path);
    }
    assert.equal((await service.call(`${TEST}/create`, { workflow_id, name: 'his' }, bob.key)).status, 403);
  });
});

suite('publishing a workflow that requires its tests', { concurrency: true }, () => {
  const requiring = (value: number) => ({
    ...chain(node('done', 'output', { value })),
    settings: { tests: 'required' },
  });

  test('is refused while one fails, and changes nothing', async () => {
    const workflow_id = await createWorkflow(service, requiring(1), ann.key);
    const { id } = await ask<WorkflowTest>(`${TEST}/create`, { workflow_id, name: 'two', expect: { output: 2 } });
    const detail = "The workflow is not published, because its tests fail: 'two': output is 1 instead of 2";
    await service.refuse(422, detail, '/api/v3/workflow/publish', { workflow_id }, ann.key);
    const { published_version } = await ask<Deployment>('/api/v3/workflow/deployment', { workflow_id });
    assert.equal(published_version, null);
    await ask(`${TEST}/update`, { id, expect: { output: 1 } });
    const published = await ask<Deployment>('/api/v3/workflow/publish', { workflow_id });
    assert.equal(published.published_version, 1);
  });

  test('does not hold back a version that was published before', async () => {
    const workflow_id = await createWorkflow(service, requiring(1), ann.key);
    await ask('/api/v3/workflow/publish', { workflow_id, note: 'first' });
    await ask('/api/v3/workflow/update', { id: workflow_id, definition: requiring(2) });
    await ask('/api/v3/workflow/publish', { workflow_id });
    await ask(`${TEST}/create`, { workflow_id, name: 'three', expect: { output: 3 } });
    const again = await ask<Deployment>('/api/v1/workflow/publish_version', { workflow_id, version: 1 });
    assert.equal(again.published_version, 3);
    assert.equal(again.draft_changed, true);
    const { published } = await ask<{ published: { note: string; definition: Definition } }>(
      '/api/v1/workflow/publication',
      { workflow_id },
    );
    assert.equal(published.note, 'Version 1 again');
    const versions = await ask<{ version: number; note: string }[]>('/api/v1/workflow/versions', { workflow_id });
    assert.deepEqual(
      versions.map(({ version, note }) => `${version} ${note}`),
      ['3 Version 1 again', '2 ', '1 first'],
    );
    assert.equal((await ask<object[]>('/api/v1/workflow/versions', { workflow_id, before: 3, limit: 1 })).length, 1);
    assert.deepEqual(published.definition.nodes.at(-1)?.params, { value: 1 });
    await service.refuse(
      404,
      'There is no version 9 of the workflow',
      '/api/v1/workflow/publish_version',
      { workflow_id, version: 9 },
      ann.key,
    );
    const bob = await service.person();
    const request = { workflow_id, version: 1 };
    assert.equal((await service.call('/api/v1/workflow/publish_version', request, bob.key)).status, 403);
  });
});
