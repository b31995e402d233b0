/** The filters, tests and functions of templates, from the help of the console, each with an example whose result is computed. */
import { compileTemplate } from '../../src/templates/template.ts';
import { filters, functions, tests } from '../../web/src/texts/operation-help.ts';
import { code, table } from './markdown.ts';
import { filterExamples, functionExamples, testExamples, variableExamples } from './template-examples.ts';

/** What the examples see. The page shows it. */
export const EXAMPLE_DATA = {
  input: {
    name: 'ann lee',
    total: 1234.5,
    tags: ['new', 'paid', 'new'],
    items: [
      { title: 'Wool', price: 12, city: 'Bonn', active: true },
      { title: 'Silk', price: 40, city: 'Ulm', active: false },
      { title: 'Felt', price: 8, city: 'Bonn', active: true },
    ],
  },
  steps: { get: { output: { amount: 7 }, text: 'done', status: 'success', success: true, error: '', file_ids: [] } },
  vars: { vat: 19 },
  workflow: { id: '0197d1aa-0000-7000-8000-00000000000c', name: 'Orders' },
  run: { id: '0197d1aa-0000-7000-8000-00000000000d' },
  loop: { item: 'Wool', index: 0, count: 3, parent: null },
  round: 2,
  last: 'running',
  now: '2026-03-01T08:30:00.000Z',
};

export function filterTable(): string {
  return operations(filters, filterExamples);
}

export function testTable(): string {
  return operations(tests, testExamples);
}

export function functionTable(): string {
  return operations(functions, functionExamples);
}

export function variableTable(): string {
  return table(
    ['Template', 'Result', 'Meaning'],
    variableExamples.map(([source, meaning]) => [code(source), code(evaluate(source)), meaning]),
  );
}

function operations(meanings: Readonly<Record<string, string>>, examples: Readonly<Record<string, string>>): string {
  const unknown = Object.keys(examples).find(name => !Object.hasOwn(meanings, name));
  if (unknown !== undefined) throw new Error(`there is no '${unknown}'`);
  const rows = Object.entries(meanings).map(([name, meaning]) => {
    const source = examples[name];
    if (source === undefined) throw new Error(`'${name}' has no example`);
    return [code(name), meaning, code(source), code(evaluate(source))];
  });
  return table(['Name', 'Meaning', 'Example', 'Result'], rows);
}

/** Native values are shown as JSON, and texts as they are. */
function evaluate(source: string): string {
  const value = compileTemplate(source).evaluate(EXAMPLE_DATA, { now: () => 0, random: () => 0 });
  return typeof value === 'string' ? JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"') : JSON.stringify(value);
}
