/** Tests uploads in the console: over a connection that breaks, into paths that are taken, and with pauses. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makePanel, type PanelUser, type StoredFile } from '../http/booster-panels.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { openUnsteadyProxy } from './support/unsteady-proxy.ts';

/** A third of what an installation grants by default: a folder must pass within it, so nothing may ask twice per file. */
const REQUESTS_PER_MINUTE = 200;
const FILES = REQUESTS_PER_MINUTE / 2;

const app = await openConsole({
  HEDDLE_RATE_LIMITS: 'on',
  HEDDLE_REQUESTS_DEFAULT: String(REQUESTS_PER_MINUTE),
});
const { service } = app;

/** What Chromium writes when the proxy breaks a connection, and when the service refuses a request. */
const BROKEN = /net::ERR_/;
const refusedWith = (status: number) => new RegExp(`status of ${status}`);

/** A file on its way, in the form of the API or past it. */
const UPLOADING = /^POST \/api\/v3\/booster\/storage\/(private\/)?upload(\/[0-9a-f-]{36})? /;

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads', exact: true });

async function openFiles(page: Page, url: string, panel: PanelUser, directory = ''): Promise<void> {
  await page.goto(`${url}/panels/${panel.id}/files${directory && `?folder=${encodeURIComponent(directory)}`}`);
}

