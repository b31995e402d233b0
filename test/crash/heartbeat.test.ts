/**
 * A process that lives keeps its runs, whatever holds it up: only the runs of dead ones are taken over. What "for long"
 * is, is told by a process that is killed: when its run was taken over, any other that seemed dead would have lost its
 * own by then, too.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { lockTable } from '../http/table-lock.ts';
import { beginRun, ENVIRONMENT, endedRun, openWorld, runInDatabase, type World } from '../support/disturbed-runs.ts';
import { holdingLoopAt } from '../support/points.ts';
import { call, inReverse, temporaryFolder, until } from '../support/process.ts';

const SILENCE = { HEDDLE_SILENCE_SECONDS: '3' };

const hooks = inReverse({ after });
let world: World;
before(async () => {
  world = await openWorld(hooks, SILENCE);
});

suite('a process that lives', { concurrency: true }, () => {
  test('keeps its runs while its event loop is held', async () => {
    const { runs, survivor, client } = world;
    const held = holdingLoopAt(await temporaryFolder(hooks), 'step.performed', 1);
    const { process, url } = await serve(held.environment);
    const disturbed = await runs.create(survivor, 'sequence');
    const told = beginRun(url, disturbed, 'key');
    await held.reached(process);
    await oneIsTakenOver();
    assert.equal((await runInDatabase(client, disturbed))?.lease, 1);
    await held.release();
    assert.equal((await told).ended, true);
    const run = await runInDatabase(client, disturbed);
    assert.deepEqual([run?.status, run?.lease], ['success', 1]);
    runs.check(await endedRun(survivor, run?.id ?? ''), disturbed, run);
    assert.equal((await process.end('SIGTERM')).code, 0);
  });

  test('keeps its runs while all its database connections are in use', async t => {
    const { runs, survivor, client, outside, database } = world;
    const { process, url } = await serve({ HEDDLE_DATABASE_CONNECTIONS: '2' });
    const disturbed = await runs.create(survivor, 'sequence');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    outside.hold(`/${disturbed.name}/first`, answered);
    const told = beginRun(url, disturbed, 'key');
    await until(() => outside.under(`/${disturbed.name}/`).length > 0, 'its effect is under way');
    const lock = await lockTable(database, 'notifications');
    t.after(() => lock.release());
    const waiting = Array.from({ length: 8 }, () => call(url, '/api/v1/notification/find').catch(() => undefined));
    await lock.waiting();
    await oneIsTakenOver();
    assert.equal((await runInDatabase(client, disturbed))?.lease, 1);
    await lock.release();
    await Promise.all(waiting);
    answer();
    assert.equal((await told).ended, true);
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

/** A process that is killed now, and waits until the run that it had was ended by another. */
async function oneIsTakenOver(): Promise<void> {
  const { runs, survivor, client, outside } = world;
  const { process, url } = await serve({});
  const disturbed = await runs.create(survivor, 'sequence');
  const { promise: killed, resolve: release } = Promise.withResolvers<void>();
  outside.hold(`/${disturbed.name}/first`, killed);
  const told = beginRun(url, disturbed, 'key');
  await until(() => outside.under(`/${disturbed.name}/`).length > 0, 'its effect is under way');
  await process.end('SIGKILL');
  release();
  await told;
  await until(async () => (await runInDatabase(client, disturbed))?.status === 'success', 'another has ended it');
  assert.equal((await runInDatabase(client, disturbed))?.lease, 2);
}
