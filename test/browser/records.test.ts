/** Tests the records of a panel in the console: import, filters, editing, export, files, and who may do what. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import { parseCsv } from '../../web/src/records/csv-parser.ts';
import { makePanel, type PanelUser, RECORDS } from '../http/booster-panels.ts';
import { echo, onRecord, publishNewWorkflow, withTrigger } from '../http/booster-workflows.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { clickAtOnce } from './support/editing.ts';
import { openInTurn, PHONE } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

const table = (page: Page) => page.getByRole('table', { name: /^Records of/ });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const openRecord = (page: Page) => page.getByRole('complementary', { name: 'Record', exact: true });
const find = (panel: PanelUser, params: object = {}) =>
  panel.ask<BoosterRecord[]>('find', { collection: 'orders', params: { limit_to: 1000, ...params } }, RECORDS);

/** Waits for the number of records that the page shows. */
const count = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

async function readDownload(page: Page, start: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return readFile(await (download satisfies Download).path(), 'utf8');
}

/** A thousand orders, of which three can not be imported. */
function ordersCsv(): { csv: string; keys: string[] } {
  const keys = Array.from({ length: 1000 }, () => randomUUID());
  const lines = keys.map((key, n) => {
    if (n === 9) return `${key};4009;many;"Ada; ""Countess""";true`;
    if (n === 19) return `not-a-key;4019;1;Grace;false`;
    if (n === 29) return `${keys[0]};4029;2;Twice;false`;
    return `${key};${4000 + n};${n / 4};${n % 2 === 0 ? '"Ada; ""Countess"""' : 'Grace'};${n % 4 === 0}`;
  });
  return { csv: `\uFEFFkey;number;total;customer;paid\r\n${lines.join('\r\n')}\r\n`, keys };
}

