/**
 * A living process loses no runs, whatever delays it, because only the runs of dead processes are taken over. To know
 * how long to wait, each test kills another process: once that one's run is taken over, every process that seemed dead
 * would have lost its runs as well.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { lockTable } from '../http/table-lock.ts';
import {
  awaitEndedRun,
  beginRun,
  ENVIRONMENT,
  openWorld,
  runInDatabase,
  type World,
} from '../support/disturbed-runs.ts';
import { blockingLoopAt } from '../support/points.ts';
import { call, inReverse, temporaryFolder, until } from '../support/process.ts';

const SILENCE = { HEDDLE_SILENCE_SECONDS: '3' };

const hooks = inReverse({ after });
let world: World;
before(async () => {
  world = await openWorld(hooks, SILENCE);
});

suite('a living process', { concurrency: true }, () => {
  test('keeps its runs while its event loop is blocked', async () => {
    const { runs, survivor, client } = world;
    const blocked = blockingLoopAt(await temporaryFolder(hooks), 'step.performed', 1);
    const { process, url } = await serve(blocked.environment);
    const disturbed = await runs.create(survivor, 'sequence');
    const reply = beginRun(url, disturbed, 'key');
    await blocked.reached(process);
    await awaitTakeover();
    assert.equal((await runInDatabase(client, disturbed))?.lease, 1);
    await blocked.release();
    assert.equal((await reply).ended, true);
    const run = await runInDatabase(client, disturbed);
    assert.deepEqual([run?.status, run?.lease], ['success', 1]);
    runs.check(await awaitEndedRun(survivor, run?.id ?? ''), disturbed, run);
    assert.equal((await process.end('SIGTERM')).code, 0);
  });

  test('keeps its runs while all its database connections are in use', async t => {
    const { runs, survivor, client, outside, database } = world;
    const { process, url } = await serve({ HEDDLE_DATABASE_CONNECTIONS: '2' });
    const disturbed = await runs.create(survivor, 'sequence');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    outside.delayAnswers(`/${disturbed.name}/first`, answered);
    const reply = beginRun(url, disturbed, 'key');
    await until(() => outside.under(`/${disturbed.name}/`).length > 0, 'its effect is under way');
    const lock = await lockTable(database, 'notifications');
    t.after(() => lock.release());
    const waiting = Array.from({ length: 8 }, () => call(url, '/api/v1/notification/find').catch(() => undefined));
    await lock.waiting();
    await awaitTakeover();
    assert.equal((await runInDatabase(client, disturbed))?.lease, 1);
    await lock.release();
    await Promise.all(waiting);
    answer();
    assert.equal((await reply).ended, true);
    const run = await runInDatabase(client, disturbed);
    assert.deepEqual([run?.status, run?.lease], ['success', 1]);
    assert.equal((await process.end('SIGTERM')).code, 0);
  });
});

function serve(environment: Record<string, string>) {
  return world.heddle.serve({
    words: ['--no-worker'],
    environment: { ...ENVIRONMENT, ...SILENCE, ...environment },
  });
}

/** Kills a process, and waits until another has finished its run. */
async function awaitTakeover(): Promise<void> {
  const { runs, survivor, client, outside } = world;
  const { process, url } = await serve({});
  const disturbed = await runs.create(survivor, 'sequence');
  const { promise: killed, resolve: release } = Promise.withResolvers<void>();
  outside.delayAnswers(`/${disturbed.name}/first`, killed);
  const reply = beginRun(url, disturbed, 'key');
  await until(() => outside.under(`/${disturbed.name}/`).length > 0, 'its effect is under way');
  await process.end('SIGKILL');
  release();
  await reply;
  await until(async () => (await runInDatabase(client, disturbed))?.status === 'success', 'another has ended it');
  assert.equal((await runInDatabase(client, disturbed))?.lease, 2);
}
