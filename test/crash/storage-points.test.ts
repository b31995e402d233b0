/**
 * `kill -9` before and after every commit of what clients do with files: afterwards it is done wholly or not at all,
 * every row has its bytes, and everything counts them right.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  announce,
  answerOf,
  checkedContents,
  done,
  ENVIRONMENT,
  eventsOf,
  newPanel,
  openStorageWorld,
  post,
  type StorageWorld,
  sha256Of,
  storageOf,
} from '../support/disturbed-storage.ts';
import { dyingAt } from '../support/points.ts';
import { type HeddleProcess, inReverse } from '../support/process.ts';
import { type ActName, acts, newContent } from '../support/storage-acts.ts';
import { checkSwept } from '../support/storage-sweeps.ts';

interface Case {
  act: ActName;
  point: string;
  /** Whether the commit was before it. */
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

/** A service that dies there. It does no background work, so that it comes there by what it is asked. */
function serveDyingAt(point: string, passing = 1): Promise<{ process: HeddleProcess; url: string }> {
  return world.heddle.serve({ words: ['--no-worker'], environment: { ...ENVIRONMENT, ...dyingAt(point, passing) } });
}

async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

/** Starting a process is work for one core. */
const AT_ONCE = 3;
const PATIENCE_MS = 300_000;

suite('a service that is killed leaves files wholly changed or not at all', {
  concurrency: AT_ONCE,
  timeout: PATIENCE_MS,
}, () => {
  for (const [index, { act, point, isDone }] of cases.entries()) {
    test(`${act}: at ${point}`, async () => {
      const { url, database } = world;
      const victim = await serveDyingAt(point);
      const panel = await newPanel(url, { ofOrganization: index % 2 === 1 });
      const { before, after, events, perform, again } = await acts[act](panel, url);
      const told = await eventsOf(database, panel);
      assert.equal(await answerOf(perform(victim.url)), undefined);
      await assertKilled(victim.process);

      assert.deepEqual(await checkedContents(world, panel), isDone ? after : before);
      const toldAfter = [...told, ...events].toSorted();
      assert.deepEqual(await eventsOf(database, panel), isDone ? toldAfter : told);
      // Whoever had no answer asks again.
      if (!isDone) done(await perform(url));
      else if (again !== undefined) assert.equal((await perform(url)).status, again);
      assert.deepEqual(await checkedContents(world, panel), after);
      if (!isDone) assert.deepEqual(await eventsOf(database, panel), toldAfter);
    });
  }

  test('delete-many: between two of them', async () => {
    const { url } = world;
    const victim = await serveDyingAt('storage.rows-deleted', 2);
    const panel = await newPanel(url);
    const ids: string[] = [];
    for (const path of ['docs/1', 'docs/2', 'docs/3']) {
      ids.push((done(await panel.upload(url, { path }, newContent())) as { id: string }).id);
    }
    assert.equal(await answerOf(panel.ask(victim.url, 'delete-many', { ids })), undefined);
    await assertKilled(victim.process);
    assert.deepEqual(Object.keys(await checkedContents(world, panel)), ['docs/3', 'docs/2']);
    done(await panel.ask(url, 'delete-many', { ids: ids.slice(1) }));
    assert.deepEqual(await checkedContents(world, panel), {});
  });

  test('upload/init: announced, but nobody was told', async () => {
    const { url, database } = world;
    const victim = await serveDyingAt('direct.announced');
    const panel = await newPanel(url);
    const asked = panel.ask(victim.url, 'upload/init', { path: 'docs/a', content_type: 'text/plain', size: 1000 });
    assert.equal(await answerOf(asked), undefined);
    await assertKilled(victim.process);
    assert.deepEqual(await checkedContents(world, panel), {});
    assert.deepEqual(await storageOf(database, panel), { used: 1000, reserved: 1000 });
  });

  test('the form of a direct upload: posted, but nobody was told', async () => {
    const { url } = world;
    const victim = await serveDyingAt('direct.posted');
    const panel = await newPanel(url);
    const content = newContent();
    const announced = await announce(panel, url, { path: 'docs/a', size: content.byteLength });
    assert.equal(await answerOf(post(victim.url, announced, content)), undefined);
    await assertKilled(victim.process);
    assert.equal((await post(url, announced, content)).status, 204);
    done(await panel.ask(url, 'upload/complete', { upload_id: announced.upload_id }));
    assert.deepEqual(await checkedContents(world, panel), { 'docs/a': sha256Of(content) });
  });

  test('a refused upload: its room was given back, but its bytes were not', async () => {
    const { url, database } = world;
    const victim = await serveDyingAt('gate.released');
    const panel = await newPanel(url);
    const content = newContent();
    done(await panel.upload(url, { path: 'docs/a' }, content));
    // The field behind the file tells that nothing may be replaced only when the bytes are there.
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(newContent())]), 'a');
    form.append('path', 'docs/a');
    const headers = panel.headers;
    const asked = fetch(`${victim.url}/api/v3/booster/storage/private/upload`, { method: 'POST', headers, body: form });
    await assert.rejects(asked, TypeError);
    await assertKilled(victim.process);
    assert.deepEqual(await checkedContents(world, panel), { 'docs/a': sha256Of(content) });
    assert.equal((await storageOf(database, panel)).reserved, 0);
  });
});

test('when the time of all that they left has passed, exactly the files are left', async () => {
  await checkSwept(world);
});
