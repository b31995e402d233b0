/** Triggers that poll: which items start runs, what a state survives, and how a dead source is seen. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Notification } from '../../src/accounts/schemas.ts';
import type { Definition } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { findEntriesOf } from './audit-entries.ts';
import { openSource, PolledWorkflow, polling } from './polled.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const { database } = service.service.system;
const ann = await service.person();

const order = (id: number) => ({ id, text: `order ${id}` });
const orders = (...ids: number[]) => ids.map(order);

/** A source of its own for each test, and a workflow that polls it. */
async function publish(answer: unknown, params: Record<string, unknown> = {}) {
  const source = await openSource({ after });
  source.answer = answer;
  const toolParams = { url: `${source.url}/list`, ...(params.params as object) };
  const workflow = await PolledWorkflow.publish(service, ann, { ...params, params: toolParams });
  return { source, workflow, params: { ...params, params: toolParams } };
}

suite('items', () => {
  test('that existed before start no runs, and each new one starts one, in their order', async () => {
    const { source, workflow } = await publish(orders(1, 2));
    source.answer = orders(5, 2, 4, 1, 5);
    const outcome = await workflow.pollNow();
    assert.partialDeepStrictEqual(outcome, { found: 4, new: 2, started: 2, left: 0, skipped: 0, error: null });
    assert.partialDeepStrictEqual(await workflow.pollNow(), { found: 4, new: 0, started: 0 });
    const entries = (await findEntriesOf(service, ann.id)).filter(({ subject }) => subject.id === workflow.id);
    assert.deepEqual([entries.at(-1)?.action, entries.at(-1)?.details], ['workflow.poll', { node_id: 'watch' }]);
    assert.deepEqual(await workflow.inputs(2), [
      { item: order(5), key: '5', polled_at: outcome.polled_at },
      { item: order(4), key: '4', polled_at: outcome.polled_at },
    ]);
    const { last_polled_at, lag_seconds, last_error, last_fired_at } = await workflow.trigger();
    assert.ok(last_polled_at !== undefined && last_fired_at !== null && last_polled_at >= last_fired_at);
    assert.deepEqual([lag_seconds, last_error], [0, undefined]);
  });

  test('that existed before start runs when the trigger says so', async () => {
    const { workflow } = await publish(orders(1, 2), { first: 'all' });
    assert.deepEqual(
      (await workflow.inputs(2)).map(({ key }) => key),
      ['1', '2'],
    );
  });

  test('share runs in batches', async () => {
    const { workflow } = await publish(orders(1, 2, 3), { first: 'all', batch: 2 });
    const inputs = await workflow.inputs<{ items: unknown[] }>(2);
    assert.deepEqual(
      inputs.map(({ items }) => items),
      [orders(1, 2), orders(3)],
    );
  });

  test('are found by expressions, and the cursor is passed on', async () => {
    const { source, workflow } = await publish(
      { data: { list: [{ n: 'a', at: 3 }] }, next: 3 },
      {
        first: 'all',
        items: 'result.data.list',
        key: 'item.n ~ item.at',
        cursor: 'items[-1].at',
        params: { query: { since: '{{ cursor }}', label: '{{ workflow.name }}' } },
      },
    );
    source.answer = { data: { list: [] } };
    assert.partialDeepStrictEqual(await workflow.pollNow(), { found: 0, error: null });
    source.answer = {
      data: {
        list: [
          { n: 'a', at: 3 },
          { n: 'a', at: 4 },
        ],
      },
    };
    await workflow.pollNow();
    assert.deepEqual(
      (await workflow.inputs(2)).map(({ key }) => key),
      ['a3', 'a4'],
    );
    assert.deepEqual(
      source.requests.map(({ search }) => search),
      ['?label=workflow', '?since=3&label=workflow', '?since=3&label=workflow'],
    );
  });

  test('without a key are known by their content, and keys may be of any size', async () => {
    const long = 'k'.repeat(2 ** 20);
    const { source, workflow } = await publish(
      [
        { a: 1, b: 2 },
        { id: long, n: 1 },
      ],
      { key: 'item.id | default(none)' },
    );
    source.answer = [{ b: 2, a: 1 }, { id: long, n: 2 }, { a: 2 }];
    assert.partialDeepStrictEqual(await workflow.pollNow(), { found: 3, new: 1, started: 1 });
  });

  test('that are too long start no run, and that is said', async () => {
    const { source, workflow } = await publish([]);
    source.answer = [{ id: 'long', text: 'x'.repeat(300_000) }, order(1)];
    const error = "The item 'long' started no run, because it is longer than the input of a run may be";
    assert.partialDeepStrictEqual(await workflow.pollNow(), { new: 2, started: 1, left: 0, error });
    assert.equal((await workflow.trigger()).last_error, error);
    assert.partialDeepStrictEqual(await workflow.pollNow(), { new: 0, error: null });
  });
});

