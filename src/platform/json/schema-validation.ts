/**
 * Validates data against a JSON Schema that a user wrote. Such a schema may contain patterns that never finish and
 * circular references, so this must run in a thread and not on the event loop.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { errorMessage } from '../error-details.ts';

export type SchemaProblem = { of: 'schema'; what: string } | { of: 'data'; where: string[]; what: string };

/** Checks only the schema when `data` is undefined. Paths in the data begin with `name`. */
export function findSchemaProblem(schema: Record<string, unknown>, data: unknown, name: string): SchemaProblem | null {
  try {
    const validate = compileSchema(schema);
    if (data === undefined || validate(data)) return null;
    const [first] = validate.errors ?? [];
    return { of: 'data', ...describe(first, name) };
  } catch (error) {
    // A reference leads nowhere, or in a circle.
    return { of: 'schema', what: errorMessage(error) };
  }
}

/** Throws when a reference leads nowhere, or in a circle. */
export function compileSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  // An asynchronous schema would return a promise instead of a result.
  return createAjv().compile({ ...schema, $async: undefined });
}

/** Says what is wrong with data, beginning with a JSON Pointer to the place: `/items must be array`. */
export function describeViolation(errors: readonly ErrorObject[] | null | undefined): string {
  const last = errors?.at(-1);
  // Of several possibilities that all do not fit, the first one says too little.
  const error = last?.keyword === 'anyOf' || last?.keyword === 'oneOf' ? last : errors?.[0];
  if (!error) return 'it is not valid';
  const { instancePath, keyword, params, message = 'is not valid' } = error;
  const where = instancePath === '' ? 'it' : shorten(instancePath);
  if (keyword === 'enum') return `${where} must be one of ${shorten([params.allowedValues].flat().join(', '))}`;
  if (keyword === 'additionalProperties') return `${where} ${message}: ${shorten(String(params.additionalProperty))}`;
  return `${where} ${message}`;
}

/** Paths and values come from users, and may be long. */
const SHOWN_CHARACTERS = 200;

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}...` : text;
}

/** Each check needs its own instance, because an instance caches every schema that it has seen. */
function createAjv(): Ajv {
  return new Ajv({ strict: false, meta: false, validateSchema: false, validateFormats: false, logger: false });
}

/** `where` is the names of the place, from the outside in. */
function describe(error: ErrorObject | undefined, name: string): { where: string[]; what: string } {
  if (!error) return { where: [name], what: 'is not valid' };
  const { instancePath, keyword, params, message } = error;
  const path = instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') return { where: [name, ...path, params.missingProperty], what: 'is required' };
  const where = [name, ...path];
  if (keyword === 'enum') return { where, what: `must be one of ${[params.allowedValues].flat().join(', ')}` };
  return { where, what: message ?? 'is not valid' };
}
