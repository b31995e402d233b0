/** The page behind the link in the mail of an approval: on a phone, in German, by keyboard, without JavaScript. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { asking, findApprovalId, getApproval, waitingRun } from '../http/approval-workflows.ts';
import { poll } from '../http/poll.ts';
import { mailsTo } from '../http/sent-mails.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';

const app = await openConsole();
const { service } = app;

const FORM = {
  type: 'object',
  properties: {
    amount: { type: 'number', title: 'Betrag', maximum: 100 },
    reason: { type: 'string', title: 'Grund' },
    account: { type: 'string', title: 'Konto', enum: ['Haus', 'Garten'] },
  },
  required: ['amount'],
};

suite('the page behind the link of a mail', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });

  async function ask(params: object): Promise<{ id: string; path: string }> {
    const definition = asking({ assignees: ann.email, by_link: true, ...params });
    const id = findApprovalId(await waitingRun(service, definition, ann));
    const path = await poll(async () => {
      const texts = (await mailsTo(service, ann.email)).map(({ text = '' }) => text);
      return texts.map(text => new RegExp(`/decide/${id}/[\\w-]+`).exec(text)?.[0]).find(found => found !== undefined);
    });
    return { id, path };
  }

  test('is filled in and decided on a phone, in German, without JavaScript', async t => {
    const message = 'Die Rechnung vom **3. Mai**:\n\n- Garn\n- Nadeln';
    const { id, path } = await ask({
      title: 'Rechnung bezahlen?',
      message,
      form_schema: FORM,
      form_values: { amount: 80 },
    });
    const page = await app.page(t, { path, width: 360, dark: true, javaScript: false, locale: 'de-AT' });
    await page.getByRole('heading', { name: 'Rechnung bezahlen?' }).waitFor();
    assert.equal(await page.getByLabel('Betrag').inputValue(), '80');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await page.getByLabel('Betrag').fill('75');
    await page.getByLabel('Konto').selectOption('Garten');
    await page.getByLabel('Kommentar').fill('Passt so');
    await page.getByRole('button', { name: 'Freigeben' }).click();
    await page.getByText('Freigegeben von Ann').waitFor();
    const { decision_data, comment } = await getApproval(service, id, ann);
    assert.deepEqual([decision_data, comment], [{ amount: 75, account: 'Garten' }, 'Passt so']);
  });

  test('decides nothing when the Enter key is pressed in a field, and rejects without its answers', async t => {
    const { id, path } = await ask({ form_schema: FORM });
    const page = await app.page(t, { path });
    await checkAccessibility(page, { isConsole: false });
    await page.getByLabel('Betrag').fill('5');
    await page.keyboard.press('Enter');
    await page.getByLabel('Betrag').fill('');
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected by Ann').waitFor();
    await checkAccessibility(page, { isConsole: false });
  });
});
