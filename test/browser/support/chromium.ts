/** Finds a Chromium: one of the machine, or the one that npm installed for x86-64 Linux. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import type { Hooks } from '../../support/process.ts';

export const NO_BROWSER =
  'needs Chromium: apt-get install chromium-headless-shell, or set HEDDLE_TEST_CHROMIUM to its path';

const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome'];

/** No sandbox, because tests run as root in containers, and no requests to anybody but the service. */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

/** Returns undefined where there is no browser. */
export async function findChromium(): Promise<string | undefined> {
  const chosen = process.env.HEDDLE_TEST_CHROMIUM;
  if (chosen !== undefined) return chosen;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const installed = NAMES.flatMap(name => folders.map(folder => path.join(folder, name))).find(file =>
    existsSync(file),
  );
  if (installed !== undefined) return installed;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export async function launchChromium(executable: string): Promise<Browser> {
  const env = { ...process.env, HEDDLE_CHROMIUM: executable };
  return chromium.launch({ executablePath: path.join(import.meta.dirname, 'chromium.sh'), env, args: ARGUMENTS });
}

/** The browser that the files of a process share, where one process runs several. */
let kept: Browser | undefined;

export async function keepBrowser(): Promise<void> {
  const executable = await findChromium();
  if (executable !== undefined && !kept?.isConnected()) kept = await launchChromium(executable);
}

export async function closeKeptBrowser(): Promise<void> {
  await kept?.close();
}

/** Returns the browser that is kept, or one that closes after the tests of the file. */
export async function openBrowser(hooks: Hooks): Promise<Browser | undefined> {
  if (kept) return kept;
  const executable = await findChromium();
  if (executable === undefined) return undefined;
  const browser = await launchChromium(executable);
  hooks.after(() => browser.close());
  return browser;
}
