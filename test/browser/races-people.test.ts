/** Two tabs, two people, and answers that do not come: nobody loses work, and nobody is told what is not so. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { asking, waitingRun } from '../http/approval-workflows.ts';
import { poll } from '../http/poll.ts';
import { chain } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type ConsolePerson, openConsole } from './support/browser.ts';
import { createOrders, openField, readText, replaceText, untilStored } from './support/editing.ts';
import { loseAnswers, neverAnswer, OUTAGE_LINES, refuseRequests, shown, untilAnswered } from './support/races.ts';
import { openInTurn, untilRead, visit } from './support/visits.ts';

const app = await openConsole();
const { service } = app;
const expected = OUTAGE_LINES;

const dialog = (page: Page) => page.getByRole('dialog');
const value = (page: Page) => dialog(page).getByRole('textbox', { name: 'Value' });
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text).first();
const staleNote = (page: Page) => page.getByText('Not everything here is up to date.');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });

async function createVariable({ key }: ConsolePerson, given: object = {}): Promise<string> {
  const variable = { name: 'shop', type: 'text', value: 'x', ...given };
  return (await service.ask<{ id: string }>('/api/v1/variable/create', variable, key)).id;
}

async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}

/** The browser loses the network and finds it again, so the page reads again what it shows. */
async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

suite('two tabs of one person', { skip: app.skip }, () => {
  test('do not overwrite each other: the second one is told, and keeps what was typed', async t => {
    const ann = await app.person();
    const id = await createVariable(ann);
    const path = `/variables?variable=${id}`;
    const first = await app.page(t, { as: ann, path, expected });
    const second = await openTab(first, path);
    for (const [tab, text] of [
      [first, 'of the first'],
      [second, 'of the second'],
    ] as const) {
      await value(tab).fill(text);
    }
    await save(first).click();
    await dialog(first).waitFor({ state: 'hidden' });
    await save(second).click();
    await dialog(second)
      .getByRole('alert')
      .getByText(/changed/)
      .waitFor();
    assert.equal(await value(second).inputValue(), 'of the second');
    const stored = await service.ask<{ value: string }>('/api/v1/variable/get', { id }, ann.key);
    assert.equal(stored.value, 'of the first');
  });

  test('know of each other what was read', async t => {
    const ann = await app.person();
    await waitingRun(service, asking({ assignees: [ann.email] }), ann);
    const find = () => service.ask<object[]>('/api/v1/notification/find', {}, ann.key);
    await poll(async () => (await find()).length > 0 || undefined);
    const first = await app.page(t, { as: ann, path: '/notifications?show=unread' });
    const second = await openTab(first, '/notifications?show=unread');
    await second.getByRole('list', { name: 'List of notifications' }).waitFor();
    await first.getByRole('button', { name: 'Mark all as read' }).click();
    for (const tab of [first, second]) await tab.getByRole('heading', { name: 'You have read everything' }).waitFor();
  });
});

suite('two people', { skip: app.skip }, () => {
  test('of whom one deletes the workflow that the other edits: the editor says so, and keeps what was typed', async t => {
    const [ann, ben] = [await app.person({ name: 'Ann' }), await app.person({ name: 'Ben' })];
    const id = await createOrders(service, ann, [ben]);
    const page = await app.page(t, { as: ben, path: `/workflows/${id}`, expected });
    const field = await openField(page, 'Ask the shop', 'URL');
    await service.ask(`/api/v3/workflow/delete?entity_id=${id}`, {}, ann.key);
    await replaceText(field, 'https://ben.test');
    await shown(page, /^Not saved: .*not found/i).waitFor();
    assert.equal(await readText(field), 'https://ben.test');
  });

  test('of whom one takes the access of the other away: what they save is refused with a reason', async t => {
    const [ann, ben] = [await app.person({ name: 'Ann' }), await app.person({ name: 'Ben' })];
    const organization_id = await service.organization([
      { person: ann, write: true },
      { person: ben, write: true },
    ]);
    const id = await createVariable(ann, { organization_id });
    const page = await app.page(t, { as: ben, path: `/variables?variable=${id}`, expected });
    await value(page).fill('of Ben');
    await service.ask('/api/v1/organization/member/set', { organization_id, user_id: ben.id, write: false });
    await save(page).click();
    await dialog(page).getByRole('alert').waitFor();
    assert.equal(await value(page).inputValue(), 'of Ben');
  });
});

