/** Tests triggers that merge calls or spread their runs over time, and the order of the queue. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';
import { publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService();
const db = service.service.system.database.query;

function echoing(params: Record<string, unknown>, settings: Record<string, unknown> = {}): Definition {
  return {
    nodes: [node('hook', 'trigger.webhook', params), node('done', 'output', { value: '{{ input }}' })],
    edges: [edge('hook', 'done')],
    settings,
  };
}

/** Lets the run begin, as if its time had come. */
async function passTime(runId: string): Promise<void> {
  await sql`UPDATE runs SET due_at = now() WHERE id = ${runId}`.execute(db);
}

async function waitForOutput(hook: TestHook, runId: string): Promise<unknown> {
  const { status, output_json } = await hook.waitForRun(runId);
  assert.equal(status, 'success');
  return JSON.parse(output_json);
}

const bodyOf = (input: unknown) => (input as { body: unknown }).body;
const bodiesOf = (input: unknown) => (input as { items: { body: unknown }[] }).items.map(({ body }) => body);

suite('debounce', () => {
  test('starts one run for calls that follow each other, with the last input', async () => {
    const person = await service.person();
    const hook = await publishHook(service, person, echoing({ debounce: { seconds: 600, key: 'input.body.id' } }));
    const first = await hook.call({ id: 1, n: 1 });
    const { due_at, created } = await hook.run(first);
    assert.equal(due_at, created.timestamp + 600_000);
    assert.equal(await hook.call({ id: 1, n: 2 }), first);
    assert.notEqual(await hook.call({ id: 2, n: 3 }), first);
    assert.equal(await hook.call({ id: 1, n: 4 }), first);
    assert.ok((await hook.run(first)).due_at ?? 0 > (due_at ?? 0));
    await passTime(first);
    assert.deepEqual(bodyOf(await waitForOutput(hook, first)), { id: 1, n: 4 });
    assert.notEqual(await hook.call({ id: 1, n: 5 }), first);
  });

  test('waits no longer than most_seconds', async () => {
    const person = await service.person();
    const hook = await publishHook(service, person, echoing({ debounce: { seconds: 600, most_seconds: 900 } }));
    const first = await hook.call({ n: 1 });
    await sql`UPDATE runs SET created_at = created_at - interval '500 seconds' WHERE id = ${first}`.execute(db);
    assert.equal(await hook.call({ n: 2 }), first);
    const { due_at, created } = await hook.run(first);
    assert.equal(due_at, created.timestamp + 900_000);
  });

  test('keeps the files of the last input only, and the keys of all calls', async () => {
    const person = await service.person();
    const hook = await publishHook(service, person, echoing({ debounce: { seconds: 600 } }));
    const file = (text: string) => ({
      doc: { name: 'a.txt', content_type: 'text/plain', data: Buffer.from(text).toString('base64') },
    });
    const first = await hook.call(file('one'), { 'idempotency-key': 'one' });
    assert.equal(await hook.call(file('another'), { 'idempotency-key': 'two' }), first);
    const files = await db.selectFrom('files').select('size').where('run_id', '=', first).execute();
    assert.deepEqual(files, [{ size: 7 }]);
    assert.equal(await hook.call(file('one'), { 'idempotency-key': 'one' }), first);
    const { doc } = bodyOf(JSON.parse((await hook.run(first)).input_json)) as { doc: { size: number } };
    assert.equal(doc.size, 7);
  });
});

/** So many calls at once may be refused for the moment. One that is repeated with its key counts once. */
function callUntilAccepted(hook: TestHook, body: { n: number }): Promise<string> {
  return poll(async () => {
    const reply = await hook.send(body, { 'idempotency-key': `call ${body.n}` });
    if (reply.status === 503) return undefined;
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return (reply.body as { run_id: string }).run_id;
  });
}

