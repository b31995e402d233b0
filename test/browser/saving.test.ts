/** Nothing typed in the editor is lost: not by a reload, not while the service is away, not with an ended session. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Route } from 'playwright-core';
import { serviceOn } from '../support/service.ts';
import { type ConsolePerson, openConsole } from './support/browser.ts';
import {
  createOrders,
  openField,
  readText,
  replaceText,
  storedParam,
  URL_BEFORE,
  untilStored,
} from './support/editing.ts';

const app = await openConsole();
const { service } = app;

suite('saving in the editor', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });

  test('a change is saved by itself, and is there after a reload', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await replaceText(await openField(page, 'Ask the shop', 'URL'), 'https://mine.test');
    await untilStored(service, ann, id, ['call', 'url', 'https://mine.test']);
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await page.reload();
    const field = await openField(page, 'Ask the shop', 'URL');
    assert.equal(await readText(field), 'https://mine.test');
  });

  test('a reload before anything was saved loses nothing', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/ERR_FAILED/] });
    // No save arrives, neither that of the pause nor that of the page that goes. The route stays when the page loads
    // again: to remove it then can leave a request of the new page hanging in the browser.
    let isAway = true;
    await page.route('**/api/v1/workflow/save', route => (isAway ? route.abort() : route.continue()));
    await replaceText(await openField(page, 'Ask the shop', 'URL'), 'https://kept.test');
    await page.reload();
    isAway = false;
    const field = await openField(page, 'Ask the shop', 'URL');
    assert.equal(await readText(field), 'https://kept.test');
    await untilStored(service, ann, id, ['call', 'url', 'https://kept.test']);
  });

  test('work that a closed tab left behind is offered in the next one', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/ERR_FAILED/] });
    await page.context().route('**/api/v1/workflow/save', route => route.abort());
    await replaceText(await openField(page, 'Ask the shop', 'URL'), 'https://left.test');
    await page.getByText('Not saved: Heddle can not be reached').first().waitFor();
    await page.close();
    await page.context().unroute('**/api/v1/workflow/save');
    const next = await page.context().newPage();
    await next.goto(`/workflows/${id}`);
    await next.getByRole('button', { name: 'Add them' }).click();
    await untilStored(service, ann, id, ['call', 'url', 'https://left.test']);
    await next.reload();
    assert.equal(await readText(await openField(next, 'Ask the shop', 'URL')), 'https://left.test');
    assert.equal(await next.getByRole('button', { name: 'Add them' }).count(), 0);
  });

  test('somebody else at the same browser neither saves nor meets the work and the history of the first', async t => {
    const ben = await app.person({ name: 'Ben' });
    const id = await createOrders(service, ann, [ben]);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/401/] });
    const signIn = async ({ email, password }: ConsolePerson) => {
      const data = { email, password };
      const headers = { origin: new URL(service.url).origin };
      const response = await page.context().request.post('/api/v1/session/create', { data, headers });
      assert.equal(response.status(), 200);
    };
    const lastAnswer = page.waitForResponse(/credential\/kinds$/);
    const field = await openField(page, 'Ask the shop', 'URL');
    await lastAnswer;
    await signIn(ben);
    await field.fill('https://ann.test');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    assert.equal(await storedParam(service, ann, id, 'call', 'url'), URL_BEFORE, 'nothing is saved as somebody else');
    await page.reload();
    assert.equal(await readText(await openField(page, 'Ask the shop', 'URL')), URL_BEFORE);
    assert.equal(await page.getByRole('button', { name: /^Undo: / }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Add them' }).count(), 0);
    await signIn(ann);
    await page.reload();
    assert.equal(await readText(await openField(page, 'Ask the shop', 'URL')), 'https://ann.test');
    await untilStored(service, ann, id, ['call', 'url', 'https://ann.test']);
  });

  test('a browser that keeps nothing is told, and saves all the same', async t => {
    const id = await createOrders(service, ann);
    const first = await app.page(t, { as: ann, expected: [/ERR_FAILED/] });
    const page = await first.context().newPage();
    await page.addInitScript("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }");
    let isAway = true;
    await page.route('**/api/v1/workflow/save', route => (isAway ? route.abort() : route.continue()));
    await page.goto(`/workflows/${id}`);
    await replaceText(await openField(page, 'Ask the shop', 'URL'), 'https://private.test');
    await page.getByRole('button', { name: 'Not saved: Heddle can not be reached' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This browser can not keep your changes, so leave the page open.').waitFor();
    isAway = false;
    await dialog.getByRole('button', { name: 'Try now' }).click();
    await untilStored(service, ann, id, ['call', 'url', 'https://private.test']);
  });

  test('while the service is away the page says so, and saves when it is back', async t => {
    const id = await createOrders(service, ann);
    const second = await serviceOn(service.database);
    const { port } = new URL(second.url);
    const expected = [/Failed to load resource/, /ERR_/];
    const page = await app.page(t, { as: ann, path: `${second.url}/workflows/${id}`, expected });
    const field = await openField(page, 'Ask the shop', 'URL');
    await second.stopService();
    await replaceText(field, 'https://away.test');
    await page.getByText('Not saved: Heddle can not be reached').first().waitFor();
    await page.getByRole('button', { name: 'Not saved: Heddle can not be reached' }).click();
    await page.getByRole('dialog').getByText('Your changes are kept in this browser.').waitFor();
    await page.keyboard.press('Escape');
    // A part of the page that was not loaded yet fails alone.
    await page.getByRole('tab', { name: 'Docs' }).click();
    await page.getByText(/^This part of the page could not be loaded/).waitFor();
    const back = await serviceOn(service.database, { HEDDLE_PORT: port });
    t.after(() => back.stopService());
    await untilStored(service, ann, id, ['call', 'url', 'https://away.test']);
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    assert.equal(await readText(await openField(page, 'Ask the shop', 'URL')), 'https://away.test');
  });

  test('an ended session asks for the password, and then saves', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/401/] });
    const field = await openField(page, 'Ask the shop', 'URL');
    // The session ends with the save: whatever else the editor asked without one would open the dialog, which takes what
    // is typed from then on.
    const endSession = async (route: Route) => {
      const sessions = await service.ask<{ id: string }[]>('/api/v1/session/find', {}, ann.key);
      for (const { id } of sessions) await service.ask('/api/v1/session/delete', { id }, ann.key);
      await route.continue();
    };
    await page.route('**/api/v1/workflow/save', endSession, { times: 1 });
    await field.fill('https://ended.test');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(ann.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await untilStored(service, ann, id, ['call', 'url', 'https://ended.test']);
    assert.equal(await readText(field), 'https://ended.test');
  });

  test('somebody who may only read sees it, and can change nothing', async t => {
    const ben = await app.person({ name: 'Ben' });
    const id = await createOrders(service, ann);
    const sharing = [{ user_email: ben.email, write: false }];
    await service.ask('/api/v3/workflow/update', { id, sharing }, ann.key);
    const page = await app.page(t, { as: ben, path: `/workflows/${id}` });
    await page.getByText('Read only').first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^Publish/ }).count(), 0);
  });
});
