/** The builder beside the canvas: its edits are shown, kept and undone, and its proposals applied or dismissed. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { script } from '../http/chats.ts';
import { openModelServer } from '../support/model-server.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { createOrders, openField, replaceText, storedParam, untilStored } from './support/editing.ts';
import { answerSlowly } from './support/races.ts';

const models = await openModelServer({ after });
const app = await openConsole({ HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: models.url }]) });
const { service } = app;

const setValue = (value: string) => ({
  name: 'workflow_edit',
  input: { operations: [{ operation: 'update_node', id: 'end', set_params: { value } }] },
});
const addStep = {
  name: 'workflow_edit',
  input: {
    operations: [
      { operation: 'add_node', node: { id: 'extra', type: 'transform', name: 'Extra', params: { value: 'new' } } },
      { operation: 'add_edge', source: 'call', target: 'extra' },
    ],
  },
};

const panel = (page: Page) => page.getByRole('complementary', { name: 'Builder' });
const send = async (page: Page, text: string) => {
  await panel(page).getByRole('textbox', { name: 'Message to the builder' }).fill(text);
  await panel(page).getByRole('button', { name: 'Send' }).click();
};

async function openBuilder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Builder', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Message to the builder' }).waitFor();
}

const storedNodes = async (person: ConsolePerson, id: string) => {
  const { definition } = await service.ask<{ definition: { nodes: { id: string }[] } }>(
    `/api/v3/workflow/get?entity_id=${id}`,
    {},
    person.key,
  );
  return definition.nodes.map(node => node.id);
};

suite('the builder', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });

  test('shows its edit on the canvas, and Undo takes back only that', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/409/] });
    await openBuilder(page);
    await panel(page).getByRole('heading', { name: 'Say what the workflow should do' }).waitFor();
    script(models, { calls: [setValue('by the builder')] }, { text: 'I changed the result.' });
    const stored = await answerSlowly(page, { endpoint: '/api/v1/conversation/get' });
    await send(page, 'Change the result');
    const card = panel(page).getByRole('region', { name: 'Changed: 1 step changed' });
    await card.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByText('What the builder changed, on the canvas').waitFor();
    await panel(page).getByText('I changed the result.').waitFor();
    await card.getByText('What differs').click();
    const streamed = await card.getByText('by the builder').elementHandle();
    // What was opened stays open when the stored answer takes the place of the streamed one.
    stored.release();
    await streamed?.waitForElementState('hidden');
    await card.getByText('by the builder').waitFor();
    await checkAccessibility(page);
    assert.equal(await storedParam(service, ann, id, 'end', 'value'), 'by the builder');

    await page.getByRole('button', { name: 'Back to the editor' }).click();
    const url = await openField(page, 'Ask the shop', 'URL');
    await replaceText(url, 'https://ann.test');
    await card.getByRole('button', { name: 'Undo' }).click();
    await card.getByText('Undone', { exact: true }).waitFor();
    await untilStored(service, ann, id, ['end', 'value', 'one']);
    await untilStored(service, ann, id, ['call', 'url', 'https://ann.test']);
    // It is one entry of the history, so that it can be undone itself.
    await page.getByRole('button', { name: 'Undo: Undo an edit of the builder' }).click();
    await untilStored(service, ann, id, ['end', 'value', 'by the builder']);
    assert.equal(await storedParam(service, ann, id, 'call', 'url'), 'https://ann.test');
  });

  test('goes on with its conversation after a reload, and Keep settles an edit', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/409/] });
    await openBuilder(page);
    script(models, { calls: [setValue('kept')] }, { text: 'Done.' }, { text: 'I have deleted everything.' });
    // The builder sees what is saved, and the message waits for that: Enter twice sends it once.
    const asked: string[] = [];
    page.on('request', request => request.url().endsWith('/chat/stream') && asked.push(request.url()));
    const saves = await answerSlowly(page, { endpoint: '/api/v1/workflow/save' });
    await replaceText(await openField(page, 'Ask the shop', 'URL'), 'https://seen.test');
    const message = panel(page).getByRole('textbox', { name: 'Message to the builder' });
    await message.fill('Change the result');
    for (let count = 0; count < 2; count++) await message.press('Enter');
    await saves.begun;
    saves.release();
    await panel(page).getByText('Done.').waitFor();
    assert.equal(asked.length, 1);
    await page.reload();
    await openBuilder(page);
    const card = panel(page).getByRole('region', { name: 'Changed: 1 step changed' });
    await card.getByRole('button', { name: 'Keep' }).click();
    await card.getByText('Kept', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Keep' }).waitFor({ state: 'detached' });
    await send(page, 'Delete everything');
    await panel(page).getByText('I have deleted everything.').waitFor();
    await panel(page).getByText('This answer changed nothing.').waitFor();
    assert.equal(await storedParam(service, ann, id, 'end', 'value'), 'kept');
  });

  test('only proposes when told so, and its proposal is applied beside what was typed meanwhile', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/409/] });
    await openBuilder(page);
    await panel(page).getByRole('switch', { name: 'Only propose' }).check();
    script(models, { calls: [addStep] }, { text: 'I propose another step.' });
    await send(page, 'Add a step');
    const card = panel(page).getByRole('region', { name: /^Proposal: 1 step added/ });
    await card.getByRole('button', { name: 'Apply' }).waitFor();
    await page.getByText('What the builder proposes, on the canvas').waitFor();
    await panel(page).getByText('I propose another step.').waitFor();
    await checkAccessibility(page);
    assert.equal((await storedNodes(ann, id)).includes('extra'), false, 'nothing is changed');

    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await replaceText(await openField(page, 'Result', 'Value'), 'typed');
    await card.getByRole('button', { name: 'Apply' }).click();
    await card.getByText('Applied', { exact: true }).waitFor();
    assert.equal((await storedNodes(ann, id)).includes('extra'), true);
    assert.equal(await storedParam(service, ann, id, 'end', 'value'), 'typed');

    script(models, { calls: [setValue('other')] }, { text: 'Another idea.' });
    await send(page, 'Change the result');
    const other = panel(page).getByRole('region', { name: 'Proposal: 1 step changed' });
    await other.getByRole('button', { name: 'Dismiss' }).click();
    await other.getByText('Dismissed', { exact: true }).waitFor();
    assert.equal(await storedParam(service, ann, id, 'end', 'value'), 'typed');
  });

  test('leaves what it did to be settled when its model dies half way', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/409/, /502/] });
    await openBuilder(page);
    script(models, { calls: [setValue('half')] }, { status: 400, text: 'no more' });
    await send(page, 'Change the result');
    await panel(page).getByRole('alert').waitFor();
    await page.reload();
    await openBuilder(page);
    const composer = panel(page).getByRole('textbox', { name: 'Message to the builder' });
    assert.equal(await composer.inputValue(), 'Change the result', 'what was typed is not lost');
    await panel(page).getByText('Not settled yet (1)').click();
    await panel(page).getByRole('button', { name: 'Undo' }).click();
    await untilStored(service, ann, id, ['end', 'value', 'one']);
  });

  test('explains to somebody who may only read, and can change nothing for them', async t => {
    const ben = await app.person({ name: 'Ben' });
    const id = await createOrders(service, ann);
    const sharing = [{ user_email: ben.email, write: false }];
    await service.ask('/api/v3/workflow/update', { id, sharing }, ann.key);
    const page = await app.page(t, { as: ben, path: `/workflows/${id}` });
    await openBuilder(page);
    await panel(page)
      .getByText(/^You may only read this workflow/)
      .waitFor();
    script(models, { calls: [setValue('by Ben')] }, { text: 'It can not be changed.' });
    await send(page, 'Change the result');
    await panel(page).getByText('It can not be changed.').waitFor();
    await panel(page).getByText('This answer changed nothing.').waitFor();
    assert.equal(await storedParam(service, ann, id, 'end', 'value'), 'one');
    // On a phone the panel lies over the page, and the conversation is still there.
    await page.setViewportSize({ width: 360, height: 740 });
    const drawer = page.getByRole('dialog', { name: 'Builder' });
    await drawer.getByText('It can not be changed.').waitFor();
    await checkAccessibility(page);
    await drawer.getByRole('button', { name: 'Close the builder' }).click();
    await drawer.waitFor({ state: 'detached' });
  });
});
