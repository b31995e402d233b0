/**
 * Kills processes with `kill -9` before and after every commit of a wait: when it is opened, when it ends, when a call or
 * an event comes. No crash makes a wait longer, and nothing that was acknowledged is lost or happens twice.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { dyingAt } from '../support/points.ts';
import {
  call,
  FIRST_KEY,
  type HeddleProcess,
  type Installation,
  inReverse,
  newInstallationOnDatabase,
  until,
} from '../support/process.ts';
import { endSilenceOfAll } from '../support/silence.ts';

const PATIENCE_MS = 300_000;
const hooks = inReverse({ after });
let heddle: Installation;
let client: pg.Client;
/** The address of a process that is never killed, and that claims no runs. */
let url: string;

before(async () => {
  const installed = await newInstallationOnDatabase(hooks);
  heddle = installed.heddle;
  client = new pg.Client(installed.database.address);
  await client.connect();
  hooks.after(() => client.end());
  ({ url } = await heddle.serve({ words: ['--no-worker'], environment: ENVIRONMENT }));
});

async function ask<Answer>(path: string, body: object): Promise<Answer> {
  const reply = await call(url, path, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Answer;
}

async function createWaiting(params: Record<string, unknown>): Promise<string> {
  const definition = chain(
    node('pause', 'wait', params),
    node('done', 'output', { value: '{{ steps.pause.output }}' }),
  );
  return (await ask<{ id: string }>('/api/v3/workflow/create', { name: 'Waiting', definition })).id;
}

async function startWaiting(params: Record<string, unknown>): Promise<Run> {
  const run = await ask<Run>('/api/v3/workflow/run', { workflow_id: await createWaiting(params) });
  assert.equal(run.status, 'waiting', run.error);
  return run;
}

function serveDyingAt(point: string) {
  return heddle.serve({ words: ['--no-worker'], environment: { ...ENVIRONMENT, ...dyingAt(point, 1) } });
}

async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

const readRun = (id: string) => ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {});

async function awaitStatus(id: string, ...statuses: string[]): Promise<Run> {
  await until(async () => statuses.includes((await readRun(id)).status), `the run is ${statuses.join(' or ')}`);
  return readRun(id);
}

async function readDueTimes(runId: string): Promise<number[]> {
  const { rows } = await client.query<{ due_at: Date }>('SELECT due_at FROM run_waits WHERE run_id = $1', [runId]);
  return rows.map(({ due_at }) => due_at.getTime());
}

/** Lets a worker finish everything that is queued, due or left behind. */
async function withWorker<Result>(act: () => Promise<Result>): Promise<Result> {
  await endSilenceOfAll(client);
  const worker = heddle.start(['worker'], { environment: ENVIRONMENT });
  try {
    return await act();
  } finally {
    const { code, signal } = await worker.end('SIGTERM');
    assert.ok(code === 0 || signal === 'SIGTERM', `it ended with ${code ?? signal}`);
  }
}

suite('a wait whose process is killed while it is opened', { timeout: PATIENCE_MS }, () => {
  for (const [point, opened] of [
    ['wait.opening', 0],
    ['wait.opened', 1],
  ] as const) {
    test(`at ${point} ends when it would have`, async () => {
      const workflow_id = await createWaiting({ seconds: 3600 });
      const victim = await serveDyingAt(point);
      await call(victim.url, '/api/v3/workflow/run', { workflow_id }).catch(() => undefined);
      await assertKilled(victim.process);
      const { rows } = await client.query<{ id: string }>('SELECT id FROM runs WHERE workflow_id = $1', [workflow_id]);
      const id = rows[0]?.id ?? '';
      const before = await readDueTimes(id);
      assert.equal(before.length, opened);
      await withWorker(async () => {
        const { steps } = await awaitStatus(id, 'waiting');
        const { until: dueAt } = JSON.parse(steps.find(({ node_id }) => node_id === 'pause')?.output_json ?? '{}');
        assert.deepEqual(await readDueTimes(id), [dueAt]);
        if (opened === 1) assert.equal(dueAt, before[0]);
        await client.query('UPDATE run_waits SET due_at = now() WHERE run_id = $1', [id]);
        assert.equal((await awaitStatus(id, 'success', 'failed')).status, 'success');
      });
    });
  }

  test('and held by it takes only the rest of its time', async () => {
    const workflow_id = await createWaiting({ seconds: 2 });
    const victim = await serveDyingAt('wait.opened');
    await call(victim.url, '/api/v3/workflow/run', { workflow_id }).catch(() => undefined);
    await assertKilled(victim.process);
    const { rows } = await client.query<{ id: string }>('SELECT id FROM runs WHERE workflow_id = $1', [workflow_id]);
    const id = rows[0]?.id ?? '';
    const [dueAt] = await readDueTimes(id);
    const run = await withWorker(() => awaitStatus(id, 'success', 'failed'));
    assert.deepEqual([run.status, JSON.parse(run.output_json)], ['success', { until: dueAt }]);
    assert.ok((run.steps.find(({ node_id }) => node_id === 'pause')?.finished_at ?? 0) >= (dueAt ?? Number.NaN));
  });
});

