/** Building a workflow with the keyboard alone, and taking everything back. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/process.ts';
import { createWorkflow } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { readDraft, untilDraft } from './support/drafts.ts';
import { readText } from './support/editing.ts';

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

  test('a step without a selection continues the flow, and is called wrong only after its field was left', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, branching(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const issues = page.getByRole('status', { name: 'Issues' });
    await canvasOf(page).focus();
    await page.keyboard.press('a');
    await choose(page, 'http', 'HTTP request');
    const url = page.getByRole('textbox', { name: 'Url' });
    await until(() => url.evaluate(element => element.matches(':focus')), 'the first empty field has the focus');
    await untilDraft(service, ann, id, 'big.false > no, big.true > yes, start > big, yes > request');
    const checked = page.waitForResponse(response => response.url().endsWith('/workflow/check'));
    await page.keyboard.type('https://a.test/');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await checked;
    await page.getByText(/^Saved/).waitFor();
    assert.equal(await issues.textContent(), '');
    assert.equal(await page.getByText("'url' is required").count(), 0);
    await page.keyboard.press('Tab');
    await page.getByText("'url' is required").first().waitFor();
    await issues.getByText('1 error').waitFor();
    await checkAccessibility(page);
  });

  test('a new step is called wrong when the workflow is run', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, branching(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/status of 422/] });
    await page.getByRole('button', { name: 'Add a step', exact: true }).focus();
    await page.keyboard.press('Enter');
    await choose(page, 'e-mail', 'E-mail');
    await page.getByRole('complementary', { name: 'Step E-mail' }).waitFor();
    await page.getByText(/^Saved/).waitFor();
    assert.equal(await page.getByRole('list', { name: 'Issues of this step' }).count(), 0);
    await page.getByRole('button', { name: 'Run', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Issues of this step' }).waitFor();
    await page.getByText('The run did not start').waitFor();
  });

  test('builds twelve steps without a mouse, from a canvas that is three presses away', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, { nodes: [], edges: [] }, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    await canvas.waitFor();
    await page.keyboard.press('a');
    await choose(page, 'manual', 'Manual start');
    for (let added = 1; added < 12; added++) {
      await page.keyboard.press('Tab');
      await choose(page, 'transf', 'Transform');
    }
    await until(async () => (await readDraft(service, ann, id)).edges.length === 11, 'twelve steps are connected');
    await page.reload();
    await canvas.waitFor();
    const isOnCanvas = () => canvas.evaluate(element => element.matches(':focus'));
    for (const key of ['Tab', 'Enter', 'ArrowDown']) await page.keyboard.press(key);
    assert.ok(await isOnCanvas(), 'by way of the link to the content');
  });

  test('shows the panel for publishing instead of a wide step, and the step again when it is asked for', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, branching(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    const step = page.getByRole('complementary', { name: 'Step Yes' });
    const publish = page.getByRole('complementary', { name: 'Publish' });
    const isWide = (pressed: boolean) =>
      step.getByRole('button', { name: 'Data, params and output side by side', pressed }).waitFor();
    await canvas.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+Enter']) await page.keyboard.press(key);
    await isWide(true);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await publish.waitFor();
    assert.equal(await step.count(), 0);
    await canvas.focus();
    await page.keyboard.press('Shift+Enter');
    await isWide(true);
    assert.equal(await publish.count(), 0);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await publish.getByRole('button', { name: 'Close' }).click();
    await isWide(false);
  });

  test('opens a step with its data and its output beside it, and gives the focus back', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, branching(), ann.key);
    await service.ask('/api/v3/workflow/run', { workflow_id: id, input: { n: 4711 } }, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    const panel = page.getByRole('complementary', { name: 'Step Yes' });
    await canvas.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+Enter']) await page.keyboard.press(key);
    const value = panel.getByRole('textbox', { name: 'Value' });
    await until(() => value.evaluate(element => element.matches(':focus')), 'the first field has the focus');
    const data = panel.getByRole('region', { name: 'Data' });
    const output = panel.getByRole('region', { name: 'Output' });
    await output.getByText('one').waitFor();
    const places = await Promise.all([data, value, output].map(part => part.boundingBox()));
    const lefts = places.map(place => place?.x ?? 0);
    assert.deepEqual(
      lefts,
      lefts.toSorted((one, other) => one - other),
    );
    await checkAccessibility(page);
    await data.getByRole('textbox', { name: 'Filter the data' }).fill('4711');
    await data.getByText(/^1 of \d$/).waitFor();
    const tree = data.getByRole('tree', { name: 'Data of earlier steps' });
    await tree.press('End');
    await tree.press('Enter');
    const written = panel.getByRole('textbox', { name: 'Value' });
    await until(async () => /^one\{\{ .+\.n \}\}$/.test(await readText(written)), 'the value is inserted');

    await page.setViewportSize({ width: 1024, height: 740 });
    await panel.getByRole('tab', { name: 'Data' }).click();
    await data.waitFor();
    await checkAccessibility(page);
    await panel.getByRole('tab', { name: 'Output' }).click();
    await panel.getByRole('tree', { name: 'Output of yes' }).waitFor();
    await page.keyboard.press('Escape');
    await until(() => canvas.evaluate(element => element.matches(':focus')), 'the canvas has the focus again');
    await panel.getByRole('button', { name: 'Data, params and output side by side', pressed: false }).waitFor();
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
      node('yes', 'transform', 'Yes', { value: 'one' }),
      node('no', 'transform', 'Otherwise', { value: 'two' }),
    ],
    edges: [
      { source: 'start', target: 'big', source_handle: null },
      { source: 'big', target: 'yes', source_handle: 'true' },
      { source: 'big', target: 'no', source_handle: 'false' },
    ],
  };
}
