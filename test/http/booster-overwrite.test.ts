/** What `overwrite` and `rename` do when there is already a file at the path. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { sql } from 'kysely';
import { deleteTombstonedBlobs } from '../../src/files/tasks.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { makePanel, type PanelUser, refused, type StoredFile, setFolders, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { announce, complete, postSuccessfully } from './direct-uploads.ts';
import { field, file, form, sendForm } from './raw-forms.ts';

const service = await testService();
const { database, blobs } = service.service.system;
const MEGABYTE = 2 ** 20;
const KILOBYTE = 1024;
const TAKEN = "a file 'docs/a.txt' already exists";

async function newPanel(
  folder: object = {},
  storage: { limit_mb?: number } = {},
  options: Record<string, unknown> = {},
) {
  return makePanel(service, await service.person(options), { docs: folder }, storage);
}

const readContent = async ({ url }: StoredFile) => (await fetch(url ?? '')).text();

/** Every way to store a file, here at `docs/a.txt`. */
const ways: [
  name: string,
  store: (panel: PanelUser, text: string, flags: Record<string, boolean>) => Promise<StoredFile>,
][] = [
  [
    'multipart',
    (panel, text, flags) => {
      const sentFlags = Object.entries(flags).map(([name, value]) => [name, String(value)]);
      return panel.upload({ path: 'docs/a.txt', ...Object.fromEntries(sentFlags) }, { content: text });
    },
  ],
  [
    'multipart with the file first',
    async (panel, text, flags) => {
      const sentFlags = Object.entries(flags).map(([name, value]) => field(name, String(value)));
      return succeeded(
        await sendForm(panel, form(file(text), ...sentFlags, field('path', 'docs/a.txt'))),
      ) as StoredFile;
    },
  ],
  [
    'base64',
    (panel, text, flags) =>
      panel.ask('upload-b64', {
        path: 'docs/a.txt',
        data: Buffer.from(text).toString('base64'),
        content_type: 'text/plain',
        ...flags,
      }),
  ],
  [
    'direct upload',
    async (panel, text, flags) => {
      const announced = await announce(panel, text, flags);
      await postSuccessfully(announced, text);
      return succeeded(await complete(panel, announced)) as StoredFile;
    },
  ],
];

for (const [name, store] of ways) {
  suite(name, () => {
    test('a path that is taken is refused, and the file there does not change', async () => {
      const panel = await newPanel();
      const first = await panel.upload({ path: 'docs/a.txt', metadata: '{"a":1}' }, { content: 'first' });
      for (const flags of [{}, { overwrite: false, rename: false }] as Record<string, boolean>[]) {
        await assert.rejects(store(panel, 'second', flags), { message: new RegExp(TAKEN) });
      }
      assert.equal(await readContent(first), 'first');
      assert.deepEqual(
        { ...(await panel.ask('get', { id: first.id })), url: first.url, download_url: first.download_url },
        first,
      );
      assert.deepEqual({ ...(await checkPanelUsage(panel)), announced: 0 }, { ...nothing, files: 1, bytes: 5 });
    });

    test('overwrite keeps id and created, and replaces everything else', async () => {
      const panel = await newPanel({ keep_days: 1 });
      const { collection, key } = await panel.record();
      const record = { record_collection: collection, record_key: key };
      const first = await panel.upload(
        { path: 'docs/a.txt', metadata: '{"a":1}', ...record },
        { content: '%PDF-1.7\n', type: '' },
      );
      const second = await store(panel, 'second', { overwrite: true });
      assert.deepEqual(
        [second.id, second.created, second.path, second.size, second.content_type, second.metadata, second.record],
        [first.id, first.created, 'docs/a.txt', 6, 'text/plain', {}, null],
      );
      assert.ok(second.updated >= first.updated && (second.expires_at ?? '') >= (first.expires_at ?? ''));
      assert.notEqual(second.sha256, first.sha256);
      assert.equal(await readContent(second), 'second');
      assert.equal(await readContent(first), 'second', 'the old link leads to the same file');
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 6 });
    });

    test('overwrite and rename store at the given path if it is free', async () => {
      const panel = await newPanel();
      const { id, path } = await store(panel, 'first', { overwrite: true });
      assert.equal(path, 'docs/a.txt');
      await panel.ask('delete', { id });
      assert.equal((await store(panel, 'first', { rename: true })).path, 'docs/a.txt');
    });

    test('rename uses the first free number', async () => {
      const panel = await newPanel();
      for (const path of ['docs/a.txt', 'docs/a (1).txt', 'docs/a (3).txt', 'docs/a (2)', 'docs/A (2).txt']) {
        await panel.upload({ path });
      }
      const paths = [];
      for (let count = 0; count < 2; count++) paths.push((await store(panel, 'x', { rename: true })).path);
      assert.deepEqual(paths, ['docs/a (2).txt', 'docs/a (4).txt']);
    });

    test('only replacing a file needs the right to delete', async () => {
      const panel = await newPanel({ delete: 'none' });
      await store(panel, 'first', { overwrite: true });
      const detail = "operation 'delete' is disabled for folder 'docs'";
      await assert.rejects(store(panel, 'second', { overwrite: true }), { message: new RegExp(detail) });
      assert.equal((await store(panel, 'second', { rename: true })).path, 'docs/a (1).txt');
      assert.equal((await checkPanelUsage(panel)).bytes, 11);
    });
  });
}

