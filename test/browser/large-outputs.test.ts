/** Outputs of any size are shown as a tree of which only the visible part exists, and files are given to a run. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { until } from '../support/process.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { openField } from './support/editing.ts';

const app = await openConsole();
const { service } = app;

suite('large outputs in the editor', { skip: app.skip }, async () => {
  const ann = await app.person({ name: 'Ann' });

  async function open(t: Parameters<typeof app.page>[0], value: string) {
    const definition = {
      nodes: [
        { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } },
        { id: 'make', type: 'transform', name: 'Make', params: { value }, position: { x: 0, y: 140 } },
        { id: 'end', type: 'output', name: 'End', params: { value: 'x' }, position: { x: 0, y: 280 } },
      ],
      edges: [
        { source: 'start', target: 'make' },
        { source: 'make', target: 'end' },
      ],
    };
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Large', definition }, ann.key);
    await service.ask('/api/v3/workflow/run', { workflow_id: id, input: {} }, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    return page;
  }

  test('a list of 50,000 entries is searched, and only what is in view exists', async t => {
    const page = await open(t, '{{ range(50000) | list }}');
    await openField(page, 'Make', 'Value');
    await page.getByRole('tab', { name: 'Output' }).click();
    const tree = page.getByRole('tree', { name: 'Output of make' });
    await tree.getByRole('treeitem').first().waitFor();
    await page.getByText('Only the beginning of this value is stored.').waitFor();
    assert.ok((await tree.getByRole('treeitem').count()) < 100);
    await page.getByRole('textbox', { name: 'Search' }).fill('31234');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Search' }).press('Enter');
    await tree.getByRole('treeitem', { name: /31234/ }).waitFor();
    await checkAccessibility(page);
  });

  test('a long text is cut, shown whole on request, and used in templates', async t => {
    const page = await open(t, "{{ {'long': 'x' * 150000, 'short': 'y'} }}");
    await openField(page, 'Make', 'Value');
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.getByRole('button', { name: 'Show all 150,000 characters' }).click();
    const whole = page.getByRole('textbox', { name: 'All of long' });
    assert.equal((await whole.inputValue()).length, 150_000);
    const field = await openField(page, 'End', 'Value');
    await field.click();
    await field.press('ControlOrMeta+a');
    await field.pressSequentially('{{ steps.make.output.long | length }}');
    await page.getByText('150000', { exact: true }).waitFor();
  });

  test('a tree is used by keyboard, and its values and paths are copied', async t => {
    const page = await open(t, "{{ {'a': {'b': 'hello'}} }}");
    await openField(page, 'Make', 'Value');
    await page.getByRole('tab', { name: 'Output' }).click();
    const tree = page.getByRole('tree', { name: 'Output of make' });
    await tree.focus();
    await tree.press('End');
    await tree.press('ArrowLeft');
    await tree.press('ArrowLeft');
    assert.equal(await tree.getByRole('treeitem', { name: /^a/ }).getAttribute('aria-expanded'), 'false');
    await tree.press('ArrowRight');
    await tree.press('ArrowDown');
    await page.getByRole('button', { name: 'Actions for a.b' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Copy the value' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'hello');
  });

  test('a file is uploaded into the form of a run', async t => {
    const definition = {
      nodes: [
        {
          id: 'start',
          type: 'trigger.manual',
          name: 'Start',
          params: {
            input_schema: {
              type: 'object',
              properties: { note: { type: 'string' }, paper: { type: 'object', format: 'file' } },
              required: ['paper'],
            },
          },
          position: { x: 0, y: 0 },
        },
        {
          id: 'end',
          type: 'output',
          name: 'End',
          params: { value: '{{ input.paper.filename }} {{ input.note }}' },
          position: { x: 0, y: 140 },
        },
      ],
      edges: [{ source: 'start', target: 'end' }],
    };
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Files', definition }, ann.key);
    const page = await app.page(t, { as: ann, path: `/workflows/${id}` });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('hello');
    const content = Buffer.from('paper');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'paper.txt', mimeType: 'text/plain', buffer: content });
    await dialog.getByText('paper.txt 5 bytes').waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const readOutput = async () => {
      const { items } = await service.ask<{ items: { id: string }[] }>(
        '/api/v1/run/list',
        { workflow_id: id },
        ann.key,
      );
      const [run] = items;
      if (!run) return undefined;
      return (await service.ask<{ output_json: string }>('/api/v1/run/get', { run_id: run.id }, ann.key)).output_json;
    };
    await until(async () => (await readOutput()) === '"paper.txt hello"', 'the run used the file and the text');
  });
});
