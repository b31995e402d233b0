/** The places of texts in requests, read from the schemas of the endpoints, so that none can be left out. */
import type { TSchema } from 'typebox';
import { createComponents, type JsonSchema } from '../../src/http/openapi/components.ts';
import { exampleOf } from '../../src/http/openapi/examples.ts';
import { requiredProperties } from '../../src/http/schema-fields.ts';
import { isObject } from '../../src/platform/is-object.ts';

/** A place for a text in a value. */
export interface TextPlace {
  /** Such as `sharing[].user_email`. */
  way: string;
  /** Whether the schema limits neither its length nor its form. */
  free: boolean;
  /** Returns the value with the text at this place. */
  put(text: string): unknown;
}

const components = createComponents();

/** A value that the schema allows, with nothing but what is required. */
export function minimalValue(schema: TSchema | undefined, name = ''): unknown {
  const value = exampleOf({ ...schema }, components, 'request', name);
  if (!isObject(value)) return value;
  const required = requiredProperties(schema);
  return Object.fromEntries(Object.entries(value).filter(([key]) => required.includes(key)));
}

/**
 * Finds the places of texts in values of the schema. `base` is a valid value, of which every result keeps the rest.
 * `special` makes the values of fields whose schema says too little, by name.
 */
export function* findPlaces(
  schema: TSchema | undefined,
  base: unknown,
  special: Readonly<Record<string, (text: string) => unknown>>,
  way = '',
): Generator<TextPlace> {
  if (!schema) return;
  const name = way.split(/[.[]/).at(-1) ?? '';
  const make = special[way];
  if (make) return yield { way, free: true, put: make };
  const { anyOf, allOf, enum: values, const: constant, type, items, properties, ...limits }: JsonSchema = { ...schema };
  if (values !== undefined || constant !== undefined) return;
  if (Array.isArray(anyOf)) {
    const choices = anyOf.filter(choice => choice.type !== 'null');
    for (const choice of choices) yield* findPlaces(choice, choices.length === 1 ? base : undefined, special, way);
    return;
  }
  if (Array.isArray(allOf)) throw new Error(`${way}: the test can not fill an intersection yet`);
  switch (type) {
    case 'string':
      return yield { way, free: !('maxLength' in limits || 'pattern' in limits), put: text => text };
    case 'array':
      for (const place of findPlaces(Object(items), undefined, special, `${way}[]`))
        yield { ...place, put: text => [place.put(text)] };
      return;
    case 'object':
      if (Object.keys(Object(properties)).length === 0) {
        // The input of an endpoint that takes none.
        if (way === '') return;
        return yield { way: `${way}{}`, free: true, put: text => ({ ...(isObject(base) && base), ...anyValue(text) }) };
      }
      yield* findPlacesOfObject(Object(properties), isObject(base) ? base : minimalValue(schema, name), special, way);
      return;
    case undefined:
      return yield { way: `${way}*`, free: true, put: anyValue };
  }
}

function* findPlacesOfObject(
  properties: Record<string, TSchema>,
  whole: unknown,
  special: Readonly<Record<string, (text: string) => unknown>>,
  way: string,
): Generator<TextPlace> {
  for (const [key, property] of Object.entries(properties)) {
    const inner = Object(whole)[key];
    for (const place of findPlaces(property, inner, special, way === '' ? key : `${way}.${key}`))
      yield { ...place, put: text => ({ ...Object(whole), [key]: place.put(text) }) };
  }
}

/** The text as a value and as a key. */
function anyValue(text: string): object {
  return { [text]: [text] };
}
