/** Tests the list of runs in the console: filters, counts over time, saved views, live changes and many runs at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { openInTurn, PHONE } from './support/visits.ts';

const app = await openConsole();
const { service } = app;
const dividing = chain(node('divide', 'transform', { value: '{{ 12 / input.n }}' }));

const start = (person: ConsolePerson, workflow_id: string, input: object = {}) =>
  service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, person.key);
const rows = (page: Page) => page.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('row');

/** A workflow whose runs wait for this person. */
const askingOf = ({ email }: ConsolePerson) =>
  chain(node('ask', 'human.approval', { title: 'Really?', assignees: [email] }));

/** A workflow of which two runs failed and one succeeded. No id of a run contains the name of an order. */
async function createRuns(ann: ConsolePerson): Promise<string> {
  const workflow = await createWorkflow(service, dividing, ann.key, { name: 'Divide' });
  await start(ann, workflow, { n: 0, order: 'Z-1' });
  await start(ann, workflow, { n: 3, order: 'Z-2' });
  await start(ann, workflow, { n: 0, order: 'Z-3' });
  return workflow;
}

async function insertRuns(person: ConsolePerson, workflowId: string, count: number): Promise<void> {
  await service.service.system.background.pool.query(
    `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, started_at,
       finished_at, settled_at, created_at, updated_at, created_by)
     SELECT gen_random_uuid(), $1, 'Run number ' || number, 'start', 'trigger.manual', '{}', 'success', at, at, at, at, at, $2
     FROM (SELECT number, now() - number * interval '1 minute' AS at FROM generate_series(1, $3::integer) AS number) AS n`,
    [workflowId, person.id, count],
  );
}

