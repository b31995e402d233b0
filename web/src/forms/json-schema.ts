/** The part of JSON Schema that the schemas of the catalog, of tools and of run inputs use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** How the field is edited, where the service says more than the type does. It may be a name that we do not know. */
  readonly 'x-widget'?: string;
}

/** Reads a schema that came from outside. What is no object counts as a schema that allows everything. */
export function readSchema(json: unknown): JsonSchema {
  return isRecord(json) ? (json as JsonSchema) : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The types that a schema allows. Without `type`, they are those of its `enum`, and otherwise all. */
export function allowedTypes(schema: JsonSchema): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type];
  if (Array.isArray(schema.type)) return schema.type;
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length > 0) return [...new Set(values.map(jsonType))];
  return schema.properties ? ['object'] : [];
}

export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
