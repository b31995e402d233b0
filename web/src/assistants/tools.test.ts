import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupTools } from './tools.ts';

const tool = (name: string, category: string, description = '') => ({
  name,
  display_name: name,
  description,
  category,
});
const catalog = [tool('hash', 'Text', 'Computes a hash'), tool('csv_read', 'Files'), tool('diff', 'Text')];
const names = (choice: Parameters<typeof groupTools>[1]) =>
  groupTools(catalog, choice).map(({ category, tools }) => [category, tools.map(({ name }) => name)]);

test('tools are grouped, searched and limited to the chosen ones', () => {
  assert.deepEqual(names({ chosen: [], text: '', onlyChosen: false }), [
    ['Text', ['hash', 'diff']],
    ['Files', ['csv_read']],
  ]);
  assert.deepEqual(names({ chosen: [], text: 'COMPUTES', onlyChosen: false }), [['Text', ['hash']]]);
  assert.deepEqual(names({ chosen: ['diff'], text: '', onlyChosen: true }), [['Text', ['diff']]]);
});

test('a chosen tool that is away can be taken out', () => {
  assert.deepEqual(names({ chosen: ['crm_find'], text: '', onlyChosen: true }), [['Others', ['crm_find']]]);
});