suite('batch', () => {
  test('starts a run when there are enough calls, with all of them', async () => {
    const person = await service.person();
    const hook = await publishHook(service, person, echoing({ batch: { size: 3, seconds: 600 } }));
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await hook.call({ n }));
    const [first = '', , , last = ''] = ids;
    assert.deepEqual(ids, [first, first, first, last]);
    assert.notEqual(last, first);
    assert.deepEqual(bodiesOf(await waitForOutput(hook, first)), [{ n: 0 }, { n: 1 }, { n: 2 }]);
    await passTime(last);
    assert.deepEqual(bodiesOf(await waitForOutput(hook, last)), [{ n: 3 }]);
  });

  test('puts each of many simultaneous calls into exactly one run', async () => {
    const person = await service.person();
    const hook = await publishHook(
      service,
      person,
      echoing({ batch: { size: 7, seconds: 600, key: 'input.body.key' } }),
    );
    const calls = Array.from({ length: 70 }, (_, n) => ({ n, key: n % 2 }));
    const ids = await Promise.all(calls.map(body => callUntilAccepted(hook, body)));
    const runs = await Promise.all([...new Set(ids)].map(id => waitForOutput(hook, id)));
    const bodies = runs.map(run => bodiesOf(run) as typeof calls);
    assert.deepEqual(
      bodies.map(({ length }) => length),
      Array(10).fill(7),
    );
    assert.ok(bodies.every(items => new Set(items.map(({ key }) => key)).size === 1));
    assert.deepEqual(
      bodies.flat().toSorted((one, other) => one.n - other.n),
      calls,
    );
  });

  test('closes a run whose input would become too long', async () => {
    const person = await service.person();
    const hook = await publishHook(service, person, echoing({ batch: { size: 100, seconds: 600 } }));
    const text = 'x'.repeat(120_000);
    const [one, two] = [await hook.call({ text }), await hook.call({ text })];
    assert.notEqual(one, two);
    assert.equal((await hook.waitForRun(one)).status, 'success');
    assert.equal((await hook.run(two)).status, 'queued');
  });
});

test('throttle gives each run the next free time and drops none', async () => {
  const person = await service.person();
  const hook = await publishHook(service, person, echoing({ throttle: { limit: 2, seconds: 600 } }));
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await hook.call({ n }));
  const dueAt = async (id: string) => (await hook.run(id)).due_at;
  const [a, b, c = 0, d = 0, e = 0] = await Promise.all(ids.map(dueAt));
  assert.deepEqual([a, b], [undefined, undefined]);
  assert.ok(e - c >= 600_000 && d >= c && e - d < 600_000, JSON.stringify([c, d, e]));
  for (const id of ids) await passTime(id);
  const bodies = await Promise.all(ids.map(async id => bodyOf(await waitForOutput(hook, id))));
  assert.deepEqual(
    bodies,
    [0, 1, 2, 3, 4].map(n => ({ n })),
  );
});

test('a run with a head start has an earlier place in the queue', async () => {
  const person = await service.person();
  const hook = await publishHook(service, person, echoing({}, { priority: 'input.body.urgent * 7200' }));
  const [plain, urgent] = [
    await hook.run(await hook.call({ urgent: 0 })),
    await hook.run(await hook.call({ urgent: 1 })),
  ];
  assert.equal(plain.order_at, undefined);
  assert.equal(urgent.order_at, urgent.created.timestamp - 3_600_000);
});

test('a run is held until it is due, and then waits for a place', async () => {
  const person = await service.person();
  const settings = { concurrency: [{ limit: 1, key: 'input.items[0].body.key' }] };
  const hook = await publishHook(service, person, echoing({ batch: { size: 2, seconds: 600 } }, settings));
  const id = await hook.call({ key: 'k' });
  const { slot_key, held } = await db
    .selectFrom('runs')
    .select(['slot_key', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([slot_key, held], [`workflow ${hook.workflowId} 0 k`, 'time']);
  await hook.call({ key: 'other' });
  assert.equal((await hook.waitForRun(id)).status, 'success');
});

test('validation refuses what contradicts itself', async () => {
  const person = await service.person();
  const check = async (params: Record<string, unknown>) => {
    const workflow_id = await createWorkflow(service, echoing(params), person.key);
    const path = '/api/v3/workflow/validate';
    const { issues } = await service.ask<{ issues: { message: string }[] }>(path, { workflow_id }, person.key);
    return issues.map(({ message }) => message);
  };
  const flows = { debounce: { seconds: 1 }, batch: { size: 2, seconds: 1 }, throttle: { limit: 1, seconds: 1 } };
  assert.deepEqual(await check({ debounce: flows.debounce }), []);
  assert.deepEqual(await check({ debounce: flows.debounce, throttle: flows.throttle }), [
    "Step 'hook': only one of 'debounce', 'batch' and 'throttle' can be used",
  ]);
  assert.deepEqual(await check({ batch: { size: 101, seconds: 1 } }), [
    "Step 'hook': 'batch.size' must be at most 100",
  ]);
  assert.deepEqual(await check({ debounce: { seconds: 1, key: 'steps.a' } }), [
    "Step 'hook': 'debounce.key' uses 'steps', but sees only input, trigger, workflow",
  ]);
});

test('runs that are held count for their user, and can be cancelled', async () => {
  const person = await service.person();
  const hook = await publishHook(service, person, echoing({ debounce: { seconds: 600 } }));
  const id = await hook.call();
  const cancelled = await service.ask<Run>('/api/v1/run/cancel', { run_id: id }, person.key);
  assert.equal(cancelled.status, 'cancelled');
  const next = await poll(async () => hook.call());
  assert.notEqual(next, id);
});