test('answers that do not come', { skip: app.skip }, async t => {
  const ann = await app.person();
  const open = openInTurn(app, t, ann, expected);

  await t.test('a list that can not be read again makes no failure of what was done', async () => {
    const page = await open('/variables');
    await page.getByRole('button', { name: 'New variable' }).first().click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('made');
    await value(page).fill('x');
    const mend = await refuseRequests(page, '/api/v1/variable/find');
    await untilAnswered(page, { endpoint: '/api/v1/variable/find' }, () =>
      dialog(page).getByRole('button', { name: 'Create' }).click(),
    );
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByText('made was created').waitFor();
    mend();
    await page.reload();
    await page.getByRole('row', { name: 'made' }).waitFor();
    assert.equal(await page.getByRole('row', { name: 'made' }).count(), 1);
  });

  const forms = {
    'of a variable': async () => ({
      path: `/variables?variable=${await createVariable(ann, { name: 'typed' })}`,
      read: '/api/v1/variable/get',
      open: async () => {},
      field: value,
    }),
    'of those who share a workflow': async () => {
      await createWorkflow(service, chain(), ann.key, { name: 'Returns' });
      return {
        path: '/workflows',
        read: '/api/v3/workflow/get',
        async open(page: Page) {
          await page.getByRole('button', { name: 'Actions for Returns' }).click();
          await page.getByRole('menuitem', { name: 'Share…' }).click();
        },
        field: (page: Page) => dialog(page).getByRole('combobox', { name: 'Add a person' }),
      };
    },
  };
  for (const [what, prepare] of Object.entries(forms)) {
    await t.test(`what can not be read again takes no form away that is being filled in: that ${what}`, async () => {
      const { path, read, field, ...form } = await prepare();
      const page = await open(path);
      await form.open(page);
      await field(page).fill('typed');
      const mend = await refuseRequests(page, read);
      // What was just read would not be read again. The clock of Playwright would stay with the context, for other tests.
      await page.evaluate('{ const { now } = Date; Date.now = () => now() + 60_000; }');
      await untilAnswered(page, { endpoint: read }, () => reconnect(page));
      await staleNote(page).waitFor();
      assert.equal(await field(page).inputValue(), 'typed');
      mend();
    });
  }

  interface ReadPage {
    path: string;
    read: string;
    open?(page: Page): Promise<unknown>;
    shown(page: Page): Locator;
  }
  const pages: Readonly<Record<string, () => Promise<ReadPage>>> = {
    'a list of workflows': async () => {
      await createWorkflow(service, chain(), ann.key, { name: 'Looms' });
      return {
        path: '/workflows',
        read: '/api/v1/workflow/list',
        shown: (page: Page) => page.getByRole('link', { name: 'Looms' }),
      };
    },
    'a list of approvals': async () => {
      await waitingRun(service, asking({ assignees: [ann.email] }), ann);
      return {
        path: '/approvals',
        read: '/api/v1/approval/list',
        shown: (page: Page) => page.getByRole('navigation', { name: 'List of approvals' }).getByRole('link'),
      };
    },
    'the history of a workflow': async () => ({
      path: `/workflows/${await createOrders(service, ann)}`,
      read: '/api/v3/workflow/revisions',
      open: (page: Page) => page.getByRole('button', { name: 'History' }).click(),
      shown: (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem').getByRole('button'),
    }),
  };
  for (const [what, prepare] of Object.entries(pages)) {
    await t.test(`${what} stays, with a note, when it can not be read again`, async () => {
      const given = await prepare();
      const page = await open(given.path);
      await given.open?.(page);
      await given.shown(page).first().waitFor();
      // What is on its way now would be as fresh as the clock below, and would not be read again.
      await untilRead(page);
      const mend = await refuseRequests(page, given.read);
      await page.evaluate('{ const { now } = Date; Date.now = () => now() + 60_000; }');
      await untilAnswered(page, { endpoint: given.read }, () => reconnect(page));
      await staleNote(page).waitFor();
      assert.ok(await given.shown(page).first().isVisible());
      mend();
      // The page may have read it again by itself, when the service told it of a change.
      await page
        .getByRole('button', { name: 'Read again' })
        .evaluateAll(buttons => buttons[0]?.dispatchEvent(new Event('click', { bubbles: true })));
      await staleNote(page).waitFor({ state: 'hidden' });
    });
  }

  await t.test(
    'an answer that was lost is no conflict with oneself: the editor saves once more, and asks nothing',
    async () => {
      const id = await createOrders(service, ann);
      const page = await open(`/workflows/${id}`);
      const endpoint = '/api/v1/workflow/save';
      const field = await openField(page, 'Ask the shop', 'URL');
      const end = await loseAnswers(page, { endpoint });
      await untilAnswered(page, { endpoint }, () => replaceText(field, 'https://lost.test'));
      await shown(page, 'Not saved: Heddle can not be reached').waitFor();
      end();
      await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
      await untilStored(service, ann, id, ['call', 'url', 'https://lost.test']);
      assert.equal(await page.getByRole('complementary', { name: 'Choose between two versions' }).count(), 0);
    },
  );

  await t.test(
    'a save that never answers is given up, which whoever runs the workflow or leaves it is told',
    async () => {
      const id = await createOrders(service, ann);
      const page = await open(`/workflows/${id}`);
      const field = await openField(page, 'Ask the shop', 'URL');
      const end = await neverAnswer(page, { endpoint: '/api/v1/workflow/save' });
      await page.evaluate(
        '{ const later = setTimeout; window.setTimeout = (run, ms) => later(run, ms === 30_000 ? 200 : ms); }',
      );
      await replaceText(field, 'https://unanswered.test');
      await shown(page, 'Not saved: Heddle can not be reached').waitFor();
      const listening: string[] = [];
      page.on('request', request => listening.push(new URL(request.url()).pathname));
      await page.getByRole('button', { name: 'More ways to run' }).click();
      await page.getByRole('menuitem', { name: 'Wait for a call' }).click();
      await notice(page, 'Not saved: Heddle can not be reached').waitFor();
      assert.ok(!listening.includes('/api/v1/workflow/listen'), 'an older draft does not wait for a call');
      await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).click();
      await notice(page, 'Orders: Not saved: Heddle can not be reached').waitFor();
      end();
      await page.goBack();
      await untilStored(service, ann, id, ['call', 'url', 'https://unanswered.test']);
    },
  );

  await t.test(
    'a browser that thinks it is offline asks the service nevertheless, and a sign-out that fails is told',
    async () => {
      const page = await open('/chat');
      await page.evaluate("dispatchEvent(new Event('offline'))");
      await visit(page, '/panels');
      await page.getByRole('heading', { name: 'Create a first panel' }).waitFor();
      const mend = await refuseRequests(page, '/api/v1/session/delete');
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await notice(page, 'You are still signed in').waitFor();
      mend();
      await page.evaluate("dispatchEvent(new Event('online'))");
    },
  );

  await t.test('the list of workflows is read again after one is published', async () => {
    const id = await createWorkflow(service, chain(), ann.key, { name: 'Deliveries' });
    const page = await open('/workflows');
    // What was just read would be read again after a few seconds anyway.
    await page.evaluate('{ const now = Date.now(); Date.now = () => now; }');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: /^Publish/ }).click();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await notice(page, 'Version 1 is published and on.').waitFor();
    const read = page.waitForRequest('**/api/v1/workflow/list');
    await page.goBack();
    await read;
    await page.getByRole('link', { name: 'Deliveries' }).waitFor();
    assert.ok(!page.url().includes(id));
  });
});