async function choose(page: Page, kind: 'Files' | 'A folder', chosen: string | string[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  const opened = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  await (await opened).setFiles(chosen);
}

/** Creates files on disk, and returns the folder that has them. */
async function createFiles(t: TestContext, files: ReadonlyMap<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-uploads-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

/** The hashes of all files of the panel, by their paths. */
async function readHashes(panel: PanelUser, folder: string): Promise<Record<string, string>> {
  const { files } = await panel.ask<{ files: StoredFile[] }>('list', {
    folder,
    recursive: true,
    links: false,
    params: { limit_to: 1000 },
  });
  return Object.fromEntries(files.map(file => [file.path, file.sha256]).sort());
}

function hashAll(files: ReadonlyMap<string, string | Buffer>, directory = ''): Record<string, string> {
  return Object.fromEntries([...files].map(([name, content]) => [directory + name, hash('sha256', content)]).sort());
}

suite('uploads', { skip: app.skip }, () => {
  test('of a folder of many files survive a broken connection and a change of pages, and store nothing twice', async t => {
    const ann = await app.person({ name: 'Ann' });
    const panel = await makePanel(service, ann);
    const files = new Map<string, string>([['photos/empty.txt', '']]);
    while (files.size < FILES) files.set(`photos/${files.size % 7}/file ${files.size}.txt`, `content ${files.size}`);
    const folder = await createFiles(t, files);
    const proxy = await openUnsteadyProxy(service.url);
    t.after(() => proxy.close());
    // After the break, the console looks which of the four files on their way were stored, and finds one.
    const page = await app.page(t, { as: ann, expected: [BROKEN, refusedWith(404)] });
    await openFiles(page, proxy.url, panel);
    proxy.cutAfter(/^POST \/api\/v3\/booster\/storage\/private\/upload /, 30);
    await choose(page, 'A folder', path.join(folder, 'photos'));
    await tray(page).getByText('Heddle can not be reached. The uploads continue when it is back.').waitFor();
    assert.equal(proxy.lost, 1);
    await proxy.mend();
    await page.getByRole('link', { name: 'Workflows', exact: true }).click();
    await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    await tray(page).getByText(`${FILES} of ${FILES} files`).waitFor();
    await tray(page).getByRole('status').getByText(`${FILES} files stored`).waitFor();
    assert.deepEqual(await readHashes(panel, 'photos'), hashAll(files));
    await tray(page).getByRole('button', { name: 'Close' }).click();
    await tray(page).waitFor({ state: 'detached' });
  });

  test('into paths that are taken ask once for all, and what is refused says why', async t => {
    const ann = await app.person();
    const panel = await makePanel(service, ann, { '*': {}, fixed: { delete: 'none' } });
    for (const name of ['docs/a.txt', 'docs/b.txt', 'docs/c.txt', 'fixed/a.txt']) {
      await panel.upload({ path: name }, { content: 'old' });
    }
    const files = new Map(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'not#allowed.txt'].map(name => [name, `new ${name}`]));
    const folder = await createFiles(t, files);
    const chosen = [...files.keys()].map(name => path.join(folder, name));
    const page = await app.page(t, { as: ann, expected: [refusedWith(409), refusedWith(422)] });
    await openFiles(page, service.url, panel, 'docs');
    await choose(page, 'Files', chosen);
    const conflicts = (count: string) => tray(page).getByRole('region', { name: `${count} already` });
    await conflicts('3 files exist').waitFor();
    await tray(page).getByText('1 failed').waitFor();
    await tray(page).getByText('1 of 5 files').waitFor();
    await tray(page).getByRole('button', { name: 'Show the files' }).click();
    await tray(page)
      .getByText(`path segments cannot contain control characters or any of / \\ : * ? " < > | # % '`)
      .waitFor();
    await checkAccessibility(page);
    await tray(page).getByRole('button', { name: 'Skip: docs/c.txt' }).click();
    await conflicts('2 files exist').getByRole('button', { name: 'Keep both for all' }).click();
    await tray(page).getByText('Stored as a (1).txt').waitFor();
    await tray(page).getByText('Stored as b (1).txt').waitFor();
    const old = hash('sha256', 'old');
    assert.deepEqual(await readHashes(panel, 'docs'), {
      'docs/a (1).txt': hash('sha256', 'new a.txt'),
      'docs/a.txt': old,
      'docs/b (1).txt': hash('sha256', 'new b.txt'),
      'docs/b.txt': old,
      'docs/c.txt': old,
      'docs/d.txt': hash('sha256', 'new d.txt'),
    });
    await tray(page).getByRole('button', { name: 'Close' }).click();

    await choose(page, 'Files', chosen.slice(0, 3));
    await conflicts('3 files exist').getByRole('button', { name: 'Overwrite all' }).click();
    await tray(page).getByText('3 of 3 files').waitFor();
    const hashes = await readHashes(panel, 'docs');
    for (const name of ['a.txt', 'b.txt', 'c.txt']) assert.equal(hashes[`docs/${name}`], hash('sha256', `new ${name}`));

    await page.setViewportSize({ width: 360, height: 740 });
    await openFiles(page, service.url, panel, 'fixed');
    await choose(page, 'Files', chosen.slice(0, 1));
    const only = tray(page).getByRole('region', { name: 'A file exists already at its path.' });
    await only.getByRole('button', { name: 'Skip' }).waitFor();
    assert.ok(await only.getByRole('button', { name: 'Overwrite' }).isDisabled(), 'its folder keeps what it has');
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    await checkAccessibility(page);
    await only.getByRole('button', { name: 'Skip' }).click();
    await tray(page).getByRole('status').getByText('Nothing was stored').waitFor();
  });

  test('of a large file can be paused, and go on after a sign-in', async t => {
    const ann = await app.person();
    const panel = await makePanel(service, ann);
    const files = new Map([['large.bin', Buffer.alloc(24_000_000, 'large')]]);
    const folder = await createFiles(t, new Map([...files, ['other.bin', Buffer.alloc(24_000_000, 'other')]]));
    const proxy = await openUnsteadyProxy(service.url);
    t.after(() => proxy.close());
    const page = await app.page(t, { as: ann, expected: [BROKEN, refusedWith(401)] });
    await openFiles(page, proxy.url, panel, 'docs');
    proxy.hold(UPLOADING, 6_000_000);
    await choose(page, 'Files', path.join(folder, 'large.bin'));
    await tray(page).getByRole('button', { name: 'Show the files' }).click();
    const progress = tray(page).getByRole('progressbar', { name: 'docs/large.bin' });
    await progress.and(page.locator('[aria-valuenow]:not([aria-valuenow="0"])')).waitFor();
    assert.ok(Number(await progress.getAttribute('aria-valuenow')) < 100);
    await tray(page).getByRole('button', { name: 'Pause: docs/large.bin' }).click();
    await tray(page).getByText('Paused', { exact: true }).waitFor();
    proxy.release();
    assert.deepEqual(await readHashes(panel, 'docs'), {});

    await service.service.system.background.pool.query('DELETE FROM sessions WHERE user_id = $1', [ann.id]);
    // Whatever the page reads at this moment may hear of it first, and then the dialog is in front of the button.
    await tray(page).getByRole('button', { name: 'Resume: docs/large.bin' }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(ann.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await tray(page).getByText('1 of 1 file').waitFor();
    assert.deepEqual(await readHashes(panel, 'docs'), hashAll(files, 'docs/'));

    proxy.hold(UPLOADING, 6_000_000);
    await choose(page, 'Files', [path.join(folder, 'other.bin')]);
    await tray(page).getByText('0 of 1 file').waitFor();
    await tray(page).getByRole('button', { name: 'Stop all' }).click();
    await page.getByRole('dialog', { name: 'Stop uploading?' }).getByRole('button', { name: 'Stop' }).click();
    await tray(page).waitFor({ state: 'detached' });
    proxy.release();
    assert.deepEqual(await readHashes(panel, 'docs'), hashAll(files, 'docs/'));
  });
});
