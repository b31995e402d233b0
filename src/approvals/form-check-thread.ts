/** Validates data against the form of an approval. It runs in a thread, because a user wrote the form. */
import { formProblem, schemaProblem } from '../engine/json-schema.ts';
import { findSchemaProblem, type SchemaProblem } from '../platform/json/schema-validation.ts';

export interface FormCheck {
  /** The form as JSON. */
  schema: string;
  /** The data as JSON; null when only the form itself is to be checked. */
  data: string | null;
}

export default function checkForm({ schema: schemaText, data }: FormCheck): SchemaProblem | null {
  const schema: Record<string, unknown> = { ...JSON.parse(schemaText), $async: undefined };
  const problem = data === null ? (schemaProblem(schema) ?? formProblem(schema)) : undefined;
  if (problem) return { of: 'schema', what: problem };
  return findSchemaProblem(schema, data === null ? undefined : JSON.parse(data), 'data');
}
