/**
 * What the API description says about a schema beside what the schema validates. It is hidden from the validation: the
 * properties are not enumerable, and TypeBox keeps them when it copies a schema, as `Type.Optional` does.
 */
import type { TSchema } from 'typebox';

interface Hidden {
  /** The name of the schema among the components. */
  '~component'?: string;
  /** What is shown instead, where the validation accepts more, so that the handler can explain what is wrong. */
  '~shown'?: TSchema;
  /** The description of a component, whose place has another one. */
  '~own'?: string | undefined;
}

/** Makes a schema a component of the API description, which all places refer to by this name. */
export function named<Schema extends TSchema>(name: string, schema: Schema, shown?: TSchema): Schema {
  return copy(schema, { '~component': name, ...(shown && { '~shown': shown }) });
}

/** Shows another schema in the API description than the one that validates. */
export function shownAs<Schema extends TSchema>(shown: TSchema, schema: Schema): Schema {
  return copy(schema, { '~shown': shown });
}

/** Says what a field means. */
export function about<Schema extends TSchema>(description: string, schema: Schema): Schema {
  const { '~component': component, '~own': own } = hidden(schema);
  const before = 'description' in schema ? String(schema.description) : undefined;
  const copied = copy(schema, component === undefined ? {} : { '~own': '~own' in schema ? own : before });
  return Object.defineProperty(copied, 'description', {
    value: description,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

export function hidden(schema: TSchema): Hidden {
  return schema;
}

function copy<Schema extends TSchema>(schema: Schema, properties: Hidden): Schema {
  const copied: Schema = Object.defineProperties({} as Schema, Object.getOwnPropertyDescriptors(schema));
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(copied, name, { value, enumerable: false, configurable: true, writable: true });
  }
  return copied;
}
