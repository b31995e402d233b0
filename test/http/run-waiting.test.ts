/** Tests what clients see of a run that waits, continues and ends. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Run } from '../../src/runs/schemas.ts';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult, streamRun } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { asking, decide, findApprovalId, getRun, waitForEnd, waitingRun } from './approval-workflows.ts';
import { poll } from './poll.ts';

const service = await testService();

suite('a run that waits', () => {
  test('is the last run of its workflow while it is paused and when it has ended', async () => {
    const person = await service.person();
    const run = await waitingRun(service, asking({ assignees: person.email }), person);
    const lastRun = async () => {
      const path = `/api/v3/workflow/get?entity_id=${run.workflow_id}`;
      return (await service.ask<Workflow>(path, {}, person.key)).last_run;
    };
    assert.deepEqual(await lastRun(), { run_id: run.id, status: 'waiting', finished_at: null, credits: 0 });
    await decide(service, findApprovalId(run), person);
    const { finished_at } = await waitForEnd(service, run.id, person);
    assert.deepEqual(await lastRun(), { run_id: run.id, status: 'success', finished_at, credits: 0 });
  });

  test('may pause for longer than it may run, and shows when it continued', async () => {
    const person = await service.person();
    const run = await waitingRun(service, asking({ assignees: person.email }), person);
    // Pretend that it was paused hours ago.
    const db = service.service.system.database.query;
    await sql`UPDATE runs SET started_at = started_at - interval '5 hours', active_since = active_since - interval '5 hours',
      settled_at = settled_at - interval '5 hours' WHERE id = ${run.id}`.execute(db);
    await decide(service, findApprovalId(run), person);
    const { status, error, started_at, active_since } = await waitForEnd(service, run.id, person);
    assert.deepEqual([status, error], ['success', '']);
    assert.equal(started_at, (run.started_at ?? 0) - 5 * 3_600_000);
    assert.ok((active_since ?? 0) >= (run.active_since ?? 0));
  });

  test('lists decided and waiting steps in the order in which they started', async () => {
    const person = await service.person();
    const ask = (id: string) => node(id, 'human.approval', { title: id, assignees: person.id });
    const run = await waitingRun(
      service,
      {
        nodes: [node('start', 'trigger.manual'), ask('a'), ask('b'), node('after', 'transform', { value: 1 })],
        edges: [edge('start', 'a'), edge('start', 'b'), edge('b', 'after', 'approved')],
      },
      person,
    );
    await decide(service, findApprovalId(run, 'b'), person);
    const readSteps = async () =>
      (await getRun(service, run.id, person)).steps.map(({ node_id, status }) => `${node_id} ${status}`);
    const expected = ['start success', 'a waiting', 'b success', 'after success'];
    await poll(async () => (await readSteps()).length === expected.length || undefined);
    assert.deepEqual(await readSteps(), expected);
  });

  test('ends its stream with run_waiting, after the events of the other branches', async () => {
    const person = await service.person();
    const workflow_id = await createWorkflow(
      service,
      {
        nodes: [
          node('start', 'trigger.manual'),
          node('ask', 'human.approval', { title: 'ask', assignees: person.id }),
          node('beside', 'tool.call', { tool: 'hash', params: { text: 'x' } }),
        ],
        edges: [edge('start', 'ask'), edge('start', 'beside')],
      },
      person.key,
    );
    const events = (await streamRun(service, { workflow_id }, person.key)).flatMap(({ data }) => data || []);
    const { text, status } = events.at(-1) ?? {};
    assert.deepEqual([events.at(-1)?.type, text, status], ['run_waiting', 'ask', 'waiting']);
    const eventNames = events.map(({ type, node_id }) => `${type} ${node_id}`);
    assert.ok(eventNames.includes('step_waiting ask') && eventNames.includes('step_end beside'), eventNames.join());
    assert.ok(!eventNames.some(event => event.startsWith('run_end')));
  });

  test('is returned unchanged when its Idempotency-Key is sent again', async () => {
    const person = await service.person();
    const workflow_id = await createWorkflow(service, asking({ assignees: person.email }), person.key);
    const send = async () => {
      const headers = { 'uni-api-key': person.key, 'idempotency-key': 'once' };
      const body = JSON.stringify({ workflow_id });
      return (await service.send('/api/v3/workflow/run', { body, headers })).body as Run;
    };
    const [first, second] = [await send(), await send()];
    assert.deepEqual([second.id, second.status], [first.id, 'waiting']);
    await decide(service, findApprovalId(first), person);
    await waitForEnd(service, first.id, person);
    assert.deepEqual(readResult(await send()), readResult(await getRun(service, first.id, person)));
  });
});
