/** Runs whose database goes away under them: they wait for it, go on where they were, and nothing is done twice. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  beginRun,
  type Disturbed,
  DisturbedRuns,
  ENVIRONMENT,
  endedRun,
  insistOnRun,
  openWorld,
  repeatRun,
  runInDatabase,
  type Told,
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
    test(`at every point that it passes, ${way}: it ends by itself, and does everything once`, async t => {
      const { heddle, database, runs, survivor } = world;
      const name = `cut-${way}`;
      const databaseUrl = database.url;
      const served = await servePointByPoint(t, heddle, { name, databaseUrl, environment: ENVIRONMENT });
      let cut = 0;
      for (const shape of SHAPES) {
        const disturbed = await runs.create(survivor, shape);
        const told = beginRun(served.url, disturbed, way);
        await served.passUntil(told, async () => {
          cut += await cutConnections(name);
        });
        await assertUndisturbed(disturbed, await told);
      }
      assert.ok(cut > 3 * SHAPES.length, `only ${cut} connections were cut at ${served.passed} points`);
    });
  }
});

suite('a run whose writes are not answered', { concurrency: true }, () => {
  for (const way of ['stream', 'key'] as const) {
    test(`${way}: it repeats them, and does everything once`, async t => {
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

/** Those of runs, by what the protocol shows of them: the text of a statement, or the name under which it is known. */
const WRITES = /runs\.(insert|save-step|end|show-progress)|INSERT INTO (runs|run_steps)|^Q.{4}commit/is;

suite('a service that is stopped', { concurrency: true }, () => {
  test('hands on the runs that it has no time for', async t => {
    const { process, disturbed, told, release } = await beginHeld(t, { HEDDLE_DRAIN_SECONDS: '0' });
    const { runs, survivor, client } = world;
    assert.equal((await process.end('SIGTERM')).code, 0);
    // Before the outside answers, nobody can have gone on.
    const left = await Promise.all(disturbed.map(each => runInDatabase(client, each)));
    release();
    assert.deepEqual(
      await told,
      disturbed.map(() => ({ id: undefined, ended: false })),
    );
    for (const [index, each] of disturbed.entries()) {
      const run = await repeatRun(survivor, each);
      assert.equal(run.id, left[index]?.id);
      runs.check(run, each, left[index]);
    }
  });

  test('ends those that it has time for', async t => {
    const { process, disturbed, told, release } = await beginHeld(t, { HEDDLE_LOG_LEVEL: 'info' });
    process.signal('SIGTERM');
    await process.printed(/"stopping"/);
    release();
    for (const [index, each] of (await told).entries()) {
      const one = disturbed[index];
      assert.ok(one);
      await assertUndisturbed(one, each);
    }
    assert.equal((await process.finished).code, 0);
  });
});

/** A service with runs whose effects the outside does not answer yet. */
async function beginHeld(hooks: Hooks, environment: Record<string, string>) {
  const { heddle, runs, survivor, outside } = world;
  const { process, url } = await heddle.serve({
    words: ['--no-worker'],
    environment: { ...ENVIRONMENT, ...environment },
  });
  const disturbed: Disturbed[] = [];
  for (const shape of ['sequence', 'parallel', 'loop'] as const) disturbed.push(await runs.create(survivor, shape));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const paths = disturbed.map(({ name }) => `/${name}/`);
  for (const path of paths) outside.hold(path, released);
  hooks.after(async () => release());
  const told = Promise.all(disturbed.map(each => beginRun(url, each, 'key')));
  await until(() => paths.every(path => outside.under(path).length > 0), 'all of them have begun');
  return { process, disturbed, told, release };
}

test('PostgreSQL is killed again and again under load, and every run ends as if nothing had happened', async t => {
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
      // Of one that never changed hands, everything was done once.
      runs.check(run, each, left?.lease === 1 ? left : undefined);
    }
    const { rowCount: open } = await client.query("SELECT FROM runs WHERE status IN ('queued', 'running')");
    assert.equal(open, 0);
  } finally {
    await client.end();
  }
});

const RUNS = 40;
/** In requests that the outside sees. */
const BETWEEN_KILLS = 25;

/** It went to its end where it began, and did everything once. */
async function assertUndisturbed(disturbed: Disturbed, told: Told): Promise<void> {
  const { runs, survivor, client } = world;
  assert.ok(told.ended && told.id !== undefined, JSON.stringify({ disturbed, told }));
  const run = await runInDatabase(client, disturbed);
  assert.deepEqual([run?.id, run?.lease], [told.id, 1]);
  runs.check(await endedRun(survivor, told.id), disturbed, run);
}

/** How many there were: between two points there may be no time for a new one. */
async function cutConnections(name: string): Promise<number> {
  const { rowCount } = await world.client.query(
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1',
    [name],
  );
  return rowCount ?? 0;
}
