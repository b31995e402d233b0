/** Tests `/api/v1/run/test`: given results, runs up to a step, and single steps. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run, Step } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, readStepOutput, splitChunks } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const db = service.service.system.database.query;
const openPlace = await openPlaces();
const TEST = '/api/v1/run/test';
const RUN = '/api/v3/workflow/run';
const NOT_EXECUTED = 'The step was not executed, because it has effects and the test has no result for it';

const ann = await service.person();
const place = openPlace(json({ n: 5 }));
const definition: Definition = {
  nodes: [
    node('start', 'trigger.manual'),
    node('call', 'http.request', { url: place.url }),
    node('check', 'condition', { expression: 'steps.call.output.body.n > 3' }),
    node('large', 'transform', { value: 'large {{ steps.call.output.body.n }} {{ input.who }}' }),
    node('small', 'transform', { value: 'small' }),
    node('send', 'http.request', { url: place.url, method: 'POST', body: '{{ steps.large.output }}' }),
    node('done', 'output', { value: '{{ steps.large.output | default(steps.small.output) }}' }),
  ],
  edges: [
    edge('start', 'call'),
    edge('call', 'check'),
    edge('check', 'large', 'true'),
    edge('check', 'small', 'false'),
    edge('large', 'send'),
    edge('send', 'done'),
    edge('small', 'done'),
  ],
};
const workflow_id = await createWorkflow(service, definition, ann.key);
const tested = (body: object) => service.ask<Run>(TEST, { workflow_id, ...body }, ann.key);
const body = (n: number) => ({ output: { status: 200, body: { n } } });

function summarise({ steps }: { steps: readonly Step[] }): string[] {
  return steps.map(({ node_id, status, iteration, pinned }) =>
    [node_id, status, ...iteration, ...(pinned ? ['pinned'] : [])].join(' '),
  );
}

suite('pinned steps', () => {
  test('are not executed, and have the given results', async () => {
    const before = place.seen.length;
    const run = await tested({ input: { who: 'Ada' }, pins: { call: body(9), send: { output: 'sent' } } });
    assert.equal(readResult(run), 'large 9 Ada');
    assert.deepEqual(summarise(run), [
      'start success',
      'call success pinned',
      'check success',
      'small skipped',
      'large success',
      'send success pinned',
      'done success',
    ]);
    assert.equal(place.seen.length, before);
    const { is_test } = await service.ask<{ is_test: boolean }>('/api/v1/run/get', { run_id: run.id }, ann.key);
    assert.equal(is_test, true);
    const stored = await sql<{ options: string | null }>`SELECT options FROM runs WHERE id = ${run.id}`.execute(db);
    assert.deepEqual(stored.rows, [{ options: null }], 'an ended test keeps no pins beside its steps');
  });

  test('may fail, and may be steps that only compute', async () => {
    const failed = await tested({ pins: { call: { error: 'no network' } } });
    assert.deepEqual([failed.status, failed.error], ['failed', 'no network']);
    const run = await tested({ pins: { call: body(9), check: { output: { result: false } } } });
    assert.equal(readResult(run), 'small');
    const chosen = await tested({ pins: { call: body(9), check: { output: {}, handle: 'false' } } });
    assert.equal(readResult(chosen), 'small');
  });

  test('are refused when they are not clear', async () => {
    const refuse = (detail: string, pins: object) => service.refuse(422, detail, TEST, { workflow_id, pins }, ann.key);
    await refuse("There is no step 'nothing' to pin", { nothing: { output: 1 } });
    await refuse("The pin of step 'check' must say its handle: one of true, false", { check: { output: 1 } });
    await refuse("The pin of step 'call' must not have a handle", { call: { output: 1, handle: 'x' } });
    const many = { call: { output: Array.from({ length: 20 }, () => 'x'.repeat(110_000)) } };
    await refuse('The pins are too large (at most 2000000 characters of JSON)', many);
  });

  test('in a loop count for every item, and a pinned loop has no items', async () => {
    const loop: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: '[1, 2]', collect: '{{ steps.call.output.n ~ loop.item }}' }),
        node('call', 'http.request', { url: place.url }),
        node('done', 'output', { value: '{{ steps.each.output.results | join(",") }}' }),
      ],
      edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('each', 'done', 'done')],
    };
    const id = await createWorkflow(service, loop, ann.key);
    const ask = (pins: object) => service.ask<Run>(TEST, { workflow_id: id, pins }, ann.key);
    assert.equal(readResult(await ask({ call: { output: { n: 7 } } })), '71,72');
    const pinned = await ask({ each: { output: { count: 1, results: ['x', 'y'] } } });
    assert.equal(readResult(pinned), 'x,y');
    assert.deepEqual(summarise(pinned), ['start success', 'each success pinned', 'done success']);
  });
});

suite('steps with effects', () => {
  test('fail unless the test may execute them', async () => {
    const before = place.seen.length;
    const run = await tested({});
    assert.deepEqual([run.status, run.error], ['failed', NOT_EXECUTED]);
    assert.equal(place.seen.length, before);
    const executed = await tested({ effects: true, input: { who: 'Ada' } });
    assert.equal(readResult(executed), 'large 5 Ada');
    assert.equal(place.seen.length, before + 2);
  });
});

suite('a run up to a step', () => {
  test('executes only what is before it', async () => {
    const run = await tested({ until: 'large', input: { who: 'Ada' }, pins: { call: body(9) } });
    assert.equal(run.status, 'success');
    assert.deepEqual(summarise(run), ['start success', 'call success pinned', 'check success', 'large success']);
    const other = await tested({ until: 'small', pins: { call: body(9) } });
    assert.deepEqual(summarise(other).at(-1), 'small skipped');
  });

  test('executes loops before it with their whole bodies, and of loops around it only what is before it', async () => {
    const loops: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: '[1, 2]', collect: '{{ steps.two.output }}' }),
        node('one', 'transform', { value: '{{ loop.item }}' }),
        node('two', 'transform', { value: '{{ steps.one.output * 2 }}' }),
        node('after', 'transform', { value: '{{ steps.each.output.results }}' }),
        node('last', 'transform', { value: 1 }),
      ],
      edges: [
        edge('start', 'each'),
        edge('each', 'one', 'item'),
        edge('one', 'two'),
        edge('each', 'after', 'done'),
        edge('after', 'last'),
      ],
    };
    const id = await createWorkflow(service, loops, ann.key);
    const ask = (until: string) => service.ask<Run>(TEST, { workflow_id: id, until }, ann.key);
    assert.deepEqual(readStepOutput(await ask('after'), 'after'), [2, 4]);
    const inside = await ask('one');
    assert.deepEqual([inside.status, inside.error], ['success', '']);
    assert.deepEqual(new Set(inside.steps.map(({ node_id }) => node_id)), new Set(['start', 'each', 'one']));
  });

  test('does not mind what is wrong with other steps', async () => {
    const broken = chain(node('fine', 'transform', { value: 1 }), node('bad', 'transform', {}));
    const id = await createWorkflow(service, broken, ann.key);
    const run = await service.ask<Run>(TEST, { workflow_id: id, until: 'fine' }, ann.key);
    assert.equal(readStepOutput(run, 'fine'), 1);
    const detail = "The workflow is not valid: Step 'bad': 'value' is required";
    await service.refuse(422, detail, TEST, { workflow_id: id, until: 'bad' }, ann.key);
    await service.refuse(422, detail, TEST, { workflow_id: id }, ann.key);
  });

  test('is refused for steps that no trigger leads to', async () => {
    const detail = "The trigger does not lead to a step 'nothing'";
    await service.refuse(422, detail, TEST, { workflow_id, until: 'nothing' }, ann.key);
    await service.refuse(
      422,
      "'call' is not a trigger of the workflow",
      TEST,
      { workflow_id, until: 'large', trigger_node_id: 'call' },
      ann.key,
    );
  });
});

suite('a single step', () => {
  test('uses the results of another run', async () => {
    const data = await service.ask<Run>(RUN, { workflow_id, input: { who: 'Bob' } }, ann.key);
    const before = place.seen.length;
    const run = await tested({ only: 'large', data_run_id: data.id });
    assert.equal(readStepOutput(run, 'large'), 'large 5 Bob');
    assert.deepEqual(summarise(run), ['start success', 'call success pinned', 'large success']);
    assert.equal(place.seen.length, before);
    const sent = await tested({ only: 'send', data_run_id: data.id, effects: true });
    assert.equal(place.seen.at(-1)?.body, 'large 5 Bob');
    assert.equal(findStep(sent, 'large').pinned, true);
    assert.equal((await tested({ only: 'send', data_run_id: data.id })).error, NOT_EXECUTED);
  });

  test('prefers pins, and sees steps without results as skipped', async () => {
    const run = await tested({
      only: 'large',
      pins: { call: body(1), large: { output: 'ignored' } },
      input: { who: 'Eve' },
    });
    assert.equal(readStepOutput(run, 'large'), 'large 1 Eve');
    const done = await tested({ only: 'done', pins: { small: { output: 'tiny' } } });
    assert.equal(readResult(done), 'tiny');
    assert.deepEqual(summarise(done).toSorted(), [
      'done success',
      'large skipped pinned',
      'small success pinned',
      'start success',
    ]);
  });

  test('in a loop is executed for one item', async () => {
    const loops: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('letters', 'transform', { value: ['a', 'b'] }),
        node('outer', 'loop', { items: 'steps.letters.output', collect: '{{ steps.inner.output.results }}' }),
        node('double', 'http.request', { url: place.url }),
        node('inner', 'loop', { items: '[1, 2, 3]', collect: '{{ steps.joined.output }}' }),
        node('first', 'transform', { value: '{{ loop.item * 10 }}' }),
        node('joined', 'transform', {
          value:
            '{{ loop.parent.item }} {{ loop.index }}/{{ loop.count }} {{ steps.first.output }} {{ steps.double.output.body.n }}',
        }),
      ],
      edges: [
        edge('start', 'letters'),
        edge('letters', 'outer'),
        edge('outer', 'double', 'item'),
        edge('double', 'inner'),
        edge('inner', 'first', 'item'),
        edge('first', 'joined'),
      ],
    };
    const id = await createWorkflow(service, loops, ann.key);
    const data = await service.ask<Run>(RUN, { workflow_id: id }, ann.key);
    assert.equal(data.status, 'success', data.error);
    const before = place.seen.length;
    const request = { workflow_id: id, only: 'joined', data_run_id: data.id };
    const run = await service.ask<Run>(TEST, { ...request, iteration: [2, 1] }, ann.key);
    assert.equal(run.status, 'success', run.error);
    assert.equal(readStepOutput(run, 'joined', [2, 1]), 'b 2/3 30 5');
    const first = await service.ask<Run>(TEST, request, ann.key);
    assert.equal(readStepOutput(first, 'joined', [0, 0]), 'a 0/3 10 5');
    assert.equal(place.seen.length, before);
    const beyond = await service.ask<Run>(TEST, { ...request, iteration: [3, 1] }, ann.key);
    assert.equal(findStep(beyond, 'inner', [1]).error, 'The loop has 3 items, so there is no item with the index 3');
    await service.refuse(
      422,
      'validation error: iteration: must have 2 numbers',
      TEST,
      { ...request, iteration: [1] },
      ann.key,
    );
  });

  test('needs a run of the same workflow and user', async () => {
    const other = await service.person();
    const id = await createWorkflow(service, definition, other.key);
    const foreign = await service.ask<Run>(RUN, { workflow_id: id }, other.key);
    const request = { workflow_id, only: 'large', data_run_id: foreign.id };
    await service.refuse(404, 'Workflow run not found', TEST, request, ann.key);
  });
});

test('a test answers with its events when that is wanted', async () => {
  const response = await fetch(service.url + TEST, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': ann.key },
    body: JSON.stringify({ workflow_id, stream: true, until: 'large', input: { who: 'Ada' }, pins: { call: body(9) } }),
  });
  const events = splitChunks(await response.text()).flatMap(({ data }) => (data === '' ? [] : data));
  assert.deepEqual(
    events.map(({ type, node_id }) => `${type} ${node_id}`.trim()),
    [
      'run_start',
      ...['start', 'call', 'check', 'large'].flatMap(id => [`step_start ${id}`, `step_end ${id}`]),
      'run_end',
    ],
  );
});

suite('a test is refused', () => {
  test('when its parts contradict each other', async () => {
    const refuse = (detail: string, part: object) =>
      service.refuse(422, detail, TEST, { workflow_id, ...part }, ann.key);
    await refuse('validation error: until: can not be combined with only', { until: 'call', only: 'call' });
    await refuse('validation error: data_run_id: needs only', { data_run_id: crypto.randomUUID() });
    await refuse('validation error: iteration: needs only', { iteration: [1] });
  });

  test('to those who may not run the draft', async () => {
    const stranger = await service.person();
    await service.refuse(403, 'You do not have access to this workflow', TEST, { workflow_id }, stranger.key);
    const unknown = { workflow_id: crypto.randomUUID() };
    await service.refuse(404, 'Workflow not found', TEST, unknown, stranger.key);
  });
});

test('a replay of a test executes what was pinned', async () => {
  const run = await tested({ pins: { call: body(9), send: { error: 'no' } }, input: { who: 'Ada' } });
  assert.equal(run.status, 'failed');
  const plan = await service.ask<{ executed: { node_id: string }[] }>(
    '/api/v1/run/replay',
    { run_id: run.id, from: 'failed', version: 'same', plan: true },
    ann.key,
  );
  assert.deepEqual(
    plan.executed.map(({ node_id }) => node_id),
    ['call', 'check', 'large', 'small', 'send', 'done'],
  );
});
