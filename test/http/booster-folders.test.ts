/** Which files the settings of folders and panels accept, tested for every way to upload. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { casesOf } from '../support/tiers.ts';
import { doors, type Sent } from './booster-doors.ts';
import { makePanel, type PanelUser, refused, type StoredFile, setFolders, succeeded } from './booster-panels.ts';
import { checkPanelUsage } from './booster-remains.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '2' });
const MEGABYTE = 2 ** 20;
const makeBytes = (count: number) => new Uint8Array(count).fill(97);

/** Creates a panel with its own owner and these settings for `docs`. */
async function createPanel(folder: object = {}, storage: { limit_mb?: number } = {}): Promise<PanelUser> {
  return makePanel(service, await service.person(), { docs: folder }, storage);
}

for (const { name, store } of casesOf(doors, (_, index) => index === 0)) {
  suite(`by ${name}`, () => {
    const storeSuccessfully = async (panel: PanelUser, sent: Sent) => succeeded(await store(panel, sent)) as StoredFile;
    /** Checks that the upload is refused and changes nothing. */
    const checkRefused = async (panel: PanelUser, sent: Sent, status: number, detail: string) => {
      const before = await checkPanelUsage(panel);
      refused(await store(panel, sent), status, detail);
      const after = await checkPanelUsage(panel);
      // The announcement of a direct upload remains if the completion fails.
      assert.deepEqual({ ...after, reserved: 0, announced: 0 }, { ...before, reserved: 0, announced: 0 });
    };

    test('the level none refuses everyone, but only in its folder', async () => {
      const panel = await createPanel({ upload: 'none' });
      await checkRefused(panel, { path: 'docs/a' }, 403, "operation 'upload' is disabled for folder 'docs'");
      await checkRefused(panel, { path: 'docs/sub/a' }, 403, "operation 'upload' is disabled for folder 'docs'");
      await storeSuccessfully(panel, { path: 'docs2/a' });
    });

    test('every other level accepts uploads, whatever the levels of other operations', async () => {
      const panel = await createPanel();
      for (const upload of ['owner', 'users', 'public', undefined]) {
        await setFolders(panel, { docs: { upload, read: 'none', list: 'none', update: 'none', delete: 'none' } });
        await storeSuccessfully(panel, { path: `docs/${upload}` });
      }
    });

    test('the settings of * apply to all folders without settings, and are not merged', async () => {
      const panel = await createPanel();
      await setFolders(panel, { '*': { upload: 'none', types: ['image/*'] }, docs: { max_files: 9 } });
      await checkRefused(panel, { path: 'other/a' }, 403, "operation 'upload' is disabled for folder 'other'");
      await storeSuccessfully(panel, { path: 'docs/a' });
    });

    test('types limits the accepted types', async () => {
      const panel = await createPanel({ types: ['image/*', 'application/pdf', '.csv'] });
      const refusal = (type: string) => `folder 'docs' does not accept ${type} files`;
      await storeSuccessfully(panel, {
        path: 'docs/a.gif',
        content: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
        type: 'image/gif',
      });
      await storeSuccessfully(panel, { path: 'docs/a', content: '%PDF-1.7\n', type: 'application/pdf' });
      await storeSuccessfully(panel, { path: 'docs/A.CSV', content: 'a,b', type: 'text/csv' });
      await storeSuccessfully(panel, { path: 'docs/b.csv', content: 'a,b', type: 'application/octet-stream' });
      await checkRefused(panel, { path: 'docs/b.txt' }, 422, refusal('text/plain'));
      await checkRefused(
        panel,
        { path: 'docs/c.csv', content: '<!doctype html><p>', type: 'text/csv' },
        422,
        refusal('text/html'),
      );
      await checkRefused(panel, { path: 'docs/csv', content: 'a,b', type: 'text/csv' }, 422, refusal('text/csv'));
      await checkRefused(
        panel,
        { path: 'docs/b.csv.txt', content: 'a,b', type: 'text/csv;x=.csv' },
        422,
        refusal('text/csv'),
      );
      await checkRefused(
        panel,
        { path: 'docs/x.gif', content: '<p>hello</p>', type: 'text/html' },
        422,
        refusal('text/html'),
      );
      await setFolders(panel, { docs: { types: [] } });
      await checkRefused(panel, { path: 'docs/b.txt' }, 422, refusal('text/plain'));
    });

    test('a file whose content does not have its declared type is refused', async () => {
      const panel = await createPanel({ types: ['text/plain', 'image/*'] });
      const page = { content: '<html><script>alert(1)</script></html>' };
      await checkRefused(
        panel,
        { path: 'docs/a.txt', ...page, type: 'text/plain' },
        422,
        "folder 'docs' does not accept text/html files",
      );
      await checkRefused(
        panel,
        { path: 'docs/a.png', ...page, type: 'image/png' },
        422,
        'the file content is text/html, not image/png',
      );
      await checkRefused(panel, { path: 'docs/a.png', type: 'image/png' }, 422, 'the file content is not image/png');
    });

    test('max_file_mb limits files in the folder, but can not exceed the general limit', async () => {
      const panel = await createPanel({ max_file_mb: 1 });
      await storeSuccessfully(panel, { path: 'docs/a', content: makeBytes(MEGABYTE) });
      await checkRefused(
        panel,
        { path: 'docs/b', content: makeBytes(MEGABYTE + 1) },
        422,
        'the file is larger than 1 MB',
      );
      await storeSuccessfully(panel, { path: 'other/b', content: makeBytes(MEGABYTE + 1) });
      await setFolders(panel, { docs: { max_file_mb: 50 } });
      await checkRefused(
        panel,
        { path: 'docs/b', content: makeBytes(2 * MEGABYTE + 1) },
        422,
        'the file is larger than 2 MB',
      );
    });

    test('max_files counts the folder and its sub-folders, and a deletion frees room', async () => {
      const panel = await createPanel({ max_files: 2 });
      const full = "folder 'docs' has reached the maximum of 2 files";
      const { id } = await storeSuccessfully(panel, { path: 'docs/a' });
      await storeSuccessfully(panel, { path: 'docs/sub/sub/b' });
      await checkRefused(panel, { path: 'docs/c' }, 403, full);
      await checkRefused(panel, { path: 'docs/a', rename: true }, 403, full);
      await checkRefused(panel, { path: 'docs/sub/sub/c', overwrite: true }, 403, full);
      await storeSuccessfully(panel, { path: 'docs/a', overwrite: true });
      await storeSuccessfully(panel, { path: 'docs2/a' });
      await panel.ask('delete', { id });
      await storeSuccessfully(panel, { path: 'docs/c' });
    });

    test('max_total_mb is exact to the byte', async () => {
      const panel = await createPanel({ max_total_mb: 1 });
      const full = "folder 'docs' is full";
      await storeSuccessfully(panel, { path: 'docs/a', content: makeBytes(MEGABYTE - 10) });
      await checkRefused(panel, { path: 'docs/b', content: makeBytes(11) }, 403, full);
      const { id } = await storeSuccessfully(panel, { path: 'docs/sub/b', content: makeBytes(10) });
      await checkRefused(panel, { path: 'docs/c' }, 403, full);
      await storeSuccessfully(panel, { path: 'docs/empty', content: '' });
      await storeSuccessfully(panel, { path: 'docs2/c' });
      await panel.ask('delete', { id });
      await storeSuccessfully(panel, { path: 'docs/c', content: makeBytes(10) });
    });

    test('limit_mb is exact to the byte over all folders, and 0 means no limit', async () => {
      const panel = await createPanel({}, { limit_mb: 1 });
      const full = 'the file storage of this panel is full';
      await storeSuccessfully(panel, { path: 'docs/a', content: makeBytes(MEGABYTE - 10) });
      await checkRefused(panel, { path: 'other/b', content: makeBytes(11) }, 403, full);
      await storeSuccessfully(panel, { path: 'other/b', content: makeBytes(10) });
      await checkRefused(panel, { path: 'docs/c' }, 403, full);
      await storeSuccessfully(panel, { path: 'docs/empty', content: '' });
      assert.equal((await panel.ask<{ limit: number }>('usage')).limit, MEGABYTE);
      await setFolders(panel, {}, { limit_mb: 0 });
      await storeSuccessfully(panel, { path: 'docs/c', content: makeBytes(2 * MEGABYTE) });
      assert.equal((await panel.ask<{ limit: number }>('usage')).limit, 0);
    });

    test('record_required refuses files without a record', async () => {
      const panel = await createPanel({ record_required: true });
      const record = await panel.record();
      await checkRefused(panel, { path: 'docs/a' }, 422, 'files in this folder must belong to a database record');
      assert.deepEqual((await storeSuccessfully(panel, { path: 'docs/a', record })).record, record);
      const without: Sent = { path: 'docs/a', overwrite: true };
      await checkRefused(panel, without, 422, 'files in this folder must belong to a database record');
      await storeSuccessfully(panel, { path: 'other/a' });
    });
  });
}

suite('when disabled', () => {
  test('the file storage of a panel still accepts files from the API', async () => {
    const panel = await createPanel();
    await setFolders(panel, {}, { enabled: false });
    for (const { store } of doors) succeeded(await store(panel, { path: 'docs/a', rename: true }));
    assert.equal((await checkPanelUsage(panel)).files, doors.length);
  });

  test('a panel accepts no files', async () => {
    const person = await service.person();
    const panel = await makePanel(service, person, {}, { enabled: false });
    for (const { store } of doors) refused(await store(panel, { path: 'docs/a' }), 404, 'panel not found');
    assert.equal((await checkPanelUsage(panel)).files, 0);
  });
});
