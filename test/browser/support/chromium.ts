/** Finds a Chromium: one of the machine, or the one that npm installed for x86-64 Linux. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

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

export async function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
