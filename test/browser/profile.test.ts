/** The profile: name, password, API keys, and where one is signed in. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { OwnOrganizations } from '../../src/accounts/schemas.ts';
import { checkAccessibility, openConsole, PASSWORD } from './support/browser.ts';

const app = await openConsole();
const { service } = app;
const PATH = '/settings/profile';

suite('the profile', { skip: app.skip }, () => {
  test('changes the name, which the whole console shows', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: PATH });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Ann Dyer');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByRole('button', { name: 'Account of Ann Dyer' }).waitFor();
    await page.getByText('Your name was changed').waitFor();
    await checkAccessibility(page);
  });

  test('shows the own organizations, whose admins choose the members there', async t => {
    const [ann, bob, cleo] = [
      await app.person({ name: 'Ann Weaver' }),
      await app.person({ name: 'Bob Bobbin' }),
      await app.person({ name: 'Cleo Carder' }),
    ];
    const { id: organization_id } = await service.ask<{ id: string }>('/api/v1/organization/create', { name: 'Mill' });
    const set = (user_id: string, role: string) =>
      service.ask('/api/v1/organization/member/set', { organization_id, user_id, role });
    await set(ann.id, 'admin');
    await set(bob.id, 'owner');
    const page = await app.page(t, { as: ann, path: PATH });
    const mill = page.getByRole('region', { name: 'Mill' });
    // Only owners decide about owners.
    assert.ok(await mill.getByRole('combobox', { name: 'Role of Bob Bobbin' }).isDisabled());
    assert.ok(await mill.getByRole('button', { name: 'Remove Bob Bobbin' }).isDisabled());
    await mill.getByRole('combobox', { name: 'Add a member' }).fill('cleo');
    await page.getByRole('option', { name: `Cleo Carder (${cleo.email})` }).click();
    await mill.getByRole('combobox', { name: 'Role of Cleo Carder' }).selectOption('Editor');
    await checkAccessibility(page);
    await mill.getByRole('combobox', { name: 'Role of Ann Weaver' }).selectOption('Viewer');
    await mill.getByText('3 members').waitFor();
    const { items } = await service.ask<OwnOrganizations>('/api/v1/organization/mine', {}, cleo.key);
    assert.deepEqual(
      items.map(({ name, role }) => [name, role]),
      [['Mill', 'editor']],
    );
  });

  test('changes the password, and says when the current one is wrong', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: PATH, expected: [/status of 422 /] });
    const current = page.getByRole('textbox', { name: 'Current password', exact: true });
    const fresh = page.getByRole('textbox', { name: 'New password', exact: true });
    await current.fill('not the password');
    await fresh.fill('moss lantern oboe');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The current password is wrong').waitFor();
    assert.equal(await fresh.inputValue(), 'moss lantern oboe');
    await current.fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password was changed').waitFor();
    assert.equal(await fresh.inputValue(), '');
    await service.ask('/api/v1/session/create', { email: ann.email, password: 'moss lantern oboe' });
  });

  test('creates a key with what it may do, shows it once, and it works', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: PATH });
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly report');
    assert.equal(await dialog.getByRole('button', { name: 'Create the key' }).isDisabled(), true);
    await dialog.getByRole('checkbox', { name: 'Run workflows' }).check();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Create the key' }).click();

    const created = page.getByRole('dialog', { name: 'Your new key' });
    await created.getByRole('button', { name: 'Copy the key' }).click();
    const key = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(key, /^hdl_/);
    await checkAccessibility(page);
    // Without TLS, browsers give pages no clipboard, but an older way to copy.
    await page.evaluate(`globalThis.kept = navigator.clipboard;
      Object.defineProperty(navigator, 'clipboard', { value: undefined });`);
    await created.getByRole('button', { name: 'Copy the command' }).click();
    await created.getByRole('button', { name: 'Copied' }).first().waitFor();
    assert.match(await page.evaluate<string>('kept.readText()'), /^curl .*hdl_/);
    await page.evaluate('document.execCommand = () => false');
    await created.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByText('The browser does not let this page copy').waitFor();
    await service.ask('/api/v3/workflow/find', {}, key);
    await service.refuse(401, 'API key is invalid', '/api/v1/key/find', {}, key);
    await created.getByRole('button', { name: 'I have copied it' }).click();
    await created.waitFor({ state: 'detached' });

    const row = page.getByRole('listitem').filter({ hasText: 'nightly report' });
    await row.getByText('Run workflows').waitFor();
    assert.equal((await page.content()).includes(key), false);
  });

  test('renames, disables and deletes a key', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: PATH });
    await page.getByRole('button', { name: 'Change the key test' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('of old');
    await page.keyboard.press('Enter');
    const row = page.getByRole('listitem').filter({ hasText: 'of old' });
    await row.waitFor();

    await page.getByRole('button', { name: 'Change the key of old' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await row.getByText('disabled').waitFor();
    await service.refuse(401, 'API key is invalid', '/api/v1/key/find', {}, ann.key);

    await page.getByRole('button', { name: 'Change the key of old' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the key of old?' });
    await dialog.getByText('Programs that use it are refused from now on.').waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Delete the key' }).click();
    await page.getByText('No keys yet').waitFor();
  });

  test('shows where one is signed in, and ends the others', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: PATH, width: 360, height: 740 });
    for (let count = 0; count < 2; count++) {
      await service.ask('/api/v1/session/create', { email: ann.email, password: PASSWORD });
    }
    await page.reload();
    const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await rows.nth(2).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByText('2 sessions were ended').waitFor();
    await rows.nth(1).waitFor({ state: 'detached' });
    await rows.getByText('this browser').waitFor();
  });
});

suite('the language of the console', { skip: app.skip }, () => {
  test('is chosen in the profile, and stays', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: PATH });
    await page.getByRole('combobox', { name: 'Language of the console' }).selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await checkAccessibility(page);
    await page.goto('/workflows');
    await page.goto(PATH);
    await page.getByRole('combobox', { name: 'Sprache der Konsole' }).selectOption('Wie im Browser eingestellt');
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });

  test('is the one that the browser prefers', async t => {
    const ann = await app.person({ name: 'Ann Weaver' });
    const page = await app.page(t, { as: ann, path: PATH, locale: 'de-AT' });
    await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
  });
});
