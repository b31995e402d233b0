/**
 * Validates data against a JSON Schema that a user wrote. Such a schema may contain patterns that never finish and
 * circular references, so this must run in a thread and not on the event loop.
 */
import { Ajv, type ErrorObject } from 'ajv';
import { errorMessage } from '../error-details.ts';

export type SchemaProblem = { of: 'schema'; what: string } | { of: 'data'; where: string; what: string };

/** Checks only the schema when `data` is undefined. Paths in the data begin with `name`. */
export function findSchemaProblem(schema: Record<string, unknown>, data: unknown, name: string): SchemaProblem | null {
  try {
    // An asynchronous schema would return a promise instead of a result.
    const validate = createAjv().compile({ ...schema, $async: undefined });
    if (data === undefined || validate(data)) return null;
    const [first] = validate.errors ?? [];
    return { of: 'data', ...describe(first, name) };
  } catch (error) {
    // A reference leads nowhere, or in a circle.
    return { of: 'schema', what: errorMessage(error) };
  }
}

/** Each check needs its own instance, because an instance caches every schema that it has seen. */
function createAjv(): Ajv {
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
