/** Variables: their page, and what the editor knows of them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Run } from '../../src/runs/schemas.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { openField, retype, untilStored } from './support/editing.ts';

const app = await openConsole();
const { service } = app;

const row = (page: Page, name: string) => page.getByRole('row', { name });
const dialog = (page: Page) => page.getByRole('dialog');

async function create(person: ConsolePerson, name: string, value: unknown, more: object = {}): Promise<void> {
  const type = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'json';
  await service.ask('/api/v1/variable/create', { name, type, value, ...more }, person.key);
}

async function createShop(person: ConsolePerson, value: string): Promise<string> {
  const definition = {
    nodes: [
      { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } },
      { id: 'write', type: 'output', name: 'Write', params: { value }, position: { x: 0, y: 160 } },
    ],
    edges: [{ source: 'start', target: 'write', source_handle: null }],
  };
  return createWorkflow(service, definition, person.key, { name: 'Shop' });
}

suite('variables', { skip: app.skip }, () => {
  test('are created, found, changed and deleted, and say who uses them', async t => {
    const ann = await app.person();
    await createShop(ann, '{{ vars.shop_url }}');
    const page = await app.page(t, { as: ann, path: '/variables' });
    await page.getByRole('heading', { name: 'No variables yet' }).waitFor();
    await page.getByRole('button', { name: 'New variable' }).first().click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('1st');
    await dialog(page).getByText('Letters, digits and _').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('shop_url');
    await dialog(page).getByText('{{ vars.shop_url }}').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Value' }).fill('https://shop.test');
    await dialog(page).getByRole('textbox', { name: 'Description' }).fill('Where orders come from');
    await checkAccessibility(page);
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await row(page, 'shop_url').getByText('https://shop.test').waitFor();
    await page.getByText('shop_url was created').waitFor();
    await checkAccessibility(page);

    await page.getByRole('button', { name: 'New variable' }).click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('api_key');
    await dialog(page).getByText('JSON', { exact: true }).click();
    await dialog(page).getByRole('textbox', { name: 'Value' }).fill('[1, 2');
    await dialog(page).getByText('This is not JSON').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Value' }).fill('[1, 2]');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await page.getByText("'api_key' looks like the name of a secret").waitFor();
    await row(page, 'api_key').getByText('[1,2]').waitFor();

    await page.getByRole('searchbox', { name: 'Search variables' }).fill('orders');
    await page.waitForURL(/text=orders/);
    await row(page, 'api_key').waitFor({ state: 'detached' });
    await row(page, 'shop_url').getByRole('link').click();
    await page.waitForURL(/variable=/);
    await dialog(page).getByRole('link', { name: 'Shop' }).waitFor();
    await page.reload();
    await dialog(page).getByRole('link', { name: 'Shop' }).waitFor();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('shop');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Still refer to vars.shop_url: Shop').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /^shop / })
      .getByRole('link')
      .click();
    await dialog(page).getByText('No workflow that you can see refers to it.').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete shop?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No variable fits' }).waitFor();
    await page.getByRole('button', { name: 'Show all variables' }).click();
    await row(page, 'api_key').waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await checkAccessibility(page);
  });

  test('of an organization are read by its members, and changed by those with write access', async t => {
    const [ann, ben] = [await app.person(), await app.person()];
    const organization_id = await service.organization(
      [
        { person: ann, write: true },
        { person: ben, write: false },
      ],
      { name: 'Acme' },
    );
    await create(ann, 'brand', 'Acme Inc.', { organization_id });
    await create(ann, 'personal', 'mine');
    const page = await app.page(t, { as: ben, path: '/variables' });
    await row(page, 'brand').getByRole('link').click();
    await dialog(page).getByText('Members with write access').waitFor();
    assert.equal(await dialog(page).getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await dialog(page).getByRole('textbox', { name: 'Value' }).getAttribute('readonly'), '');
    const writing = await app.page(t, { as: ann, path: `/variables?owner=${organization_id}` });
    await row(writing, 'brand').getByText('Organization: Acme').waitFor();
    assert.equal(await row(writing, 'personal').count(), 0);
  });

  test('are completed in templates with their values, and a workflow gets values of its own', async t => {
    const ann = await app.person();
    await create(ann, 'shop_url', 'https://shop.test', { description: 'Where orders come from' });
    await create(ann, 'limit', 25);
    const id = await createShop(ann, 'x');
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const template = await openField(page, 'Write', 'Value');
    await retype(template, '{{ vars.');
    await page.getByRole('option', { name: /^limit.*25/ }).waitFor();
    await page.getByRole('option', { name: /^shop_url.*https:\/\/shop\.test/ }).waitFor();
    await template.press('Escape');
    await retype(template, '{{ vars.limit }} {{ vars.region }}');
    await untilStored(service, ann, id, ['write', 'value', '{{ vars.limit }} {{ vars.region }}']);
    const warning = page.getByText("uses 'vars.region', which does not exist").first();
    await warning.waitFor();

    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Variables' });
    await panel.getByText('https://shop.test').waitFor();
    await panel.getByRole('button', { name: 'Set a value of limit for this workflow' }).click();
    await panel.getByRole('textbox', { name: 'Value of limit' }).fill('many');
    await panel.getByText('This is not a number').waitFor();
    await panel.getByRole('textbox', { name: 'Value of limit' }).fill('7');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('instead of 25').waitFor();
    await panel.getByRole('button', { name: 'Add a value' }).click();
    await panel.getByRole('textbox', { name: 'Name' }).fill('region');
    await panel.getByRole('textbox', { name: 'Value' }).fill('eu');
    await checkAccessibility(page);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Remove the value of region from this workflow' }).waitFor();
    await page.getByRole('status', { name: 'Issues' }).filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id: id, input: {} }, ann.key);
    assert.equal(readResult(run), '7 eu');
    await panel.getByRole('button', { name: 'Use the value of the owner for limit' }).click();
    await panel.getByText('instead of 25').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Close the variables' }).click();
    await panel.waitFor({ state: 'detached' });
  });
});
