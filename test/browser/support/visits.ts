/** From page to page of the console without loading it again, which takes most of the time of many tests. */
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../support/process.ts';
import type { ConsolePerson, TestConsole } from './browser.ts';
import { VIEWPORT } from './contexts.ts';
import { follow } from './pending-requests.ts';

/** A page that reads little. */
const BETWEEN = { path: '/assistants', heading: 'Assistants' };

export const PHONE = { width: 360, height: 740 };

/** The button that takes a notice away. */
const DISMISS = '[role=status] button[aria-label=Dismiss]';

/**
 * Returns how the parts of a test open their pages, one after the other in the same tab, which loads the console once.
 * They share the errors that the browser may write to its console.
 */
export function openInTurn(app: TestConsole, t: TestContext, as: ConsolePerson, expected: readonly RegExp[] = []) {
  let tab: Page | undefined;
  return async (path: string, size = VIEWPORT): Promise<Page> => {
    if (!tab) {
      tab = await app.page(t, { as, expected });
      follow(tab);
      await tab.setViewportSize(size);
      await tab.goto(path);
      return tab;
    }
    await tab.setViewportSize(size);
    await visit(tab, path);
    return tab;
  };
}

/**
 * Opens another page as a link of the console would. Nothing of the present page stays open, not even between two pages
 * of the same kind; its notices go; and whatever it has read is stale, as if somebody had waited for a while. What was
 * not saved is given up without a question.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const pending = follow(page);
  const isBetween = async () => (await page.evaluate<boolean>(LEAVE)) && pending.size === 0;
  // What the page does after an answer, such as opening what was made, can lead back to it.
  await until(isBetween, 'the page has done everything, and is left');
  await page.evaluate(`{
    const { now } = Date;
    Date.now = () => now() + 10_000;
    ${writePush(path)};
  }`);
}

/** Waits until the page has asked for everything, and drawn it: what it asks for may depend on what it has read. */
export async function untilRead(page: Page): Promise<void> {
  const pending = follow(page);
  await until(async () => {
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    return pending.size === 0;
  }, 'everything is read');
}

/** The router of the console follows the history of the browser. */
function writePush(path: string): string {
  return `history.pushState(null, '', ${JSON.stringify(path)})`;
}

const LEAVE = `new Promise(done => {
  const { path, heading } = ${JSON.stringify(BETWEEN)};
  for (const button of document.querySelectorAll(${JSON.stringify(DISMISS)})) button.click();
  if (location.pathname !== path) ${writePush(BETWEEN.path)};
  const isThere = () => location.pathname === path && document.querySelector('h1')?.textContent === heading;
  requestAnimationFrame(() => requestAnimationFrame(() => done(isThere())));
})`;
