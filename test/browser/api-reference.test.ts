/** The API reference in a real browser: finding, unfolding, copying, trying, on a phone, and accessibility. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkAccessibility, openConsole } from './support/browser.ts';

const app = await openConsole();

suite('the API reference', { skip: app.skip }, async () => {
  const ann = await app.person();

  test('finds an operation, unfolds its objects and copies its example in the chosen language', async t => {
    const page = await app.page(t, { path: '/docs/api/v3' });
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('publish draft');
    await page.getByRole('status').getByText('1 operation', { exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'publish' }).click();
    await page.waitForURL('**/docs/api/v3/workflow#workflowPublish');
    const create = page.locator('#workflowCreate');
    const definition = create.locator('.operation-text > .fields > li', {
      has: page.getByText('definition', { exact: true }),
    });
    await definition.locator('summary', { hasText: 'Definition' }).first().click();
    await definition.getByText('What leads from step to step.').first().waitFor();
    await create.getByRole('button', { name: 'TypeScript' }).click();
    await create.locator('[data-tab=TypeScript]').getByRole('button', { name: 'Copy' }).click();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    assert.match(String(copied), /heddle\.workflows\.create\(\{\n {2}name: '/);
  });

  test('sends a request with a key, which stays in the tab, or as who is signed in', async t => {
    const page = await app.page(t, { path: '/docs/api/v3/conversation', expected: [/401/] });
    const count = page.locator('#conversationCount');
    await count.getByRole('button', { name: 'Try it' }).click();
    await count.getByRole('textbox', { name: 'Body' }).fill('{}');
    await count.getByRole('button', { name: 'Send' }).click();
    await count.getByText('401 Unauthorized').waitFor();
    await count.getByLabel('API key').fill(ann.key);
    await count.getByRole('button', { name: 'Send' }).click();
    await count.getByText('200 OK').waitFor();
    assert.equal(await count.locator('.try-answer code').textContent(), '0');
    // One of the smaller pages: the check looks at every element.
    await checkAccessibility(page, { isConsole: false });
    assert.equal(await page.evaluate('sessionStorage.getItem("heddle-docs-key")'), ann.key);
    assert.equal(await page.evaluate('JSON.stringify(localStorage).includes("hdl_")'), false);

    const signedIn = await app.page(t, { as: ann, path: '/docs/api/v3/conversation', width: 390 });
    const again = signedIn.locator('#conversationCount');
    await again.getByRole('button', { name: 'Try it' }).click();
    await again.getByRole('textbox', { name: 'Body' }).fill('{}');
    await again.getByRole('button', { name: 'Send' }).click();
    await again.getByText('200 OK').waitFor();
    const widths = await signedIn.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    assert.deepEqual(widths, [390, 390]);
  });

  test('is readable without scripts', async t => {
    const page = await app.page(t, { path: '/docs/api/v3/chat', javaScript: false });
    await page.locator('#chat .inner summary').first().click();
    await page.locator('#chat [data-tab=curl]').waitFor();
    await page.locator('#chat [data-tab=TypeScript]').waitFor();
    assert.equal(await page.getByRole('searchbox').count(), 0);
  });
});
