/** The page of a run shows how many items of a file are over, and only those that kept their details. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileForm, upload } from '../http/file-uploads.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { openField } from './support/editing.ts';

const app = await openConsole();
const { service } = app;

test('a loop over a file', { skip: app.skip }, async t => {
  const ann = await app.person({ name: 'Ann' });
  const at = (id: string, type: string, name: string, params: object, y: number) => ({
    ...{ id, type, name, params },
    position: { x: 0, y },
  });
  const definition = {
    nodes: [
      at('start', 'trigger.manual', 'Start', {}, 0),
      at('each', 'loop', 'Each row', { file: '{{ input.file }}' }, 140),
      at('half', 'transform', 'Half', { value: '{{ 10 / loop.item }}' }, 280),
      at('end', 'output', 'End', { value: '{{ steps.each.output.count }}' }, 420),
    ],
    edges: [
      { source: 'start', target: 'each' },
      { source: 'each', target: 'half', source_handle: 'item' },
      { source: 'each', target: 'end', source_handle: 'done' },
    ],
  };
  const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Rows', definition }, ann.key);
  const content = Array.from({ length: 3_000 }, (_, index) => (index % 1_000 === 999 ? '0\n' : '5\n')).join('');
  const { file_id } = await upload(service, ann, createFileForm(content, 'rows.ndjson'));
  const input = { file: file_id };
  const run = await service.ask<{ id: string }>('/api/v3/workflow/run', { workflow_id: id, input }, ann.key);

  const page = await app.page(t, { as: ann, path: `/runs/${run.id}` });
  await page
    .getByText(/^3,000 items done · 3 failed · [\d,]+ per second$/)
    .first()
    .waitFor();
  const items = page.getByRole('slider', { name: 'Item of Each row' });
  assert.equal(await items.getAttribute('aria-valuemax'), '3');
  await page.getByText('item 1000 of 3000').first().waitFor();
  await page.getByRole('button', { name: 'Next item of Each row' }).click();
  await page.getByText('item 2000 of 3000').first().waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('rowheader', { name: '3000' }).waitFor();
  await checkAccessibility(page);

  await page.goto(`${service.url}/workflows/${id}`);
  await openField(page, 'Each row', 'File');
  await checkAccessibility(page);
});
