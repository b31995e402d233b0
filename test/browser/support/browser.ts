/**
 * The console in a real browser, against a real service. Each test gets pages of its own, and fails when a page logs an
 * error, throws one, or violates the Content-Security-Policy.
 *
 *     const app = await openConsole();
 *     suite('…', { skip: app.skip }, () => {
 *       test('…', async t => {
 *         const page = await app.page(t, { as: ann, path: '/workflows' });
 *         await page.getByRole('button', { name: 'New workflow' }).click();
 *         await checkAccessibility(page);
 *       });
 *     });
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import type { Hooks } from '../../support/process.ts';
import { type Person, type TestService, testService } from '../../support/service.ts';
import { isFullTier } from '../../support/tiers.ts';
import { NO_BROWSER, openBrowser } from './chromium.ts';
import { giveBack, newContext, ownPort, takePage, VIEWPORT } from './contexts.ts';

export const PASSWORD = 'a long enough password';

/** Tells a page that never gets there from one on a machine that runs other tests at the same time. */
const PATIENCE_MS = 180_000;

export interface ConsolePerson extends Person {
  password: string;
}

interface PageOptions {
  /** Who is signed in; by default nobody. */
  as?: ConsolePerson;
  path?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  /** Whether the browser runs scripts, as nearly all do. */
  javaScript?: boolean;
  /** What the browser prefers, if not the English of Britain. */
  locale?: string;
  /** Console errors that the test provokes, such as the line that Chromium writes for a refused request. */
  expected?: readonly RegExp[];
}

export interface TestConsole {
  service: TestService;
  /** The reason why the tests can not run here, or false. */
  skip: string | false;
  /** Creates a user with a password. */
  person(options?: Record<string, unknown>): Promise<ConsolePerson>;
  /** Opens a page until the test ends or, with the hooks of a suite, until all its tests have ended. */
  page(t: Hooks, options?: PageOptions): Promise<Page>;
}

/** Opens a browser and a service for the tests of one file. */
export async function openConsole(environment: Record<string, string> = {}): Promise<TestConsole> {
  const service = await testService({ HEDDLE_PORT: String(await ownPort()), ...environment });
  const browser = await openBrowser({ after });
  if (!browser && process.env.CI !== undefined) throw new Error(NO_BROWSER);
  return {
    service,
    skip: browser ? false : NO_BROWSER,
    async person(options = {}) {
      const person = await service.person({ password: PASSWORD, ...options });
      return { ...person, password: PASSWORD };
    },
    page: (t, options = {}) => {
      if (!browser) throw new Error(NO_BROWSER);
      return openPage(t, browser, service, options);
    },
  };
}

async function openPage(t: Hooks, browser: Browser, service: TestService, options: PageOptions): Promise<Page> {
  const {
    as,
    path,
    width = VIEWPORT.width,
    height = VIEWPORT.height,
    dark = false,
    javaScript = true,
    locale,
    expected = [],
  } = options;
  const { url } = service;
  const isUsual = javaScript && locale === undefined;
  const page = isUsual
    ? await takePage(browser, url)
    : await (await newContext(browser, url, { javaScript, locale })).newPage();
  const context = page.context();
  const problems: string[] = [];
  context.on('console', message => {
    if (isProblem(message) && !expected.some(pattern => pattern.test(message.text()))) problems.push(message.text());
  });
  context.on('weberror', error => problems.push(error.error().message));
  t.after(async () => {
    await (isUsual ? giveBack(browser, url, page) : context.close());
    assert.deepEqual(problems, [], 'errors in the console of the browser');
  });
  if (as) await context.addCookies([await signIn(service, as)]);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  if (path !== undefined) await page.goto(path);
  return page;
}

function isProblem(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}

/** Signs in over the API, which takes less time than the form. */
async function signIn({ url }: TestService, { email, password }: ConsolePerson) {
  const response = await fetch(`${url}/api/v1/session/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(response.status, 200, await response.text());
  const [name = '', value = ''] = (response.headers.getSetCookie()[0] ?? '').split(';', 1)[0]?.split('=') ?? [];
  return { name, value, url };
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Of all rules, only this one depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast'];

/**
 * Fails when axe finds a violation of WCAG 2.2 AA on the page, in the light or the dark scheme. The scheme that the page has
 * comes first, since it takes long to draw a page in another one. Pages that are not the console's follow the scheme without
 * a mark. The scans take a third of the time of the browser tests, so only the complete tier has them.
 */
export async function checkAccessibility(page: Page, { isConsole = true } = {}): Promise<void> {
  if (!isFullTier) return;
  const isDark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
  const [present, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await findViolations(page, { colorScheme: present, runOnly: ALL_RULES, isConsole });
  await findViolations(page, { colorScheme: other, runOnly: COLOUR_RULES, isConsole });
}

interface Scan {
  colorScheme: 'light' | 'dark';
  runOnly: string[];
  isConsole: boolean;
}

async function findViolations(page: Page, { colorScheme, runOnly, isConsole }: Scan): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Colours change with the next frames, also where transitions are off; those that are on must have ended.
  if (isConsole) await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter(a => a instanceof CSSTransition).map(a => a.finished))',
  );
  // The policy of our pages refuses script elements, but not the debugger.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  const violations = await page.evaluate(async runOnly => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // What has passed, and selectors of elements, would take most of the time.
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], selectors: false });
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`),
    }));
  }, runOnly);
  assert.deepEqual(violations, [], `findings of axe in the ${colorScheme} scheme`);
}
