/** Tests approvals in the console: from the mail on a phone, with a form and a file, by keyboard, and by several people. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { asking, decide, findApprovalId, getApproval, waitForEnd, waitingRun } from '../http/approval-workflows.ts';
import { poll } from '../http/poll.ts';
import { node } from '../support/definitions.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { clickAtOnce } from './support/editing.ts';

const app = await openConsole();
const { service } = app;

const FORM = {
  type: 'object',
  properties: {
    amount: { type: 'number', title: 'Amount', maximum: 100 },
    reason: { type: 'string', title: 'Reason', pattern: '^[a-z ]+$' },
    receipt: { type: 'object', format: 'file', title: 'Receipt' },
    photo: { type: 'object', format: 'file', title: 'Photo' },
  },
  required: ['amount', 'receipt'],
};

/** Chromium logs every request that is refused. */
const REFUSED = [/status of 4(22|01)/];

async function ask(people: readonly ConsolePerson[], params: object): Promise<{ id: string; runId: string }> {
  const [owner] = people;
  assert.ok(owner);
  const definition = asking(
    { assignees: people.map(({ email }) => email), ...params },
    { before: [{ ...node('read', 'transform', { value: 'hidden' }), name: 'Read the invoice' }] },
  );
  const run = await waitingRun(service, definition, owner);
  return { id: findApprovalId(run), runId: run.id };
}

/** The link in the mail that somebody got. */
async function readLink(email: string): Promise<string> {
  const folder = path.join(service.dataFolder, 'outbox');
  const mail = await poll(async () => {
    const names = (await readdir(folder).catch((): string[] => [])).filter(name => name.endsWith('.eml'));
    const mails = await Promise.all(names.map(async name => PostalMime.parse(await readFile(path.join(folder, name)))));
    return mails.find(({ to }) => to?.some(({ address }) => address === email));
  });
  const [link] = /https?:\/\/\S+\/approvals\/[0-9a-f-]{36}/.exec(mail.text ?? '') ?? [];
  assert.ok(link, 'there is no link in the mail');
  return link;
}

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const items = (page: Page) => page.getByRole('navigation', { name: 'List of approvals' }).getByRole('link');

/** Presses a key until it has led to a button: a page that has just appeared may not listen yet. */
async function reach(page: Page, key: string, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor();
  while ((await page.locator('button:focus').filter({ hasText: name }).count()) === 0) await page.keyboard.press(key);
}

async function assertNotTooWide(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
}

