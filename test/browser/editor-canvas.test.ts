/** The canvas with the mouse: inserting, dragging, copying, 200 steps, notes, and those who may only read. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/process.ts';
import { createWorkflow } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { readDraft, untilDraft } from './support/drafts.ts';

const app = await openConsole();
const { service } = app;

function canvasOf(page: Page) {
  return page.getByRole('application', { name: 'Workflow canvas' });
}

suite('the canvas of the editor', { skip: app.skip }, () => {
  test('inserts a step on an edge, so that the steps below make room, and keeps notes', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await canvasOf(page).getByRole('img', { name: 'From call to read' }).hover({ force: true });
    await page.locator('[data-insert="call read"]').click();
    await page.getByRole('combobox', { name: 'Search steps and tools' }).fill('loop');
    await page.getByRole('option', { name: 'Loop' }).first().click();
    const draft = await untilDraft(service, ann, id, 'call > loop, loop.done > read, read > check, start > call');
    const y = (step: string) => draft.nodes.find(node => node.id === step)?.position?.y ?? 0;
    assert.ok(y('call') < y('loop') && y('loop') < y('read') && y('read') < y('check'));
    await page.getByRole('complementary', { name: 'Step Loop' }).waitFor();
    await page.getByRole('button', { name: 'Undo: Add Loop' }).click();
    await untilDraft(service, ann, id, 'call > read, read > check, start > call');

    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('## Read **this** first');
    await until(async () => {
      const { editor } = await readDraft(service, ann, id);
      return editor?.notes?.[0]?.text === '## Read **this** first';
    }, 'the note is stored');
    await canvasOf(page).getByText('this', { exact: true }).waitFor();
    await checkAccessibility(page);
  });

  test('copies steps as JSON, without secrets, and pastes them with new references', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    await canvas.getByRole('group', { name: /^Ask the shop/ }).click();
    await canvas.getByRole('group', { name: /^Read it/ }).click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.ok(!copied.includes('s3cret'), 'a clipboard has no credentials');
    await page.keyboard.press('Control+v');
    const draft = await untilDraft(service, ann, id, 'call > read, call_2 > read_2, read > check, start > call');
    const params = (step: string) => draft.nodes.find(node => node.id === step)?.params;
    assert.deepEqual(params('read_2'), { value: '{{ steps.call_2.output.total }} of {{ steps.start.output.id }}' });
    assert.deepEqual(params('call_2')?.headers, { authorization: '' });
    assert.deepEqual(params('call')?.headers, { authorization: 'Bearer s3cret' });
  });

  test('connects an output by dragging, and a new step where it is dropped', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const check = canvasOf(page).getByRole('group', { name: /^Big/ });
    const box = await check.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 4, box.y + box.height);
    await page.mouse.down();
    await page.mouse.move(box.x, box.y + box.height + 60, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('combobox', { name: 'Search steps and tools' }).fill('output');
    await page.keyboard.press('Enter');
    await untilDraft(service, ann, id, 'call > read, check.true > output, read > check, start > call');
  });

  test('opens 200 steps, and a drag draws only the step that is dragged', async t => {
    const ann = await app.person();
    const definition = twoHundredSteps();
    const id = await createWorkflow(service, definition, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    const step = canvas.getByRole('group', { name: /^s1, / });
    await step.waitFor();
    assert.equal(await page.locator('.react-flow__node').count(), 200);
    await page.getByRole('status', { name: 'Issues' }).getByText('100 warnings').waitFor();
    await page.evaluate(WATCH_DRAWN_STEPS);
    const before = await step.boundingBox();
    assert.ok(before);
    await page.mouse.move(before.x + 60, before.y + 20);
    await page.mouse.down();
    await page.mouse.move(before.x + 160, before.y + 40, { steps: 20 });
    assert.deepEqual(await page.evaluate<string[]>('[...drawnSteps]'), ['s1']);
    await page.mouse.up();
    await until(async () => {
      const { nodes } = await readDraft(service, ann, id);
      return nodes.find(node => node.id === 's1')?.position !== null;
    }, 'the move is stored');
    await page.getByRole('button', { name: 'Undo: Move' }).click();
    await until(async () => Math.abs(((await step.boundingBox())?.x ?? 0) - before.x) < 1, 'the step is back');
  });

  test('says what steps do, and from afar shows large names and then only tiles', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const canvas = canvasOf(page);
    const step = canvas.getByRole('group', { name: /^Ask the shop/ });
    await step.getByText('GET shop.test/start.id').waitFor();
    assert.equal(await step.getByText('call', { exact: true }).count(), 0);
    await step.click();
    await step.getByText('call', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const zoomOut = page.getByRole('button', { name: 'Zoom out' });
    const untilHidden = async (text: string) => {
      await until(async () => {
        if (!(await step.getByText(text).isVisible())) return true;
        await zoomOut.click();
        return false;
      }, `${text} is hidden from afar`);
    };
    await untilHidden('GET shop.test');
    assert.ok(await step.getByText('Ask the shop').isVisible());
    await checkAccessibility(page);
    await untilHidden('Ask the shop');
    await page.getByRole('button', { name: 'Fit into view' }).click();
    await step.getByText('GET shop.test/start.id').waitFor();
  });

  test('of 200 steps draws only the one whose param changes', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, twoHundredSteps(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await page.getByRole('status', { name: 'Issues' }).getByText('100 warnings').waitFor();
    await canvasOf(page).getByRole('group', { name: /^s1, / }).click();
    const expression = page
      .getByRole('complementary', { name: 'Step s1' })
      .getByRole('textbox', { name: 'Expression' });
    await expression.click();
    await page.evaluate(WATCH_DRAWN_STEPS);
    await page.keyboard.press('End');
    await page.keyboard.type(' and input.total > 7');
    await canvasOf(page).getByText('true and input.total > 7', { exact: true }).waitFor();
    assert.deepEqual(await page.evaluate<string[]>('[...drawnSteps]'), ['s1']);
  });

  test('moves the chosen step into the room that a panel leaves, in one bar at every width', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, width: 1024 });
    const step = canvasOf(page).getByRole('group', { name: /^Big/ });
    await step.click();
    await page.getByRole('complementary', { name: 'Step Big?' }).waitFor();
    const isInside = async () => {
      const [box, pane] = await Promise.all([step.boundingBox(), canvasOf(page).boundingBox()]);
      return box !== null && pane !== null && box.x >= pane.x && box.x + box.width <= pane.x + pane.width;
    };
    await until(isInside, 'the step is beside the panel');
    assert.equal(await page.getByRole('button', { name: 'Builder', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Builder, settings and history' }).click();
    await page.getByRole('menuitem', { name: 'Settings and tests' }).click();
    await page.getByRole('complementary', { name: 'Settings and tests' }).waitFor();
    await checkAccessibility(page);
    for (const width of [1440, 1101, 1024, 720, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const header = await page.getByRole('main').locator('header').first().boundingBox();
      assert.equal(Math.round(header?.height ?? 0), 48, `${width} pixels`);
    }
  });

  test('moves the chosen step into the room that the bar of a run leaves', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, height: 480 });
    const step = canvasOf(page).getByRole('group', { name: /^Big/ });
    await step.click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('region', { name: 'Run' }).waitFor();
    const isInside = async () => {
      const [box, pane] = await Promise.all([step.boundingBox(), canvasOf(page).boundingBox()]);
      return box !== null && pane !== null && box.y >= pane.y && box.y + box.height <= pane.y + pane.height;
    };
    await until(isInside, 'the step is above the bar');
  });

  test('leads to the right when somebody wants it, and down again by undoing', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await page.getByRole('button', { name: 'Lead to the right', exact: true }).click();
    await until(async () => (await readDraft(service, ann, id)).editor?.direction === 'right', 'it is stored');
    const { nodes } = await readDraft(service, ann, id);
    const [xs, ys] = [nodes.map(({ position }) => position?.x), nodes.map(({ position }) => position?.y)];
    assert.deepEqual([xs, new Set(ys).size], [[0, 344, 688, 1032], 1]);
    await canvasOf(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('complementary', { name: 'Step Ask the shop' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Undo: Lead to the right' }).click();
    await page.getByRole('button', { name: 'Lead to the right', exact: true }).waitFor();
    await until(async () => (await readDraft(service, ann, id)).editor?.direction === undefined, 'it leads down again');
  });

  test('marks what is wrong, on steps and in words', async t => {
    const ann = await app.person();
    const definition = orders();
    const id = await createWorkflow(service, { ...definition, nodes: definition.nodes.slice(1) }, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await page.getByRole('status', { name: 'Issues' }).getByText('The workflow has no trigger').waitFor();
    await canvasOf(page)
      .getByRole('group', { name: /^Read it.*warning/ })
      .waitFor();
    // The bar has room for the beginning of what is wrong with the whole workflow, such as too many steps.
    await page.getByRole('button', { name: 'The workflow has no trigger' }).click();
    await page.getByRole('dialog').getByText('The workflow has no trigger').waitFor();
    await checkAccessibility(page);
  });

  test('shows everything and changes nothing for those who may only read', async t => {
    const ann = await app.person();
    const ben = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const sharing = [{ user_email: ben.email, write: false }];
    await service.ask('/api/v3/workflow/update', { id, sharing }, ann.key);
    const page = await app.page(t, { as: ben, path: `/workflows/${id}` });
    await page.getByText('Read only').waitFor();
    await canvasOf(page)
      .getByRole('group', { name: /^Ask the shop/ })
      .click();
    await page.getByRole('complementary', { name: 'Step Ask the shop' }).waitFor();
    await canvasOf(page).focus();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    assert.equal(await page.getByRole('button', { name: 'Add a step', exact: true }).count(), 0);
    assert.equal(await page.getByRole('combobox', { name: 'Search steps and tools' }).count(), 0);
    assert.equal((await readDraft(service, ann, id)).nodes.length, 4);
    await checkAccessibility(page);
  });

  test('is a list on a phone, with the same panel', async t => {
    const ann = await app.person();
    const id = await createWorkflow(service, orders(), ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, width: 360, height: 740 });
    const steps = page.getByRole('list', { name: 'Steps' });
    await steps.getByRole('button', { name: /^Big/ }).first().waitFor();
    await checkAccessibility(page);
    await steps.getByRole('button', { name: 'Add a step after Big?' }).click();
    await page.getByRole('combobox', { name: 'Search steps and tools' }).fill('output');
    await page.getByRole('option', { name: 'Output' }).first().click();
    await untilDraft(service, ann, id, 'call > read, check.true > output, read > check, start > call');
    await page.getByRole('dialog', { name: 'Step Output' }).waitFor();
    await checkAccessibility(page);
  });
});

function orders() {
  const node = (id: string, type: string, name: string, params = {}) => ({ id, type, name, params, position: null });
  return {
    nodes: [
      node('start', 'trigger.manual', 'Start'),
      node('call', 'http.request', 'Ask the shop', {
        url: 'https://shop.test/{{ steps.start.output.id }}',
        headers: { authorization: 'Bearer s3cret' },
      }),
      node('read', 'transform', 'Read it', { value: '{{ steps.call.output.total }} of {{ steps.start.output.id }}' }),
      node('check', 'condition', 'Big?', { expression: 'steps.read.output > 1' }),
    ],
    edges: [
      { source: 'start', target: 'call', source_handle: null },
      { source: 'call', target: 'read', source_handle: null },
      { source: 'read', target: 'check', source_handle: null },
    ],
  };
}

/** A start with branches of conditions, as many as a workflow may have. */
function twoHundredSteps() {
  const numbers = Array.from({ length: 199 }, (_, index) => index + 1);
  return {
    nodes: [
      { id: 'start', type: 'trigger.manual', name: '', params: {}, position: null },
      ...numbers.map(number => ({
        id: `s${number}`,
        type: 'condition',
        name: '',
        params: { expression: 'true' },
        position: null,
      })),
    ],
    edges: [
      { source: 'start', target: 's1', source_handle: null },
      ...numbers.slice(1).map(number => ({
        source: `s${Math.floor(number / 2)}`,
        target: `s${number}`,
        source_handle: number % 2 === 0 ? 'true' : 'false',
      })),
    ],
  };
}

/** A script that notes in the page which steps are drawn again. The types of this project know no documents. */
const WATCH_DRAWN_STEPS = `
  globalThis.drawnSteps = new Set();
  new MutationObserver(records => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const step = element?.closest('.react-flow__node')?.getAttribute('data-id');
      if (step) drawnSteps.add(step);
    }
  }).observe(document.querySelector('.react-flow__nodes'), {
    subtree: true, attributes: true, childList: true, characterData: true,
  });
`;
