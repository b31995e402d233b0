/** Tests the documentation site in a real browser: search, the phone, copying, colours, and without JavaScript. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkAccessibility, openConsole } from './support/browser.ts';

const app = await openConsole({ HEDDLE_CONSOLE: 'off' });

suite('the documentation site', { skip: app.skip }, () => {
  test('finds sections with the keyboard, also with a typing error', async t => {
    const page = await app.page(t, { path: '/docs/concepts' });
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search the documentation' });
    await field.fill('wbhook.reply');
    await page
      .getByRole('option', { name: /webhook\.reply/ })
      .first()
      .waitFor();
    await checkAccessibility(page, { isConsole: false });
    await field.fill('Workflow not found');
    await page
      .getByRole('option', { name: /Workflows, triggers and tests/ })
      .first()
      .waitFor();
    await field.fill('service.booster.storage');
    await page
      .getByRole('option', { name: /Scopes/ })
      .first()
      .waitFor();
    await field.fill('source_handle');
    await page.getByRole('option', { name: /Edges/ }).first().waitFor();
    await field.press('ArrowDown');
    assert.equal(await page.getByRole('option').nth(1).getAttribute('aria-selected'), 'true');
    await field.press('ArrowUp');
    const [first] = await page.getByRole('option').all();
    const href = await first?.getAttribute('href');
    await field.press('Enter');
    await page.waitForURL(new RegExp(`${href}$`));
    await field.waitFor({ state: 'hidden' });
  });

  test('copies code, and keeps the colours that somebody chose', async t => {
    const page = await app.page(t, { path: '/docs/reference/errors' });
    await page.locator('.code').first().hover();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      '{ "detail": "Workflow not found", "code": "workflow_not_found" }',
    );
    await page.getByRole('button', { name: 'Light or dark colours' }).click();
    await page.reload();
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark');
  });

  test('is navigated on a phone, and nothing is wider than the screen', async t => {
    const page = await app.page(t, { path: '/docs', width: 360, height: 780 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await checkAccessibility(page, { isConsole: false });
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Node types' }).click();
    await page.getByRole('heading', { level: 1, name: 'Node types' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    await page.locator('summary', { hasText: 'On this page' }).click();
    await page.getByRole('link', { name: 'human.approval', exact: true }).first().click();
    await page.waitForURL(/#humanapproval$/);
    // One of the smaller pages: the check looks at every element.
    await page.goto('/docs/guides/code');
    await checkAccessibility(page, { isConsole: false });
  });

  test('is read without JavaScript', async t => {
    const page = await app.page(t, { path: '/docs/reference/definition', width: 360, height: 780, javaScript: false });
    assert.equal(await page.getByRole('button', { name: 'Search' }).isVisible(), false);
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Node types' }).waitFor();
  });
});
