/**
 * `npm run pictures` takes the pictures of README.md and docs/guides/console.md, and one of each page of the console at four
 * widths in both schemes, to look at. It starts a service of its own with the example workflows, some runs, and something
 * of everything else, so that the pictures show what the console is today. `-- --pages users,groups` takes those pages only,
 * `--widths 1920` takes them at that width, and `--language de` in German.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../../support/process.ts';
import { findChromium, launchChromium, NO_BROWSER } from './chromium.ts';
import { type Ask, createSample, pagesOf, type Sample } from './sample.ts';
import { stillPicture } from './still-picture.ts';

const DOCUMENTATION = path.join(ROOT, 'docs', 'pictures');
const PAGES = path.join(ROOT, 'build', 'pictures');
const KEY = 'the-key-of-the-pictures';
const PASSWORD = 'warp and weft';
/** A desk, a small laptop, a desk at twice the size, and a phone. */
const WIDTHS = '1440,1024,720,360';

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    widths: { type: 'string', default: WIDTHS },
    language: { type: 'string', default: 'en-GB' },
  },
});
const chosen = values.pages?.split(',');
const widths = values.widths.split(',').map(Number);

const folder = await mkdtemp(path.join(tmpdir(), 'heddle-pictures-'));
const service = spawn(path.join(ROOT, 'bin', 'heddle'), ['serve'], {
  env: { ...process.env, HEDDLE_DATA: folder, HEDDLE_PORT: '0', HEDDLE_ADMIN_KEY: KEY, HEDDLE_LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await takePictures(await readWelcome());
} finally {
  service.kill('SIGTERM');
  await new Promise(resolve => service.once('exit', resolve));
  await rm(folder, { recursive: true });
}

interface Welcome {
  url: string;
  link: string;
}

/** Waits for what the first start prints. */
async function readWelcome(): Promise<Welcome> {
  let text = '';
  for await (const chunk of service.stdout) {
    text += chunk;
    const url = /is ready: (\S+)/.exec(text)?.[1];
    const link = /(\S+\/welcome#\S+)/.exec(text)?.[1];
    if (url !== undefined && link !== undefined) return { url, link };
  }
  throw new Error(`the service ended: ${text}`);
}

async function takePictures({ url, link }: Welcome): Promise<void> {
  const executable = await findChromium();
  if (executable === undefined) throw new Error(NO_BROWSER);
  const sample = await fillService(url);
  await using browser = await launchChromium(executable);
  const storageState = await signIn(browser, link);

  async function open(dark: boolean, width: number, height: number): Promise<Page> {
    const colorScheme = dark ? 'dark' : 'light';
    const viewport = { width, height };
    return browser.newPage({
      baseURL: url,
      locale: values.language,
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      storageState,
    });
  }

  if (chosen === undefined && values.language === 'en-GB') await takeDocumentation(open, sample);
  await mkdir(PAGES, { recursive: true });
  for (const dark of [false, true]) {
    for (const width of widths) {
      const page = await open(dark, width, width < 700 ? 740 : 900);
      for (const [name, address] of Object.entries(pagesOf(sample))) {
        if (chosen !== undefined && !chosen.includes(name)) continue;
        await page.goto(address);
        const file = path.join(PAGES, `${name}-${width}${dark ? '-dark' : ''}.png`);
        await stillPicture(page, { path: file });
      }
      await page.close();
    }
  }
  process.stdout.write(`The pictures of the pages are in ${path.relative(ROOT, PAGES)}.\n`);
}

async function signIn(browser: Browser, link: string) {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('heading', { name: 'Workflows' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

type Open = (dark: boolean, width: number, height: number) => Promise<Page>;

async function takeDocumentation(open: Open, { workflows, run, panel }: Sample): Promise<void> {
  async function take(name: string, address: string, dark: boolean, prepare: (page: Page) => Promise<void>) {
    const page = await open(dark, 1280, 800);
    await page.goto(address);
    await prepare(page);
    await stillPicture(page, { path: path.join(DOCUMENTATION, `${name}.png`) });
    await page.close();
  }

  const invoice = `/workflows/${workflows['order-invoice']}`;
  for (const dark of [false, true]) {
    const name = (base: string) => (dark ? `${base}-dark` : base);
    await take(name('workflows'), '/workflows', dark, page => page.getByText('Order to invoice').first().waitFor());
    await take(name('editor'), invoice, dark, async page => {
      await page.getByText('Add it up').first().dblclick();
      await page.getByText('148.00').first().waitFor();
    });
  }
  await take('run', `/runs/${run}`, false, page => page.getByText('Timeline').first().waitFor());
  await take('publish', invoice, false, async page => {
    await page.getByRole('button', { name: /^Publish/ }).click();
    await page.getByText('Command and more').first().waitFor();
  });
  await take('approvals', '/approvals', false, page =>
    page.getByRole('button', { name: 'Approve', exact: true }).waitFor(),
  );
  await take('files', `/panels/${panel}/files?folder=invoices`, false, page =>
    page.getByText('invoice-4711.txt').first().waitFor(),
  );
  await take('runs', '/runs', false, page =>
    page
      .getByText(/Order to invoice/)
      .first()
      .waitFor(),
  );
}

function fillService(url: string): Promise<Sample> {
  const ask: Ask = async <Answer>(endpoint: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { 'uni-api-key': KEY, ...more };
    const response = await fetch(`${url}/api/${endpoint}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (response.status !== 200) throw new Error(`${endpoint}: ${JSON.stringify(answer)}`);
    return answer as Answer;
  };
  return createSample(ask, async (panel, file) => {
    const form = new FormData();
    form.append('path', file);
    form.append('file', new Blob([`${file}\n`.repeat(40)], { type: 'text/plain' }), path.basename(file));
    const headers = { 'uni-api-key': KEY, 'panel-id': panel };
    await fetch(`${url}/api/v3/booster/storage/private/upload`, { method: 'POST', headers, body: form });
  });
}
