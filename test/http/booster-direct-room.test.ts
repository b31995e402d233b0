/** Direct upload: what is announced is reserved, exactly, until it is completed or its hour is over. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { discardExpiredUploads } from '../../src/booster/storage/direct.ts';
import { deleteTombstonedBlobs } from '../../src/files/tasks.ts';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, refused, type StoredFile, succeeded } from './booster-panels.ts';
import { heldBy, nothing } from './booster-remains.ts';
import { type Announced, announce, announcement, complete, post, postRight } from './direct-uploads.ts';

const service = await testService();
const { database, blobs } = service.service.system;
const db = database.query;
const MEGABYTE = 2 ** 20;
const KILOBYTE = 1024;
const NOT_FOUND = 'upload not found';
const FULL = { panel: 'the file storage of this panel is full', folder: "folder 'docs' is full" };

/** Of an owner of its own, whose quota nothing else takes. */
async function newPanel(
  folder: object = {},
  storage: { limit_mb?: number } = {},
  options: Record<string, unknown> = {},
) {
  return makePanel(service, await service.person(options), { docs: folder }, storage);
}

/** As if the hour had passed. */
async function letExpire(...announced: Announced[]): Promise<void> {
  const ids = announced.map(({ upload_id }) => upload_id);
  const past = sql<Date>`now() - interval '1 second'`;
  await db.updateTable('booster_uploads').set({ expires_at: past }).where('id', 'in', ids).execute();
}

suite('a hundred announcements at once with room for one', () => {
  const bytes = 600 * KILOBYTE;
  const ways: [name: string, panel: () => Promise<PanelUser>, status: number, detail: string][] = [
    ['in the panel', () => newPanel({}, { limit_mb: 1 }), 403, FULL.panel],
    ['in the folder', () => newPanel({ max_total_mb: 1 }), 403, FULL.folder],
    ['in number', () => newPanel({ max_files: 1 }), 403, "folder 'docs' has reached the maximum of 1 files"],
    ['in the quota of the owner', () => newPanel({}, {}, { storage_quota: MEGABYTE }), 422, 'storage quota exceeded'],
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
      const lost = replies.filter(reply => reply.status !== 200).map(reply => [reply.status, reply.body]);
      assert.deepEqual(lost, Array(99).fill([status, { detail }]));
      assert.deepEqual(await heldBy(panel), { ...nothing, reserved: bytes, announced: 1 });

      // It counts as what it will be, for uploads of every kind.
      refused(await panel.send({ path: 'docs/x' }, { content }), status, detail);
      await panel.refuse(status, detail, 'upload-b64', {
        path: 'docs/x',
        data: Buffer.from(content).toString('base64'),
      });
      const [won] = replies.flatMap(reply => (reply.status === 200 ? [reply.body as Announced] : []));
      assert.ok(won);
      await postRight(won, content);
      assert.equal((succeeded(await complete(panel, won)) as StoredFile).size, bytes);
      assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes });
    });
  }
});

