/** Tests requests to run a workflow: what they may contain, how they are refused, and how they are repeated. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { gate, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, readResult, splitChunks } from '../support/runs.ts';
import { type Person, type Reply, testService } from '../support/service.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const ann = await service.person();
const RUN = '/api/v3/workflow/run';

const echo = chain(node('done', 'output', { value: '{{ input }}' }));

function ask(body: unknown, headers: Record<string, string> = {}, { key }: Person = ann, path = RUN): Promise<Reply> {
  const all = { 'content-type': 'application/json', 'uni-api-key': key, ...headers };
  return service.send(path, { body: JSON.stringify(body), headers: all });
}

async function run(body: unknown, idempotencyKey?: string, person = ann): Promise<Run> {
  const reply = await ask(body, idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }, person);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Run;
}

/** Checks that both endpoints refuse the request in the same way. */
async function assertRefused(status: number, detail: string | RegExp, body: unknown): Promise<void> {
  for (const path of [RUN, `${RUN}/stream`]) {
    const reply = await ask(body, {}, ann, path);
    assert.equal(reply.status, status, JSON.stringify(reply.body));
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    const actual = (reply.body as { detail: string }).detail;
    if (typeof detail === 'string') assert.equal(actual, detail);
    else assert.match(actual, detail);
  }
}

const countRuns = (workflow_id: string, person = ann) =>
  service.ask<number>('/api/v3/workflow/runs/count', { filters: [['workflow_id', '==', workflow_id]] }, person.key);

suite('a request', () => {
  test('that is malformed is refused, and no run begins', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    await assertRefused(422, 'validation error: workflow_id: is required', {});
    await assertRefused(422, /^validation error: workflow_id: must /, { workflow_id: 'x' });
    for (const input of [[], 'x', 1, null, true]) {
      await assertRefused(422, /^validation error: input: must be object$/, { workflow_id, input });
    }
    await assertRefused(422, /^validation error: trigger_node_id: must /, { workflow_id, trigger_node_id: 1 });
    await assertRefused(404, 'Workflow not found', { workflow_id: randomUUID() });
    assert.equal(await countRuns(workflow_id), 0);
  });

  test('is refused when the draft is not valid', async () => {
    const broken = chain(node('done', 'output'), node('odd', 'nonsense'));
    const workflow_id = await createWorkflow(service, broken, ann.key);
    const { issues } = await service.ask<{ issues: { severity: string; message: string }[] }>(
      '/api/v3/workflow/validate',
      { workflow_id },
      ann.key,
    );
    const errors = issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    assert.ok(errors.length > 1);
    await assertRefused(422, `The workflow is not valid: ${errors.join('; ')}`, { workflow_id });
    assert.equal(await countRuns(workflow_id), 0);
  });

  test('is refused when the draft has no trigger', async () => {
    for (const nodes of [[], [node('done', 'output', { value: 1 })]]) {
      const workflow_id = await createWorkflow(service, { nodes, edges: [] }, ann.key);
      await assertRefused(422, 'The workflow has no trigger', { workflow_id });
    }
  });

  test('is accepted or refused as the draft changes', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    await run({ workflow_id });
    const broken = { ...echo, edges: [...echo.edges, edge('done', 'start')] };
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: broken }, ann.key);
    await assertRefused(422, /^The workflow is not valid: /, { workflow_id });
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: echo }, ann.key);
    await run({ workflow_id });
  });

  test('has an input of at most 200000 characters of JSON', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    const text = 'ä'.repeat(200_000 - '{"text":""}'.length);
    const { input_json, status } = await run({ workflow_id, input: { text } });
    assert.deepEqual([input_json.length, input_json, status], [200_000, JSON.stringify({ text }), 'success']);
    const detail = 'The run input is too large (at most 200000 characters of JSON)';
    await assertRefused(422, detail, { workflow_id, input: { text: `${text}x` } });
    assert.equal(await countRuns(workflow_id), 1);
  });

  test('without an input runs with an empty one', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    assert.deepEqual(readResult(await run({ workflow_id })), {});
  });

  test('preserves any JSON in the input', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    const raw = '{"constructor": 2, "toString": 3, "": [], "ä\\n": 1e300, "deep": [[[[{}]]]]}';
    const input = JSON.parse(raw);
    const body = `{"workflow_id": "${workflow_id}", "input": ${raw}}`;
    const headers = { 'content-type': 'application/json', 'uni-api-key': ann.key };
    const reply = await service.send(RUN, { body, headers });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const { input_json, output_json } = reply.body as Run;
    assert.equal(input_json, JSON.stringify(input));
    assert.equal(output_json, JSON.stringify(input));
  });
});

