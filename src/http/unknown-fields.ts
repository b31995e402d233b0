/**
 * Names the fields of a request that its endpoint does not know. They are ignored, as the integration API specifies, but
 * a `Warning` header tells whoever has misspelled one.
 *
 * Only objects with declared fields are looked at, and only those that accept no others: the input of a run, a definition
 * or a record may contain anything.
 */
import type { TSchema } from 'typebox';
import { isObject } from '../platform/is-object.ts';

/** The declared fields of an object, with the shapes of those that contain objects with declared fields themselves. */
interface Shape {
  readonly fields: ReadonlyMap<string, Nested | undefined>;
}

interface Nested extends Shape {
  readonly isList: boolean;
}

/** How many fields the header names, and how many characters of each. */
const NAMED_FIELDS = 10;
const NAME_CHARACTERS = 60;
/** How many objects of a body are looked at, so that a long list costs next to nothing. */
const MOST_OBJECTS = 200;

export type FindUnknownFields = (body: unknown) => string | undefined;

/** The function returns the value of the header, or undefined for most requests. */
export function createUnknownFieldFinder(schema: TSchema | undefined): FindUnknownFields {
  const shape = schema && toShape(schema);
  if (!shape) return () => undefined;
  return body => {
    if (!isObject(body)) return undefined;
    const search = { unknown: [], count: 0, objects: 0 };
    collect(body, shape, '', search);
    return search.count === 0 ? undefined : warning(search);
  };
}

interface Search {
  /** The first of them. */
  unknown: string[];
  count: number;
  objects: number;
}

function collect(object: Record<string, unknown>, { fields }: Shape, path: string, search: Search): void {
  if (++search.objects > MOST_OBJECTS) return;
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue;
    const nested = fields.get(name);
    if (nested !== undefined) collectNested(object[name], nested, `${path}${name}.`, search);
    else if (!fields.has(name)) {
      search.count++;
      if (search.unknown.length < NAMED_FIELDS) search.unknown.push(path + name);
    }
  }
}

function collectNested(value: unknown, nested: Nested, path: string, search: Search): void {
  if (!nested.isList) {
    if (isObject(value)) collect(value, nested, path, search);
  } else if (Array.isArray(value)) {
    for (const entry of value.slice(0, MOST_OBJECTS)) if (isObject(entry)) collect(entry, nested, path, search);
  }
}

/** Returns undefined for an object that may have further fields. */
function toShape(schema: object): Shape | undefined {
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null)
    return undefined;
  if ('additionalProperties' in schema || 'patternProperties' in schema) return undefined;
  return { fields: new Map(Object.entries(schema.properties).map(([name, field]) => [name, toNested(field)])) };
}

function toNested(schema: unknown): Nested | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const isList = 'items' in schema;
  const inner = isList ? schema.items : schema;
  const shape = typeof inner === 'object' && inner !== null ? toShape(inner) : undefined;
  return shape && { ...shape, isList };
}

function warning({ unknown, count }: Search): string {
  const names = [...new Set(unknown.map(toHeaderText))].join(', ');
  const more = count > unknown.length ? ` and ${count - unknown.length} more` : '';
  return `299 - "Unknown fields are ignored: ${names}${more}"`;
}

/** A header can not contain every character that a name in JSON can. */
function toHeaderText(name: string): string {
  return name.slice(0, NAME_CHARACTERS).replace(/[^\x20-\x7e]|["\\]/g, '?');
}
