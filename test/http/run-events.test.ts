/** Tests events: which steps they wake, how long they are kept, and who may send them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { waitForEnd, waitingRun } from './approval-workflows.ts';
import { passTime, readWait, waiting } from './wait-workflows.ts';

const service = await testService();
const db = service.service.system.database.query;

interface Sent {
  event_id: string;
  woken: number;
  woken_runs: string[];
}

async function send(person: Person, event: object): Promise<number> {
  return (await service.ask<Sent>('/api/v1/event/send', event, person.key)).woken;
}

async function resultOf({ id }: Run, person: Person): Promise<unknown> {
  const ended = await waitForEnd(service, id, person);
  assert.equal(ended.status, 'success', ended.error);
  return JSON.parse(ended.output_json);
}

const paid = (key?: string) => waiting({ event: { name: 'paid', ...(key !== undefined && { key }) } });

suite('an event', () => {
  test('wakes all steps that wait for its name and key', async () => {
    const person = await service.person();
    const [first, second] = [
      await waitingRun(service, paid('7'), person),
      await waitingRun(service, paid('7'), person),
    ];
    const other = await waitingRun(service, paid('8'), person);
    assert.deepEqual(readWait(first).output.event, { name: 'paid', key: '7' });
    const event = { name: 'paid', key: '7', data: { amount: 3 } };
    const sent = await service.ask<Sent>('/api/v1/event/send', event, person.key);
    assert.deepEqual([sent.woken, sent.woken_runs.toSorted()], [2, [first.id, second.id].sort()]);
    const result = { name: 'paid', key: '7', data: { amount: 3 } };
    assert.deepEqual([await resultOf(first, person), await resultOf(second, person)], [result, result]);
    assert.equal(await send(person, { name: 'paid', key: '8' }), 1);
    assert.deepEqual(await resultOf(other, person), { name: 'paid', key: '8', data: null });
  });

  test('that nobody waits for is kept for the first step that does, the oldest first', async () => {
    const person = await service.person();
    for (const data of [1, 2]) assert.equal(await send(person, { name: 'paid', data }), 0);
    const results = [];
    for (const _ of [1, 2]) {
      const run = await service.ask<Run>(
        '/api/v3/workflow/run',
        { workflow_id: await createWorkflow(service, paid(), person.key), input: {} },
        person.key,
      );
      results.push(await resultOf(run, person));
    }
    assert.deepEqual(results, [
      { name: 'paid', key: '', data: 1 },
      { name: 'paid', key: '', data: 2 },
    ]);
    await waitingRun(service, paid(), person);
  });

  test('is kept for a day', async () => {
    const person = await service.person();
    await send(person, { name: 'paid' });
    await sql`UPDATE sent_events SET created_at = now() - interval '25 hours' WHERE user_id = ${person.id}`.execute(db);
    await waitingRun(service, paid(), person);
  });

  test('reaches the runs of one user, or of one organization', async () => {
    const [ann, ben, eve] = [await service.person(), await service.person(), await service.person()];
    const organization_id = await service.organization([
      { person: ann, write: true },
      { person: ben, write: true },
      { person: eve, write: false },
    ]);
    const shared = await waitingRun(service, paid(), ann, { organization_id });
    const own = await waitingRun(service, paid(), ann);
    assert.equal(await send(ben, { name: 'paid' }), 0);
    await service.refuse(
      403,
      'User does not have write permissions in the organization',
      '/api/v1/event/send',
      { name: 'paid', organization_id },
      eve.key,
    );
    assert.equal(await send(ben, { name: 'paid', organization_id, data: 'ben' }), 1);
    assert.deepEqual(await resultOf(shared, ann), { name: 'paid', key: '', data: 'ben' });
    assert.equal(await send(ann, { name: 'paid', data: 'ann' }), 1);
    assert.deepEqual(await resultOf(own, ann), { name: 'paid', key: '', data: 'ann' });
  });

  test('is sent once with one Idempotency-Key', async () => {
    const person = await service.person();
    const again = async () => {
      const headers = { 'uni-api-key': person.key, 'content-type': 'application/json', 'idempotency-key': 'k' };
      const body = JSON.stringify({ name: 'paid' });
      return (await service.send('/api/v1/event/send', { body, headers })).body as Sent;
    };
    const run = await waitingRun(service, paid(), person);
    const replies = await Promise.all([again(), again()]);
    assert.deepEqual(replies[0], replies[1]);
    assert.equal(replies[0]?.woken, 1);
    await resultOf(run, person);
    await waitingRun(service, paid(), person);
  });

  test('is sent by a step too', async () => {
    const person = await service.person();
    const run = await waitingRun(service, paid('7'), person);
    const sender = await service.ask<Run>(
      '/api/v3/workflow/run',
      {
        workflow_id: await createWorkflow(
          service,
          {
            nodes: [
              node('start', 'trigger.manual'),
              node('tell', 'event.send', {
                name: 'paid',
                key: '{{ input.order }}',
                data: { by: '{{ workflow.name }}' },
              }),
            ],
            edges: [edge('start', 'tell')],
          },
          person.key,
        ),
        input: { order: 7 },
      },
      person.key,
    );
    const step = sender.steps.find(({ node_id }) => node_id === 'tell');
    assert.deepEqual([sender.status, step?.text], ['success', 'Woke 1 step']);
    assert.deepEqual(await resultOf(run, person), { name: 'paid', key: '7', data: { by: 'workflow' } });
  });

  test('has limits', async () => {
    const person = await service.person();
    await service.refuse(
      422,
      'The data of the event is too large (at most 200000 characters of JSON)',
      '/api/v1/event/send',
      { name: 'x', data: 'x'.repeat(200_000) },
      person.key,
    );
    await sql`INSERT INTO sent_events (id, user_id, name, key, data)
      SELECT gen_random_uuid(), ${person.id}::uuid, 'many', '', '1' FROM generate_series(1, 10000)`.execute(db);
    await service.refuse(
      422,
      'Too many events wait for somebody who waits for them (at most 10000)',
      '/api/v1/event/send',
      { name: 'x' },
      person.key,
    );
    await waitingRun(service, paid(), person);
    assert.equal(await send(person, { name: 'paid' }), 1);
  });

  test('may not come in time', async () => {
    const person = await service.person();
    const run = await waitingRun(service, paid(), person);
    await passTime(service, run.id);
    const { status, error } = await waitForEnd(service, run.id, person);
    assert.deepEqual([status, error], ['failed', "The event 'paid' did not come in time"]);
  });
});

test('a run has at most 1,000 open waits', async () => {
  const person = await service.person();
  const definition = waiting({ seconds: 3600 }, { before: [node('ask', 'wait', { call: true })] });
  const run = await waitingRun(service, definition, person);
  await sql`INSERT INTO run_waits (run_id, node_id, iteration, position, started_at, kind, due_at, is_held, timeout_continues)
    SELECT ${run.id}::uuid, 'other', ARRAY[n], n, now(), 'time', now() + interval '1 hour', false, false
    FROM generate_series(1, 1000) AS n`.execute(db);
  await service.ask('/api/v1/run/resume', { run_id: run.id, node_id: 'ask' }, person.key);
  const { status, error } = await waitForEnd(service, run.id, person);
  assert.deepEqual([status, error], ['failed', 'Too many steps of the run wait at once (at most 1000)']);
});
