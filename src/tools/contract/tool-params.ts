/** Parts of schemas that several tools share. A file is an attachment or an id, as everywhere in workflows. */
import Type from 'typebox';
import type { FileParam } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { widget } from '../../nodes/widgets.ts';
import { toolLimits } from './tool-limits.ts';

/** A text that may be empty, unlike most params. */
export function anyText(title: string, description: string) {
  return Type.String({ title, description });
}

/** As above, and usually longer than a line. */
export function longText(title: string, description: string) {
  return Type.String({ title, description, ...widget('long-text') });
}

export function choice<const Values extends readonly [string, ...string[]]>(
  title: string,
  values: Values,
  description: string,
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, title, description, default: values[0] });
}

export function flag(title: string, description: string, byDefault: boolean) {
  return Type.Boolean({ title, description, default: byDefault });
}

export function integer(
  title: string,
  description: string,
  range: { minimum: number; maximum: number; default?: number },
) {
  return Type.Integer({ title, description, ...range });
}

export function file(description: string) {
  return Type.Unsafe<FileParam>({
    type: ['string', 'object'],
    title: 'File',
    description: `${description} An attachment, or the id of a file.`,
  });
}

export function filename(byDefault: string) {
  return Type.String({
    title: 'File name',
    description: 'Name of the file that is made. A missing ending is added.',
    minLength: 1,
    maxLength: 200,
    default: byDefault,
  });
}

export function color(title: string, byDefault?: string) {
  return Type.String({
    title,
    description: 'A color, such as #1f6feb.',
    pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
    ...(byDefault === undefined ? {} : { default: byDefault }),
  });
}

const row = Type.Unsafe<Record<string, unknown> | unknown[]>({ type: ['object', 'array'] });

export const rows = Type.Array(row, {
  title: 'Rows',
  description: 'The rows of the table: objects by column name, or lists of cells.',
  maxItems: toolLimits.rows,
});

export const columns = Type.Array(Type.String(), {
  title: 'Columns',
  description: 'Names of the columns, in order. Without it: the keys of the rows, as they first appear.',
  maxItems: toolLimits.columns,
});

export const offset = integer('Offset', 'Rows to leave out at the beginning.', {
  minimum: 0,
  maximum: 10_000_000,
  default: 0,
});

export const limit = integer('Limit', 'Rows to read at most. Without it, a table of more rows is an error.', {
  minimum: 1,
  maximum: toolLimits.rows,
});

/** Requires exactly one of several params that exclude each other. */
export function requireExactlyOne(params: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(params);
  const list = names.map(name => `'${name}'`).join(' or ');
  const count = names.filter(name => params[name] !== undefined).length;
  if (count === 0) throw new StepError(`${list} is required`);
  if (count > 1) throw new StepError(`Only one of ${list} can be given`);
}

export function checkLength(name: string, text: string, limitCharacters: number = toolLimits.textCharacters): string {
  if (text.length <= limitCharacters) return text;
  throw new StepError(`'${name}' must have at most ${limitCharacters.toLocaleString('en')} characters`);
}
