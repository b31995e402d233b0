/** Tests how many runs execute at once, and what happens to further ones. A run that asks a person keeps its place. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import { node } from '../support/definitions.ts';
import { type Person, testService } from '../support/service.ts';
import { decide, findApprovalId, waitForEnd } from './approval-workflows.ts';
import { poll } from './poll.ts';
import { defineHook, publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService();
const db = service.service.system.database.query;

async function limited(person: Person, ...concurrency: Record<string, unknown>[]): Promise<TestHook> {
  const asking = defineHook(node('ask', 'human.approval', { title: 'Go on?', assignees: person.id }));
  const rules = concurrency.map(rule => ({ while_waiting: 'hold', ...rule }));
  return publishHook(service, person, { ...asking, settings: { concurrency: rules } });
}

/** Waits until the run asks its question, for which it has to have a place. */
function waitUntilAsked(hook: TestHook, id: string): Promise<Run> {
  return poll(async () => {
    const run = await hook.run(id);
    return run.status === 'waiting' ? run : undefined;
  });
}

async function finish(hook: TestHook, person: Person, id: string): Promise<void> {
  await decide(service, findApprovalId(await waitUntilAsked(hook, id)), person);
  assert.equal((await waitForEnd(service, id, person)).status, 'success');
}

/** Returns what each of the runs waits for. */
async function heldRuns(...ids: string[]): Promise<(string | null)[]> {
  const rows = await db.selectFrom('runs').select(['id', 'held']).where('id', 'in', ids).execute();
  return ids.map(id => rows.find(row => row.id === id)?.held ?? null);
}