suite('approvals', { skip: app.skip }, () => {
  test('lead from the mail through the sign-in to the decision, on a phone, while another assignee decides', async t => {
    const ann = await app.person({ name: 'Ann', permissions: { workflow: 'none' } });
    const ben = await app.person({ name: 'Ben' });
    const { id, runId } = await ask([ben, ann], { title: 'Pay Gustav?', message: 'He **waits**.' });
    const page = await app.page(t, { path: await readLink(ann.email), width: 360, height: 740, expected: REFUSED });
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(ann.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(ann.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(page, 'Pay Gustav?').waitFor();
    await page.getByText('waits', { exact: true }).waitFor();
    await page.getByText('you', { exact: true }).waitFor();
    await page.getByText('What happened so far (3 steps)').click();
    await page.getByText('Read the invoice').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Open the run' }).count(), 0);
    await assertNotTooWide(page);
    await checkAccessibility(page);
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
    assert.ok(await approve(page).isVisible());
    await page.getByRole('textbox', { name: 'Comment' }).fill('I was just about to');
    await decide(service, id, ben, 'reject', { comment: 'Too late' });
    await page.getByText('Ben decided this while it was open here: rejected.').waitFor();
    await page.getByText('Too late').waitFor();
    await page
      .getByRole('region', { name: 'What you had typed was not sent' })
      .getByText('I was just about to')
      .waitFor();
    assert.equal(await approve(page).count(), 0);
    await page.getByRole('link', { name: 'All approvals' }).click();
    await heading(page, 'Nothing waits for you').waitFor();
    await assertNotTooWide(page);
    await waitForEnd(service, runId, ben);
  });

  test('take a form with a file, keep it over a reload, and say at the field what is refused', async t => {
    const ann = await app.person({ name: 'Ann' });
    const values = { amount: 41 };
    const { id, runId } = await ask([ann], { title: 'Pay 4711?', form_schema: FORM, form_values: values });
    const page = await app.page(t, { as: ann, path: `/approvals/${id}`, expected: REFUSED });
    const amount = page.getByLabel('Amount');
    await heading(page, 'Pay 4711?').waitFor();
    assert.equal(await amount.inputValue(), '41');
    await approve(page).click();
    await page.getByText('is required').waitFor();
    const [receipt, photo] = [page.locator('input[type=file]').nth(0), page.locator('input[type=file]').nth(1)];
    const file = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') };
    await receipt.setInputFiles(file);
    await photo.setInputFiles({ ...file, name: 'photo.txt' });
    const removals = ['Receipt', 'Photo'].map(name => page.getByRole('button', { name: `Remove the file of ${name}` }));
    await clickAtOnce(page, removals);
    for (const removal of removals) await removal.waitFor({ state: 'detached' });
    await receipt.setInputFiles(file);
    await page.getByText('receipt.txt').waitFor();
    await page.getByLabel('Reason').fill('NOT SMALL');
    await page.getByRole('textbox', { name: 'Comment' }).fill('As agreed');
    await page.reload();
    await page.getByText('What you had typed before is here again.').waitFor();
    assert.equal(await page.getByLabel('Reason').inputValue(), 'NOT SMALL');
    assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'As agreed');
    await page.getByText('receipt.txt').waitFor();
    await amount.fill('101');
    await approve(page).click();
    await page.getByText('must be <= 100').waitFor();
    assert.equal(await page.locator('input:focus').getAttribute('id'), await amount.getAttribute('id'));
    await checkAccessibility(page);
    await amount.fill('99');
    await approve(page).click();
    await page.getByText('must match pattern').waitFor();
    await page.getByLabel('Reason').fill('small');
    await approve(page).click();
    await page.getByText('Approved by you').waitFor();
    await page.getByRole('link', { name: 'receipt.txt' }).waitFor();
    const decided = await getApproval(service, id, ann);
    assert.partialDeepStrictEqual(decided, {
      status: 'approved',
      comment: 'As agreed',
      decision_data: { amount: 99, reason: 'small', receipt: { filename: 'receipt.txt', size: 4 } },
    });
    await waitForEnd(service, runId, ann);
  });

  test('are decided by keyboard, counted in the rail, searched and found again', async t => {
    const ann = await app.person({ name: 'Ann' });
    const runs = [];
    for (const title of ['First', 'Second', 'Third']) runs.push(await ask([ann], { title }));
    const page = await app.page(t, { as: ann, path: '/approvals' });
    await heading(page, 'Third').waitFor();
    await page.getByRole('link', { name: /^Approvals.*, 3 waiting$/ }).waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('j');
    await heading(page, 'Second').waitFor();
    await reach(page, 'r', 'Reject');
    await page.keyboard.press('Enter');
    await page.getByText('Rejected by you').waitFor();
    await page.getByRole('link', { name: /^Approvals.*, 2 waiting$/ }).waitFor();
    await items(page).nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Next: Third' }).click();
    await heading(page, 'Third').waitFor();
    await reach(page, 'a', 'Approve');
    await page.keyboard.press('Enter');
    await page.getByText('Approved by you').waitFor();
    await page.getByText('Decided', { exact: true }).click();
    await page.waitForURL(/state=decided/);
    await items(page).nth(1).waitFor();
    await page.getByRole('searchbox', { name: 'Search approvals' }).fill('seco');
    await page.waitForURL(/text=seco/);
    await items(page).nth(1).waitFor({ state: 'detached' });
    await page.reload();
    await heading(page, 'Second').waitFor();
    // The list is read beside the approval that is shown.
    await items(page).first().waitFor();
    assert.equal(await items(page).count(), 1);
    const [first] = runs;
    assert.equal((await getApproval(service, first?.id ?? '', ann)).status, 'pending');
  });

  test('can be read, but not decided, by those who only read the workflow; others see nothing of them', async t => {
    const [owner, reader, stranger] = [await app.person(), await app.person(), await app.person()];
    const { id } = await ask([owner], { title: 'Secret plan?' });
    const { workflow_id } = await getApproval(service, id, owner);
    const sharing = [{ user_email: reader.email, write: false, scopes: {} }];
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, owner.key);
    const page = await app.page(t, { as: reader, path: `/approvals/${id}` });
    await page.getByText('You can read this approval, but only the people above may decide it.').waitFor();
    assert.equal(await approve(page).count(), 0);
    const other = await app.page(t, { as: stranger, path: `/approvals/${id}`, expected: [/status of 404/] });
    await other.getByText('Approval not found').waitFor();
    assert.equal(await other.getByText('Secret plan?').count(), 0);
  });

  test('of several people show who has decided and for whom they wait, and are passed on', async t => {
    const [ann, ben, cat] = [
      await app.person({ name: 'Ann' }),
      await app.person({ name: 'Ben' }),
      await app.person({ name: 'Cat' }),
    ];
    const { id, runId } = await ask([ann, ben], { title: 'Buy a loom?', required: 2 });
    const { workflow_id } = await getApproval(service, id, ann);
    const sharing = [{ user_email: cat.email, write: false, scopes: {} }];
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
    const page = await app.page(t, { as: ann, path: `/approvals/${id}`, width: 360, height: 740, expected: REFUSED });
    await page.getByText('0 of 2 have approved').waitFor();
    await checkAccessibility(page);
    await approve(page).click();
    await page.getByText('1 of 2 have approved').waitFor();
    await page.getByText('Approved by you').waitFor();
    await page.getByText('You have decided. The approval waits for others.').waitFor();
    assert.equal(await approve(page).count(), 0);
    await assertNotTooWide(page);
    await checkAccessibility(page);
    const other = await app.page(t, { as: ben, path: `/approvals/${id}`, expected: REFUSED });
    await other.getByRole('button', { name: 'Delegate…' }).click();
    const who = other.getByRole('combobox', { name: 'Who decides instead of you' });
    await who.fill(cat.email);
    await other.getByRole('option', { name: `Cat (${cat.email})` }).click();
    await checkAccessibility(other);
    await other.getByRole('button', { name: 'Delegate', exact: true }).click();
    await other.getByText('You passed this on to somebody else.').waitFor();
    await other.getByText('Ben to Cat').waitFor();
    assert.equal((await decide(service, id, cat)).status, 'approved');
    await waitForEnd(service, runId, ann);
    await page.reload();
    await page.getByText('2 of 2 have approved').waitFor();
  });
});
