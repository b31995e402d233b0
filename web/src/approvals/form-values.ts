/** The form of an approval between the service and the person who fills it in. PURE. */
import { readFieldProblem } from '../api/field-problems.ts';
import { allowedTypes, isRecord, type JsonSchema, readSchema } from '../forms/json-schema.ts';
import { explain } from '../look/explain.ts';
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

/** Finds the field of the form that a refusal of the service is about. */
export function readRefusal(error: unknown, schema: JsonSchema | undefined): Problem {
  const { names, message } = readFieldProblem(error) ?? { names: [], message: '' };
  const [part, field = '', ...inside] = names;
  if (part !== 'data' || !schema?.properties?.[field]) return { field: undefined, message: explain(error) };
  return { field, message: inside.length === 0 ? message : `${inside.join('.')}: ${message}` };
}