suite('when all places are taken', () => {
  test('runs wait in their order, and get their places one by one', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 2 });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await hook.call({ n }));
    const [a = '', b = '', c = '', d = '', e = ''] = ids;
    await Promise.all([waitUntilAsked(hook, a), waitUntilAsked(hook, b)]);
    assert.deepEqual(await heldRuns(...ids), [null, null, 'place', 'place', 'place']);
    await finish(hook, person, b);
    await waitUntilAsked(hook, c);
    assert.deepEqual(await heldRuns(d, e), ['place', 'place']);
    await finish(hook, person, a);
    await finish(hook, person, c);
    await Promise.all([waitUntilAsked(hook, d), waitUntilAsked(hook, e)]);
  });

  test('each value of a key has its own places', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 1, key: 'input.body.customer' });
    const one = await hook.call({ customer: 'one' });
    const again = await hook.call({ customer: 'one' });
    const two = await hook.call({ customer: 'two' });
    await Promise.all([waitUntilAsked(hook, one), waitUntilAsked(hook, two)]);
    assert.deepEqual(await heldRuns(one, again, two), [null, 'place', null]);
  });

  test('a run that is cancelled or deleted makes room', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 1 });
    const [a, b, c, d] = [await hook.call(), await hook.call(), await hook.call(), await hook.call()];
    await waitUntilAsked(hook, a);
    await service.ask('/api/v1/run/cancel', { run_id: b }, person.key);
    await service.ask('/api/v1/run/cancel', { run_id: a }, person.key);
    await waitUntilAsked(hook, c);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${c}`, {}, person.key);
    await waitUntilAsked(hook, d);
  });

  test('a queue takes no more runs than it may', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 1, queued: 2 });
    for (let n = 0; n < 3; n++) await hook.call();
    const { headers } = await hook.refuse(429, 'The workflow already has 2 runs waiting');
    assert.equal(headers.get('retry-after'), '5');
  });

  test('skip answers with the run that has the place', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 1, on_full: 'skip' });
    const first = await hook.call();
    await waitUntilAsked(hook, first);
    assert.deepEqual((await hook.send()).body, { run_id: first, status: 'waiting' });
    assert.equal(await hook.count(), 1);
    await finish(hook, person, first);
    assert.notEqual(await hook.call(), first);
  });

  test('skip remembers for which run a key was sent', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 1, on_full: 'skip' });
    const first = await hook.call();
    await waitUntilAsked(hook, first);
    const send = async () => (await hook.send({}, { 'idempotency-key': 'twice' })).body;
    assert.deepEqual(await send(), { run_id: first, status: 'waiting' });
    await finish(hook, person, first);
    assert.deepEqual(await send(), { run_id: first, status: 'success' });
  });

  test('replace gives the newer input to the run that waits', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 1, on_full: 'replace' });
    const first = await hook.call({ n: 1 });
    await waitUntilAsked(hook, first);
    const second = await hook.call({ n: 2 });
    assert.equal(await hook.call({ n: 3 }), second);
    assert.equal(await hook.call({ n: 4 }), second);
    await finish(hook, person, first);
    const { input_json } = await waitUntilAsked(hook, second);
    assert.deepEqual(JSON.parse(input_json).body, { n: 4 });
    assert.equal(await hook.count(), 2);
  });

  test('cancel ends the oldest run', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 1, on_full: 'cancel' });
    const first = await hook.call();
    await waitUntilAsked(hook, first);
    const second = await hook.call();
    await waitUntilAsked(hook, second);
    const { status, error } = await hook.run(first);
    assert.deepEqual([status, error], ['cancelled', 'A newer run took its place']);
  });

  test('a run needs a place of each of two rules', async () => {
    const person = await service.person();
    const hook = await limited(person, { limit: 2 }, { limit: 1, key: 'input.body.customer' });
    const call = (customer: string) => hook.call({ customer });
    const [a, a2, b, c] = [await call('a'), await call('a'), await call('b'), await call('c')];
    await Promise.all([waitUntilAsked(hook, a), waitUntilAsked(hook, b)]);
    assert.deepEqual(await heldRuns(a2, c), ['place', 'place']);
    await finish(hook, person, b);
    await waitUntilAsked(hook, c);
    assert.deepEqual(await heldRuns(a2), ['place']);
    await finish(hook, person, a);
    await waitUntilAsked(hook, a2);
  });

  test('workflows of an organization share a limit by its name', async () => {
    const person = await service.person();
    const organization = await service.ask<{ id: string }>('/api/v1/organization/create', { name: 'shared' });
    await service.ask('/api/v1/organization/member/set', {
      organization_id: organization.id,
      user_id: person.id,
      write: true,
    });
    const asking = defineHook(node('ask', 'human.approval', { title: 'Go on?', assignees: person.id }));
    const concurrency = [{ limit: 1, scope: 'organization', name: 'shop', while_waiting: 'hold' }];
    const publish = () =>
      publishHook(service, person, { ...asking, settings: { concurrency } }, { organization_id: organization.id });
    const [one, other] = [await publish(), await publish()];
    const [first, second] = [await one.call(), await other.call()];
    await waitUntilAsked(one, first);
    assert.deepEqual(await heldRuns(second), ['place']);
    await finish(one, person, first);
    await waitUntilAsked(other, second);
  });
});

test('a run that waits gives its place away, and asks for one again when it goes on', async () => {
  const person = await service.person();
  const hook = await limited(person, { limit: 1, while_waiting: 'release' });
  const first = await hook.call();
  await waitUntilAsked(hook, first);
  const second = await hook.call();
  await waitUntilAsked(hook, second);
  // Somebody else has the place now, as far as the database knows.
  await sql`UPDATE runs SET keeps_place = true WHERE id = ${second}`.execute(db);
  await decide(service, findApprovalId(await hook.run(first)), person);
  assert.deepEqual(await heldRuns(first), ['place']);
  await finish(hook, person, second);
  assert.equal((await waitForEnd(service, first, person)).status, 'success');
});

test('replays wait for a place like other runs', async () => {
  const person = await service.person();
  const hook = await limited(person, { limit: 1 });
  const first = await hook.call();
  await finish(hook, person, first);
  const second = await hook.call();
  await waitUntilAsked(hook, second);
  const replay = await service.ask<Run>(
    '/api/v1/run/replay',
    { run_id: first, from: 'start', version: 'same' },
    person.key,
  );
  assert.deepEqual(await heldRuns(replay.id), ['place']);
  await finish(hook, person, second);
  await waitUntilAsked(hook, replay.id);
});

test('shows which limits are full, and what a run waits for', async () => {
  const [person, stranger] = [await service.person(), await service.person()];
  const hook = await limited(person, { limit: 3 }, { limit: 1, key: 'input.body.customer', on_full: 'queue' });
  const first = await hook.call({ customer: 'a' });
  await waitUntilAsked(hook, first);
  const second = await hook.call({ customer: 'a' });
  const path = '/api/v1/workflow/concurrency';
  assert.deepEqual(await service.ask(path, { workflow_id: hook.workflowId }, person.key), {
    rules: [
      { limit: 3, scope: 'workflow', on_full: 'queue', queued: 50, keys: [{ key: '', used: 1, held: 1 }] },
      {
        limit: 1,
        expression: 'input.body.customer',
        scope: 'workflow',
        on_full: 'queue',
        queued: 50,
        keys: [{ key: 'a', used: 1, held: 1 }],
      },
    ],
  });
  await service.refuse(
    403,
    'You do not have access to this workflow',
    path,
    { workflow_id: hook.workflowId },
    stranger.key,
  );
  const details = await service.ask('/api/v1/run/get', { run_id: second }, person.key);
  assert.deepEqual(
    [details.held, details.places],
    [
      'place',
      [
        { limit: 3, used: 1, held: 1 },
        { limit: 1, used: 1, held: 1 },
      ],
    ],
  );
  const { items } = await service.ask<{ items: { id: string; held?: string }[] }>('/api/v1/run/list', {}, person.key);
  assert.deepEqual(
    items.map(({ id, held }) => [id, held]),
    [
      [second, 'place'],
      [first, undefined],
    ],
  );
});
