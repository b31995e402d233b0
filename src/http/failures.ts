/** Turns errors of any kind into the one form that clients see. */

import type { ConnectionError, FastifyError, FastifySchemaValidationError } from 'fastify';
import {
  ApiError,
  bodyTooLarge,
  databaseBusy,
  headersTooLarge,
  internalError,
  notHttp,
  requestAborted,
  serviceUnavailable,
  storageFull,
  storageNotWritable,
  unknownPath,
  ValidationError,
  validationError,
} from '../errors.ts';
import { diskProblem } from '../platform/disk-problem.ts';
import { maxHeaderSize } from '../platform/node-http.ts';
import {
  connectionFailure,
  DatabaseBusy,
  isStatementTimeout,
  transactionConflict,
} from '../platform/postgres/connection-error.ts';

/** Returns undefined when the error is a fault of ours. */
export function toClientError(error: FastifyError, limitBytes: number): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error.validation) {
    const refusal = inputError(error.validation, error.validationContext ?? 'body');
    // No form has a field for a header.
    return error.validationContext === 'headers' ? refusal.at() : refusal;
  }
  // The client disconnected while it sent the body. Other connections that break, as to the database, have no status.
  if (error.code === 'ECONNRESET' && error.statusCode === 400) return requestAborted();
  if (error.code === 'FST_ERR_BAD_URL') return unknownPath();
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(limitBytes);
  if (error.code?.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500) {
    return validationError('request', error.message);
  }
  // SQLSTATE class 22, "data exception": the client sent a value that no check of ours foresaw.
  if (/^22[0-9A-Z]{3}$/.test(error.code ?? '')) return validationError('body', 'holds a value that can not be stored');
  return undefined;
}

export function toServerError(error: unknown): ApiError {
  if (error instanceof DatabaseBusy || transactionConflict(error) !== undefined || isStatementTimeout(error))
    return databaseBusy();
  const disk = diskProblem(error);
  if (disk) return disk === 'full' ? storageFull() : storageNotWritable();
  return connectionFailure(error) === undefined ? internalError() : serviceUnavailable();
}

/** The name of the error, which stays when its text changes. The specification fixes the bodies of its own API. */
export const CODE_HEADER = 'x-error-code';
/** The field that the error is about, encoded as in a URL. */
const FIELD_HEADER = 'x-error-field';
/** Cutting a pointer would make it point elsewhere, so a longer one is left out. */
const FIELD_CHARACTERS = 1_000;

/** What programs need to know of an error. */
export function toHeaders({ code, field = '', headers }: ApiError): Record<string, string> {
  const place = encodeURI(field.toWellFormed());
  const isNamed = place !== '' && place.length <= FIELD_CHARACTERS;
  return { ...headers, [CODE_HEADER]: code, ...(isNamed && { [FIELD_HEADER]: place }) };
}

interface ErrorBody {
  detail: string;
  code?: string;
  field?: string;
}

export function toBody({ code, message: detail, field }: ApiError, path: string): ErrorBody {
  return path.startsWith('/api/v1/') ? { detail, code, ...(field !== undefined && { field }) } : { detail };
}

/** The refusal of bytes that are not a request. */
export function toBrokenRequest({ code, rawPacket }: ConnectionError): ApiError {
  if (code !== 'HPE_HEADER_OVERFLOW') return notHttp();
  const line = rawPacket instanceof Uint8Array ? Buffer.from(rawPacket).toString('latin1', 0, maxHeaderSize) : '';
  // The path alone is longer than all headers may be, so no route has it.
  return /^[A-Z]+ \/[^?\s]+$/.test(line) ? unknownPath() : headersTooLarge();
}

/** The text of a validation error of booster endpoints is specified. A header says which field it is. */
export function withoutDetails(error: ApiError): ApiError {
  if (!(error instanceof ValidationError)) return error;
  const detail = error.message.replace(/^validation error: /, '');
  return error.withoutDetails({ 'x-validation-error': toHeaderText(detail) });
}

const HEADER_CHARACTERS = 300;

/** The name of a field may contain any character, but a header may not. */
function toHeaderText(text: string): string {
  return text.slice(0, HEADER_CHARACTERS).replaceAll(/[^\x20-\x7e]/g, '?');
}

/** Explains why input does not match its schema. */
export function inputError(
  problems: readonly FastifySchemaValidationError[] | null | undefined,
  context: string,
): ApiError {
  const problem = problems?.[0];
  if (!problem) return validationError(context, 'is not valid');
  const path = problem.instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { missingProperty, additionalProperty, allowedValues } = problem.params;
  if (typeof missingProperty === 'string') return validationError([...path, missingProperty], 'is required');
  const where = path.length > 0 ? path : context;
  if (typeof additionalProperty === 'string') return validationError(where, `'${additionalProperty}' is not known`);
  if (problem.params.format === 'email') return validationError(where, 'must be an e-mail address');
  if (Array.isArray(allowedValues)) return validationError(where, `must be one of ${allowedValues.join(', ')}`);
  return validationError(where, problem.message ?? 'is not valid');
}
