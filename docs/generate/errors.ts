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
  const constructors = errorConstructors();
  return Object.entries(errorGroups)
    .map(([title, entries]) => {
      const rows = Object.entries(entries).map(([name, help]) => row(name, constructors.get(name), help));
      return `### ${title}\n\n${table(['Status', 'Code', 'Text', 'Why, and what to do'], rows)}`;
    })
    .join('\n\n');
}

function row(name: string, create: Constructor | undefined, help: ErrorHelp): string[] {
  if (!create) throw new Error(`there is no error '${name}'`);
  const { meaning, values = argumentNames(create).map(each => `<${each}>`) } =
    typeof help === 'string' ? { meaning: help } : help;
  const error = create(...values);
  const { status, message } = error;
  if (/NaN|undefined/.test(message)) throw new Error(`'${name}' needs example values: ${message}`);
  return [String(status), code(error.code), code(message), meaning];
}

/** Reads the names of the arguments, which stand for their values in the text. */
function argumentNames(create: Constructor): string[] {
  const [, list = ''] = /^\(([^)]*)\)/.exec(create.toString()) ?? [];
  return list.split(',').flatMap(part => part.trim().split(/[\s=:?]/)[0] || []);
}
