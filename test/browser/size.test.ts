/** How much a browser loads, so that the console stays fast to open: scripts and styles, compressed with gzip. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { chain, node } from '../support/definitions.ts';
import { ROOT } from '../support/process.ts';
import { openConsole } from './support/browser.ts';

const KILOBYTE = 1000;
const FIRST_PAGE_KILOBYTES = 232;
/** The frame of the console takes some 190 of it, CodeMirror 98, the canvas 71, and the interpreter of previews 40. */
const EDITOR_KILOBYTES = 528;
const CHUNK_KILOBYTES = 200;

const app = await openConsole();
const ann = await app.person();

/** Collects the scripts and styles that the page loads from now on. */
function collectAssets(page: Page): Set<string> {
  const assets = new Set<string>();
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(js|css)$/.test(pathname)) assets.add(pathname);
  });
  return assets;
}

async function measure(assets: Iterable<string>): Promise<{ total: number; largest: number }> {
  const sizes = await Promise.all(
    [...assets].map(async asset => gzipSync(await readFile(path.join(ROOT, 'web', 'dist', asset))).length),
  );
  return { total: sizes.reduce((sum, size) => sum + size, 0) / KILOBYTE, largest: Math.max(...sizes) / KILOBYTE };
}

suite('the size of the console', { skip: app.skip }, () => {
  test('of the first page', async t => {
    const page = await app.page(t, { as: ann });
    const assets = collectAssets(page);
    await page.goto('/workflows');
    await page.getByRole('heading', { name: 'Workflows' }).waitFor();
    const { total, largest } = await measure(assets);
    t.diagnostic(`${total.toFixed(0)} kB`);
    assert.ok(total <= FIRST_PAGE_KILOBYTES, `${total} kB`);
    assert.ok(largest <= CHUNK_KILOBYTES, `${largest} kB`);
  });

  test('of the editor with an open step and its template field', async t => {
    const { id } = await app.service.ask<{ id: string }>(
      '/api/v3/workflow/create',
      { name: 'size', definition: chain(node('greet', 'transform', { value: 'Hello {{ input.name }}' })) },
      ann.key,
    );
    const page = await app.page(t, { as: ann });
    const assets = collectAssets(page);
    await page.goto(`/workflows/${id}`);
    await page.getByText('greet').first().dblclick();
    await page.locator('.cm-content').first().waitFor();
    const { total, largest } = await measure(assets);
    t.diagnostic(`${total.toFixed(0)} kB`);
    assert.ok(total <= EDITOR_KILOBYTES, `${total} kB`);
    assert.ok(largest <= CHUNK_KILOBYTES, `${largest} kB`);
  });
});
