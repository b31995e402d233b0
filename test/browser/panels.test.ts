/** Panels: create and configure them, share them, retry what their webhooks missed, and change them together. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { OpenedPanel, Panel } from '../../src/booster/panel-schemas.ts';
import { createSwitchableAnswer, LOOPBACK } from '../http/booster-webhooks.ts';
import { poll } from '../http/poll.ts';
import { openPlaces } from '../support/outside-places.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { clickAtOnce } from './support/editing.ts';

const app = await openConsole(LOOPBACK);
const { service } = app;
const openPlace = await openPlaces();

const create = (person: ConsolePerson, settings: object) =>
  service.ask<Panel>('/api/v1/panel/create', { name: 'Shop', ...settings }, person.key);
const open = (person: ConsolePerson, panel_id: string) =>
  service.ask<OpenedPanel>('/api/v1/panel/open', { panel_id }, person.key);

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const saveButton = (page: Page) =>
  region(page, 'You have changes that are not saved.').getByRole('button', { name: 'Save' });
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

suite('panels', { skip: app.skip }, () => {
  test('are created and configured by form, and say what their rules mean', async t => {
    const ann = await app.person();
    const ben = await app.person();
    const page = await app.page(t, { as: ann, path: '/panels' });
    await page.getByRole('heading', { name: 'Create a first panel' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'New panel' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Web shop');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/panels\/[0-9a-f-]{36}\/settings$/);
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';

    await page.getByRole('textbox', { name: 'Folder', exact: true }).fill('invoices');
    await page.getByRole('button', { name: 'Add rules for a folder' }).click();
    const rules = region(page, 'invoices');
    await rules.getByText('Users may upload, read, list, change and delete files.').waitFor();
    await rules.getByRole('combobox', { name: 'Delete' }).selectOption('Nobody');
    await rules.getByRole('combobox', { name: 'Read' }).selectOption('Everybody');
    await rules.getByRole('combobox', { name: 'Accepted types' }).fill('application/pdf');
    await page.keyboard.press('Enter');
    await rules.getByRole('textbox', { name: 'MB per file' }).fill('20');
    await rules.getByRole('textbox', { name: 'Days to keep' }).fill('x');
    await rules.getByText('A whole number.').waitFor();
    await page.getByText('Something is not right yet.').waitFor();
    await rules.getByRole('textbox', { name: 'Days to keep' }).fill('30');
    await rules.getByRole('checkbox', { name: 'Files must belong to a record' }).check();
    assert.deepEqual(await rules.getByRole('listitem').allTextContents(), [
      'Everybody may read files, without signing in.',
      'Users may upload, list and change files.',
      'Nobody may delete files, not even through the API.',
      'Only application/pdf files are accepted.',
      'A file has at most 20 MB.',
      'Files are deleted 30 days after they come to the folder.',
      'Links to files expire after some time.',
      'Every file must belong to a record.',
      'A file is deleted together with its record.',
    ]);

    await page.getByRole('combobox', { name: 'Add a person' }).fill(ben.email);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: `Access of ${ben.email}` }).selectOption('Can change it');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await region(page, 'Webhook 1').getByRole('textbox', { name: 'URL' }).fill('https://example.org/hook');
    await region(page, 'Webhook 1').getByRole('checkbox', { name: 'file.deleted' }).check();
    await checkAccessibility(page);

    await saveButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Save these rules?' });
    await dialog
      .getByText('Everybody will be able to read files in the folder invoices, without signing in.')
      .waitFor();
    await dialog.getByText(/more than 30 days ago will be deleted/).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'The settings were saved.').waitFor();
    const { panel } = await open(ann, id);
    assert.deepEqual(panel.file_storage.folders, {
      invoices: {
        delete: 'none',
        read: 'public',
        types: ['application/pdf'],
        max_file_mb: 20,
        keep_days: 30,
        record_required: true,
      },
    });
    assert.deepEqual(panel.sharing, [{ user_email: ben.email, write: true }]);
    const [webhook] = panel.webhooks;
    assert.deepEqual(webhook?.events, ['file.stored', 'file.deleted', 'record.created', 'record.changed']);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByText(webhook?.secret ?? 'nothing').waitFor();
    await saveButton(page).waitFor({ state: 'detached' });
  });

  test('show what their webhooks missed, and send it again', async t => {
    const ann = await app.person();
    const { receiver, answer } = createSwitchableAnswer();
    const place = openPlace(answer);
    const { id } = await create(ann, { webhooks: [{ url: place.url, events: ['record.created'] }] });
    for (const n of [1, 2, 3]) await createRecord(ann, id, { n });
    // The first attempts have failed; that the service gave up after a day is written here instead of waited for.
    await poll(async () => (place.seen.length >= 3 ? true : undefined));
    const { pool } = service.service.system.database;
    await poll(async () => {
      const { rowCount } = await pool.query(
        `UPDATE booster_deliveries SET state = 'failed', claimed_until = NULL WHERE panel_id = $1 AND attempts > 0`,
        [id],
      );
      return rowCount === 3 ? true : undefined;
    });
    receiver.refuses = false;

    const page = await app.page(t, { as: ann, path: `/panels/${id}/settings` });
    await page.getByRole('link', { name: 'See what was delivered' }).click();
    await page.waitForURL(/\/deliveries$/);
    const row = (state: string) => page.getByRole('row').filter({ hasText: state });
    await row('Failed').nth(2).waitFor();
    await row('Failed').first().getByText('500').first().waitFor();
    await checkAccessibility(page);
    await row('Failed')
      .first()
      .getByRole('button', { name: /^Retry record\.created/ })
      .click();
    await row('Delivered').first().waitFor();
    await page.getByRole('button', { name: 'Retry 2' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^2 deliveries that failed or were cancelled/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await row('Delivered').nth(2).waitFor();
    assert.equal(new Set(place.seen.map(({ headers }) => headers['webhook-id'])).size, 3);
    await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
    await page.getByRole('heading', { name: 'No delivery fits' }).waitFor();
    assert.equal(new URL(page.url()).search, '?state=failed');
  });

  test('are read-only for those who may only use them, and unknown to strangers', async t => {
    const [ann, ben, eve] = [await app.person(), await app.person(), await app.person()];
    const { id } = await create(ann, {
      name: 'Shared shop',
      sharing: [{ user_email: ben.email, write: false }],
      webhooks: [{ url: 'https://example.org/secret', events: ['file.stored'] }],
      file_storage: { folders: { docs: { delete: 'none' } } },
    });
    const page = await app.page(t, { as: ben, path: '/panels?ownership=shared' });
    await page
      .getByRole('row', { name: /Shared shop/ })
      .getByText('0 of 1,024 MB')
      .waitFor();
    await page.goto(`/panels/${id}/settings`);
    await page.getByText('You may use this panel, but not change its settings.').waitFor();
    await region(page, 'docs').getByText('Nobody may delete files, not even through the API.').waitFor();
    await page.getByText('Only those who may change the panel see its webhooks.').waitFor();
    await page.getByText('Can use it').waitFor();
    assert.equal(await page.getByRole('switch', { name: 'The panel is on' }).isDisabled(), true);
    assert.equal(await page.getByRole('link', { name: 'Deliveries' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: /Save|Delete|Add/ }).count(), 0);
    await page.goto(`/panels/${id}/deliveries`);
    await page.getByRole('heading', { name: 'Only for those who may change the panel' }).waitFor();

    const strange = await app.page(t, { as: eve, expected: [/404/] });
    for (const tab of ['settings', 'deliveries']) {
      await strange.goto(`/panels/${id}/${tab}`);
      await strange.getByRole('heading', { name: 'There is no such panel' }).waitFor();
    }
    await checkAccessibility(strange);
  });

  test('keep what two people change at once, and ask where both changed the same', async t => {
    const ann = await app.person();
    const { id } = await create(ann, { name: 'Shop', file_storage: { folders: { docs: {} } } });
    const change = (changes: object) => service.ask('/api/v1/panel/update', { id, ...changes }, ann.key);
    const page = await app.page(t, { as: ann, path: `/panels/${id}/settings`, expected: [/409/] });
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Shop of Ann');
    await change({ database: false });
    await saveButton(page).click();
    await notice(page, 'Saved, with what somebody else changed meanwhile: database.').waitFor();
    const { panel } = await open(ann, id);
    assert.deepEqual([panel.name, panel.database], ['Shop of Ann', false]);

    await name.fill('Mine');
    await region(page, 'docs').getByRole('textbox', { name: 'Files' }).fill('7');
    await change({ name: 'Theirs', file_storage: { folders: { docs: { max_files: 8 } } } });
    await saveButton(page).click();
    await page.getByText('Somebody else changed these settings meanwhile').waitFor();
    assert.equal(await saveButton(page).isDisabled(), true);
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Keep mine: name' }).click();
    await page.getByRole('button', { name: 'Take theirs: rules of the folder docs' }).click();
    assert.equal(await region(page, 'docs').getByRole('textbox', { name: 'Files' }).inputValue(), '8');
    await saveButton(page).click();
    await notice(page, 'The settings were saved.').waitFor();
    const merged = (await open(ann, id)).panel;
    assert.deepEqual([merged.name, merged.file_storage.folders], ['Mine', { docs: { max_files: 8 } }]);
  });

  test('keep all changes of their settings that come at once', async t => {
    const ann = await app.person();
    const { id } = await create(ann, {
      file_storage: { folders: { drafts: {}, docs: { max_files: 8 }, old: {} } },
      webhooks: ['one', 'two'].map(name => ({ url: `https://example.org/${name}`, events: ['file.stored'] })),
    });
    const page = await app.page(t, { as: ann, path: `/panels/${id}/settings` });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Remove webhook 2').waitFor();
    await clickAtOnce(page, [
      button('Remove the rules of drafts'),
      button('Remove the rules of old'),
      button('Remove webhook 1'),
      button('Remove webhook 2'),
      button('Add a webhook'),
    ]);
    await region(page, 'Webhook 1').getByRole('textbox', { name: 'URL' }).fill('https://example.org/three');
    await saveButton(page).click();
    await notice(page, 'The settings were saved.').waitFor();
    const { panel } = await open(ann, id);
    assert.deepEqual(panel.file_storage.folders, { docs: { max_files: 8 } });
    assert.deepEqual(
      panel.webhooks.map(({ url }) => url),
      ['https://example.org/three'],
    );
  });

  test('are not left with unsaved changes unasked, and deleted only by name', async t => {
    const ann = await app.person();
    const { id } = await create(ann, { name: 'Old shop' });
    await createRecord(ann, id, { n: 1 });
    const page = await app.page(t, { as: ann, path: `/panels/${id}/settings`, width: 360, height: 780 });
    await page.getByRole('textbox', { name: 'Name' }).fill('New shop');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leave.getByRole('button', { name: 'Cancel' }).click();
    await leave.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'New shop');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Old shop?' });
    await dialog.getByText(/^0 files \(0 bytes\), 1 record and 0 webhooks go with it/).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Type Old shop to confirm' }).fill('Old shop');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/panels$/);
    await page.getByRole('heading', { name: 'Create a first panel' }).waitFor();
    await service.refuse(404, 'entity not found', '/api/v1/panel/open', { panel_id: id }, ann.key);
  });
});

async function createRecord(person: ConsolePerson, panelId: string, data: object): Promise<void> {
  const response = await fetch(`${service.url}/api/v3/booster/database/private/create`, {
    method: 'POST',
    headers: { 'uni-api-key': person.key, 'panel-id': panelId, 'content-type': 'application/json' },
    body: JSON.stringify({ collection: 'orders', data }),
  });
  assert.equal(response.status, 200, await response.text());
}
