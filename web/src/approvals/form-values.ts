/** The form of an approval between the service and the person who fills it in. PURE. */
import { allowedTypes, isRecord, type JsonSchema, readSchema } from '../forms/json-schema.ts';
import { approvals as texts } from '../texts/approvals.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The fields that a form shows. Without any, there is no form. */
export function formSchema(schema: Record<string, unknown> | null): JsonSchema | undefined {
  const form = readSchema(schema);
  return isRecord(form.properties) && Object.keys(form.properties).length > 0 ? form : undefined;
}

/**
 * What is sent. The service keeps the prefilled value of a field that is left out, so one that was emptied is sent
 * empty: as a text if it is one, and otherwise as null.
 */
export function toDecisionData(schema: JsonSchema, values: Values, prefilled: Values): Record<string, unknown> {
  const emptied = Object.keys(prefilled).filter(name => values[name] === undefined && prefilled[name] !== undefined);
  return {
    ...values,
    ...Object.fromEntries(
      emptied.map(name => [name, allowedTypes(schema.properties?.[name] ?? {})[0] === 'string' ? '' : null]),
    ),
  };
}

export interface Problem {
  /** The field that is wrong; undefined when it is not about a field of the form. */
  field: string | undefined;
  message: string;
}

/** The required fields without a value. The service would name only the first. */
export function missingFields(schema: JsonSchema, values: Values): Problem[] {
  return (schema.required ?? [])
    .filter(name => schema.properties?.[name] && (values[name] === undefined || values[name] === null))
    .map(field => ({ field, message: texts.isRequired }));
}

/** Finds the field that a refusal of the service is about: `validation error: data.<field>: …`, or a field with a file. */
export function readRefusal(text: string, schema: JsonSchema | undefined): Problem {
  const [, where] = /^validation error: data\.(.*)$/s.exec(text) ?? [];
  // A name may contain dots and colons, and be the beginning of another one.
  const fields = Object.keys(schema?.properties ?? {}).toSorted((one, other) => other.length - one.length);
  const field = fields.find(name =>
    where === undefined ? text.includes(` '${name}' `) : where.startsWith(`${name}: `) || where.startsWith(`${name}.`),
  );
  if (field === undefined) return { field, message: text };
  if (where === undefined) return { field, message: text };
  const rest = where.slice(field.length);
  return { field, message: rest.startsWith(': ') ? rest.slice(2) : rest.slice(1) };
}
