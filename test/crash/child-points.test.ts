/**
 * Kills processes with `kill -9` while runs start other runs, wait for them and end. Every step starts one run per try, and
 * sees its end exactly once.
 */
import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { type Outside, openOutside } from '../support/outside.ts';
import { blockingLoopAt } from '../support/points.ts';
import { call, inReverse, temporaryFolder, until } from '../support/process.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

interface RunInDatabase {
  id: string;
  status: string;
  children: number;
}

const hooks = inReverse({ after });
let outside: Outside;
/** One test after the other uses it, because the worker of one would do the work of another. */
let world: CrashWorld;
let names = 0;
before(async () => {
  outside = await openOutside(hooks);
  world = await openCrashWorld(hooks);
});

async function create(name: string, definition: object): Promise<string> {
  const { id } = await world.ask<{ id: string }>('/api/v3/workflow/create', { name, definition });
  await world.ask('/api/v3/workflow/publish', { workflow_id: id });
  return id;
}

/** A workflow whose step runs another one, which sends one request. */
async function createParent(params: object = {}): Promise<{ name: string; workflow_id: string }> {
  const name = `child-${++names}`;
  const child = await create(
    name,
    chain(
      node('send', 'http.request', { url: `${outside.url}/${name}/send` }),
      node('result', 'output', { value: '{{ steps.send.output.body.nonce }}' }),
    ),
  );
  const workflow_id = await create(
    `parent of ${name}`,
    chain(
      node('call', 'workflow.run', { workflow_id: child, ...params }),
      node('result', 'output', { value: '{{ steps.call.output }}' }),
    ),
  );
  return { name, workflow_id };
}

async function findParent(workflowId: string): Promise<RunInDatabase> {
  const { rows } = await world.client.query<RunInDatabase>(
    `SELECT id, status, (SELECT count(*)::integer FROM runs AS child WHERE child.parent_run_id = runs.id) AS children
   FROM runs WHERE workflow_id = $1`,
    [workflowId],
  );
  assert.equal(rows.length, 1);
  return rows[0] ?? assert.fail();
}

