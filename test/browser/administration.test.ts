/** Administration: users and how they get in, groups and organizations with their limits, and the audit log of all that. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { poll } from '../http/poll.ts';
import { openMailServer } from '../support/mail-server.ts';
import { inReverse } from '../support/process.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';

const mailServer = await openMailServer(inReverse({ after }));
const app = await openConsole({ HEDDLE_SMTP_URL: mailServer.url });
const { service } = app;
const USERS = '/administration/users';
const ada = await app.person({ name: 'Ada Chief', admin: true });

/** Reads the link of a mail as a path of the console. */
async function readLink(email: string, index = 0): Promise<string> {
  const { text = '' } = await poll(async () => mailServer.to(email)[index]);
  return /\/welcome#[\w-]{43}/.exec(text)?.[0] ?? '';
}

function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

suite('the administration', { skip: app.skip }, () => {
  test('invites a user by mail, who sets a password and signs in', async t => {
    const page = await app.page(t, { as: ada, path: USERS });
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('ivy@example.org');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ivy Guest');
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText('The invitation to ivy@example.org is on its way.').waitFor();
    await row(page, 'ivy@example.org').getByText('Invited').waitFor();
    const panel = page.getByRole('complementary', { name: 'Details of Ivy Guest' });
    await panel.getByText('There is an invitation').waitFor();
    await checkAccessibility(page);

    const guest = await app.page(t, { path: await readLink('ivy@example.org') });
    await guest.getByRole('heading', { name: 'Welcome to Heddle' }).waitFor();
    await guest.getByText('ivy@example.org').waitFor();
    await guest.getByRole('textbox', { name: 'Password', exact: true }).fill('moss lantern oboe');
    await guest.getByRole('button', { name: 'Set the password and sign in' }).click();
    await guest.getByRole('button', { name: 'Account of Ivy Guest' }).waitFor();

    await page.reload();
    await row(page, 'ivy@example.org').getByText('Active').waitFor();
    await panel.getByText('The user signs in with a password.').waitFor();
  });

  test('sends a link for a new password, and disabling ends what is open', async t => {
    const ben = await app.person({ name: 'Ben Spinner' });
    const theirs = await app.page(t, { as: ben, path: '/settings/profile', expected: [/status of 401 /] });
    await theirs.getByRole('button', { name: 'Account of Ben Spinner' }).waitFor();
    const page = await app.page(t, { as: ada, path: `${USERS}?user=${ben.id}` });
    await page.getByRole('button', { name: 'Mail a link for a new password' }).click();
    await page.getByText(`A mail to ${ben.email} is on its way.`).waitFor();
    await page.getByText('There is a link to set a new password').waitFor();
    const browser = await app.page(t, { path: await readLink(ben.email), expected: [/status of 401 /] });
    await browser.getByRole('heading', { name: 'Set a new password' }).waitFor();

    await page.getByRole('button', { name: 'Make a link for a new password' }).click();
    const shown = page.getByRole('dialog', { name: 'The link' });
    await shown.getByRole('button', { name: 'Copy the link' }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await shown.getByRole('button', { name: 'Done' }).click();
    await browser.goto(link);
    await browser.reload();
    await browser.getByRole('textbox', { name: 'New password', exact: true }).fill('moss lantern oboe');
    await browser.getByRole('button', { name: 'Set the password and sign in' }).click();
    await browser.getByRole('button', { name: 'Account of Ben Spinner' }).waitFor();
    await theirs.getByRole('dialog').getByText('Your session has ended').waitFor();

    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Disable Ben Spinner?' });
    await question.getByText('signed out everywhere at once').waitFor();
    await question.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('neither the password nor any key lets them in').waitFor();
    // Nobody has to touch the page to see it.
    await browser.getByRole('dialog').getByText('Your session has ended').waitFor();

    await page.getByRole('button', { name: 'Delete the user' }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete Ben Spinner?' });
    await deletion.getByText('1 API key').waitFor();
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Ben Spinner was deleted.').waitFor();
    await row(page, ben.email).waitFor({ state: 'detached' });
  });

  test('changes rights and limits, and says when nobody could administer any more', async t => {
    const cleo = await app.person({ name: 'Cleo Weaver', storage_quota: 2 * 2 ** 20 });
    await service.service.system.database.pool.query('UPDATE users SET storage_used = 1992294 WHERE id = $1', [
      cleo.id,
    ]);
    const page = await app.page(t, { as: ada, path: USERS, expected: [/status of 422 /] });
    await page.getByRole('searchbox', { name: 'Search users' }).fill('cleo');
    await row(page, 'ada').waitFor({ state: 'detached' });
    const bar = row(page, 'Cleo Weaver').getByRole('meter', { name: 'Storage of Cleo Weaver' });
    assert.equal(await bar.getAttribute('aria-valuenow'), '95');
    await page.getByRole('link', { name: 'Cleo Weaver' }).click();
    const panel = page.getByRole('complementary', { name: 'Details of Cleo Weaver' });
    await panel.getByRole('combobox', { name: 'Workflows' }).selectOption('read');
    await panel.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const limits = panel.getByRole('region', { name: 'Credits and storage' });
    await limits.getByRole('textbox', { name: 'Storage quota in MB' }).fill('many');
    await limits.getByText('This must be a number that is not below zero.').waitFor();
    await limits.getByRole('textbox', { name: 'Storage quota in MB' }).fill('4');
    await limits.getByRole('textbox', { name: 'Credits' }).fill('12.5');
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('1.9 MB of 4 MB').waitFor();
    await row(page, 'Cleo Weaver').getByText('12.5 left').waitFor();
    await panel.getByRole('switch', { name: 'Disable the key test' }).press('Space');
    await panel.getByRole('switch', { name: 'Enable the key test' }).waitFor();
    await service.refuse(401, 'API key is invalid', '/api/v1/profile/usage', {}, cleo.key);

    // Only one administrator is left, who can not step down.
    const { items } = await service.ask<{ items: { user: { id: string } }[] }>('/api/v1/user/list', { admin: true });
    const others = items.map(({ user }) => user.id).filter(id => id !== ada.id);
    for (const id of others) await service.ask('/api/v1/user/update', { id, admin: false }, ada.key);
    await page.goto(`${USERS}?user=${ada.id}`);
    const own = page.getByRole('complementary', { name: 'Details of Ada Chief' });
    await own.getByRole('checkbox', { name: 'Administrator' }).uncheck();
    await own.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Save' }).click();
    await own.getByText('This is the last enabled administrator').waitFor();
    for (const id of others) await service.ask('/api/v1/user/update', { id, admin: true }, ada.key);
  });

  test('makes groups and organizations with their members and limits', async t => {
    const dora = await app.person({ name: 'Dora Dyer' });
    const page = await app.page(t, { as: ada, path: '/administration/groups' });
    await page.getByText('No groups yet').waitFor();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'New group' }).first().click();
    await page.getByRole('dialog', { name: 'New group' }).getByRole('textbox', { name: 'Name' }).fill('Dyers');
    await page.keyboard.press('Enter');
    const group = page.getByRole('complementary', { name: 'Details of Dyers' });
    await group.getByRole('combobox', { name: 'Add a member' }).fill('dora');
    await page.getByRole('option', { name: `Dora Dyer (${dora.email})` }).click();
    await group.getByRole('link', { name: 'Dora Dyer' }).waitFor();
    await row(page, 'Dyers').getByText('1 member').waitFor();
    await checkAccessibility(page);

    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByText('No organizations yet').waitFor();
    await page.getByRole('button', { name: 'New organization' }).first().click();
    await page.getByRole('dialog', { name: 'New organization' }).getByRole('textbox', { name: 'Name' }).fill('Mill');
    await page.keyboard.press('Enter');
    const mill = page.getByRole('complementary', { name: 'Details of Mill' });
    await mill.getByRole('combobox', { name: 'Add a member' }).fill('dora');
    await page.getByRole('option', { name: `Dora Dyer (${dora.email})` }).click();
    await mill.getByRole('combobox', { name: 'Role of Dora Dyer' }).selectOption('Operator');
    await mill.getByRole('textbox', { name: 'Storage quota in MB' }).fill('100');
    await mill.getByRole('region', { name: 'Credits and storage' }).getByRole('button', { name: 'Save' }).click();
    await row(page, 'Mill').getByText('0 bytes of 100 MB').waitFor();
    await checkAccessibility(page);
    await mill.getByRole('link', { name: 'Dora Dyer' }).click();
    const panel = page.getByRole('complementary', { name: 'Details of Dora Dyer' });
    await panel.getByText('Operator').waitFor();
    await panel.getByRole('link', { name: 'Dyers' }).waitFor();
  });

  test('has all of it in the audit log, filtered by address and exported', async t => {
    const eve = await app.person({ name: 'Eve Carder' });
    await service.ask('/api/v1/user/update', { id: eve.id, name: 'Eve Comber' }, ada.key);
    const page = await app.page(t, { as: ada, path: `/administration/audit?subject=${eve.id}` });
    const log = page.getByRole('table', { name: 'Entries of the audit log' });
    await log.getByRole('row').filter({ hasText: 'created a user' }).waitFor();
    await page.getByRole('combobox', { name: 'Action' }).selectOption('changed a user');
    await log.getByRole('row').filter({ hasText: 'created a user' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /action=user\.update/);
    await log.getByRole('button', { name: 'changed a user' }).click();
    const entry = page.getByRole('complementary', { name: 'Entry' });
    await entry.getByRole('row', { name: 'name Eve Carder Eve Comber' }).waitFor();
    await entry.getByText('with an API key').waitFor();
    await checkAccessibility(page);

    for (const [item, type] of [
      ['As CSV', 'csv'],
      ['As JSON', 'json'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      assert.equal(download.suggestedFilename(), `heddle-audit.${type}`);
      const text = await readFile(await download.path(), 'utf8');
      if (type === 'csv') assert.match(text, /^time,actor,.*\r\n[^\r]+Ada Chief[^\r]+user\.update[^\r]+\r\n$/);
      else
        assert.deepEqual(
          JSON.parse(text).map(({ action }: { action: string }) => action),
          ['user.update'],
        );
    }
    await page.getByRole('button', { name: 'Only by them' }).click();
    await page.getByRole('button', { name: 'Do not filter by One subject' }).click();
    await log.getByRole('row').filter({ hasText: eve.email }).first().waitFor();
  });

  test('fits a phone, and is not for others', async t => {
    const phone = await app.page(t, { as: ada, path: `${USERS}?user=${ada.id}`, width: 360, height: 740 });
    const details = phone.getByRole('dialog', { name: 'Details of Ada Chief' });
    await details.getByRole('region', { name: 'Account' }).waitFor();
    await checkAccessibility(phone);
    await details.getByRole('button', { name: 'Close' }).click();
    await row(phone, 'Ada Chief').waitFor();
    assert.equal(await phone.evaluate('document.documentElement.scrollWidth'), 360);
    await phone.goto('/administration/audit');
    await phone.getByRole('table').getByRole('row').nth(1).waitFor();
    await checkAccessibility(phone);
    assert.equal(await phone.evaluate('document.documentElement.scrollWidth'), 360);

    const fred = await app.person({ name: 'Fred Fuller' });
    const page = await app.page(t, { as: fred, path: USERS });
    await page.getByText('Only administrators can see this').waitFor();
    await page.goto('/settings/profile');
    await page.getByRole('region', { name: 'Usage' }).getByText('0 bytes used').waitFor();
  });
});
