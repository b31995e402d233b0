/** Tests what works on every page: the command palette, the list of keys, notifications, and the rail. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { asking, waitingRun } from '../http/approval-workflows.ts';
import { makePanel } from '../http/booster-panels.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { answerSlowly, OUTAGE_LINES, refuseRequests } from './support/races.ts';

const app = await openConsole();
const { service } = app;

suite('everywhere', { skip: app.skip }, () => {
  test('Ctrl+K goes to workflows, files and pages, and does what the page can do', async t => {
    const ann = await app.person({ name: 'Ann' });
    await createWorkflow(service, chain(node('done', 'output', { value: 1 })), ann.key, { name: 'Weave wool' });
    const panel = await makePanel(service, ann, { docs: {} }, { name: 'Wool shop' });
    await panel.upload({ path: 'docs/wool-prices.txt' });
    const page = await app.page(t, { as: ann, path: '/runs' });
    const field = page.getByRole('combobox', { name: 'Go to' });
    const open = async (text: string) => {
      await page.keyboard.press('Control+k');
      await field.fill(text);
    };
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await open('wool');
    await page.getByRole('option', { name: /Weave wool/ }).waitFor();
    await page.getByRole('option', { name: /Wool shop/ }).waitFor();
    await page.getByRole('option', { name: /wool-prices\.txt/ }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('option', { name: /wool-prices\.txt/ }).click();
    await page.waitForURL(/\/panels\/[0-9a-f-]{36}\/files\?folder=docs&file=[0-9a-f-]{36}/);
    await open('failed');
    await page.getByRole('option', { name: /Failed runs/ }).waitFor();
    await field.press('Enter');
    await page.waitForURL(/\/runs\?status=failed/);
    await open('show all');
    await page.getByRole('option', { name: /Show all runs/ }).waitFor();
    await field.press('Enter');
    await page.waitForURL(/\/runs$/);
    await open('audit');
    await page.getByText('Nothing is called like this.').waitFor();
  });

  test('an address of nothing is a page that says so, and JSON for programs', async t => {
    const ann = await app.person();
    const page = await app.page(t, { as: ann, path: '/nowhere/at-all', expected: [/status of 404/] });
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page
      .getByRole('link', { name: /workflows/i })
      .first()
      .waitFor();
    await checkAccessibility(page);
    for (const path of ['/nowhere/at-all', '/api/v3/nowhere']) {
      const accept = path.startsWith('/api') ? 'text/html' : 'application/json';
      const answer = await fetch(`${service.url}${path}`, { headers: { accept } });
      assert.equal(answer.status, 404);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    }
    const method = await fetch(`${service.url}/api/v3/workflow/create`, { headers: { accept: 'text/html' } });
    assert.equal(method.status, 405);
  });

  test('a page that is opened with a link has the focus in its content', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, chain(node('done', 'output', { value: 1 })), ann.key, { name: 'Weave' });
    const page = await app.page(t, { as: ann, path: '/workflows' });
    await page.getByRole('link', { name: 'Weave' }).click();
    await page.waitForURL(`**/workflows/${id}`);
    await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  });

  test('? lists the keys, and the rail has the administration for administrators only', async t => {
    const ann = await app.person();
    const page = await app.page(t, { as: ann, path: '/approvals' });
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Next approval').waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    const rail = page.getByRole('navigation', { name: 'Areas' });
    await rail.getByRole('link', { name: 'News' }).waitFor();
    assert.equal(await rail.getByRole('link', { name: 'Admin' }).count(), 0);
    const admin = await app.page(t, { as: await app.person({ admin: true }), path: '/approvals' });
    await admin.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Admin' }).waitFor();
  });

  test('notifications arrive by themselves, lead to their subject, and are read then', async t => {
    const ann = await app.person();
    const page = await app.page(t, { as: ann, path: '/notifications' });
    await page.getByRole('heading', { name: 'Nothing to tell you' }).waitFor();
    await checkAccessibility(page);
    for (const title of ['Pay?', 'Publish?']) await waitingRun(service, asking({ title, assignees: ann.email }), ann);
    await page.getByRole('link', { name: 'Publish?' }).waitFor();
    await page.getByRole('link', { name: /^News.*, 2 unread$/ }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'Publish?' }).click();
    await page.getByRole('article').getByRole('heading', { name: 'Publish?' }).waitFor();
    await page.getByRole('link', { name: /^News.*, 1 unread$/ }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'News', exact: true }).waitFor();
    await page.getByText('Unread', { exact: true }).first().click();
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor();
  });

  test('a notice of what was done comes when the page shows it, and also when that can not be read', async t => {
    const admin = await app.person({ name: 'Ada', admin: true });
    const { id } = await service.ask<{ id: string }>('/api/v1/group/create', { name: 'Weavers' }, admin.key);
    const page = await app.page(t, {
      as: admin,
      path: `/administration/groups?chosen=${id}`,
      expected: OUTAGE_LINES,
    });
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const notice = page.getByRole('status').getByText('Saved.');
    const rename = async (name: string) => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await save.click();
    };

    await heading('Weavers').waitFor();
    const answers = await answerSlowly(page, { endpoint: '/api/v1/group/list' });
    await rename('Spinners');
    await answers.begun;
    assert.equal(await notice.count(), 0);
    assert.equal(await save.getAttribute('data-loading'), 'true');
    answers.release();
    await notice.waitFor();
    assert.equal(await heading('Spinners').count(), 1);
    assert.equal(await save.getAttribute('data-loading'), null);
    await notice.waitFor({ state: 'detached' });

    await refuseRequests(page, '/api/v1/group/list');
    await rename('Dyers');
    await notice.waitFor();
    await page.getByText('Not everything here is up to date.').waitFor();
    assert.equal(await heading('Spinners').count(), 1);
    assert.equal(await save.getAttribute('data-loading'), null);
  });

  test('a phone has the areas and a menu with the rest', async t => {
    const admin = await app.person({ name: 'Ada', admin: true });
    const page = await app.page(t, { as: admin, path: '/notifications', width: 360, height: 740 });
    await page.getByRole('heading', { name: 'Nothing to tell you' }).waitFor();
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    await page.getByRole('button', { name: 'Account of Ada' }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).waitFor();
    await page.getByRole('menuitem', { name: 'Go to' }).click();
    await page.getByRole('combobox', { name: 'Go to' }).fill('decided');
    await page.getByRole('combobox', { name: 'Go to' }).press('Enter');
    await page.waitForURL(/\/approvals\?state=decided/);
    await page.getByRole('heading', { name: 'Nothing is decided yet' }).waitFor();
    await checkAccessibility(page);
  });

  test('a phone shows the tab of the page, and the whole words of buttons beside long names', async t => {
    const admin = await app.person({ name: 'Ada', admin: true });
    const definition = chain(node('done', 'output', { value: 1 }));
    const id = await createWorkflow(service, definition, admin.key, { name: 'Weave all the wool of the year' });
    const page = await app.page(t, { as: admin, path: '/administration/jobs', width: 360, height: 740 });
    const tab = page
      .getByRole('navigation', { name: 'Parts of the administration' })
      .getByRole('link', { name: 'Jobs' });
    const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {};
    assert.ok(x + width <= 360, `the tab ends at ${x + width}`);
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Publish' }).waitFor();
    const cut = await page.evaluate(`[...document.querySelectorAll('header button *')]
      .filter(part => part.scrollWidth > part.clientWidth && part.textContent === 'Publish').length`);
    assert.equal(cut, 0);
  });
});
