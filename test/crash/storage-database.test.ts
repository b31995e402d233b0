/**
 * Files whose database fails. A change happens completely or not at all, whether its client gets an answer or not, and
 * no row ever lacks its bytes.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  checkContents,
  done,
  ENVIRONMENT,
  newPanel,
  openStorageWorld,
  type StoragePanel,
  type StorageWorld,
} from '../support/disturbed-storage.ts';
import { type LateProxy, openLateProxy } from '../support/late-proxy.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { servePointByPoint } from '../support/point-by-point.ts';
import { inReverse, type Reply, until } from '../support/process.ts';
import { ACTS, type Act, type ActName, acts } from '../support/storage-acts.ts';
import { checkSwept } from '../support/storage-sweeps.ts';

const UNAVAILABLE = { status: 503, body: { detail: 'the service can not reach its database or storage' } };

const hooks = inReverse({ after });
let world: StorageWorld;
before(async () => {
  world = await openStorageWorld(hooks);
});

interface Disturbed {
  panel: StoragePanel;
  act: Act;
}

async function prepare(name: ActName): Promise<Disturbed> {
  const panel = await newPanel(world.url);
  return { panel, act: await acts[name](panel, world.url) };
}

/** An acknowledged change is done. Any other is not, unless its commit was sent: then the client asks again. */
async function check({ panel, act }: Disturbed, reply: Reply, { isDone = reply.status === 200 } = {}): Promise<void> {
  const { before, after, perform, again } = act;
  if (reply.status !== 200) assert.deepEqual(reply, UNAVAILABLE);
  assert.deepEqual(await checkContents(world, panel), isDone ? after : before);
  if (!isDone) done(await perform(world.url));
  else if (again !== undefined) assert.equal((await perform(world.url)).status, again);
  assert.deepEqual(await checkContents(world, panel), after);
}

test('a change survives cut connections at each point', async t => {
  const { heddle, testDatabase } = world;
  const name = 'cut-storage';
  const databaseUrl = testDatabase.url;
  const served = await servePointByPoint(t, heddle, { name, databaseUrl, environment: ENVIRONMENT });
  let failures = 0;
  /** Returns whether the service reached that point. */
  const performCutAt = async (disturbed: Disturbed, point: number) => {
    const asked = disturbed.act.perform(served.url);
    let passed = 0;
    await served.passUntil(asked, async () => {
      if (++passed === point) await cutConnections(name);
    });
    const reply = await asked;
    if (reply.status !== 200) failures++;
    await check(disturbed, reply);
    return passed >= point;
  };
  for (const act of ACTS) {
    for (let point = 1; await performCutAt(await prepare(act), point); point++);
  }
  assert.ok(failures > ACTS.length, `only ${failures} requests failed at ${served.passed} points`);
  assert.equal((await served.process.end('SIGTERM')).code, 0);
});

test('nothing changes when answers are lost before the commit', async t => {
  const { heddle, testDatabase } = world;
  const writes = /(INSERT INTO|UPDATE|DELETE FROM) "?(reservations|users|booster_files|booster_uploads)/i;
  const proxy = await openLossyProxy(inReverse(t), testDatabase, writes);
  const { url, process } = await heddle.serve({
    words: ['--no-worker'],
    environment: { ...ENVIRONMENT, HEDDLE_DATABASE_URL: proxy.url },
  });
  for (const act of ACTS) {
    for (let time = 0; time < 2; time++) {
      const disturbed = await prepare(act);
      await check(disturbed, await disturbed.act.perform(url));
    }
  }
  assert.ok(proxy.lost > ACTS.length, `only ${proxy.lost} answers were lost`);
  assert.equal((await process.end('SIGTERM')).code, 0);
});

suite('a commit whose connection is gone takes effect, and the bytes are there', () => {
  let proxy: LateProxy;
  let url: string;
  before(async () => {
    const { heddle, testDatabase } = world;
    proxy = await openLateProxy(hooks, testDatabase);
    const environment = { ...ENVIRONMENT, HEDDLE_DATABASE_URL: proxy.url };
    ({ url } = await heddle.serve({ words: ['--no-worker'], environment }));
  });

  for (const name of ACTS) {
    test(`when ${name} commits at once`, async () => {
      const disturbed = await prepare(name);
      const commit = proxy.interceptCommit(/"booster_files"/);
      const asked = disturbed.act.perform(url);
      await (await commit).deliver();
      await check(disturbed, await asked, { isDone: true });
    });

    test(`when ${name} commits late`, async () => {
      const disturbed = await prepare(name);
      const commit = proxy.interceptCommit(/"booster_files"/);
      const asked = disturbed.act.perform(url);
      const { deliver } = await commit;
      let isAnswered = false;
      void asked.then(() => {
        isAnswered = true;
      });
      // A service that deletes bytes must wait for the outcome of the commit.
      await until(async () => isAnswered || (await hasWaitingQuery()), 'it is answered, or waits');
      await deliver();
      await check(disturbed, await asked, { isDone: true });
    });
  }

  test('an upload whose reservation loses its connection is refused, and its space is released later', async () => {
    const disturbed = await prepare('upload');
    const commit = proxy.interceptCommit(/reservations/);
    const asked = disturbed.act.perform(url);
    await (await commit).deliver();
    await check(disturbed, await asked);
  });
});

test('only the files remain after all leftovers have expired', async () => {
  await checkSwept(world);
});

/** Cuts all connections at once. PostgreSQL itself would wait for one after the other. */
async function cutConnections(name: string): Promise<void> {
  const { pool } = world.database;
  const cut = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';
  await until(async () => (await pool.query(cut, [name])).rowCount === 0, 'they are gone');
}

async function hasWaitingQuery(): Promise<boolean> {
  const { rowCount } = await world.database.pool.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
  );
  return rowCount !== 0;
}
