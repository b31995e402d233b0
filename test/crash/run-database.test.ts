/** Runs whose database fails: they wait for it, continue where they were, and do nothing twice. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  awaitEndedRun,
  beginRun,
  type Disturbed,
  DisturbedRuns,
  ENVIRONMENT,
  insistOnRun,
  openWorld,
  type RunReply,
  repeatRun,
  runInDatabase,
  type World,
} from '../support/disturbed-runs.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { openOutside } from '../support/outside.ts';
import { servePointByPoint } from '../support/point-by-point.ts';
import { type Hooks, inReverse, newInstallation, until } from '../support/process.ts';
import { SHAPES } from '../support/run-shapes.ts';

const hooks = inReverse({ after });
let world: World;
before(async () => {
  world = await openWorld(hooks);
});

suite('a run whose connections are cut', { concurrency: true }, () => {
  for (const way of ['stream', 'key'] as const) {
    test(`at every point ends by itself and does everything once (${way})`, async t => {
      const { heddle, database, runs, survivor } = world;
      const name = `cut-${way}`;
      const databaseUrl = database.url;
      const served = await servePointByPoint(t, heddle, { name, databaseUrl, environment: ENVIRONMENT });
      let cut = 0;
      for (const shape of SHAPES) {
        const disturbed = await runs.create(survivor, shape);
        const reply = beginRun(served.url, disturbed, way);
        await served.passUntil(reply, async () => {
          cut += await cutConnections(name);
        });
        await assertUndisturbed(disturbed, await reply);
      }
      assert.ok(cut > 3 * SHAPES.length, `only ${cut} connections were cut at ${served.passed} points`);
    });
  }
});

suite('a run whose writes get no answer', { concurrency: true }, () => {
  for (const way of ['stream', 'key'] as const) {
    test(`repeats them and does everything once (${way})`, async t => {
      const { heddle, database, runs, survivor } = world;
      const ends = inReverse(t);
      const proxy = await openLossyProxy(ends, database, WRITES);
      const { process, url } = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, HEDDLE_DATABASE_URL: proxy.url },
      });
      for (const shape of SHAPES) {
        const disturbed = await runs.create(survivor, shape);
        await assertUndisturbed(disturbed, await beginRun(url, disturbed, way));
      }
      assert.ok(proxy.lost > 3 * SHAPES.length, `only ${proxy.lost} answers were lost`);
      assert.equal((await process.end('SIGTERM')).code, 0);
    });
  }
});

/** Matches the statements of runs in the protocol, by their text or by the name of a prepared statement. */
const WRITES = /runs\.(insert|save-step|end|show-progress)|INSERT INTO (runs|run_steps)|^Q.{4}commit/is;

suite('a service that is stopped', { concurrency: true }, () => {
  test('hands over the runs that it has no time to finish', async t => {
    const { process, disturbed, reply, release } = await beginWaiting(t, { HEDDLE_DRAIN_SECONDS: '0' });
    const { runs, survivor, client } = world;
    assert.equal((await process.end('SIGTERM')).code, 0);
    // No other process can have continued before the outside server answers.
    const left = await Promise.all(disturbed.map(each => runInDatabase(client, each)));
    release();
    assert.deepEqual(
      await reply,
      disturbed.map(() => ({ id: undefined, ended: false })),
    );
    for (const [index, each] of disturbed.entries()) {
      const run = await repeatRun(survivor, each);
      assert.equal(run.id, left[index]?.id);
      runs.check(run, each, left[index]);
    }
  });

  test('finishes the runs that it has time for', async t => {
    const { process, disturbed, reply, release } = await beginWaiting(t, { HEDDLE_LOG_LEVEL: 'info' });
    process.signal('SIGTERM');
    await process.printed(/"stopping"/);
    release();
    for (const [index, each] of (await reply).entries()) {
      const one = disturbed[index];
      assert.ok(one);
      await assertUndisturbed(one, each);
    }
    assert.equal((await process.finished).code, 0);
  });
});

/** Starts a service with runs whose effects wait for an answer of the outside server. */
async function beginWaiting(hooks: Hooks, environment: Record<string, string>) {
  const { heddle, runs, survivor, outside } = world;
  const { process, url } = await heddle.serve({
    words: ['--no-worker'],
    environment: { ...ENVIRONMENT, ...environment },
  });
  const disturbed: Disturbed[] = [];
  for (const shape of ['sequence', 'parallel', 'loop'] as const) disturbed.push(await runs.create(survivor, shape));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const paths = disturbed.map(({ name }) => `/${name}/`);
  for (const path of paths) outside.delayAnswers(path, released);
  hooks.after(async () => release());
  const reply = Promise.all(disturbed.map(each => beginRun(url, each, 'key')));
  await until(() => paths.every(path => outside.under(path).length > 0), 'all of them have begun');
  return { process, disturbed, reply, release };
}

test('every run under load ends as if nothing had happened, although PostgreSQL is killed again and again', async t => {
  const ends = inReverse(t);
  const outside = await openOutside(ends);
  const heddle = await newInstallation(ends, ENVIRONMENT);
  const urls = [(await heddle.serve()).url, (await heddle.serve()).url];
  const runs = new DisturbedRuns(outside);
  await runs.learn(urls[0] ?? '');
  const disturbed: Disturbed[] = [];
  for (let count = 0; count < RUNS; count++) {
    disturbed.push(await runs.create(urls[0] ?? '', SHAPES[count % SHAPES.length] ?? 'sequence'));
  }
  const begun = outside.seen.length;
  let kills = 0;
  outside.onSeen = () => {
    if (outside.seen.length < begun + (kills + 1) * BETWEEN_KILLS) return undefined;
    kills++;
    return heddle.killServer();
  };
  const ended = await Promise.all(
    disturbed.map(async (each, index) => {
      const [first = '', second = ''] = urls;
      const way = index % 3 === 0 ? 'keyed stream' : 'key';
      return insistOnRun(() => (index % 2 === 0 ? [first, second] : [second, first]), each, way);
    }),
  );
  outside.onSeen = () => undefined;
  assert.ok(kills > 2, `it was killed ${kills} times`);
  const client = await heddle.connect();
  try {
    for (const [index, run] of ended.entries()) {
      const each = disturbed[index];
      assert.ok(each);
      const left = await runInDatabase(client, each);
      // A run that was never taken over did everything once.
      runs.check(run, each, left?.lease === 1 ? left : undefined);
    }
    const { rowCount: open } = await client.query("SELECT FROM runs WHERE status IN ('queued', 'running')");
    assert.equal(open, 0);
  } finally {
    await client.end();
  }
});

const RUNS = 40;
/** Counted in requests that the outside server sees. */
const BETWEEN_KILLS = 25;

/** Checks that the run ended where it began and did everything once. */
async function assertUndisturbed(disturbed: Disturbed, reply: RunReply): Promise<void> {
  const { runs, survivor, client } = world;
  assert.ok(reply.ended && reply.id !== undefined, JSON.stringify({ disturbed, reply }));
  const run = await runInDatabase(client, disturbed);
  assert.deepEqual([run?.id, run?.lease], [reply.id, 1]);
  runs.check(await awaitEndedRun(survivor, reply.id), disturbed, run);
}

/** The number of connections that were cut. Between two points there may be no time to open a new one. */
async function cutConnections(name: string): Promise<number> {
  const { rowCount } = await world.client.query(
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1',
    [name],
  );
  return rowCount ?? 0;
}