test('the list of runs', { skip: app.skip }, async t => {
  const ann = await app.person({ name: 'Ann' });
  const open = openInTurn(app, t, ann);
  /** Opens the list with the runs of a workflow, as each part of the test has one of its own. */
  const openRuns = (workflow: string, more = '', size?: typeof PHONE) =>
    open(`/runs?workflow=${workflow}${more}`, size);

  await t.test('is filtered by its address, which survives a reload and the way back from a run', async () => {
    const page = await openRuns(await createRuns(ann));
    await page.getByRole('row').nth(3).waitFor();
    assert.equal(await rows(page).count(), 3);
    await page.getByRole('button', { name: 'Failed' }).click();
    await page.waitForURL(/status=failed/);
    await rows(page).nth(2).waitFor({ state: 'detached' });
    // No row is shown while the filtered runs are loaded.
    await rows(page).nth(1).waitFor();
    assert.equal(await rows(page).count(), 2);
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('z-3');
    await page.waitForURL(/text=z-3/);
    await rows(page).nth(1).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('row').nth(1).waitFor();
    assert.equal(await rows(page).count(), 1);
    await rows(page)
      .getByRole('link', { name: /^Divide/ })
      .click();
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
    await page.goBack();
    await page.waitForURL(/text=z-3/);
    await page.getByRole('row').nth(1).waitFor();
    assert.equal(await rows(page).count(), 1);
    await checkAccessibility(page);
  });

  await t.test('says that nothing fits', async () => {
    const page = await openRuns(await createRuns(ann), '&text=nothing+of+the+kind');
    await page.getByRole('heading', { name: 'No run fits' }).waitFor();
    await page.getByRole('button', { name: 'Show all runs' }).click();
    await page.getByRole('row').nth(3).waitFor();
  });

  await t.test('says what it is for when there is nothing', async t => {
    const reader = await app.person({ permissions: { workflow: 'read' } });
    const page = await app.page(t, { as: reader, path: '/runs' });
    await page.getByRole('heading', { name: 'Nothing has run yet' }).waitFor();
    await checkAccessibility(page);
  });

  await t.test('reads further pages while one scrolls, and shows only rows that are visible', async () => {
    const workflow = await createWorkflow(service, dividing, ann.key);
    await insertRuns(ann, workflow, 400);
    const page = await openRuns(workflow);
    await page.getByRole('link', { name: /^Run number 1\b/ }).waitFor();
    await rows(page).first().hover();
    const last = page.getByRole('link', { name: /^Run number 400\b/ });
    while (!(await last.isVisible())) {
      await page.mouse.wheel(0, 5_000);
      await page.waitForTimeout(200);
    }
    await page.getByText('These are all of 400 runs.').waitFor();
    assert.ok((await rows(page).count()) < 100);
  });

  await t.test('can be used at 360 pixels', async () => {
    const page = await openRuns(await createRuns(ann), '', PHONE);
    await page
      .getByRole('link', { name: /^Divide/ })
      .first()
      .waitFor();
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    await checkAccessibility(page);
  });

  await t.test('counts runs over time, and selects a time by dragging', async () => {
    const workflow = await createWorkflow(service, dividing, ann.key);
    await insertRuns(ann, workflow, 60);
    const page = await openRuns(workflow);
    const chart = page.getByRole('img', { name: /^Runs over time\. 60 runs/ });
    const box = await chart.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=\d+&to=\d+/);
    await page.getByRole('img', { name: /^Runs over time\. 1[3-7] runs/ }).waitFor();
    await page.getByRole('button', { name: /^Time: / }).click();
    await page.getByRole('button', { name: 'Any time', exact: true }).click();
    await page.getByRole('img', { name: /^Runs over time\. 60 runs/ }).waitFor();
  });

  await t.test('has views, which are saved under a name, opened on another machine, and deleted', async t => {
    const page = await open('/runs?status=failed');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save and manage views' }).click();
    await page.getByRole('textbox', { name: 'Name for the present filters' }).fill('What failed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'What failed' }).waitFor();
    const other = await app.page(t, { as: ann, path: '/runs' });
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('menuitem', { name: 'What failed' }).click();
    await other.waitForURL(/status=failed/);
    await other.getByRole('button', { name: 'What failed' }).click();
    await other.getByRole('menuitem', { name: 'Save and manage views' }).click();
    await other.getByRole('button', { name: 'Delete the view What failed' }).click();
    await other.getByRole('button', { name: 'Delete the view What failed' }).waitFor({ state: 'detached' });
    await checkAccessibility(other);
  });

  await t.test('shows new runs by itself, but not while somebody points at it', async t => {
    const ben = await app.person({ name: 'Ben' });
    const workflow = await createRuns(ben);
    const page = await app.page(t, { as: ben, path: '/runs' });
    await page.getByRole('row').nth(3).waitFor();
    await page.mouse.move(5, 5);
    await start(ben, workflow, { n: 4 });
    await page.getByRole('row').nth(4).waitFor();
    await rows(page).first().hover();
    const first = await rows(page).first().innerText();
    await start(ben, workflow, { n: 6 });
    await page.getByRole('button', { name: 'Show 1 new run' }).waitFor();
    assert.equal(await rows(page).first().innerText(), first);
    await page.getByRole('button', { name: 'Show 1 new run' }).click();
    await page.getByRole('row').nth(5).waitFor();
  });

  await t.test('changes the state of a run in its place', async () => {
    const workflow = await createWorkflow(service, askingOf(ann), ann.key);
    const run = await start(ann, workflow);
    const page = await openRuns(workflow);
    await rows(page).getByText('Waiting').waitFor();
    await service.ask('/api/v3/workflow/run/cancel', { run_id: run.id }, ann.key);
    await rows(page).getByText('Cancelled').waitFor();
  });

  await t.test('runs many again after the service has said which and how many', async () => {
    const page = await openRuns(await createRuns(ann));
    await page.getByRole('checkbox', { name: 'Select all loaded runs' }).click();
    await page.getByRole('button', { name: 'Run again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run again' });
    // One of the three has not failed.
    await dialog.getByRole('button', { name: 'Run 2 runs again' }).waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('radio', { name: 'From the start' }).click();
    await dialog.getByRole('button', { name: 'Run 3 runs again' }).click();
    await dialog.getByText('3 of 3 started again. Done').waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row').nth(6).waitFor();
    assert.equal(await page.getByRole('toolbar', { name: 'Selected runs' }).count(), 0);
  });

  await t.test('cancels by the filters all runs that fit', async () => {
    const workflow = await createWorkflow(service, askingOf(ann), ann.key);
    for (let run = 0; run < 3; run++) await start(ann, workflow);
    const page = await openRuns(workflow, '&status=waiting');
    await page
      .getByRole('checkbox', { name: /^Select run/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Select all that fit' }).click();
    await page.getByText('All runs that fit are selected').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel runs' });
    await dialog.getByRole('button', { name: 'Cancel 3 runs' }).click();
    await dialog.getByText('3 of 3 cancelled. Done').waitFor();
  });

  await t.test('offers no change to somebody who may only read', async t => {
    const reader = await app.person();
    const workflow = await createWorkflow(service, dividing, reader.key);
    await start(reader, workflow, { n: 1 });
    await service.ask('/api/v1/user/update', { id: reader.id, permissions: { workflow: 'read' } });
    const page = await app.page(t, { as: reader, path: '/runs' });
    await page.getByRole('row').nth(1).waitFor();
    assert.equal(await page.getByRole('checkbox').count(), 0);
  });
});
