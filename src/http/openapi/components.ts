/** The schemas of the API description: those with a name are components, to which all other places refer. */
import type { TSchema } from 'typebox';
import { isObject } from '../../platform/is-object.ts';
import { hidden } from '../described.ts';
import { schemaProperties } from '../schema-fields.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A request may leave out what has a default. A reply always has it. */
export type Direction = 'request' | 'reply';

export interface Components {
  /** The schema as the document shows it at one place. */
  show(schema: TSchema, direction: Direction): JsonSchema;
  /** The components that the shown schemas refer to so far, sorted by name. */
  list(): Record<string, JsonSchema>;
  /** Follows a reference to a component. */
  resolve(schema: JsonSchema): JsonSchema;
}

const PREFIX = '#/components/schemas/';

/** `replied` are the names of the components that replies contain. */
export function createComponents(replied: ReadonlySet<string> = new Set()): Components {
  const components = new Map<string, JsonSchema>();

  function show(schema: TSchema, direction: Direction): JsonSchema {
    const { '~component': name, '~own': own, '~shown': shown } = hidden(schema);
    if (name === undefined)
      return shown ? withDescription(show(shown, direction), schema) : showPlain(schema, direction);
    const isElsewhereDescribed = '~own' in schema;
    const base = shown ?? (isElsewhereDescribed ? { ...schema, description: own } : schema);
    const $ref = PREFIX + add(name, base, direction);
    return isElsewhereDescribed && 'description' in schema ? { $ref, description: schema.description } : { $ref };
  }

  /** Returns the name of the component. It has another name in requests when it differs there. */
  function add(name: string, schema: TSchema, direction: Direction): string {
    const component = showPlain(schema, direction);
    const isSame = direction === 'reply' || !replied.has(name) || areEqual(component, showPlain(schema, 'reply'));
    const own = isSame ? name : `${name}Input`;
    const known = components.get(own);
    if (known && !areEqual(known, component)) throw new Error(`two schemas are called ${own}`);
    components.set(own, component);
    return own;
  }

  function showPlain(schema: TSchema, direction: Direction): JsonSchema {
    const shown = Object.entries(schema).map(([keyword, value]) => [keyword, showKeyword(keyword, value, direction)]);
    const plain = plainForm(Object.fromEntries(shown));
    return direction === 'request' ? withDefaultsOptional(plain, schema) : plain;
  }

  function showKeyword(keyword: string, value: unknown, direction: Direction): unknown {
    const showAny = (each: unknown) => (isObject(each) ? show(each, direction) : each);
    if (keyword === 'properties' || keyword === 'patternProperties') {
      return Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [name, showAny(each)]));
    }
    if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) return value.map(showAny);
    return SCHEMAS.has(keyword) ? showAny(value) : value;
  }

  return {
    show,
    list: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    resolve(schema) {
      const name = typeof schema.$ref === 'string' ? schema.$ref.slice(PREFIX.length) : undefined;
      return name === undefined ? schema : (components.get(name) ?? schema);
    },
  };
}

const SCHEMA_LISTS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames']);

/** Says in the document what generators of clients need to be told. */
function plainForm(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  if (isObject(patternProperties)) {
    // Names of any form are what `additionalProperties` means, which more generators understand.
    const [values] = Object.values(patternProperties);
    return { ...rest, additionalProperties: values ?? true };
  }
  if (Array.isArray(schema.enum) && schema.type === undefined) {
    const types = new Set(schema.enum.map(value => typeof value));
    return { type: types.size === 1 ? [...types][0] : [...types], ...schema };
  }
  if (Array.isArray(schema.anyOf) && schema.description === undefined) {
    // A description of the value also describes it where it may be null.
    const [described, another] = schema.anyOf.filter(choice => choice.description !== undefined && !choice.$ref);
    return described && !another ? { ...schema, description: described.description } : schema;
  }
  if (schema.type !== 'object') return schema;
  const properties = Object(schema.properties);
  if (Object.keys(properties).length === 0)
    return { ...schema, additionalProperties: schema.additionalProperties ?? true };
  return schema;
}

/** The defaults are those of the declared schema, because the shown one may only refer to a component. */
function withDefaultsOptional(shown: JsonSchema, declared: TSchema): JsonSchema {
  const { required, ...rest } = shown;
  if (!Array.isArray(required)) return shown;
  const properties = schemaProperties(declared);
  const still = required.filter((name: string) => !('default' in (properties[name] ?? {})));
  return still.length > 0 ? { ...shown, required: still } : rest;
}

function withDescription(shown: JsonSchema, schema: TSchema): JsonSchema {
  return 'description' in schema ? { ...shown, description: schema.description } : shown;
}

function areEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