suite('a state', () => {
  test('outlives publishing again and a pause, and finds what was new meanwhile', async () => {
    const { source, workflow, params } = await publish(orders(1));
    source.answer = orders(1, 2);
    await workflow.publish({ ...params, every: 3600, batch: 1 });
    await workflow.inputs(1);
    await workflow.setActive(false);
    assert.deepEqual([(await workflow.trigger()).next_run_at, (await workflow.trigger()).lag_seconds], [null, 0]);
    source.answer = orders(1, 2, 3);
    await workflow.setActive(true);
    const inputs = await workflow.inputs<{ items: unknown[] }>(2);
    assert.deepEqual(inputs[1]?.items, orders(3));
  });

  test('begins anew with another source', async () => {
    const { source, workflow, params } = await publish(orders(1));
    source.answer = orders(1, 2);
    await workflow.publish({ ...params, params: { ...params.params, query: { page: 1 } } });
    source.answer = orders(1, 2, 3);
    assert.partialDeepStrictEqual(await workflow.pollNow(), { new: 1, started: 1 });
  });
});

suite('a source that fails', () => {
  test('is tried later and later, and its owner is told once, and once when it works again', async () => {
    const { source, workflow } = await publish(orders(1));
    source.answer = (response: ServerResponse) => response.writeHead(500).end('broken\n pipes');
    const error = `'${source.url}/list' answered 500 Internal Server Error: broken pipes`;
    for (let count = 1; count <= 6; count++) assert.partialDeepStrictEqual(await workflow.pollNow(), { error });
    const { last_error, next_run_at, lag_seconds } = await workflow.trigger();
    assert.equal(last_error, error);
    assert.ok(next_run_at !== null && next_run_at > Date.now() + 30 * 60_000, 'the sixth failure waits 32 minutes');
    assert.ok(lag_seconds !== undefined && lag_seconds >= 0);

    source.answer = orders(1, 2);
    assert.partialDeepStrictEqual(await workflow.pollNow(), { started: 1, error: null });
    assert.equal((await workflow.trigger()).last_error, undefined);
    const told = await service.ask<Notification[]>('/api/v1/notification/find', {}, ann.key);
    const kinds = told.map(({ kind }) => kind).filter(kind => kind.startsWith('poll_'));
    assert.deepEqual(kinds.sort(), ['poll_failing', 'poll_recovered']);
  });

  test('is described in one sentence, whatever it answers', async () => {
    const { source, workflow } = await publish(orders(1));
    const cases: [answer: unknown, error: string][] = [
      [(response: ServerResponse) => response.end('<html>'), `The answer of '${source.url}/list' is no JSON`],
      [{ a: 1 }, "The result of the tool is no list: 'items' must say where the list is"],
      [
        Array.from({ length: 10_001 }, (_, id) => id),
        'The tool gave 10,001 items, and a poll reads at most 10,000: let it list fewer',
      ],
    ];
    for (const [answer, error] of cases) {
      source.answer = answer;
      assert.equal((await workflow.pollNow()).error, error);
      assert.equal((await workflow.preview()).error, error);
    }
  });
});