suite('only the difference in size counts against the limit', () => {
  const large = Buffer.alloc(900 * KILOBYTE, 'a');
  const whole = Buffer.alloc(MEGABYTE, 'b');
  const limits: [name: string, panel: () => Promise<PanelUser>][] = [
    ['of the panel', () => newPanel({}, { limit_mb: 1 })],
    ['of the folder', () => newPanel({ max_total_mb: 1, max_files: 1 })],
    ['of the owner', () => newPanel({}, {}, { storage_quota: MEGABYTE })],
  ];
  for (const [name, make] of limits) {
    test(`${name}, in whatever order the fields come`, async () => {
      const panel = await make();
      await panel.upload({ path: 'docs/a' }, { content: new Uint8Array(large) });
      const [path, overwrite] = [field('path', 'docs/a'), field('overwrite', 'true')];
      for (const body of [
        form(path, overwrite, file(whole)),
        form(path, file(large), overwrite),
        form(file(whole), overwrite, path),
      ]) {
        succeeded(await sendForm(panel, body));
      }
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: MEGABYTE });
    });

    test(`${name}, where one byte too many is refused and the old file stays`, async () => {
      const panel = await make();
      const first = await panel.upload({ path: 'docs/a' }, { content: new Uint8Array(large) });
      const more = Buffer.alloc(MEGABYTE + 1);
      const [path, overwrite] = [field('path', 'docs/a'), field('overwrite', 'true')];
      for (const body of [form(path, overwrite, file(more)), form(file(more), overwrite, path)]) {
        const { status } = await sendForm(panel, body);
        assert.ok(status === 403 || status === 422, String(status));
      }
      assert.equal((await readContent(first)).length, large.length);
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: large.length });
    });
  }

  test('after a limit was lowered, where a smaller file may still replace a larger one', async () => {
    const person = await service.person({ storage_quota: 2 * MEGABYTE });
    const panel = await makePanel(service, person, {});
    await panel.upload({ path: 'docs/a' }, { content: new Uint8Array(whole) });
    await setFolders(panel, { docs: { max_total_mb: 1 } }, { limit_mb: 1 });
    await panel.upload({ path: 'other/a' }, { content: '' });
    await service.ask('/api/v1/user/update', { id: person.id, storage_quota: 1000 });
    for (const overwritten of [whole, large, Buffer.from('x'.repeat(2000))]) {
      await panel.upload({ path: 'docs/a', overwrite: 'true' }, { content: new Uint8Array(overwritten) });
    }
    const refusal = await panel.send({ path: 'docs/a', overwrite: 'true' }, { content: 'x'.repeat(2001) });
    refused(refusal, 422, 'storage quota exceeded');
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 2, bytes: 2000 });
  });
});

suite('at the same time', () => {
  test('each of many renames gets a number of its own', COMPLETE_ONLY, async () => {
    const panel = await newPanel();
    await panel.upload({ path: 'docs/a.txt' });
    const renamed = async (count: number) => {
      const files = await Promise.all(
        Array.from({ length: count }, () => panel.upload({ path: 'docs/a.txt', rename: 'true' })),
      );
      return files.map(({ path }) => Number(/^docs\/a \((\d+)\)\.txt$/.exec(path)?.[1])).sort((one, two) => one - two);
    };
    assert.deepEqual(await renamed(2), [1, 2]);
    assert.deepEqual(
      await renamed(20),
      Array.from({ length: 20 }, (_, index) => index + 3),
    );
    assert.equal((await checkPanelUsage(panel)).files, 23);
  });

  test('ten overwrites give one file, which comes from one request entirely', COMPLETE_ONLY, async () => {
    for (const isThere of [false, true]) {
      const panel = await newPanel();
      if (isThere) await panel.upload({ path: 'docs/a' });
      const files = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          panel.upload(
            { path: 'docs/a', overwrite: 'true', metadata: `{"from":${index}}` },
            { content: String(index).repeat(100 + index) },
          ),
        ),
      );
      assert.equal(new Set(files.map(({ id }) => id)).size, 1);
      const last = await panel.ask('get', { path: 'docs/a' });
      const { from } = last.metadata as { from: number };
      assert.equal(last.size, 100 + from);
      assert.equal(await readContent(last), String(from).repeat(100 + from));
      assert.equal(last.sha256, files[from]?.sha256);
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 100 + from });
    }
    await sql`UPDATE blob_tombstones SET created_at = now() - interval '2 minutes'`.execute(database.query);
    await deleteTombstonedBlobs(database.query, blobs, new AbortController().signal);
    const named = await database.query.selectFrom('booster_files').select('blob_key').execute();
    const blobKeys = await Array.fromAsync(blobs.list(), ({ key }) => key);
    const announced = await database.query.selectFrom('booster_uploads').select('blob_key').execute();
    const known = new Set([...named, ...announced].map(({ blob_key }) => blob_key));
    assert.deepEqual(
      blobKeys.filter(key => !known.has(key)),
      [],
      'no blob is left but those of files',
    );
    for (const { blob_key } of named) assert.ok(blobKeys.some(key => key === blob_key));
  });

  test('one of ten uploads to one path is stored, and the others find it taken', async () => {
    const panel = await newPanel();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => panel.send({ path: 'docs/a.txt' }, { content: 'x'.repeat(index + 1) })),
    );
    const lost = replies.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body]);
    assert.deepEqual(lost, Array(9).fill([409, { detail: TAKEN }]));
    assert.equal((await checkPanelUsage(panel)).files, 1);
  });
});

test('a name that is too long for a number to be added is refused', async () => {
  const panel = await newPanel();
  const path = `docs/${'x'.repeat(507)}`;
  assert.equal((await panel.upload({ path, rename: 'true' })).path, path);
  await panel.refuseUpload(422, 'validation error', { path, rename: 'true' });
  assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 1 });
});
