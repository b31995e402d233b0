/** The settings and tests of a workflow in the editor, a test that is made from a run, and versions that return. */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Run } from '../../src/runs/schemas.ts';
import { until } from '../support/process.ts';
import { createWorkflow } from '../support/runs.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { openInTurn } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

function greeting(value: string) {
  return {
    nodes: [
      { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } },
      { id: 'greet', type: 'output', name: 'Greet', params: { value }, position: { x: 0, y: 160 } },
    ],
    edges: [{ source: 'start', target: 'greet', source_handle: null }],
  };
}

const createGreeting = (person: ConsolePerson) =>
  createWorkflow(service, greeting('Hello {{ input.who }}'), person.key, { name: 'Greeting' });

async function openPanel(page: Page) {
  await page.getByRole('button', { name: 'Settings and tests' }).click();
  return page.getByRole('complementary', { name: 'Settings and tests' });
}

test('the settings and tests of a workflow', { skip: app.skip }, async t => {
  const ann = await app.person();
  const open = openInTurn(app, t, ann);

  await t.test('settings are stored with the draft, and say what is wrong with them', async () => {
    const id = await createGreeting(ann);
    const page = await open(`/workflows/${id}`);
    const panel = await openPanel(page);
    await panel.getByRole('textbox', { name: 'Keep runs' }).fill('30');
    await panel.getByRole('switch', { name: 'Tell people when automatic runs fail' }).press('Space');
    const isStored = async () => {
      const { workflow } = await service.ask<{ workflow: { definition: { settings?: object } } }>(
        '/api/v1/workflow/open',
        { workflow_id: id },
        ann.key,
      );
      return JSON.stringify(workflow.definition.settings) === '{"keep_days":30,"alert":false}';
    };
    await until(isStored, 'the settings are stored');
    await panel.getByRole('textbox', { name: 'Keep runs' }).fill('0');
    await panel.getByText("'keep_days' must be at least 1").waitFor();
    await checkAccessibility(page);
  });

  await t.test('a test is made from a run, executed, and fails when the workflow changes', async () => {
    const id = await createGreeting(ann);
    const input = { who: 'Ada' };
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id: id, input }, ann.key);
    const page = await open(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'More about this run' }).click();
    await page.getByRole('menuitem', { name: 'Make a test' }).click();
    await page.getByText(/was added to the workflow/).waitFor();

    await open(`/workflows/${id}`);
    const panel = await openPanel(page);
    await panel.getByRole('radiogroup').getByText('Tests').click();
    await panel.getByRole('button', { name: 'Run all tests' }).click();
    await panel.getByText('Passed').waitFor();
    await checkAccessibility(page);
    await service.ask('/api/v3/workflow/update', { id, definition: greeting('Bye {{ input.who }}') }, ann.key);
    await panel.getByRole('button', { name: 'Run all tests' }).click();
    await panel.getByText('output is "Bye Ada" instead of "Hello Ada"').waitFor();
    await panel.getByRole('button', { name: /^Edit / }).click();
    await panel.getByRole('textbox', { name: 'Name' }).fill('says goodbye');
    await panel
      .getByRole('textbox', { name: 'Test' })
      .fill('{"input": {"who": "Bob"}, "expect": {"output": "Bye Bob"}}');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Run says goodbye' }).click();
    await panel.getByText('Passed').waitFor();
  });

  await t.test('an earlier version is published again', async () => {
    const id = await createGreeting(ann);
    await service.ask('/api/v3/workflow/publish', { workflow_id: id, note: 'the polite one' }, ann.key);
    await service.ask('/api/v3/workflow/update', { id, definition: greeting('Oi') }, ann.key);
    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: /^Publish/ }).click();
    const panel = page.getByRole('complementary', { name: 'Publish' });
    await panel.getByRole('button', { name: 'Show earlier versions' }).click();
    await panel.getByText('the polite one').waitFor();
    await panel.getByRole('button', { name: 'Publish version 1 again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 1 again?' });
    await dialog.getByRole('button', { name: 'Publish again' }).click();
    await panel.getByText('Version 1 again').waitFor();
  });
});
