/**
 * Kills processes with `kill -9` before and after every commit of a run that waits for people: when it opens approvals,
 * when they are decided or expire, when it pauses and continues. In the end every run has continued as it was decided.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type pg from 'pg';
import { findDifferences } from '../support/chaos-check.ts';
import { Client, type ClientOptions, expireNow } from '../support/chaos-clients.ts';
import { findWorkflowId, Journal, type Load, openLoad } from '../support/chaos-load.ts';
import { CHAOS_ENVIRONMENT, openPool, settle } from '../support/chaos-run.ts';
import type { Kind } from '../support/chaos-workflows.ts';
import type { TestDatabase } from '../support/database.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { type Outside, openOutside } from '../support/outside.ts';
import { dyingAt } from '../support/points.ts';
import {
  call,
  type HeddleProcess,
  type Installation,
  inReverse,
  newInstallationOnDatabase,
  until,
} from '../support/process.ts';
import { endSilenceOfAll } from '../support/silence.ts';
import { openWorker, startQuietService } from '../support/survivors.ts';
import { COMPLETE_ONLY, casesOf, firstPer, test as testOnce } from '../support/tiers.ts';

type Asking = Kind & ('approval' | 'round');

const hooks = inReverse({ after });
let heddle: Installation;
let testDatabase: TestDatabase;
let outside: Outside;
let load: Load;
let pool: pg.Pool;
/** A service that is not disturbed. Only the processes that die work in the background. */
let url: string;
const journal = new Journal();
let names = 0;

before(async () => {
  outside = await openOutside(hooks);
  const installed = await newInstallationOnDatabase(hooks);
  heddle = installed.heddle;
  testDatabase = installed.database;
  ({ url } = await startQuietService(hooks, heddle, testDatabase, CHAOS_ENVIRONMENT));
  load = await openLoad(url, outside);
  pool = openPool(hooks, testDatabase.address);
});

function clientOptions(at: string): ClientOptions {
  // The decision is fixed, not random: the first decider approves.
  return { load, journal, pool, random: () => 0.1, urls: () => [at] };
}

function serveDyingAt(point: string, passing = 1) {
  const environment = { ...CHAOS_ENVIRONMENT, ...dyingAt(point, passing) };
  return heddle.serve({ words: ['--no-worker'], environment });
}

async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

/** Starts a run. The answer, if there is one, comes when the run only waits for people. */
function begin(at: string, kind: Asking): { name: string; answer: Promise<string | undefined> } {
  const name = `${kind}-${++names}`;
  const asked = journal.ask(kind, name);
  const body = { workflow_id: findWorkflowId(load, kind), input: { name } };
  const answer = call(at, '/api/v3/workflow/run', body).then(
    ({ status, body: run }) => {
      assert.equal(status, 200, JSON.stringify(run));
      asked.isAcknowledged = true;
      asked.runId = (run as { id: string }).id;
      return (run as { status: string }).status;
    },
    () => undefined,
  );
  return { name, answer };
}

/** Starts a run, and waits until it only waits for people. */
async function startWaitingRun(kind: Asking): Promise<string> {
  const { name, answer } = begin(url, kind);
  assert.equal(await answer, 'waiting');
  return name;
}

interface RunInDatabase {
  id: string;
  status: string;
}

async function readRun(name: string): Promise<RunInDatabase> {
  const { rows } = await pool.query<RunInDatabase>(`SELECT id, status FROM runs WHERE input::json ->> 'name' = $1`, [
    name,
  ]);
  assert.equal(rows.length, 1, `${name} has ${rows.length} runs`);
  return rows[0] ?? { id: '', status: '' };
}

/** The approvals of a run, in the order of a round. */
async function readApprovals(name: string) {
  const { rows } = await pool.query<{ id: string; form_schema: null; status: string }>(
    `SELECT approvals.id, form_schema, approvals.status FROM approvals JOIN runs ON runs.id = run_id
     WHERE input::json ->> 'name' = $1 ORDER BY iteration`,
    [name],
  );
  return rows;
}

async function decideFirst(name: string, at: string): Promise<void> {
  const [approval] = await readApprovals(name);
  const [decider] = load.deciders;
  assert.ok(approval && decider);
  await new Client(`${name}-decision`, clientOptions(at)).decide(approval, decider);
}

/** Starting a process occupies one core. */
const AT_ONCE = 3;
interface Opening {
  kind: Asking;
  point: string;
  passing?: number;
  /** What had been committed when the service died. */
  status: 'running' | 'waiting';
  opened: number;
}

const isFirstOfPoint = firstPer(({ point }: Opening) => point);
/** The quick tier has the points of every run in other files, such as `child-points.test.ts`. */
const openings = casesOf<Opening>(
  [
    { kind: 'approval', point: 'approval.opening', status: 'running', opened: 0 },
    { kind: 'approval', point: 'approval.opened', status: 'running', opened: 1 },
    { kind: 'approval', point: 'run.pausing', status: 'running', opened: 1 },
    { kind: 'approval', point: 'run.paused', status: 'waiting', opened: 1 },
    { kind: 'round', point: 'approval.opened', passing: 2, status: 'running', opened: 2 },
    { kind: 'round', point: 'step.performed', passing: 2, status: 'running', opened: 2 },
    { kind: 'round', point: 'run.pausing', status: 'running', opened: 2 },
    { kind: 'round', point: 'run.paused', status: 'waiting', opened: 2 },
  ],
  each => each.point.startsWith('approval.') && isFirstOfPoint(each),
);

