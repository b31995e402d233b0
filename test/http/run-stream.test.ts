/** Tests the event stream of a run, and what others see of the run in the meantime. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { Value } from 'typebox/value';
import { RunStream } from '../../src/runs/event-schema.ts';
import type { RunEvent } from '../../src/runs/executing/events.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { type Chunk, createWorkflow, splitChunks, streamRun } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const ann = await service.person();

const create = (definition: Definition) => createWorkflow(service, definition, ann.key);
const get = (id: string) => service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {}, ann.key);
const toEvents = (chunks: readonly Chunk[]) => chunks.flatMap(({ data }) => (data === '' ? [] : [data]));

async function streamEvents(definition: Definition, input: Record<string, unknown> = {}): Promise<RunEvent[]> {
  const chunks = await streamRun(service, { workflow_id: await create(definition), input }, ann.key);
  for (const chunk of chunks) {
    assert.equal(chunk.error, null);
    assert.ok(Value.Check(RunStream, chunk), `not as described: ${JSON.stringify(chunk)}`);
  }
  return toEvents(chunks);
}

/** Opens a stream that is read as its chunks arrive. */
async function openStream(workflow_id: string) {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/api/v3/workflow/run/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': ann.key },
    body: JSON.stringify({ workflow_id }),
    signal: abort.signal,
  });
  assert.equal(response.status, 200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.ok(reader);
  let text = '';
  return {
    leave: () => abort.abort(),
    /** Reads until the chunks so far meet the condition, or the stream has ended. */
    async until(isEnough: (chunks: Chunk[]) => boolean = () => false): Promise<Chunk[]> {
      for (;;) {
        // The network may split a chunk, so read on until it is complete.
        const chunks = text.endsWith('}') ? splitChunks(text) : [];
        if (chunks.length > 0 && isEnough(chunks)) return chunks;
        const { value, done } = await reader.read();
        if (done) return splitChunks(text);
        text += value;
      }
    },
  };
}

const describeEvents = (events: readonly RunEvent[]) =>
  events.map(({ type, node_id }) => (node_id ? `${type} ${node_id}` : type));

