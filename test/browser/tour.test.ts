/** The tour: somebody new builds a workflow, runs it, breaks it and mends it, or leaves it on the way. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { retype } from './support/editing.ts';
import { PHONE } from './support/visits.ts';

const app = await openConsole();

suite('the tour', { skip: app.skip }, () => {
  test('leads from the first workflow to a mended one, and waits for each step', async t => {
    const page = await app.page(t, { as: await app.person(), path: '/workflows' });
    await page.getByRole('button', { name: 'Take the tour' }).dblclick();
    await untilStep(page, 'Create a workflow');
    assert.equal(await card(page).count(), 1);
    assert.equal(await card(page).evaluate(element => element.matches(':focus')), true, 'it is read first');
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: 'Create empty' }).click();

    await untilStep(page, 'Add a step');
    await addTransform(page);
    await untilStep(page, 'Let the step compute');
    await checkAccessibility(page);
    await retype(valueField(page), '{{ 6 * 7 }}');
    await untilStep(page, 'Run it');
    await run(page);
    await untilStep(page, 'Now break it');
    await retype(valueField(page), '{{ 6 / 0 }}');
    await untilStep(page, 'Run it and see it fail');
    await run(page);
    await untilStep(page, 'Mend it');
    await retype(valueField(page), '{{ 6 * 7 }}');
    await untilStep(page, 'Run it once more');
    await run(page);
    await untilStep(page, 'That is all it takes');
    await checkAccessibility(page);
    await card(page).getByRole('button', { name: 'Finish' }).click();
    await card(page).waitFor({ state: 'detached' });

    await fromMenu(page);
    await untilStep(page, 'Create a workflow');
  });

  test('can be left and is not offered again, but goes on where it was, also after a reload', async t => {
    const page = await app.page(t, { as: await app.person(), path: '/workflows' });
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await untilStep(page, 'Create a workflow');
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Start from an example' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Take the tour' }).count(), 0);

    await fromMenu(page);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: 'Create empty' }).click();
    await untilStep(page, 'Add a step');
    await addTransform(page);
    await untilStep(page, 'Let the step compute');
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    await page.reload();
    await untilStep(page, 'Let the step compute');

    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await card(page).getByRole('button', { name: 'Leave the tour' }).dblclick();
    await page.getByText('You find the tour in the menu of your account').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    assert.equal(await card(page).count(), 0);
    await fromMenu(page);
    await card(page).getByRole('link', { name: 'Back to where the tour is' }).click();
    await page.getByRole('application', { name: 'Workflow canvas' }).getByText('Transform').first().waitFor();
    await card(page).getByRole('button', { name: 'Start over' }).click();
    await untilStep(page, 'Create a workflow');
  });

  test('on a phone leads to the button that closes the panel in front of Run', async t => {
    const page = await app.page(t, { as: await app.person(), path: '/workflows', ...PHONE });
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: 'Create empty' }).click();
    await untilStep(page, 'Add a step');
    await addTransform(page);
    await untilStep(page, 'Let the step compute');
    await retype(page.locator('[data-param="value"]').getByRole('textbox').first(), '{{ 6 * 7 }}');
    await untilStep(page, 'Run it');
    await page.locator('[data-tour="close"]').click();
    await run(page);
    await untilStep(page, 'Now break it');
    await checkAccessibility(page);
  });

  test('is of no use to who may only read workflows', async t => {
    const reader = await app.person({ permissions: { workflow: 'read' } });
    const page = await app.page(t, { as: reader, path: '/workflows' });
    await page.getByRole('heading', { name: 'Nothing is shared with you yet' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Take the tour' }).count(), 0);
  });
});

function card(page: Page) {
  return page.locator('[role="dialog"][aria-modal="false"]');
}

async function untilStep(page: Page, heading: string): Promise<void> {
  await card(page).getByRole('heading', { name: heading, exact: true }).waitFor();
}

async function fromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Take the tour' }).click();
}

async function addTransform(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a step', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search steps and tools' }).fill('transform');
  await page.getByRole('option', { name: 'Transform' }).first().click();
}

function valueField(page: Page) {
  return page.getByRole('complementary', { name: 'Step Transform' }).getByRole('textbox', { name: 'Value' });
}

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}
