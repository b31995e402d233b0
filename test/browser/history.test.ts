/** The history of a workflow: who changed what, on the canvas and word by word, and the way back. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkAccessibility, openConsole } from './support/browser.ts';
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

suite('the history of a workflow', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });
  const ben = await app.person({ name: 'Ben' });

  test('shows what somebody changed, and restores one step', async t => {
    const id = await createOrders(service, ann, [ben]);
    const others = await app.page(t, { as: ben, path: `/workflows/${id}` });
    await replaceText(await openField(others, 'Ask the shop', 'URL'), 'https://shop.test/bills');
    await untilStored(service, ann, id, ['call', 'url', 'https://shop.test/bills']);
    await replaceText(await openField(others, 'Result', 'Value'), 'two');
    await untilStored(service, ann, id, ['end', 'value', 'two']);
    await others.close();

    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('region', { name: 'Today' }).getByText('Ben').waitFor();
    await history.locator('ins', { hasText: 'bills' }).waitFor();
    await history.locator('del', { hasText: 'orders' }).waitFor();
    await checkAccessibility(page);

    await history.getByRole('button', { name: /Ann.*Created/ }).click();
    await history.getByText('Changed since').click();
    await history.getByRole('button', { name: 'Restore call' }).click();
    await untilStored(service, ann, id, ['call', 'url', URL_BEFORE]);
    assert.equal(await storedParam(service, ann, id, 'end', 'value'), 'two', 'the other step stays');

    await page.getByRole('button', { name: 'Undo: Restore call' }).click();
    await untilStored(service, ann, id, ['call', 'url', 'https://shop.test/bills']);

    await history.getByRole('button', { name: 'Restore all' }).click();
    await untilStored(service, ann, id, ['end', 'value', 'one']);
    assert.equal(await storedParam(service, ann, id, 'call', 'url'), URL_BEFORE);
    await page.getByRole('button', { name: 'Close the history' }).first().click();
    assert.equal(await readText(await openField(page, 'Ask the shop', 'URL')), URL_BEFORE);
  });
});
