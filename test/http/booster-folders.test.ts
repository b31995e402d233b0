/** What the settings of folders and panels allow to come in, at every door. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { doors, type Sent } from './booster-doors.ts';
import { makePanel, type PanelUser, refused, type StoredFile, setFolders, succeeded } from './booster-panels.ts';
import { heldBy } from './booster-remains.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '2' });
const MEGABYTE = 2 ** 20;
const bytes = (count: number) => new Uint8Array(count).fill(97);

/** Of an owner of its own, with these settings for `docs`. */
async function newPanel(folder: object = {}, storage: { limit_mb?: number } = {}): Promise<PanelUser> {
  return makePanel(service, await service.person(), { docs: folder }, storage);
}

for (const { name, store } of doors) {
  suite(name, () => {
    const right = async (panel: PanelUser, sent: Sent) => succeeded(await store(panel, sent)) as StoredFile;
    /** Refused, and everything is as it was. */
    const wrong = async (panel: PanelUser, sent: Sent, status: number, detail: string) => {
      const before = await heldBy(panel);
      refused(await store(panel, sent), status, detail);
      const after = await heldBy(panel);
      // Of a direct upload that fails when it is completed, the announcement stays.
      assert.deepEqual({ ...after, reserved: 0, announced: 0 }, { ...before, reserved: 0, announced: 0 });
    };

    test('none is for everyone, and for this folder alone', async () => {
      const panel = await newPanel({ upload: 'none' });
      await wrong(panel, { path: 'docs/a' }, 403, "operation 'upload' is disabled for folder 'docs'");
      await wrong(panel, { path: 'docs/sub/a' }, 403, "operation 'upload' is disabled for folder 'docs'");
      await right(panel, { path: 'docs2/a' });
    });

    test('every other level lets the API store, and no other operation is asked for', async () => {
      const panel = await newPanel();
      for (const upload of ['owner', 'users', 'public', undefined]) {
        await setFolders(panel, { docs: { upload, read: 'none', list: 'none', update: 'none', delete: 'none' } });
        await right(panel, { path: `docs/${upload}` });
      }
    });

    test('the settings of * are for all other folders, and are not merged', async () => {
      const panel = await newPanel();
      await setFolders(panel, { '*': { upload: 'none', types: ['image/*'] }, docs: { max_files: 9 } });
      await wrong(panel, { path: 'other/a' }, 403, "operation 'upload' is disabled for folder 'other'");
      await right(panel, { path: 'docs/a' });
    });

    test('types', async () => {
      const panel = await newPanel({ types: ['image/*', 'application/pdf', '.csv'] });
      const refusal = (type: string) => `folder 'docs' does not accept ${type} files`;
      await right(panel, {
        path: 'docs/a.gif',
        content: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
        type: 'image/gif',
      });
      await right(panel, { path: 'docs/a', content: '%PDF-1.7\n', type: 'application/pdf' });
      await right(panel, { path: 'docs/A.CSV', content: 'a,b', type: 'text/csv' });
      await right(panel, { path: 'docs/b.csv', content: 'a,b', type: 'application/octet-stream' });
      await wrong(panel, { path: 'docs/b.txt' }, 422, refusal('text/plain'));
      await wrong(
        panel,
        { path: 'docs/c.csv', content: '<!doctype html><p>', type: 'text/csv' },
        422,
        refusal('text/html'),
      );
      await wrong(panel, { path: 'docs/csv', content: 'a,b', type: 'text/csv' }, 422, refusal('text/csv'));
      await wrong(panel, { path: 'docs/b.csv.txt', content: 'a,b', type: 'text/csv;x=.csv' }, 422, refusal('text/csv'));
      await wrong(panel, { path: 'docs/x.gif', content: '<p>hello</p>', type: 'text/html' }, 422, refusal('text/html'));
      await setFolders(panel, { docs: { types: [] } });
      await wrong(panel, { path: 'docs/b.txt' }, 422, refusal('text/plain'));
    });

    test('what only pretends to be of a type that is accepted', async () => {
      const panel = await newPanel({ types: ['text/plain', 'image/*'] });
      const page = { content: '<html><script>alert(1)</script></html>' };
      await wrong(
        panel,
        { path: 'docs/a.txt', ...page, type: 'text/plain' },
        422,
        "folder 'docs' does not accept text/html files",
      );
      await wrong(
        panel,
        { path: 'docs/a.png', ...page, type: 'image/png' },
        422,
        'the file content is text/html, not image/png',
      );
      await wrong(panel, { path: 'docs/a.png', type: 'image/png' }, 422, 'the file content is not image/png');
    });

    test('max_file_mb: the folder’s limit, and never more than the general one', async () => {
      const panel = await newPanel({ max_file_mb: 1 });
      await right(panel, { path: 'docs/a', content: bytes(MEGABYTE) });
      await wrong(panel, { path: 'docs/b', content: bytes(MEGABYTE + 1) }, 422, 'the file is larger than 1 MB');
      await right(panel, { path: 'other/b', content: bytes(MEGABYTE + 1) });
      await setFolders(panel, { docs: { max_file_mb: 50 } });
      await wrong(panel, { path: 'docs/b', content: bytes(2 * MEGABYTE + 1) }, 422, 'the file is larger than 2 MB');
    });

    test('max_files: in the folder and below it, and room again when one is gone', async () => {
      const panel = await newPanel({ max_files: 2 });
      const full = "folder 'docs' has reached the maximum of 2 files";
      const { id } = await right(panel, { path: 'docs/a' });
      await right(panel, { path: 'docs/sub/sub/b' });
      await wrong(panel, { path: 'docs/c' }, 403, full);
      await wrong(panel, { path: 'docs/a', rename: true }, 403, full);
      await wrong(panel, { path: 'docs/sub/sub/c', overwrite: true }, 403, full);
      await right(panel, { path: 'docs/a', overwrite: true });
      await right(panel, { path: 'docs2/a' });
      await panel.ask('delete', { id });
      await right(panel, { path: 'docs/c' });
    });

    test('max_total_mb: to the byte', async () => {
      const panel = await newPanel({ max_total_mb: 1 });
      const full = "folder 'docs' is full";
      await right(panel, { path: 'docs/a', content: bytes(MEGABYTE - 10) });
      await wrong(panel, { path: 'docs/b', content: bytes(11) }, 403, full);
      const { id } = await right(panel, { path: 'docs/sub/b', content: bytes(10) });
      await wrong(panel, { path: 'docs/c' }, 403, full);
      await right(panel, { path: 'docs/empty', content: '' });
      await right(panel, { path: 'docs2/c' });
      await panel.ask('delete', { id });
      await right(panel, { path: 'docs/c', content: bytes(10) });
    });

    test('limit_mb: over all folders, to the byte; 0 is none', async () => {
      const panel = await newPanel({}, { limit_mb: 1 });
      const full = 'the file storage of this panel is full';
      await right(panel, { path: 'docs/a', content: bytes(MEGABYTE - 10) });
      await wrong(panel, { path: 'other/b', content: bytes(11) }, 403, full);
      await right(panel, { path: 'other/b', content: bytes(10) });
      await wrong(panel, { path: 'docs/c' }, 403, full);
      await right(panel, { path: 'docs/empty', content: '' });
      assert.equal((await panel.ask<{ limit: number }>('usage')).limit, MEGABYTE);
      await setFolders(panel, {}, { limit_mb: 0 });
      await right(panel, { path: 'docs/c', content: bytes(2 * MEGABYTE) });
      assert.equal((await panel.ask<{ limit: number }>('usage')).limit, 0);
    });

    test('record_required', async () => {
      const panel = await newPanel({ record_required: true });
      const record = await panel.record();
      await wrong(panel, { path: 'docs/a' }, 422, 'files in this folder must belong to a database record');
      assert.deepEqual((await right(panel, { path: 'docs/a', record })).record, record);
      const without: Sent = { path: 'docs/a', overwrite: true };
      await wrong(panel, without, 422, 'files in this folder must belong to a database record');
      await right(panel, { path: 'other/a' });
    });
  });
}

suite('switched off', () => {
  test('the file storage of a panel serves the API all the same', async () => {
    const panel = await newPanel();
    await setFolders(panel, {}, { enabled: false });
    for (const { store } of doors) succeeded(await store(panel, { path: 'docs/a', rename: true }));
    assert.equal((await heldBy(panel)).files, doors.length);
  });

  test('a panel does not', async () => {
    const person = await service.person();
    const panel = await makePanel(service, person, {}, { enabled: false });
    for (const { store } of doors) refused(await store(panel, { path: 'docs/a' }), 404, 'panel not found');
    assert.equal((await heldBy(panel)).files, 0);
  });
});
