/**
 * Takes a picture of a page, to look at it while working on the console:
 * `node test/browser/support/picture.ts <url> <file.png> [--width 1440] [--height 900] [--dark] [--key <API key>]`
 * The key opens pages behind the sign-in, as the cookie of a session would.
 */
import { parseArgs } from 'node:util';
import { findChromium, launchChromium, NO_BROWSER } from './chromium.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    dark: { type: 'boolean', default: false },
    key: { type: 'string' },
    wait: { type: 'string', default: '1000' },
  },
});
const [url = '', file = ''] = positionals;
const executable = await findChromium();
if (executable === undefined) throw new Error(NO_BROWSER);
await using browser = await launchChromium(executable);
const page = await browser.newPage({
  viewport: { width: Number(values.width), height: Number(values.height) },
  colorScheme: values.dark ? 'dark' : 'light',
  reducedMotion: 'reduce',
  ...(values.key !== undefined && { extraHTTPHeaders: { 'uni-api-key': values.key } }),
});
page.on('console', message => process.stdout.write(`${message.type()}: ${message.text()}\n`));
page.on('pageerror', error => process.stdout.write(`error: ${error.message}\n`));
await page.goto(url);
await page.waitForTimeout(Number(values.wait));
await page.screenshot({ path: file });
