/** Building a workflow with the keyboard alone, and taking everything back. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createWorkflow } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { readDraft, untilDraft } from './support/drafts.ts';

const app = await openConsole();
const { service } = app;

function canvasOf(page: Page) {
  return page.getByRole('application', { name: 'Workflow canvas' });
}

/** Adds a step by the search of the palette, which is open. */
async function choose(page: Page, text: string, title: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search steps and tools' });
  await search.waitFor();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: title, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await search.waitFor({ state: 'hidden' });
}

suite('the editor by keyboard alone', { skip: app.skip }, () => {
  test('builds a workflow with a branch, and undoes and redoes all of it', async t => {
    const ann = await app.person({ name: 'Ann' });
    const id = await createWorkflow(service, { nodes: [], edges: [] }, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    const step = (name: RegExp) => canvas.getByRole('group', { name });

    await page.getByRole('button', { name: 'Add a trigger' }).focus();
    await page.keyboard.press('Enter');
    await checkAccessibility(page);
    await choose(page, 'manual', 'Manual start');
    await step(/^Manual start/).waitFor();
    await page.keyboard.press('Tab');
    await choose(page, 'cond', 'Condition');
    await page.keyboard.press('Tab');
    await choose(page, 'transf', 'Transform');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await choose(page, 'qr', 'QR code');
    await untilDraft(service, ann, id, 'condition.false > qr_code, condition.true > transform, manual > condition');

    await page.keyboard.press('Shift+L');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+d');
    await step(/condition_2/).waitFor();
    const before = await readDraft(service, ann, id);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Delete');
    await step(/condition_2/).waitFor({ state: 'detached' });
    assert.ok(before.nodes.length >= 4);

    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('heading', { name: 'This workflow is empty' }).waitFor();
    await canvas.focus();
    await page.keyboard.press('Control+z');
    await step(/^QR code/).waitFor();
    for (let undone = 0; undone < 8; undone++) await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'This workflow is empty' }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    for (let redone = 0; redone < 4; redone++) await page.keyboard.press('Control+Shift+z');
    await untilDraft(service, ann, id, 'condition.false > qr_code, condition.true > transform, manual > condition');
  });

  test('walks to a step and opens it, and a reload keeps the way back', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, branching(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    await canvas.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('complementary', { name: 'Step Otherwise' }).waitFor();
    await checkAccessibility(page);
    await canvas.focus();
    await page.keyboard.press('Delete');
    await untilDraft(service, ann, id, 'big.true > yes, start > big');
    await page.getByText(/^Saved/).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Undo: Delete no' }).click();
    await untilDraft(service, ann, id, 'big.false > no, big.true > yes, start > big');
  });

  test('leaves the canvas with Tab when nothing is selected, and lists its keys', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, branching(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    await canvas.focus();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keys of the editor' }).waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys of the editor' }).waitFor({ state: 'hidden' });
    await canvas.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.equal(await canvas.evaluate(element => element.matches(':focus')), false);
  });
});

function branching() {
  const node = (id: string, type: string, name: string, params = {}) => ({ id, type, name, params, position: null });
  return {
    nodes: [
      node('start', 'trigger.manual', 'Start'),
      node('big', 'condition', 'Big?', { expression: 'input.n > 1' }),
      node('yes', 'transform', 'Yes', { value: 1 }),
      node('no', 'transform', 'Otherwise', { value: 2 }),
    ],
    edges: [
      { source: 'start', target: 'big', source_handle: null },
      { source: 'big', target: 'yes', source_handle: 'true' },
      { source: 'big', target: 'no', source_handle: 'false' },
    ],
  };
}