suite('a stream', () => {
  test('reports everything in order, with every field in every event', async () => {
    const definition = chain(
      node('greet', 'transform', { value: 'Hello {{ input.name }}' }),
      node('done', 'output', { value: { text: '{{ steps.greet.output }}' } }),
    );
    const before = Date.now();
    const workflow_id = await create(definition);
    const chunks = await streamRun(service, { workflow_id, input: { name: 'Ada' } }, ann.key);
    for (const chunk of chunks) {
      assert.deepEqual(Object.keys(chunk), ['timestamp', 'data', 'error']);
      assert.ok(Number.isInteger(chunk.timestamp) && chunk.timestamp >= before && chunk.timestamp <= Date.now());
      assert.equal(chunk.error, null);
    }
    const events = toEvents(chunks);
    const run_id = events[0]?.run_id ?? '';
    const event = (type: string, fields: object) => ({
      type,
      run_id,
      node_id: '',
      node_type: '',
      status: '',
      handle: null,
      text: '',
      error: '',
      output_json: '',
      iteration: [],
      ...fields,
    });
    const step = (node_id: string, node_type: string, output: unknown, text = '') => [
      event('step_start', { node_id, node_type, status: 'running' }),
      event('step_end', { node_id, node_type, status: 'success', text, output_json: JSON.stringify(output) }),
    ];
    const result = { text: 'Hello Ada' };
    assert.deepEqual(events, [
      event('run_start', { status: 'running' }),
      ...step('start', 'trigger.manual', { name: 'Ada' }),
      ...step('greet', 'transform', 'Hello Ada', 'Hello Ada'),
      ...step('done', 'output', result),
      event('run_end', { status: 'success', output_json: JSON.stringify(result) }),
    ]);
    const run = await get(run_id);
    assert.deepEqual([run.status, run.output_json, run.workflow_id], ['success', JSON.stringify(result), workflow_id]);
    assert.equal(run.steps.length, 3);
  });

  test('reports skipped and failed steps, and the failure of the run', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('check', 'condition', { expression: 'false' }),
        node('not', 'transform', { value: 1 }),
        node('bad', 'transform', { value: '{{ 1 / 0 }}' }),
        node('after', 'output', { value: 1 }),
      ],
      edges: [
        edge('start', 'check'),
        edge('check', 'not', 'true'),
        edge('check', 'bad', 'false'),
        edge('bad', 'after'),
      ],
    };
    const events = await streamEvents(definition);
    const ends = new Map(events.flatMap(one => (one.type === 'step_end' ? [[one.node_id, one]] : [])));
    const outcomes = ['check', 'not', 'bad', 'after'].map(id => [ends.get(id)?.status, ends.get(id)?.handle]);
    assert.deepEqual(outcomes, [
      ['success', 'false'],
      ['skipped', null],
      ['failed', null],
      ['skipped', null],
    ]);
    const end = events.at(-1);
    assert.match(end?.error ?? '', /zero/);
    assert.deepEqual(
      [end?.type, end?.status, end?.error, end?.output_json],
      ['run_end', 'failed', ends.get('bad')?.error, ''],
    );
    assert.equal(describeEvents(events).includes('step_start not'), false);
  });

  test('names the loop item of each step, and reports an end for every start', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('outer', 'loop', { items: '[[1], [2, 0, 3], [4]]' }),
        node('inner', 'loop', { items: 'loop.item' }),
        node('step', 'transform', { value: '{{ 1 / loop.item }}' }),
      ],
      edges: [edge('start', 'outer'), edge('outer', 'inner', 'item'), edge('inner', 'step', 'item')],
    };
    const events = await streamEvents(definition);
    const key = ({ node_id, iteration }: RunEvent) => `${node_id} ${JSON.stringify(iteration)}`;
    const of = (type: string) => events.filter(one => one.type === type).map(key);
    assert.deepEqual(of('step_start').toSorted(), of('step_end').toSorted());
    for (const expected of ['outer []', 'inner [0]', 'inner [1]', 'step [0,0]', 'step [0,1]', 'step [1,1]']) {
      assert.ok(of('step_start').includes(expected), expected);
    }
    assert.deepEqual([events.at(-1)?.type, events.at(-1)?.status], ['run_end', 'failed']);
    const run = await get(events[0]?.run_id ?? '');
    const ends = new Map(events.flatMap(one => (one.type === 'step_end' ? [[key(one), one.status]] : [])));
    for (const { node_id, iteration, status } of run.steps) {
      assert.equal(ends.get(`${node_id} ${JSON.stringify(iteration)}`), status, node_id);
    }
  });

  test('truncates long outputs as the run does, but not the result', async () => {
    const events = await streamEvents(chain(node('done', 'output', { value: "{{ '\"ä' * 200000 }}" })));
    const step = events.find(one => one.type === 'step_end' && one.node_id === 'done');
    assert.equal(step?.output_json.length, 200_000);
    assert.equal(JSON.parse(events.at(-1)?.output_json ?? ''), '"ä'.repeat(200_000));
  });

  test('of fifty thousand events is complete', COMPLETE_ONLY, async () => {
    const skipped = Array.from({ length: 100 }, (_, index) => node(`s${index}`, 'transform', { value: 1 }));
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('outer', 'loop', { items: 'range(4) | list' }),
        node('inner', 'loop', { items: 'range(100) | list' }),
        node('never', 'condition', { expression: 'false' }),
        ...skipped,
      ],
      edges: [
        edge('start', 'outer'),
        edge('outer', 'inner', 'item'),
        edge('inner', 'never', 'item'),
        ...skipped.map(({ id }) => edge('never', id, 'true')),
      ],
    };
    const events = await streamEvents(definition);
    assert.equal(events.filter(({ status }) => status === 'skipped').length, 40_000);
    assert.deepEqual([events.at(-1)?.type, events.at(-1)?.status], ['run_end', 'success']);
  });
});

