/** Whether data fit the form of an approval, in a thread: the form is its author's. */
import { createSchemaCheck, formProblem } from '../engine/json-schema.ts';
import { type FitProblem, fitProblem } from '../platform/json/schema-fit.ts';

export interface FormCheck {
  /** JSON. */
  schema: string;
  /** JSON; null: only the form itself is looked at. */
  data: string | null;
}

export default function checkForm({ schema: schemaText, data }: FormCheck): FitProblem | null {
  const schema: Record<string, unknown> = { ...JSON.parse(schemaText), $async: undefined };
  const problem = data === null ? (createSchemaCheck()(schema) ?? formProblem(schema)) : undefined;
  if (problem) return { of: 'schema', what: problem };
  return fitProblem(schema, data === null ? undefined : JSON.parse(data), 'data');
}
