/**
 * Converts params in which an expression evaluated to a number or a boolean where the schema requires a string. They
 * are printed as the template would print them inside a text. Nothing else is converted.
 */
import type { ValidateFunction } from 'ajv';
import { isObject, type Params } from './definition.ts';

export interface RenderedParams {
  params: Params;
  /** Maps JSON Pointers to the printed forms of numbers and booleans that single expressions evaluated to. */
  printed: Readonly<Record<string, string>>;
}

/** Prints values where that makes the params fit the schema. The remaining problems are in the errors of `validate`. */
export function fitToSchema(validate: ValidateFunction, { params, printed }: RenderedParams): Params {
  if (validate(params)) return params;
  const paths = (validate.errors ?? [])
    .filter(({ keyword, params: { type } }) => keyword === 'type' && [type].flat().includes('string'))
    .map(({ instancePath }) => instancePath)
    .filter(path => Object.hasOwn(printed, path));
  if (paths.length === 0) return params;
  const fitted = [...new Set(paths)].reduce<Params>(
    (whole, path) => replaceInObject(whole, parsePointer(path), printed[path]),
    params,
  );
  validate(fitted);
  return fitted;
}

/** Returns the printed values below a path, relative to it. */
export function printedBelow(path: string, printed: RenderedParams['printed']): RenderedParams['printed'] {
  const below = Object.entries(printed).filter(([pointer]) => pointer.startsWith(`${path}/`));
  return Object.fromEntries(below.map(([pointer, text]) => [pointer.slice(path.length), text]));
}

/** Appends a key to a JSON Pointer. */
export function extendPointer(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns a copy with the text at the path. Values off the path are shared. */
function replaceInObject(params: Params, [key, ...rest]: readonly string[], text: unknown): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, inner]) => [name, name === key ? replaceAt(inner, rest, text) : inner]),
  );
}

function replaceAt(value: unknown, path: readonly string[], text: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(key), replaceAt(value[Number(key)], rest, text));
  return isObject(value) ? replaceInObject(value, path, text) : value;
}
