/** Whether data fit the form of an approval, in a thread: the form is its author's. */
import { createSchemaCheck, formProblem } from '../engine/json-schema.ts';
import { type SchemaProblem, findSchemaProblem } from '../platform/json/schema-validation.ts';

export interface FormCheck {
  /** JSON. */
  schema: string;
  /** JSON; null: only the form itself is looked at. */
  data: string | null;
}

export default function checkForm({ schema: schemaText, data }: FormCheck): SchemaProblem | null {
  const schema: Record<string, unknown> = { ...JSON.parse(schemaText), $async: undefined };
  const problem = data === null ? (createSchemaCheck()(schema) ?? formProblem(schema)) : undefined;
  if (problem) return { of: 'schema', what: problem };
  return findSchemaProblem(schema, data === null ? undefined : JSON.parse(data), 'data');
}
