/** The fields that a schema describes, as people edit them. What they can not edit stays as it is. */
import * as texts from '../texts/forms.ts';
import { isRecord, type JsonSchema } from './json-schema.ts';
import { nextId, type Row, type RowKind } from './rows.ts';

export type SchemaFieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'file'
  | 'list'
  | 'any';

export interface SchemaField extends Row {
  readonly name: string;
  readonly kind: SchemaFieldKind;
  readonly description: string;
  readonly isRequired: boolean;
  /** The choices of a choice. */
  readonly choices: readonly string[];
  /** The schema as it was, with everything that is not edited here. */
  readonly schema: JsonSchema;
}

export const KIND_LABELS: Readonly<Record<SchemaFieldKind, string>> = {
  text: texts.text,
  'long text': texts.longText,
  number: texts.number,
  integer: texts.wholeNumber,
  boolean: texts.yesNo,
  choice: texts.choice,
  file: texts.file,
  list: texts.list,
  any: texts.anythingElse,
};

/** Returns undefined when the schema is none of an object, so that only JSON can show it. */
export function readSchemaFields(json: unknown): SchemaField[] | undefined {
  if (json === undefined) return [];
  if (!isRecord(json)) return undefined;
  const { type = 'object', properties = {}, required = [] } = json;
  if (type !== 'object' || !isRecord(properties) || !Array.isArray(required)) return undefined;
  const entries = Object.entries(properties);
  if (!entries.every(([, schema]) => isRecord(schema))) return undefined;
  return entries.map(([name, json], id) => {
    const schema = json as JsonSchema;
    const choices = (schema.enum ?? []).filter(each => typeof each === 'string');
    return {
      id,
      name,
      kind: kindOf(schema),
      description: schema.description ?? '',
      isRequired: required.includes(name),
      choices,
      schema,
    };
  });
}

function kindOf({ type, format, enum: choices }: JsonSchema): SchemaFieldKind {
  if (choices) return type === undefined || type === 'string' ? 'choice' : 'any';
  if (type === 'object') return format === 'file' ? 'file' : 'any';
  if (type === 'string') return format === 'textarea' ? 'long text' : 'text';
  if (type === 'array') return 'list';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'any';
}

/** Writes the fields into a schema, whose other keys stay. Without fields there is no schema. */
export function writeSchemaFields(
  before: unknown,
  fields: readonly SchemaField[],
): Record<string, unknown> | undefined {
  const named = fields.filter(({ name }) => name !== '');
  const { type: _, properties: __, required: ___, ...rest } = isRecord(before) ? before : {};
  if (named.length === 0 && Object.keys(rest).length === 0) return undefined;
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    ...rest,
    properties: Object.fromEntries(named.map(field => [field.name, toSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

export const SCHEMA_ROWS: RowKind<SchemaField> = {
  read: json => readSchemaFields(json) ?? [],
  write: (fields, before) => writeSchemaFields(before, fields),
};

function toSchema({ kind, description, choices, schema }: SchemaField): Record<string, unknown> {
  const { description: _, ...kept } = schema;
  const about = description === '' ? {} : { description };
  if (kind === kindOf(schema) && kind !== 'choice') return { ...kept, ...about };
  // Another kind has other keywords; only what names the field stays.
  const title = schema.title === undefined ? {} : { title: schema.title };
  return { ...SCHEMAS[kind], ...(kind === 'choice' && { enum: [...choices] }), ...title, ...about };
}

const SCHEMAS: Readonly<Record<SchemaFieldKind, JsonSchema>> = {
  text: { type: 'string' },
  'long text': { type: 'string', format: 'textarea' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  choice: { type: 'string' },
  file: { type: 'object', format: 'file' },
  list: { type: 'array' },
  any: {},
};

export function addSchemaField(fields: readonly SchemaField[]): SchemaField[] {
  const field: SchemaField = {
    id: nextId(fields),
    name: '',
    kind: 'text',
    description: '',
    isRequired: false,
    choices: [],
    schema: { type: 'string' },
  };
  return [...fields, field];
}

/** What is wrong with the name of a field, if anything. */
export function fieldNameProblem(fields: readonly SchemaField[], { id, name }: SchemaField): string | undefined {
  if (name === '') return texts.nameNeeded;
  return fields.some(field => field.id !== id && field.name === name) ? texts.nameThereTwice : undefined;
}
