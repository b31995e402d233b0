/**
 * Kills processes with `kill -9` before and after every commit of a wait: when it is opened, when it ends, when a call or
 * an event comes. No crash makes a wait longer, and nothing that was acknowledged is lost or happens twice.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { chain, node } from '../support/definitions.ts';
import { call, FIRST_KEY, inReverse, until } from '../support/process.ts';

const hooks = inReverse({ after });
/** One test after the other uses it, because the worker of one would continue the runs of another. */
let world: CrashWorld;
before(async () => {
  world = await openCrashWorld(hooks);
});

async function createWaiting(params: Record<string, unknown>): Promise<string> {
  const definition = chain(
    node('pause', 'wait', params),
    node('done', 'output', { value: '{{ steps.pause.output }}' }),
  );
  return (await world.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Waiting', definition })).id;
}

async function startWaiting(params: Record<string, unknown>): Promise<Run> {
  const run = await world.ask<Run>('/api/v3/workflow/run', { workflow_id: await createWaiting(params) });
  assert.equal(run.status, 'waiting', run.error);
  return run;
}

/** Starts a run at a service that dies at the point, and returns its id. */
async function beginAndDieAt(point: string, params: Record<string, unknown>): Promise<string> {
  const workflow_id = await createWaiting(params);
  const victim = await world.serveDyingAt(point);
  await call(victim.url, '/api/v3/workflow/run', { workflow_id }).catch(() => undefined);
  await assertKilled(victim.process);
  const found = 'SELECT id FROM runs WHERE workflow_id = $1';
  return (await world.client.query<{ id: string }>(found, [workflow_id])).rows[0]?.id ?? '';
}

const readRun = (id: string) => world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {});

async function awaitStatus(id: string, ...statuses: string[]): Promise<Run> {
  await until(async () => statuses.includes((await readRun(id)).status), `the run is ${statuses.join(' or ')}`);
  return readRun(id);
}

async function readDueTimes(runId: string): Promise<number[]> {
  const found = 'SELECT due_at FROM run_waits WHERE run_id = $1';
  const { rows } = await world.client.query<{ due_at: Date }>(found, [runId]);
  return rows.map(({ due_at }) => due_at.getTime());
}

suite('a wait whose process is killed while it is opened', () => {
  for (const [point, opened] of [
    ['wait.opening', 0],
    ['wait.opened', 1],
  ] as const) {
    test(`at ${point} ends when it would have`, async () => {
      const id = await beginAndDieAt(point, { seconds: 3600 });
      const before = await readDueTimes(id);
      assert.equal(before.length, opened);
      await world.withWorker(async () => {
        const { steps } = await awaitStatus(id, 'waiting');
        const { until: dueAt } = JSON.parse(steps.find(({ node_id }) => node_id === 'pause')?.output_json ?? '{}');
        assert.deepEqual(await readDueTimes(id), [dueAt]);
        if (opened === 1) assert.equal(dueAt, before[0]);
        await world.client.query('UPDATE run_waits SET due_at = now() WHERE run_id = $1', [id]);
        assert.equal((await awaitStatus(id, 'success', 'failed')).status, 'success');
      });
    });
  }

  test('and held by it takes only the rest of its time', async () => {
    const id = await beginAndDieAt('wait.opened', { seconds: 2 });
    const [dueAt] = await readDueTimes(id);
    const run = await world.withWorker(() => awaitStatus(id, 'success', 'failed'));
    assert.deepEqual([run.status, JSON.parse(run.output_json)], ['success', { until: dueAt }]);
    assert.ok((run.steps.find(({ node_id }) => node_id === 'pause')?.finished_at ?? 0) >= (dueAt ?? Number.NaN));
  });
});

suite('a due wait', () => {
  for (const [point, status] of [
    ['wait.ending', 'waiting'],
    ['wait.ended', 'queued'],
  ] as const) {
    test(`whose worker is killed at ${point} continues its run once`, async () => {
      const { id } = await startWaiting({ seconds: 3600 });
      await world.client.query('UPDATE run_waits SET due_at = now() WHERE run_id = $1', [id]);
      await world.workUntilKilled(point);
      const found = (await readRun(id)).status;
      // The worker may have claimed the run that it queued.
      assert.ok(found === status || (status === 'queued' && found === 'running'), found);
      const run = await world.withWorker(() => awaitStatus(id, 'success', 'failed'));
      assert.equal(run.status, 'success', run.error);
      assert.equal(run.steps.filter(({ node_id }) => node_id === 'pause').length, 1);
    });
  }
});

async function post(at: string, path: string, body: object, key: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'uni-api-key': FIRST_KEY, 'idempotency-key': key };
  const response = await fetch(`${at}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  return { status: response.status, body: await response.json() };
}

suite('a call or an event whose process is killed', () => {
  for (const [point, isSaved] of [
    ['wait.calling', false],
    ['wait.called', true],
  ] as const) {
    test(`at ${point} continues the run once when it is sent again`, async () => {
      const waitingRun = await startWaiting({ call: true });
      const { id } = waitingRun;
      const step = waitingRun.steps.find(({ node_id }) => node_id === 'pause');
      const path = new URL(JSON.parse(step?.output_json ?? '{}').url).pathname;
      const victim = await world.serveDyingAt(point);
      await assert.rejects(post(victim.url, path, { n: 1 }, point));
      await assertKilled(victim.process);
      assert.equal((await readRun(id)).status, isSaved ? 'queued' : 'waiting');
      assert.deepEqual(await post(world.url, path, { n: 1 }, point), { status: 200, body: { status: 'resumed' } });
      const run = await world.withWorker(() => awaitStatus(id, 'success', 'failed'));
      assert.deepEqual([run.status, JSON.parse(run.output_json).body], ['success', { n: 1 }]);
    });
  }

  for (const point of ['event.sending', 'event.sent']) {
    test(`at ${point} wakes the step once when it is sent again`, async () => {
      const name = `paid-${point}`;
      const { id } = await startWaiting({ event: { name } });
      const victim = await world.serveDyingAt(point);
      const headers = { 'content-type': 'application/json', 'uni-api-key': FIRST_KEY, 'idempotency-key': point };
      const send = async (at: string) => {
        const body = JSON.stringify({ name, data: 7 });
        const response = await fetch(`${at}/api/v1/event/send`, { method: 'POST', body, headers });
        return (await response.json()) as { woken: number };
      };
      await assert.rejects(send(victim.url));
      await assertKilled(victim.process);
      assert.equal((await send(world.url)).woken, 1);
      const run = await world.withWorker(() => awaitStatus(id, 'success', 'failed'));
      assert.deepEqual([run.status, JSON.parse(run.output_json)], ['success', { name, key: '', data: 7 }]);
      const { rows } = await world.client.query<{ count: number }>(
        'SELECT count(*)::integer FROM sent_events WHERE name = $1',
        [name],
      );
      assert.equal(rows[0]?.count, 1);
    });
  }
});
