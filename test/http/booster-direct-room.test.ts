/** Direct upload: an announcement reserves exactly its size until it is completed or its hour is over. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { discardExpiredUploads } from '../../src/booster/storage/direct.ts';
import { deleteTombstonedBlobs } from '../../src/files/tasks.ts';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, refused, type StoredFile, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { type Announced, announce, announcement, complete, post, postSuccessfully } from './direct-uploads.ts';

const service = await testService();
const { database, blobs } = service.service.system;
const db = database.query;
const MEGABYTE = 2 ** 20;
const KILOBYTE = 1024;
const NOT_FOUND = 'upload not found';
const FULL = { panel: 'the file storage of this panel is full', folder: "folder 'docs' is full" };

/** Creates a panel with its own owner, so that nothing else uses the quota. */
async function createPanel(
  folder: object = {},
  storage: { limit_mb?: number } = {},
  options: Record<string, unknown> = {},
) {
  return makePanel(service, await service.person(options), { docs: folder }, storage);
}

/** Moves the expiry of announcements into the past. */
async function letExpire(...announced: Announced[]): Promise<void> {
  const ids = announced.map(({ upload_id }) => upload_id);
  const past = sql<Date>`now() - interval '1 second'`;
  await db.updateTable('booster_uploads').set({ expires_at: past }).where('id', 'in', ids).execute();
}

suite('one of a hundred simultaneous announcements succeeds if there is room for one', () => {
  const bytes = 600 * KILOBYTE;
  const ways: [name: string, panel: () => Promise<PanelUser>, status: number, detail: string][] = [
    ['in the panel', () => createPanel({}, { limit_mb: 1 }), 403, FULL.panel],
    ['in the folder', () => createPanel({ max_total_mb: 1 }), 403, FULL.folder],
    [
      'in the number of files',
      () => createPanel({ max_files: 1 }),
      403,
      "folder 'docs' has reached the maximum of 1 files",
    ],
    [
      'in the quota of the owner',
      () => createPanel({}, {}, { storage_quota: MEGABYTE }),
      422,
      'storage quota exceeded',
    ],
    [
      'in the quota of the organization',
      async () => {
        const person = await service.person();
        const organization_id = await service.organization([{ person, write: true }], { storage_quota: MEGABYTE });
        return makePanel(service, person, {}, { organization_id });
      },
      422,
      'organization storage quota exceeded',
    ],
  ];
  for (const [name, make, status, detail] of ways) {
    test(name, async () => {
      const panel = await make();
      const content = new Uint8Array(bytes);
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          panel.call('upload/init', announcement(content, { path: `docs/${index}` })),
        ),
      );
      const refusals = replies.filter(reply => reply.status !== 200).map(reply => [reply.status, reply.body]);
      assert.deepEqual(refusals, Array(99).fill([status, { detail }]));
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, reserved: bytes, announced: 1 });

      // The announcement reserves its size against uploads of every kind.
      refused(await panel.send({ path: 'docs/x' }, { content }), status, detail);
      await panel.refuse(status, detail, 'upload-b64', {
        path: 'docs/x',
        data: Buffer.from(content).toString('base64'),
      });
      const [winner] = replies.flatMap(reply => (reply.status === 200 ? [reply.body as Announced] : []));
      assert.ok(winner);
      await postSuccessfully(winner, content);
      assert.equal((succeeded(await complete(panel, winner)) as StoredFile).size, bytes);
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes });
    });
  }
});

suite('an upload that replaces a file', () => {
  const large = new Uint8Array(900 * KILOBYTE);
  for (const [name, folder, storage, detail] of [
    ['panel', {}, { limit_mb: 1 }, FULL.panel],
    ['folder', { max_total_mb: 1 }, {}, FULL.folder],
  ] as const) {
    test(`frees no room in the ${name} before it is completed`, async () => {
      const panel = await createPanel(folder, storage);
      await panel.upload({ path: 'docs/a.txt' }, { content: large });
      const announced = await announce(panel, 'small', { overwrite: true });
      for (let more = 0; more < 3; more++) await announce(panel, 'small', { overwrite: true });
      await panel.refuseUpload(403, detail, { path: 'docs/b' }, { content: large });
      await panel.refuse(403, detail, 'upload/init', announcement(large, { path: 'docs/b' }));
      await postSuccessfully(announced, 'small');
      assert.equal((await complete(panel, announced)).status, 200);
      await panel.upload({ path: 'docs/b' }, { content: large });
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 2, bytes: large.length + 5, announced: 3 });
    });
  }

  test('reserves the difference in size', async () => {
    const panel = await createPanel({}, { limit_mb: 1 }, { storage_quota: 2 * MEGABYTE });
    await panel.upload({ path: 'docs/a.txt' }, { content: large });
    const whole = new Uint8Array(MEGABYTE);
    const announced = await announce(panel, whole, { overwrite: true });
    assert.deepEqual(await checkPanelUsage(panel), {
      files: 1,
      bytes: large.length,
      reserved: MEGABYTE - large.length,
      announced: 1,
    });
    await panel.refuseUpload(403, FULL.panel, { path: 'docs/b' });
    await postSuccessfully(announced, whole);
    assert.equal((await complete(panel, announced)).status, 200);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: MEGABYTE });
  });

  test('needs room for its whole size if the file to replace is deleted meanwhile', async () => {
    const panel = await createPanel({}, {}, { storage_quota: MEGABYTE });
    const { id } = await panel.upload({ path: 'docs/a.txt' }, { content: large });
    const announced = await announce(panel, large, { overwrite: true });
    await postSuccessfully(announced, large);
    await panel.ask('delete', { id });
    const other = await panel.upload({ path: 'docs/b' }, { content: large });
    refused(await complete(panel, announced), 422, 'storage quota exceeded');
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: large.length, announced: 1 });
    await panel.ask('delete', { id: other.id });
    assert.equal((await complete(panel, announced)).status, 200);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: large.length });
  });
});

