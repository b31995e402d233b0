/** Tests `/api/v1/run/start`, with which applications run the published version. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { decide, findApprovalId, waitForEnd } from './approval-workflows.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_QUEUED_RUNS_PER_USER: '5' });
const START = '/api/v1/run/start';

const says = (value: string, settings?: Record<string, unknown>): Definition => ({
  ...chain(node('done', 'output', { value: `${value} {{ input.name }}` })),
  ...(settings && { settings }),
});

async function publish(person: Person, definition: Definition): Promise<string> {
  const id = await createWorkflow(service, definition, person.key);
  await service.ask('/api/v3/workflow/publish', { workflow_id: id }, person.key);
  return id;
}

async function start(person: Person, body: object, idempotencyKey?: string): Promise<Run> {
  const headers = { 'content-type': 'application/json', 'uni-api-key': person.key };
  const reply = await service.send(START, {
    body: JSON.stringify(body),
    headers: idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey },
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Run;
}

async function refusal(person: Person, body: object): Promise<[number, string]> {
  const { status, body: answer } = await service.call(START, body, person.key);
  return [status, (answer as { detail: string }).detail];
}

suite('a request', () => {
  test('runs the published version while the draft changes, and the draft when it asks for it', async () => {
    const ann = await service.person();
    const workflow_id = await publish(ann, says('Hello', { labels: { who: 'input.name' } }));
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: says('Bye') }, ann.key);
    const input = { name: 'Ada' };
    const published = await start(ann, { workflow_id, input });
    assert.deepEqual(
      [readResult(published), published.version, published.automatic, published.labels, published.created.user_id],
      ['Hello Ada', 1, false, { who: 'Ada' }, ann.id],
    );
    const draft = await start(ann, { workflow_id, input, version: 'draft' });
    assert.deepEqual([readResult(draft), draft.version], ['Bye Ada', null]);
    const stored = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${published.id}`, {}, ann.key);
    assert.deepEqual(stored, published);
  });

  test('that does not wait is answered with a run that is queued, and executed later', async () => {
    const ann = await service.person();
    const workflow_id = await publish(ann, says('Hello', { labels: { who: 'input.name' } }));
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: says('Bye') }, ann.key);
    for (const [version, expected] of [
      ['published', 'Hello Ada'],
      ['draft', 'Bye Ada'],
    ] as const) {
      const run = await start(ann, { workflow_id, input: { name: 'Ada' }, version, wait: false });
      const ended = await waitForEnd(service, run.id, ann);
      assert.deepEqual([readResult(ended), ended.version], [expected, version === 'draft' ? null : 1]);
      assert.deepEqual(ended.labels, version === 'draft' ? undefined : { who: 'Ada' });
    }
  });

  test('with a key that was used before gets the same run, whether it waits or not', async () => {
    const ann = await service.person();
    const workflow_id = await publish(ann, says('Hello'));
    for (const body of [
      { workflow_id },
      { workflow_id, wait: false },
      { workflow_id, wait: false, version: 'draft' },
    ]) {
      const key = randomUUID();
      const runs = await Promise.all([start(ann, body, key), start(ann, body, key)]);
      runs.push(await start(ann, body, key));
      assert.equal(new Set(runs.map(({ id }) => id)).size, 1);
      const headers = { 'content-type': 'application/json', 'uni-api-key': ann.key, 'idempotency-key': key };
      const other = await service.send(START, { body: JSON.stringify({ ...body, input: { name: 'x' } }), headers });
      assert.deepEqual(
        [other.status, other.body],
        [422, { detail: 'The idempotency key was used with another request' }],
      );
    }
  });

  test('is refused when there is nothing to run, and to those who may not run the workflow', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, says('Hello'), ann.key);
    assert.deepEqual(await refusal(ann, { workflow_id }), [422, 'Publish the workflow first']);
    assert.deepEqual(await refusal(ann, { workflow_id: randomUUID() }), [404, 'Workflow not found']);
    await service.ask('/api/v3/workflow/publish', { workflow_id }, ann.key);
    assert.deepEqual(await refusal(ann, { workflow_id, trigger_node_id: 'done' }), [
      422,
      "'done' is not a trigger of the workflow",
    ]);
    const stranger = await service.person();
    for (const wait of [true, false]) {
      assert.deepEqual(await refusal(stranger, { workflow_id, wait }), [
        403,
        'You do not have access to this workflow',
      ]);
    }
    const scoped = await service.key(ann.id, ['service.workflow']);
    assert.equal((await service.call(START, { workflow_id }, scoped)).status, 200);
  });
});

suite('a workflow that limits its runs', () => {
  const asking = (person: Person, concurrency: object): Definition => ({
    ...chain(node('ask', 'human.approval', { title: 'Go on?', assignees: person.id })),
    settings: { concurrency: [{ limit: 1, while_waiting: 'hold', ...concurrency }] },
  });

  function waitUntilAsked(person: Person, id: string): Promise<Run> {
    return poll(async () => {
      const run = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {}, person.key);
      return run.status === 'waiting' ? run : undefined;
    });
  }

  test('holds further runs, whatever it does with calls, and refuses them when its queue is full', async () => {
    const ann = await service.person();
    for (const on_full of ['queue', 'skip', 'replace']) {
      const workflow_id = await publish(ann, asking(ann, { on_full, queued: 1 }));
      const first = await start(ann, { workflow_id });
      assert.equal(first.status, 'waiting');
      const second = await start(ann, { workflow_id, wait: false });
      assert.notEqual(second.id, first.id);
      assert.equal(second.status, 'queued');
      assert.deepEqual(await refusal(ann, { workflow_id }), [429, 'The workflow already has 1 runs waiting']);
      await decide(service, findApprovalId(first), ann);
      await decide(service, findApprovalId(await waitUntilAsked(ann, second.id)), ann);
      assert.equal((await waitForEnd(service, second.id, ann)).status, 'success');
    }
  });

  test('answers a request that waits when its run has got its place', async () => {
    const ann = await service.person();
    const workflow_id = await publish(ann, asking(ann, {}));
    const first = await start(ann, { workflow_id });
    const second = start(ann, { workflow_id });
    await decide(service, findApprovalId(first), ann);
    const run = await second;
    assert.equal(run.status, 'waiting');
    await decide(service, findApprovalId(run), ann);
  });

  test('refuses further runs of a user who has too many in the queue', async () => {
    const ann = await service.person();
    const workflow_id = await publish(ann, asking(ann, { queued: 10 }));
    await start(ann, { workflow_id });
    for (let n = 0; n < 5; n++) await start(ann, { workflow_id, wait: false });
    assert.deepEqual(await refusal(ann, { workflow_id, wait: false }), [
      429,
      'The user of the workflow already has 5 runs waiting',
    ]);
  });
});
