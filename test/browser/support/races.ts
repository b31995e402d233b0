/**
 * What people and networks do to a page: they click twice, wait for an answer that takes long, lose the connection as
 * something is saved, and delete what somebody else is editing. All of it is done to the requests of one write, so that
 * nothing else on the page changes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { until } from '../../support/process.ts';
import type { ConsolePerson, TestConsole } from './browser.ts';
import { follow } from './pending-requests.ts';
import { visit } from './visits.ts';

/** The requests of a write. */
interface Target {
  endpoint: string;
  /** Tells the writes from other requests to the endpoint, such as those that only ask what would happen. */
  isWrite?(body: Record<string, unknown>): boolean;
}

function isOf({ endpoint, isWrite }: Target, request: Request): boolean {
  if (request.method() !== 'POST' || new URL(request.url()).pathname !== endpoint) return false;
  return isWrite?.(JSON.parse(request.postData() ?? '{}')) ?? true;
}

/** Treats the requests of a write in another way, until the function that it returns is called. */
async function intercept(page: Page, target: Target, treat: (route: Route) => Promise<void>): Promise<() => void> {
  let isOver = false;
  // The route stays: to remove it can leave a request hanging in the browser.
  await page.route(
    url => url.pathname === target.endpoint,
    route => (isOver || !isOf(target, route.request()) ? route.fallback() : treat(route)),
  );
  return () => {
    isOver = true;
  };
}

interface SlowAnswers {
  /** The requests that have been sent so far. */
  readonly sent: number;
  /** Resolves when the first one has been sent. */
  readonly begun: Promise<void>;
  /** Lets all answers through, those to come included. */
  release(): void;
  /** Leaves further requests alone. */
  end(): void;
}

/** Lets the service carry out the requests, and holds its answers back until they are released. */
export async function answerSlowly(page: Page, target: Target): Promise<SlowAnswers> {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  const end = await intercept(page, target, async route => {
    sent++;
    begun.resolve();
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
  });
  return {
    get sent() {
      return sent;
    },
    begun: begun.promise,
    release: released.resolve,
    end,
  };
}

