/** The counters of panel files stay correct whatever happens to the files at once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Person, testService } from '../support/service.ts';
import { changePanel, makePanel, type PanelUser, RECORDS, type StoredFile } from './booster-panels.ts';
import { checkPanelUsage } from './booster-remains.ts';

const service = await testService();
const { query: db } = service.service.system.database;

/** Returns the same sequence for the same seed, so that a failure can be reproduced as far as the races allow. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** There are few folders, so that simultaneous actions collide. */
const FOLDERS = ['a', 'b', 'c'];
const DIRECTORIES = [...FOLDERS, 'a/x', 'a/x/y', 'b/x', 'c/x/y/z'];
const settings = { a: { max_files: 12 }, b: { max_total_mb: 1 }, c: { keep_without_record: true } };

interface Scene {
  panel: PanelUser;
  records: { collection: string; key: string }[];
}

async function findFileIds(panel: PanelUser): Promise<string[]> {
  const rows = await db.selectFrom('booster_files').select('id').where('panel_id', '=', panel.id).execute();
  return rows.map(({ id }) => id);
}

/** Performs a random action on random files and paths. Returns the name of the action and its status. */
async function act({ panel, records }: Scene, random: (below: number) => number): Promise<string> {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];
  const path = () => `${pick(DIRECTORIES)}/${random(4)}.txt`;
  const ids = await findFileIds(panel);
  const id = pick(ids);
  const record = pick(records);
  const content = 'x'.repeat([0, 1, 1000, 300_000][random(4)] ?? 0);
  const fields = {
    path: path(),
    ...(random(3) === 0 && record && { record_collection: record.collection, record_key: record.key }),
  };
  const actions: [name: string, perform: () => Promise<{ status: number; body: unknown }>][] = [
    ['upload', () => panel.send(fields, { content })],
    ['upload', () => panel.send(fields, { content })],
    ['overwrite', () => panel.send({ ...fields, overwrite: 'true' }, { content })],
    ['rename', () => panel.send({ ...fields, rename: 'true' }, { content })],
    ['upload-b64', () => panel.call('upload-b64', { path: path(), data: btoa(content), overwrite: true })],
    ['move', () => panel.call('update', { id, path: path() })],
    ['move', () => panel.call('update', { id, path: path(), metadata: { n: random(9) } })],
    ['link', () => panel.call('update', { id, ...(record && { record }) })],
    ['unlink', () => panel.call('update', { id, unlink_record: true })],
    ['delete', () => panel.call('delete', { id })],
    ['delete-many', () => panel.call('delete-many', { ids: [id, pick(ids), pick(ids)] })],
    ['record', () => panel.call('delete', { key: record?.key }, RECORDS)],
    ['direct', () => uploadDirectly(panel, path(), content)],
  ];
  const chosen = pick(actions);
  assert.ok(chosen);
  const [name, perform] = chosen;
  const { status, body } = await perform();
  assert.ok([200, 403, 404, 409, 422].includes(status), `${name}: ${status} ${JSON.stringify(body)}`);
  return `${name} ${status}`;
}

/** Announces, posts and completes a direct upload, or stops at the first refusal. */
async function uploadDirectly(panel: PanelUser, path: string, content: string) {
  const init = await panel.call('upload/init', {
    path,
    content_type: 'text/plain',
    size: content.length,
    overwrite: true,
  });
  if (init.status !== 200) return init;
  const { upload_id, url, fields } = init.body as { upload_id: string; url: string; fields: Record<string, string> };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'text/plain' }), 'file');
  await (await fetch(url, { method: 'POST', body: form })).text();
  return panel.call('upload/complete', { upload_id });
}

async function actRandomly(
  scenes: readonly Scene[],
  seed: number,
  { clientCount = 8, actionCount = 16 } = {},
): Promise<Set<string>> {
  const done = new Set<string>();
  const clients = scenes.flatMap((scene, index) =>
    Array.from({ length: clientCount }, async (_, client) => {
      const random = randomFrom(seed + index * 1000 + client);
      for (let time = 0; time < actionCount; time++) done.add(await act(scene, random));
    }),
  );
  await Promise.all(clients);
  return done;
}

