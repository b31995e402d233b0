/** A workflow to edit in the browser, and what tests do with it there. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/process.ts';
import type { TestService } from '../../support/service.ts';
import type { ConsolePerson } from './browser.ts';

export const URL_BEFORE = 'https://shop.test/orders';

/** A webhook, a request and an output. Everybody in `editors` may change it. */
export async function createOrders(
  service: TestService,
  owner: ConsolePerson,
  editors: readonly ConsolePerson[] = [],
): Promise<string> {
  const { id } = await service.ask<{ id: string }>(
    '/api/v3/workflow/create',
    {
      name: 'Orders',
      sharing: editors.map(({ email }) => ({ user_email: email, write: true })),
      definition: {
        nodes: [
          { id: 'hook', type: 'trigger.webhook', name: 'Order placed', params: {}, position: { x: 0, y: 0 } },
          {
            id: 'call',
            type: 'http.request',
            name: 'Ask the shop',
            params: { url: URL_BEFORE, method: 'GET' },
            position: { x: 0, y: 160 },
          },
          { id: 'end', type: 'output', name: 'Result', params: { value: 'one' }, position: { x: 0, y: 320 } },
        ],
        edges: [
          { source: 'hook', target: 'call', source_handle: null },
          { source: 'call', target: 'end', source_handle: null },
        ],
      },
    },
    owner.key,
  );
  return id;
}

/** Opens the panel of a step, and returns one of its fields. */
export async function openField(page: Page, step: string, field: string): Promise<Locator> {
  await page.getByRole('application', { name: 'Workflow canvas' }).getByText(step, { exact: true }).click();
  return page.getByRole('textbox', { name: field });
}

export async function replaceText(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

/** Empties a field before it types, for fields that complete or close what is selected. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await field.pressSequentially(text);
}

/** Clicks within one task, so that nothing is drawn between the clicks. */
export async function clickAtOnce(page: Page, buttons: readonly Locator[]): Promise<void> {
  const elements = await Promise.all(buttons.map(button => button.elementHandle()));
  await page.evaluate(clicked => {
    for (const element of clicked) element?.dispatchEvent(new Event('click', { bubbles: true }));
  }, elements);
}

/** Reads a field, which is a plain one or, with a template in it, one of CodeMirror. */
export async function readText(field: Locator): Promise<string> {
  return field.evaluate(element => ('value' in element ? String(element.value) : (element.textContent ?? '')));
}

/** Reads a param of a step of the draft that is stored. */
export async function storedParam(
  service: TestService,
  { key }: ConsolePerson,
  workflowId: string,
  step: string,
  param: string,
): Promise<unknown> {
  const { workflow } = await service.ask<{
    workflow: { definition: { nodes: { id: string; params: Record<string, unknown> }[] } };
  }>('/api/v1/workflow/open', { workflow_id: workflowId }, key);
  const node = workflow.definition.nodes.find(({ id }) => id === step);
  assert.ok(node, `there is no step ${step}`);
  return node.params[param];
}

/** Waits until a param is stored as expected. */
export async function untilStored(
  service: TestService,
  person: ConsolePerson,
  workflowId: string,
  [step, param, value]: readonly [step: string, param: string, value: unknown],
): Promise<void> {
  const isStored = async () => (await storedParam(service, person, workflowId, step, param)) === value;
  await until(isStored, `${step}.${param} is stored as ${JSON.stringify(value)}`);
}
