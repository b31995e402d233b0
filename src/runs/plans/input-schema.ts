/**
 * The JSON Schema that a manual trigger has for the input of its runs. Authors write it, and so it may be made to take
 * forever: with patterns, with comparisons of all pairs, with references in circles. Only a short schema without any of
 * these is compiled on the event loop, once for its plan. All others are for a thread.
 */
import type { Params } from '../../engine/definition.ts';
import { isObject } from '../../platform/is-object.ts';
import { compileSchema, describeViolation } from '../../platform/json/schema-validation.ts';

export class InputSchema {
  /** JSON. */
  readonly text: string;
  readonly required: readonly string[];
  readonly #schema: Params;
  #validate: ReturnType<typeof compileSchema> | undefined;

  constructor(schema: Params) {
    this.text = JSON.stringify(schema);
    this.required = Array.isArray(schema.required) ? schema.required.filter(key => typeof key === 'string') : [];
    this.#schema = schema;
  }

  /** Whether the event loop may check an input of this length. The work grows with the product of both lengths. */
  isQuick(inputCharacters: number): boolean {
    return (
      this.text.length <= QUICK_SCHEMA_CHARACTERS && inputCharacters <= QUICK_INPUT_CHARACTERS && !SLOW.test(this.text)
    );
  }

  /** Describes what is wrong with the input. Throws when the schema can not be used. */
  findProblem(input: unknown): string | undefined {
    this.#validate ??= compileSchema(withoutAbsentFiles(this.#schema, this.required));
    return this.#validate(input) ? undefined : describeViolation(this.#validate.errors);
  }
}

/** Returns undefined when there is none. */
export function readInputSchema({ input_schema }: Params): InputSchema | undefined {
  return isObject(input_schema) && Object.keys(input_schema).length > 0 ? new InputSchema(input_schema) : undefined;
}

/** An optional file may also be null. */
function withoutAbsentFiles(schema: Params, required: readonly string[]): Params {
  if (!isObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([key, property]) => {
    const mayBeNull = isObject(property) && property.format === 'file' && !required.includes(key);
    return [key, mayBeNull ? { ...property, type: [property.type, 'null'].flat() } : property] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Compiling this takes a few milliseconds. */
const QUICK_SCHEMA_CHARACTERS = 4_000;
const QUICK_INPUT_CHARACTERS = 20_000;
const SLOW = /"(?:pattern|patternProperties|uniqueItems|\$ref|\$recursiveRef|\$dynamicRef|\$id)"\s*:/;
