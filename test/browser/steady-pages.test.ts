/**
 * Tests that pages stay as they are while nothing changes: when they read again, also in vain, when a menu or a dialog is
 * opened and closed, under the pointer, and when somebody comes back. The reference is a picture of the same page that was
 * taken a moment before. The time of the page stands still, and the service gives the same answers.
 */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { asking, waitingRun } from '../http/approval-workflows.ts';
import { makePanel } from '../http/booster-panels.ts';
import { chain, node } from '../support/definitions.ts';
import { ROOT } from '../support/process.ts';
import { createWorkflow } from '../support/runs.ts';
import { type ConsolePerson, openConsole } from './support/browser.ts';
import { follow } from './support/pending-requests.ts';
import { findDifference } from './support/picture-difference.ts';
import { OUTAGE_LINES } from './support/races.ts';
import { giveSameAnswers, type SameAnswers } from './support/same-answers.ts';
import { stillPicture } from './support/still-picture.ts';
import { untilRead, visit } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

interface Steady {
  path: string;
  /** What is there when the page is. */
  shown(page: Page): Locator;
  /** What the page reads again when somebody looks at it again. A run that has ended needs nothing. */
  reads?: string;
  /** The button of a menu. */
  menu?(page: Page): Locator;
  /** What the pointer comes by. */
  under(page: Page): Locator;
}

async function createPages(ann: ConsolePerson, ben: ConsolePerson): Promise<Record<string, Steady>> {
  const definition = chain(node('words', 'transform', { value: 'warp' }), node('end', 'output', { value: 1 }));
  const id = await createWorkflow(service, definition, ann.key, { name: 'Weave wool' });
  await createWorkflow(service, definition, ann.key, { name: 'Spin wool' });
  const start = () => service.ask<{ id: string }>('/api/v3/workflow/run', { workflow_id: id, input: {} }, ann.key);
  const [run] = [await start(), await start()];
  // How many hours are left does not change during the test.
  const ask = asking({ title: 'Pay for wool?', assignees: ann.email, timeout_hours: 96.5 });
  await waitingRun(service, ask, ben);
  const panel = await makePanel(service, ann, { docs: {} }, { name: 'Wool shop' });
  for (const name of ['one', 'two']) await panel.upload({ path: `docs/${name}.txt` });
  for (const total of [1, 2]) await panel.record('orders', { total });
  const row = (page: Page) => page.getByRole('row').nth(1);
  return {
    'the list of workflows': {
      path: '/workflows',
      shown: page => page.getByText('Weave wool'),
      reads: '/api/v1/workflow/list',
      menu: page => page.getByRole('button', { name: /^Actions for/ }).first(),
      under: row,
    },
    'the list of runs': {
      path: '/runs',
      shown: page => page.getByText('Weave wool').first(),
      reads: '/api/v1/run/stats',
      menu: page => page.getByRole('button', { name: 'Views' }),
      under: row,
    },
    'the page of a run': {
      path: `/runs/${run.id}`,
      shown: page => page.getByRole('complementary', { name: 'Step end' }),
      menu: page => page.getByRole('button', { name: 'More about this run' }),
      under: page => page.getByText('words').first(),
    },
    'the editor with an open step': {
      path: `/workflows/${id}?step=words`,
      shown: page => page.getByRole('complementary', { name: 'Step words' }),
      menu: page => page.getByRole('button', { name: 'More ways to run' }),
      under: page => page.getByRole('application', { name: 'Workflow canvas' }).getByText('end', { exact: true }),
    },
    'the approvals': {
      path: '/approvals',
      shown: page => page.getByRole('article').getByRole('button', { name: 'Approve' }),
      reads: '/api/v1/approval/list',
      under: page => page.getByRole('button', { name: 'Reject' }),
    },
    'the files of a panel': {
      path: `/panels/${panel.id}/files?folder=docs`,
      shown: page => page.getByText('one.txt'),
      reads: '/api/v1/panel/files',
      menu: page => page.getByRole('button', { name: 'Upload' }),
      under: row,
    },
    'the records of a panel': {
      path: `/panels/${panel.id}/records?collection=orders`,
      shown: page => page.getByRole('table', { name: /^Records of/ }),
      reads: '/api/v3/booster/database/private/find',
      menu: page => page.getByRole('button', { name: 'Columns' }),
      under: row,
    },
  };
}

/** Some hours later, when all is as long ago as it will be when the test has ended, and not yet the next day then. */
function chooseTime(): number {
  const later = Date.now() + 3 * 3_600_000;
  const end = later + 600_000;
  return new Date(later).getUTCDate() === new Date(end).getUTCDate() ? later : end;
}

/** Times are written as relative to now, so they would change from picture to picture. */
const stopTime = (at: number) => `{
  const Running = Date;
  globalThis.Date = class Date extends Running {
    constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)); }
    static now() { return ${at}; }
  };
}`;

