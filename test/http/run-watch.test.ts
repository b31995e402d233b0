/** Tests watching a run that somebody else started, in this process or in another one. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { HeddleDatabase } from '../../src/database.ts';
import type { Caller } from '../../src/http/caller.ts';
import { openStreams } from '../../src/http/open-streams.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { openListener } from '../../src/platform/postgres/listener.ts';
import { createRunWatchers } from '../../src/runs/api/run-watchers.ts';
import type { RunEvent } from '../../src/runs/executing/events.ts';
import { createLocalEvents } from '../../src/runs/executing/local-events.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { defaultConfig } from '../fixtures/config.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, streamRun } from '../support/runs.ts';
import { serviceOn, type TestService, testService } from '../support/service.ts';
import { openStream } from '../support/streams.ts';
import { poll } from './poll.ts';

const environment = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' };
const service = await testService(environment);
const otherProcess = await serviceOn(service.database, environment, { work: false });
const openPlace = await openPlaces();
const ann = await service.person();

const watch = (run_id: string, { at = service, key = ann.key }: { at?: TestService; key?: string } = {}) =>
  openStream<RunEvent>(at, '/api/v1/run/watch', { run_id }, key);
const describeEvents = (events: readonly RunEvent[]) =>
  events.map(({ type, node_id }) => (node_id ? `${type} ${node_id}` : type));

/** Starts a run, and returns its id while it may still be under way. */
async function begin(definition: Definition, input: object = {}): Promise<{ id: string; ended: Promise<Run> }> {
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const ended = service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, ann.key);
  const id = await poll(async () => {
    const { items } = await service.ask<{ items: { id: string }[] }>('/api/v1/run/list', { workflow_id }, ann.key);
    return items[0]?.id;
  });
  return { id, ended };
}

suite('watching a run that has ended', () => {
  test('gives the events that its own stream gave, in their order', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: '[1, 2]' }),
        node('double', 'transform', { value: '{{ 2 * loop.item }}' }),
        node('check', 'condition', { expression: 'false' }),
        node('never', 'transform', { value: 1 }),
        node('done', 'output', { value: '{{ steps.each.output }}' }),
      ],
      edges: [
        edge('start', 'each'),
        edge('each', 'double', 'item'),
        edge('each', 'check', 'done'),
        edge('check', 'never', 'true'),
        edge('check', 'done', 'false'),
      ],
    };
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const streamed = (await streamRun(service, { workflow_id }, ann.key)).flatMap(({ data }) => data || []);
    const run_id = streamed[0]?.run_id ?? '';
    for (const at of [service, otherProcess]) {
      const chunks = await (await watch(run_id, { at })).rest();
      const watched = chunks.flatMap(({ data }) => data || []);
      const sorted = (events: readonly RunEvent[]) => events.map(event => JSON.stringify(event)).toSorted();
      assert.deepEqual(sorted(watched), sorted(streamed));
      assert.deepEqual([watched[0]?.type, watched.at(-1)?.type], ['run_start', 'run_end']);
      const places = new Map(
        watched.map(({ type, node_id, iteration }, place) => [`${type} ${node_id} ${iteration}`, place]),
      );
      const at2 = (event: string) => places.get(event) ?? assert.fail(event);
      assert.ok(at2('step_start each ') < at2('step_start double 0'));
      assert.ok(at2('step_end double 1') < at2('step_end each '));
      assert.ok(at2('step_end each ') < at2('step_start done '));
    }
  });

  test('is refused to other users, as if there were no run', async () => {
    const { id, ended } = await begin(chain(node('done', 'output', { value: 1 })));
    await ended;
    const ben = await service.person();
    await service.refuse(404, 'Workflow run not found', '/api/v1/run/watch', { run_id: id }, ben.key);
    await service.refuse(404, 'Workflow run not found', '/api/v1/run/watch', { run_id: randomUUID() }, ann.key);
  });
});

