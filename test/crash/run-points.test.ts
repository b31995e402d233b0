/**
 * Kills a process with `kill -9` before and after every commit of a run and of its effects. Another process continues
 * the run, and it ends as if nothing had happened.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import {
  awaitEndedRun,
  beginRun,
  type Disturbed,
  ENVIRONMENT,
  openWorld,
  type RunInDatabase,
  type RunReply,
  repeatRun,
  runInDatabase,
  type Way,
  type World,
} from '../support/disturbed-runs.ts';
import { dyingAt } from '../support/points.ts';
import { inReverse, newInstallationOnDatabase, until } from '../support/process.ts';
import type { Shape } from '../support/run-shapes.ts';
import { endSilenceAfterRun } from '../support/silence.ts';
import { COMPLETE_ONLY, casesOf, firstPer, test as testOnce } from '../support/tiers.ts';

interface Case {
  point: string;
  passing: number;
  shape: Shape;
  way: Way;
}

/** Points that every run with effects passes once, and so does every streamed run. */
const ONCE = ['run.accepting', 'run.accepted', 'run.ending', 'run.ended'];
/**
 * A run with effects passes these at least once when its client waits for the answer, and at least twice when streamed.
 */
const OFTEN = ['run.saving', 'run.saved', 'step.starting', 'step.performed'];

/** Covers every point, and every shape where it matters. Each case costs the start of a process. */
const cases: Case[] = [
  ...['run.accepting', 'run.accepted'].flatMap((point): Case[] => [
    { point, passing: 1, shape: 'pure', way: 'stream' },
    { point, passing: 1, shape: 'parallel', way: 'key' },
  ]),
  ...['run.ending', 'run.ended'].flatMap((point): Case[] => [
    { point, passing: 1, shape: 'sequence', way: 'key' },
    { point, passing: 1, shape: 'loop', way: 'stream' },
  ]),
  // Dies in the second run of the process: what the process saved for the first run must stay.
  ...['run.accepted', 'run.ended'].map((point): Case => ({ point, passing: 2, shape: 'sequence', way: 'stream' })),
  ...OFTEN.flatMap((point): Case[] => [
    { point, passing: 1, shape: 'sequence', way: 'key' },
    { point, passing: 2, shape: 'parallel', way: 'stream' },
    { point, passing: 2, shape: 'loop', way: 'stream' },
  ]),
  ...['run.saved', 'step.performed'].map((point): Case => ({ point, passing: 2, shape: 'long', way: 'stream' })),
  ...['run.saved', 'step.starting'].map((point): Case => ({ point, passing: 2, shape: 'ordered', way: 'stream' })),
];

const hooks = inReverse({ after });
let world: World;
before(async () => {
  world = await openWorld(hooks);
});

interface Crash {
  disturbed: Disturbed;
  reply: RunReply;
  /** What had been committed when the process died. */
  left: RunInDatabase | undefined;
  /** A run of the same process that had already ended. */
  earlier: Disturbed | undefined;
}

async function crash({ point, passing, shape, way }: Case): Promise<Crash> {
  const { heddle, runs, survivor, client } = world;
  // The process claims no other runs, so it passes the point with this one.
  const victim = await heddle.serve({
    words: ['--no-worker'],
    environment: { ...ENVIRONMENT, ...dyingAt(point, passing) },
  });
  const earlier = ONCE.includes(point) && passing > 1 ? await runs.create(survivor, shape) : undefined;
  if (earlier) assert.ok((await beginRun(victim.url, earlier, way)).ended);
  const disturbed = await runs.create(survivor, shape);
  const reply = await beginRun(victim.url, disturbed, way);
  assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
  const left = await runInDatabase(client, disturbed);
  await endSilenceAfterRun(client, disturbed.workflowId);
  return { disturbed, reply, left, earlier };
}

/** Starting a process needs a core, waiting for a takeover does not. */
const LANES = 4;
const lanes = Array.from({ length: LANES }, () => Promise.resolve());

