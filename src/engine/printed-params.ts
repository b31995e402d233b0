/**
 * Params in which an expression gave a number or a boolean where the schema wants a string: they are printed, as the
 * template would print them inside a text. Nothing else is converted.
 */
import type { ValidateFunction } from 'ajv';
import { isObject, type Params } from './definition.ts';

export interface RenderedParams {
  params: Params;
  /** How the numbers and booleans print that single expressions gave, by JSON Pointer. */
  printed: Readonly<Record<string, string>>;
}

/** Those that fit the schema when they are printed. What does not fit stays in the errors of `validate`. */
export function fitPrinted(validate: ValidateFunction, { params, printed }: RenderedParams): Params {
  if (validate(params)) return params;
  const paths = (validate.errors ?? [])
    .filter(({ keyword, params: { type } }) => keyword === 'type' && [type].flat().includes('string'))
    .map(({ instancePath }) => instancePath)
    .filter(path => Object.hasOwn(printed, path));
  if (paths.length === 0) return params;
  const fitted = [...new Set(paths)].reduce<Params>(
    (whole, path) => replacedIn(whole, segments(path), printed[path]),
    params,
  );
  validate(fitted);
  return fitted;
}

/** Those of what stands at a path, as its own. */
export function printedBelow(path: string, printed: RenderedParams['printed']): RenderedParams['printed'] {
  const below = Object.entries(printed).filter(([each]) => each.startsWith(`${path}/`));
  return Object.fromEntries(below.map(([each, text]) => [each.slice(path.length), text]));
}

export function pointerTo(around: string, key: string): string {
  return `${around}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function segments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A copy of what leads there. */
function replacedIn(params: Params, [key, ...rest]: readonly string[], text: unknown): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, inner]) => [name, name === key ? replaced(inner, rest, text) : inner]),
  );
}

function replaced(value: unknown, path: readonly string[], text: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, text));
  return isObject(value) ? replacedIn(value, path, text) : value;
}
