/** The public page of a form: written and published in the console, filled in by somebody who has no account. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { publishForm } from '../http/forms-sent.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';

const app = await openConsole();
const { service } = app;
const cv = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('I can weave.') };
/** Chromium writes a line for every refused request. */
const refused = [/status of 422/];

suite('a public form', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });

  async function publish(params: object, value: unknown = 'Welcome, {{ input.values.name }}!') {
    return publishForm(service, ann, { description: 'Please **apply** here.', ...params }, value);
  }

  async function fillIn(page: Page) {
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Message (optional)').fill('Hello');
    await page.getByLabel('Age (optional)', { exact: true }).fill('30');
    await page.getByLabel('Color (optional)').selectOption('green');
    await page.getByRole('checkbox', { name: 'Send me <news>' }).check();
    await page.getByLabel('CV').setInputFiles(cv);
  }

  test('is filled in, corrected and sent, and shows the result of the run', async t => {
    const form = await publish({ result: 'run', message: 'This is what we say:' });
    const page = await app.page(t, { path: form.path, expected: refused });
    await page.getByRole('heading', { name: 'Apply' }).waitFor();
    await checkAccessibility(page, { isConsole: false });
    await fillIn(page);
    await page.getByLabel('Your name').fill('');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please fill in this field.').waitFor();
    const name = page.getByLabel('Your name');
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    assert(await name.evaluate(field => field === field.ownerDocument.activeElement), 'the wrong field has the focus');
    await checkAccessibility(page, { isConsole: false });
    // The chosen file is still chosen.
    await name.fill('Ann');
    await page.keyboard.press('Enter');
    await page.getByText('Welcome, Ann!').waitFor();
    await page.getByText('This is what we say:').waitFor();
    await checkAccessibility(page, { isConsole: false });
    const [run] = await form.runs();
    const { values } = JSON.parse(run?.input_json ?? '');
    assert.deepEqual(
      { ...values, cv: values.cv.filename },
      { name: 'Ann', message: 'Hello', age: 30, color: 'green', news: true, cv: 'cv.txt' },
    );
  });

  test('works without JavaScript, on a phone', async t => {
    const form = await publish({ message: '# Thank you' });
    const page = await app.page(t, { path: form.path, javaScript: false, width: 360, dark: true, expected: refused });
    await fillIn(page);
    // The browser itself accepts this, and the service does not.
    await page.getByLabel('Your name').fill('   ');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please fill in this field.').waitFor();
    await page.getByText('Please choose the file once more.').waitFor();
    assert.equal(await page.getByLabel('Message (optional)').inputValue(), 'Hello');
    assert.equal(await page.getByLabel('Color (optional)').inputValue(), 'green');
    assert(await page.getByRole('checkbox').isChecked());
    await page.getByLabel('Your name').fill('Bob');
    await page.getByLabel('CV').setInputFiles(cv);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    assert.equal((await form.runs()).length, 1);
  });

  test('is previewed and published in the console', async t => {
    const definition = {
      nodes: [
        node('form', 'trigger.form', {
          title: 'Survey',
          form_schema: { type: 'object', properties: { name: { type: 'string', title: 'Your name' } } },
        }),
        node('done', 'output', { value: '{{ input.values.name }}' }),
      ],
      edges: [edge('form', 'done')],
    };
    const id = await createWorkflow(service, definition, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}?step=form` });
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.frameLocator('iframe[title="Preview of the form"]');
    await preview.getByLabel('Your name').waitFor();
    const main = preview.locator('main');
    const wide = await main.evaluate(element => Reflect.get(globalThis, 'getComputedStyle')(element).maxWidth);
    assert.equal(wide, '600px', 'the preview has its styles');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Publish' });
    await panel.getByText('The form has a page once you publish.').waitFor();
    await panel.getByRole('button', { name: 'Publish version 1' }).click();
    const link = panel.getByRole('link', { name: 'Open the form' });
    await checkAccessibility(page);
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await opened.getByLabel('Your name').fill('Ann');
    await opened.getByRole('button', { name: 'Send' }).click();
    await opened.getByText('Thank you. Your answers have arrived.').waitFor();
  });
});
