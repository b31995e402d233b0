import type { AnySchemaObject, ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { createSchemaCompiler } from '../engine/schema-compiler.ts';
import { isEmailAddress } from '../platform/mail/addresses.ts';

// Most formats only inform clients. The pattern checks a UUID, and the reader of a form checks its files.
const compile = createSchemaCompiler({
  useDefaults: true,
  addUsedSchema: false,
  formats: { uuid: true, binary: true, email: isEmailAddress },
});

/**
 * Validates the input of endpoints with code that Ajv generates from each schema. The code is generated at the first
 * request: generating it for all endpoints would take a fifth of the time in which a process starts.
 */
export const compileInputValidation: FastifySchemaCompiler<AnySchemaObject> = ({ schema }) => {
  let validate: ValidateFunction | undefined;
  return input => {
    validate ??= compile(schema);
    return validate(input) || { error: validate.errors ?? [] };
  };
};