suite('a due wait', { timeout: PATIENCE_MS }, () => {
  for (const [point, status] of [
    ['wait.ending', 'waiting'],
    ['wait.ended', 'queued'],
  ] as const) {
    test(`whose worker is killed at ${point} continues its run once`, async () => {
      const { id } = await startWaiting({ seconds: 3600 });
      await client.query('UPDATE run_waits SET due_at = now() WHERE run_id = $1', [id]);
      const victim = heddle.start(['worker'], { environment: { ...ENVIRONMENT, ...dyingAt(point, 1) } });
      assert.equal((await victim.finished).signal, 'SIGKILL');
      const found = (await readRun(id)).status;
      // The worker may have claimed the run that it queued.
      assert.ok(found === status || (status === 'queued' && found === 'running'), found);
      const run = await withWorker(() => awaitStatus(id, 'success', 'failed'));
      assert.equal(run.status, 'success', run.error);
      assert.equal(run.steps.filter(({ node_id }) => node_id === 'pause').length, 1);
    });
  }
});

async function post(at: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'uni-api-key': FIRST_KEY, 'idempotency-key': 'once' };
  const response = await fetch(`${at}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  return { status: response.status, body: await response.json() };
}

suite('a call or an event whose process is killed', { timeout: PATIENCE_MS }, () => {
  for (const [point, isSaved] of [
    ['wait.calling', false],
    ['wait.called', true],
  ] as const) {
    test(`at ${point} continues the run once when it is sent again`, async () => {
      const waitingRun = await startWaiting({ call: true });
      const { id } = waitingRun;
      const step = waitingRun.steps.find(({ node_id }) => node_id === 'pause');
      const path = new URL(JSON.parse(step?.output_json ?? '{}').url).pathname;
      const victim = await serveDyingAt(point);
      await assert.rejects(post(victim.url, path, { n: 1 }));
      await assertKilled(victim.process);
      assert.equal((await readRun(id)).status, isSaved ? 'queued' : 'waiting');
      assert.deepEqual(await post(url, path, { n: 1 }), { status: 200, body: { status: 'resumed' } });
      const run = await withWorker(() => awaitStatus(id, 'success', 'failed'));
      assert.deepEqual([run.status, JSON.parse(run.output_json).body], ['success', { n: 1 }]);
    });
  }

  for (const point of ['event.sending', 'event.sent']) {
    test(`at ${point} wakes the step once when it is sent again`, async () => {
      const name = `paid-${point}`;
      const { id } = await startWaiting({ event: { name } });
      const victim = await serveDyingAt(point);
      const headers = { 'content-type': 'application/json', 'uni-api-key': FIRST_KEY, 'idempotency-key': point };
      const send = async (at: string) => {
        const body = JSON.stringify({ name, data: 7 });
        const response = await fetch(`${at}/api/v1/event/send`, { method: 'POST', body, headers });
        return (await response.json()) as { woken: number };
      };
      await assert.rejects(send(victim.url));
      await assertKilled(victim.process);
      assert.equal((await send(url)).woken, 1);
      const run = await withWorker(() => awaitStatus(id, 'success', 'failed'));
      assert.deepEqual([run.status, JSON.parse(run.output_json)], ['success', { name, key: '', data: 7 }]);
      const { rows } = await client.query<{ count: number }>(
        'SELECT count(*)::integer FROM sent_events WHERE name = $1',
        [name],
      );
      assert.equal(rows[0]?.count, 1);
    });
  }
});