suite('when the hour of an announcement is over', () => {
  test('the upload is not found, and its reservation is released', async () => {
    const panel = await createPanel({ max_files: 2, max_total_mb: 1 }, { limit_mb: 1 }, { storage_quota: MEGABYTE });
    const content = new Uint8Array(500 * KILOBYTE);
    const posted = await announce(panel, content, { path: 'docs/posted' });
    const silent = await announce(panel, content, { path: 'docs/silent' });
    await postSuccessfully(posted, content);
    await letExpire(posted, silent);
    for (const announced of [posted, silent]) {
      refused(await complete(panel, announced), 404, NOT_FOUND);
      refused(await post(announced, content), 404, NOT_FOUND);
    }
    await discardExpiredUploads(db);
    assert.deepEqual(await checkPanelUsage(panel), nothing);
    for (const announced of [posted, silent]) {
      refused(await complete(panel, announced), 404, NOT_FOUND);
      refused(await post(announced, content), 404, NOT_FOUND);
    }
    await panel.upload({ path: 'docs/a' }, { content: new Uint8Array(MEGABYTE) });
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: MEGABYTE });
  });

  test('its bytes are deleted, and those of other uploads stay', async () => {
    const panel = await createPanel();
    const [gone, open, done] = [
      await announce(panel, 'gone', { path: 'docs/gone' }),
      await announce(panel, 'open', { path: 'docs/open' }),
      await announce(panel, 'done', { path: 'docs/done' }),
    ];
    await Promise.all([postSuccessfully(gone, 'gone'), postSuccessfully(open, 'open'), postSuccessfully(done, 'done')]);
    assert.equal((await complete(panel, done)).status, 200);
    await letExpire(gone);
    await discardExpiredUploads(db);
    await discardExpiredUploads(db);
    await sql`UPDATE blob_tombstones SET created_at = now() - interval '2 minutes'`.execute(db);
    await deleteTombstonedBlobs(db, blobs, new AbortController().signal);
    const named = await db.selectFrom('booster_files').select('blob_key').execute();
    const announced = await db
      .selectFrom('booster_uploads')
      .select('blob_key')
      .where('id', '=', open.upload_id)
      .execute();
    const kept = new Set<string>(await Array.fromAsync(blobs.list(), ({ key }) => key));
    assert.deepEqual(kept, new Set([...named, ...announced].map(({ blob_key }) => blob_key)));
    const file = succeeded(await complete(panel, open)) as StoredFile;
    assert.equal(await (await fetch(file.url ?? '')).text(), 'open');
    assert.equal(await (await fetch((await panel.ask('get', { path: 'docs/done' })).url ?? '')).text(), 'done');
  });

  test('during its completion, it is either completed or not found', async () => {
    const panel = await createPanel();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => announce(panel, 'content', { path: `docs/${index}` })),
    );
    await Promise.all(all.map(announced => postSuccessfully(announced, 'content')));
    const sweeping = (async () => {
      for (const announced of all.toReversed()) {
        await letExpire(announced);
        await discardExpiredUploads(db);
      }
    })();
    const replies = await Promise.all(all.map(announced => complete(panel, announced)));
    await sweeping;
    for (const reply of replies) if (reply.status !== 200) refused(reply, 404, NOT_FOUND);
    const files = replies.filter(({ status }) => status === 200).length;
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files, bytes: 7 * files });
  });
});

test('deleting a panel deletes its announcements', async () => {
  const person = await service.person();
  const panel = await makePanel(service, person);
  const announced = await announce(panel, 'content');
  await postSuccessfully(announced, 'content');
  await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, person.key);
  refused(await post(announced, 'content'), 404, NOT_FOUND);
  refused(await complete(panel, announced), 404, 'panel not found');
  assert.deepEqual(await checkPanelUsage(await makePanel(service, person)), nothing);
});