suite('a run whose process is killed ends as if nothing had happened', {
  concurrency: true,
}, () => {
  for (const [index, each] of casesOf(
    cases,
    firstPer(({ point }) => point),
  ).entries()) {
    const { point, passing, shape, way } = each;
    test(`at ${point}, passing ${passing} (${shape}, ${way})`, async () => {
      const crashed = (lanes[index % LANES] ?? Promise.resolve()).then(() => crash(each));
      lanes[index % LANES] = crashed.then(
        () => {},
        () => {},
      );
      const { disturbed, reply, left, earlier } = await crashed;
      const { runs, survivor, client } = world;
      if (reply.id !== undefined) assert.equal(left?.id, reply.id, 'acknowledged, but not there');
      if (earlier) {
        const run = await runInDatabase(client, earlier);
        assert.ok(run);
        runs.check(await awaitEndedRun(survivor, run.id), earlier, run);
      }
      if (way === 'key') {
        const run = await repeatRun(survivor, disturbed);
        if (left) assert.equal(run.id, left.id);
        runs.check(run, disturbed, left);
      } else if (left) runs.check(await awaitEndedRun(survivor, left.id), disturbed, left);
      else runs.checkNothingHappened(disturbed);
      assert.notEqual((await runInDatabase(client, disturbed))?.status, 'running');
    });
  }

  for (const point of ['run.releasing', 'run.released']) {
    testOnce(`while it hands the run over, at ${point}`, async () => {
      const { heddle, runs, survivor, client, outside } = world;
      const victim = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...dyingAt(point, 1), HEDDLE_DRAIN_SECONDS: '0' },
      });
      const disturbed = await runs.create(survivor, 'parallel');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      outside.delayAnswers(`/${disturbed.name}/`, released);
      const reply = beginRun(victim.url, disturbed, 'key');
      await until(() => outside.under(`/${disturbed.name}/`).length === 3, 'its effects have begun');
      assert.equal((await victim.process.end('SIGTERM')).signal, 'SIGKILL');
      const left = await runInDatabase(client, disturbed);
      await endSilenceAfterRun(client, disturbed.workflowId);
      release();
      assert.equal((await reply).ended, false);
      const run = await repeatRun(survivor, disturbed);
      assert.equal(run.id, left?.id);
      runs.check(run, disturbed, left);
    });
  }

  test('while a result cannot be saved, before any step that builds on it begins', COMPLETE_ONLY, async t => {
    const { heddle, database, runs, survivor, outside } = world;
    const victim = await heddle.serve({ words: ['--no-worker'], environment: ENVIRONMENT });
    const disturbed = await runs.create(survivor, 'sequence');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    outside.delayAnswers(`/${disturbed.name}/first`, released);
    const reply = beginRun(victim.url, disturbed, 'key');
    await until(() => outside.under(`/${disturbed.name}/first`).length > 0, 'its first effect has begun');
    const locking = new pg.Client(database.address);
    await locking.connect();
    t.after(() => locking.end());
    await locking.query('BEGIN');
    await locking.query('SELECT FROM runs WHERE workflow_id = $1 FOR UPDATE', [disturbed.workflowId]);
    release();
    const isWaiting = 'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    await until(async () => (await locking.query(isWaiting)).rowCount === 1, 'what it did is about to be saved');
    // Whatever else the process would have done by now is done once it has answered this.
    await fetch(`${victim.url}/health`);
    assert.equal(outside.under(`/${disturbed.name}/second`).length, 0);
    await victim.process.end('SIGKILL');
    await locking.query('ROLLBACK');
    await endSilenceAfterRun(locking, disturbed.workflowId);
    assert.equal((await reply).ended, false);
    runs.check(await repeatRun(survivor, disturbed), disturbed);
  });

  testOnce('again, right after another process has taken it', async t => {
    const { runs } = world;
    const { heddle, database } = await newInstallationOnDatabase(t);
    const first = await heddle.serve({
      words: ['--no-worker'],
      environment: { ...ENVIRONMENT, ...dyingAt('step.performed', 2) },
    });
    const second = heddle.start(['worker'], { environment: { ...ENVIRONMENT, ...dyingAt('run.claimed', 1) } });
    const disturbed = await runs.create(first.url, 'sequence');
    assert.equal((await beginRun(first.url, disturbed, 'key')).ended, false);
    const client = new pg.Client(database.address);
    await client.connect();
    assert.equal((await first.process.end('SIGCONT')).signal, 'SIGKILL');
    await endSilenceAfterRun(client, disturbed.workflowId);
    assert.equal((await second.finished).signal, 'SIGKILL');
    const left = await runInDatabase(client, disturbed);
    await endSilenceAfterRun(client, disturbed.workflowId);
    await client.end();
    assert.equal(left?.lease, 2);
    const last = await heddle.serve({ environment: ENVIRONMENT });
    const run = await repeatRun(last.url, disturbed);
    assert.equal(run.id, left.id);
    runs.check(run, disturbed, left);
  });
});