test('the records of a panel', { skip: app.skip }, async t => {
  const ann = await app.person();
  const open = openInTurn(app, t, ann);

  await t.test('are imported with a report of refused rows, filtered, edited and exported', async t => {
    const panel = await makePanel(service, ann);
    const expected = [/status of 409/];
    const page = await app.page(t, { as: ann, path: `/panels/${panel.id}/records`, expected });
    await page.getByRole('heading', { name: 'No records yet' }).waitFor();
    await checkAccessibility(page);

    const { csv, keys } = ordersCsv();
    await page.getByRole('button', { name: 'Import' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Import records' });
    await dialog.getByRole('button', { name: 'Choose a file' }).waitFor();
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('combobox', { name: 'Type of total' }).selectOption('Number');
    assert.equal(await dialog.getByRole('combobox', { name: 'Use of key' }).inputValue(), 'key');
    assert.equal(await dialog.getByRole('textbox', { name: 'Into the collection' }).inputValue(), 'orders');
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('997 created · 3 refused').waitFor();
    await dialog.getByText('Done').waitFor();
    const report = await readDownload(page, () => dialog.getByRole('button', { name: 'Download the report' }).click());
    assert.deepEqual(parseCsv(report, ';'), [
      ['row', 'reason', 'key', 'number', 'total', 'customer', 'paid'],
      ['10', "total: 'many' is not a number", keys[9], '4009', 'many', 'Ada; "Countess"', 'true'],
      ['20', 'validation error: key: must be a UUID', 'not-a-key', '4019', '1', 'Grace', 'false'],
      ['30', `an earlier row has the key '${keys[0]}' too`, keys[0], '4029', '2', 'Twice', 'false'],
    ]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await count(page, '997 records');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('form', { name: 'Filters' });
    await filters.getByLabel('Field', { exact: true }).fill('data.total');
    await filters.getByRole('combobox', { name: 'Condition' }).selectOption('is at least');
    await filters.getByRole('textbox', { name: 'Value' }).fill('249');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await count(page, '4 records');
    assert.equal(await filters.getByLabel('Filters as JSON').inputValue(), '[["data.total",">=",249]]');
    await checkAccessibility(page);
    await page.reload();
    await count(page, '4 records');
    await page.getByRole('button', { name: 'Sort by number' }).click();
    await page.waitForURL(/sort=data\.number/);
    await rows(page).first().getByText('4996', { exact: true }).waitFor();

    await rows(page).first().getByRole('link').click();
    const record = openRecord(page);
    await record.getByRole('textbox', { name: 'customer' }).fill('Edsger');
    await record.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The record was saved.').first().waitFor();
    await rows(page).first().getByText('Edsger').waitFor();
    await record.getByText('JSON', { exact: true }).first().click();
    const json = record.getByRole('textbox', { name: 'Data as JSON' });
    await json.fill('{"customer": "Edsger", "number": 4996, "total": 249, "extra": {"a": [1]}}');
    await record.getByRole('button', { name: 'Save' }).click();
    await record.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    const [changed] = await find(panel, { filters: [['data.number', '==', 4996]] });
    assert.deepEqual(changed?.data, { customer: 'Edsger', number: 4996, total: 249, extra: { a: [1] } });

    await json.fill('{"customer": "Mine", "number": 4996, "total": 249, "extra": {"a": [1]}}');
    await panel.ask('update', { key: changed?.key, data: { customer: 'Theirs', note: 'x' } }, RECORDS);
    await record.getByRole('button', { name: 'Save' }).click();
    const conflict = record.getByRole('alert');
    await conflict.getByText('Somebody else changed this record meanwhile').waitFor();
    await conflict.getByRole('row', { name: 'customer Theirs Mine' }).waitFor();
    await checkAccessibility(page);
    await conflict.getByRole('button', { name: 'Save mine too' }).click();
    await conflict.waitFor({ state: 'detached' });
    const [merged] = await find(panel, { filters: [['data.number', '==', 4996]] });
    assert.deepEqual(merged?.data, { customer: 'Mine', number: 4996, total: 249, extra: { a: [1] }, note: 'x' });
    await record.getByRole('button', { name: 'Close the record' }).click();

    await filters.getByRole('button', { name: 'Remove all' }).click();
    await count(page, '997 records');
    await page.getByRole('button', { name: 'Export' }).click();
    const exporting = page.getByRole('dialog', { name: 'Export records' });
    await checkAccessibility(page);
    const exported = await readDownload(page, () => exporting.getByRole('button', { name: 'Export' }).click());
    await exporting.getByText('997 records written').waitFor();
    const [header = [], ...lines] = parseCsv(exported, ',');
    const cells = new Map(lines.map(line => [line[0], Object.fromEntries(header.map((name, at) => [name, line[at]]))]));
    for (const { key, data, created } of await find(panel)) {
      const line = cells.get(key) ?? assert.fail(key);
      assert.equal(line.created, new Date(created).toISOString());
      for (const [name, value] of Object.entries(data)) {
        assert.equal(line[name ?? ''], typeof value === 'object' ? JSON.stringify(value) : String(value));
      }
    }
    assert.equal(cells.size, 997);
  });

  await t.test('are created, selected and deleted', async () => {
    const panel = await makePanel(service, ann);
    const page = await open(`/panels/${panel.id}/records`);
    await page.getByRole('button', { name: 'New record' }).first().click();
    const panelOfNew = page.getByRole('complementary', { name: 'New record' });
    await panelOfNew.getByRole('textbox', { name: 'Collection' }).fill('orders');
    await panelOfNew.getByRole('textbox', { name: 'Name of the field' }).fill('number');
    await panelOfNew.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Number');
    await panelOfNew.getByRole('button', { name: 'Add a field' }).click();
    await panelOfNew.getByRole('textbox', { name: 'number' }).fill('4711');
    await checkAccessibility(page);
    await panelOfNew.getByRole('button', { name: 'Create' }).click();
    await openRecord(page).getByRole('textbox', { name: 'number' }).waitFor();
    assert.deepEqual(
      (await find(panel)).map(({ data }) => data),
      [{ number: 4711 }],
    );
    await openRecord(page).getByRole('button', { name: 'Close the record' }).click();
    await page.getByRole('button', { name: 'New record' }).click();
    await panelOfNew.getByRole('textbox', { name: 'number' }).fill('4712');
    await panelOfNew.getByRole('button', { name: 'Create' }).click();
    await openRecord(page).getByRole('textbox', { name: 'number' }).waitFor();
    await panel.record('orders', { number: 4713 });
    await page.getByRole('button', { name: 'Read again' }).click();
    await count(page, '3 records');
    await page.getByRole('checkbox', { name: 'Select all loaded records' }).click();
    const bar = page.getByRole('toolbar', { name: 'Selected records' });
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete 3 records?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 records were deleted.').waitFor();
    assert.deepEqual(await find(panel), []);
  });

  await t.test('keep all changes of their fields that come at once', async () => {
    const panel = await makePanel(service, ann);
    const { key } = await panel.record('orders', { number: 4711, total: 12, note: 'x', paid: true });
    const page = await open(`/panels/${panel.id}/records?collection=orders&record=${key}`);
    const button = (name: string) => openRecord(page).getByRole('button', { name, exact: true });
    await button('Remove number').waitFor();
    await clickAtOnce(page, [button('Remove number'), button('Remove total'), button('Remove note')]);
    await button('Save').click();
    await button('Save').and(page.locator(':disabled:not([data-loading])')).waitFor();
    assert.deepEqual(
      (await find(panel)).map(({ data }) => data),
      [{ paid: true }],
    );
  });

  await t.test('show the files of a record and the workflows that watch it', async () => {
    const panel = await makePanel(service, ann, { docs: {} });
    const record = await panel.record('orders', { number: 1 });
    await panel.upload({ path: 'docs/invoice.txt', record_collection: 'orders', record_key: record.key });
    const params = { collection: 'orders', events: ['changed', 'deleted'] };
    const watching = withTrigger(onRecord(panel.id, params), echo);
    await publishNewWorkflow(service, watching, ann, { name: 'Ship it' });
    const elsewhere = withTrigger(onRecord(panel.id, { collection: 'others' }), echo);
    await publishNewWorkflow(service, elsewhere, ann, { name: 'Elsewhere' });
    const path = `/panels/${panel.id}/records?collection=orders&record=${record.key}`;
    const page = await open(path);
    const opened = openRecord(page);
    await opened.getByRole('link', { name: 'docs/invoice.txt' }).waitFor();
    await opened.getByRole('link', { name: 'Ship it' }).waitFor();
    await opened.getByText('when changed or deleted · on').waitFor();
    assert.equal(await opened.getByText('Elsewhere').count(), 0);
    const file = { name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await opened.locator('input[type=file]').setInputFiles(file);
    await opened.getByRole('link', { name: 'docs/photo.txt' }).waitFor();
    await opened.getByRole('link', { name: 'docs/invoice.txt' }).click();
    await page.waitForURL(/\/files\?/);
    assert.match(decodeURIComponent(page.url()), /folder=docs/);
  });

  await t.test('are for everybody with whom the panel is shared, and for nobody else', async t => {
    const [ben, cleo] = [await app.person(), await app.person()];
    const panel = await makePanel(service, ann, {}, { sharing: [{ user_email: ben.email, write: false }] });
    const record = await panel.record('orders', { number: 4711 });
    const path = `/panels/${panel.id}/records?collection=orders&record=${record.key}`;
    const page = await app.page(t, { as: ben, path });
    await openRecord(page).getByRole('textbox', { name: 'number' }).fill('4712');
    await openRecord(page).getByRole('button', { name: 'Save' }).click();
    await table(page).getByText('4712').waitFor();
    const stranger = await app.page(t, { as: cleo, path, expected: [/status of 40[34]/] });
    await stranger.getByRole('heading', { name: 'There is no such panel' }).waitFor();
  });

  await t.test('are usable on a phone', async t => {
    const panel = await makePanel(service, ann);
    const record = await panel.record('orders', { number: 4711 });
    const path = `/panels/${panel.id}/records`;
    const page = await app.page(t, { as: ann, path, ...PHONE });
    await page.getByRole('combobox', { name: 'Collection' }).waitFor();
    await rows(page).first().getByRole('link').click();
    await page.waitForURL(new RegExp(record.key));
    const drawer = page.getByRole('dialog', { name: 'Record' });
    await drawer.getByRole('textbox', { name: 'number' }).waitFor();
    await checkAccessibility(page);
    await drawer.getByRole('button', { name: 'Close the record' }).click();
    await drawer.waitFor({ state: 'detached' });
  });
});
