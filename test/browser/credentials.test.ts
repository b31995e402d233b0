/** Credentials: make, test, replace, share and delete them, connect an account, and choose them in a step. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Credential } from '../../src/credentials/schemas.ts';
import { createCodeCredential } from '../http/oauth-credentials.ts';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { openPlaces } from '../support/outside-places.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { clickAtOnce, openField, retype, untilStored } from './support/editing.ts';

const app = await openConsole({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' });
const { service } = app;
const openPlace = await openPlaces();

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const barButton = (page: Page, name: string) =>
  region(page, 'You have changes that are not saved.').getByRole('button', { name, exact: true });

const create = (person: ConsolePerson, given: object) =>
  service.ask<Credential>('/api/v1/credential/create', given, person.key);
const read = (person: ConsolePerson, id: string) =>
  service.ask<Credential>('/api/v1/credential/get', { id }, person.key);

suite('credentials', { skip: app.skip }, () => {
  test('are made from their kind, tested and replaced, and never show a value', async t => {
    const ann = await app.person();
    const place = openPlace(({ headers }, response) => {
      response.writeHead(headers['x-api-key'] === 'the second key of ann' ? 200 : 401).end();
    });
    const { origin } = new URL(place.url);
    // The refused creation is a line in the console of the browser.
    const page = await app.page(t, { as: ann, path: '/credentials', expected: [/status of 4\d\d/] });
    await page.getByRole('heading', { name: 'No credentials yet' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'New credential' }).first().click();
    await page.getByRole('heading', { name: 'How does the other service know you?' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: /^API key in a header/ }).click();

    const about = region(page, 'What it is');
    const values = region(page, 'Values');
    await about.getByRole('textbox', { name: 'Name' }).fill('shop');
    await values.getByRole('textbox', { name: 'Header' }).fill('not a header');
    await values.getByLabel(/^Value/).fill('the first key of ann');
    await page.getByText('Still missing: Hosts').waitFor();
    await page.getByRole('combobox', { name: 'Hosts' }).fill(place.url);
    await page.keyboard.press('Enter');
    await checkAccessibility(page);
    await barButton(page, 'Create').click();
    // What the API says stands where it can be mended, and nothing typed is lost.
    await barButton(page, 'Create').waitFor();
    await region(page, 'You have changes that are not saved.')
      .getByText(/header/)
      .waitFor();
    await values.getByRole('textbox', { name: 'Header' }).fill('X-API-Key');
    await barButton(page, 'Create').click();
    await page.waitForURL(/\/credentials\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    assert.deepEqual((await read(ann, id)).hosts, [origin]);
    await region(page, 'Values')
      .getByText(/ends with/)
      .waitFor();

    const url = region(page, 'Try it').getByRole('textbox', { name: 'URL' });
    await url.fill(place.url);
    await region(page, 'Try it').getByRole('button', { name: 'Test' }).click();
    await region(page, 'Try it').getByText('It does not work').waitFor();
    assert.equal(place.seen.at(-1)?.headers['x-api-key'], 'the first key of ann');

    await page.getByRole('button', { name: 'Replace the secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace the secret of shop' });
    await dialog.getByLabel(/^Value/).fill('the second key of ann');
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await notice(page, 'The secret was replaced.').waitFor();
    await region(page, 'Try it').getByRole('button', { name: 'Test' }).click();
    await region(page, 'Try it').getByText('It works').waitFor();
    assert.equal(place.seen.at(-1)?.headers['x-api-key'], 'the second key of ann');
    assert.doesNotMatch(await page.content(), /first key of|second key of/);

    await page.getByRole('link', { name: 'All credentials' }).click();
    const row = page.getByRole('row', { name: /shop/ });
    await row.getByText('API key in a header').waitFor();
    await row.getByText('Ready').waitFor();
    await checkAccessibility(page);
  });

  test('keep all changes of their own fields that come at once', async t => {
    const page = await app.page(t, { as: await app.person(), path: '/credentials/new?kind=generic' });
    const button = (name: string) => region(page, 'Values').getByRole('button', { name, exact: true });
    const names = region(page, 'Values').getByRole('textbox', { name: 'Name of a field' });
    await names.waitFor();
    await clickAtOnce(page, [button('Add a field'), button('Add a field')]);
    await names.nth(2).waitFor();
    for (const [index, name] of ['one', 'two', 'three'].entries()) await names.nth(index).fill(name);
    await clickAtOnce(page, [button('Remove one'), button('Remove three')]);
    await names.nth(1).waitFor({ state: 'detached' });
    assert.equal(await names.inputValue(), 'two');
  });

  test('ask for the secret again before they go to another host, and say who uses them', async t => {
    const ann = await app.person();
    const ben = await app.person();
    const { id } = await create(ann, {
      name: 'crm',
      kind: 'bearer',
      hosts: ['shop.test'],
      fields: { token: 'a token of the crm' },
    });
    await service.ask(
      '/api/v3/workflow/create',
      {
        name: 'Newsletter',
        definition: {
          nodes: [
            { id: 'start', type: 'trigger.manual', params: {} },
            { id: 'send', type: 'http.request', params: { url: 'https://shop.test/', credential: 'crm' } },
          ],
          edges: [{ source: 'start', target: 'send' }],
        },
      },
      ann.key,
    );
    const page = await app.page(t, { as: ann, path: `/credentials/${id}` });
    const users = region(page, 'Who uses it');
    await users.getByRole('link', { name: 'Newsletter' }).waitFor();
    assert.match((await users.getByRole('link', { name: 'Newsletter' }).getAttribute('href')) ?? '', /step=send$/);

    await page.getByRole('combobox', { name: 'Hosts' }).fill('files.shop.test');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'the address' }).check();
    const again = page.getByRole('group', { name: 'To let it go elsewhere, enter the secret fields again' });
    await page.getByText('Still missing: Token').waitFor();
    await again.getByLabel(/^Token/).fill('a token of the crm');
    await page.getByRole('combobox', { name: 'Add a person' }).fill(ben.email);
    await page.keyboard.press('Enter');
    await checkAccessibility(page);
    await barButton(page, 'Save').click();
    await notice(page, 'The credential was saved.').waitFor();
    const saved = await read(ann, id);
    assert.deepEqual(saved.hosts, ['shop.test', 'files.shop.test']);
    assert.deepEqual(saved.template_places, ['url']);
    assert.deepEqual(saved.sharing, [{ user_email: ben.email, write: false }]);

    const other = await app.page(t, { as: ben, path: `/credentials/${id}`, width: 360, height: 800 });
    await other.getByText('It is shared with you to use.', { exact: false }).waitFor();
    assert.equal(await other.getByRole('button', { name: 'Replace the secret' }).count(), 0);
    assert.equal(await other.getByRole('button', { name: 'Delete' }).count(), 0);
    await checkAccessibility(other);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete crm?' });
    await dialog.getByText('Newsletter').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No credentials yet' }).waitFor();
    await service.refuse(404, 'entity not found', '/api/v1/credential/get', { id }, ann.key);
  });

  test('are connected to an account at its provider, and come back', async t => {
    const ann = await app.person();
    const server = await startAuthorizationServer({ after });
    const { id } = await createCodeCredential(service, server, ann, { name: 'calendar' });
    const page = await app.page(t, { as: ann, path: '/credentials?kind=oauth2_code' });
    await page
      .getByRole('row', { name: /calendar/ })
      .getByText('Not connected')
      .waitFor();
    await page.getByRole('link', { name: 'calendar' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForURL(`${service.url}/credentials/${id}?connected=true`);
    await page.getByText('The account is connected.').waitFor();
    await page.getByText('Ready').waitFor();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page
      .getByRole('dialog', { name: 'Disconnect calendar?' })
      .getByRole('button', { name: 'Disconnect' })
      .click();
    await page.getByText('It can not be used before somebody signs in at the provider.').waitFor();
  });

  test('are chosen in a step that had its secret in a header', async t => {
    const ann = await app.person();
    await create(ann, { name: 'shop', kind: 'bearer', hosts: ['shop.test'], fields: { token: 'a token of the shop' } });
    await create(ann, {
      name: 'other',
      kind: 'bearer',
      hosts: ['other.test'],
      fields: { token: 'another token' },
      template_places: ['url'],
    });
    const { id: workflow } = await service.ask<{ id: string }>(
      '/api/v3/workflow/create',
      {
        name: 'Orders',
        definition: {
          nodes: [
            { id: 'start', type: 'trigger.manual', params: {}, position: { x: 0, y: 0 } },
            {
              id: 'call',
              type: 'http.request',
              name: 'Ask the shop',
              params: { url: 'https://shop.test/', headers: { Authorization: 'Bearer in the open' } },
              position: { x: 0, y: 160 },
            },
          ],
          edges: [{ source: 'start', target: 'call' }],
        },
      },
      ann.key,
    );
    const page = await app.page(t, { as: ann, path: `/workflows/${workflow}` });
    const url = await openField(page, 'Ask the shop', 'URL');
    await page.getByRole('button', { name: 'Use a credential' }).click();
    const field = page.getByRole('combobox', { name: 'Credential' });
    await field.click();
    await page.getByRole('option', { name: /other/ }).click();
    await page.getByText('other may not go to shop.test.').waitFor();
    await field.click();
    await field.fill('shop.te');
    await page.getByRole('option', { name: /^shop/ }).click();
    await page.getByText('other may not go to shop.test.').waitFor({ state: 'detached' });
    await untilStored(service, ann, workflow, ['call', 'credential', 'shop']);

    await retype(url, 'https://shop.test/{{ secrets.oth');
    await page.getByRole('option', { name: /^other/ }).waitFor();
    await page.keyboard.press('Escape');
    await checkAccessibility(page);
  });
});
