/**
 * Kills a service with `kill -9` before and after every commit of a change to files. The change happens completely or
 * not at all, every row has its bytes, and all usage figures are right.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  announce,
  awaitReply,
  checkContents,
  done,
  ENVIRONMENT,
  newPanel,
  openStorageWorld,
  post,
  readEvents,
  readStorage,
  type StorageWorld,
  toSha256,
} from '../support/disturbed-storage.ts';
import { dyingAt } from '../support/points.ts';
import { type HeddleProcess, inReverse } from '../support/process.ts';
import { type ActName, acts, newContent } from '../support/storage-acts.ts';
import { checkSwept } from '../support/storage-sweeps.ts';
import { COMPLETE_ONLY, casesOf, firstPer, test as testOnce } from '../support/tiers.ts';

interface Case {
  act: ActName;
  point: string;
  /** Whether the point comes after the commit. */
  isDone: boolean;
}

const cases: Case[] = [
  ...undone('upload', 'gate.reserved', 'storage.taken-in', 'storage.row-written', 'storage.announced'),
  { act: 'upload', point: 'storage.stored', isDone: true },
  ...undone('overwrite', 'storage.taken-in', 'storage.row-written', 'storage.announced'),
  { act: 'overwrite', point: 'storage.stored', isDone: true },
  ...undone('overwrite by less', 'storage.announced'),
  { act: 'upload beside', point: 'storage.stored', isDone: true },
  ...undone('rename', 'storage.row-changed'),
  ...undone('move', 'storage.row-changed'),
  ...undone('delete', 'storage.rows-deleted'),
  { act: 'delete', point: 'storage.deleted', isDone: true },
  ...undone('complete a direct upload', 'direct.taken-in', 'direct.removed', 'storage.announced'),
  { act: 'complete a direct upload', point: 'direct.stored', isDone: true },
  ...undone('overwrite by a direct upload', 'storage.row-written'),
  ...undone('delete a record with its files', 'storage.rows-unlinked', 'storage.rows-deleted'),
];

function undone(act: ActName, ...points: string[]): Case[] {
  return points.map(point => ({ act, point, isDone: false }));
}

const hooks = inReverse({ after });
let world: StorageWorld;
before(async () => {
  world = await openStorageWorld(hooks);
});

/** Starts a service that dies at the point. It does no background work, so only requests make it reach the point. */
function serveDyingAt(point: string, passing = 1): Promise<{ process: HeddleProcess; url: string }> {
  return world.heddle.serve({ words: ['--no-worker'], environment: { ...ENVIRONMENT, ...dyingAt(point, passing) } });
}

async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

/** Starting a process occupies one core. */
const AT_ONCE = 3;
suite('a service that is killed leaves files changed completely or not at all', {
  concurrency: AT_ONCE,
}, () => {
  for (const [index, { act, point, isDone }] of casesOf(
    cases,
    firstPer(({ point }) => point),
  ).entries()) {
    test(`${act} at ${point}`, async () => {
      const { url, database } = world;
      const victim = await serveDyingAt(point);
      const panel = await newPanel(url, { ofOrganization: index % 2 === 1 });
      const { before, after, events, perform, again } = await acts[act](panel, url);
      const eventsBefore = await readEvents(database, panel);
      assert.equal(await awaitReply(perform(victim.url)), undefined);
      await assertKilled(victim.process);

      assert.deepEqual(await checkContents(world, panel), isDone ? after : before);
      const eventsAfter = [...eventsBefore, ...events].toSorted();
      assert.deepEqual(await readEvents(database, panel), isDone ? eventsAfter : eventsBefore);
      // A client without an answer asks again.
      if (!isDone) done(await perform(url));
      else if (again !== undefined) assert.equal((await perform(url)).status, again);
      assert.deepEqual(await checkContents(world, panel), after);
      if (!isDone) assert.deepEqual(await readEvents(database, panel), eventsAfter);
    });
  }

  test('delete-many between two files', COMPLETE_ONLY, async () => {
    const { url } = world;
    const victim = await serveDyingAt('storage.rows-deleted', 2);
    const panel = await newPanel(url);
    const ids: string[] = [];
    for (const path of ['docs/1', 'docs/2', 'docs/3']) {
      ids.push((done(await panel.upload(url, { path }, newContent())) as { id: string }).id);
    }
    assert.equal(await awaitReply(panel.ask(victim.url, 'delete-many', { ids })), undefined);
    await assertKilled(victim.process);
    assert.deepEqual(Object.keys(await checkContents(world, panel)), ['docs/3', 'docs/2']);
    done(await panel.ask(url, 'delete-many', { ids: ids.slice(1) }));
    assert.deepEqual(await checkContents(world, panel), {});
  });

  testOnce('upload/init after the announcement, before the answer', async () => {
    const { url, database } = world;
    const victim = await serveDyingAt('direct.announced');
    const panel = await newPanel(url);
    const asked = panel.ask(victim.url, 'upload/init', { path: 'docs/a', content_type: 'text/plain', size: 1000 });
    assert.equal(await awaitReply(asked), undefined);
    await assertKilled(victim.process);
    assert.deepEqual(await checkContents(world, panel), {});
    assert.deepEqual(await readStorage(database, panel), { used: 1000, reserved: 1000 });
  });

  testOnce('a posted form before the answer', async () => {
    const { url } = world;
    const victim = await serveDyingAt('direct.posted');
    const panel = await newPanel(url);
    const content = newContent();
    const announced = await announce(panel, url, { path: 'docs/a', size: content.byteLength });
    assert.equal(await awaitReply(post(victim.url, announced, content)), undefined);
    await assertKilled(victim.process);
    assert.equal((await post(url, announced, content)).status, 204);
    done(await panel.ask(url, 'upload/complete', { upload_id: announced.upload_id }));
    assert.deepEqual(await checkContents(world, panel), { 'docs/a': toSha256(content) });
  });

  testOnce('a refused upload after its reservation was released, before its bytes are deleted', async () => {
    const { url, database } = world;
    const victim = await serveDyingAt('gate.released');
    const panel = await newPanel(url);
    const content = newContent();
    done(await panel.upload(url, { path: 'docs/a' }, content));
    // The field that forbids replacing comes after the file, so the service reads it when it already has the bytes.
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(newContent())]), 'a');
    form.append('path', 'docs/a');
    const headers = panel.headers;
    const asked = fetch(`${victim.url}/api/v3/booster/storage/private/upload`, { method: 'POST', headers, body: form });
    await assert.rejects(asked, TypeError);
    await assertKilled(victim.process);
    assert.deepEqual(await checkContents(world, panel), { 'docs/a': toSha256(content) });
    assert.equal((await readStorage(database, panel)).reserved, 0);
  });
});

test('only the files remain after all leftovers have expired', async () => {
  await checkSwept(world);
});
