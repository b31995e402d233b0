/**
 * Whether data fit a JSON Schema of somebody's own making. Such a schema may hold patterns that take for ever and
 * references that lead in circles: so this is no work for the event loop.
 */
import { Ajv, type ErrorObject } from 'ajv';
import { errorMessage } from '../error-message.ts';

export type FitProblem = { of: 'schema'; what: string } | { of: 'data'; where: string; what: string };

/** `data` undefined: only whether the schema can be used. Places in the data begin with `name`. */
export function fitProblem(schema: Record<string, unknown>, data: unknown, name: string): FitProblem | null {
  try {
    // An asynchronous schema would give a promise instead of an answer.
    const validate = ajv().compile({ ...schema, $async: undefined });
    if (data === undefined || validate(data)) return null;
    const [first] = validate.errors ?? [];
    return { of: 'data', ...describe(first, name) };
  } catch (error) {
    // A reference that leads nowhere, or in a circle.
    return { of: 'schema', what: errorMessage(error) };
  }
}

/** One for each check: it would remember every schema that it has seen. */
function ajv(): Ajv {
  return new Ajv({ strict: false, meta: false, validateSchema: false, validateFormats: false, logger: false });
}

function describe(error: ErrorObject | undefined, name: string): { where: string; what: string } {
  if (!error) return { where: name, what: 'is not valid' };
  const { instancePath, keyword, params, message } = error;
  const path = instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') return { where: [name, ...path, params.missingProperty].join('.'), what: 'is required' };
  const where = [name, ...path].join('.');
  if (keyword === 'enum') return { where, what: `must be one of ${[params.allowedValues].flat().join(', ')}` };
  return { where, what: message ?? 'is not valid' };
}
