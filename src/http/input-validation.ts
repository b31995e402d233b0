import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { isEmailAddress } from '../platform/mail/addresses.ts';

/**
 * How the input of endpoints is checked: by code that Ajv writes for each schema. It is written when the first request
 * comes; for all of them at once it would take a fifth of the time in which a process starts.
 */
export function createInputValidation(): FastifySchemaCompiler<AnySchema> {
  // Most formats are only told to clients; what decides is the pattern of a UUID, and the reader of a form.
  const ajv = new Ajv({
    useDefaults: true,
    addUsedSchema: false,
    formats: { uuid: true, binary: true, email: isEmailAddress },
  });
  return ({ schema }) => {
    let validate: ValidateFunction | undefined;
    return input => {
      validate ??= ajv.compile(schema);
      return validate(input) || { error: validate.errors ?? [] };
    };
  };
}
