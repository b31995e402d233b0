/** Writing templates: completion by keyboard, the live result, errors, and values of earlier steps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { VIEWPORT } from './support/contexts.ts';
import { openField, readText, retype, untilStored } from './support/editing.ts';
import { openInTurn } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

const definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } },
    {
      id: 'make',
      type: 'transform',
      name: 'Make',
      params: { value: { order: '{{ input.order }}', 'first name': 'Ann' } },
      position: { x: 0, y: 140 },
    },
    {
      id: 'write',
      type: 'transform',
      name: 'Write',
      params: { value: 'x' },
      position: { x: 0, y: 280 },
    },
    {
      id: 'mail',
      type: 'notify',
      name: 'Mail',
      params: { subject: 'Hello', message: 'Nothing' },
      position: { x: 0, y: 420 },
    },
    { id: 'each', type: 'loop', name: 'Each', params: { items: 'input.rows' }, position: { x: 320, y: 140 } },
    { id: 'line', type: 'transform', name: 'Line', params: { value: 'y' }, position: { x: 320, y: 280 } },
  ],
  edges: [
    { source: 'start', target: 'make' },
    { source: 'make', target: 'write' },
    { source: 'write', target: 'mail' },
    { source: 'start', target: 'each' },
    { source: 'each', target: 'line', source_handle: 'item' },
  ],
};

test('templates in the editor', { skip: app.skip }, async t => {
  const ann = await app.person({ name: 'Ann' });
  const openPage = openInTurn(app, t, ann);

  /** Creates the workflow, runs it once, and opens it. */
  async function open(size = VIEWPORT) {
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Shop', definition }, ann.key);
    const input = { order: 4711, rows: [{ sku: 'a1' }, { sku: 'b2' }] };
    await service.ask('/api/v3/workflow/run', { workflow_id: id, input }, ann.key);
    return { id, page: await openPage(`/workflows/${id}`, size) };
  }

  const { page } = await open();
  const template = await openField(page, 'Write', 'Value');

  await t.test('filters are completed with their meaning, and names that need brackets get them', async () => {
    await retype(template, '{{ steps.make.output.fi');
    await page.getByRole('option', { name: /^first name/ }).waitFor();
    await choose(page, template);
    await template.pressSequentially(' | upp');
    await page.getByRole('option', { name: /^upper/ }).waitFor();
    await page.getByText('All letters big.').waitFor();
    await choose(page, template);
    assert.equal(await readText(template), "{{ steps.make.output['first name'] | upper }}");
    await page.getByText('ANN', { exact: true }).waitFor();
  });

  await t.test('a mistake is told with its place, and missing data is not called a mistake', async () => {
    await retype(template, '{{ input. }}');
    await page
      .getByText(/^line 1: /)
      .first()
      .waitFor();
    assert.equal(await template.getAttribute('aria-invalid'), 'true');
    await retype(template, '{{ steps.mail.output }}');
    await page.getByText('No data yet for steps.mail').waitFor();
    assert.equal(await template.getAttribute('aria-invalid'), null);
  });

  await t.test('a template without end stops no page', async () => {
    await retype(template, '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}');
    await page
      .getByText(/too many steps|too long/)
      .first()
      .waitFor();
    await retype(template, '{{ 20 + 3 }}');
    await page.getByText('23', { exact: true }).waitFor();
  });

  await t.test('a template is typed and completed by keyboard, and its result is shown', async () => {
    const { id, page } = await open();
    const subject = await openField(page, 'Mail', 'Subject');
    await subject.fill('Order ');
    await subject.press('End');
    await subject.pressSequentially('{{');
    const template = page.getByRole('textbox', { name: 'Subject' });
    await template.pressSequentially('steps.make.output.');
    await page.getByRole('option', { name: /^order/ }).waitFor();
    await choose(page, template, 'or');
    assert.equal(await readText(template), 'Order {{ steps.make.output.order }}');
    await page.getByText('Order 4711').waitFor();
    await untilStored(service, ann, id, ['mail', 'subject', 'Order {{ steps.make.output.order }}']);
  });

  await t.test('a value is dragged into a plain field and into a template', async () => {
    const { page } = await open();
    const subject = await openField(page, 'Mail', 'Subject');
    const tree = page.getByRole('tree', { name: 'Data of earlier steps' });
    const order = tree.getByRole('treeitem', { name: /^order/ }).first();
    await standsStill(order);
    await order.dragTo(subject);
    const template = page.getByRole('textbox', { name: 'Subject' });
    await page.getByText('Hello4711').waitFor();
    assert.equal(await readText(template), 'Hello{{ input.order }}');
    await retype(template, '{{ 1 + ');
    // The list of completions, which would cover the tree, is open only while somebody writes.
    await template.blur();
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await standsStill(order);
    await order.dragTo(template, { targetPosition: { x: 70, y: 16 } });
    assert.match(await readText(template), /^\{\{ .*input\.order.* \}\}$/);
  });

  await t.test('a value is inserted by keyboard into the field that was used last', async () => {
    const { page } = await open();
    const subject = await openField(page, 'Mail', 'Subject');
    await subject.focus();
    const tree = page.getByRole('tree', { name: 'Data of earlier steps' });
    await page.getByText('press Enter to insert it into Subject').waitFor();
    await page.getByRole('textbox', { name: 'Filter the data' }).fill('4711');
    await page.getByText(/^1 of \d$/).waitFor();
    await tree.focus();
    await tree.press('End');
    await tree.press('Enter');
    assert.match(
      await readText(page.getByRole('textbox', { name: 'Subject' })),
      /^Hello\{\{ (steps\.make\.output|input|steps\.start\.output)\.order \}\}$/,
    );
  });

  await t.test('in the body of a loop the item is known, and another one can be chosen', async () => {
    const { page } = await open();
    const template = await openField(page, 'Line', 'Value');
    // What was typed before the items are known is not completed later.
    const item = page.getByRole('textbox', { name: 'Item of each' });
    await item.waitFor();
    await retype(template, '{{ loop.item.');
    await page.getByRole('option', { name: /^sku/ }).waitFor();
    await choose(page, template);
    await page.getByText('a1', { exact: true }).waitFor();
    await item.fill('2');
    await page.getByText('b2', { exact: true }).waitFor();
  });

  await t.test('a field becomes a template and a plain field again', async () => {
    const { id, page } = await open();
    await openField(page, 'Mail', 'Subject');
    const toggle = page.getByRole('button', { name: 'Template for Subject' });
    await toggle.click();
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    const template = page.getByRole('textbox', { name: 'Subject' });
    await template.press('End');
    await template.pressSequentially(' {{ input.order');
    await page.getByText('Hello 4711').waitFor();
    assert.equal(await toggle.getAttribute('aria-disabled'), 'true');
    await retype(template, 'Good morning');
    await page.locator('button[aria-label="Template for Subject"]:not([aria-disabled])').click();
    assert.equal(await page.getByRole('textbox', { name: 'Subject' }).inputValue(), 'Good morning');
    await untilStored(service, ann, id, ['mail', 'subject', 'Good morning']);
  });

  await t.test('the panel has no finding of axe, wide and narrow', async () => {
    for (const width of [1440, 390]) {
      const { page } = await open({ ...VIEWPORT, width });
      if (width > 600) await retype(await openField(page, 'Write', 'Value'), '{{ input.order }}');
      else await page.getByText('Write', { exact: true }).first().click();
      await page.getByRole('tab', { name: 'Params' }).waitFor();
      await page.getByText('4711').first().waitFor();
      await checkAccessibility(page);
    }
  });
});

/**
 * Takes the first completion. CodeMirror ignores `Enter` for a moment after its list opens, and while it looks for what fits the
 * letters that were typed last.
 */
async function choose(page: Page, field: Locator, more = ''): Promise<void> {
  if (more !== '') await field.pressSequentially(more);
  const list = '.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)';
  await page.locator(`${list} [role=option][aria-selected=true]`).waitFor();
  await page.waitForTimeout(150);
  await page.locator(list).waitFor();
  await field.press('Enter');
}

/** Waits until the result of a template or the bar of a run moves the data no more, because a drag aims at places. */
async function standsStill(locator: Locator): Promise<void> {
  for (let before = '', same = 0; same < 4; await locator.page().waitForTimeout(150)) {
    const box = JSON.stringify(await locator.boundingBox());
    same = box === before ? same + 1 : 0;
    before = box;
  }
}
