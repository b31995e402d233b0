/** Publishing: what changes, the webhook that it gets, and that it can be called as shown. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { createOrders, openField, replaceText } from './support/editing.ts';

const app = await openConsole();
const { service } = app;

suite('publishing', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });

  test('a published webhook is called by the command that is shown', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Publish' });
    await panel.getByText('It gets its URL when it is published.').waitFor();
    await panel.getByText(/^\d+ steps and \d+ connections?$/).waitFor();
    await panel.getByText('Once you publish, triggers start runs with your rights and credits (Ann).').waitFor();
    await panel.getByLabel('Note').fill('The first one');
    await panel.getByRole('button', { name: 'Publish version 1' }).click();
    await panel.getByText('The first one').waitFor();
    await checkAccessibility(page);

    const url = await shownUrl(panel);
    const called = await fetch(url, { method: 'POST', body: '{"hello": "world"}' });
    assert.equal(called.status, 200);
    const { run_id } = (await called.json()) as { run_id: string };
    assert.ok(run_id);

    await panel.getByRole('button', { name: 'Close the publish panel' }).click();
    await page.getByRole('button', { name: /^Publish, 0 changes/ }).click();
    await panel.getByText(/^called/).waitFor();

    await panel.getByText('Command and more').click();
    await panel.getByRole('button', { name: 'Make a new URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a new URL' });
    await dialog.getByText('stops working at once').waitFor();
    await dialog.getByRole('button', { name: 'Make a new URL' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText(url).first().waitFor({ state: 'detached' });
    assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 404);
    assert.equal((await fetch(await shownUrl(panel), { method: 'POST', body: '{}' })).status, 200);
  });

  test('it says what changed since and by whom, and turns the triggers off', async t => {
    const id = await createOrders(service, ann);
    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await replaceText(await openField(page, 'Ask the shop', 'URL'), 'https://shop.test/bills');
    await page.getByRole('button', { name: 'Publish, 1 change' }).click();
    const panel = page.getByRole('complementary', { name: 'Publish' });
    await panel.getByText('1 step changed', { exact: true }).waitFor();
    assert.equal(await panel.locator('ins').isVisible(), false, 'details are folded');
    await panel.getByText('Show each change').click();
    await panel.locator('ins', { hasText: 'bills' }).waitFor();
    await panel.getByText(/^By Ann \(\d+ saves?\)\.$/).waitFor();
    await panel.getByRole('switch', { name: 'Triggers on' }).press('Space');
    await panel.getByRole('switch', { name: 'Triggers off' }).waitFor();
    const { active } = await service.ask<{ active: boolean }>(
      '/api/v3/workflow/deployment',
      { workflow_id: id },
      ann.key,
    );
    assert.equal(active, false);
  });

  test('it shows the next times of a schedule, the signing secret on request, and what is pinned', async t => {
    const { id } = await service.ask<{ id: string }>(
      '/api/v3/workflow/create',
      { name: 'Nightly', definition: nightly },
      ann.key,
    );
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Publish' });
    const schedules = panel.getByRole('region', { name: 'Schedules' });
    await schedules.waitFor();
    assert.equal(await schedules.getByText(/, 06:00 (CET|CEST)$/).count(), 5);
    await panel.getByText('Ask the shop is pinned.').waitFor();
    const signing = panel.getByRole('region', { name: 'Signing secret' });
    const { signing_secret: secret } = await service.ask<{ signing_secret: string }>(
      '/api/v3/workflow/deployment',
      { workflow_id: id },
      ann.key,
    );
    assert.equal(await signing.getByText(secret).count(), 0);
    await signing.getByRole('button', { name: 'Show the secret' }).click();
    await signing.getByText(secret).waitFor();
    await checkAccessibility(page);
  });

  test('errors stop it, and say where they are', async t => {
    const id = await createOrders(service, ann);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await replaceText(await openField(page, 'Ask the shop', 'URL'), '{{{{ broken');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Publish' });
    await panel.getByText('One error has to be mended before publishing.').waitFor();
    assert.equal(await panel.getByRole('button', { name: 'Publish version 1' }).isDisabled(), true);
  });
});

const nightly = {
  nodes: [
    { id: 'plan', type: 'trigger.schedule', params: { cron: '0 6 * * *', timezone: 'Europe/Berlin' } },
    { id: 'call', type: 'http.request', name: 'Ask the shop', params: { url: 'https://shop.test', sign: true } },
  ],
  edges: [{ source: 'plan', target: 'call', source_handle: null }],
  editor: { pins: { call: { output: { status: 200 } } } },
};

async function shownUrl(panel: Locator): Promise<string> {
  const command = (await panel.getByText(/^curl -X POST/).textContent()) ?? '';
  const [, url] = /'(http[^']+)'/.exec(command) ?? [];
  assert.ok(url, command);
  return url;
}