suite('a run survives that its service is killed while it opens approvals', {
  concurrency: AT_ONCE,
}, () => {
  for (const { kind, point, passing, status, opened } of openings) {
    test(`${kind} at ${point}`, async () => {
      const victim = await serveDyingAt(point, passing);
      const { name, answer } = begin(victim.url, kind);
      assert.equal(await answer, undefined);
      await assertKilled(victim.process);
      assert.equal((await readRun(name)).status, status);
      assert.equal((await readApprovals(name)).length, opened);
      // One approval is decided while no process executes the run, the others after a process has taken it over.
      if (opened > 0) await decideFirst(name, url);
    });
  }
});

suite('a decision survives that its service is killed', { concurrency: AT_ONCE }, () => {
  for (const [point, status] of [
    ['approval.deciding', 'pending'],
    ['approval.decided', 'approved'],
  ] as const) {
    for (const kind of casesOf(['approval', 'round'] as const, each => each === 'approval')) {
      test(`for a waiting run (${kind}) at ${point}`, async () => {
        const victim = await serveDyingAt(point);
        const name = await startWaitingRun(kind);
        await decideFirst(name, victim.url);
        await assertKilled(victim.process);
        assert.equal((await readApprovals(name))[0]?.status, status);
        assert.equal((await readRun(name)).status, status === 'pending' ? 'waiting' : 'queued');
      });
    }

    test(`for a run in another process that is busy with another branch, at ${point}`, COMPLETE_ONLY, async () => {
      const victim = await serveDyingAt(point);
      const { name, answer, release } = beginBlocked(url);
      await until(async () => (await readApprovals(name)).length > 0, 'it asks');
      await decideFirst(name, victim.url);
      await assertKilled(victim.process);
      assert.equal((await readApprovals(name))[0]?.status, status);
      assert.equal((await readRun(name)).status, 'running');
      release();
      // After the decision, the run ends in the process that executes it.
      assert.equal(await answer, status === 'pending' ? 'waiting' : 'success');
    });

    test(`for its own run that is busy with another branch, at ${point}`, COMPLETE_ONLY, async () => {
      const victim = await serveDyingAt(point);
      const { name, answer, release } = beginBlocked(victim.url);
      await until(async () => (await readApprovals(name)).length > 0, 'it asks');
      await decideFirst(name, victim.url);
      await assertKilled(victim.process);
      release();
      assert.equal(await answer, undefined);
      assert.equal((await readApprovals(name))[0]?.status, status);
      assert.equal((await readRun(name)).status, 'running');
    });
  }
});

/** The branch beside the approval gets no answer until it is released. */
function beginBlocked(at: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  outside.delayAnswers(`/approval-${names + 1}/beside`, released);
  hooks.after(async () => release());
  return { ...begin(at, 'approval'), release };
}

suite('a run survives that a worker is killed', () => {
  async function assertWorkerDiesAt(point: string): Promise<void> {
    const environment = { ...CHAOS_ENVIRONMENT, ...dyingAt(point, 1) };
    assert.equal((await heddle.start(['worker'], { environment }).finished).signal, 'SIGKILL');
  }

  for (const { kind, point } of [
    { kind: 'approval', point: 'run.claimed' },
    { kind: 'approval', point: 'step.performed' },
    { kind: 'approval', point: 'run.ending' },
    // The other approval of the round is still pending.
    { kind: 'round', point: 'run.pausing' },
    { kind: 'round', point: 'run.paused' },
  ] as const) {
    test(`while it continues a decided run (${kind}) at ${point}`, COMPLETE_ONLY, async () => {
      await decideFirst(await startWaitingRun(kind), url);
      await assertWorkerDiesAt(point);
    });
  }

  testOnce('while it expires an undecided approval at approval.expiring', async () => {
    const name = await startWaitingRun('approval');
    const [approval] = await readApprovals(name);
    assert.ok(approval);
    journal.approval(approval.id).mayExpire = true;
    await pool.query(`UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1`, [approval.id]);
    await expireNow(pool);
    await assertWorkerDiesAt('approval.expiring');
    assert.equal((await readApprovals(name))[0]?.status, 'pending');
  });
});

test('runs wait for people although the commits of their service get no answer', COMPLETE_ONLY, async t => {
  const ends = inReverse(t);
  const proxy = await openLossyProxy(ends, testDatabase, /^Q.{4}commit/is);
  const environment = { ...CHAOS_ENVIRONMENT, HEDDLE_DATABASE_URL: proxy.url };
  const lossy = await heddle.serve({ words: ['--no-worker'], environment });
  for (const kind of ['approval', 'round', 'approval', 'round'] as const) {
    const { name, answer } = begin(lossy.url, kind);
    assert.equal(await answer, 'waiting');
    // The decision is accepted, or the client gets no answer.
    await decideFirst(name, lossy.url);
  }
  assert.ok(proxy.lost >= 4, `only ${proxy.lost} answers were lost`);
  assert.equal((await lossy.process.end('SIGTERM')).code, 0);
});

test('a living service finally continues all runs as they were decided, and nothing happened twice', async () => {
  await endSilenceOfAll(pool);
  await using _worker = await openWorker(heddle, testDatabase, CHAOS_ENVIRONMENT);
  await settle(clientOptions(url));
  assert.deepEqual(await findDifferences({ load, journal, pool, url }), []);
});
