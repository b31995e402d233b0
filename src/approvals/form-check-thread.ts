/**
 * Whether data fit the form of an approval. The form is its author's, with patterns that may take for ever and
 * references that lead in circles: so this is no work for the event loop.
 */
import { Ajv, type ErrorObject } from 'ajv';
import { createSchemaCheck, formProblem } from '../engine/json-schema.ts';

export interface FormCheck {
  /** JSON. */
  schema: string;
  /** JSON; null: only the form itself is looked at. */
  data: string | null;
}

export type FormProblem = { of: 'form'; what: string } | { of: 'data'; where: string; what: string };

export default function checkForm({ schema: schemaText, data }: FormCheck): FormProblem | null {
  // An asynchronous schema would give a promise instead of an answer.
  const schema: Record<string, unknown> = { ...JSON.parse(schemaText), $async: undefined };
  const problem = data === null ? (createSchemaCheck()(schema) ?? formProblem(schema)) : undefined;
  if (problem) return { of: 'form', what: problem };
  try {
    const validate = ajv().compile(schema);
    if (data === null || validate(JSON.parse(data))) return null;
    const [first] = validate.errors ?? [];
    return { of: 'data', ...describe(first) };
  } catch (error) {
    // A reference that leads nowhere, or in a circle.
    return { of: 'form', what: error instanceof Error ? error.message : String(error) };
  }
}

/** One for each check: it would remember every schema that it has seen. */
function ajv(): Ajv {
  return new Ajv({ strict: false, meta: false, validateSchema: false, validateFormats: false, logger: false });
}

function describe(error: ErrorObject | undefined): { where: string; what: string } {
  if (!error) return { where: 'data', what: 'is not valid' };
  const { instancePath, keyword, params, message } = error;
  const path = instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required')
    return { where: ['data', ...path, params.missingProperty].join('.'), what: 'is required' };
  const where = ['data', ...path].join('.');
  if (keyword === 'enum') return { where, what: `must be one of ${[params.allowedValues].flat().join(', ')}` };
  return { where, what: message ?? 'is not valid' };
}
