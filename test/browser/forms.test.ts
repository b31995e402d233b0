/** The forms of steps: pickers, lists, maps, JSON, issues at their fields, and the name and id of a step. */
import assert from 'node:assert/strict';
import { after, beforeEach, suite, test } from 'node:test';
import { until } from '../support/process.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { clickAtOnce, openField, readText, retype, storedParam, untilStored } from './support/editing.ts';

const app = await openConsole();
const { service } = app;

const definition = {
  nodes: [
    { id: 'plan', type: 'trigger.schedule', name: 'Plan', params: { cron: '0 8 * * *' }, position: { x: 0, y: 0 } },
    { id: 'hash', type: 'tool.call', name: 'Hash', params: {}, position: { x: 0, y: 140 } },
    { id: 'call', type: 'http.request', name: 'Call', params: { url: 'https://a.test' }, position: { x: 0, y: 280 } },
    { id: 'way', type: 'switch', name: 'Way', params: { cases: [] }, position: { x: 0, y: 420 } },
    {
      id: 'send',
      type: 'http.request',
      name: 'Send',
      params: { url: 'https://a.test', headers: { a: '1', b: '2' }, query: { c: '3', d: '4' } },
      position: { x: 320, y: 0 },
    },
    {
      id: 'fork',
      type: 'switch',
      name: 'Fork',
      params: {
        cases: [
          { name: 'x', expression: 'true' },
          { name: 'y', expression: 'false' },
        ],
      },
      position: { x: 640, y: 140 },
    },
    { id: 'ask', type: 'human.approval', name: 'Ask', params: { title: 'Pay?' }, position: { x: 320, y: 140 } },
    { id: 'make', type: 'transform', name: 'Make', params: { value: { a: 1 } }, position: { x: 320, y: 280 } },
    {
      id: 'end',
      type: 'output',
      name: 'End',
      params: { value: '{{ steps.make.output }}', odd: 5 },
      position: { x: 320, y: 420 },
    },
  ],
  edges: [
    { source: 'plan', target: 'hash' },
    { source: 'hash', target: 'call' },
    { source: 'call', target: 'way' },
    { source: 'plan', target: 'ask' },
    { source: 'ask', target: 'make', source_handle: 'approved' },
    { source: 'make', target: 'end' },
  ],
};