async function awaitEnd(runId: string): Promise<Run> {
  const read = () => world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${runId}`, {});
  await until(async () => (await read()).finished_at !== null, 'the run has ended');
  return read();
}

/** Lets a worker finish what was left behind, and checks that the parent has the result of its only child. */
async function checkEnd({ name, workflow_id }: { name: string; workflow_id: string }): Promise<void> {
  const { id } = await findParent(workflow_id);
  const run = await world.withWorker(() => awaitEnd(id));
  assert.equal(run.status, 'success', run.error);
  assert.equal((await findParent(workflow_id)).children, 1);
  const requests = outside.under(`/${name}/`);
  assert.equal(new Set(requests.map(({ key }) => key)).size, 1, 'all requests are of one step of one run');
  assert.ok(requests.some(({ nonce }) => JSON.parse(run.output_json) === nonce));
}

suite('a run that starts another one', () => {
  for (const [point, status, children] of [
    ['child.starting', 'running', 0],
    ['child.started', 'running', 1],
    ['run.pausing', 'running', 1],
    ['run.paused', 'waiting', 1],
  ] as const) {
    test(`is continued when its process is killed at ${point}`, async () => {
      const parent = await createParent();
      const victim = await world.serveDyingAt(point);
      await assert.rejects(call(victim.url, '/api/v3/workflow/run', { workflow_id: parent.workflow_id }));
      await assertKilled(victim.process);
      const { id: _, ...left } = await findParent(parent.workflow_id);
      assert.deepEqual(left, { status, children });
      await checkEnd(parent);
    });
  }

  test('does not miss the end of its child when it is just about to pause', async () => {
    const parent = await createParent();
    // Its threads say that it is alive meanwhile.
    const still = blockingLoopAt(await temporaryFolder(hooks), 'run.pausing', 1);
    const late = await world.heddle.serve({
      words: ['--no-worker'],
      environment: { ...ENVIRONMENT, ...still.environment },
    });
    const answer = call(late.url, '/api/v3/workflow/run', { workflow_id: parent.workflow_id });
    await still.reached(late.process);
    const { id } = await findParent(parent.workflow_id);
    await using _worker = await world.openWorker();
    const countEnded = async () =>
      (await world.client.query(`SELECT FROM runs WHERE parent_run_id = $1 AND status = 'success'`, [id])).rowCount;
    await until(async () => (await countEnded()) === 1, 'the child has ended');
    await still.release();
    const run = (await answer).body as Run;
    assert.deepEqual([run.id, run.status], [id, 'success'], run.error);
    assert.equal((await late.process.end('SIGTERM')).code, 0);
  });
});

suite('the end of a child', () => {
  for (const [point, ended] of [
    ['child.ending', 0],
    ['child.ended', 1],
  ] as const) {
    test(`is that of the step that waits for it, or none, when the process is killed at ${point}`, async () => {
      const parent = await createParent();
      const waiting = await world.ask<Run>('/api/v3/workflow/run', { workflow_id: parent.workflow_id });
      assert.equal(waiting.status, 'waiting');
      await world.workUntilKilled(point);
      // A parent that was queued again may have been claimed already.
      assert.equal((await findParent(parent.workflow_id)).status === 'waiting', ended === 0);
      const { rowCount } = await world.client.query(
        `SELECT FROM runs WHERE parent_run_id = $1 AND finished_at IS NOT NULL`,
        [waiting.id],
      );
      assert.equal(rowCount, ended);
      await checkEnd(parent);
    });
  }

  for (const [point, children] of [
    ['child.trying-again', 1],
    ['child.tried-again', 2],
  ] as const) {
    test(`that asks for another try is followed by one, at ${point}`, async () => {
      const child = await create('child', chain(node('fail', 'transform', { value: '{{ input.nothing.at_all }}' })));
      const retry = { attempts: 3, delay_seconds: 0 };
      const workflow_id = await create('parent', chain(node('call', 'workflow.run', { workflow_id: child, retry })));
      const waiting = await world.ask<Run>('/api/v3/workflow/run', { workflow_id });
      await world.workUntilKilled(point);
      assert.equal((await findParent(workflow_id)).children, children);
      const run = await world.withWorker(() => awaitEnd(waiting.id));
      assert.deepEqual([run.status, (await findParent(workflow_id)).children], ['failed', 3]);
    });
  }
});

suite('many runs with many children', () => {
  test('see the end of each child exactly once, while processes are killed', COMPLETE_ONLY, async () => {
    const PARENTS = 5;
    const CHILDREN = 20;
    const child = await create('doubling', chain(node('result', 'output', { value: '{{ input.n * 2 }}' })));
    const workflow_id = await create('fan', {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: `range(${CHILDREN}) | list`, collect: '{{ steps.call.output }}' }),
        node('call', 'workflow.run', { workflow_id: child, input: { n: '{{ loop.item }}' } }),
        node('result', 'output', { value: '{{ steps.each.output.results }}' }),
      ],
      edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('each', 'result', 'done')],
    });
    const runs = await Promise.all(
      Array.from({ length: PARENTS }, () => world.ask<Run>('/api/v3/workflow/run', { workflow_id })),
    );
    await Promise.all([world.workUntilKilled('child.ending', 15), world.workUntilKilled('child.ended', 15)]);
    await world.endSilence();
    await using _one = await world.openWorker();
    await using _other = await world.openWorker();
    for (const { id } of runs) {
      const run = await awaitEnd(id);
      assert.deepEqual(
        JSON.parse(run.output_json),
        Array.from({ length: CHILDREN }, (_, n) => 2 * n),
      );
    }
    const { rows } = await world.client.query<{ parent_run_id: string; count: number }>(
      `SELECT parent_run_id, count(*)::integer FROM runs WHERE workflow_id = $1 AND status = 'success' GROUP BY 1`,
      [child],
    );
    assert.deepEqual(
      rows.map(({ count }) => count),
      Array.from({ length: PARENTS }, () => CHILDREN),
    );
    const { rowCount } = await world.client.query('SELECT FROM run_children WHERE is_open');
    assert.equal(rowCount, 0);
  });
});
