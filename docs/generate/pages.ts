/**
 * The pages of the reference with generated parts. A part stands between `<!-- begin name -->` and `<!-- end name -->`;
 * what surrounds it is written by hand.
 */
import { auditActions, auditExceptions } from './audit.ts';
import { errorTables } from './errors.ts';
import { issueTable, runErrorTable } from './issues.ts';
import { limitTables } from './limits.ts';
import { block, printJson } from './markdown.ts';
import { nodeTypesSection, sharedParams } from './node-types.ts';
import { scopeEndpoints, scopeTable } from './scopes.ts';
import { settingsTable } from './settings.ts';
import { EXAMPLE_DATA, filterTable, functionTable, testTable, variableTable } from './templates.ts';
import { toolSections } from './tools.ts';

export interface GeneratedPage {
  readonly file: string;
  readonly parts: Readonly<Record<string, () => string | Promise<string>>>;
}

export const generatedPages: readonly GeneratedPage[] = [
  {
    file: 'node-types.md',
    parts: { 'node types': nodeTypesSection, retry: () => sharedParams('retry'), flow: () => sharedParams('flow') },
  },
  {
    file: 'templates.md',
    parts: {
      data: () => block('json', printJson(EXAMPLE_DATA)),
      variables: variableTable,
      filters: filterTable,
      tests: testTable,
      functions: functionTable,
    },
  },
  { file: 'tools.md', parts: { tools: toolSections } },
  { file: 'audit.md', parts: { actions: auditActions, exceptions: auditExceptions } },
  { file: 'limits.md', parts: { limits: limitTables } },
  { file: 'scopes.md', parts: { scopes: scopeTable, endpoints: scopeEndpoints } },
  { file: 'definition.md', parts: { settings: settingsTable } },
  {
    file: 'errors.md',
    parts: { 'api errors': errorTables, issues: issueTable, 'run errors': runErrorTable },
  },
];

/** Returns the text of a page with its parts as they are to be. */
export async function fillPage(text: string, { file, parts }: GeneratedPage): Promise<string> {
  let filled = text;
  for (const [name, generate] of Object.entries(parts)) {
    const begin = `<!-- begin ${name} -->`;
    const end = `<!-- end ${name} -->`;
    const from = filled.indexOf(begin);
    const to = filled.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${file} has no place for '${name}'`);
    filled = `${filled.slice(0, from + begin.length)}\n\n${(await generate()).trim()}\n\n${filled.slice(to)}`;
  }
  return filled;
}
