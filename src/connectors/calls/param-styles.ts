/** Writes the params of an operation as its document says: the styles of OpenAPI, which are those of RFC 6570. */
import { isObject } from '../../platform/is-object.ts';
import type { PlannedParam } from '../openapi/contract.ts';

type Styled = Pick<PlannedParam, 'name' | 'style' | 'explode'>;

/** Encodes everything but letters, digits and `-._~`, so that no value can end the part of a URL that it stands in. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A part of a path. Empty when the value is. */
export function toPathText({ name, style, explode }: Styled, value: unknown): string {
  if (style === 'json') return percentEncode(JSON.stringify(value));
  const key = percentEncode(name);
  const { items, pairs } = readParts(value, percentEncode);
  if (style === 'matrix') {
    if (pairs && explode) return pairs.map(([each, text]) => `;${withValue(each, text)}`).join('');
    if (items && explode) return items.map(text => `;${withValue(key, text)}`).join('');
    return `;${withValue(key, joinParts(value, ',', '=', false, percentEncode))}`;
  }
  if (style === 'label') return `.${joinParts(value, explode ? '.' : ',', '=', explode, percentEncode)}`;
  return joinParts(value, ',', '=', explode, percentEncode);
}

/** The parts of a query, such as `tag=a` and `tag=b`. */
export function toQueryParts({ name, style, explode }: Styled, value: unknown): string[] {
  const key = percentEncode(name);
  if (style === 'json') return [`${key}=${percentEncode(JSON.stringify(value))}`];
  if (style === 'deepObject' && typeof value === 'object') return toDeepParts(name, value);
  const { items, pairs } = readParts(value, percentEncode);
  const isEmpty = items?.length === 0 || pairs?.length === 0;
  if (isEmpty) return [];
  if (explode && pairs) return pairs.map(([each, text]) => `${each}=${text}`);
  if (explode && items) return items.map(text => `${key}=${text}`);
  const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
  return [`${key}=${joinParts(value, separator, '=', false, percentEncode)}`];
}

/** A value of a header, which is not encoded. Whoever sends it checks its characters. */
export function toHeaderText({ style, explode }: Styled, value: unknown): string {
  return style === 'json' ? JSON.stringify(value) : joinParts(value, ',', '=', explode, text => text);
}

/** The parts of a cookie header. They are encoded, because a semicolon would begin another cookie. */
export function toCookieParts({ name, style, explode }: Styled, value: unknown): string[] {
  if (style === 'json') return [`${percentEncode(name)}=${percentEncode(JSON.stringify(value))}`];
  const { pairs } = readParts(value, percentEncode);
  if (explode && pairs) return pairs.map(([each, text]) => `${each}=${text}`);
  return [`${percentEncode(name)}=${joinParts(value, ',', '=', false, percentEncode)}`];
}

/** Nested values with brackets, such as `filter[price][gt]=3`: of queries, and of forms. */
export function toDeepParts(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [`${percentEncode(name)}=${percentEncode(toParamText(value))}`];
  return Object.entries(value).flatMap(([key, each]) => toDeepParts(`${name}[${key}]`, each));
}

/** A value inside of another one. What is nested deeper has no style of its own. */
export function toParamText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

type Encode = (text: string) => string;

function readParts(value: unknown, encode: Encode): { items?: string[]; pairs?: [string, string][] } {
  if (Array.isArray(value)) return { items: value.filter(isPresent).map(each => encode(toParamText(each))) };
  if (!isObject(value)) return {};
  const present = Object.entries(value).filter(([, each]) => isPresent(each));
  return { pairs: present.map(([key, each]) => [encode(key), encode(toParamText(each))]) };
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function joinParts(value: unknown, separator: string, equals: string, explode: boolean, encode: Encode): string {
  const { items, pairs } = readParts(value, encode);
  if (items) return items.join(separator);
  if (pairs) return pairs.map(pair => pair.join(explode ? equals : separator)).join(separator);
  return encode(toParamText(value));
}

/** RFC 6570 leaves out the equals sign of an empty value. */
function withValue(key: string, text: string): string {
  return text === '' ? key : `${key}=${text}`;
}