suite('forms in the editor', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });
  const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Shop', definition }, ann.key);
  // The tests use different steps of one workflow, or params that the others leave alone.
  const page = await app.page({ after }, { as: ann, path: `/workflows/${id}` });

  beforeEach(async () => {
    const close = page.getByRole('button', { name: 'Close the panel' });
    if (await close.isVisible()) await close.click();
  });

  async function untilParam(step: string, param: string, expected: unknown): Promise<void> {
    const text = JSON.stringify(expected);
    const isStored = async () => JSON.stringify(await storedParam(service, ann, id, step, param)) === text;
    await until(isStored, `${step}.${param} is stored as ${text}`);
  }

  test('a schedule is chosen without knowing cron, and told with its next times', async () => {
    const cron = await openField(page, 'Plan', 'Cron expression');
    await page.getByText('At 08:00 (UTC)').waitFor();
    await page.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Monday to Friday' }).click();
    assert.equal(await cron.inputValue(), '0 8 * * 1-5');
    await page.getByText('At 08:00 from Monday to Friday (UTC)').waitFor();
    await page.getByRole('list', { name: 'The next times' }).getByRole('listitem').nth(9).waitFor();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByText('At 08:00 from Monday to Friday (Asia/Tokyo)').waitFor();
    await page.getByLabel('Only the nth of the month').fill('-1');
    await page
      .getByText('At 08:00 from Monday to Friday, only on the last such day of the month (Asia/Tokyo)')
      .waitFor();
    await untilParam('plan', 'days', { nth: -1 });
    await cron.fill('* * *');
    await page
      .getByText(/A schedule has five fields/)
      .first()
      .waitFor();
    await cron.fill('30 6 1 * *');
    await untilStored(service, ann, id, ['plan', 'cron', '30 6 1 * *']);
    await untilStored(service, ann, id, ['plan', 'timezone', 'Asia/Tokyo']);
  });

  test('a chosen tool shows its own fields', async () => {
    await openField(page, 'Hash', 'Tool params');
    await page.getByRole('combobox', { name: 'Tool' }).fill('hash');
    await page.getByRole('option', { name: 'Hash', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('secret');
    await page.getByRole('combobox', { name: 'Algorithm' }).click();
    await page.getByRole('option', { name: 'sha512' }).click();
    await untilParam('hash', 'params', { text: 'secret', algorithm: 'sha512' });
  });

  test('headers are added by name and value, and cases of a switch one after the other', async () => {
    await openField(page, 'Call', 'URL');
    await page.getByRole('button', { name: 'Add to headers' }).click();
    await page.getByRole('textbox', { name: 'Name of headers 1' }).fill('accept');
    await page.getByRole('textbox', { name: 'Headers: accept' }).fill('text/plain');
    await untilParam('call', 'headers', { accept: 'text/plain' });
    // What is typed into one field after another is taken back one after the other.
    await page.getByRole('button', { name: /^Undo/ }).click();
    await untilParam('call', 'headers', { accept: '' });
    await page.getByRole('button', { name: /^Redo/ }).click();
    await untilParam('call', 'headers', { accept: 'text/plain' });
    await page.getByRole('button', { name: 'Close the panel' }).click();

    await openField(page, 'Way', 'Cases');
    for (const [index, name] of ['big', 'small'].entries()) {
      const entry = page.getByRole('group', { name: `Cases ${index + 1}` });
      // The issues of the entry before may come at this moment, and move the button away from under the pointer.
      await until(async () => {
        if (await entry.isVisible()) return true;
        await page.getByRole('button', { name: 'Add to cases' }).click();
        return entry.isVisible();
      }, 'there is another case');
      await entry.getByRole('textbox', { name: 'Name' }).fill(name);
      await retype(entry.getByRole('textbox', { name: 'Expression' }), `input.order > ${index}`);
    }
    await page.getByRole('button', { name: 'Move Cases 2 up' }).click();
    await untilParam('way', 'cases', [
      { name: 'small', expression: 'input.order > 1' },
      { name: 'big', expression: 'input.order > 0' },
    ]);
  });

  test('what changes at once in several fields, or in one list, is all kept', async () => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await openField(page, 'Send', 'URL');
    await clickAtOnce(page, [button('Remove a from headers'), button('Remove c from query'), button('Add to headers')]);
    await page.getByRole('textbox', { name: 'Name of headers 3' }).fill('accept');
    await untilParam('send', 'headers', { b: '2', accept: '' });
    await untilParam('send', 'query', { d: '4' });
    await button('Close the panel').click();

    await openField(page, 'Fork', 'Cases');
    await clickAtOnce(page, [button('Add to cases'), button('Remove Cases 2'), button('Move Cases 1 down')]);
    await untilParam('fork', 'cases', [{}, { name: 'x', expression: 'true' }]);
  });

  test('issues stand at their field, and params that nobody knows are shown', async () => {
    await openField(page, 'Ask', 'Title');
    const issues = page.getByRole('list', { name: 'Issues of this step' });
    await issues
      .getByText(/assignees/i)
      .first()
      .waitFor();
    await openField(page, 'End', 'odd');
    assert.match(await readText(page.getByRole('textbox', { name: 'odd' })), /5/);
  });

  test('the fields of a form are made without knowing JSON Schema', async () => {
    await openField(page, 'Ask', 'Title');
    await page.getByRole('combobox', { name: 'Assignees' }).fill('ben@example.org');
    await page.getByRole('combobox', { name: 'Assignees' }).press('Enter');
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('textbox', { name: 'Name of field 1' }).fill('amount');
    await page.getByRole('combobox', { name: 'Kind of amount' }).click();
    await page.getByRole('option', { name: 'Number', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Required: amount' }).check();
    await untilParam('ask', 'form_schema', {
      type: 'object',
      properties: { amount: { type: 'number' } },
      required: ['amount'],
    });
    await untilParam('ask', 'assignees', ['ben@example.org']);
  });

  test('JSON that is not finished is kept, and saved when it is', async () => {
    const value = await openField(page, 'Make', 'Value');
    await retype(value, '{"a": 2');
    await page
      .getByText(/^This is not JSON/)
      .first()
      .waitFor();
    await openField(page, 'Call', 'URL');
    const again = await openField(page, 'Make', 'Value');
    assert.equal(await readText(again), '{"a": 2');
    // It is not said to be saved, and not lost when the page is loaded again.
    await page.getByRole('button', { name: 'Not saved: unfinished JSON' }).waitFor();
    await page.reload();
    await openField(page, 'Make', 'Value');
    assert.equal(await readText(again), '{"a": 2');
    await again.press('ControlOrMeta+End');
    await again.pressSequentially('}');
    await untilParam('make', 'value', { a: 2 });
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
  });

  test('a step gets another name and another id, and references follow', async () => {
    await openField(page, 'Make', 'Value');
    await page.getByRole('textbox', { name: 'Name of the step' }).fill('Build');
    await page.getByRole('button', { name: 'Id make: change' }).click();
    const field = page.getByRole('textbox', { name: 'Id of the step' });
    await field.fill('call');
    await page.getByText('There is a step call already').waitFor();
    await field.fill('build');
    await field.press('Enter');
    await untilStored(service, ann, id, ['end', 'value', '{{ steps.build.output }}']);
  });

  test('settings, docs and the narrow panel have no finding of axe', async () => {
    await openField(page, 'Call', 'URL');
    await checkAccessibility(page);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('When this step fails').waitFor();
    await checkAccessibility(page);
    await page.getByRole('tab', { name: 'Docs' }).click();
    await page.getByText('{{ steps.call.output.status }}').waitFor();
    await checkAccessibility(page);
    await openField(page, 'Plan', 'Cron expression');
    await checkAccessibility(page);
  });
});
