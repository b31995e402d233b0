/**
 * What people and networks do to a page: they click twice, wait for an answer that takes long, and lose the connection
 * while something is saved. All of it is done to the requests that match, so that nothing else on the page changes.
 */
import type { Locator, Page } from 'playwright-core';

export interface SlowAnswers {
  /** The requests that have been sent so far. */
  readonly sent: number;
  /** Lets all answers through, those to come included. */
  release(): void;
}

/** Lets the service carry out the requests, and holds its answers back until they are released. */
export async function answerSlowly(page: Page, path: string): Promise<SlowAnswers> {
  const released = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(`**${path}`, async route => {
    sent++;
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
  });
  return {
    get sent() {
      return sent;
    },
    release: released.resolve,
  };
}

/** Clicks as somebody does who does not know that once is enough. */
export async function clickTwice(button: Locator): Promise<void> {
  await button.dblclick();
}

/** Ways in which a request does not get through. Each returns how the connection comes back. */
export const OUTAGES: Readonly<Record<string, (page: Page, path: string) => Promise<() => Promise<void>>>> = {
  'the connection breaks': async (page, path) => {
    await page.route(`**${path}`, route => route.abort('connectionreset'));
    return () => page.unroute(`**${path}`);
  },
  'the service answers with an error': async (page, path) => {
    await page.route(`**${path}`, route => route.fulfill({ status: 503, json: { detail: 'the service is busy' } }));
    return () => page.unroute(`**${path}`);
  },
  'the browser is offline': async page => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
};

/** What Chromium writes to its console about them. */
export const OUTAGE_LINES: readonly RegExp[] = [/Failed to load resource/, /ERR_/, /WebSocket|EventSource/];
