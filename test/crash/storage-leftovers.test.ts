/**
 * Leftovers of processes that die while they receive bytes, or while they remove the leftovers of others. All leftovers
 * disappear, none counts towards the usage forever, and no file loses its bytes.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { releaseExpiredReservations } from '../../src/accounts/reservations.ts';
import { deleteExpiredFiles } from '../../src/booster/storage/tasks.ts';
import { defineJob } from '../../src/platform/jobs/jobs.ts';
import {
  announce,
  checkContents,
  done,
  ENVIRONMENT,
  newPanel,
  openStorageWorld,
  post,
  readStorage,
  type StoragePanel,
  type StorageWorld,
  toForm,
  toSha256,
} from '../support/disturbed-storage.ts';
import { dyingAt } from '../support/points.ts';
import { inReverse, until } from '../support/process.ts';
import { newContent } from '../support/storage-acts.ts';
import { ageOnDisk, agePending, ageTombstones, checkSwept } from '../support/storage-sweeps.ts';

const hooks = inReverse({ after });
let world: StorageWorld;
before(async () => {
  world = await openStorageWorld(hooks);
});

const MEGABYTE = 2 ** 20;
const UPLOAD = '/api/v3/booster/storage/private/upload';

test('a service that is killed during an upload leaves no partial file, and its reservation is released', async () => {
  const { heddle, url, database, blobFolder } = world;
  const { process: victim, url: victimUrl } = await heddle.serve({ words: ['--no-worker'], environment: ENVIRONMENT });
  const panel = await newPanel(url);
  const content = newContent(4 * MEGABYTE);
  const announced = await announce(panel, url, { path: 'docs/direct', size: content.byteLength });
  const forms = [
    { address: victimUrl + UPLOAD, form: toForm({ path: 'docs/half' }, content) },
    { address: victimUrl + new URL(announced.url).pathname, form: toForm(announced.fields, content) },
  ];
  for (const { address, form } of forms) await sendHalf(address, panel, form);
  const temporary = path.join(blobFolder, 'tmp');
  await until(async () => {
    const names = await readdir(temporary);
    const sizes = await Promise.all(names.map(async name => (await stat(path.join(temporary, name))).size));
    return sizes.filter(size => size > 0).length === 2;
  }, 'both are being written');
  await victim.end('SIGKILL');

  assert.deepEqual(await checkContents(world, panel), {});
  const { reserved } = await readStorage(database, panel);
  assert.ok(reserved > content.byteLength + 3 * MEGABYTE, `only ${reserved} bytes were reserved`);
  const refused = await panel.ask(url, 'upload/complete', { upload_id: announced.upload_id });
  assert.deepEqual(refused, { status: 422, body: { detail: 'the file was not uploaded' } });
  assert.equal((await post(url, announced, content)).status, 204);
  // The upload has not expired yet, but its reservation was released. Its bytes count towards the usage all the same.
  await database.pool.query("UPDATE reservations SET expires_at = now() - interval '1 second'");
  await releaseExpiredReservations(database.query);
  assert.deepEqual(await readStorage(database, panel), { used: 0, reserved: 0 });
  done(await panel.ask(url, 'upload/complete', { upload_id: announced.upload_id }));
  assert.deepEqual(await checkContents(world, panel), { 'docs/direct': toSha256(content) });
  await checkSwept(world);
});

/** Runs a job in a worker that dies at the point. No other process works in the background. */
async function workUntilKilledAt(point: string, kind: string): Promise<void> {
  const { heddle, service } = world;
  const victim = heddle.start(['worker'], { environment: { ...ENVIRONMENT, ...dyingAt(point, 1) } });
  await service.system.jobs.enqueue(defineJob(kind), {});
  assert.equal((await victim.finished).signal, 'SIGKILL', victim.stderr);
}

test('a service that is killed while it deletes expired files leaves each of them whole or deleted', async () => {
  const { url, database, service } = world;
  const panel = await newPanel(url);
  const content = newContent();
  done(await panel.upload(url, { path: 'docs/stays' }, content));
  const stays = { 'docs/stays': toSha256(content) };
  const expires: Record<string, string> = {};
  for (const path of ['week/1', 'week/2']) {
    done(await panel.upload(url, { path }, content));
    expires[path] = toSha256(content);
  }
  await database.pool.query(
    "UPDATE booster_files SET kept_since = now() - interval '8 days' WHERE panel_id = $1 AND folder = 'week'",
    [panel.id],
  );
  await workUntilKilledAt('retention.deleting', 'booster.delete-expired-files');
  assert.deepEqual(await checkContents(world, panel), { ...stays, ...expires });
  await workUntilKilledAt('retention.deleted', 'booster.delete-expired-files');
  assert.deepEqual(await checkContents(world, panel), stays);
  await deleteExpiredFiles(service.system, AbortSignal.timeout(60_000));
  assert.deepEqual(await checkContents(world, panel), stays);
});

test('when a service is killed while it removes leftovers, the next one removes the rest and no file loses its bytes', async () => {
  const { url, database, blobFolder } = world;
  const panel = await newPanel(url);
  const content = newContent();
  const stays = { 'docs/stays': toSha256(content) };
  done(await panel.upload(url, { path: 'docs/stays' }, content));
  const { id } = done(await panel.upload(url, { path: 'docs/goes' }, content)) as { id: string };
  done(await panel.ask(url, 'delete', { id }));
  const announced = await announce(panel, url, { path: 'docs/direct', size: content.byteLength });
  assert.equal((await post(url, announced, content)).status, 204);
  await agePending(database);

  await workUntilKilledAt('direct.expired', 'booster.discard-expired-uploads');
  assert.deepEqual(await checkContents(world, panel), stays);
  const { rowCount: uploads } = await database.pool.query('SELECT FROM booster_uploads WHERE panel_id = $1', [
    panel.id,
  ]);
  assert.equal(uploads, 1);
  await ageTombstones(database);
  await workUntilKilledAt('blobs.deleted', 'files.delete-buried-blobs');
  assert.deepEqual(await checkContents(world, panel), stays);
  await ageOnDisk(blobFolder);
  await workUntilKilledAt('blobs.swept', 'files.sweep-orphaned-blobs');
  assert.deepEqual(await checkContents(world, panel), stays);
  await checkSwept(world);
  assert.deepEqual(await checkContents(world, panel), stays);
});

/** Sends enough of a form that the service begins to write the file. The rest never comes. */
async function sendHalf(address: string, panel: StoragePanel, form: FormData): Promise<ClientRequest> {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const sent = request(address, {
    method: 'POST',
    headers: {
      ...panel.headers,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.byteLength,
    },
  });
  sent.on('error', () => {}); // The test kills the service.
  sent.write(body.subarray(0, body.byteLength / 2));
  await once(sent, 'socket');
  return sent;
}
