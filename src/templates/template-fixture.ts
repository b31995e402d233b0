import { TemplateError } from './template.ts';

/** For tests: an error that the interpreter raised itself, not one that wraps a fault of its own. */
export function isOrdinaryError(error: unknown): error is TemplateError {
  return error instanceof TemplateError && error.cause === undefined;
}
