/**
 * Takes the pictures of README.md and docs/guides/console.md: `npm run pictures`. It starts a service of its own with the
 * example workflows and some runs, so that the pictures show what the console is today.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { ExportDocument, Workflow } from '../../../src/workflows/schemas.ts';
import { ROOT } from '../../support/process.ts';
import { findChromium, launchChromium, NO_BROWSER } from './chromium.ts';

const PICTURES = path.join(ROOT, 'docs', 'pictures');
const KEY = 'the-key-of-the-pictures';
const PASSWORD = 'warp and weft';
/** The time for pictures, fonts and positions to settle. */
const SETTLE_MS = 800;

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
  const workflows = await fillService(url);
  await using browser = await launchChromium(executable);
  const signedIn = await browser.newContext({ locale: 'en-GB' });
  const welcome = await signedIn.newPage();
  await welcome.goto(link);
  await welcome.getByLabel('Your name').fill('Ada Lovelace');
  await welcome.getByLabel('E-mail address').fill('ada@example.org');
  await welcome.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await welcome.getByRole('button', { name: 'Open the console' }).click();
  await welcome.getByRole('heading', { name: 'Workflows' }).waitFor();
  const storageState = await signedIn.storageState();

  async function take(name: string, address: string, dark: boolean, prepare: (page: Page) => Promise<void>) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      storageState,
    });
    const page = await context.newPage();
    await page.goto(address);
    await prepare(page);
    // Pages keep a stream open, so there is no moment without requests to wait for.
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
    await context.close();
  }

  const { invoice = '', datesRun = '', panel = '' } = workflows;
  for (const dark of [false, true]) {
    const name = (base: string) => (dark ? `${base}-dark` : base);
    await take(name('workflows'), '/workflows', dark, page => page.getByText('Order to invoice').first().waitFor());
    await take(name('editor'), `/workflows/${invoice}`, dark, async page => {
      await page.getByText('Add it up').first().dblclick();
      await page.getByText('148.00').first().waitFor();
    });
  }
  await take('run', `/runs/${datesRun}`, false, page => page.getByText('Timeline').first().waitFor());
  await take('publish', `/workflows/${invoice}`, false, async page => {
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

/** Imports all examples and runs some of them. */
async function fillService(url: string): Promise<Record<string, string>> {
  async function ask<Answer>(endpoint: string, body: unknown): Promise<Answer> {
    const response = await fetch(`${url}/api/${endpoint}`, {
      method: 'POST',
      headers: { 'uni-api-key': KEY },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.status !== 200) throw new Error(`${endpoint}: ${JSON.stringify(answer)}`);
    return answer as Answer;
  }

  /** Creates a panel with a few files. */
  async function fillPanel(): Promise<string> {
    const { id } = await ask<{ id: string }>('v1/panel/create', {
      name: 'Shop',
      file_storage: {
        limit_mb: 1024,
        folders: {
          invoices: { types: ['text/plain', 'application/pdf'], max_file_mb: 20, keep_days: 365 },
          photos: {},
        },
      },
    });
    const files = [4711, 4712, 4713, 4714].map(number => `invoices/2026/invoice-${number}.txt`);
    for (const file of ['invoices/invoice-4711.txt', 'invoices/terms.txt', ...files, 'photos/loom.txt']) {
      const form = new FormData();
      form.append('path', file);
      form.append('file', new Blob([`${file}\n`.repeat(40)], { type: 'text/plain' }), path.basename(file));
      const headers = { 'uni-api-key': KEY, 'panel-id': id };
      await fetch(`${url}/api/v3/booster/storage/private/upload`, { method: 'POST', headers, body: form });
    }
    return id;
  }

  const examples = await ask<{ id: string; document: ExportDocument }[]>('v1/workflow/examples', {});
  const ids: Record<string, string> = {};
  for (const { id, document } of examples) {
    const { workflow } = await ask<{ workflow: Workflow }>('v3/workflow/import', { data: document });
    ids[id] = workflow.id;
  }
  const run = (id: string, input: Record<string, unknown> = {}) =>
    ask<{ id: string }>('v3/workflow/run', { workflow_id: ids[id], input });
  for (const name of ['Grace', 'Alan', 'Barbara']) await run('greeting', { name });
  await run('greeting');
  for (const id of ['sales-report', 'qr-labels', 'message-routing', 'spreadsheet-by-team', 'sales-report'])
    await run(id);
  await run('expense-approval', { what: 'A new loom', amount: 480, approver: 'admin@localhost' });
  const { id: datesRun } = await run('dates-with-errors');
  await run('order-invoice');
  for (const id of ['order-invoice', 'weekly-reminder', 'message-routing']) {
    await ask('v3/workflow/publish', { workflow_id: ids[id] });
  }
  return { invoice: ids['order-invoice'] ?? '', datesRun, panel: await fillPanel() };
}
