/** Two people change one workflow at the same time: different steps merge, the same param shows both. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { poll } from '../http/poll.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { createOrders, openField, readText, replaceText, storedParam, untilStored } from './support/editing.ts';
import { visit } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

suite('two people in one workflow', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });
  const ben = await app.person({ name: 'Ben' });

  test('each sees that the other is there', async t => {
    const id = await createOrders(service, ann, [ben]);
    const one = await app.page(t, { as: ann, path: `/workflows/${id}` });
    const other = await app.page(t, { as: ben, path: `/workflows/${id}` });
    await one.getByText('Ben is here').waitFor();
    await other.getByText('Ann is here').waitFor();
    await other.close();
    await one.getByText('Ben is here').waitFor({ state: 'detached' });
  });

  test('changes of different steps are merged into both pages', async t => {
    const id = await createOrders(service, ann, [ben]);
    const expected = [/409/]; // whoever is second
    const one = await app.page(t, { as: ann, path: `/workflows/${id}`, expected });
    const other = await app.page(t, { as: ben, path: `/workflows/${id}`, expected });
    const url = await openField(one, 'Ask the shop', 'URL');
    const value = await openField(other, 'Result', 'Value');
    // Ben's text comes at once, because what is typed with pauses, as on a busy machine, takes several steps back.
    await Promise.all([replaceText(url, 'https://ann.test'), value.fill('of Ben')]);
    await untilStored(service, ann, id, ['call', 'url', 'https://ann.test']);
    await untilStored(service, ann, id, ['end', 'value', 'of Ben']);
    const seen = await openField(other, 'Ask the shop', 'URL');
    // If Ann's save was the second one, Ben's page hears of it a moment later.
    await poll(async () => (await readText(seen)) === 'https://ann.test' || undefined);
    // Ben takes back his own change, and not what Ann did.
    await other.getByRole('button', { name: /^Undo/ }).click();
    await untilStored(service, ann, id, ['end', 'value', 'one']);
    assert.equal(await storedParam(service, ann, id, 'call', 'url'), 'https://ann.test');
    // Nor does a field that he has not touched take back what she typed there.
    const shown = await openField(other, 'Result', 'Value');
    await replaceText(await openField(one, 'Result', 'Value'), 'of Ann');
    await poll(async () => (await readText(shown)) === 'of Ann' || undefined);
    await shown.click();
    await shown.press('ControlOrMeta+z');
    assert.equal(await readText(shown), 'of Ann');
  });

  test('the same param shows both, and who typed second decides', async t => {
    const page = await app.page(t, { as: ben, expected: [/409/, /ERR_FAILED/] });
    // Without news Ben types while Ann's change is stored already.
    await page.route('**/api/v1/live', route => route.abort());
    await page.goto('/assistants');
    const choices = [
      { choice: 'Keep mine', stays: 'https://ben.test' },
      { choice: 'Take theirs', stays: 'https://ann.test' },
    ];
    for (const [index, { choice, stays }] of choices.entries()) {
      await t.test(`by "${choice}"`, async () => {
        const id = await createOrders(service, ann, [ben]);
        await visit(page, `/workflows/${id}`);
        const field = await openField(page, 'Ask the shop', 'URL');
        const { workflow } = await service.ask<{ workflow: { definition: { nodes: object[] } } }>(
          '/api/v1/workflow/open',
          { workflow_id: id },
          ann.key,
        );
        const { definition } = workflow;
        const nodes = definition.nodes.map(node =>
          'id' in node && node.id === 'call' ? { ...node, params: { url: 'https://ann.test', method: 'GET' } } : node,
        );
        await service.ask('/api/v3/workflow/update', { id, definition: { ...definition, nodes } }, ann.key);
        await replaceText(field, 'https://ben.test');
        const panel = page.getByRole('complementary', { name: 'Choose between two versions' });
        await panel.getByText('https://ben.test').first().waitFor();
        // The panel looks the same each time.
        if (index === 0) await checkAccessibility(page);
        assert.equal(await storedParam(service, ann, id, 'call', 'url'), 'https://ann.test', 'nothing is overwritten');
        await panel.getByRole('button', { name: choice }).click();
        await panel.waitFor({ state: 'detached' });
        await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
        assert.equal(await storedParam(service, ann, id, 'call', 'url'), stays);
        assert.equal(await readText(field), stays);
      });
    }
  });
});