suite('watching a run that is under way', () => {
  for (const [where, at] of [
    ['this', () => service],
    ['another', () => otherProcess],
  ] as const) {
    test(`shows its steps from the beginning, and goes on to its end, in ${where} process`, async () => {
      const [first, second] = [gate(json({ is: 'first' })), gate(json({ is: 'second' }))];
      const [firstPlace, secondPlace] = [openPlace(first.answer), openPlace(second.answer)];
      const { id, ended } = await begin(
        chain(
          node('one', 'http.request', { url: firstPlace.url }),
          node('two', 'http.request', { url: secondPlace.url }),
          node('done', 'output', { value: '{{ steps.two.output.body.is }}' }),
        ),
      );
      const stream = await watch(id, { at: at() });
      const hasBegun = (step: string) => (events: RunEvent[]) => describeEvents(events).includes(`step_start ${step}`);
      await stream.until(hasBegun('one'));
      first.open();
      await stream.until(hasBegun('two'));
      second.open();
      const events = (await stream.rest()).flatMap(({ data }) => data || []);
      assert.deepEqual(describeEvents(events), [
        'run_start',
        ...['start', 'one', 'two', 'done'].flatMap(step => [`step_start ${step}`, `step_end ${step}`]),
        'run_end',
      ]);
      assert.equal(events.at(-1)?.output_json, '"second"');
      assert.equal((await ended).status, 'success');
    });
  }

  test('goes on while the run waits for a person', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('ask', 'human.approval', { title: 'Really?', assignees: [ann.email] }),
        node('done', 'output', { value: 'approved' }),
      ],
      edges: [edge('start', 'ask'), edge('ask', 'done', 'approved')],
    };
    const { id, ended } = await begin(definition);
    assert.equal((await ended).status, 'waiting');
    const streams = [await watch(id), await watch(id, { at: otherProcess })];
    for (const stream of streams) {
      const events = await stream.until(events => events.some(({ type }) => type === 'run_waiting'));
      assert.deepEqual(describeEvents(events).slice(-3), ['step_start ask', 'step_waiting ask', 'run_waiting']);
      assert.equal(events.at(-1)?.text, 'ask');
    }
    const { items } = await service.ask<{ items: { id: string }[] }>('/api/v3/workflow/approval/find', {}, ann.key);
    const approval_id = items[0]?.id;
    await service.ask('/api/v3/workflow/approval/decide', { approval_id, decision: 'approve' }, ann.key);
    for (const stream of streams) {
      const events = (await stream.rest()).flatMap(({ data }) => data || []);
      assert.deepEqual(describeEvents(events).slice(-4), [
        'step_end ask',
        'step_start done',
        'step_end done',
        'run_end',
      ]);
    }
  });

  test('ends with an error when the run is deleted, and when the key is disabled', async () => {
    const definition = chain(node('ask', 'human.approval', { title: 'Really?', assignees: [ann.email] }));
    const { id, ended } = await begin(definition);
    await ended;
    const other = await service.ask<{ id: string; key: string }>('/api/v1/key/create', {
      user_id: ann.id,
      name: 'watching',
      scopes: ['*'],
    });
    const byKey = await watch(id, { key: other.key });
    const stays = await watch(id, { at: otherProcess });
    await byKey.until(events => events.length > 3);
    await service.ask('/api/v1/key/update', { id: other.id, enabled: false });
    assert.deepEqual((await byKey.rest()).at(-1)?.error, {
      status: 401,
      text: 'Unauthorized',
      detail: 'API key is invalid',
      code: 'api_key_invalid',
    });
    await stays.until(events => events.length > 3);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${id}`, {}, ann.key);
    assert.deepEqual((await stays.rest()).at(-1)?.error, {
      status: 404,
      text: 'Not Found',
      detail: 'Workflow run not found',
      code: 'run_not_found',
    });
  });
});

test('nothing is kept for a client that left before its stream began', async t => {
  const database: HeddleDatabase = openDatabase(service.database.address, { maxConnections: 1 });
  const listener = await openListener(service.database.address);
  t.after(() => Promise.all([database.close(), listener.close()]));
  const streams = await openStreams({ database, listener, mostPerUser: 1, onError: assert.ifError });
  t.after(streams.stop);
  const localEvents = createLocalEvents();
  const { runs: limits } = defaultConfig;
  const { watch } = createRunWatchers({ database, limits, localEvents });
  const { id: userId, email } = ann;
  const caller: Caller = {
    ...{ keyId: randomUUID(), userId, email, name: '', admin: false },
    ...{ scopes: new Set(), workflowPermission: 'write' },
  };
  const signal = AbortSignal.abort();
  const { id, ended } = await begin(chain(node('ask', 'human.approval', { title: 'Really?', assignees: [ann.email] })));
  await ended;
  await watch(caller, id, () => assert.fail('nobody reads it'), signal);
  assert.equal(localEvents.watchOf(id), undefined);
  void streams.keep({ caller, signal }, () => new Promise(() => {}));
  let isKept = false;
  await streams.keep({ caller, signal: new AbortController().signal }, async () => {
    isKept = true;
  });
  assert.ok(isKept, 'the only stream of the user is free');
});

test('a process that stops ends its streams at once', async () => {
  const definition = chain(node('ask', 'human.approval', { title: 'Really?', assignees: [ann.email] }));
  const { id, ended } = await begin(definition);
  await ended;
  const stream = await watch(id, { at: otherProcess });
  await stream.until(events => events.length > 3);
  const stopped = otherProcess.stopService();
  const last = (await stream.rest()).at(-1);
  assert.partialDeepStrictEqual(last?.error, {
    status: 503,
    code: 'service_stopping',
    detail: 'the service is stopping',
  });
  await stopped;
});
