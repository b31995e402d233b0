/** Tests the list of failed runs that somebody has to deal with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';

const app = await openConsole();
const { service } = app;
const dividing = chain(node('divide', 'transform', { value: '{{ 12 / input.n }}' }));
const rows = (page: Page) => page.getByRole('table', { name: 'Failures' }).locator('tbody').getByRole('row');
const fail = (person: ConsolePerson, workflow_id: string) =>
  service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: { n: 0 } }, person.key);

test('failed runs are assigned, muted and resolved, on their list and on their page', { skip: app.skip }, async t => {
  const ann = await app.person({ name: 'Ann' });
  const ben = await app.person({ name: 'Ben' });
  const workflow = await createWorkflow(service, dividing, ann.key, {
    name: 'Divide',
    sharing: [{ user_email: ben.email, write: true }],
  });
  for (let n = 0; n < 3; n++) await fail(ann, workflow);
  const page = await app.page(t, { as: ann, path: '/failures' });
  await rows(page).nth(2).waitFor();
  await page.getByText('Open (3)').waitFor();
  await checkAccessibility(page);

  await page
    .getByRole('checkbox', { name: /^Select the failure/ })
    .first()
    .press('Space');
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByText('Assigned 1 run').waitFor();
  await rows(page).getByText('Ann').waitFor();
  await page.getByRole('link', { name: /Failures.*1 assigned to you/ }).waitFor();

  await page
    .getByRole('checkbox', { name: /^Select the failure/ })
    .nth(1)
    .press('Space');
  await page.getByRole('button', { name: 'Mute…' }).click();
  await page.getByRole('textbox', { name: 'Why nobody has to deal with it' }).fill('known <b>');
  await checkAccessibility(page);
  await page.keyboard.press('Enter');
  await page.getByText('Muted (1)').waitFor();
  await rows(page).nth(2).waitFor({ state: 'detached' });

  // Another failure appears by itself, and somebody else is asked to deal with it.
  const { id } = await fail(ann, workflow);
  await rows(page).nth(2).waitFor();
  await rows(page).first().getByRole('link').click();
  await page.waitForURL(`**/runs/${id}*`);
  const bar = page.getByRole('region', { name: 'What is done about this failure' });
  await bar.getByText('Nobody deals with this failure yet').waitFor();
  await bar.getByRole('button', { name: 'Assign…' }).click();
  await page.getByRole('combobox', { name: 'Person' }).fill('Ben');
  await page.getByRole('option', { name: /^Ben/ }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await bar.getByText('Ben deals with this failure').waitFor();
  await checkAccessibility(page);
  await bar.getByRole('button', { name: 'Resolve…' }).click();
  await page.keyboard.press('Enter');
  await bar.getByText('This failure is resolved').waitFor();

  await page.goto(`${page.url().split('/runs/')[0]}/failures?show=muted`);
  await rows(page).getByText('known <b>').waitFor();
  assert.equal(await rows(page).count(), 1);
});
