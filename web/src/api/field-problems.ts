/** Finds the field that a refusal of the service is about, so that it stands where it can be mended. PURE. */
import { ApiError } from './transport/client.ts';

export interface FieldProblem {
  /** The names of the field in the request, from the outside in. */
  readonly names: readonly string[];
  readonly message: string;
}

/** Undefined for an error that is about no field. */
export function readFieldProblem(error: unknown): FieldProblem | undefined {
  if (!(error instanceof ApiError) || error.field === undefined) return undefined;
  const names = error.field
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  // Beside its field, what is wrong needs no name of it.
  const named = `validation error: ${names.join('.')}: `;
  return { names, message: error.message.startsWith(named) ? error.message.slice(named.length) : error.message };
}

/** What is wrong with the field of these names, or with a part of it. */
export function problemAt(error: unknown, ...field: readonly string[]): string | undefined {
  const problem = readFieldProblem(error);
  return problem && field.every((name, depth) => problem.names[depth] === name) ? problem.message : undefined;
}