suite('while a step is slow', () => {
  const slowly = () => {
    const slow = gate(json({ late: true }));
    const place = openPlace(slow.answer);
    const definition = chain(
      node('first', 'transform', { value: 'settled' }),
      node('call', 'http.request', { url: place.url }),
      node('done', 'output', { value: '{{ steps.call.output.body }}' }),
    );
    return { slow, place, definition };
  };

  test('the run can be read as soon as its start is reported, and chunks without data keep the stream alive', async () => {
    const { slow, place, definition } = slowly();
    const stream = await openStream(await create(definition));
    const [first] = toEvents(await stream.until(chunks => toEvents(chunks).length > 0));
    assert.equal(first?.type, 'run_start');
    assert.equal((await get(first.run_id)).status, 'running');
    await place.came(1);
    const quiet = await stream.until(chunks => chunks.filter(({ data }) => data === '').length >= 2);
    for (const { data, error } of quiet) assert.equal(data === '' ? error : null, null);
    slow.open();
    const events = toEvents(await stream.until());
    assert.deepEqual(describeEvents(events).slice(-4), [
      'step_end call',
      'step_start done',
      'step_end done',
      'run_end',
    ]);
  });

  test('others see the steps that have ended and those that are running', async () => {
    const { slow, place, definition } = slowly();
    const workflow_id = await create(definition);
    const running = service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
    await place.came(1);
    const filters = [['workflow_id', '==', workflow_id]];
    const shown = await poll(async () => {
      const [run] = await service.ask<Run[]>('/api/v3/workflow/runs/find', { filters }, ann.key);
      return run?.steps.some(({ node_id }) => node_id === 'call') ? run : undefined;
    });
    assert.deepEqual(
      shown.steps.map(({ node_id, status, output_json, text }) => [node_id, status, output_json, text]),
      [
        ['start', 'success', '{}', ''],
        ['first', 'success', '"settled"', 'settled'],
        ['call', 'running', '', ''],
      ],
    );
    const call = shown.steps[2];
    assert.deepEqual([call?.finished_at, typeof call?.started_at], [null, 'number']);
    assert.deepEqual([shown.status, shown.finished_at, shown.output_json, shown.error], ['running', null, '', '']);
    assert.deepEqual([shown.active_since, shown.created.timestamp], [shown.started_at, shown.started_at]);
    const { last_run } = await service.ask(`/api/v3/workflow/get?entity_id=${workflow_id}`, {}, ann.key);
    assert.equal(last_run, null);
    slow.open();
    const run = await running;
    assert.deepEqual(await get(shown.id), run);
    assert.deepEqual(
      [run.started_at, run.active_since, run.steps.slice(0, 2)],
      [shown.started_at, shown.active_since, shown.steps.slice(0, 2)],
    );
    assert.ok(run.updated.timestamp >= shown.updated.timestamp);
  });

  for (const [how, begin] of Object.entries({
    'a stream': async (workflow_id: string) => (await openStream(workflow_id)).leave,
    'a request': async (workflow_id: string) => {
      const abort = new AbortController();
      const headers = { 'content-type': 'application/json', 'uni-api-key': ann.key };
      const init = { body: JSON.stringify({ workflow_id }), headers, signal: abort.signal };
      service.send('/api/v3/workflow/run', init).catch(() => {});
      return () => abort.abort();
    },
  })) {
    test(`a client that leaves ${how} does not stop the run`, async () => {
      const { slow, place, definition } = slowly();
      const workflow_id = await create(definition);
      const leave = await begin(workflow_id);
      await place.came(1);
      leave();
      slow.open();
      const filters = [['workflow_id', '==', workflow_id]];
      const ended = await poll(async () => {
        const [run] = await service.ask<Run[]>('/api/v3/workflow/runs/find', { filters }, ann.key);
        return run?.status === 'running' ? undefined : run;
      });
      assert.deepEqual([ended.status, ended.output_json], ['success', '{"late":true}']);
    });
  }

  test('deleting the run ends the stream with an error', async () => {
    const { slow, place, definition } = slowly();
    const stream = await openStream(await create(definition));
    const [first] = toEvents(await stream.until(chunks => toEvents(chunks).length > 0));
    await place.came(1);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${first?.run_id}`, {}, ann.key);
    slow.open();
    const last = (await stream.until()).at(-1);
    assert.equal(last?.data, '');
    assert.deepEqual(last?.error, { status: 404, text: 'Not Found', detail: 'Workflow run not found' });
  });
});
