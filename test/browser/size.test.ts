/** How much a browser loads, so that the console stays fast to open: scripts and styles, compressed with gzip. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { chain, node } from '../support/definitions.ts';
import { ROOT } from '../support/process.ts';
import { openConsole } from './support/browser.ts';

const BYTES_PER_KILOBYTE = 1000;

interface Kilobytes {
  readonly scripts: number;
  readonly styles: number;
}

/** The list shows its examples. */
const LIST: Kilobytes = { scripts: 217, styles: 22.9 };
const EDITOR: Kilobytes = { scripts: 361, styles: 30.3 };
/** The interpreter of previews is 40 of it. CodeMirror, which would be 98 more, comes when somebody uses the field. */
const EDITOR_WITH_STEP: Kilobytes = { scripts: 401, styles: 30.3 };
const ONE_FILE = 200;

const app = await openConsole();
const ann = await app.person();

/** Collects the scripts and styles that the page loads from now on, those of workers among them. */
function collectAssets(page: Page): Set<string> {
  const assets = new Set<string>();
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(js|css)$/.test(pathname)) assets.add(pathname);
  });
  return assets;
}

/** The service sends this to browsers that take no Brotli, with which it is a twentieth less. */
async function readSize(asset: string): Promise<number> {
  return (await readFile(path.join(ROOT, 'web', 'dist', `${asset}.gz`))).length / BYTES_PER_KILOBYTE;
}

async function checkSizes(t: TestContext, assets: Iterable<string>, limits: Kilobytes): Promise<void> {
  const files = await Promise.all([...assets].map(async asset => ({ asset, size: await readSize(asset) })));
  for (const { asset, size } of files) assert.ok(size <= ONE_FILE, `${asset}: ${size} kB`);
  const total = (ending: string) =>
    files.filter(({ asset }) => asset.endsWith(ending)).reduce((sum, { size }) => sum + size, 0);
  const sizes: Kilobytes = { scripts: total('.js'), styles: total('.css') };
  t.diagnostic(`${sizes.scripts.toFixed(1)} kB of scripts, ${sizes.styles.toFixed(1)} kB of styles`);
  assert.ok(sizes.scripts <= limits.scripts, `${sizes.scripts} kB of scripts`);
  assert.ok(sizes.styles <= limits.styles, `${sizes.styles} kB of styles`);
}

test('the size of the console', { skip: app.skip }, async t => {
  await t.test('of the list', async t => {
    const page = await app.page(t, { as: ann });
    const assets = collectAssets(page);
    await page.goto('/workflows');
    await page.getByRole('heading', { name: 'Start from an example' }).waitFor();
    await page.getByRole('button', { name: /^Say hello/ }).waitFor();
    await checkSizes(t, assets, LIST);
  });

  await t.test('of the editor, and of a step with a template that is opened in it', async t => {
    const { id } = await app.service.ask<{ id: string }>(
      '/api/v3/workflow/create',
      { name: 'size', definition: chain(node('greet', 'transform', { value: 'Hello {{ input.name }}' })) },
      ann.key,
    );
    const page = await app.page(t, { as: ann });
    const assets = collectAssets(page);
    await page.goto(`/workflows/${id}`);
    const step = page.getByText('greet').first();
    await step.waitFor();
    await page.getByRole('status', { name: 'Issues' }).waitFor({ state: 'attached' });
    await checkSizes(t, assets, EDITOR);
    await step.dblclick();
    await page.getByRole('textbox', { name: 'Value' }).waitFor();
    await page.getByText('No data yet for input').waitFor();
    await checkSizes(t, assets, EDITOR_WITH_STEP);
  });
});
