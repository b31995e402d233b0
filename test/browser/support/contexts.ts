/**
 * Browser contexts that are used again by the tests of a process, each with its page and so with its renderer. A page opens
 * in half the processor time when its renderer has already loaded and compiled the scripts of the console. Scripts are
 * cached by address, so the services of a process use the same port one after the other.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { unfollow } from './pending-requests.ts';

export const VIEWPORT = { width: 1440, height: 900 };

interface Warm {
  page: Page;
  browser: Browser;
  url: string;
}

const free: Warm[] = [];

/** A document of the service that runs no scripts and opens no connections. */
const QUIET = '/favicon.svg';

/** The events for which tests listen. Playwright itself listens for others. */
const CONTEXT_EVENTS = ['console', 'weberror'];
const PAGE_EVENTS = ['response', 'dialog', 'download', 'filechooser', 'popup'];

/** Returns a page whose context has no cookies, stored data, other pages or listeners, for tests of the service at this address. */
export async function takePage(browser: Browser, url: string): Promise<Page> {
  const index = free.findIndex(warm => warm.browser === browser && warm.url === url);
  const [warm] = index === -1 ? [] : free.splice(index, 1);
  return warm?.page ?? (await newContext(browser, url)).newPage();
}

export async function newContext(
  browser: Browser,
  url: string,
  { javaScript = true, locale = 'en-GB' } = {},
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: url,
    javaScriptEnabled: javaScript,
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

/** Removes what the test has left in the page and its context, and keeps them for the next test. */
export async function giveBack(browser: Browser, url: string, used: Page): Promise<void> {
  const context = used.context();
  const page = used.isClosed() ? await context.newPage() : used;
  await Promise.all(context.pages().map(each => each !== page && each.close()));
  for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  unfollow(page);
  for (const routed of [context, page]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto(QUIET);
  // Only here, where no script of the console can write once more.
  await page.evaluate('localStorage.clear(), sessionStorage.clear(), indexedDB.deleteDatabase("heddle"), null');
  await page.mouse.move(-1, -1);
  await context.clearCookies();
  free.push({ page, browser, url });
}

let port: number | undefined;

/** The port of the services of this process. It is below those that the system gives to outgoing connections. */
export async function ownPort(): Promise<number> {
  for (let candidate = 20_000 + (process.pid % 10_000); port === undefined; candidate++) {
    if (await isFree(candidate)) port = candidate;
  }
  return port;
}

async function isFree(candidate: number): Promise<boolean> {
  const server = createServer().listen(candidate, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