suite('the preview', () => {
  test('shows the first items and stores nothing', async () => {
    const { source, workflow } = await publish(orders(1));
    source.answer = Array.from({ length: 30 }, (_, id) => order(id));
    const preview = await workflow.preview();
    assert.partialDeepStrictEqual(preview, { count: 30, cursor: null, error: null });
    assert.deepEqual([preview.items.length, preview.items[1]], [20, { key: '1', item: order(1), cut: false }]);
    assert.partialDeepStrictEqual(await workflow.pollNow(), { new: 29, started: 29 });
  });

  test('is refused to others, for other nodes, and with what is not valid', async () => {
    const bob = await service.person();
    const workflow_id = await createWorkflow(service, polling({ params: { url: 'https://example.org' } }), ann.key);
    const request = { workflow_id, node_id: 'watch' };
    const PREVIEW = '/api/v1/trigger/poll_preview';
    const NOW = '/api/v1/trigger/poll_now';
    const hidden = await service.call('/api/v3/workflow/deployment', { workflow_id }, bob.key);
    for (const path of [PREVIEW, NOW]) {
      const { status, body } = await service.call(path, request, bob.key);
      assert.deepEqual({ status, body }, { status: hidden.status, body: hidden.body });
    }
    await service.refuse(
      422,
      "'done' is not a poll trigger of the workflow",
      PREVIEW,
      { workflow_id, node_id: 'done' },
      ann.key,
    );
    await service.refuse(422, "'watch' is not a poll trigger of the workflow", NOW, request, ann.key);
    const detail = "The poll is not valid: Step 'watch': there is no tool 'nothing'";
    await service.refuse(422, detail, PREVIEW, { ...request, params: { tool: 'nothing', every: 60 } }, ann.key);
  });
});

interface ValidationResult {
  issues: { severity: string; message: string }[];
}

async function validate(definition: Definition) {
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const answer = await service.ask<ValidationResult>('/api/v3/workflow/validate', { workflow_id }, ann.key);
  return answer.issues;
}

test('a definition with a poll is checked', async () => {
  const definition = polling({
    tool: 'nothing',
    every: 30,
    items: 'steps.a',
    key: 'item.',
    cursor: 'input',
    params: { url: '{{ secrets.other.key }}', query: { a: '{{ input.x }}' } },
  });
  const issues = await validate(definition);
  const errors = issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  assert.deepEqual(errors, [
    "Step 'watch': 'every' must be at least 60",
    "Step 'watch': there is no tool 'nothing'",
    "Step 'watch': 'items' uses 'steps', but sees only result, cursor",
    "Step 'watch': 'key' is not a valid expression: line 1: expected name or number",
    "Step 'watch': 'cursor' uses 'input', but sees only result, items, cursor",
    "Step 'watch': 'params.url' uses the credential 'other', which does not exist or may not be used",
    "Step 'watch': 'params.query.a' uses 'input', but sees only cursor, vars, workflow, now, secrets",
  ]);
  const cron = polling({ params: { url: 'https://example.org' }, every: '* * * * *', timezone: 'Mars' });
  assert.match((await validate(cron))[0]?.message ?? '', /Mars/);
});

test('a poll that was changed meanwhile writes nothing', async () => {
  const { source, workflow, params } = await publish(orders(1));
  const arrived = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  source.answer = async (response: ServerResponse) => {
    arrived.resolve();
    await goOn.promise;
    response.end(JSON.stringify(orders(1, 2)));
  };
  const late = service.call('/api/v1/trigger/poll_now', { workflow_id: workflow.id, node_id: 'watch' }, ann.key);
  await arrived.promise;
  await service.refuse(
    409,
    'The trigger is being polled at the moment, or was changed meanwhile',
    '/api/v1/trigger/poll_now',
    { workflow_id: workflow.id, node_id: 'watch' },
    ann.key,
  );
  source.answer = orders(1, 2);
  await workflow.publish({ ...params, every: 7200 });
  goOn.resolve();
  assert.equal((await late).status, 409);
  assert.equal((await workflow.inputs(1)).length, 1);
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM poll_seen JOIN workflow_triggers
    ON workflow_triggers.id = trigger_id WHERE workflow_id = ${workflow.id}`.execute(database.query);
  assert.equal(rows[0]?.count, 2);
});
