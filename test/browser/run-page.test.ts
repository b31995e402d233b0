/** The page of a run: its timeline, the items of its loops, its steps, and running it again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { openInTurn, PHONE } from './support/visits.ts';

const app = await openConsole({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();

/** Calls a place once per item. The third item is refused. */
function loopOver(url: string) {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('rows', 'loop', { items: 'input.rows' }),
      node('call', 'http.request', { url: `${url}/{{ loop.item }}`, method: 'POST', body: { row: '{{ loop.item }}' } }),
      node('end', 'output', { value: '{{ steps.rows.output.count }}' }),
    ],
    edges: [edge('start', 'rows'), edge('rows', 'call', 'item'), edge('rows', 'end', 'done')],
  };
}

test('the page of a run', { skip: app.skip }, async t => {
  const ann = await app.person();
  const open = openInTurn(app, t, ann);

  await t.test('shows a loop with a failed item, its error and its input as it was rendered', async () => {
    const place = openPlace((request, response) =>
      (request.path.endsWith('/c') ? json('no such row', 503) : json({ ok: true }))(request, response),
    );
    const run = await runOnce(app.service, loopOver(place.url), { rows: ['a', 'b', 'c', 'd'] }, ann.key);
    assert.equal(run.status, 'failed');

    const page = await open(`/runs/${run.id}`);
    const panel = page.getByRole('complementary', { name: 'Step call' });
    await panel.getByText('503 Service Unavailable').waitFor();
    await page.getByText(/^Failed in call, item 3, after .*: .*503 Service Unavailable/).waitFor();
    await panel.getByRole('button', { name: 'Close the panel' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the failed step' }).click();
    await panel.getByText('item 3 of').waitFor();
    await panel.getByText(`${place.url}/c`).waitFor();

    const strip = page.getByRole('slider', { name: 'Item of rows' });
    assert.equal(await strip.getAttribute('aria-valuetext'), 'Item 3 of 4: failed');
    await strip.focus();
    await page.keyboard.press('ArrowLeft');
    await panel.getByText('item 2 of').waitFor();
    assert.equal(await strip.getAttribute('aria-valuetext'), 'Item 2 of 4: succeeded');
    await page.getByRole('button', { name: 'First failed' }).click();
    await panel.getByText('item 3 of').waitFor();

    await page.getByRole('button', { name: 'Table' }).click();
    const table = page.getByRole('table');
    await table.getByRole('row', { name: /^4/ }).getByRole('button').click();
    await panel.getByText('item 4 of').waitFor();
    assert.match(page.url(), /step=call/);
    await checkAccessibility(page);
  });

  await t.test('opens on the result of a run that succeeded', async () => {
    const definition = chain(
      node('shape', 'transform', { value: 1 }),
      node('end', 'output', { value: { greeting: 'Hello {{ input.name }}' } }),
    );
    const run = await runOnce(app.service, definition, { name: 'Ann' }, ann.key);
    const page = await open(`/runs/${run.id}`);
    await page.getByText(/^Succeeded after .*: greeting: Hello Ann$/).waitFor();
    const panel = page.getByRole('complementary', { name: 'Step end' });
    await panel.getByRole('tree', { name: 'Output' }).getByText('Hello Ann').waitFor();
    assert.equal(new URL(page.url()).search, '', 'nobody has chosen a step');
    await checkAccessibility(page);
    await panel.getByRole('button', { name: 'Close the panel' }).click();
    await page.getByRole('button', { name: 'Show the result' }).click();
    await panel.waitFor();
  });

  await t.test('copies the request of a step as curl', async () => {
    const place = openPlace(json({ ok: true }));
    const definition = chain(
      node('call', 'http.request', { url: place.url, method: 'POST', headers: { Authorization: 'x' }, body: { a: 1 } }),
    );
    const run = await runOnce(app.service, definition, {}, ann.key);
    const page = await open(`/runs/${run.id}?step=call`);
    const panel = page.getByRole('complementary', { name: 'Step call' });
    await panel.getByRole('tab', { name: 'Input as rendered' }).click();
    await panel.getByText('POST').waitFor();
    await panel.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Its request as curl' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, new RegExp(`^curl -sS ${place.url}`));
    assert.ok(copied.includes(`Idempotency-Key: ${run.id}-call`) && copied.includes('<your Authorization>'), copied);
  });

  await t.test('shows tries, and an output of 200,000 characters', async () => {
    let calls = 0;
    const place = openPlace((request, response) => json({}, ++calls < 3 ? 503 : 200)(request, response));
    const definition = chain(
      node('call', 'http.request', { url: place.url, retry: { attempts: 3, delay_seconds: 0.05 } }),
      node('big', 'transform', {
        value: { first: 1, rows: '{{ range(0, 35000) | list }}', last: 'the end' },
      }),
    );
    const run = await runOnce(app.service, definition, {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    const page = await open(`/runs/${run.id}`);
    await page.getByRole('button', { name: /call.*3 tries/ }).click();
    const call = page.getByRole('complementary', { name: 'Step call' });
    await call.getByRole('tab', { name: 'Details' }).click();
    await call.getByRole('row', { name: /^1 .*503/ }).waitFor();

    await page.getByRole('button', { name: /^Succeeded big/ }).click();
    const big = page.getByRole('complementary', { name: 'Step big' });
    await big.getByText('first').waitFor();
    await checkAccessibility(page);
    // The page answers while the tree of the output is on it.
    await page.getByRole('button', { name: /^Succeeded start/ }).click();
    await page.getByRole('complementary', { name: 'Step start' }).waitFor();
  });

  await t.test('is the steps first on a phone, and then one step', async () => {
    const run = await runOnce(app.service, chain(node('shape', 'transform', { value: { a: 1 } })), {}, ann.key);
    const page = await open(`/runs/${run.id}`, PHONE);
    await page.getByText(/^Succeeded after/).waitFor();
    await page.getByRole('button', { name: /shape/ }).click();
    const panel = page.getByRole('complementary', { name: 'Step shape' });
    await panel.waitFor();
    assert.equal(await page.getByRole('list', { name: 'Timeline' }).count(), 0);
    await checkAccessibility(page);
    await panel.getByRole('button', { name: 'Back to the steps' }).click();
    await page.getByRole('list', { name: 'Timeline' }).waitFor();
    await checkAccessibility(page);
  });

  await t.test('draws the run on the canvas, and tells it as JSON', async () => {
    const run = await runOnce(app.service, chain(node('shape', 'transform', { value: { a: 1 } })), {}, ann.key);
    const page = await open(`/runs/${run.id}?view=canvas`);
    await page.getByRole('application', { name: 'Canvas of the run' }).getByText('shape').first().waitFor();
    await checkAccessibility(page);
    await page.getByText('JSON', { exact: true }).click();
    await page.getByText('workflow_name').waitFor();
    await checkAccessibility(page);
  });

  await t.test('follows a run that a webhook started, while it runs', async () => {
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
    const called = await fetch(triggers[0]?.url ?? '', { method: 'POST', body: '{}' });
    const { run_id } = (await called.json()) as { run_id: string };
    const page = await open(`/runs/${run_id}`);
    const facts = page.getByRole('list', { name: 'About the run' });
    await facts.getByText('Running').waitFor();
    await facts.getByText('webhook').waitFor();
    await page.getByRole('button', { name: /^Running call/ }).waitFor();
    closed.open();
    await facts.getByText('Succeeded').waitFor();
    await page.getByRole('button', { name: /^Succeeded call/ }).waitFor();
  });

  await t.test('cancels a run that is under way', async t => {
    const closed = gate();
    const place = openPlace(closed.answer);
    const definition = chain(node('call', 'http.request', { url: place.url }));
    const workflow_id = await createWorkflow(app.service, definition, ann.key);
    const ended = app.service.call('/api/v3/workflow/run', { workflow_id }, ann.key);
    t.after(async () => {
      closed.open();
      await ended;
    });
    const list = () => app.service.ask<{ items: { id: string }[] }>('/api/v1/run/list', { workflow_id }, ann.key);
    let { items } = await list();
    while (items.length === 0) ({ items } = await list());
    const page = await open(`/runs/${items[0]?.id}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('list', { name: 'About the run' }).getByText('Cancelled').waitFor();
  });

  await t.test('runs a failed run again from a step, after saying which effects will happen again', async () => {
    let isMended = false;
    const place = openPlace((request, response) => json({}, isMended ? 200 : 503)(request, response));
    const definition = chain(
      node('shape', 'transform', { value: 'once' }),
      node('call', 'http.request', { url: place.url }),
      node('end', 'output', { value: '{{ steps.call.output.status }}' }),
    );
    const run = await runOnce(app.service, definition, {}, ann.key);
    assert.equal(run.status, 'failed');
    isMended = true;
    const page = await open(`/runs/${run.id}?step=call`);
    await page.getByRole('button', { name: 'Run again from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run again' });
    const plan = dialog.getByRole('region', { name: 'What will happen' });
    await plan.getByText('call', { exact: true }).waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL(url => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(run.id));
    await page.getByRole('list', { name: 'About the run' }).getByText('Succeeded').waitFor();
    await page.getByRole('link', { name: run.id.slice(-8) }).waitFor();
    const again = await app.service.ask<Run[]>(
      '/api/v3/workflow/runs/find',
      { filters: [['workflow_id', '==', run.workflow_id]] },
      ann.key,
    );
    assert.deepEqual(again.map(({ status }) => status).toSorted(), ['failed', 'success']);
  });

  await t.test('runs again from the start with an input that was edited', async () => {
    const definition = chain(node('end', 'output', { value: 'Hello {{ input.name }}' }));
    const run = await runOnce(app.service, definition, { name: 'Ann' }, ann.key);
    const page = await open(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Run again', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Run again' });
    await dialog.getByText('Nothing happens outside of Heddle.').waitFor();
    await dialog.getByRole('radio', { name: 'Edited' }).check();
    const input = dialog.getByRole('textbox', { name: 'Input' });
    await input.fill('{"name": ');
    assert.equal(await dialog.getByRole('button', { name: 'Run again' }).isDisabled(), true);
    await input.fill('{"name": "Ben"}');
    await dialog.getByRole('radio', { name: 'The current draft' }).check();
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL(url => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(run.id));
    await page.getByRole('list', { name: 'About the run' }).getByText('Succeeded').waitFor();
    await page.getByRole('button', { name: /^Succeeded end/ }).click();
    await page.getByRole('complementary', { name: 'Step end' }).getByText('Hello Ben').first().waitFor();
  });
});
