/** The list of workflows: find, create, share, turn on and off, copy, move and delete. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { chain, type Definition, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { OUTAGE_LINES, refuseRequests } from './support/races.ts';
import { openInTurn, PHONE, visit } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

const hook: Definition = { nodes: [node('hook', 'trigger.webhook')], edges: [] };
const clock: Definition = { nodes: [node('clock', 'trigger.schedule', { cron: '0 6 * * *' })], edges: [] };

async function create(person: ConsolePerson, name: string, definition = chain(), more: object = {}): Promise<string> {
  return createWorkflow(service, definition, person.key, { name, ...more });
}

async function publish(person: ConsolePerson, workflow_id: string): Promise<void> {
  await service.ask('/api/v3/workflow/publish', { workflow_id }, person.key);
}

const row = (page: Page, name: string) => page.getByRole('row', { name });
const names = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents();

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the list of workflows', { skip: app.skip }, async t => {
  const ann = await app.person();
  const open = openInTurn(app, t, ann);

  await t.test('is empty at first, and offers examples, of which each opens in the editor', async t => {
    const newcomer = await app.person();
    const page = await app.page(t, { as: newcomer, path: '/workflows' });
    await page.getByRole('heading', { name: 'Start from an example' }).waitFor();
    const hello = page.getByRole('button', { name: /^Say hello/ });
    await hello.locator('rect').nth(2).waitFor();
    const families = await hello.locator('rect').evaluateAll(tiles => tiles.map(tile => tile.dataset.family));
    assert.deepEqual(families, ['trigger', 'data', 'data'], 'a drawing has a tile for each step');
    await checkAccessibility(page);
    await page.getByRole('button', { name: /^Say hello/ }).click();
    await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/);
    await visit(page, '/workflows');
    await row(page, 'Say hello').waitFor();
  });

  await t.test('shows the state, the triggers, the version and the runs of each workflow', async () => {
    const published = await create(ann, 'Nightly export', clock);
    await publish(ann, published);
    const changed = await create(ann, 'Orders', hook, { description: 'of the shop' });
    await publish(ann, changed);
    await service.ask('/api/v3/workflow/update', { id: changed, definition: { ...hook, more: 1 } }, ann.key);
    const failing = await create(ann, 'Greeting', chain(node('a', 'transform', { value: '{{ nothing.at_all }}' })));
    await service.ask('/api/v3/workflow/run', { workflow_id: failing }, ann.key);
    const page = await open('/workflows');
    await row(page, 'Nightly export').getByText('by schedule').waitFor();
    await row(page, 'Orders').getByText('changed').waitFor();
    await row(page, 'Orders').getByText('of the shop').waitFor();
    await row(page, 'Orders').getByText('never run').waitFor();
    const greeting = row(page, 'Greeting');
    await greeting.getByText('Never published').waitFor();
    await greeting.getByRole('img', { name: '1 run in the last day, 1 failed' }).waitFor();
    await greeting.getByText('100 %').waitFor();
    await checkAccessibility(page);
  });

  await t.test('is searched and filtered by its address, which survives a reload and goes back', async t => {
    const ann = await app.person();
    await create(ann, 'Orders', hook);
    await publish(ann, await create(ann, 'Nightly export', clock));
    await create(ann, 'Greeting');
    const page = await app.page(t, { as: ann, path: '/workflows?sort=name' });
    await row(page, 'Orders').waitFor();
    assert.deepEqual(await names(page), ['Greeting', 'Nightly export', 'Orders']);
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('webhook');
    await page.waitForURL(/text=webhook/);
    await row(page, 'Greeting').waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Orders']);
    await page.reload();
    await row(page, 'Orders').waitFor();
    assert.equal(await page.getByRole('searchbox', { name: 'Search workflows' }).inputValue(), 'webhook');
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('zzz');
    await page.getByRole('heading', { name: 'No workflow fits' }).waitFor();
    await page.getByRole('button', { name: 'Show all workflows' }).click();
    await row(page, 'Greeting').waitFor();
    await page.getByRole('combobox', { name: 'State' }).selectOption('On');
    await page.waitForURL(/state=active/);
    await row(page, 'Greeting').waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Nightly export']);
    await visit(page, '/workflows?state=odd&page=-3&trigger=trigger.webhook');
    await row(page, 'Orders').waitFor();
    assert.deepEqual(await names(page), ['Orders']);
  });

  await t.test('turns a workflow on and off, and says why that is refused', async t => {
    const ann = await app.person();
    const id = await create(ann, 'Orders', hook);
    await publish(ann, id);
    const page = await app.page(t, { as: ann, path: '/workflows', expected: OUTAGE_LINES });
    const power = page.getByRole('switch', { name: 'Orders is on' });
    await power.waitFor();
    const isActive = async () => {
      const { active } = await service.ask<{ active: boolean }>(
        '/api/v3/workflow/deployment',
        { workflow_id: id },
        ann.key,
      );
      return active;
    };
    await Promise.all([page.waitForResponse(/workflow\/activate/), power.click()]);
    assert.equal(await isActive(), false);
    assert.equal(await power.isChecked(), false);
    await refuseRequests(page, '/api/v3/workflow/activate');
    await power.click();
    await page.getByText('there is a fault').waitFor();
  });

  await t.test('acts on all that are selected, and deletes only after a plain confirmation', async () => {
    for (const name of ['One warp', 'Two warp']) await publish(ann, await create(ann, name, hook));
    await create(ann, 'Draft warp');
    const page = await open('/workflows?text=warp');
    await row(page, 'Draft warp').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const bar = page.getByRole('toolbar', { name: 'Selected workflows' });
    await bar.getByText('3 selected').waitFor();
    await checkAccessibility(page);
    await bar.getByRole('button', { name: 'Turn off 2' }).click();
    await page.getByText('2 workflows were turned off.').waitFor();
    await bar.getByRole('button', { name: 'Turn on 2' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Draft warp' }).click();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 workflows?' });
    await dialog.getByText('Two warp, One warp').or(dialog.getByText('One warp, Two warp')).waitFor();
    await dialog.getByText('2 webhook URLs stop working.').waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Delete 2' }).click();
    await page.getByText('2 workflows were deleted.').waitFor();
    await row(page, 'One warp').waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Draft warp']);
  });

  await t.test('creates a workflow under a name, and copies one', async () => {
    const page = await open('/workflows');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByRole('button', { name: /^Fingerprint of a file/ }).waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('From scratch loom');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/);
    await open('/workflows');
    await chooseAction(page, 'From scratch loom', 'Copy…');
    await page.getByRole('textbox', { name: 'Name of the copy' }).fill('Second loom');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/);
    await open('/workflows?sort=name&text=loom');
    await row(page, 'Second loom').waitFor();
    assert.deepEqual(await names(page), ['From scratch loom', 'Second loom']);
  });

  await t.test('is used by keyboard alone, and dialogs give the focus back', async () => {
    await create(ann, 'Keys', hook);
    const page = await open('/workflows');
    const actions = page.getByRole('button', { name: 'Actions for Keys' });
    await actions.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Share…' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('combobox', { name: 'Add a person' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await actions.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('link', { name: 'Keys' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/);
  });

  await t.test('exports workflows to a file, and imports it by choosing or dropping it', async () => {
    for (const name of ['One weft', 'Two weft']) await create(ann, name);
    const page = await open('/workflows?text=weft');
    await row(page, 'Two weft').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), '2-workflows.json');
    const text = await readFile(await download.path(), 'utf8');
    const chooser = page.locator('input[type=file]');
    await chooser.setInputFiles({ name: 'both.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByText('Two weft was imported.').waitFor();
    await page.getByRole('rowheader').nth(3).waitFor();
    await chooser.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await page.getByText('a.txt is not JSON').waitFor();
    const [single] = JSON.parse(text);
    const transfer = await page.evaluateHandle(
      `(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([${JSON.stringify(JSON.stringify(single))}], 'one.json'));
        return dropped;
      })()`,
    );
    await page.getByRole('table').dispatchEvent('dragenter', { dataTransfer: transfer });
    await page.getByText('Drop to import').waitFor();
    await page.getByRole('table').dispatchEvent('drop', { dataTransfer: transfer });
    await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/);
  });

  await t.test('shares a workflow with a person found by name, who then sees what they may do', async t => {
    const zoe = await app.person({ name: 'Zoe Zimmer' });
    await publish(ann, await create(ann, 'Returns', hook));
    const page = await open('/workflows');
    await chooseAction(page, 'Returns', 'Share…');
    const dialog = page.getByRole('dialog', { name: 'Share Returns' });
    await dialog.getByRole('combobox', { name: 'Add a person' }).pressSequentially('zimmer');
    await page.getByRole('option', { name: /Zoe Zimmer/ }).click();
    await dialog.getByRole('checkbox', { name: `${zoe.email} may export it` }).click();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Returns is shared.').waitFor();

    const theirs = await app.page(t, { as: zoe, path: '/workflows?ownership=shared' });
    await row(theirs, 'Returns').getByText('On', { exact: true }).waitFor();
    assert.equal(await theirs.getByRole('switch').count(), 0);
    await theirs.getByRole('button', { name: 'Actions for Returns' }).click();
    assert.deepEqual(await theirs.getByRole('menuitem').allTextContents(), ['Runs', 'Export']);

    await chooseAction(page, 'Returns', 'Share…');
    await dialog.getByRole('combobox', { name: `Access of ${zoe.email}` }).selectOption('Can edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit(theirs, '/workflows?ownership=shared');
    await theirs.getByRole('switch', { name: 'Returns is on' }).waitFor();
  });

  await t.test('offers an account that may only read nothing that it can not do', async t => {
    const reader = await app.person({ permissions: { workflow: 'read' } });
    const sharing = [{ user_email: reader.email, write: true, scopes: {} }];
    const page = await app.page(t, { as: reader, path: '/workflows' });
    await page.getByRole('heading', { name: 'Nothing is shared with you yet' }).waitFor();
    await publish(ann, await create(ann, 'Invoices', hook, { sharing }));
    await visit(page, '/workflows');
    await row(page, 'Invoices').waitFor();
    assert.equal(await page.getByRole('switch').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'New', exact: true }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Import' }).count(), 0);
    await page.getByRole('button', { name: 'Actions for Invoices' }).click();
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Runs', 'Export']);
    await page.keyboard.press('Escape');
  });

  await t.test('fits on a phone, and turns the pages of a long list', async t => {
    const ann = await app.person();
    await service.service.system.database.pool.query(
      `INSERT INTO workflows (id, name, description, definition, created_by, updated_by)
       SELECT gen_random_uuid(), 'Workflow ' || lpad(number::text, 3, '0'), repeat('long ', 50), $1, $2, $2
       FROM generate_series(1, 120) AS number`,
      [JSON.stringify(chain()), ann.id],
    );
    const page = await app.page(t, { as: ann, path: '/workflows?sort=name', ...PHONE });
    await row(page, 'Workflow 001').waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(width) <= 360, `the page is ${width} pixels wide`);
    await page.getByText('1–50 of 120').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await row(page, 'Workflow 051').waitFor();
    await page.waitForURL(/page=2/);
    // The last page is short: the check looks at every element.
    await page.getByRole('button', { name: 'Next page' }).click();
    await row(page, 'Workflow 101').waitFor();
    await checkAccessibility(page);
  });

  await t.test('says that the service is away, and comes back when it answers', async t => {
    const ann = await app.person();
    await create(ann, 'Orders');
    const page = await app.page(t, { as: ann, path: '/workflows', expected: [/503|Failed to load/] });
    await row(page, 'Orders').waitFor();
    await page.route('**/api/v1/workflow/list', route =>
      route.fulfill({ status: 500, json: { detail: 'internal error' }, headers: { 'x-error-code': 'internal_error' } }),
    );
    await visit(page, '/workflows?state=draft');
    await page.getByText('internal error').waitFor();
    await page.unroute('**/api/v1/workflow/list');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'Orders').waitFor();
  });
});
