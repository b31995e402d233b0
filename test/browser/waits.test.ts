/** Tests steps that wait, in the console: how one chooses what they wait for, what the run page says, and resuming. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { poll } from '../http/poll.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { openInTurn } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

test('a step that waits', { skip: app.skip }, async t => {
  const ann = await app.person();
  const open = openInTurn(app, t, ann);

  await t.test('is told what it waits for in its form', async () => {
    const workflow_id = await createWorkflow(service, chain(node('pause', 'wait', { seconds: 5 })), ann.key);
    const page = await open(`/workflows/${workflow_id}?step=pause`);
    const seconds = page.locator('[data-param="seconds"]');
    await seconds.waitFor();
    await page.getByRole('radiogroup', { name: 'Waits for' }).getByText('A call', { exact: true }).click();
    await page.getByText('{{ run.links.pause }}').waitFor();
    await seconds.waitFor({ state: 'detached' });
    await checkAccessibility(page);
    await poll(async () => {
      const path = `/api/v3/workflow/get?entity_id=${workflow_id}`;
      const { definition } = await service.ask<Workflow>(path, {}, ann.key);
      return JSON.stringify(definition).includes('"params":{"call":true}') || undefined;
    });
  });

  await t.test('shows its URL and its time on the page of the run, and is resumed there', async () => {
    const definition = chain(
      node('pause', 'wait', { call: true }),
      node('done', 'output', { value: '{{ steps.pause.output.body }}' }),
    );
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
    const page = await open(`/runs/${run.id}?step=pause`);
    const wait = page.getByRole('region', { name: 'Waits for' });
    await wait.getByText(`/api/v1/run/resume/${run.id}/pause/`).waitFor();
    await wait.getByText(/^Waits for another 6 d 23 h, until /).waitFor();
    await checkAccessibility(page);
    await wait.getByRole('textbox', { name: 'Body as JSON' }).fill('{"by": ');
    await wait.getByRole('button', { name: 'Resume now' }).click();
    await wait.getByText('This is not JSON').waitFor();
    await wait.getByRole('textbox', { name: 'Body as JSON' }).fill('{"by": "hand"}');
    await wait.getByRole('button', { name: 'Resume now' }).click();
    await wait.waitFor({ state: 'detached' });
    const ended = await poll(async () => {
      const found = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run.id}`, {}, ann.key);
      return found.status === 'success' ? found : undefined;
    });
    assert.deepEqual(JSON.parse(ended.output_json), { by: 'hand' });
  });
});