suite('what replaces a file', () => {
  const large = new Uint8Array(900 * KILOBYTE);
  for (const [name, folder, storage, detail] of [
    ['panel', {}, { limit_mb: 1 }, FULL.panel],
    ['folder', { max_total_mb: 1 }, {}, FULL.folder],
  ] as const) {
    test(`makes no room in the ${name} before it is completed`, async () => {
      const panel = await newPanel(folder, storage);
      await panel.upload({ path: 'docs/a.txt' }, { content: large });
      const announced = await announce(panel, 'small', { overwrite: true });
      for (let more = 0; more < 3; more++) await announce(panel, 'small', { overwrite: true });
      await panel.refuseUpload(403, detail, { path: 'docs/b' }, { content: large });
      await panel.refuse(403, detail, 'upload/init', announcement(large, { path: 'docs/b' }));
      await postRight(announced, 'small');
      assert.equal((await complete(panel, announced)).status, 200);
      await panel.upload({ path: 'docs/b' }, { content: large });
      assert.deepEqual(await heldBy(panel), { ...nothing, files: 2, bytes: large.length + 5, announced: 3 });
    });
  }

  test('reserves the difference', async () => {
    const panel = await newPanel({}, { limit_mb: 1 }, { storage_quota: 2 * MEGABYTE });
    await panel.upload({ path: 'docs/a.txt' }, { content: large });
    const whole = new Uint8Array(MEGABYTE);
    const announced = await announce(panel, whole, { overwrite: true });
    assert.deepEqual(await heldBy(panel), {
      files: 1,
      bytes: large.length,
      reserved: MEGABYTE - large.length,
      announced: 1,
    });
    await panel.refuseUpload(403, FULL.panel, { path: 'docs/b' });
    await postRight(announced, whole);
    assert.equal((await complete(panel, announced)).status, 200);
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: MEGABYTE });
  });

  test('needs all of its room when there is nothing to replace any more', async () => {
    const panel = await newPanel({}, {}, { storage_quota: MEGABYTE });
    const { id } = await panel.upload({ path: 'docs/a.txt' }, { content: large });
    const announced = await announce(panel, large, { overwrite: true });
    await postRight(announced, large);
    await panel.ask('delete', { id });
    const other = await panel.upload({ path: 'docs/b' }, { content: large });
    refused(await complete(panel, announced), 422, 'storage quota exceeded');
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: large.length, announced: 1 });
    await panel.ask('delete', { id: other.id });
    assert.equal((await complete(panel, announced)).status, 200);
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: large.length });
  });
});

suite('when the hour is over', () => {
  test('the upload is not found, and all of it is given back', async () => {
    const panel = await newPanel({ max_files: 2, max_total_mb: 1 }, { limit_mb: 1 }, { storage_quota: MEGABYTE });
    const content = new Uint8Array(500 * KILOBYTE);
    const posted = await announce(panel, content, { path: 'docs/posted' });
    const silent = await announce(panel, content, { path: 'docs/silent' });
    await postRight(posted, content);
    await letExpire(posted, silent);
    for (const announced of [posted, silent]) {
      refused(await complete(panel, announced), 404, NOT_FOUND);
      refused(await post(announced, content), 404, NOT_FOUND);
    }
    await discardExpiredUploads(db);
    assert.deepEqual(await heldBy(panel), nothing);
    for (const announced of [posted, silent]) {
      refused(await complete(panel, announced), 404, NOT_FOUND);
      refused(await post(announced, content), 404, NOT_FOUND);
    }
    await panel.upload({ path: 'docs/a' }, { content: new Uint8Array(MEGABYTE) });
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: MEGABYTE });
  });

  test('the bytes go away by themselves, those of others stay', async () => {
    const panel = await newPanel();
    const [gone, open, done] = [
      await announce(panel, 'gone', { path: 'docs/gone' }),
      await announce(panel, 'open', { path: 'docs/open' }),
      await announce(panel, 'done', { path: 'docs/done' }),
    ];
    await Promise.all([postRight(gone, 'gone'), postRight(open, 'open'), postRight(done, 'done')]);
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

  test('while it is being completed: the one or the other', async () => {
    const panel = await newPanel();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => announce(panel, 'content', { path: `docs/${index}` })),
    );
    await Promise.all(all.map(announced => postRight(announced, 'content')));
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
    assert.deepEqual(await heldBy(panel), { ...nothing, files, bytes: 7 * files });
  });
});

test('a panel that is deleted takes its announcements along', async () => {
  const person = await service.person();
  const panel = await makePanel(service, person);
  const announced = await announce(panel, 'content');
  await postRight(announced, 'content');
  await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, person.key);
  refused(await post(announced, 'content'), 404, NOT_FOUND);
  refused(await complete(panel, announced), 404, 'panel not found');
  assert.deepEqual(await heldBy(await makePanel(service, person)), nothing);
});
