/** Tables at twice the size of the letters, where a screen is half as wide, and names in scripts that run from right to left. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { asking, waitingRun } from '../http/approval-workflows.ts';
import { makePanel } from '../http/booster-panels.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';

/** The width of a screen of 1440 pixels that shows everything twice as large. */
const HALF_WIDTH = 720;
const NAME = 'Bills of the weaving mill';
/** It ends with a digit, which a number after it would join. */
const ARABIC_NAME = 'مصنع النسيج 7';

const app = await openConsole();
const { service } = app;

/** Whether the element and all cells around it show their texts as a whole. */
function isWhole(found: Locator): Promise<boolean> {
  return found.evaluate(element => {
    const cell = element.closest('td, th') ?? element;
    return [element, cell].every(each => each.scrollWidth <= each.clientWidth || each.clientWidth === 0);
  });
}

async function isAsWideAsTheWindow(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
}

suite('tables', { skip: app.skip }, () => {
  test('show whole names where the window is half as wide', async t => {
    const ada = await app.person({ name: 'Ada', admin: true });
    const ask = <Answer>(path: string, body: object) => service.ask<Answer>(path, body, ada.key);
    const workflow_id = await createWorkflow(service, chain(node('done', 'output', { value: 1 })), ada.key, {
      name: NAME,
    });
    await ask('/api/v3/workflow/run', { workflow_id, input: {} });
    await makePanel(service, ada, { docs: {} }, { name: NAME });
    await ask('/api/v3/assistant/create', { name: NAME });
    const variable = 'bills_of_the_weaving_mill';
    await ask('/api/v1/variable/create', { name: variable, type: 'text', value: 'none' });
    const secret = { kind: 'bearer', hosts: ['mill.example'], fields: { token: 'a token of the mill' } };
    await ask('/api/v1/credential/create', { name: variable, ...secret });
    const page = await app.page(t, { as: ada, width: HALF_WIDTH, height: 900 });
    const shown: [path: string, name: string | RegExp][] = [
      ['/workflows', NAME],
      ['/runs', new RegExp(`^${NAME}`)],
      ['/panels', NAME],
      ['/assistants', NAME],
      ['/variables', variable],
      ['/credentials', variable],
      ['/administration/users', 'Ada'],
    ];
    for (const [path, name] of shown) {
      await page.goto(path);
      const link = page.getByRole('row').getByRole('link', { name, exact: true });
      await link.waitFor();
      assert.ok(await isWhole(link), path);
      assert.ok(await isAsWideAsTheWindow(page), path);
      await checkAccessibility(page);
    }
    await page.goto('/administration/audit');
    const entry = page.getByRole('button', { name: 'created an assistant' }).first();
    await entry.waitFor();
    assert.ok(await isWhole(entry));
  });

  test('have the rows of their page when it is loaded afresh', async t => {
    const ada = await app.person({ admin: true });
    await service.ask('/api/v1/group/create', { name: NAME }, ada.key);
    const page = await app.page(t, { as: ada, path: '/administration/groups' });
    const row = page.getByRole('row').filter({ hasText: NAME });
    // The styles of all tables say 36 pixels.
    assert.equal((await row.boundingBox())?.height, 45);
  });

  test('leave a line of their own to the facts of an approval', async t => {
    const ann = await app.person();
    await waitingRun(service, asking({ assignees: ann.email }), ann, { name: NAME });
    const page = await app.page(t, { as: ann, path: '/approvals', width: HALF_WIDTH });
    const name = page.getByRole('definition').filter({ hasText: NAME });
    assert.equal((await name.boundingBox())?.height, 20);
  });

  test('keep an id behind a name that runs from right to left', async t => {
    const ann = await app.person();
    const workflow_id = await createWorkflow(service, chain(node('done', 'output', { value: 1 })), ann.key, {
      name: ARABIC_NAME,
    });
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key);
    const page = await app.page(t, { as: ann, path: '/runs' });
    const link = page.getByRole('row').getByRole('link');
    const name = await link.getByText(ARABIC_NAME, { exact: true }).boundingBox();
    const short = await link.getByText(id.slice(-8), { exact: true }).boundingBox();
    assert.ok(name && short && short.x >= name.x + name.width);
  });

  test('keep the state of a step before such a name, and its duration behind it', async t => {
    const ann = await app.person();
    const step = { ...node('done', 'output', { value: 1 }), name: `${ARABIC_NAME}!` };
    const { id } = await runOnce(service, chain(step), {}, ann.key);
    const page = await app.page(t, { as: ann, path: `/runs/${id}` });
    const row = page.getByRole('button', { name: step.name });
    const name = row.getByText(step.name, { exact: true });
    const [state, middle, duration] = await Promise.all(
      [row.locator('svg').first(), name, row.getByText(/ms$/).last()].map(part => part.boundingBox()),
    );
    assert.ok(state && middle && duration);
    assert.ok(state.x + state.width <= middle.x && middle.x + middle.width <= duration.x);
    // The mark at its end stands at the left.
    await name.and(page.locator(':dir(rtl)')).waitFor();
  });
});
