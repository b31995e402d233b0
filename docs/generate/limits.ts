/** The fixed limits, with the comments of their declarations as meanings. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { settingsLimits } from '../../src/engine/settings-limits.ts';
import { code, table } from './markdown.ts';
import { number } from './schema-table.ts';

const SOURCE = path.join(import.meta.dirname, '..', '..', 'src');
const FILES = ['configuration/limits.ts', 'configuration/flow-limits.ts', 'engine/settings-limits.ts'];

export function limitTables(): string {
  const meanings = readMeanings();
  const groups = new Map<string, string[][]>();
  for (const [name, value] of listLimits({ ...fixedLimits, settings: settingsLimits })) {
    const group = name.includes('.') ? name.slice(0, name.indexOf('.')) : 'general';
    const rows = groups.get(group) ?? [];
    rows.push([
      code(name),
      formatValue(name, value),
      meanings.get(name.replace(/^settings\./, '')) ?? describeName(name),
    ]);
    groups.set(group, rows);
  }
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([group, rows]) => `### ${describeName(group)}\n\n${table(['Limit', 'Value', 'Meaning'], rows)}`)
    .join('\n\n');
}

function listLimits(limits: object, prefix = ''): [name: string, value: number][] {
  return Object.entries(limits).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[prefix + name, value]];
    return typeof value === 'object' && value !== null ? listLimits(value, `${prefix}${name}.`) : [];
  });
}

/** Reads the comment before each limit, by its path. */
function readMeanings(): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (const file of FILES) {
    const path: string[] = [];
    let comment = '';
    for (const line of readFileSync(`${SOURCE}/${file}`, 'utf8').split('\n')) {
      const text = /^\s*(?:\/\*\*|\*)\s?(.*?)\s*(?:\*\/)?$/.exec(line)?.[1];
      const [, indent = '', name = '', rest = ''] = /^(\s+)(\w+): (.*)$/.exec(line) ?? [];
      if (text !== undefined) comment = `${line.includes('/**') ? '' : `${comment} `}${text}`;
      else if (name !== '') {
        path.length = indent.length / 2 - 1;
        path.push(name);
        if (comment !== '') meanings.set(path.join('.'), comment.trim());
        if (rest.startsWith('{') && rest.includes('}') && comment !== '') {
          for (const [, inner] of rest.matchAll(/(\w+):/g)) meanings.set([...path, inner].join('.'), comment.trim());
        }
        comment = '';
      } else if (line.trim() !== '') comment = '';
    }
  }
  return meanings;
}

function formatValue(name: string, value: number): string {
  const last = name.split('.').at(-1) ?? '';
  const isBytes = /bytes$/i.test(last) || /Bytes\.\w+$/.test(name);
  if (isBytes && value >= 2 ** 20 && value % 2 ** 20 === 0) return `${number(value / 2 ** 20)} MB`;
  return number(value);
}

/** `messageCharacters` as `Message characters`. */
function describeName(name: string): string {
  const words = (name.split('.').at(-1) ?? name).replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
