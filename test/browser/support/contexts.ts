/**
 * Browser contexts that are used again by the tests of a process. A page opens in two thirds of the processor time when
 * its context has already loaded and compiled the scripts of the console. Scripts are cached by address, so the services
 * of a process use the same port one after the other.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';

export const VIEWPORT = { width: 1440, height: 900 };

interface Warm {
  context: BrowserContext;
  browser: Browser;
  url: string;
}

const free: Warm[] = [];

/** Returns a context without cookies, stored data, pages or listeners, for tests of the service at this address. */
export async function takeContext(browser: Browser, url: string): Promise<BrowserContext> {
  const index = free.findIndex(warm => warm.browser === browser && warm.url === url);
  const [warm] = index === -1 ? [] : free.splice(index, 1);
  return warm?.context ?? newContext(browser, url);
}

export async function newContext(browser: Browser, url: string, javaScriptEnabled = true): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: url,
    javaScriptEnabled,
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

/** Removes what the test has left in the context, and keeps it for the next test. */
export async function giveBack(browser: Browser, url: string, context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map(page => page.close()));
  context.removeAllListeners();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.setStorageState({ cookies: [], origins: [] });
  free.push({ context, browser, url });
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