/** Lets the service carry out the requests, and breaks the connection before their answers arrive. */
export function loseAnswers(page: Page, target: Target): Promise<() => void> {
  return intercept(page, target, async route => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** The same for the first request only. */
export async function loseFirstAnswer(page: Page, target: Target): Promise<void> {
  let isLost = false;
  await intercept(page, target, async route => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** Holds requests back for ever, as a connection does that has died without a word. */
export function neverAnswer(page: Page, target: Target): Promise<() => void> {
  return intercept(page, target, async () => {});
}

/** By it the console knows that the service answers, and nothing in front of it. */
export const CODE = { 'x-error-code': 'internal_error' };

/** Refuses requests as a service does that has a fault. Nobody tries them again. */
export function refuseRequests(page: Page, endpoint: string): Promise<() => void> {
  return intercept(page, { endpoint }, route =>
    route.fulfill({ status: 500, json: { detail: 'there is a fault' }, headers: CODE }),
  );
}

/** Waits for a request that an action sends, and until it has been answered or has failed. */
export async function untilAnswered(page: Page, target: Target, act: () => Promise<unknown>): Promise<void> {
  const [request] = await Promise.all([page.waitForRequest(each => isOf(target, each)), act()]);
  await request.response();
}

type Outage = (page: Page, target: Target) => Promise<() => void | Promise<void>>;

/** Ways in which a request does not get through. Each returns how the connection comes back. */
const OUTAGES = {
  'the connection breaks': (page, target) => intercept(page, target, route => route.abort('connectionreset')),
  'the service answers with an error': (page, target) =>
    intercept(page, target, route =>
      route.fulfill({ status: 503, json: { detail: 'the service is busy' }, headers: CODE }),
    ),
  'the browser is offline': async page => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
} satisfies Record<string, Outage>;

/** What pages say about them. */
const OUTAGE_WORDS = /can not be reached|the service is busy|could not be sent/;

/** What pages say about something that somebody has deleted. */
const GONE_WORDS = /not found|there is no such|is gone|not here any more/i;

/** What Chromium writes to its console about refused and broken requests. */
export const OUTAGE_LINES: readonly RegExp[] = [/Failed to load resource/, /ERR_/, /WebSocket|EventSource/];

export function shown(page: Page, text: string | RegExp): Locator {
  return page.getByText(text).filter({ visible: true }).first();
}

/** Something that somebody does on a page, and that changes something in the service. */
export interface Write extends Target {
  path: string;
  /** Everything on the page that comes before the button. */
  prepare?(page: Page): Promise<unknown>;
  button(page: Page): Locator;
  /** A field that keeps what was typed until the write has succeeded. */
  typed?(page: Page): Locator;
  /** The way back to the button, where a failed attempt has left it. */
  again?(page: Page): Promise<unknown>;
  /** What appears when it is done. By default the button disappears. */
  done?(page: Page): Locator;
  /** How often it was done, as the API tells it. */
  effects(): Promise<number>;
  /** Whether a second request changes nothing, so that the page need not hold it back. */
  isIdempotent?: boolean;
  /** The outages that the page tells at once, if it finds out about others by itself. */
  outages?: readonly (keyof typeof OUTAGES)[];
  /** Deletes what the write changes, as somebody else would. */
  remove?(): Promise<unknown>;
}

/**
 * By what is done, such as "creating a group". One person does them one after the other, so what they make and change
 * must not get in each other's way.
 */
export type Writes = Readonly<Record<string, (person: ConsolePerson) => Write | Promise<Write>>>;

interface Options {
  /** Whether the writes are those of an administrator. */
  admin?: boolean;
}

interface Case {
  title: string;
  write: Writes[string];
  act(page: Page, write: Write): Promise<void>;
}

/**
 * Tests each write: while an outage prevents it, the page says so and keeps what was typed; and then two clicks, while
 * the answer takes long, do it once. The writes take turns with the kinds of outages, which most pages can not tell
 * apart.
 */
export function testWrites(app: TestConsole, writes: Writes, options: Options = {}): void {
  const cases = Object.entries(writes).map(([what, write], index) => ({
    title: `${what} says why it fails during an outage, and then happens once for two clicks`,
    write,
    async act(page: Page, given: Write) {
      const outages = given.outages ?? (Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]);
      const outage = outages[index % outages.length];
      if (outage) await failDuring(page, given, outage);
      assert.equal(await given.effects(), 0, 'nothing happened during the outage');
      await succeedOnce(page, given);
    },
  }));
  testInTurn(app, 'each write', cases, options);
}

/** Tests some of the writes when the service has done them, but the answer was lost. */
export function testLostAnswers(app: TestConsole, writes: Writes, names: readonly string[]): void {
  const cases = names.map(what => ({
    title: `${what} says that there was no answer when it was lost, and has happened once after a reload`,
    write: writes[what] ?? assert.fail(`nothing is called ${what}`),
    async act(page: Page, given: Write) {
      const end = await loseAnswers(page, given);
      await untilAnswered(page, given, () => given.button(page).click());
      await shown(page, OUTAGE_WORDS).waitFor();
      end();
      await page.reload();
      await until(async () => (await given.effects()) > 0, `${what} has happened`);
      assert.equal(await given.effects(), 1);
    },
  }));
  testInTurn(app, 'a lost answer', cases);
}

/** Tests changes of something that somebody else has deleted meanwhile. */
export function testDeletedMeanwhile(app: TestConsole, writes: Writes, options: Options = {}): void {
  const cases = Object.entries(writes).map(([what, write]) => ({
    title: `${what} says that it is gone after somebody else has deleted it`,
    write,
    async act(page: Page, given: Write) {
      await shown(page, GONE_WORDS).waitFor({ state: 'hidden' });
      await given.remove?.();
      await untilAnswered(page, given, () => given.button(page).click());
      await shown(page, GONE_WORDS).waitFor();
    },
  }));
  testInTurn(app, 'a change of what is gone', cases, options);
}

/** Lets one person do everything on one page, which is loaded for the first case and after a failure. */
function testInTurn(app: TestConsole, title: string, cases: readonly Case[], { admin = false }: Options = {}): void {
  test(title, async t => {
    const person = await app.person({ name: 'Ann', admin });
    const page = await app.page(t, { as: person, expected: OUTAGE_LINES });
    follow(page);
    let isSound = false;
    for (const { title, write, act } of cases) {
      await t.test(title, async () => {
        const given = await write(person);
        await (isSound ? visit(page, given.path) : page.goto(given.path));
        isSound = false;
        await given.prepare?.(page);
        await shown(page, OUTAGE_WORDS).waitFor({ state: 'hidden' });
        await act(page, given);
        isSound = true;
      });
    }
  });
}

async function failDuring(page: Page, write: Write, outage: keyof typeof OUTAGES): Promise<void> {
  const text = await write.typed?.(page).inputValue();
  // Offline, what the page still has to read would never arrive.
  await write.button(page).waitFor();
  const end = await OUTAGES[outage](page, write);
  try {
    await untilAnswered(page, write, () => write.button(page).click());
    await shown(page, OUTAGE_WORDS).waitFor();
    assert.equal(await write.typed?.(page).inputValue(), text, `what was typed is kept when ${outage}`);
  } finally {
    await end();
  }
  await write.again?.(page);
}

async function succeedOnce(page: Page, write: Write): Promise<void> {
  const { button, done, effects, isIdempotent = false } = write;
  const answers = await answerSlowly(page, write);
  await button(page).dblclick();
  await answers.begun;
  answers.release();
  if (done) await done(page).waitFor();
  else await button(page).waitFor({ state: 'hidden' });
  await until(async () => (await effects()) > 0, 'it has happened');
  assert.equal(await effects(), 1);
  if (!isIdempotent) assert.equal(answers.sent, 1, 'one request was sent');
  answers.end();
}
