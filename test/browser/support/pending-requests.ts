/** The requests that pages wait for. */
import type { Page, Request } from 'playwright-core';

const followed = new Map<Page, Set<Request>>();

/** Returns the requests that the page waits for, those that it sent before the first call left out. */
export function follow(page: Page): ReadonlySet<Request> {
  const known = followed.get(page);
  if (known) return known;
  const pending = new Set<Request>();
  followed.set(page, pending);
  page.on('request', request => {
    // The stream of live events never ends.
    if (!request.url().endsWith('/api/v1/live')) pending.add(request);
  });
  page.on('requestfinished', request => pending.delete(request));
  page.on('requestfailed', request => pending.delete(request));
  return pending;
}

/** Removes everybody who listens for requests of the page, so that the next test does not wait for those of this one. */
export function unfollow(page: Page): void {
  for (const event of ['request', 'requestfinished', 'requestfailed']) page.removeAllListeners(event);
  followed.delete(page);
}