suite('the trigger', () => {
  const three = {
    nodes: [
      node('hook', 'trigger.webhook'),
      node('first', 'trigger.manual'),
      node('second', 'trigger.manual'),
      node('by_hook', 'output', { value: '{{ input.body.x }}' }),
      node('by_first', 'output', { value: 'first' }),
      node('by_second', 'output', { value: 'second' }),
      node('all', 'transform', { value: 1 }),
    ],
    edges: [
      edge('hook', 'by_hook'),
      edge('first', 'by_first'),
      edge('second', 'by_second'),
      ...['hook', 'first', 'second'].map(id => edge(id, 'all')),
    ],
  };

  test('is the first manual one, or the one that is named; nodes behind other triggers do not run', async () => {
    const workflow_id = await createWorkflow(service, three, ann.key);
    const ids = ({ steps }: Run) => steps.map(({ node_id }) => node_id).sort();
    const byDefault = await run({ workflow_id });
    assert.deepEqual([byDefault.trigger_node_id, readResult(byDefault)], ['first', 'first']);
    assert.deepEqual(ids(byDefault), ['all', 'by_first', 'first']);
    const second = await run({ workflow_id, trigger_node_id: 'second' });
    assert.deepEqual([second.trigger_node_id, readResult(second)], ['second', 'second']);
    assert.deepEqual(ids(second), ['all', 'by_second', 'second']);
    const hook = await run({ workflow_id, trigger_node_id: 'hook', input: { body: { x: 1 } } });
    const { trigger_node_id, trigger_type, automatic, version, trigger_depth } = hook;
    assert.deepEqual([trigger_node_id, trigger_type], ['hook', 'trigger.webhook']);
    assert.deepEqual([automatic, version, trigger_depth, readResult(hook)], [false, null, 0, 1]);
  });

  test('must be a trigger of the workflow', async () => {
    const workflow_id = await createWorkflow(service, three, ann.key);
    for (const id of ['all', 'nothing', '', "x'; --"]) {
      await assertRefused(422, `'${id}' is not a trigger of the workflow`, { workflow_id, trigger_node_id: id });
    }
  });

  test('is the first of any type when none is manual', async () => {
    const definition = {
      nodes: [
        node('daily', 'trigger.schedule', { cron: '0 7 * * *' }),
        node('hook', 'trigger.webhook'),
        node('done', 'output', { value: '{{ input.cron }}' }),
      ],
      edges: [edge('daily', 'done')],
    };
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const byHand = await run({ workflow_id, input: { scheduled_at: 1, cron: 'x', timezone: 'UTC' } });
    assert.deepEqual([byHand.trigger_type, readResult(byHand)], ['trigger.schedule', 'x']);
  });
});