/** What is older than some seconds is read again when somebody comes back to the window. */
const LOOK_AGAIN = `{
  const { now } = Date;
  Date.now = () => now() + 20_000;
  dispatchEvent(new Event('visibilitychange'));
}`;

test('a page stays as it is', { skip: app.skip }, async t => {
  const [ann, ben] = [await app.person({ name: 'Ann' }), await app.person({ name: 'Ben' })];
  const pages = await createPages(ann, ben);
  const page = await app.page(t, { as: ann, locale: 'en-GB', expected: OUTAGE_LINES });
  await page.addInitScript(stopTime(chooseTime()));
  follow(page);
  const answers = await giveSameAnswers(page);
  await page.goto('/assistants');
  await page.getByRole('link', { name: /^Approvals.*, 1 waiting$/ }).waitFor();
  await page.getByRole('link', { name: /^News.*, 1 unread$/ }).waitFor();
  // The notification of an approval is read when that is shown.
  await visit(page, '/approvals');
  await page.getByRole('link', { name: 'News', exact: true }).waitFor();
  for (const [name, steady] of Object.entries(pages)) {
    await t.test(name, async () => {
      answers.answer();
      await visit(page, steady.path);
      await steady.shown(page).waitFor();
      await untilRead(page);
      const before = await takePicture(page);
      const check = (when: string, allowed?: Locator) => checkPicture(page, before, `${name}, ${when}`, allowed);
      await readAgain(page, steady, answers, check);
      await openMenu(page, steady, name);
      await check('after a menu');
      await steady.under(page).hover();
      await check('after the pointer');
      await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Connect' }).click();
      await page.getByRole('heading', { name: 'Connections' }).waitFor();
      await untilRead(page);
      await page.goBack();
      await steady.shown(page).waitFor();
      await untilRead(page);
      await check('after it was left');
    });
  }
});

type Check = (when: string, allowed?: Locator) => Promise<void>;

async function readAgain(page: Page, { reads }: Steady, answers: SameAnswers, check: Check): Promise<void> {
  answers.hold();
  await page.evaluate(LOOK_AGAIN);
  if (reads !== undefined) await answers.untilAsked(reads);
  await check('while it reads again');
  answers.answer();
  await untilRead(page);
  await check('after it has read again');

  if (reads === undefined) return;
  const note = page.getByRole('status').filter({ hasText: 'Not everything here is up to date.' });
  answers.refuse();
  await page.evaluate(LOOK_AGAIN);
  await note.waitFor();
  await untilRead(page);
  await check('after it could not read again', note);
  answers.answer();
  await note.getByRole('button', { name: 'Read again' }).click();
  await note.waitFor({ state: 'detached' });
  await untilRead(page);
  await check('after it could read again');
}

/** Opens and closes a menu of the page, or the way to other pages. */
async function openMenu(page: Page, { menu }: Steady, name: string): Promise<void> {
  const places = await readPlaces(page);
  if (menu) await menu(page).click();
  else await page.keyboard.press('Control+k');
  const opened = page.locator('[role=menu], [role=dialog]').filter({ visible: true });
  await opened.waitFor();
  assert.deepEqual(await readPlaces(page), places, `${name} is moved by what opens`);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
}

/** Reads where everything on the page is. */
function readPlaces(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('#content *')].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.tagName, x, y, width, height].join(' ');
  })`);
}

/** Takes a picture of the page alone, without the pointer and the ring of what has the focus. */
async function takePicture(page: Page): Promise<Buffer> {
  await page.mouse.move(-1, -1);
  // What is closed gives the focus back a moment later.
  return stillPicture(page, {}, () => page.evaluate('document.activeElement?.blur()'));
}

/** Compares the page with the picture of before. Only what is allowed may be new on it. */
async function checkPicture(page: Page, before: Buffer, when: string, allowed?: Locator): Promise<void> {
  const after = await takePicture(page);
  const box = await findDifference(before, after);
  if (!box) return;
  const room = await allowed?.boundingBox();
  const isAllowed =
    room &&
    box.x >= Math.floor(room.x) &&
    box.y >= Math.floor(room.y) &&
    box.x + box.width <= Math.ceil(room.x + room.width) &&
    box.y + box.height <= Math.ceil(room.y + room.height);
  if (isAllowed) return;
  const folder = path.join(ROOT, 'build', 'steady-pages');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, when.replaceAll(/\W+/g, '-'));
  await writeFile(`${file}-before.png`, before);
  await writeFile(`${file}-after.png`, after);
  const { x, y, width, height } = box;
  const middle = `document.elementFromPoint(${x + width / 2}, ${y + height / 2})?.outerHTML.slice(0, 300)`;
  const what = await page.evaluate<string>(middle);
  assert.fail(`${when}: ${width} × ${height} pixels at ${x}, ${y} differ, where there is ${what}. See ${file}-*.png`);
}
