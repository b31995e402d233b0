/** Running a workflow from the editor: with input, live on the canvas, one step, pinned outputs, and by a webhook. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { chain, edge, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { openInTurn } from './support/visits.ts';

const app = await openConsole({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();

const greeting = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
};

function canvasOf(page: Page) {
  return page.getByRole('application', { name: 'Workflow canvas' });
}

function runBar(page: Page) {
  return page.getByRole('region', { name: 'Run' });
}

test('the editor', { skip: app.skip }, async t => {
  const ann = await app.person();
  const open = openInTurn(app, t, ann);

  await t.test('runs a workflow', async t => {
    await t.test('with an input that it asks for, and shows it live', async () => {
      const closed = gate(json({ ok: true }));
      const place = openPlace(closed.answer);
      const definition = {
        nodes: [
          node('start', 'trigger.manual', { input_schema: greeting }),
          node('call', 'http.request', { url: place.url, method: 'POST', body: '{{ input.name }}' }),
          node('end', 'output', { value: 'Hello {{ input.name }}' }),
        ],
        edges: [edge('start', 'call'), edge('call', 'end')],
      };
      const id = await createWorkflow(app.service, definition, ann.key);
      const page = await open(`/workflows/${id}`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Run with…' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann');
      await checkAccessibility(page);
      await dialog.getByRole('button', { name: 'Run' }).click();
      await place.came(1);
      assert.equal(place.seen[0]?.body, 'Ann');
      await runBar(page).getByText('Running').waitFor();
      closed.open();
      await runBar(page).getByText('Succeeded').waitFor();
      await runBar(page).getByRole('button', { name: 'Show the timeline' }).click();
      await runBar(page)
        .getByRole('button', { name: /^Succeeded call/ })
        .waitFor();
      await checkAccessibility(page);

      // The same input again, without being asked.
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await place.came(2);
      assert.equal(place.seen[1]?.body, 'Ann');
      await runBar(page).getByRole('link', { name: 'Open the run as a page' }).click();
      await page.getByRole('list', { name: 'About the run' }).getByText('Succeeded').waitFor();
    });

    await t.test('and shows on the canvas what came out, and why a step failed', async () => {
      const definition = {
        nodes: [
          node('start', 'trigger.manual', {}),
          node('many', 'transform', { value: { count: 7 } }),
          node('check', 'condition', { expression: 'steps.many.output.count > 3' }),
          node('call', 'http.request', { url: 'http://127.0.0.1:1/' }),
          node('other', 'output', { value: 1 }),
        ],
        edges: [
          edge('start', 'many'),
          edge('many', 'check'),
          edge('check', 'call', 'true'),
          edge('check', 'other', 'false'),
        ],
      };
      const id = await createWorkflow(app.service, definition, ann.key);
      const page = await open(`/workflows/${id}`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await runBar(page).getByText('Failed').waitFor();
      const canvas = canvasOf(page);
      await canvas.getByRole('group', { name: /^many.*count: 7/ }).waitFor();
      await canvas.getByText('count: 7', { exact: true }).waitFor();
      const stateOf = (name: string) =>
        canvas.getByRole('img', { name, exact: true }).locator('[data-state]').first().getAttribute('data-state');
      assert.equal(await stateOf('From check, output true, to call'), 'success');
      assert.equal(await stateOf('From check, output false, to other'), 'untaken');
      const note = canvas.getByRole('note', { name: 'Why call failed' });
      await note.waitFor();
      await checkAccessibility(page);
      await canvas.getByRole('group', { name: /^call/ }).click();
      await note.waitFor({ state: 'detached' });
    });

    await t.test('and says why, when it can not start', async t => {
      const id = await createWorkflow(app.service, chain(node('call', 'http.request', {})), ann.key);
      const page = await app.page(t, { as: ann, path: `/workflows/${id}`, expected: [/422/] });
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText(/The workflow is not valid/).waitFor();
    });

    await t.test('also when a webhook starts it', async () => {
      const closed = gate(json({ ok: true }));
      const place = openPlace(closed.answer);
      const definition = {
        nodes: [node('hook', 'trigger.webhook'), node('call', 'http.request', { url: place.url })],
        edges: [edge('hook', 'call')],
      };
      const workflow_id = await createWorkflow(app.service, definition, ann.key);
      const { triggers } = await app.service.ask<{ triggers: { url: string }[] }>(
        '/api/v3/workflow/publish',
        { workflow_id },
        ann.key,
      );
      const page = await open(`/workflows/${workflow_id}`);
      await canvasOf(page).getByText('hook').first().waitFor();
      const call = () => fetch(triggers[0]?.url ?? '', { method: 'POST', body: '{}' });
      await call();
      await runBar(page).getByText('Running').waitFor();
      await runBar(page)
        .getByText(/webhook/)
        .waitFor();
      // A run that is dismissed stays away when it ends, and the next one is shown.
      await runBar(page).getByRole('button', { name: 'Close the run' }).click();
      closed.open();
      const choices = page.getByRole('menuitem').filter({ hasText: 'trigger.webhook' });
      await page.getByRole('button', { name: /^Data/ }).click();
      await choices.filter({ hasText: 'Succeeded' }).waitFor();
      assert.equal(await runBar(page).count(), 0);
      await call();
      await runBar(page).getByText('Succeeded').waitFor();
      // Results of templates stay those of the run that somebody has chosen.
      await choices.nth(1).click();
      await call();
      await page.getByRole('button', { name: /^Data/ }).click();
      await choices.nth(2).waitFor();
      assert.equal(await choices.nth(2).getAttribute('aria-checked'), 'true');
      await page.keyboard.press('Escape');
    });

    await t.test('with the next call of a webhook, on demand', async () => {
      const definition = {
        nodes: [node('hook', 'trigger.webhook'), node('end', 'output', { value: '{{ input.body.order }}' })],
        edges: [edge('hook', 'end')],
      };
      const id = await createWorkflow(app.service, definition, ann.key);
      const page = await open(`/workflows/${id}`);
      await page.getByRole('button', { name: 'More ways to run' }).click();
      await page.getByRole('menuitem', { name: 'Wait for a call' }).click();
      const waiting = page.getByText('The draft runs with the next call of');
      await waiting.waitFor();
      await checkAccessibility(page);
      const url = await page.locator('code').textContent();
      await fetch(url ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: 4711 }),
      });
      await runBar(page).getByText('Succeeded').waitFor();
      await waiting.waitFor({ state: 'detached' });
    });
  });

  await t.test('tries a step', async t => {
    await t.test('alone, pins its output, and runs on without it', async () => {
      const place = openPlace(json({ answer: 42 }));
      const definition = chain(
        node('call', 'http.request', { url: place.url }),
        node('end', 'output', { value: '{{ steps.call.output.body.answer }}' }),
      );
      const id = await createWorkflow(app.service, definition, ann.key);
      const page = await open(`/workflows/${id}`);
      await canvasOf(page).getByText('call').first().click();
      const panel = page.getByRole('complementary', { name: 'Step call' });
      await panel.getByRole('button', { name: 'Test this step' }).click();
      const dialog = page.getByRole('dialog', { name: 'This really happens' });
      await dialog.getByText('call').first().waitFor();
      await dialog.getByRole('button', { name: 'Run' }).click();
      await place.came(1);
      await runBar(page).getByText('Succeeded').waitFor();
      await runBar(page).getByText(/test/).waitFor();

      await panel.getByRole('button', { name: 'Pin the output' }).click();
      await panel.getByRole('button', { name: 'Unpin the output' }).waitFor();
      await checkAccessibility(page);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await runBar(page).getByRole('button', { name: 'Show the timeline' }).click();
      await runBar(page)
        .getByRole('button', { name: /call.*pinned/ })
        .waitFor();
      await runBar(page)
        .getByRole('button', { name: /^Succeeded end/ })
        .waitFor();
      assert.equal(place.seen.length, 1, 'a pinned step is not executed');
      const { workflow } = await app.service.ask<{ workflow: { definition: { editor?: { pins?: object } } } }>(
        '/api/v1/workflow/open',
        { workflow_id: id },
        ann.key,
      );
      assert.deepEqual(Object.keys(workflow.definition.editor?.pins ?? {}), ['call']);

      await panel.getByRole('button', { name: 'More to try with this step' }).click();
      await page.getByRole('menuitem', { name: 'Edit the pinned output' }).click();
      const edit = page.getByRole('dialog', { name: 'Pinned output of call' });
      await edit.getByRole('textbox', { name: 'Output' }).fill('{"body": {"answer": 7}}');
      await checkAccessibility(page);
      await edit.getByRole('button', { name: 'Pin' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await runBar(page)
        .getByRole('button', { name: /^Succeeded end/ })
        .click();
      await page.getByRole('complementary', { name: 'Step end' }).waitFor();
      assert.equal(place.seen.length, 1);
    });

    await t.test('and everything before it', async () => {
      const place = openPlace(json({}));
      const definition = chain(
        node('shape', 'transform', { value: 'shaped' }),
        node('middle', 'transform', { value: '{{ steps.shape.output }}' }),
        node('call', 'http.request', { url: place.url }),
      );
      const id = await createWorkflow(app.service, definition, ann.key);
      const page = await open(`/workflows/${id}`);
      await canvasOf(page).getByText('middle').first().click();
      const panel = page.getByRole('complementary', { name: 'Step middle' });
      await panel.getByRole('button', { name: 'More to try with this step' }).click();
      await page.getByRole('menuitem', { name: 'Run to here' }).click();
      await runBar(page).getByRole('button', { name: 'Show the timeline' }).click();
      await runBar(page)
        .getByRole('button', { name: /^Succeeded middle/ })
        .waitFor();
      assert.equal(place.seen.length, 0);
    });

    await t.test('and everything behind it, with the data of the run before', async () => {
      const place = openPlace(json({ answer: 42 }));
      const definition = chain(
        node('call', 'http.request', { url: place.url }),
        node('end', 'output', { value: '{{ steps.call.output.body.answer }}' }),
      );
      const run = await runOnce(app.service, definition, {}, ann.key);
      const page = await open(`/workflows/${run.workflow_id}?run=${run.id}&step=end`);
      const panel = page.getByRole('complementary', { name: 'Step end' });
      await panel.getByRole('button', { name: 'More to try with this step' }).click();
      await page.getByRole('menuitem', { name: 'Run from here' }).click();
      const dialog = page.getByRole('dialog', { name: 'Run again' });
      await dialog.getByText('Nothing happens outside of Heddle.').waitFor();
      await checkAccessibility(page);
      await dialog.getByRole('button', { name: 'Run again' }).click();
      await dialog.waitFor({ state: 'detached' });
      await runBar(page)
        .getByText(new RegExp(`run (?!${run.id.slice(-8)})`))
        .waitFor();
      await runBar(page).getByText('Succeeded').waitFor();
      assert.equal(place.seen.length, 1);
    });
  });

  await t.test('and the page of a run', async t => {
    await t.test('lead to each other with the same data', async () => {
      const definition = chain(
        node('shape', 'transform', { value: { greeting: 'Hello {{ input.name }}' } }),
        node('end', 'output', { value: '{{ steps.shape.output.greeting }}' }),
      );
      const run = await runOnce(app.service, definition, { name: 'Ann' }, ann.key);
      const page = await open(`/runs/${run.id}?step=end`);
      await page.getByRole('button', { name: 'Open in editor with this data' }).click();
      const panel = page.getByRole('complementary', { name: 'Step end' });
      await panel.getByText('Hello Ann').first().waitFor();
      await runBar(page).getByText('Succeeded').waitFor();
    });

    await t.test('take a file as input', async () => {
      const schema = { type: 'object', properties: { receipt: { type: 'object', format: 'file', title: 'Receipt' } } };
      const definition = {
        nodes: [
          node('start', 'trigger.manual', { input_schema: { ...schema, required: ['receipt'] } }),
          node('end', 'output', { value: '{{ input.receipt.filename }}' }),
        ],
        edges: [edge('start', 'end')],
      };
      const id = await createWorkflow(app.service, definition, ann.key);
      const page = await open(`/workflows/${id}`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Run with…' });
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('41 euros') });
      await dialog.getByRole('button', { name: 'Choose another file for Receipt' }).waitFor();
      await dialog.getByRole('button', { name: 'Run' }).click();
      await runBar(page).getByText('Succeeded').waitFor();
      const [run] = await app.service.ask<{ output_json: string }[]>(
        '/api/v3/workflow/runs/find',
        { filters: [['workflow_id', '==', id]] },
        ann.key,
      );
      assert.equal(run?.output_json, '"receipt.txt"');
    });
  });
});
