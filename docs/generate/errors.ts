/** Every error text of the API with its status, from the constructors, and its cause and cure, from the lists beside this file. */

import type { ApiError } from '../../src/errors.ts';
import * as errors from '../../src/errors.ts';
import { type ErrorHelp, errorGroups } from './error-help.ts';
import { code, table } from './markdown.ts';

type Constructor = (...values: unknown[]) => ApiError;

/** The functions of `errors.ts` that make an error, by name. */
export function errorConstructors(): ReadonlyMap<string, Constructor> {
  const entries = Object.entries(errors).filter((entry): entry is [string, Constructor] => isConstructor(entry[1]));
  return new Map(entries);
}

/** The file also has the classes of errors, and a helper for their headers. */
function isConstructor(value: unknown): value is Constructor {
  return typeof value === 'function' && !/^class\b/.test(value.toString()) && value.toString().includes('Error(');
}

export function errorTables(): string {
  return [...Map.groupBy(listErrors(), ({ group }) => group)]
    .map(([title, listed]) => {
      const rows = listed.map(({ error, meaning }) => [
        String(error.status),
        code(error.code),
        code(error.message),
        meaning,
      ]);
      return `### ${title}\n\n${table(['Status', 'Code', 'Text', 'Why, and what to do'], rows)}`;
    })
    .join('\n\n');
}

export interface ListedError {
  /** The heading under which the reference has it. */
  group: string;
  error: ApiError;
  meaning: string;
}

/** Every error, in the order of the reference. */
export function listErrors(): ListedError[] {
  const constructors = errorConstructors();
  return Object.entries(errorGroups).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, help]) => ({ group, ...explained(name, constructors.get(name), help) })),
  );
}

function explained(name: string, create: Constructor | undefined, help: ErrorHelp): Omit<ListedError, 'group'> {
  if (!create) throw new Error(`there is no error '${name}'`);
  const { meaning, values = argumentNames(create).map(each => `<${each}>`) } =
    typeof help === 'string' ? { meaning: help } : help;
  const error = create(...values);
  if (/NaN|undefined/.test(error.message)) throw new Error(`'${name}' needs example values: ${error.message}`);
  return { error, meaning };
}

/** Reads the names of the arguments, which stand for their values in the text. */
function argumentNames(create: Constructor): string[] {
  const [, list = ''] = /^\(([^)]*)\)/.exec(create.toString()) ?? [];
  return list.split(',').flatMap(part => part.trim().split(/[\s=:?]/)[0] || []);
}