async function createScene(owner: Person, given: object = {}): Promise<Scene> {
  const panel = await makePanel(service, owner, settings, { limit_mb: 3, ...given });
  const records = await Promise.all(Array.from({ length: 6 }, () => panel.record()));
  return { panel, records };
}

/** Checks that the API reports the same numbers and contents as the rows. */
async function checkCounters({ panel }: Scene): Promise<void> {
  const { files, bytes } = await checkPanelUsage(panel);
  const rows = await db.selectFrom('booster_files').selectAll().where('panel_id', '=', panel.id).execute();
  const usage = await panel.ask<{ files: number; size: number; folders: Record<string, number> }>('usage');
  assert.deepEqual([usage.files, usage.size], [files, bytes]);
  for (const folder of FOLDERS) {
    const inside = rows.filter(row => row.folder === folder);
    assert.equal(await panel.ask('count', { folder }), inside.length);
    const size = inside.reduce((sum, row) => sum + row.size, 0);
    assert.equal(usage.folders[folder], inside.length === 0 ? undefined : size);
  }
  assert.ok(rows.filter(({ folder }) => folder === 'a').length <= 12, 'no more files than the folder takes');
  assert.ok((usage.folders.b ?? 0) <= 2 ** 20, 'no more bytes than the folder takes');
  assert.ok(usage.size <= 3 * 2 ** 20, 'no more bytes than the panel takes');
  const place = { recursive: true, params: { limit_to: 1000 } };
  const listings = FOLDERS.map(folder => panel.ask<{ files: StoredFile[] }>('list', { folder, ...place }));
  for (const { files } of await Promise.all(listings)) {
    for (const { url, size } of files) {
      assert.equal((await (await fetch(String(url))).text()).length, size);
    }
  }
}

suite('simultaneous random changes leave correct counters', () => {
  for (const seed of [1, 2, 3]) {
    test(`in one panel (seed ${seed})`, async () => {
      const scene = await createScene(await service.person());
      const done = await actRandomly([scene], seed);
      await checkCounters(scene);
      assert.ok(done.size > 10, [...done].join(', '));
    });
  }

  test('in two panels of an owner with a small quota', async () => {
    const owner = await service.person({ storage_quota: 2 * 2 ** 20 });
    const scenes = [await createScene(owner), await createScene(owner)];
    await actRandomly(scenes, 4, { clientCount: 5 });
    for (const scene of scenes) await checkCounters(scene);
    const { storage_used } = await db
      .selectFrom('users')
      .select('storage_used')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    assert.ok(storage_used <= 2 * 2 ** 20);
  });

  test('while the panel moves to an organization and back', async () => {
    const owner = await service.person();
    const organization_id = await service.organization([{ person: owner, write: true }]);
    const scene = await createScene(owner);
    const acting = actRandomly([scene], 5, { clientCount: 5 });
    for (let time = 0; time < 6; time++) {
      await changePanel(scene.panel, { organization_id: time % 2 === 0 ? organization_id : null });
    }
    await acting;
    await checkCounters(scene);
    await changePanel(scene.panel, { organization_id });
    await checkCounters(scene);
    const { storage_used } = await db
      .selectFrom('users')
      .select('storage_used')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    const reserved = await db.selectFrom('reservations').select('amount').where('user_id', '=', owner.id).execute();
    assert.equal(
      storage_used,
      reserved.reduce((sum, { amount }) => sum + amount, 0),
      'nothing is left with the owner',
    );
  });

  test('and nothing remains after all of it is deleted', async () => {
    const owner = await service.person();
    const scene = await createScene(owner);
    await actRandomly([scene], 6, { actionCount: 10 });
    const ids = await findFileIds(scene.panel);
    await Promise.all(ids.map(id => scene.panel.call('delete', { id })));
    await checkCounters(scene);
    assert.deepEqual(await scene.panel.ask('list'), { files: [], folders: [] });
    await service.ask(`/api/v1/panel/delete?entity_id=${scene.panel.id}`, {}, owner.key);
    const { storage_used } = await db
      .selectFrom('users')
      .select('storage_used')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    assert.equal(storage_used, 0);
  });
});
