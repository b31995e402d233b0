/** Removes the types from TypeScript. Every line stays where it is, so the lines of errors are those of the author. */
import { stripTypeScriptTypes } from 'node:module';
import { errorCode } from '../platform/error-details.ts';
import { NotCode } from './not-code.ts';

const SYNTAX_ERRORS = ['ERR_INVALID_TYPESCRIPT_SYNTAX', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'];

/** Throws `NotCode`. Any other error means that the parser itself broke, and must not be used any more. */
export function stripTypes(source: string): string {
  try {
    return stripTypeScriptTypes(source, { mode: 'strip' });
  } catch (error) {
    if (!(error instanceof Error) || !SYNTAX_ERRORS.includes(errorCode(error) ?? '')) throw error;
    // The stack begins with ":<line>", because the source has no name.
    const [, line] = /^:(\d+)\n/.exec(error.stack ?? '') ?? [];
    throw line === undefined
      ? new NotCode(`is not valid: ${error.message}`, undefined)
      : new NotCode(error.message, Number(line));
  }
}
