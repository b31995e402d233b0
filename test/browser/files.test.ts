/** Tests the files of a panel in the console: browsing, previews, changes of one and many files, and large folders. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { insertFileRows, makePanel } from '../http/booster-panels.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';

const app = await openConsole();
const { service } = app;

const grid = (page: Page, directory: string) => page.getByRole('grid', { name: `Files of ${directory}` });
const row = (page: Page, name: string) => page.getByRole('row', { name });
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text);

suite('the files of a panel', { skip: app.skip }, () => {
  test('are browsed, shown by their type, renamed, linked and described', async t => {
    const ann = await app.person({ name: 'Ann' });
    const panel = await makePanel(service, ann);
    const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await panel.upload({ path: 'docs/2026/invoice.txt' }, { content: 'Invoice 4711' });
    await panel.upload(
      { path: 'docs/2026/page.html' },
      { content: '<h1>Hello</h1><script>x</script>', type: 'text/html' },
    );
    await panel.upload({ path: 'docs/2026/photo.png' }, { content: new Uint8Array(picture), type: 'image/png' });
    await panel.upload({ path: 'docs/2026/paper.pdf' }, { content: '%PDF-1.4\n%%EOF', type: 'application/pdf' });
    await panel.upload({ path: 'docs/2026/taken.txt' });

    const page = await app.page(t, { as: ann, path: `/panels/${panel.id}/files`, expected: [/409/] });
    const tree = page.getByRole('navigation', { name: 'Folders' });
    await tree.getByRole('button', { name: 'Open the folder docs' }).click();
    await tree.getByRole('button', { name: '2026', exact: true }).click();
    await page.waitForURL(/folder=docs%2F2026/);

    await row(page, 'page.html').click();
    await details(page).getByText('<h1>Hello</h1>').waitFor();
    await row(page, 'photo.png').click();
    const image = details(page).getByRole('img', { name: 'photo.png' });
    await image.waitFor();
    const shownPixels = await image.evaluate(async element => {
      await element.decode();
      return element.naturalWidth;
    });
    assert.equal(shownPixels, 640);
    await row(page, 'paper.pdf').click();
    await details(page).locator('iframe[src^="blob:"]').waitFor();
    await row(page, 'invoice.txt').click();
    await details(page).getByText('Invoice 4711').waitFor();
    await checkAccessibility(page);

    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name' }).fill('taken.txt');
    await page.keyboard.press('Enter');
    await page.getByText("a file 'docs/2026/taken.txt' already exists").waitFor();
    await page.getByRole('textbox', { name: 'New name' }).fill('receipt.txt');
    await page.keyboard.press('Enter');
    await details(page).getByRole('heading', { name: 'receipt.txt' }).waitFor();
    await row(page, 'receipt.txt').waitFor();

    await details(page).getByRole('combobox', { name: 'How long the link works' }).selectOption('5 minutes');
    await details(page).getByRole('button', { name: 'Copy a link' }).click();
    const link = await details(page).getByLabel('The link', { exact: true }).textContent();
    assert.equal(await (await fetch(String(link))).text(), 'Invoice 4711');

    await details(page).getByRole('button', { name: 'Edit the metadata' }).click();
    const metadata = details(page).getByRole('textbox', { name: 'Metadata as JSON' });
    await metadata.fill('{"a.b": 1}');
    await details(page).getByText('The key a.b begins with $ or has a dot').waitFor();
    await metadata.fill('{"year": 2026}');
    await details(page).getByRole('button', { name: 'Save' }).click();
    await details(page).getByText('"year": 2026').waitFor();

    // The address has everything, so a reload shows the same.
    await page.reload();
    await details(page).getByRole('heading', { name: 'receipt.txt' }).waitFor();
    const stored = await panel.ask('get', { path: 'docs/2026/receipt.txt' });
    assert.deepEqual(stored.metadata, { year: 2026 });
  });

  test('are selected, moved and deleted together, and what is refused is told', async t => {
    const ann = await app.person({ name: 'Ann' });
    const panel = await makePanel(service, ann);
    for (const name of ['a', 'b', 'c', 'd']) await panel.upload({ path: `docs/${name}.txt` });
    await panel.upload({ path: 'old/a.txt' });
    const page = await app.page(t, { as: ann, path: `/panels/${panel.id}/files?folder=docs` });

    await page.getByRole('checkbox', { name: 'Select a.txt' }).click();
    await row(page, 'c.txt').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    await bar.getByText('3 files selected').waitFor();
    await row(page, 'b.txt').click({ modifiers: ['Control'] });
    await bar.getByText('2 files selected').waitFor();
    await bar.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 files' });
    await dialog.getByRole('button', { name: 'old' }).click();
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await dialog.getByText("a file 'old/a.txt' already exists").waitFor();
    await dialog.getByText('Close', { exact: true }).click();
    await row(page, 'c.txt').waitFor({ state: 'detached' });
    assert.equal((await panel.ask('get', { path: 'old/c.txt' })).name, 'c.txt');

    await grid(page, 'docs').focus();
    await page.keyboard.press('Control+a');
    await bar.getByText('3 files selected').waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Delete 3 files?' }).getByRole('button', { name: 'Delete' }).click();
    await notice(page, '3 files deleted').waitFor();
    await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
    assert.equal(await panel.ask<number>('count'), 2);
  });

  test('may be ten thousand in one folder: only what can be seen is read and drawn', async t => {
    const ann = await app.person({ name: 'Ann' });
    const panel = await makePanel(service, ann, {}, { limit_mb: 0 });
    await insertFileRows(panel, 'scans', 10_000);
    const names = Array.from({ length: 10_000 }, (_, index) => `${index + 1}.txt`).sort();
    // These files have no bytes, so the preview of the one that is opened is missing.
    const path = `/panels/${panel.id}/files?folder=scans`;
    const page = await app.page(t, { as: ann, path, expected: [/404/] });
    const at = (index: number) => page.getByRole('checkbox', { name: `Select ${names[index]}`, exact: true });
    const scrollTo = (part: number) =>
      page.getByTestId('file-scroller').evaluate((element, part) => {
        element.scrollTop = element.scrollHeight * part;
      }, part);

    await at(0).waitFor();
    await scrollTo(0.5);
    await at(5_000).waitFor();
    assert.ok((await page.getByRole('row').count()) < 100);
    await scrollTo(1);
    await at(9_999).waitFor();
    assert.ok((await page.getByRole('row').count()) < 100);
    await grid(page, 'scans').focus();
    await page.keyboard.press('Home');
    await at(0).waitFor();
    await page.keyboard.press('End');
    await at(9_999).waitFor();
    await page.keyboard.press('Enter');
    await details(page)
      .getByRole('heading', { name: String(names[9_999]) })
      .waitFor();
    await page.getByRole('searchbox', { name: 'Find in this folder' }).fill('999');
    await page.getByText('19 files', { exact: true }).waitFor();
  });

  test('can only be read where the rules say so, and strangers find nothing', async t => {
    const [ann, bob, eve] = [await app.person(), await app.person(), await app.person()];
    const nobody = { upload: 'none', update: 'none', delete: 'none' };
    const panel = await makePanel(
      service,
      ann,
      { '*': {}, closed: { list: 'none' } },
      { name: 'Shop', sharing: [{ user_email: bob.email, write: false }] },
    );
    await panel.upload({ path: 'fixed/a.txt' });
    await panel.upload({ path: 'closed/b.txt' });
    const file_storage = { enabled: true, folders: { '*': {}, closed: { list: 'none' }, fixed: nobody } };
    await service.ask('/api/v1/panel/update', { id: panel.id, file_storage }, ann.key);

    const page = await app.page(t, { as: bob, path: `/panels/${panel.id}/files?folder=fixed`, expected: [/403/] });
    await row(page, 'a.txt').click();
    await details(page).getByRole('link', { name: 'Download' }).waitFor();
    for (const name of ['Upload', 'New folder', 'Rename', 'Move', 'Delete', 'Edit the metadata', 'Link to a record']) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    }
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name: 'closed' }).click();
    await page.getByText("operation 'list' is disabled for folder 'closed'").waitFor();

    const other = await app.page(t, { as: eve, path: `/panels/${panel.id}/files`, expected: [/404/] });
    await other
      .getByRole('link', { name: /panels/i })
      .first()
      .waitFor();
    assert.equal(await other.getByText('a.txt').count(), 0);
  });

  test('are dropped into a new folder, and seen as a grid on a phone', async t => {
    const ann = await app.person({ name: 'Ann' });
    const panel = await makePanel(service, ann);
    const page = await app.page(t, { as: ann, path: `/panels/${panel.id}/files` });
    await page.getByRole('heading', { name: 'No files yet' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name of the folder' }).fill('drop');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const name of ['one', 'two']) transfer.items.add(new File([name], name + '.txt', { type: 'text/plain' }));
      return transfer;
    })()`);
    const target = page.getByRole('heading', { name: 'Nothing is here' });
    for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer: dropped });
    await row(page, 'two.txt').waitFor();
    assert.equal(await panel.ask<number>('count', { folder: 'drop' }), 2);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByText('Grid', { exact: true }).click();
    await page.getByRole('gridcell', { name: 'one.txt' }).click();
    await details(page).getByText('one', { exact: true }).waitFor();
    await checkAccessibility(page);
    await details(page).getByRole('button', { name: 'Close the details' }).click();
    await page.getByRole('gridcell', { name: 'two.txt' }).waitFor();
  });
});
