/** Checks the JSON Schemas of a definition. */
import type { ErrorObject } from 'ajv';
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import { isObject, quote } from './definition.ts';
import { createSchemaCompiler } from './schema-compiler.ts';

const compile = createSchemaCompiler({
  strict: false,
  formats: { regex: isRegex, uri: true, 'uri-reference': true },
});

/**
 * Describes what is wrong with a schema, if anything. It checks schemas against the meta-schema of draft 7. Schemas of
 * later drafts pass, because draft 7 ignores their new keywords. Schemas of clients are never compiled here, so a big one
 * costs no more than one traversal.
 */
export function schemaProblem(schema: unknown): string | undefined {
  const validate = compile(boundedMetaSchema);
  if (validate(schema)) return undefined;
  const [first] = validate.errors ?? [];
  return first ? describe(first) : 'it is not valid';
}

/** Describes why a valid schema is not the schema of a form with flat fields, if it is not. */
export function formProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  const { type, properties = {} } = schema;
  if (type !== 'object') return "its type must be 'object'";
  if (!isObject(properties)) return 'its properties must be an object';
  for (const [name, field] of Object.entries(properties)) {
    if (!isFormField(field)) {
      return `the field ${quote(name)} must be of type string, number, integer or boolean, or a file (type object, format file)`;
    }
  }
  return undefined;
}

/** `uniqueItems` compares all pairs of elements, so it is used only where there are few elements. */
const boundedMetaSchema = {
  ...draft7,
  $id: undefined,
  $schema: undefined,
  properties: {
    ...draft7.properties,
    enum: { type: 'array', minItems: 1 },
    type: {
      anyOf: [
        { $ref: '#/definitions/simpleTypes' },
        {
          type: 'array',
          items: { $ref: '#/definitions/simpleTypes' },
          minItems: 1,
          maxItems: draft7.definitions.simpleTypes.enum.length,
          uniqueItems: true,
        },
      ],
    },
  },
};

const fieldTypes = new Set<unknown>(['string', 'number', 'integer', 'boolean']);

function isFormField(field: unknown): boolean {
  if (!isObject(field)) return false;
  return fieldTypes.has(field.type) || (field.type === 'object' && field.format === 'file');
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  const path = instancePath.slice(1).split('/').join('.');
  const what = keyword === 'enum' ? `must be one of ${[params.allowedValues].flat().join(', ')}` : (message ?? '');
  return path === '' ? `it ${what}` : `${quote(path)} ${what}`;
}