suite('an Idempotency-Key', () => {
  const key = () => randomUUID();

  test('that is sent twice returns the first run', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    const same = key();
    const first = await run({ workflow_id, input: { a: 1 } }, same);
    assert.deepEqual(await run({ workflow_id, input: { a: 1 } }, same), first);
    assert.notEqual((await run({ workflow_id, input: { a: 1 } }, key())).id, first.id);
    assert.notEqual((await run({ workflow_id, input: { a: 1 } })).id, first.id);
    assert.equal(await countRuns(workflow_id), 3);
  });

  test('with another request is refused', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    const headers = { 'idempotency-key': key() };
    assert.equal((await ask({ workflow_id, input: { a: 1 } }, headers)).status, 200);
    const detail = 'The idempotency key was used with another request';
    for (const body of [
      { workflow_id, input: { a: 2 } },
      { workflow_id },
      { workflow_id, input: { a: 1 }, trigger_node_id: 'start' },
    ]) {
      const { status, body: refusal } = await ask(body, headers);
      assert.deepEqual([status, refusal], [422, { detail }]);
    }
    assert.equal(await countRuns(workflow_id), 1);
  });

  test('of another user, or for another workflow, counts as a different key', async () => {
    const bob = await service.person();
    const sharing = [{ user_email: bob.email, write: true }];
    const workflow_id = await createWorkflow(service, echo, ann.key, { sharing });
    const other = await createWorkflow(service, echo, ann.key);
    const same = key();
    const runs = [
      await run({ workflow_id }, same),
      await run({ workflow_id }, same, bob),
      await run({ workflow_id: other }, same),
    ];
    assert.equal(new Set(runs.map(({ id }) => id)).size, 3);
    assert.deepEqual(
      runs.map(({ created }) => created.user_id),
      [ann.id, bob.id, ann.id],
    );
  });

  test('that is repeated while the run is in progress starts one run, which all senders receive', async () => {
    const slow = gate();
    const place = openPlace(slow.answer);
    const workflow_id = await createWorkflow(service, chain(node('call', 'http.request', { url: place.url })), ann.key);
    const same = key();
    const body = { workflow_id, input: { a: 1 } };
    const atOnce = Array.from({ length: 5 }, () => run(body, same));
    await place.came(1);
    const later = run(body, same);
    const stream = ask(body, { 'idempotency-key': same }, ann, `${RUN}/stream`);
    slow.open();
    const runs = await Promise.all([...atOnce, later]);
    assert.equal(new Set(runs.map(({ id }) => id)).size, 1);
    for (const one of runs) assert.deepEqual(one, runs[0]);
    assert.equal(place.seen.length, 1);
    assert.equal(await countRuns(workflow_id), 1);
    const events = splitChunks(String((await stream).body)).flatMap(({ data }) => (data === '' ? [] : [data]));
    assert.deepEqual(
      events.map(({ type, run_id, status }) => [type, run_id, status]),
      [
        ['run_start', runs[0]?.id, 'running'],
        ['run_end', runs[0]?.id, 'success'],
      ],
    );
  });

  test('that several streams send at once starts one run, and each stream reports its end', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    const same = key();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => ask({ workflow_id }, { 'idempotency-key': same }, ann, `${RUN}/stream`)),
    );
    assert.equal(await countRuns(workflow_id), 1);
    for (const { status, headers, body } of replies) {
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/event-stream']);
      const events = splitChunks(String(body)).flatMap(({ data }) => (data === '' ? [] : [data]));
      assert.deepEqual(
        [events[0]?.type, events.at(-1)?.type, events.at(-1)?.status],
        ['run_start', 'run_end', 'success'],
      );
    }
  });

  test('has 1 to 200 characters', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    await run({ workflow_id }, 'x'.repeat(200));
    for (const bad of ['x'.repeat(201), '']) {
      const { status, body } = await ask({ workflow_id }, { 'idempotency-key': bad });
      const detail = 'validation error: Idempotency-Key: must have 1 to 200 characters';
      assert.deepEqual([status, body], [422, { detail }]);
    }
    assert.equal(await countRuns(workflow_id), 1);
  });

  test('of a refused request, or of a deleted run, can be used again', async () => {
    const workflow_id = await createWorkflow(service, echo, ann.key);
    const same = key();
    assert.equal((await ask({ workflow_id, trigger_node_id: 'x' }, { 'idempotency-key': same })).status, 422);
    const first = await run({ workflow_id }, same);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${first.id}`, {}, ann.key);
    assert.notEqual((await run({ workflow_id, input: { other: 1 } }, same)).id, first.id);
  });
});
