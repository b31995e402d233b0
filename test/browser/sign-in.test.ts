/** How people get into the console: the first link, the form, the identity provider, and after a session has ended. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOneTimeLink } from '../../src/accounts/sign-in/one-time-links.ts';
import { CLIENT, startIdentityProvider } from '../http/identity-provider.ts';
import { checkAccessibility, openConsole, PASSWORD } from './support/browser.ts';

const provider = await startIdentityProvider();
const app = await openConsole({ HEDDLE_OIDC_ISSUER: provider.issuer, HEDDLE_OIDC_NAME: 'Looms Ltd', ...CLIENT });
provider.open([app.service]);
const { service } = app;
const { query: db } = service.service.system.database;

/** Chromium logs every refused request. */
const refusal = (status: number) => new RegExp(`status of ${status} `);

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

suite('getting in', { skip: app.skip }, () => {
  test('the link of a first start sets up the administrator, once', async t => {
    const link = service.service.setupLink ?? '';
    const page = await app.page(t, { expected: [refusal(422), refusal(404)] });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Set up Heddle' }).waitFor();
    await checkAccessibility(page);
    const name = page.getByRole('textbox', { name: 'Your name' });
    const email = page.getByRole('textbox', { name: 'E-mail address' });
    const password = page.getByRole('textbox', { name: 'Password' });
    await name.fill('Ada Lovelace');
    await email.fill('ada@example.org');
    await password.fill('short');
    await page.getByText('3 more characters').waitFor();
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByText('validation error: password: must NOT have fewer than 8 characters').waitFor();
    // What was typed is still there.
    assert.equal(await name.inputValue(), 'Ada Lovelace');
    await password.fill('moss lantern oboe');
    await page.getByText('Strong').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/workflows');
    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor();

    await page.goto('/sign-in');
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link is not valid any more' }).waitFor();
    await checkAccessibility(page);
  });

  test('the form signs in, and leads back to the page that was wanted', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { path: '/settings/profile', expected: [refusal(401)] });
    await page.waitForURL('**/sign-in?return=*');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await checkAccessibility(page);
    assert.equal(await page.locator(':focus').getAttribute('type'), 'email');
    await fillIn(page, ann.email, 'a wrong password');
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/profile');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  });

  test('signing out leads to the form, and the page can not be read any more', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: '/settings/profile', expected: [refusal(401)] });
    await page.getByRole('button', { name: 'Account of Ann Weaver' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto('/settings/profile');
    await page.waitForURL('**/sign-in?return=*');
  });

  test('an ended session asks for the password in front of the page, which loses nothing', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: '/settings/profile', expected: [refusal(401)] });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Ann Typed-So-Far');
    const [session] = await service.ask<{ id: string }[]>('/api/v1/session/find', {}, ann.key);
    await service.ask('/api/v1/session/delete', { id: session?.id }, ann.key);
    // The live stream of the page may hear of the end first, and then the dialog is in front of the button already.
    await page.getByRole('button', { name: 'Save the name' }).dispatchEvent('click');

    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await checkAccessibility(page);
    assert.equal(await dialog.getByRole('textbox', { name: 'E-mail address' }).inputValue(), ann.email);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Ann Typed-So-Far');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByRole('button', { name: 'Account of Ann Typed-So-Far' }).waitFor();
  });

  test('an ended session goes on when its user signs in in another tab', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: '/settings/profile', expected: [refusal(401)] });
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ann Waiting');
    await service.ask('/api/v1/user/update', { id: ann.id, password: 'another long password' });
    await page.getByRole('button', { name: 'Save the name' }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    const other = await page.context().newPage();
    await other.goto('/sign-in');
    await fillIn(other, ann.email, 'another long password');
    await other.waitForURL('**/workflows');
    await other.close();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Ann Waiting');
  });

  test('the identity provider signs in, or says why not', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { path: '/runs', expected: [refusal(401)] });
    provider.next('a stranger', { email: 'stranger@example.org', email_verified: true });
    await page.getByRole('link', { name: 'Continue with Looms Ltd' }).click();
    await page.getByText('You have no account here. Ask an administrator for one.').waitFor();
    await checkAccessibility(page);
    await page.context().clearCookies();
    provider.next('ann at the provider', { email: ann.email, email_verified: true });
    await page.goto('/runs');
    await page.getByRole('link', { name: 'Continue with Looms Ltd' }).click();
    await page.waitForURL('**/runs');
    await page.getByRole('button', { name: 'Account of Ann Weaver' }).waitFor();
  });

  test('a link for a lost password sets a new one, also on a phone', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const link = await createOneTimeLink(db, ann.id, 'password');
    const page = await app.page(t, { path: link, width: 360, height: 740 });
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await page.getByText(ann.email).waitFor();
    await checkAccessibility(page);
    await page.getByRole('textbox', { name: 'New password' }).fill('moss lantern oboe');
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await page.waitForURL('**/workflows');
  });
});
