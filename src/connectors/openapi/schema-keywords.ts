/** The keywords of a schema that stand for themselves, translated from any dialect into JSON Schema 2020-12. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import { copyValue, toShortText } from './texts.ts';

export type SchemaObject = Record<string, unknown>;

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
const NUMBERS = ['minimum', 'maximum', 'multipleOf'] as const;
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
/** Formats that say something to people and models. Nothing checks them, so others would only be noise. */
const FORMATS = new Set(
  'int32 int64 float double date date-time time duration email uri url uuid hostname ipv4 ipv6 byte binary password'.split(
    ' ',
  ),
);

/** Title, description, default and the like. They may stand beside a reference in every dialect. */
export function translateAnnotations(schema: SchemaObject): SchemaObject {
  const title = toShortText(schema.title, apiDocumentLimits.titleCharacters);
  const description = toShortText(schema.description, apiDocumentLimits.fieldDescriptionCharacters);
  return {
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    ...(schema.default !== undefined && isShort(schema.default) && { default: copyValue(schema.default) }),
    ...(schema.deprecated === true && { deprecated: true }),
  };
}

/** Patterns are left out, because matching one can be made to take forever; the API itself checks them. */
export function translateAssertions(schema: SchemaObject): SchemaObject {
  const types = translateTypes(schema);
  const translated: SchemaObject = {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...translateValues(schema, types),
    ...translateRange(schema),
  };
  for (const keyword of COUNTS) {
    const count = schema[keyword];
    if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) translated[keyword] = count;
  }
  const { format } = schema;
  if (schema.type === 'file') translated.format = 'binary';
  else if (typeof format === 'string' && FORMATS.has(format)) translated.format = format;
  return translated;
}

export function isNullable(schema: SchemaObject): boolean {
  return schema.nullable === true || schema['x-nullable'] === true;
}

function translateTypes(schema: SchemaObject): string[] {
  const named = [schema.type].flat().filter(type => typeof type === 'string');
  // Swagger 2.0 calls bytes a type of their own.
  const types = named.map(type => (type === 'file' ? 'string' : type)).filter(type => TYPES.has(type));
  if (types.length > 0 && isNullable(schema)) types.push('null');
  // A type that is not known may be anything.
  return types.length < named.length ? [] : [...new Set(types)];
}

function translateValues(schema: SchemaObject, types: readonly string[]): SchemaObject {
  const isText = types.includes('string') && !types.includes('number') && !types.includes('integer');
  // Unquoted in YAML, the values of a text become numbers and booleans.
  const read = (value: unknown) =>
    isText && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : copyValue(value);
  const values = Array.isArray(schema.enum) ? schema.enum.map(read) : [];
  const needsNull = isNullable(schema) && !values.includes(null);
  return {
    ...(values.length > 0 && { enum: needsNull ? [...values, null] : values }),
    ...(schema.const !== undefined && !isNullable(schema) && { const: read(schema.const) }),
  };
}

/** In 3.0 `exclusiveMinimum` is a boolean beside `minimum`, in 3.1 it is the number itself. */
function translateRange(schema: SchemaObject): SchemaObject {
  const range: SchemaObject = {};
  for (const keyword of NUMBERS) {
    const value = schema[keyword];
    if (!isFiniteNumber(value) || (keyword === 'multipleOf' && value <= 0)) continue;
    const exclusive = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum', multipleOf: '' }[keyword];
    range[schema[exclusive] === true ? exclusive : keyword] = value;
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum'] as const) {
    const value = schema[keyword];
    if (isFiniteNumber(value)) range[keyword] = value;
  }
  return range;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= apiDocumentLimits.defaultCharacters;
  if (!isObject(value) && !Array.isArray(value)) return true;
  return JSON.stringify(value).length <= apiDocumentLimits.defaultCharacters;
}
